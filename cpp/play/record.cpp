#include "play/record.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "core/errors.hpp"

namespace quincunx {

namespace {

constexpr std::array<std::string_view, 4> results{"1-0", "0-1", "1/2-1/2", "*"};
constexpr std::array<std::string_view, 6> signs{"!", "?", "!!", "??", "!?", "?!"};

// By plain characters, whatever the locale.
bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }
bool is_move_sign(char c) { return is_letter(c) || is_digit(c) || c == '-'; }

std::size_t line_end(std::string_view text, std::size_t at) {
    return std::min(text.find('\n', at), text.size());
}

// Reads one game's moves. A fault ends it, as what follows would be read from the wrong position.
class MovesReader {
  public:
    MovesReader(const History& start, std::string_view text, std::size_t at, RecordVisitor& visitor)
        : text_(text), at_(at), visitor_(visitor), line_(start) {}

    MovesRead read() {
        std::size_t behind = at_;
        for (; !fault_ && skip_blanks(); behind = at_) next();
        if (!fault_ && !open_.empty()) fail(open_.back().at, 1, "this variation is not closed");
        if (!fault_ && result_.empty())
            fail(behind, 0, "the game has no result at its end: 1-0, 0-1, 1/2-1/2 or *");
        return {open_.empty() ? std::move(line_) : std::move(open_.front().line), result_,
                std::move(fault_)};
    }

  private:
    // A line that waits for the end of a variation.
    struct Waiting {
        History line;
        std::size_t at;  // where the variation begins
    };

    void fail(std::size_t begin, std::size_t length, std::string reason) {
        fault_ = RecordFault{begin, begin + length, std::move(reason)};
    }

    bool skip_blanks() {
        while (at_ < text_.size() && is_blank(text_[at_])) ++at_;
        return at_ < text_.size();
    }

    // The characters from here on for which something holds; the place is behind them then.
    template <class Holds>
    std::string_view take(Holds holds) {
        const std::size_t begin = at_;
        while (at_ < text_.size() && holds(text_[at_])) ++at_;
        return text_.substr(begin, at_ - begin);
    }

    // The text up to the next blank or bracket, for messages.
    std::string_view word(std::size_t begin) const {
        std::size_t end = begin;
        while (end < text_.size() && !is_blank(text_[end]) &&
               std::string_view("(){};").find(text_[end]) == std::string_view::npos)
            ++end;
        return text_.substr(begin, end - begin);
    }

    void next() {
        const char c = text_[at_];
        if (c == '{') return comment();
        if (c == ';') return rest_of_line();
        if (!result_.empty())
            return fail(at_, std::max<std::size_t>(word(at_).size(), 1),
                        "the game ended with its result, and something stands behind it");
        if (c == '(') return begin_variation();
        if (c == ')') return end_variation();
        if (is_letter(c)) return move();
        if (is_digit(c) || c == '*') return number_or_result();
        if (c == '!' || c == '?' || c == '$') return mark();
        const auto strange = word(at_);
        fail(at_, std::max<std::size_t>(strange.size(), 1),
             "neither a move nor a number, a mark, a comment, a variation or a result");
    }

    void move() {
        const std::size_t begin = at_;
        const auto text = take(is_move_sign);
        try {
            const Move m = line_.parse(text);
            line_.play_unchecked(m);
            moved_ = true;
            visitor_.move(line_.position(), m);
        } catch (const MoveError& error) {
            fail(begin, text.size(), error.reason + " in " + error.position);
        }
    }

    void number_or_result() {
        const std::size_t begin = at_;
        const auto whole = word(begin);
        if (std::ranges::find(results, whole) != results.end()) {
            if (!open_.empty()) return fail(open_.back().at, 1, "this variation is not closed");
            at_ += whole.size();
            result_ = whole;
            return;
        }
        const auto digits = take(is_digit);
        const auto dots = take([](char c) { return c == '.'; });
        if (digits.empty() || dots.empty())
            return fail(begin, whole.size(), "neither a number with its dot nor a result");
        // A wrong number is how one notices that a move is missing, or is there twice.
        const std::string wanted = std::to_string(line_.ply() + 1);
        if (digits != wanted)
            fail(begin, digits.size() + dots.size(), "the next move is number " + wanted);
    }

    void mark() {
        const std::size_t begin = at_;
        std::string_view text;
        if (text_[at_] == '$') {
            ++at_;
            if (take(is_digit).empty())
                return fail(begin, word(begin).size(), "a number belongs behind $");
            text = text_.substr(begin, at_ - begin);
        } else {
            text = take([](char c) { return c == '!' || c == '?'; });
            if (std::ranges::find(signs, text) == signs.end())
                return fail(begin, text.size(), "no mark; there are ! ? !! ?? !? ?!");
        }
        if (!moved_) return fail(begin, text.size(), "a mark belongs behind a move");
        visitor_.mark(text);
    }

    void comment() {
        const std::size_t begin = at_++;
        while (at_ < text_.size() && text_[at_] != '}') at_ += text_[at_] == '\\' ? 2 : 1;
        if (at_ >= text_.size()) {
            at_ = text_.size();
            return fail(begin, 1, "this comment is not closed");
        }
        visitor_.comment(unescaped(text_.substr(begin + 1, at_ - begin - 1)));
        ++at_;
    }

    void rest_of_line() {
        const std::size_t end = line_end(text_, at_);
        auto said = text_.substr(at_ + 1, end - at_ - 1);
        while (!said.empty() && is_blank(said.front())) said.remove_prefix(1);
        while (!said.empty() && is_blank(said.back())) said.remove_suffix(1);
        at_ = end;
        visitor_.comment(said);
    }

    void begin_variation() {
        if (!moved_) return fail(at_, 1, "a variation belongs behind the move that it replaces");
        open_.push_back({line_, at_++});
        line_.undo();
        moved_ = false;
        visitor_.begin_variation();
    }

    void end_variation() {
        if (open_.empty()) return fail(at_, 1, "no variation is open here");
        if (!moved_) return fail(open_.back().at, 1, "this variation has no move");
        line_ = std::move(open_.back().line);
        open_.pop_back();
        ++at_;
        visitor_.end_variation();
    }

    std::string_view text_;
    std::size_t at_;
    RecordVisitor& visitor_;
    History line_;               // that is being read
    std::vector<Waiting> open_;  // those around it, the main line first
    bool moved_ = false;         // has it a move yet? Those that wait always have
    std::string_view result_;
    std::optional<RecordFault> fault_;
};

}  // namespace

std::optional<Tag> read_tag(std::string_view text, std::size_t& at,
                            std::vector<RecordFault>& faults) {
    const std::size_t begin = at, end = line_end(text, at);
    at = std::min(end + 1, text.size());
    const auto fail = [&](const char* reason) {
        const std::size_t last = end > begin && text[end - 1] == '\r' ? end - 1 : end;
        faults.push_back({begin, last, reason});
        return std::nullopt;
    };

    std::size_t p = begin + 1;
    const auto skip = [&] {
        while (p < end && (text[p] == ' ' || text[p] == '\t')) ++p;
    };
    while (p < end &&
           (is_letter(text[p]) || text[p] == '_' || (p > begin + 1 && is_digit(text[p]))))
        ++p;
    const auto name = text.substr(begin + 1, p - begin - 1);
    if (name.empty() || name.front() == '_') return fail("a tag is written [Name \"value\"]");
    skip();
    if (p >= end || text[p] != '"') return fail("the value of a tag stands in double quotes");
    const std::size_t value = ++p;
    bool escaped = false;
    for (; p < end && text[p] != '"'; ++p)
        if (text[p] == '\\') {
            escaped = true;
            ++p;
        }
    if (p >= end) return fail("the value of this tag has no closing quotes");
    const auto raw = text.substr(value, p - value);
    ++p;
    skip();
    if (p >= end || text[p] != ']') return fail("a tag ends with its value and ]");
    ++p;
    while (p < end && is_blank(text[p])) ++p;
    if (p < end) return fail("a tag has a line to itself");
    return Tag{name, raw, escaped};
}

std::string unescaped(std::string_view raw) {
    std::string text;
    text.reserve(raw.size());
    for (std::size_t p = 0; p < raw.size(); ++p) {
        char c = raw[p];
        if (c == '\\' && p + 1 < raw.size()) {
            const char next = raw[p + 1];
            if (next == 'n' || next == 'r') {
                text += next == 'n' ? '\n' : '\r';
                ++p;
                continue;
            }
            // A backslash before anything else that is not special stands for itself.
            if (next == '\\' || next == '"' || next == '{' || next == '}') c = raw[++p];
        } else if (c == '\r' && p + 1 < raw.size() && raw[p + 1] == '\n') {
            continue;
        } else if (c == '\n' || c == '\r') {
            c = ' ';
        }
        text += c;
    }
    return text;
}

MovesRead read_moves(const History& start, std::string_view text, std::size_t at,
                     RecordVisitor& visitor) {
    return MovesReader(start, text, at, visitor).read();
}

}  // namespace quincunx
