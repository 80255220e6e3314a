#include "games/catalogue.hpp"

#include <optional>
#include <string>

namespace quincunx {

namespace {

// Calls make with std::type_identity<G> for the narrowest type of the family that holds the size.
template <class Family, class Make>
AnyLine narrowest(int size, Make&& make) {
    std::optional<AnyLine> line;
    [&]<class... Gs>(std::type_identity<std::tuple<Gs...>>) {
        (void)((detail::holds<Gs>(size) ? (line = make(std::type_identity<Gs>{}), true) : false) ||
               ...);
    }(std::type_identity<Family>{});
    return *line;
}

// Calls make with std::type_identity of the family that has the id.
template <class Make>
AnyLine of_family(std::string_view game, Make&& make) {
    std::optional<AnyLine> line;
    std::string known;
    for_each_family([&]<class Family>(std::type_identity<Family> family) {
        const GameInfo& info = FirstOf<Family>::info;
        known += (known.empty() ? "" : ", ") + std::string(info.id);
        if (info.id == game) line = make(family);
    });
    if (!line)
        throw InvalidPosition("no game is called \"" + std::string(game.substr(0, 40)) +
                              "\"; there are " + known);
    return *line;
}

const Geometry& (*board_maker(const Geometry& example))(int) {
    return example.shape() == Geometry::Shape::square ? Geometry::square : Geometry::hexhex;
}

}  // namespace

AnyLine start(std::string_view game, const Options& options) {
    return of_family(game, [&]<class Family>(std::type_identity<Family>) {
        require_size(FirstOf<Family>::info, options.size);
        return narrowest<Family>(options.size, [&]<class G>(std::type_identity<G>) {
            return AnyLine(Line<G>(G(options)));
        });
    });
}

AnyLine from_fen(std::string_view game, std::string_view fen) {
    return of_family(game, [&]<class Family>(std::type_identity<Family>) {
        const GameInfo& info = FirstOf<Family>::info;
        const FirstOf<Family> example(Options{info.sizes.least});
        const Setup setup = parse_fen(info, board_maker(example.geometry()), fen);
        return narrowest<Family>(setup.options.size, [&]<class G>(std::type_identity<G>) {
            try {
                return AnyLine(Line<G>(G::from(setup)));
            } catch (const InvalidPosition& error) {
                throw InvalidPosition("fen \"" + std::string(fen.substr(0, 400)) +
                                      "\": " + error.what());
            }
        });
    });
}

}  // namespace quincunx
