// Counting move sequences of a given length: the classic check of move rules.
#pragma once

#include <cstdint>
#include <vector>

#include "core/game.hpp"
#include "play/history.hpp"
#include "search/past.hpp"
#include "search/workers.hpp"

namespace quincunx {

// Sequences of exactly `depth` moves from a position that is not known to repeat an earlier one.
template <Game G>
std::uint64_t perft(const G& position, Past<G>& past, int depth,
                    std::vector<std::vector<Move>>& buffers, const StopCheck& check) {
    if (depth == 0) return 1;
    if (depth == 1) return static_cast<std::uint64_t>(position.legal_count());
    if (depth >= 3) check();
    auto& moves = buffers[depth];
    moves.clear();
    position.legal_moves(moves);
    std::uint64_t total = 0;
    for (const Move m : moves) {
        G next = position;
        next.play_unchecked(m);
        if (!past.enter(next)) total += perft(next, past, depth - 1, buffers, check);
        past.leave();
    }
    return total;
}

struct PerftPart {
    Move move;
    std::uint64_t count;
};

// The same from a game being played, one number for each first move, on several threads.
template <Game G>
std::vector<PerftPart> divide(const History& history, int depth, int threads,
                              const StopCheck& check) {
    std::vector<PerftPart> parts;
    for (const Move m : history.legal_moves()) parts.push_back({m, 0});

    // Two plies are split off, so that the pieces of work are many and small.
    struct Piece {
        std::size_t part;
        Move second;
    };
    std::vector<Piece> pieces;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        History next = history;
        next.play_unchecked(parts[i].move);
        if (depth == 1) {
            parts[i].count = 1;
            continue;
        }
        for (const Move m : next.legal_moves()) pieces.push_back({i, m});
    }
    std::vector<std::uint64_t> counts(pieces.size());
    share_work(static_cast<std::int64_t>(pieces.size()), threads, check,
               [&](std::int64_t i, const StopCheck& check_here) {
                   History next = history;
                   next.play_unchecked(parts[pieces[i].part].move);
                   next.play_unchecked(pieces[i].second);
                   if (depth > 2 && next.over()) return;
                   Past<G> past(next);
                   std::vector<std::vector<Move>> buffers(depth);
                   counts[i] = perft(as<G>(next.position()), past, depth - 2, buffers, check_here);
               });
    for (std::size_t i = 0; i < pieces.size(); ++i) parts[pieces[i].part].count += counts[i];
    return parts;
}

}  // namespace quincunx
