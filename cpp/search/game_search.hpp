// One game's part of an engine, behind one interface: its simulations, and how its solver is made.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "core/memory.hpp"
#include "core/stop_check.hpp"
#include "play/history.hpp"
#include "search/search_tree.hpp"
#include "search/simulator.hpp"
#include "search/solver.hpp"

namespace quincunx {

class alignas(interference_size) GameSearch {
  public:
    virtual ~GameSearch() = default;

    virtual const Tuning& tuning() const = 0;
    virtual SearchTree& tree() = 0;
    virtual const SearchTree& tree() const = 0;

    // Workers are numbered from 0. Each has random numbers of its own.
    virtual void hire(int workers, std::uint64_t seed) = 0;
    virtual const SearchTree::Worker& worker(int number) const = 0;

    // Not while a search runs.
    virtual void set_root(const History& history) = 0;

    // By the worker's thread: this many simulations.
    virtual void simulate(int worker, std::int64_t count, const StopCheck& check) = 0;
    // By the worker's thread, last of all: counts what has not been counted yet.
    virtual void settle(int worker) = 0;
    // Instead of that, after a failure.
    virtual void abandon(int worker) = 0;
};

template <Game G, class K>
class GameSearchOf final : public GameSearch {
  public:
    GameSearchOf(const History& any, std::size_t bytes)
        : any_(as<G>(any.position())), simulator_(bytes) {}

    const Tuning& tuning() const override { return K::tuning; }
    SearchTree& tree() override { return simulator_.tree; }
    const SearchTree& tree() const override { return simulator_.tree; }

    void hire(int count, std::uint64_t seed) override {
        workers_.clear();
        for (int number = 0; number < count; ++number)
            workers_.push_back(
                std::make_unique<Worker>(any_, seed, static_cast<std::uint64_t>(number)));
    }
    const SearchTree::Worker& worker(int number) const override { return *workers_[number]; }

    void set_root(const History& history) override {
        for (auto& worker : workers_) {
            worker->past.emplace(history);
            worker->alone = workers_.size() == 1;
            worker->playouts = 0;
            worker->draws = 0.0;
        }
        simulator_.set_root(history, *workers_[0]);
    }

    void simulate(int worker, std::int64_t count, const StopCheck& check) override {
        for (; count > 0; --count) simulator_.simulate(*workers_[worker], check);
    }
    void settle(int worker) override { simulator_.settle(*workers_[worker]); }
    void abandon(int worker) override { SearchTree::drop_lease(*workers_[worker]); }

  private:
    using Worker = typename Simulator<G, K>::Worker;

    G any_;
    Simulator<G, K> simulator_;
    std::vector<std::unique_ptr<Worker>> workers_;
};

// How the parts of a game's engine are made: search/make_engines.hpp fills it in.
struct GameEngines {
    // `plain`: without any knowledge of the game.
    std::unique_ptr<GameSearch> (*search)(const History& any, std::size_t bytes, bool plain);
    std::unique_ptr<GameSolver> (*solver)(const History& any, std::size_t bytes);
    bool (*within_reach)(const History& history);  // of the solver, while a player waits
};

}  // namespace quincunx
