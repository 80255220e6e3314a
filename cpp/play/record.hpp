// Texts of recorded games: tag pairs, and moves with what is said about them. The grammar, which is that
// of PGN with each move numbered, is in docs/records.md. Every move is checked by the rules.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/game.hpp"
#include "play/history.hpp"

namespace quincunx {

// What is wrong with a record, and where in its text.
struct RecordFault {
    std::size_t begin;
    std::size_t end;
    std::string reason;
};

// --- Tags ------------------------------------------------------------------------------------------

// A tag pair. The value may have escapes in it, which `unescaped` resolves.
struct Tag {
    std::string_view name;
    std::string_view raw;
    bool escaped;
};

// Whether a line at this place is one of tags. Only such lines begin with a bracket, wherever they stand,
// so that no fault in one game can hide the next.
inline bool is_tag_line(std::string_view text, std::size_t at) {
    return at < text.size() && text[at] == '[';
}

// The tag of the line at this place, or what is wrong with it; the place becomes that of the next line.
// Precondition: is_tag_line(text, at).
std::optional<Tag> read_tag(std::string_view text, std::size_t& at,
                            std::vector<RecordFault>& faults);

// A value or a comment as it is meant: \n and \r stand for new lines, \x for any other x that is
// special; a new line in a comment is a space.
std::string unescaped(std::string_view raw);

// --- Moves -----------------------------------------------------------------------------------------

// Is told what the text says, in its order.
class RecordVisitor {
  public:
    virtual ~RecordVisitor() = default;
    virtual void move(const Position& after, Move m) = 0;
    virtual void mark(std::string_view text) = 0;
    virtual void comment(std::string_view text) = 0;
    virtual void begin_variation() = 0;
    virtual void end_variation() = 0;
};

struct MovesRead {
    History end;                       // of the main line, as far as it was read
    std::string_view result;           // empty if the text has none
    std::optional<RecordFault> fault;  // nothing was read behind it
};

// Reads moves from a place in a text to its end.
MovesRead read_moves(const History& start, std::string_view text, std::size_t at,
                     RecordVisitor& visitor);

}  // namespace quincunx
