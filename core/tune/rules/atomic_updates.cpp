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

void write(RuleContext& context, const BlockFacts& facts) {
  SpaceText& text = context.text;
  const int64_t threads = context.machine.threads;
  text.comment(facts.name + ": all threads update the result, or one.");
  const std::string atomic = sample(text, "atomic_" + facts.name, {{0, 0.5}, {1, 0.5}});
  text.open("if sch.get(" + atomic + ") == 1:");
  const std::string parts =
      sample(text, "parts_" + facts.name, {{threads, 0.4}, {4 * threads, 0.3}, {16 * threads, 0.3}});
  const std::vector<std::string> loops = getLoops(text, facts);
  text.line("sch.atomic(" + quoted(facts.name) + ")");
  text.line("part, _ = sch.split(" + loops.front() + ", [" + parts + ", None])");
  text.line("sch.parallel(part)");
  text.close();
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
