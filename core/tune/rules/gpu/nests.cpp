// gpu-nests: what is left: nests that several blocks share, and blocks whose loops are not as plain as other rules need
// them. The outer loops that may run in threads do; where none may, one thread runs the nest.
#include <algorithm>

#include "core/ir/ops.h"
#include "core/schedule/all_primitives.h"
#include "core/support/text.h"
#include "core/tune/rules/all_rules.h"
#include "core/tune/rules/gpu/gpu_text.h"
#include "core/tune/rules/space_template.h"

namespace lw::tune {
namespace {

// Why the nest cannot be scheduled; empty: it can.
Message whyNotNest(const RuleContext& context, const std::vector<BlockId>& blocks) {
  for (const BlockId id : blocks) {
    if (isTaken(context, id)) return "an earlier rule has scheduled a block of its nest";
    if (context.program.blocksNamed(context.program.name(id), context.function).size() > 1)
      return "several blocks have its name";
    for (const LoopId l : context.program.loopsAbove(id)) {
      const For& loop = context.program.loop(l);
      if (loop.kind != ForKind::Serial || !loop.annotations.empty())
        return say("an earlier step has scheduled its loop {0}", Ident(loop.var.name()));
      if (!isZero(loop.min) || !asInt(loop.extent))
        return say("its loop {0} does not run from 0 to a constant", Ident(loop.var.name()));
    }
  }
  return {};
}

// The outer loops that hold nothing but the next one, as far as their iterations may run in threads.
std::vector<LoopId> threadLoops(const RuleContext& context, BlockId first) {
  std::vector<LoopId> chosen;
  for (const LoopId l : context.program.loopsAbove(first)) {
    if (!kBind.check(context.program, {StepValue(l), StepValue(std::string("threadIdx.x"))}).ok()) break;
    chosen.push_back(l);
    if (context.program.children(l).size() != 1) break;
  }
  return chosen;
}

// Sets what resources/spaces/gpu_nests.py asks for.
void write(RuleContext& context, const std::vector<BlockId>& blocks) {
  SpaceText& text = context.text;
  const Snapshot& program = context.program;
  std::vector<std::string> names;
  for (const BlockId id : blocks) names.push_back(program.name(id));
  const std::vector<LoopId> chosen = threadLoops(context, blocks.front());
  for (const BlockId id : blocks) take(context, id);
  const bool looped = !program.loopsAbove(blocks.front()).empty();
  int64_t work = 1;
  for (const LoopId l : chosen) work *= *asInt(program.loop(l).extent);
  SpaceTemplate space(text);
  space.set("names", join(names));
  space.set("block", quoted(names.front()));
  space.setFlag("one_thread", chosen.empty());
  space.setFlag("looped", looped);
  space.set("divided", static_cast<int64_t>(chosen.size()));
  space.setChoice("threads", [&] {
    return sampleNumber(text, "threads_" + names.front(), threadChoices(*context.machine.gpu, work));
  });
  space.write(spaceTemplate("gpu_nests"));
}

Message apply(RuleContext& context) {
  bool fitted = false;
  std::vector<Message> reasons;
  std::vector<BlockId> seen;
  const BlockId root = context.program.rootBlock(context.function);
  for (const BlockId id : context.program.blocks(context.function)) {
    if (id == root || context.program.scopeOf(id) != root || std::find(seen.begin(), seen.end(), id) != seen.end())
      continue;
    const std::vector<LoopId> loops = context.program.loopsAbove(id);
    std::vector<BlockId> blocks = {id};
    if (!loops.empty()) blocks = context.program.blocksBelow(loops.front());
    std::erase_if(blocks, [&](BlockId b) { return context.program.scopeOf(b) != root; });
    seen.insert(seen.end(), blocks.begin(), blocks.end());
    if (isTaken(context, id)) continue;
    Message why = whyNotNest(context, blocks);
    if (why.empty()) {
      write(context, blocks);
      fitted = true;
    } else {
      reasons.push_back(say("block {0}: {1}", Ident(context.program.name(id)), std::move(why)));
    }
  }
  return fitted ? Message() : noBlock(context, reasons);
}

}  // namespace

const Rule kGpuNests{"gpu-nests", "Run the outer loops of what is left by blocks of threads.", apply};

}  // namespace lw::tune
