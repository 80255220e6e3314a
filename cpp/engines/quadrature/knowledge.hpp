// All that searches know about this game, for the files that the build writes.
#pragma once

#include "engines/quadrature/tree_knowledge.hpp"
