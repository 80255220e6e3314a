// Reading recorded games, for Python: texts come as bytes in UTF-8, and places in them are bytes too.
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>

#include <cstring>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "common.hpp"
#include "play/record.hpp"
#include "search/share.hpp"

namespace quincunx {

namespace {

std::string_view view(const nb::bytes& text) { return {text.c_str(), text.size()}; }

// Half of a surrogate pair, which a Python text may hold, goes there and back as it is.
nb::str text_of(std::string_view utf8) {
    PyObject* text =
        PyUnicode_DecodeUTF8(utf8.data(), static_cast<Py_ssize_t>(utf8.size()), "surrogatepass");
    if (!text) throw nb::python_error();
    return nb::steal<nb::str>(text);
}

nb::tuple tuple_of(const RecordFault& fault) {
    return nb::make_tuple(fault.begin, fault.end, text_of(fault.reason));
}

// Tags of games after games. Most have the same names in the same places as the game before, so that
// these need not be made again.
class TagReader {
  public:
    // The tags that stand one below the other at this place, which is moved behind them.
    nb::dict read(std::string_view text, std::size_t& at, std::vector<RecordFault>& faults) {
        nb::dict tags;
        bool has_game = false;
        for (std::size_t place = 0; is_tag_line(text, at); ++place) {
            const std::size_t begin = at;
            const auto tag = read_tag(text, at, faults);
            if (!tag) continue;
            if (tag->name == "Game" && std::exchange(has_game, true)) {
                at = begin;  // of the next game: this one was cut off
                break;
            }
            const nb::object& name = name_of(tag->name, place);
            const nb::object value =
                tag->escaped ? text_of(unescaped(tag->raw)) : text_of(tag->raw);
            const Py_ssize_t before = PyDict_GET_SIZE(tags.ptr());
            if (!PyDict_SetDefault(tags.ptr(), name.ptr(), value.ptr())) throw nb::python_error();
            if (PyDict_GET_SIZE(tags.ptr()) == before)
                faults.push_back({begin, begin + 1 + tag->name.size(), "this tag is there twice"});
        }
        return tags;
    }

  private:
    const nb::object& name_of(std::string_view name, std::size_t place) {
        if (place >= names_.size()) names_.resize(place + 1);
        auto& [known, object] = names_[place];
        if (known != name) {
            known = name;
            object = text_of(name);
        }
        return object;
    }

    std::vector<std::pair<std::string, nb::object>> names_;
};

// Collects what a record says: moves as they are, all else as pairs of a word and a text.
class Collector final : public RecordVisitor {
  public:
    nb::list items;

    void move(const Position& after, Move m) override { items.append(named(after, m)); }
    void mark(std::string_view text) override { add("mark", text); }
    void comment(std::string_view text) override { add("comment", text); }
    void begin_variation() override { add("begin", ""); }
    void end_variation() override { add("end", ""); }

  private:
    void add(const char* kind, std::string_view text) {
        items.append(nb::make_tuple(kind, text_of(text)));
    }
};

}  // namespace

void bind_record(nb::module_& m) {
    m.def(
        "read_tags",
        [](const nb::bytes& text) {
            std::vector<RecordFault> faults;
            std::size_t at = 0;
            const nb::dict tags = TagReader().read(view(text), at, faults);
            nb::list told;
            for (const RecordFault& fault : faults) told.append(tuple_of(fault));
            return nb::make_tuple(tags, told, at);
        },
        nb::arg("text"),
        nb::sig("def read_tags(text: bytes) -> tuple[dict[str, str], list[tuple[int, int, str]], "
                "int]"),
        "The tags at the beginning of a text, what is wrong with them (from, to, why), and where\n"
        "they end.");
    m.def(
        "scan_tags",
        [](const nb::bytes& data, bool final) {
            const std::string_view text = view(data);
            TagReader reader;
            std::vector<RecordFault> faults;
            nb::list games;
            std::size_t at = 0;
            while (at < text.size()) {
                if (!is_tag_line(text, at)) {
                    const std::size_t next = text.find("\n[", at);
                    if (next == text.npos) {
                        // The last sign may be the end of a line behind which tags come.
                        at = final || text.back() != '\n' ? text.size() : text.size() - 1;
                        break;
                    }
                    at = next + 1;
                }
                const std::size_t begin = at;
                const nb::dict tags = reader.read(text, at, faults);
                if (at >= text.size() && !final) {
                    at = begin;
                    break;
                }
                games.append(nb::make_tuple(begin, tags));
            }
            return nb::make_tuple(games, at);
        },
        nb::arg("data"), nb::arg("final"),
        nb::sig(
            "def scan_tags(data: bytes, final: bool) -> tuple[list[tuple[int, dict[str, str]]], "
            "int]"),
        "Where each game in a part of a file begins, with its tags, and how much of the part is\n"
        "done with; the rest belongs before the next part.");
    m.def(
        "read_moves",
        [](const History& start, const nb::bytes& text, std::size_t at) {
            Collector collected;
            MovesRead read = read_moves(start, view(text), at, collected);
            nb::object result = nb::none(), fault = nb::none();
            if (!read.result.empty()) result = text_of(read.result);
            if (read.fault) fault = tuple_of(*read.fault);
            return nb::make_tuple(collected.items, std::move(read.end), result, fault);
        },
        nb::arg("start"), nb::arg("text"), nb::arg("at"),
        nb::sig("def read_moves(start: History, text: bytes, at: int) -> tuple[list[Move | "
                "tuple[str, str]], History, str | None, tuple[int, int, str] | None]"),
        "What a text says from a place on: moves, and pairs of a word (mark, comment, begin, end)\n"
        "and a text; the end of the main line; the result; and what is wrong (from, to, why).");
    m.def("share_text", &share_text, nb::arg("history"), "A whole game in letters and digits.");
    m.def("from_share_text", &from_share_text, nb::arg("text"), "The game that such a text is of.");
}

}  // namespace quincunx
