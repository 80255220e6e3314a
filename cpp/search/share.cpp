#include "search/share.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "core/errors.hpp"
#include "play/notation.hpp"
#include "search/catalogue.hpp"

namespace quincunx {

namespace {

constexpr char version = '1';
constexpr std::string_view digits =
    "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

// Reading takes time that grows with the square of the length, which a stranger may choose.
constexpr std::size_t longest = 10'000;

// How many values each part of the head may take.
constexpr std::uint32_t checksums = 1u << 24, games = 1u << 12, sizes = 32, starts = 2, pies = 2;
// A count is written in groups of six bits, each with a bit that says whether another follows.
constexpr std::uint32_t group = 64, group_values = 2 * group;
constexpr std::uint32_t letters = 128;

// FNV-1a: http://www.isthe.com/chongo/tech/comp/fnv/
class Fnv {
  public:
    Fnv& add(std::string_view text) {
        for (const char c : text)
            state_ = (state_ ^ static_cast<unsigned char>(c)) * 1099511628211u;
        state_ = (state_ ^ 0xffu) * 1099511628211u;  // texts do not run into one another
        return *this;
    }
    std::uint32_t value(std::uint32_t values) const {
        return static_cast<std::uint32_t>((state_ ^ (state_ >> 32)) % values);
    }

  private:
    std::uint64_t state_ = 14695981039346656037u;
};

std::uint32_t code_of(std::string_view game) { return Fnv().add(game).value(games); }

// It covers what the text stands for, not how it is written: should the order of moves ever change, old
// texts are refused and not misread.
std::uint32_t checksum_of(const History& history) {
    Fnv sum;
    sum.add(history.info().id).add(fen(*history.positions().front()));
    for (const Move m : history.moves()) sum.add(move_text(history.position(), m));
    return sum.value(checksums);
}

// A number of any size, to which digits of changing bases are added and from which they are taken again.
class Number {
  public:
    bool is_zero() const { return words_.empty(); }

    void put(std::uint32_t digit, std::uint32_t base) {
        std::uint64_t carry = digit;
        for (std::uint32_t& word : words_) {
            carry += std::uint64_t{word} * base;
            word = static_cast<std::uint32_t>(carry);
            carry >>= 32;
        }
        if (carry) words_.push_back(static_cast<std::uint32_t>(carry));
    }

    std::uint32_t take(std::uint32_t base) {
        std::uint64_t rest = 0;
        for (auto word = words_.rbegin(); word != words_.rend(); ++word) {
            rest = rest << 32 | *word;
            *word = static_cast<std::uint32_t>(rest / base);
            rest %= base;
        }
        while (!words_.empty() && words_.back() == 0) words_.pop_back();
        return static_cast<std::uint32_t>(rest);
    }

  private:
    std::vector<std::uint32_t> words_;  // the small end first; none is zero at the other end
};

// The legal moves in an order that is part of the format, and not how a game happens to list them.
std::vector<Move> ranked_moves(const History& history) {
    std::vector<Move> moves = history.legal_moves();
    const Position& position = history.position();
    std::ranges::sort(moves, {}, [&](Move m) { return position.action_of(m); });
    return moves;
}

struct Digit {
    std::uint32_t value, base;
};

void add_count(std::vector<Digit>& list, std::size_t count) {
    for (; count >= group; count /= group)
        list.push_back({static_cast<std::uint32_t>(count % group) + group, group_values});
    list.push_back({static_cast<std::uint32_t>(count), group_values});
}

std::size_t take_count(Number& number) {
    std::size_t count = 0;
    for (std::size_t weight = 1;; weight *= group) {
        const std::uint32_t digit = number.take(group_values);
        count += weight * (digit % group);
        if (digit < group) return count;
        if (count > longest * 6 || weight > longest) throw InvalidShare("it is damaged");
    }
}

Number number_of(std::string_view text) {
    Number number;
    for (const char c : text) {
        const std::size_t digit = digits.find(c);
        if (digit == digits.npos) throw InvalidShare("it is made of letters and digits alone");
        number.put(static_cast<std::uint32_t>(digit), digits.size());
    }
    return number;
}

const GameInfo& game_of(std::uint32_t code) {
    for (const GameRules& rules : catalogue())
        if (code_of(rules.info->id) == code) return *rules.info;
    throw InvalidShare("it is damaged, or of a game that this version does not have");
}

// Where the game starts: as usual, or from a fen that follows.
History take_start(Number& number, const GameInfo& info) {
    const Options options{static_cast<int>(number.take(sizes)), number.take(pies) == 0};
    if (number.take(starts) == 0) return start(info.id, options);
    std::string text(take_count(number), ' ');
    for (char& c : text) c = static_cast<char>(number.take(letters));
    return from_fen(info.id, text);
}

}  // namespace

std::string share_text(const History& history) {
    const Position& first = *history.positions().front();
    const Options options = first.options();
    const std::string_view id = history.info().id;
    History line = start(id, options);
    const std::string setup = fen(first);
    const bool usual = setup == fen(line.position());

    std::vector<Digit> list{{checksum_of(history), checksums},
                            {code_of(id), games},
                            {static_cast<std::uint32_t>(options.size), sizes},
                            {options.pie ? 0u : 1u, pies},
                            {usual ? 0u : 1u, starts}};
    if (!usual) {
        add_count(list, setup.size());
        for (const char c : setup) list.push_back({static_cast<std::uint32_t>(c), letters});
        line = from_fen(id, setup);
    }
    const std::vector<Move> moves = history.moves();
    add_count(list, moves.size());
    for (const Move m : moves) {
        const std::vector<Move> legal = ranked_moves(line);
        const auto place = std::ranges::find(legal, m) - legal.begin();
        list.push_back(
            {static_cast<std::uint32_t>(place), static_cast<std::uint32_t>(legal.size())});
        line.play_unchecked(m);
    }

    Number number;
    for (auto digit = list.rbegin(); digit != list.rend(); ++digit)
        number.put(digit->value, digit->base);
    std::string text;
    while (!number.is_zero()) text += digits[number.take(digits.size())];
    text += version;
    std::ranges::reverse(text);
    if (text.size() > longest)
        throw InvalidShare("a game of " + std::to_string(moves.size()) +
                           " moves is too long for a share text");
    return text;
}

History from_share_text(std::string_view text) {
    if (text.empty()) throw InvalidShare("it is empty");
    if (text.size() > longest)
        throw InvalidShare("it is longer than " + std::to_string(longest) + " characters");
    if (text.front() != version)
        throw InvalidShare(std::string("texts begin with ") + version +
                           ", the version: this one is something else, or from a later version");
    Number number = number_of(text.substr(1));
    const std::uint32_t checksum = number.take(checksums);
    const GameInfo& info = game_of(number.take(games));
    try {
        History history = take_start(number, info);
        for (std::size_t left = take_count(number); left > 0; --left) {
            const std::vector<Move> legal = ranked_moves(history);
            if (legal.empty()) throw InvalidShare("it is damaged: moves go on behind the end");
            history.play_unchecked(legal[number.take(static_cast<std::uint32_t>(legal.size()))]);
        }
        // One text for each game: no leading zeros, nothing behind the last move.
        if (!number.is_zero() || checksum != checksum_of(history) || text[1] == digits.front())
            throw InvalidShare("it is damaged: its checksum does not fit");
        return history;
    } catch (const InvalidPosition&) {
        throw InvalidShare("it is damaged: there is no such board");
    }
}

}  // namespace quincunx
