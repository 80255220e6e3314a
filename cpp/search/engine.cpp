#include "search/engine.hpp"

#include "games/knowledge_of_all.hpp"
#include "search/engine_of.hpp"
#include "search/plain.hpp"

namespace quincunx {

std::unique_ptr<Searcher> make_searcher(const AnyLine& any, const EngineOptions& options) {
    return std::visit(
        [&]<class G>(const Line<G>& line) -> std::unique_ptr<Searcher> {
            if (options.plain) return std::make_unique<EngineOf<G, Plain<G>>>(line, options);
            return std::make_unique<EngineOf<G, Knowledge<G>>>(line, options);
        },
        any);
}

}  // namespace quincunx
