// shared-loops: nests that several blocks share, as they are written. Those of their loops that may run in parallel or
// in the lanes of vectors do, and how much of them is unrolled is a decision.
#include <algorithm>

#include "core/ir/ops.h"
#include "core/schedule/all_primitives.h"
#include "core/schedule/support/inline_helpers.h"
#include "core/support/text.h"
#include "core/tune/rules/all_rules.h"
#include "core/tune/rules/step_text.h"

namespace lw::tune {
namespace {

struct OwnLoop {
  BlockFacts facts;  // without axes
  int64_t extent;    // of its innermost loop
};

bool mayRun(const RuleContext& context, const Primitive& kind, LoopId loop) {
  return kind.check(context.program, {StepValue(loop)}).ok();
}

// Why the nest stays as it is; empty: the rule schedules it.
Message whyNotNest(const RuleContext& context, const std::vector<BlockId>& blocks) {
  for (const BlockId id : blocks) {
    if (isTaken(context, id)) return "an earlier rule has scheduled a block of its nest";
    if (context.program.blocksNamed(context.program.name(id), context.function).size() > 1)
      return "several blocks have its name";
    for (const LoopId loop : context.program.loopsAbove(id))
      if (context.program.loop(loop).kind != ForKind::Serial || !context.program.loop(loop).annotations.empty())
        return say("an earlier step has scheduled its loop {0}", Ident(context.program.name(loop)));
  }
  return {};
}

// The innermost loop of the block where it holds nothing else and its iterations may run in the lanes of a vector.
std::optional<OwnLoop> laneLoop(const RuleContext& context, BlockId id) {
  const Snapshot& program = context.program;
  const std::vector<LoopId> loops = program.loopsAbove(id);
  const BufferStore* store = onlyStore(program.block(id));
  if (loops.size() < 2 || !store || program.blocksBelow(loops.back()).size() != 1) return std::nullopt;
  const std::optional<int64_t> extent = asInt(program.loop(loops.back()).extent);
  if (!extent || *extent < 2 || !mayRun(context, kVectorize, loops.back())) return std::nullopt;
  return OwnLoop{{id, program.name(id), &program.block(id), store}, *extent};
}

// The first of the loops around all blocks that runs more than once; the outermost one if none does.
size_t sharedByThreads(const RuleContext& context, const std::vector<BlockId>& blocks,
                       const std::vector<LoopId>& loops) {
  for (size_t i = 0; i < loops.size() && context.program.blocksBelow(loops[i]).size() == blocks.size(); ++i)
    if (!isOne(context.program.loop(loops[i]).extent)) return i;
  return 0;
}

void write(RuleContext& context, const std::vector<BlockId>& blocks) {
  SpaceText& text = context.text;
  std::vector<std::string> names;
  for (const BlockId id : blocks) names.push_back(context.program.name(id));
  text.comment(join(names) + ": the loops as they are.");
  for (const BlockId id : blocks) {
    const std::optional<OwnLoop> own = laneLoop(context, id);
    if (!own) continue;
    const std::string along = text.fresh("along_" + own->facts.name);
    text.line(along + " = sch.get_loops(" + quoted(own->facts.name) + ")[-1]");
    vectorized(context, own->facts, along, own->extent);
  }
  const std::vector<LoopId> loops = context.program.loopsAbove(blocks.front());
  const size_t shared = sharedByThreads(context, blocks, loops);
  text.line("outer = sch.get_loops(" + quoted(names.front()) + ")[" + std::to_string(shared) + "]");
  if (mayRun(context, kParallel, loops[shared])) text.line("sch.parallel(outer)");
  const std::string unroll = sample(text, "unroll_" + names.front(), {{0, 0.4}, {16, 0.3}, {64, 0.3}});
  text.line("sch.annotate(outer, \"pragma_auto_unroll_max_step\", " + unroll + ")");
  for (const BlockId id : blocks) take(context, id);
}

Message apply(RuleContext& context) {
  bool fitted = false;
  std::vector<Message> reasons;
  std::vector<LoopId> seen;
  const BlockId root = context.program.rootBlock(context.function);
  for (const BlockId id : context.program.blocks(context.function)) {
    const std::vector<LoopId> loops = id == root ? std::vector<LoopId>() : context.program.loopsAbove(id);
    if (loops.empty() || context.program.scopeOf(id) != root) continue;
    if (std::find(seen.begin(), seen.end(), loops.front()) != seen.end()) continue;
    seen.push_back(loops.front());
    const std::vector<BlockId> blocks = context.program.blocksBelow(loops.front());
    Message why = blocks.size() < 2 ? Message("it shares its loops with no other block") : whyNotNest(context, blocks);
    if (why.empty()) {
      write(context, blocks);
      fitted = true;
    } else if (!isTaken(context, id)) {
      reasons.push_back(say("block {0}: {1}", Ident(context.program.name(id)), std::move(why)));
    }
  }
  return fitted ? Message() : noBlock(context, reasons);
}

}  // namespace

const Rule kSharedLoops{"shared-loops", "Run in parallel and in vectors what may of a nest of several blocks.", apply};

}  // namespace lw::tune
