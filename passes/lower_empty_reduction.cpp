#include "passes/lower_empty_reduction.h"

#include <map>

#include "core/analysis/shapes/empty_reductions.h"
#include "core/ir/visit.h"
#include "passes/mark_origins.h"

namespace lw {
namespace {

// The init as a block of its own, with the origins of the reduction.
Stmt initNest(const EmptyReduction& reduction, PrimFunc& ids) {
  PrimFunc part = ids;
  part.body = reduction.init.withOrigin({reduction.block, reduction.before});
  const Stmt marked = rewriteStmts(markOrigins(part).body, [&](const Stmt& s) -> std::optional<Stmt> {
    const auto* block = s.as<Block>();
    if (!block || block->id != reduction.block) return std::nullopt;
    Block init = *block;
    init.name += "_init";
    init.body = *init.init;
    init.init.reset();
    return Stmt(std::move(init), s.origin());
  });
  return freshCopy(marked, ids);
}

PrimFunc overLoops(const PrimFunc& f) { return lowerEmptyReductions(f, false); }
PrimFunc overThreads(const PrimFunc& f) { return lowerEmptyReductions(f, true); }

}  // namespace

PrimFunc lowerEmptyReductions(const PrimFunc& f, bool threadsReduce) {
  PrimFunc result = f;
  struct Place {
    std::vector<Stmt> inits;
    bool nothingElse = false;  // the loop never runs anything else
  };
  std::map<LoopId, Place> places;
  for (const EmptyReduction& reduction : emptyReductions(f)) {
    if (threadsReduce && reduction.overThreads && !reduction.certain) continue;
    Place& place = places[reduction.before];
    place.inits.push_back(initNest(reduction, result));
    place.nothingElse = reduction.certain && reduction.alone;
  }
  if (places.empty()) return f;
  result.body = rewriteStmts(f.body, [&](const Stmt& s) -> std::optional<Stmt> {
    const auto* loop = s.as<For>();
    const auto place = loop ? places.find(loop->id) : places.end();
    if (place == places.end()) return std::nullopt;
    std::vector<Stmt> all = place->second.inits;
    if (!place->second.nothingElse) all.push_back(s);
    return sequence(std::move(all)).withOrigin(s.origin());
  });
  return result;
}

const Pass kLowerEmptyReductionPass{.name = "lower_empty_reduction",
                                    .label = "empty reductions",
                                    .help = "State the init of reductions whose loops may have no iteration.",
                                    .run = programOnly<overLoops>};
const Pass kLowerEmptyGpuReductionPass{.name = "lower_empty_reduction",
                                       .label = "empty reductions",
                                       .help = "State the init of reductions whose loops may have no iteration.",
                                       .run = programOnly<overThreads>};

}  // namespace lw
