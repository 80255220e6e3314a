// Every game's own knowledge, for whoever makes engines and solvers of all games.
#pragma once

#include "games/blast_radius_bounds.hpp"
#include "games/blast_radius_knowledge.hpp"
#include "games/cordon_bounds.hpp"
#include "games/cordon_knowledge.hpp"
#include "games/hadron_knowledge.hpp"
#include "games/hadron_solver.hpp"
#include "games/quadrature_knowledge.hpp"
#include "games/square_grid_hex_knowledge.hpp"
#include "games/square_grid_hex_solver.hpp"
