// masks: attention in which a token sees earlier tokens only, written as a mask. When all tiles are made, loops leave
// out those that the mask makes zero: half of both products (12 heads, 128 tokens: see tests/bench/RESULTS.md).
#include <algorithm>

#include "core/ir/visit.h"
#include "core/support/quote.h"
#include "core/tune/rules/all_rules.h"
#include "core/tune/rules/block_facts.h"

namespace lw::tune {
namespace {

bool isMask(const Expr& value) {
  const auto* number = value.as<FloatImm>();
  return number && number->value <= -65504;
}

// Does the block choose between a value and a masked one by a comparison of its axes?
bool hasMask(const Block& block) {
  return anyExpr(block.body, [](const Expr& e) {
    if (const auto* s = e.as<Select>()) return isMask(s->whenTrue) || isMask(s->whenFalse);
    const auto* call = e.as<Call>();
    return call && call->op == Intrinsic::IfThenElse && (isMask(call->args[1]) || isMask(call->args[2]));
  });
}

Message apply(RuleContext& context) {
  const std::vector<BlockId> blocks = context.program.blocks(context.function);
  const BlockId root = context.program.rootBlock(context.function);
  const bool masked = root.valid() && std::any_of(blocks.begin(), blocks.end(), [&](BlockId b) {
                        return b != root && hasMask(context.program.block(b));
                      });
  if (!masked) return say("no block chooses between a value and a masked one");
  SpaceText& text = context.text;
  text.comment("Tiles of which a mask leaves nothing are not computed. Some tiles are too large for that.");
  text.open("try:");
  text.line("sch.skip_masked(" + quoted(context.program.name(root)) + ")");
  text.close();
  text.open("except Exception:");
  text.line("pass");
  text.close();
  return {};
}

}  // namespace

const Rule kMasks{"masks", "Leave out tiles that a mask makes zero.", apply};

}  // namespace lw::tune
