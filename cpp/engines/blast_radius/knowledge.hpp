// All that searches know about this game, for the files that the build writes.
#pragma once

#include "engines/blast_radius/proof_knowledge.hpp"
#include "engines/blast_radius/tree_knowledge.hpp"
