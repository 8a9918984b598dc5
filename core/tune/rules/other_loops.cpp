// other-loops: results that no other rule schedules. Those of their loops that may run in parallel or in the lanes of
// vectors do, and how much of them is unrolled is a decision.
#include <algorithm>

#include "core/schedule/all_primitives.h"
#include "core/tune/rules/all_rules.h"
#include "core/tune/rules/block_facts.h"
#include "core/tune/rules/step_text.h"

namespace lw::tune {
namespace {

constexpr int64_t kMostLanes = 64;

bool mayBe(const RuleContext& context, const Primitive& kind, LoopId loop) {
  return kind.check(context.program, {StepValue(loop)}).ok();
}

bool isResult(const RuleContext& context, const BlockFacts& facts) {
  const auto parameter = [&](const BufferRegion& w) { return isParameterOf(context, w.buffer); };
  return std::any_of(facts.block->writes.begin(), facts.block->writes.end(), parameter);
}

void write(RuleContext& context, const BlockFacts& facts) {
  SpaceText& text = context.text;
  const BlockAxis& last = facts.axes.back();
  text.comment(facts.name + ": the loops as they are.");
  const std::vector<std::string> loops = getLoops(text, facts);
  const bool lanes = !last.reduce && last.extent > 1 && mayBe(context, kVectorize, last.loop);
  if (lanes && facts.store) {
    vectorized(context, facts, loops.back(), last.extent);
  } else if (lanes && last.extent <= kMostLanes) {
    text.line("sch.vectorize(" + loops.back() + ")");
  }
  const size_t units = unitAxes(facts, loops.size() - 1);
  if ((units + 1 < loops.size() || !lanes) && mayBe(context, kParallel, facts.axes[units].loop))
    text.line("sch.parallel(" + loops[units] + ")");
  const std::string unroll = sample(text, "unroll_" + facts.name, {{0, 0.4}, {16, 0.3}, {64, 0.3}});
  text.line("sch.annotate(sch.get_loops(" + quoted(facts.name) + ")[0], \"pragma_auto_unroll_max_step\", " + unroll +
            ")");
  take(context, facts.id);
}

Message apply(RuleContext& context) {
  return forEachBlock(context, Sizes::Symbolic, [&](const BlockFacts& facts) {
    Message why = whySymbolic(context, facts.axes.back());
    // A reduction gains so much by other rules that its loops as they are would be no answer.
    for (const BlockAxis& axis : facts.axes)
      if (why.empty() && facts.reduction) why = whySymbolic(context, axis);
    if (why.empty() && !isResult(context, facts)) why = "where it is computed is decided by another rule";
    if (why.empty()) write(context, facts);
    return why;
  });
}

}  // namespace

const Rule kOtherLoops{"other-loops", "Run in parallel and in vectors what may.", apply};

}  // namespace lw::tune
