#include "search/catalogue.hpp"

#include "core/errors.hpp"
#include "play/notation.hpp"

namespace quincunx {

const GameRules& rules_of(std::string_view id) {
    std::string known;
    for (const GameRules& rules : catalogue()) {
        if (rules.info->id == id) return rules;
        known += (known.empty() ? "" : ", ") + std::string(rules.info->id);
    }
    throw InvalidPosition("no game is called \"" + std::string(id.substr(0, 40)) +
                          "\"; there are " + known);
}

History start(std::string_view game, const Options& options) {
    const GameRules& rules = rules_of(game);
    require_size(*rules.info, options.size);
    return History(rules.start(options));
}

History from_fen(std::string_view game, std::string_view fen) {
    const GameRules& rules = rules_of(game);
    const Setup setup = parse_fen(*rules.info, fen);
    try {
        return History(rules.from(setup));
    } catch (const InvalidPosition& error) {
        throw InvalidPosition("fen \"" + std::string(fen.substr(0, 400)) + "\": " + error.what());
    }
}

}  // namespace quincunx
