// All that searches know about this game, for the files that the build writes.
#pragma once

#include "engines/cordon/proof_knowledge.hpp"
#include "engines/cordon/tree_knowledge.hpp"
