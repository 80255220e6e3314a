// Memory: malloc and free of the module, in place of the C library's.
//
// The allocator of zig's C library rounds a block up to a power of two and keeps what is freed for blocks of
// that very size. But an engine asks for a few blocks of many megabytes: they would take up to twice as much,
// and those of another engine, of another size, as much again. Here a large block takes the pages it needs,
// and free pages beside one another are one piece. Small blocks share pages, each page with blocks of one
// size, which differ by an eighth to a quarter.
//
// Blocks of a middle size are kept apart from the large ones: some stay for ever, and would part what could
// become one piece again.
//
// WebAssembly gives memory in pages and never takes any back. There is one thread. Nobody calls realloc.
#include <bit>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <new>

namespace {

constexpr std::size_t page = 65536, most_pages = 65536;

// --- Small blocks ------------------------------------------------------------------------------------

constexpr std::size_t most_small = page / 2;
constexpr std::size_t usual_alignment = 16;

struct Kind {
    std::uint8_t number;  // from 1 on
    std::size_t bytes;
};

// Steps of 16 up to 128; from there on four steps to each doubling.
constexpr Kind kind_of(std::size_t bytes) {
    if (bytes <= 128) {
        const std::size_t steps = bytes ? (bytes + 15) / 16 : 1;
        return {static_cast<std::uint8_t>(steps), 16 * steps};
    }
    const int bits = std::bit_width(bytes - 1);
    const std::size_t half = std::size_t{1} << (bits - 1), step = half / 4;
    const std::size_t steps = (bytes - half + step - 1) / step;
    return {static_cast<std::uint8_t>(4 * (bits - 8) + 8 + static_cast<int>(steps)),
            half + steps * step};
}
static_assert(kind_of(0).bytes == 16 && kind_of(129).number == 9 && kind_of(129).bytes == 160);
static_assert(kind_of(257).number == 13 && kind_of(most_small).bytes == most_small);

constexpr int kinds = kind_of(most_small).number + 1;

struct Unused {
    Unused* next;
};
Unused* unused[kinds];             // freed blocks
std::uintptr_t rest[kinds];        // of the page that blocks are taken from; on a boundary: none
std::uint8_t kind_in[most_pages];  // by page: of its small blocks, or 0

// --- Pages -------------------------------------------------------------------------------------------

// Pages that are in use or free together. All runs, in the order of their places.
struct Run {
    Run* next;
    std::size_t first, pages;
    bool is_middle;  // taken for blocks of a middle size
    bool is_free;
    bool is_fresh;  // never written to, so all zeros

    std::size_t end() const { return first + pages; }
    void* place() const { return reinterpret_cast<void*>(first * page); }
};
Run* runs = nullptr;

constexpr std::size_t none = static_cast<std::size_t>(-1);
std::size_t small_page();

void* take_small(const Kind& kind) {
    if (Unused* block = unused[kind.number]) {
        unused[kind.number] = block->next;
        return block;
    }
    std::uintptr_t& place = rest[kind.number];
    if (place % page == 0 || page - place % page < kind.bytes) {
        const std::size_t fresh = small_page();
        if (fresh == none) {
            errno = ENOMEM;
            return nullptr;
        }
        kind_in[fresh] = kind.number;
        place = fresh * page;
    }
    void* const block = reinterpret_cast<void*>(place);
    place += kind.bytes;
    return block;
}

void free_small(void* block) {
    Unused*& list = unused[kind_in[reinterpret_cast<std::uintptr_t>(block) / page]];
    list = new (block) Unused{list};
}

Run* insert_after(Run* before, const Run& run) {
    void* const place = take_small(kind_of(sizeof(Run)));
    if (!place) return nullptr;
    Run*& link = before ? before->next : runs;
    Run* const made = new (place) Run(run);
    made->next = link;
    link = made;
    return made;
}

// One run of this one and the next, if both are free and nothing lies between them.
void merge_with_next(Run* run) {
    Run* const next = run->next;
    if (!next || !run->is_free || !next->is_free || run->end() != next->first ||
        run->is_middle != next->is_middle)
        return;
    run->pages += next->pages;
    run->is_fresh &= next->is_fresh;
    run->next = next->next;
    free_small(next);
}

// Keeps so many pages of a run; the others are free. All are kept if there is no memory to note that down.
void shorten(Run* run, std::size_t pages) {
    if (run->pages == pages) return;
    Run* const others = insert_after(run, {nullptr, run->first + pages, run->pages - pages,
                                           run->is_middle, true, run->is_fresh});
    if (!others) return;
    run->pages = pages;
    merge_with_next(others);
}

// More memory: added to the last run if that is free, of the same sort, and at the end of all.
Run* grow(std::size_t pages, bool is_middle) {
    Run* last = runs;
    while (last && last->next) last = last->next;
    const bool goes_on = last && last->is_free && last->is_middle == is_middle &&
                         last->end() == __builtin_wasm_memory_size(0);
    // First the note, which may take a page of its own.
    Run* const run = goes_on ? last : insert_after(last, {nullptr, 0, 0, is_middle, true, true});
    if (!run) return nullptr;
    const std::size_t more = pages - run->pages;
    const std::size_t first = __builtin_wasm_memory_grow(0, more);
    if (first == none) {
        if (!goes_on) {
            (last ? last->next : runs) = nullptr;
            free_small(run);
        }
        return nullptr;
    }
    if (!goes_on) run->first = first;
    run->pages += more;
    return run;
}

// The smallest free run of a sort that will do.
Run* find(std::size_t pages, bool is_middle) {
    Run* best = nullptr;
    for (Run* run = runs; run; run = run->next)
        if (run->is_free && run->is_middle == is_middle && run->pages >= pages &&
            (!best || run->pages < best->pages))
            best = run;
    return best;
}

Run* take(std::size_t bytes) {
    constexpr std::size_t many = 32, most_middle = 4;
    const std::size_t pages = bytes / page + (bytes % page != 0);
    const bool is_middle = pages <= most_middle;
    if (!runs) grow(many, true);  // before the large ones, so that it does not part them
    Run* run = find(pages, is_middle);
    if (!run) run = grow(is_middle ? many : pages, is_middle);
    if (!run) run = find(pages, !is_middle);
    if (!run) {
        errno = ENOMEM;
        return nullptr;
    }
    run->is_free = false;
    shorten(run, pages);
    return run;
}

// A page for small blocks, or none. Many are taken at a time; from what larger blocks have left only if there is
// nothing else.
std::size_t small_page() {
    constexpr std::size_t many = 48;
    static std::size_t next = 0, left = 0;
    if (!left) {
        next = __builtin_wasm_memory_grow(0, many);
        left = next == none ? 0 : many;
    }
    if (left) {
        --left;
        return next++;
    }
    if (const std::size_t one = __builtin_wasm_memory_grow(0, 1); one != none) return one;
    // Not the last page of a run: whoever asks may be about to put another one behind it.
    for (Run* run = runs; run; run = run->next)
        if (run->is_free && run->pages > 1) {
            --run->pages;
            return run->end();
        }
    return none;
}

void give_back(std::size_t first) {
    Run* before = nullptr;
    Run* run = runs;
    for (; run->first != first; run = run->next) before = run;
    run->is_free = true;
    run->is_fresh = false;
    merge_with_next(run);
    if (before) merge_with_next(before);
}

}  // namespace

extern "C" {

// Precondition: the alignment is a power of two, and not larger than a page.
void* aligned_alloc(std::size_t alignment, std::size_t bytes) {
    if (alignment > usual_alignment && bytes <= most_small)
        bytes = std::bit_ceil(bytes > alignment ? bytes : alignment);
    if (bytes <= most_small) return take_small(kind_of(bytes));
    const Run* run = take(bytes);
    return run ? run->place() : nullptr;
}

void* malloc(std::size_t bytes) { return aligned_alloc(usual_alignment, bytes); }

int posix_memalign(void** block, std::size_t alignment, std::size_t bytes) {
    *block = aligned_alloc(alignment, bytes);
    return *block ? 0 : ENOMEM;
}

void* calloc(std::size_t count, std::size_t each) {
    std::size_t bytes;
    if (__builtin_mul_overflow(count, each, &bytes)) {
        errno = ENOMEM;
        return nullptr;
    }
    if (bytes <= most_small) {
        void* const block = malloc(bytes);
        return block ? std::memset(block, 0, bytes) : nullptr;
    }
    const Run* run = take(bytes);
    if (!run) return nullptr;
    // Pages that have never been written to are zeros, and the system has not found room for them yet.
    return run->is_fresh ? run->place() : std::memset(run->place(), 0, bytes);
}

void free(void* block) {
    if (!block) return;
    const std::size_t number = reinterpret_cast<std::uintptr_t>(block) / page;
    if (kind_in[number])
        free_small(block);
    else
        give_back(number);
}

}  // extern "C"

// --- new -----------------------------------------------------------------------------------------------

// The library's own were compiled without exceptions and end the module when there is no memory.
namespace {

void* or_throw(void* block) {
    if (!block) throw std::bad_alloc();
    return block;
}

}  // namespace

void* operator new(std::size_t bytes) { return or_throw(malloc(bytes)); }
void* operator new[](std::size_t bytes) { return or_throw(malloc(bytes)); }
void* operator new(std::size_t bytes, std::align_val_t alignment) {
    return or_throw(aligned_alloc(static_cast<std::size_t>(alignment), bytes));
}
void* operator new[](std::size_t bytes, std::align_val_t alignment) {
    return or_throw(aligned_alloc(static_cast<std::size_t>(alignment), bytes));
}
