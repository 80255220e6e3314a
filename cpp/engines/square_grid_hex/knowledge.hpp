// All that searches know about this game, for the files that the build writes.
#pragma once

#include "engines/square_grid_hex/solver.hpp"
#include "engines/square_grid_hex/tree_knowledge.hpp"
