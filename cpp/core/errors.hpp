// What can go wrong, as exceptions that carry everything a bug report needs.
#pragma once

#include <stdexcept>
#include <string>
#include <utility>

namespace quincunx {

// A move that cannot be played: its text, the reason, and the position as fen.
class MoveError : public std::invalid_argument {
  public:
    MoveError(std::string text, std::string reason, std::string position)
        : std::invalid_argument(text + ": " + reason + " in " + position),
          text(std::move(text)),
          reason(std::move(reason)),
          position(std::move(position)) {}

    std::string text, reason, position;
};

// The text is not a move in this notation.
struct InvalidMove : MoveError {
    using MoveError::MoveError;
};

// A move, but not here.
struct IllegalMove : MoveError {
    using MoveError::MoveError;
};

// A move, but the game has ended.
struct GameOver : IllegalMove {
    using IllegalMove::IllegalMove;
};

// A fen that cannot be read, an impossible arrangement, a game or a size that is not offered.
struct InvalidPosition : std::invalid_argument {
    using std::invalid_argument::invalid_argument;
};

// A share text that stands for no game.
struct InvalidShare : std::invalid_argument {
    using std::invalid_argument::invalid_argument;
};

}  // namespace quincunx
