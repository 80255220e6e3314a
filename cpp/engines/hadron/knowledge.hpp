// All that searches know about this game, for the files that the build writes.
#pragma once

#include "engines/hadron/solver.hpp"
#include "engines/hadron/tree_knowledge.hpp"
