// gpu-tiles: sums of products of two factors that each have axes of their own: matrix products, batched ones, and
// convolutions.
#include "core/tune/rules/all_rules.h"
#include "core/tune/rules/gpu/tile_text.h"

namespace lw::tune {
namespace {

constexpr int64_t kLeastColumns = 4;  // for fewer, most threads of a tile would have nothing to do

Message whyNotTiles(const Snapshot&, const Contraction& c) {
  if (Message why = c.whySymbolic(); !why.empty()) return why;
  if (c.rows.empty() || c.columns.empty()) return say("has a factor without axes of its own");
  if (c.sums.empty()) return say("is no sum");
  if (c.count(c.sums) < 2) return say("is a sum of one term");
  if (c.count(c.rows) < 2 || c.count(c.columns) < kLeastColumns) return say("is a product with a vector");
  if (!c.fillsTerms) return say("cannot be filled up with zeros");
  return {};
}

Message apply(RuleContext& context) {
  return forEachContraction(context, whyNotTiles, [&](const Contraction& c) {
    GpuTileText tile(context, c);
    tile.write();
    return tile.scheduled();
  });
}

}  // namespace

const Rule kGpuTiles{"gpu-tiles", "Tile sums of products for blocks of threads, shared memory and registers.", apply};

}  // namespace lw::tune
