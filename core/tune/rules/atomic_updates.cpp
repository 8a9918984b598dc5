// atomic-updates: which element is updated depends on data (histograms, sums by keys). Threads update at the same time
// by atomic operations, where there are several.
#include "core/schedule/all_primitives.h"
#include "core/tune/rules/all_rules.h"
#include "core/tune/rules/block_facts.h"
#include "core/tune/rules/step_text.h"

#include "core/ir/visit.h"

namespace lw::tune {
namespace {

bool hasDataIndex(const BlockFacts& facts) {
  bool found = false;
  for (const Expr& index : facts.store->indices)
    forEachExpr(index, [&](const Expr& e) { found = found || e.as<BufferLoad>(); });
  return found;
}

Message whyNotAtomic(const RuleContext& context, const BlockFacts& facts) {
  if (!facts.store || !hasDataIndex(facts)) return "which elements it writes does not depend on data";
  if (context.machine.threads < 2) return "one thread needs no atomic updates";
  if (!kAtomicUpdate.check(context.program, {StepValue(facts.id)}).ok()) return "its updates cannot be atomic";
  return {};
}

// Sets what resources/spaces/atomic_updates.py asks for.
void write(RuleContext& context, const BlockFacts& facts) {
  SpaceText& text = context.text;
  const int64_t threads = context.machine.threads;
  SpaceTemplate space(text);
  space.set("name", facts.name);
  space.set("block", quoted(facts.name));
  setSample(space, text, "atomic", "atomic_" + facts.name, {{0, 0.5}, {1, 0.5}});
  setSample(space, text, "parts", "parts_" + facts.name, {{threads, 0.4}, {4 * threads, 0.3}, {16 * threads, 0.3}});
  space.setChoice("loops", [&] {
    const std::vector<std::string> loops = loopNames(text, facts);
    space.set("outermost", loops.front());
    return listed(loops);
  });
  space.write(spaceTemplate("atomic_updates"));
  take(context, facts.id);
}

Message apply(RuleContext& context) {
  return forEachBlock(context, Sizes::Constant, [&](const BlockFacts& facts) {
    Message why = whyNotAtomic(context, facts);
    if (why.empty()) write(context, facts);
    return why;
  });
}

}  // namespace

const Rule kAtomicUpdates{"atomic-updates", "Let threads update elements that data choose.", apply};

}  // namespace lw::tune
