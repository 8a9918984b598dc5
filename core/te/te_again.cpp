// In tensor expressions a stage keeps its splits wherever it is computed, whereas here moving a block makes new loops.
// Therefore the steps on its loops are repeated at the new place, and handles of the old loops are redirected to the
// new ones.
#include <algorithm>

#include "core/ir/visit.h"
#include "core/support/text.h"
#include "core/te/te_stages.h"

namespace lw::te {

namespace {

bool worksOnLoops(const Primitive* p) {
  constexpr const Primitive* kOnLoops[] = {&kSplit,     &kTile,     &kFuse, &kReorder, &kUnroll,
                                           &kVectorize, &kParallel, &kBind, &kPragma};
  return std::find(std::begin(kOnLoops), std::end(kOnLoops), p) != std::end(kOnLoops);
}

void eachLoop(const StepValue& value, const std::function<void(LoopRv)>& f) {
  if (const auto* rv = value.as<LoopRv>()) f(*rv);
  if (const auto* list = value.as<StepValue::List>())
    for (const StepValue& item : *list) eachLoop(item, f);
}

// nullopt: a loop has no counterpart.
std::optional<StepValue> renamed(const StepValue& value, const std::map<LoopRv, LoopRv>& now) {
  if (const auto* rv = value.as<LoopRv>()) {
    const auto found = now.find(*rv);
    return found == now.end() ? std::nullopt : std::optional<StepValue>(found->second);
  }
  if (const auto* list = value.as<StepValue::List>()) {
    StepValue::List out;
    for (const StepValue& item : *list) {
      std::optional<StepValue> one = renamed(item, now);
      if (!one) return std::nullopt;
      out.push_back(std::move(*one));
    }
    return StepValue(std::move(out));
  }
  return value;
}

}  // namespace

LoopSteps loopSteps(const ScheduleObject& object, const StepValue& handle) {
  LoopSteps work;
  const Schedule& schedule = object.schedule;
  const Result<BlockId> block = schedule.resolve(*handle.as<BlockRv>());
  if (!block) return work;
  std::vector<LoopId> around;
  if (const auto at = object.tensors.attached.find(block->value);
      at != object.tensors.attached.end() && schedule.program().contains(BlockId{at->second}))
    around = schedule.program().loopsAbove(BlockId{at->second});
  std::set<LoopId> own, made;
  for (const LoopId loop : schedule.program().loopsAbove(*block))
    if (std::find(around.begin(), around.end(), loop) == around.end()) own.insert(loop);
  std::map<LoopRv, LoopId> ids;
  for (int s = 0; s < schedule.stepCount(); ++s) {
    const Schedule then = schedule.prefix(s + 1);
    for (const StepValue& output : schedule.step(s).outputs)
      eachLoop(output, [&](LoopRv rv) {
        if (const Result<LoopId> id = then.resolve(rv)) ids.emplace(rv, *id);
      });
  }
  int first = schedule.stepCount();
  for (int s = schedule.stepCount(); s-- > 0;) {
    const std::vector<LoopId>& added = schedule.change(s).loopsAdded;
    bool ours = std::any_of(added.begin(), added.end(), [&](LoopId l) { return own.contains(l); });
    std::vector<LoopId> inputs;
    for (const StepValue& arg : schedule.step(s).args)
      eachLoop(arg, [&](LoopRv rv) {
        if (const auto id = ids.find(rv); id != ids.end()) inputs.push_back(id->second);
      });
    ours = ours || std::any_of(inputs.begin(), inputs.end(), [&](LoopId l) { return own.contains(l); });
    if (!ours || !worksOnLoops(schedule.step(s).primitive)) continue;
    own.insert(inputs.begin(), inputs.end());
    made.insert(added.begin(), added.end());
    work.steps.insert(work.steps.begin(), s);
    first = s;
  }
  const Snapshot& before = schedule.programAfter(first - 1);
  if (work.steps.empty() || !before.contains(*block)) return {};
  const Block& then = before.block(*block);
  for (const auto& [rv, id] : ids) {
    if (!own.contains(id) || made.contains(id) || !before.contains(id)) continue;
    for (size_t i = 0; i < then.iters.size(); ++i)
      if (usesVar(then.bindings[i], before.loop(id).var)) work.iterOf[rv] = i;
  }
  return work;
}

Result<std::string> repeatSteps(const std::shared_ptr<ScheduleObject>& object, const StepValue& handle,
                                const LoopSteps& work, Span span) {
  Schedule& schedule = object->schedule;
  const Result<BlockId> block = schedule.resolve(*handle.as<BlockRv>());
  if (!block) return block.error();
  std::map<LoopRv, LoopRv> now;
  for (const auto& [rv, iter] : work.iterOf) {
    const std::vector<LoopId> loops = ownLoops(*object, *block, schedule.program().block(*block).bindings[iter]);
    if (loops.size() != 1) continue;
    Result<LoopRv> found = schedule.rvFor(loops.front());
    if (!found) return found.error();
    now.emplace(rv, *found);
  }
  std::string lost;
  for (const int s : work.steps) {
    const Instruction step = schedule.step(s);
    Arguments args;
    std::optional<StepValue> arg;
    for (const StepValue& old : step.args)
      if ((arg = renamed(old, now))) args.push_back(std::move(*arg));
    if (args.size() == step.args.size()) {
      const int count = schedule.stepCount();
      const Result<StepValue> done = schedule.apply(*step.primitive, std::move(args));
      if (done && schedule.stepCount() > count) {
        const std::vector<StepValue>& outputs = schedule.step(schedule.stepCount() - 1).outputs;
        for (size_t i = 0; i < outputs.size() && i < step.outputs.size(); ++i)
          if (step.outputs[i].as<LoopRv>() && outputs[i].as<LoopRv>())
            now.insert_or_assign(*step.outputs[i].as<LoopRv>(), *outputs[i].as<LoopRv>());
        continue;
      }
      addItem(lost, step.primitive->name + (done ? "" : " (" + toText(done.error()) + ")"));
      continue;
    }
    addItem(lost, step.primitive->name);
  }
  while (static_cast<int>(object->stepSpans.size()) < schedule.stepCount()) object->stepSpans.push_back(span);
  for (const auto& [old, fresh] : now) object->tensors.renamed.insert_or_assign(old, fresh);
  return lost;
}

}  // namespace lw::te
