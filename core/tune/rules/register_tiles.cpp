// register-tiles: sums of products of two factors that each have axes of their own, which are matrix products, batched
// ones, and convolutions.
#include <algorithm>

#include "core/tune/rules/all_rules.h"
#include "core/tune/rules/product_text.h"

namespace lw::tune {
namespace {

constexpr int64_t kLeastColumns = 4;  // for fewer, vectors would be mostly empty

Message misfitOf(const Contraction& c) {
  if (c.rows.empty() || c.columns.empty()) return say("has a factor without axes of its own");
  if (c.sums.empty()) return say("is no sum");
  if (c.count(c.rows) < 2 || c.count(c.columns) < kLeastColumns) return say("is a product with a vector");
  return {};
}

Message applyRegisterTiles(RuleContext& context) {
  Message first;
  bool any = false;
  for (const BlockId block : context.program.blocks(context.function)) {
    if (std::find(context.taken.begin(), context.taken.end(), block) != context.taken.end()) continue;
    if (block == context.program.rootBlock(context.function)) continue;
    const std::variant<Contraction, Message> found = contractionOf(context.program, block);
    const auto* contraction = std::get_if<Contraction>(&found);
    const Message why = contraction ? misfitOf(*contraction) : std::get<Message>(found);
    if (!why.empty()) {
      if (first.empty()) first = say("block {0} {1}", Ident(context.program.name(block)), why);
      continue;
    }
    ProductText product(context, *contraction);
    product.write();
    for (const BlockId b : product.scheduled()) context.taken.push_back(b);
    any = true;
  }
  if (any) return {};
  return first.empty() ? say("the function has no blocks") : first;
}

}  // namespace

const Rule kRegisterTiles = {
    "register-tiles", "Tiles sums of products for registers and caches, and packs their factors.", applyRegisterTiles};

}  // namespace lw::tune
