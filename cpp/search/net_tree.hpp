// The tree of one game in a search that a net judges for: priors, visits, values and proofs.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/game.hpp"
#include "core/numbers.hpp"
#include "core/outcome.hpp"
#include "core/rng.hpp"
#include "core/side.hpp"

namespace quincunx {

// What the rules say of a position, with best play.
enum class Verdict : std::int8_t { open = -1, first = 0, second = 1, draw = 2 };

constexpr Verdict verdict_of(const std::optional<Side>& winner) {
    if (!winner) return Verdict::draw;
    return *winner == Side::first ? Verdict::first : Verdict::second;
}
constexpr Verdict win_of(Side side) { return verdict_of(side); }

// Values are a side's: 1 if it wins, -1 if it loses.
constexpr float value_of(Verdict verdict, Side side) {
    if (verdict == Verdict::draw) return 0.0f;
    return verdict == win_of(side) ? 1.0f : -1.0f;
}

class NetTree {
  public:
    static constexpr int none = -1;

    struct Edge {
        Move move;
        Verdict verdict = Verdict::open;
        int visits = 0;
        int child = none;
        float prior = 0.0f;
        float sum = 0.0f;  // of the values, as the side sees it that chooses among the moves
    };
    struct Node {
        int begin, end;  // its edges
        Side turn;
        float value;  // as it was judged, for the side to move
    };

    // (While a vector grows, the old and the new one are there, and the new one may be half empty.)
    explicit NetTree(std::size_t bytes) : most_edges_(bytes / (3 * sizeof(Edge))) {}

    void clear() {
        nodes_.clear();
        edges_.clear();
        verdict_ = Verdict::open;
        simulations_ = 0;
    }

    bool empty() const { return nodes_.empty(); }
    std::int64_t simulations() const { return simulations_; }
    Verdict verdict() const { return verdict_; }
    const Edge* begin() const { return edges_.data() + nodes_[0].begin; }
    const Edge* end() const { return edges_.data() + nodes_[0].end; }
    Edge& edge(int i) { return edges_[static_cast<std::size_t>(i)]; }

    // The edge of a node that the next simulation takes. Precondition: the node is not proven.
    int select(int node) const {
        const Node& here = nodes_[static_cast<std::size_t>(node)];
        int visits = 1;
        float sum = here.value, seen = 0.0f;
        for (int i = here.begin; i < here.end; ++i) {
            const Edge& edge = at(i);
            visits += edge.visits;
            sum += edge.sum;
            if (edge.visits) seen += edge.prior;
        }
        const float mean = sum / static_cast<float>(visits);
        const float unseen = mean - reduction * std::sqrt(seen);
        const float share = exploration * std::sqrt(static_cast<float>(visits));
        int best = none;
        float most = 0.0f;
        for (int i = here.begin; i < here.end; ++i) {
            const Edge& edge = at(i);
            if (edge.verdict == win_of(other(here.turn))) continue;
            const float value = edge.verdict != Verdict::open ? value_of(edge.verdict, here.turn)
                                : edge.visits ? edge.sum / static_cast<float>(edge.visits)
                                              : unseen;
            const float score = value + share * edge.prior / static_cast<float>(1 + edge.visits);
            if (best == none || score > most) {
                best = i;
                most = score;
            }
        }
        return best;
    }

    // A new node below the last edge of a path; the root if there is none. `priors` are for the moves.
    void expand(const std::vector<int>& path, Side turn, float value,
                const std::vector<Move>& moves, const std::vector<float>& priors) {
        if (!path.empty() && edges_.size() + moves.size() > most_edges_) return;
        const int begin = static_cast<int>(edges_.size());
        for (std::size_t i = 0; i < moves.size(); ++i) {
            edges_.push_back({.move = moves[i]});
            edges_.back().prior = priors[i];
        }
        if (!path.empty()) edge(path.back()).child = static_cast<int>(nodes_.size());
        nodes_.push_back({begin, static_cast<int>(edges_.size()), turn, value});
    }

    // Counts a simulation along a path of nodes and their edges: the value is the first side's.
    void back_up(const std::vector<int>& nodes, const std::vector<int>& path, float value) {
        for (std::size_t i = path.size(); i-- > 0;) {
            Edge& taken = edge(path[i]);
            // What is proven below counts as what it is.
            if (taken.verdict != Verdict::open) value = value_of(taken.verdict, Side::first);
            ++taken.visits;
            taken.sum += turn_of(nodes[i]) == Side::first ? value : -value;
        }
        ++simulations_;
    }

    // The last edge of a path is proven: what follows for the positions before it?
    void prove(const std::vector<int>& nodes, const std::vector<int>& path, Verdict verdict) {
        for (std::size_t i = path.size(); i-- > 0;) {
            edge(path[i]).verdict = verdict;
            verdict = from_edges(nodes_[static_cast<std::size_t>(nodes[i])]);
            if (verdict == Verdict::open) return;
        }
        verdict_ = verdict;
    }

    // The value of the root for the side to move.
    float value() const {
        const Node& root = nodes_[0];
        if (verdict_ != Verdict::open) return value_of(verdict_, root.turn);
        float sum = root.value;
        int visits = 1;
        for (const Edge& edge : *this) {
            sum += edge.sum;
            visits += edge.visits;
        }
        return sum / static_cast<float>(visits);
    }

    // How much there is to be said for each edge of the root. The winning ones, if a win is proven; or
    // else by visits, without what is proven to lose if there is something else. Where none of these
    // was ever tried: by priors.
    std::vector<float> weights() const {
        const Side turn = nodes_[0].turn;
        std::vector<float> by_visits, by_prior;
        float visits = 0.0f;
        for (const Edge& edge : *this) {
            const bool wins = verdict_ == win_of(turn);
            const bool loses = edge.verdict == win_of(other(turn)) && verdict_ != edge.verdict;
            const bool counts = wins ? edge.verdict == verdict_ : !loses;
            by_prior.push_back(counts ? (wins ? 1.0f : edge.prior) : 0.0f);
            by_visits.push_back(counts && !wins ? static_cast<float>(edge.visits) : 0.0f);
            visits += by_visits.back();
        }
        return visits > 0.0f ? by_visits : by_prior;
    }

    // The root's priors become random ones by a share. Dirichlet's distribution; ten in all, whatever
    // the number of moves, as in AlphaZero.
    void add_noise(float share, Rng& rng) {
        const Node& root = nodes_[0];
        std::vector<float> drawn;
        float sum = 0.0f;
        for (int i = root.begin; i < root.end; ++i) {
            drawn.push_back(gamma(10.0 / (root.end - root.begin), rng));
            sum += drawn.back();
        }
        if (!(sum > 0.0f)) return;
        for (int i = root.begin; i < root.end; ++i) {
            float& prior = edge(i).prior;
            prior += share * (drawn[static_cast<std::size_t>(i - root.begin)] / sum - prior);
        }
    }

  private:
    // Usual numbers, not tuned: how much priors explore, and what a move loses by never having been tried
    // when all others have been.
    static constexpr float exploration = 1.5f;
    static constexpr float reduction = 0.25f;

    const Edge& at(int i) const { return edges_[static_cast<std::size_t>(i)]; }
    Side turn_of(int node) const { return nodes_[static_cast<std::size_t>(node)].turn; }

    Verdict from_edges(const Node& node) const {
        bool open = false, draw = false;
        for (int i = node.begin; i < node.end; ++i) {
            const Verdict verdict = at(i).verdict;
            if (verdict == win_of(node.turn)) return verdict;
            open |= verdict == Verdict::open;
            draw |= verdict == Verdict::draw;
        }
        return open ? Verdict::open : draw ? Verdict::draw : win_of(other(node.turn));
    }

    static double uniform(Rng& rng) {  // above 0, at most 1
        return (static_cast<double>(rng.next() >> 11) + 1.0) * 0x1.0p-53;
    }
    // A draw from the gamma distribution: Marsaglia and Tsang (https://doi.org/10.1145/358407.358414).
    static float gamma(double shape, Rng& rng) {
        if (shape < 1.0) {
            const double power = logarithm(uniform(rng)) / shape;
            return gamma(shape + 1.0, rng) * exponential(static_cast<float>(power));
        }
        const double d = shape - 1.0 / 3.0, c = 1.0 / std::sqrt(9.0 * d);
        for (;;) {
            const double x = normal(rng), root = 1.0 + c * x;
            if (root <= 0.0) continue;
            const double v = root * root * root;
            if (logarithm(uniform(rng)) < 0.5 * x * x + d - d * v + d * logarithm(v))
                return static_cast<float>(d * v);
        }
    }
    // From the normal distribution, by the polar method.
    static double normal(Rng& rng) {
        for (;;) {
            const double x = 2.0 * uniform(rng) - 1.0, y = 2.0 * uniform(rng) - 1.0;
            const double square = x * x + y * y;
            if (square < 1.0 && square > 1e-300)
                return x * std::sqrt(-2.0 * logarithm(square) / square);
        }
    }

    std::size_t most_edges_;
    std::vector<Node> nodes_;
    std::vector<Edge> edges_;
    Verdict verdict_ = Verdict::open;
    std::int64_t simulations_ = 0;
};

}  // namespace quincunx
