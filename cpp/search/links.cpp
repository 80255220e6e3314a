#include "search/links.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>

#include "core/bits.hpp"

namespace quincunx {

namespace {

// Kept between two places, and taken together: enough for most of what larger numbers find.
constexpr std::size_t most_links = 6, most_threats = 16, most_together = 4;
// Pairs of links looked at before the search leaves it at that.
constexpr std::int64_t effort = 4'000'000;
constexpr std::int64_t between_checks = 1 << 14;

template <int W>
struct Board {
    std::vector<Bits<W>> beside;
    std::array<Bits<W>, 2> edges;
};

template <int W>
Bits<W> bits_of(const CellList& cells, std::size_t count) {
    Bits<W> bits{};
    for (const int cell : cells) {
        if (cell < 0 || static_cast<std::size_t>(cell) >= count)
            throw std::invalid_argument("there is no cell " + std::to_string(cell));
        bits.set(cell);
    }
    return bits;
}

template <int W>
class LinkSearch {
  public:
    LinkSearch(const Board<W>& board, const CellList& own, const CellList& free,
               const StopCheck& check)
        : board_(board),
          own_(bits_of<W>(own, board.beside.size())),
          free_(bits_of<W>(free, board.beside.size())),
          check_(check) {
        set_up();
    }

    LinkAnswer answer() {
        search();
        LinkAnswer answer;
        for (const Bits<W>& cells : places_) answer.places.push_back(listed(cells));
        if (const auto& joined = pair(0, 1).links; !joined.empty()) {
            answer.joined = tell(joined.front(), answer);
            return answer;
        }
        // Small threats first, and only those that say more about where the other must play.
        std::stable_sort(
            edge_threats_.begin(), edge_threats_.end(),
            [](const Threat& a, const Threat& b) { return a.cells.count() < b.cells.count(); });
        Bits<W> left = free_;
        for (const Threat& threat : edge_threats_) {
            if (left.within(threat.cells)) continue;
            left &= threat.cells;
            answer.moves.push_back(places_[threat.middle].lowest());
            answer.after.push_back(tell(threat, answer));
        }
        return answer;
    }

  private:
    // A free cell between two links.
    struct Threat {
        Bits<W> cells;
        int middle, one, other;
    };
    struct Link {
        int a, b;
        Bits<W> cells;
        std::array<int, 2> parts{-1, -1};
        std::vector<Threat> threats{};
        bool dead = false;
        int step = -1;  // once it has been told
    };
    struct Pair {
        std::vector<int> links;
        std::vector<Threat> threats;
    };
    // A link that leads away from a place: its cells, with the cell at its far end.
    struct Way {
        Bits<W> taken;
        int to, link;
    };

    static CellList listed(const Bits<W>& cells) {
        CellList list;
        cells.for_each([&](int cell) { list.push_back(cell); });
        return list;
    }
    Pair& pair(int a, int b) {
        if (a > b) std::swap(a, b);
        return pairs_[static_cast<std::size_t>(b) * (b - 1) / 2 + a];
    }
    Bits<W> free_cell(int place) const { return place >= first_free_ ? places_[place] : Bits<W>{}; }
    Bits<W> around(const Bits<W>& cells) const {
        Bits<W> found{};
        cells.for_each([&](int cell) { found |= board_.beside[cell]; });
        return found;
    }
    Bits<W> chain(Bits<W> cells) const {
        for (;;) {
            const Bits<W> more = around(cells) & own_ & ~cells;
            if (more.none()) return cells;
            cells |= more;
        }
    }

    void set_up() {
        Bits<W> rest = own_;
        for (const Bits<W>& edge : board_.edges) {
            places_.push_back(chain(own_ & edge));
            rest &= ~places_.back();
        }
        while (rest.any()) {
            places_.push_back(chain(Bits<W>::of(rest.lowest())));
            rest &= ~places_.back();
        }
        first_free_ = static_cast<int>(places_.size());
        std::vector<int> place(board_.beside.size());
        free_.for_each([&](int cell) {
            place[cell] = static_cast<int>(places_.size());
            places_.push_back(Bits<W>::of(cell));
        });
        const std::size_t count = places_.size();
        pairs_.resize(count * (count - 1) / 2);
        ways_.resize(count);
        waiting_.resize(board_.beside.size() + 1);
        if ((places_[0] & places_[1]).any()) return add({.a = 0, .b = 1, .cells = {}});
        for (int a = 0; a < static_cast<int>(count); ++a) {
            Bits<W> near = around(places_[a]) & free_;
            if (a < 2) near |= board_.edges[a] & free_;
            near.for_each([&](int cell) {
                if (place[cell] > a) add({.a = a, .b = place[cell], .cells = {}});
            });
        }
    }

    void search() {
        // Small ones first. What is made of a link is as large at least as it is.
        for (auto& bucket : waiting_)
            for (std::size_t i = 0; i < bucket.size(); ++i) {
                if (left_ < 0 || !pair(0, 1).links.empty()) return;
                const int number = bucket[i];
                if (links_[number].dead) continue;
                combine(number, links_[number].a, links_[number].b);
                combine(number, links_[number].b, links_[number].a);
                const Link& link = links_[number];
                ways_[link.a].push_back({link.cells | free_cell(link.b), link.b, number});
                ways_[link.b].push_back({link.cells | free_cell(link.a), link.a, number});
            }
    }

    void combine(int number, int middle, int end) {
        if (middle < 2) return;  // a link may end at an edge, but does not go on beyond it
        const Bits<W> cells = links_[number].cells, taken = cells | free_cell(end);
        const Bits<W> between = free_cell(middle);
        for (const Way& way : ways_[middle]) {
            count_work();
            if (way.to == end || (way.taken & taken).any() || links_[way.link].dead) continue;
            const Bits<W> all = cells | links_[way.link].cells;
            if (between.any())
                add_threat(end, way.to, {all | between, middle, number, way.link});
            else
                add({std::min(end, way.to), std::max(end, way.to), all, {number, way.link}});
        }
    }

    void count_work() {
        if (--left_ % between_checks == 0) check_();
    }

    void add(Link link) {
        auto& known = pair(link.a, link.b).links;
        for (const int other : known)
            if (links_[other].cells.within(link.cells)) return;
        std::erase_if(known, [&](int other) {
            const bool useless = link.cells.within(links_[other].cells);
            links_[other].dead |= useless;
            return useless;
        });
        if (known.size() == most_links) {
            const auto largest = std::max_element(known.begin(), known.end(), [&](int a, int b) {
                return links_[a].cells.count() < links_[b].cells.count();
            });
            if (links_[*largest].cells.count() <= link.cells.count()) return;
            links_[*largest].dead = true;
            known.erase(largest);
        }
        std::erase_if(pair(link.a, link.b).threats,
                      [&](const Threat& threat) { return link.cells.within(threat.cells); });
        const auto number = static_cast<int>(links_.size());
        known.push_back(number);
        waiting_[link.cells.count()].push_back(number);
        links_.push_back(std::move(link));
    }

    void add_threat(int a, int b, const Threat& threat) {
        if (a > b) std::swap(a, b);
        Pair& between = pair(a, b);
        for (const int link : between.links)
            if (links_[link].cells.within(threat.cells)) return;
        for (const Threat& other : between.threats)
            if (other.cells.within(threat.cells)) return;
        std::erase_if(between.threats,
                      [&](const Threat& other) { return threat.cells.within(other.cells); });
        if (b == 1) edge_threats_.push_back(threat);
        if (between.threats.size() == most_threats) {
            const auto largest = std::max_element(
                between.threats.begin(), between.threats.end(),
                [](const Threat& x, const Threat& y) { return x.cells.count() < y.cells.count(); });
            if (largest->cells.count() <= threat.cells.count()) return;
            between.threats.erase(largest);
        }
        // A copy, since a link takes threats out of the list.
        const std::vector<Threat> others = between.threats;
        between.threats.push_back(threat);
        std::vector<Threat> taken{threat};
        take_together(a, b, others, taken, threat.cells, threat.cells);
    }

    // Threats that have no cell in common: whatever the other side plays, one of them is whole.
    void take_together(int a, int b, std::span<const Threat> others, std::vector<Threat>& taken,
                       const Bits<W>& common, const Bits<W>& all) {
        for (std::size_t i = 0; i < others.size(); ++i) {
            count_work();
            const Bits<W> left = common & others[i].cells;
            if (left == common) continue;
            taken.push_back(others[i]);
            if (left.none())
                add({.a = a, .b = b, .cells = all | others[i].cells, .threats = taken});
            else if (taken.size() < most_together)
                take_together(a, b, others.subspan(i + 1), taken, left, all | others[i].cells);
            taken.pop_back();
        }
    }

    // --- Telling -------------------------------------------------------------------------------

    static int say(LinkStep::Kind kind, CellList parts, LinkAnswer& answer) {
        answer.steps.push_back({kind, std::move(parts)});
        return static_cast<int>(answer.steps.size()) - 1;
    }

    int tell(int number, LinkAnswer& answer) {
        Link& link = links_[number];
        if (link.step >= 0) return link.step;
        if (!link.threats.empty()) {
            CellList parts;
            for (const Threat& threat : link.threats) {
                parts.push_back(places_[threat.middle].lowest());
                parts.push_back(tell(threat, answer));
            }
            link.step = say(LinkStep::Kind::threats, std::move(parts), answer);
        } else if (link.parts[0] >= 0) {
            const int one = tell(link.parts[0], answer), other = tell(link.parts[1], answer);
            link.step = say(LinkStep::Kind::both, {one, other}, answer);
        } else {
            link.step = say(LinkStep::Kind::touch, {link.a, link.b}, answer);
        }
        return link.step;
    }

    int tell(const Threat& threat, LinkAnswer& answer) {
        const int one = tell(threat.one, answer), other = tell(threat.other, answer);
        return say(LinkStep::Kind::both, {one, other}, answer);
    }

    const Board<W>& board_;
    const Bits<W> own_, free_;
    const StopCheck& check_;
    std::int64_t left_ = effort;
    int first_free_ = 2;
    std::vector<Bits<W>> places_;
    std::deque<Link> links_;                 // which stay where they are
    std::vector<Pair> pairs_;                // as pair() finds them
    std::vector<std::vector<Way>> ways_;     // by place: those that have been combined
    std::vector<std::vector<int>> waiting_;  // links by number of cells
    std::vector<Threat> edge_threats_;       // all that were found between the edges
};

template <int W>
Board<W> board_of(const std::vector<CellList>& beside, const std::array<CellList, 2>& edges) {
    Board<W> board;
    for (const CellList& cells : beside) board.beside.push_back(bits_of<W>(cells, beside.size()));
    for (const int edge : {0, 1}) board.edges[edge] = bits_of<W>(edges[edge], beside.size());
    return board;
}

constexpr int small = 1, large = 6;

}  // namespace

struct LinkBoard::Sizes {
    Board<small> in_one_word;
    Board<large> in_six;
};

LinkBoard::LinkBoard(const std::vector<CellList>& beside, const std::array<CellList, 2>& edges) {
    if (beside.size() > Bits<large>::capacity)
        throw std::invalid_argument("a board has at most " + std::to_string(Bits<large>::capacity) +
                                    " cells");
    Sizes sizes;
    if (beside.size() <= Bits<small>::capacity)
        sizes.in_one_word = board_of<small>(beside, edges);
    else
        sizes.in_six = board_of<large>(beside, edges);
    board_ = std::make_unique<const Sizes>(std::move(sizes));
}

LinkBoard::~LinkBoard() = default;
LinkBoard::LinkBoard(LinkBoard&&) noexcept = default;
LinkBoard& LinkBoard::operator=(LinkBoard&&) noexcept = default;

LinkAnswer LinkBoard::search(const CellList& own, const CellList& free,
                             const StopCheck& check) const {
    if (!board_->in_one_word.beside.empty())
        return LinkSearch<small>(board_->in_one_word, own, free, check).answer();
    return LinkSearch<large>(board_->in_six, own, free, check).answer();
}

}  // namespace quincunx
