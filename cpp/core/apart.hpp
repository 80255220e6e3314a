// Where things stand in memory.
#pragma once

#include <cstddef>

namespace quincunx {

// Bytes between what different threads write: two lines of the cache, which processors fetch in pairs.
// No type of ours wants to be aligned to more. A class that Python owns by its base has a base that is
// aligned so, since that is what Python's side is told when it gives the memory back.
constexpr std::size_t apart = 128;

}  // namespace quincunx
