// Reading recorded games, for Python: texts come as bytes in UTF-8, and places in them are bytes too.
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>

#include <algorithm>
#include <optional>
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

// Tags of games after games. Most have the same names in the same places as the game before, and often
// the same values: such lines are only compared, and the dictionary is a copy with the rest changed.
class TagReader {
  public:
    // The tags that stand one below the other at this place, which is moved behind them.
    nb::dict read(std::string_view text, std::size_t& at, std::vector<RecordFault>& faults) {
        bool has_game = false;
        std::size_t place = 0;
        for (; is_tag_line(text, at); ++place) {
            if (place < lines_.size() && text.substr(at).starts_with(lines_[place].text)) {
                if (lines_[place].is_game && std::exchange(has_game, true)) break;
                at += lines_[place].text.size();
                continue;
            }
            const std::size_t begin = at;
            const auto tag = read_tag(text, at, faults);
            if (tag && tag->name == "Game" && std::exchange(has_game, true)) {
                at = begin;  // of the next game: this one was cut off
                break;
            }
            learn(place, text.substr(begin, at - begin), tag, begin, faults);
        }
        if (place != lines_.size() || !known_) {
            lines_.resize(place);
            build();
        }
        PyObject* copy = PyDict_Copy(tags_.ptr());
        if (!copy) throw nb::python_error();
        return nb::steal<nb::dict>(copy);
    }

  private:
    struct Line {
        std::string text;  // with its end
        std::string name;  // empty for a line that is no tag, or is one for the second time
        nb::object value;
        bool is_game = false;
    };

    // Keep what stands in a line other than that of the game before.
    void learn(std::size_t place, std::string_view text, const std::optional<Tag>& tag,
               std::size_t begin, std::vector<RecordFault>& faults) {
        if (place >= lines_.size()) {
            lines_.resize(place + 1);
            known_ = false;
        }
        Line& line = lines_[place];
        std::string_view name = tag ? tag->name : std::string_view();
        if (name != line.name) {
            known_ = false;
            for (std::size_t other = 0; other < place && !name.empty(); ++other)
                if (lines_[other].name == name) {
                    faults.push_back({begin, begin + 1 + name.size(), "this tag is there twice"});
                    name = {};
                }
            line.name = name;
        }
        // Without its end a line is the last of the text, and could go on in the next part of it. One
        // with a fault has to be looked at each time.
        line.text = !name.empty() && text.ends_with('\n') ? text : "\n";
        line.is_game = name == "Game";
        if (name.empty()) return;
        line.value = tag->escaped ? text_of(unescaped(tag->raw)) : text_of(tag->raw);
        if (known_) tags_[line.name.c_str()] = line.value;
    }

    void build() {
        tags_ = nb::dict();
        for (const Line& line : lines_)
            if (!line.name.empty()) tags_[line.name.c_str()] = line.value;
        known_ = true;
    }

    std::vector<Line> lines_;  // of the game before
    nb::dict tags_;            // what they say
    bool known_ = false;       // does it? Its names and their order, that is
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
        [](const nb::bytearray& data, std::size_t at, std::size_t size, bool final) {
            const std::string_view text(data.c_str(), std::min(size, data.size()));
            TagReader reader;
            std::vector<RecordFault> faults;
            nb::list games;
            const auto begins_tags = [&] {
                return is_tag_line(text, at) && (at == 0 || text[at - 1] == '\n');
            };
            while (at < text.size()) {
                // Brackets are rare among moves, ends of lines are not.
                while (at < text.size() && !begins_tags())
                    at = std::min(text.find('[', at + 1), size);
                const std::size_t begin = at;
                const nb::dict tags = reader.read(text, at, faults);
                if (at >= text.size() && !final) {
                    at = begin;
                    break;
                }
                if (begin < at) games.append(nb::make_tuple(begin, tags));
            }
            return nb::make_tuple(games, at);
        },
        nb::arg("data"), nb::arg("at"), nb::arg("size"), nb::arg("final"),
        nb::sig("def scan_tags(data: bytearray, at: int, size: int, final: bool) -> "
                "tuple[list[tuple[int, dict[str, str]]], int]"),
        "Where each game in a part of a file begins from a place on, with its tags, and how far "
        "the\n"
        "part is done with. The sign before a place tells whether a line begins there.");
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
