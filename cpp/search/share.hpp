// A whole game in a few letters and digits, which may stand in an address, be read aloud or be selected
// with a double click.
//
// Everything is one number, written with 62 digits behind a digit for the version. Each move is counted
// among the legal ones, in the order of their actions, so that a game takes hardly more room than its
// choices were worth. The number is read from its small end: a checksum, the game, the size, how it
// starts, the number of moves, the moves.
#pragma once

#include <string>
#include <string_view>

#include "play/history.hpp"

namespace quincunx {

// Throws InvalidShare if the game is so long that nobody would read its text again.
std::string share_text(const History& history);

// Throws InvalidShare, with the reason.
History from_share_text(std::string_view text);

}  // namespace quincunx
