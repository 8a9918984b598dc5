// register-tiles: sums of products of two factors that each have axes of their own, which are matrix products, batched
// ones, and convolutions.
#include "core/support/text.h"
#include "core/tune/rules/all_rules.h"
#include "core/tune/rules/contractions/channel_text.h"
#include "core/tune/rules/contractions/product_text.h"

namespace lw::tune {
namespace {

constexpr int64_t kLeastColumns = 4;  // for fewer, vectors would be mostly empty

// A convolution of one pixel is tiled by channels, if its weights can be packed.
bool isPixel(const Contraction& c) { return !c.columns.empty() && c.count(c.columns) == 1 && !c.isMatrixProduct(); }

Message productMisfit(const Snapshot&, const Contraction& c) {
  if (c.rows.empty() || c.columns.empty()) return say("has a factor without axes of its own");
  if (c.sums.empty()) return say("is no sum");
  if (c.count(c.sums) < 2) return say("is a sum of one term");
  if (c.count(c.rows) < 2 || (c.count(c.columns) < kLeastColumns && !isPixel(c)))
    return say("is a product with a vector");
  return {};
}

Message applyRegisterTiles(RuleContext& context) {
  std::vector<BlockId> finished;
  return forEachContraction(context, productMisfit, [&](const Contraction& c) {
    ChannelText channels(context, c);
    if (isPixel(c)) {
      if (!channels.fits()) return std::vector<BlockId>();
      channels.write();
      return channels.scheduled();
    }
    ProductText product(context, c, finished);
    if (channels.fits()) {
      const std::string direct = context.text.fresh("direct_" + c.name);
      const double weight = channels.weight();
      context.text.line(direct + " = " + sampled(normalised({{0, 1 - weight}, {1, weight}})));
      context.text.open("if " + direct + " == 1:");
      channels.write();
      context.text.close();
      context.text.open("else:");
    }
    product.write();
    if (channels.fits()) context.text.close();
    if (product.last() != c.block) finished.push_back(product.last());
    return product.scheduled();
  });
}

}  // namespace

const Rule kRegisterTiles = {
    "register-tiles", "Tiles sums of products for registers and caches, and packs their factors.", applyRegisterTiles};

}  // namespace lw::tune
