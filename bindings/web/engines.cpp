// The engine and the solver, for the page. There is one thread: a search goes on only while somebody calls
// q_engine_wait, a little at a time, so that the worker can read its mail in between.
#include <charconv>
#include <cmath>
#include <limits>
#include <optional>

#include "calls.hpp"
#include "engines/catalogue.hpp"
#include "search/levels.hpp"

namespace quincunx::web {

namespace {

using EnginePtr = std::unique_ptr<Engine>;
using SolverPtr = std::unique_ptr<ExactSolver>;

Things<EnginePtr>& engines() {
    static Things<EnginePtr> all;
    return all;
}
Things<SolverPtr>& solvers() {
    static Things<SolverPtr> all;
    return all;
}
Things<Chooser>& choosers() {
    static Things<Chooser> all;
    return all;
}

std::size_t bytes_of(int memory_mb) {
    if (memory_mb < 1 || memory_mb > 4000)
        throw std::invalid_argument("memoryMb must be 1 to 4000, not " + std::to_string(memory_mb));
    return static_cast<std::size_t>(memory_mb) << 20;
}

// As short as it can be without losing a bit.
std::string number_text(double value) {
    char digits[32];
    return {digits, std::to_chars(digits, digits + sizeof digits, value).ptr};
}

void write_proof(Json& json, const std::optional<Proof>& proof) {
    if (!proof) {
        json.null();
        return;
    }
    json.open('{')
        .field("winner", number_of(proof->winner))
        .field("plies", proof->plies)
        .close('}');
}

void write_report(Json& json, const Report& report) {
    json.open('{').key("value").raw(number_text(report.value));
    json.key("wdl").list(report.wdl, [&](double part) { json.raw(number_text(part)); });
    write_proof(json.key("proven"), report.proven);
    json.field("playouts", report.playouts).field("nodes", report.nodes);
    json.key("seconds").raw(number_text(report.seconds));
    json.field("memory", report.bytes)
        .field("running", report.running)
        .field("stoppedBy", text_of(report.stopped_by));
    json.key("lines").list(report.lines, [&](const Candidate& line) {
        json.open('{').field("move", line.move).key("value").raw(number_text(line.value));
        json.field("visits", line.visits).key("prior").raw(number_text(line.prior));
        write_proof(json.key("proven"), line.proven);
        json.key("pv").list(line.pv, [&](const std::string& move) { json.value(move); });
        json.close('}');
    });
    json.close('}');
}

}  // namespace

// An engine for the game and board of a history.
QUINCUNX_CALL int q_engine(int h, int memory_mb, std::uint64_t seed, int plain) {
    return call([&] {
        return engines().add(
            make_engine(histories().at(h), {1, bytes_of(memory_mb), seed, plain != 0}));
    });
}
QUINCUNX_CALL int q_engine_drop(int e) {
    return call([&] { engines().drop(e); });
}
// Without a limit where the number is negative; one of the two must set one.
QUINCUNX_CALL int q_engine_start(int e, int h, double seconds, double playouts) {
    return call([&] {
        Limits limits;
        if (seconds >= 0) limits.seconds = seconds;
        if (playouts >= 0) limits.playouts = static_cast<std::int64_t>(playouts);
        engines().at(e)->start(histories().at(h), limits);
    });
}
// 1 if the search has ended.
QUINCUNX_CALL int q_engine_wait(int e, double seconds) {
    return call([&] { return static_cast<int>(engines().at(e)->wait(seconds)); });
}
QUINCUNX_CALL int q_engine_stop(int e) {
    return call([&] { engines().at(e)->stop(); });
}
QUINCUNX_CALL int q_engine_clear(int e) {
    return call([&] { engines().at(e)->clear(); });
}
QUINCUNX_CALL int q_engine_report(int e, int lines, int length) {
    return write([&](Json& json) { write_report(json, engines().at(e)->report(lines, length)); });
}

QUINCUNX_CALL int q_levels() {
    return write([](Json& json) {
        json.list(levels(), [&](const Level& level) {
            json.open('{').field("text", level.text).field("playouts", level.playouts);
            json.key("margin").raw(number_text(level.margin));
            json.key("temperature").raw(number_text(level.temperature)).close('}');
        });
    });
}
QUINCUNX_CALL int q_level_memory_mb() { return static_cast<int>(level_bytes >> 20); }
QUINCUNX_CALL int q_forced_playouts() { return static_cast<int>(forced_playouts); }

// What chooses for the levels.
QUINCUNX_CALL int q_chooser(std::uint64_t seed) {
    return call([&] { return choosers().add(Chooser(seed)); });
}
QUINCUNX_CALL int q_chooser_drop(int c) {
    return call([&] { choosers().drop(c); });
}
// The number of the line, among all that the engine reports, to play at a level from 1 on; 0 is full
// strength.
QUINCUNX_CALL int q_choose(int c, int e, int level, int mover) {
    return call([&] {
        if (level < 0 || level > static_cast<int>(levels().size()))
            throw std::invalid_argument("there is no level " + std::to_string(level) +
                                        "; the levels are 1 to " + std::to_string(levels().size()));
        std::vector<Known> known;
        for (const Candidate& line : engines().at(e)->report(0, 1).lines) {
            std::optional<double> sure;
            if (line.proven)
                sure = !line.proven->winner                   ? 0.5
                       : index(*line.proven->winner) == mover ? 1.0
                                                              : 0.0;
            known.push_back({line.value, line.visits, sure, line.proven ? line.proven->plies : 0});
        }
        const Level* chosen = level ? &levels()[static_cast<std::size_t>(level) - 1] : nullptr;
        return static_cast<int>(choosers().at(c).choose(known, chosen ? chosen->margin : 0,
                                                        chosen ? chosen->temperature : 0));
    });
}

// Exact solving.
QUINCUNX_CALL int q_solver(int h, int memory_mb) {
    return call([&] { return solvers().add(make_solver(histories().at(h), bytes_of(memory_mb))); });
}
QUINCUNX_CALL int q_solver_drop(int s) {
    return call([&] { solvers().drop(s); });
}
// Works for this long; answers with the proof, or null if it needs more.
QUINCUNX_CALL int q_solver_work(int s, int h, double seconds) {
    return write([&](Json& json) {
        write_proof(json, solvers().at(s)->work(histories().at(h), seconds, {}));
    });
}
QUINCUNX_CALL int q_solver_nodes(int s) {
    return write([&](Json& json) { json.value(solvers().at(s)->nodes()); });
}

}  // namespace quincunx::web
