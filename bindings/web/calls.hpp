// How the page's script and the module talk to each other.
//
// Texts go in through one buffer, several of them separated by zeros, and answers come back as JSON in
// another. Things that live on, games and engines, are known by their numbers. A call returns a number of
// its own, or -1 if it failed; then the answer says what was wrong, and nothing has changed.
#pragma once

#include <cstdint>
#include <memory>
#include <new>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/errors.hpp"
#include "json.hpp"
#include "play/history.hpp"

// An export of the module: the script finds it by its name. CMakeLists.txt lists for the linker the functions
// whose lines begin with this.
#define QUINCUNX_CALL extern "C" __attribute__((used))

namespace quincunx::web {

// The texts that were put in for this call; missing ones are empty.
std::string_view given(int which = 0);

// The answer of this call, which begins empty.
std::string& answer();

void answer_error(std::string_view type, std::string_view message);
void answer_error(std::string_view type, const MoveError& error);

// Things by number. Numbers are used again.
template <class T>
class Things {
  public:
    int add(T thing) {
        auto made = std::make_unique<T>(std::move(thing));
        if (unused_.empty()) {
            unused_.reserve(all_.size() + 1);  // so that drop() needs no memory
            all_.push_back(nullptr);
            unused_.push_back(static_cast<int>(all_.size()) - 1);
        }
        const int number = unused_.back();
        unused_.pop_back();
        all_[static_cast<std::size_t>(number)] = std::move(made);
        return number;
    }
    T& at(int number) {
        if (number < 0 || number >= static_cast<int>(all_.size()) || !all_[number])
            throw std::invalid_argument("nothing here has the number " + std::to_string(number));
        return *all_[number];
    }
    void drop(int number) {
        at(number);
        all_[number].reset();
        unused_.push_back(number);
    }

  private:
    std::vector<std::unique_ptr<T>> all_;
    std::vector<int> unused_;
};

Things<History>& histories();

// Runs a call: its result, or -1 and an answer that says what went wrong.
template <class F>
int call(F&& work) {
    answer().clear();
    try {
        if constexpr (std::is_void_v<decltype(work())>) {
            work();
            return 0;
        } else {
            return work();
        }
    } catch (const InvalidMove& error) {
        answer_error("InvalidMoveError", error);
    } catch (const GameOver& error) {
        answer_error("GameOverError", error);
    } catch (const IllegalMove& error) {
        answer_error("IllegalMoveError", error);
    } catch (const InvalidPosition& error) {
        answer_error("InvalidPositionError", error.what());
    } catch (const std::bad_alloc&) {
        answer_error("OutOfMemoryError", "there is not enough memory for this");
    } catch (const std::invalid_argument& error) {
        answer_error("RangeError", error.what());
    } catch (const std::out_of_range& error) {
        answer_error("RangeError", error.what());
    } catch (const std::exception& error) {
        answer_error("EngineError", error.what());
    }
    return -1;
}

// As call(), with an answer that `work` writes.
template <class F>
int write(F&& work) {
    return call([&] {
        Json json(answer());
        work(json);
    });
}

}  // namespace quincunx::web
