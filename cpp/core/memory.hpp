// Where things stand in memory.
#pragma once

#include <cstddef>

namespace quincunx {

// Bytes between what different threads write: two lines of the cache, which processors fetch in pairs.
// (The standard calls it hardware_destructive_interference_size and does not promise that it is the same
// in two files.) No type of ours wants to be aligned to more. A class that Python owns by its base has a
// base that is aligned so, since that is what Python's side is told when it gives the memory back.
constexpr std::size_t interference_size = 128;

}  // namespace quincunx
