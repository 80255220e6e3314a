// The search that a net judges for (search/net_search.hpp), compiled for a game.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "core/errors.hpp"
#include "core/game.hpp"
#include "core/numbers.hpp"
#include "core/rng.hpp"
#include "play/history.hpp"
#include "play/notation.hpp"
#include "search/net_search.hpp"
#include "search/net_tree.hpp"
#include "search/past.hpp"
#include "search/planes.hpp"

namespace quincunx {

template <Game G>
class NetSearchOf final : public NetSearch {
  public:
    NetSearchOf(const History& start, const NetSearchOptions& options)
        : planes_(as<G>(start.position())), noise_(options.noise) {
        const std::size_t bytes = options.bytes / static_cast<std::size_t>(options.games);
        for (int i = 0; i < options.games; ++i)
            games_.emplace_back(start, bytes, Rng(options.seed, static_cast<std::uint64_t>(i)));
    }

    int size() const override { return static_cast<int>(games_.size()); }
    int action_count() const override { return games_[0].position.action_count(); }
    std::vector<std::string> plane_names() const override { return planes_.names(); }
    int plane_side() const override { return planes_.side(); }

    int leaves(std::int64_t simulations, std::uint8_t* planes, bool* legal) override {
        if (!waiting_.empty())
            throw std::invalid_argument("the positions of the last step have not been judged");
        for (int i = 0; i < size(); ++i) {
            const std::optional<G> leaf = next_leaf(games_[i], simulations);
            if (!leaf) continue;
            planes_.write(*leaf, leaf->turn(), planes + planes_.size() * waiting_.size());
            planes_.write_legal(*leaf, false, legal + row(waiting_.size()));
            waiting_.push_back(i);
        }
        return waiting();
    }

    void give(const float* policy, const float* values) override {
        for (std::size_t k = 0; k < waiting_.size(); ++k) {
            const Playing& game = games_[static_cast<std::size_t>(waiting_[k])];
            bool numbers = std::isfinite(values[k]);
            for (const int action : game.leaf_actions)
                numbers =
                    numbers && std::isfinite(policy[row(k) + static_cast<std::size_t>(action)]);
            if (!numbers) throw std::invalid_argument("a judgement is not a number");
        }
        for (std::size_t k = 0; k < waiting_.size(); ++k)
            judge(games_[static_cast<std::size_t>(waiting_[k])], policy + row(k), values[k]);
        waiting_.clear();
    }
    int waiting() const override { return static_cast<int>(waiting_.size()); }

    void visits(std::int32_t* out) const override {
        std::fill_n(out, row(games_.size()), 0);
        for (const Playing& game : games_) {
            if (!game.tree.empty())
                for (const NetTree::Edge& edge : game.tree)
                    out[game.position.action_of(edge.move)] = edge.visits;
            out += action_count();
        }
    }
    void policy(float* out) const override {
        std::fill_n(out, row(games_.size()), 0.0f);
        for (const Playing& game : games_) {
            if (!game.tree.empty()) {
                const std::vector<float> weights = game.tree.weights();
                const float sum = std::accumulate(weights.begin(), weights.end(), 0.0f);
                auto weight = weights.begin();
                for (const NetTree::Edge& edge : game.tree)
                    out[game.position.action_of(edge.move)] = *weight++ / sum;
            }
            out += action_count();
        }
    }
    void values(float* out) const override {
        for (const Playing& game : games_) *out++ = game.tree.empty() ? 0.0f : game.tree.value();
    }
    void proofs(std::int8_t* out) const override {
        for (const Playing& game : games_) *out++ = static_cast<std::int8_t>(game.tree.verdict());
    }

    void choose(const bool* drawn, std::int64_t* out) override {
        for (std::size_t i = 0; i < games_.size(); ++i) {
            Playing& game = games_[i];
            if (!game.outcome && game.tree.empty())
                throw std::invalid_argument("there is nothing to choose by before a search");
            out[i] = game.outcome ? no_action : game.position.action_of(chosen(game, drawn[i]));
        }
    }
    void sample(std::int64_t* out) override {
        for (Playing& game : games_)
            *out++ = game.outcome ? no_action
                                  : game.position.action_of(*game.position.random_move(game.rng));
    }

    void play(const std::int64_t* callers_actions) override {
        const std::vector<std::int64_t> actions(callers_actions, callers_actions + size());
        for (int i = 0; i < size(); ++i)
            if (actions[i] != no_action) require_legal(i, actions[i]);
        waiting_.clear();
        for (int i = 0; i < size(); ++i) {
            if (actions[i] == no_action) continue;
            Playing& game = games_[i];
            const Move move = game.position.move_of_action(static_cast<int>(actions[i]));
            game.outcome = entered(game.position, game.past, move);
            game.tree.clear();
        }
    }

    void turns(std::int8_t* out) const override {
        for (const Playing& game : games_)
            *out++ = static_cast<std::int8_t>(index(game.position.turn()));
    }
    void results(std::int8_t* out) const override {
        for (const Playing& game : games_)
            *out++ = static_cast<std::int8_t>(game.outcome ? verdict_of(game.outcome->winner)
                                                           : Verdict::open);
    }

  private:
    static constexpr std::int64_t no_action = -1;

    struct Playing {
        Playing(const History& start, std::size_t bytes, Rng random)
            : position(as<G>(start.position())),
              past(start),
              outcome(start.outcome()),
              tree(bytes),
              rng(random) {}

        G position;
        Past<G> past;
        std::optional<Outcome> outcome;
        NetTree tree;
        Rng rng;
        // The way to the position that waits to be judged: nodes, and the edge that leaves each.
        std::vector<int> nodes, path;
        Side leaf_turn = Side::first;
        std::vector<Move> leaf_moves;
        std::vector<int> leaf_actions;
    };

    std::size_t row(std::size_t i) const { return i * static_cast<std::size_t>(action_count()); }

    // Plays a move; how the game has ended by it, if it has.
    static std::optional<Outcome> entered(G& position, Past<G>& past, Move move) {
        position.play_unchecked(move);
        [[maybe_unused]] const bool repeats = past.enter(position);
        std::optional<Outcome> outcome;
        if (position.over()) outcome = position.outcome();
        if constexpr (G::remembers)
            if (repeats && !(outcome && outcome->winner)) outcome = Outcome{{}, &G::repetition};
        return outcome;
    }

    // Simulates until one reaches a position that has to be judged; none if there is no need for more.
    std::optional<G> next_leaf(Playing& game, std::int64_t simulations) {
        if (game.outcome) return std::nullopt;
        while (game.tree.simulations() < simulations && game.tree.verdict() == Verdict::open) {
            game.nodes.clear();
            game.path.clear();
            G position = game.position;
            const std::optional<Verdict> known = descend(game, position);
            for (std::size_t i = 0; i < game.path.size(); ++i) game.past.leave();
            if (!known) {
                game.leaf_turn = position.turn();
                game.leaf_moves.clear();
                position.legal_moves(game.leaf_moves);
                game.leaf_actions.clear();
                for (const Move m : game.leaf_moves)
                    game.leaf_actions.push_back(position.action_of(m));
                return position;
            }
            game.tree.prove(game.nodes, game.path, *known);
            game.tree.back_up(game.nodes, game.path, value_of(*known, Side::first));
        }
        return std::nullopt;
    }

    // Down the tree. What the rules say of the position at its end, or nothing.
    static std::optional<Verdict> descend(Playing& game, G& position) {
        if (game.tree.empty()) return std::nullopt;
        for (int node = 0; node != NetTree::none;) {
            const int taken = game.tree.select(node);
            const NetTree::Edge& edge = game.tree.edge(taken);
            game.nodes.push_back(node);
            game.path.push_back(taken);
            const auto outcome = entered(position, game.past, edge.move);
            if (outcome) return verdict_of(outcome->winner);
            if (edge.verdict != Verdict::open) return edge.verdict;
            node = edge.child;
        }
        return std::nullopt;
    }

    void judge(Playing& game, const float* policy, float value) {
        float most = policy[game.leaf_actions[0]], sum = 0.0f;
        for (const int action : game.leaf_actions) most = std::max(most, policy[action]);
        std::vector<float> priors;
        for (const int action : game.leaf_actions) {
            priors.push_back(exponential(policy[action] - most));
            sum += priors.back();
        }
        for (float& prior : priors) prior /= sum;
        value = std::clamp(value, -1.0f, 1.0f);
        game.tree.expand(game.path, game.leaf_turn, value, game.leaf_moves, priors);
        if (game.path.empty() && noise_ > 0.0f) game.tree.add_noise(noise_, game.rng);
        game.tree.back_up(game.nodes, game.path, game.leaf_turn == Side::first ? value : -value);
    }

    static Move chosen(Playing& game, bool drawn) {
        const std::vector<float> weights = game.tree.weights();
        const NetTree::Edge* const edges = game.tree.begin();
        std::size_t best = 0;
        float sum = 0.0f;
        for (std::size_t i = 0; i < weights.size(); ++i) {
            sum += weights[i];
            const bool tie = weights[i] == weights[best] && edges[i].prior > edges[best].prior;
            if (weights[i] > weights[best] || tie) best = i;
        }
        if (drawn) {
            float left = sum * static_cast<float>(game.rng.next() >> 40) * 0x1.0p-24f;
            for (std::size_t i = 0; i < weights.size(); ++i) {
                left -= weights[i];
                if (left < 0.0f) return edges[i].move;
            }
        }
        return edges[best].move;
    }

    void require_legal(int i, std::int64_t action) const {
        const Playing& game = games_[static_cast<std::size_t>(i)];
        const std::string text =
            "action " + std::to_string(action) + " in game " + std::to_string(i);
        const std::string position = fen(PositionOf<G>(game.position));
        if (action < 0 || action >= action_count())
            throw InvalidMove(text, "there is no such action", position);
        if (game.outcome) throw GameOver(text, "the game is over", position);
        const Move move = game.position.move_of_action(static_cast<int>(action));
        if (!game.position.is_legal(move))
            throw IllegalMove(text, game.position.explain(move).text, position);
    }

    Planes<G> planes_;
    float noise_;
    std::vector<Playing> games_;
    std::vector<int> waiting_;  // games whose positions wait to be judged
};

}  // namespace quincunx
