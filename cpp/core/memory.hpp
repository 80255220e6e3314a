// Where things lie in memory.
#pragma once

#include <cstddef>

namespace quincunx {

// Bytes between what different threads write: two lines of the cache, which processors fetch in pairs.
// (The standard calls it hardware_destructive_interference_size and does not promise that it is the same
// in two files.) No type of ours needs a larger alignment. Where Python owns an object through its base
// class, the base has this alignment too: it is the one that Python's side is told when it gives the
// memory back.
constexpr std::size_t interference_size = 128;

}  // namespace quincunx
