#include "search/checkpoint.hpp"

#include <algorithm>
#include <cstring>
#include <string>
#include <utility>

#include "core/hash.hpp"

namespace quincunx {

namespace {

constexpr std::size_t block_bytes = std::size_t{1} << 20;

struct Head {
    std::uint64_t length, sum;
};

std::uint64_t sum_of(std::uint64_t number, std::span<const std::byte> bytes) {
    Hasher sum;
    sum.add(number).add(bytes.size());
    std::size_t i = 0;
    std::uint64_t word = 0;
    for (; i + sizeof word <= bytes.size(); i += sizeof word) {
        std::memcpy(&word, bytes.data() + i, sizeof word);
        sum.add(word);
    }
    word = 0;
    if (i < bytes.size()) std::memcpy(&word, bytes.data() + i, bytes.size() - i);
    return sum.add(word).value();
}

}  // namespace

// --- Saving --------------------------------------------------------------------------------------

Saver::Saver(Sink sink) : sink_(std::move(sink)) { block_.reserve(block_bytes); }

void Saver::bytes(const void* from, std::size_t count) {
    const auto* next = static_cast<const std::byte*>(from);
    while (count) {
        const std::size_t part = std::min(count, block_bytes - block_.size());
        block_.insert(block_.end(), next, next + part);
        next += part;
        count -= part;
        if (block_.size() == block_bytes) put_block();
    }
}

void Saver::put_block() {
    const Head head{block_.size(), sum_of(blocks_++, block_)};
    sink_(std::as_bytes(std::span(&head, 1)));
    if (!block_.empty()) sink_(block_);
    block_.clear();
}

void Saver::finish() {
    if (!block_.empty()) put_block();
    put_block();
}

// --- Loading -------------------------------------------------------------------------------------

Loader::Loader(Source source) : source_(std::move(source)) {}

void Loader::refuse(const char* what) { throw BadCheckpoint(std::string("damaged: ") + what); }

void Loader::fill(void* to, std::size_t count) {
    auto* next = static_cast<std::byte*>(to);
    while (count) {
        const std::size_t got = source_(std::span(next, count));
        if (!got || got > count) refuse("it ends too early");
        next += got;
        count -= got;
    }
}

void Loader::get_block() {
    Head head{};
    fill(&head, sizeof head);
    if (head.length > block_bytes) refuse("its sums do not agree");
    block_.resize(static_cast<std::size_t>(head.length));
    fill(block_.data(), block_.size());
    if (sum_of(blocks_++, block_) != head.sum) refuse("its sums do not agree");
    used_ = 0;
}

void Loader::bytes(void* to, std::size_t count) {
    auto* next = static_cast<std::byte*>(to);
    while (count) {
        if (used_ == block_.size()) {
            get_block();
            if (block_.empty()) refuse("it holds too little");
        }
        const std::size_t part = std::min(count, block_.size() - used_);
        std::memcpy(next, block_.data() + used_, part);
        used_ += part;
        next += part;
        count -= part;
    }
}

std::uint64_t Loader::at_most(std::uint64_t most) {
    const std::uint64_t n = number();
    if (n > most) refuse("it holds what cannot be");
    return n;
}

void Loader::expect(std::uint64_t n) {
    if (number() != n) throw BadCheckpoint("saved by another solver, or with another memory");
}

void Loader::finish() {
    if (used_ == block_.size()) get_block();
    if (used_ != block_.size()) refuse("it holds too much");
    std::byte more{};
    if (source_(std::span(&more, 1))) refuse("something stands behind its end");
}

}  // namespace quincunx
