// The axes of a stage: finds the loop that drives each of its iters, or explains what became of that loop.
#include <algorithm>

#include "core/arith/analyzer.h"
#include "core/ir/ops.h"
#include "core/ir/visit.h"
#include "core/te/errors.h"
#include "core/te/te_stages.h"

namespace lw::te {

std::string joined(const std::vector<std::string>& names, const char* last) {
  std::string text;
  for (size_t i = 0; i < names.size(); ++i) text += (i == 0 ? "" : i + 1 == names.size() ? last : ", ") + names[i];
  return text;
}

std::vector<LoopId> ownLoops(const ScheduleObject& object, BlockId id, const Expr& binding) {
  const Snapshot& program = object.schedule.program();
  std::vector<LoopId> others, loops;
  if (const auto at = object.tensors.attached.find(id.value);
      at != object.tensors.attached.end() && program.contains(BlockId{at->second}))
    others = program.loopsAbove(BlockId{at->second});
  for (const LoopId loop : program.loopsAbove(id))
    if (usesVar(binding, program.loop(loop).var) && std::find(others.begin(), others.end(), loop) == others.end())
      loops.push_back(loop);
  return loops;
}

namespace {

// Does the loop alone run through the values of the iter, with step 1? If the iter is a part of a fused loop, it does
// not.
bool counts(const Snapshot& program, const Expr& binding, LoopId loop) {
  const Var& var = program.loop(loop).var;
  return Analyzer().canProveEqual(binding, substitute(binding, {{var.key(), makeConst(var.dtype(), 0)}}) + Expr(var));
}

// Explains what became of the axis: "j was split into j_0 and j_1 before".
Explanation missingAxis(const ScheduleObject& object, const Block& block, size_t iter,
                        const std::vector<LoopId>& loops) {
  const Schedule& schedule = object.schedule;
  std::string axis = block.iters[iter].var.name();
  if (loops.empty()) return explain(err::kAxisWithoutLoop(axis, block.name), "leave it out");
  std::vector<std::string> names;
  for (const LoopId loop : loops) names.push_back(schedule.program().name(loop));
  const int made = schedule.madeBy(loops.front());
  std::string verb = "became";
  if (made >= 0) {
    const Primitive* primitive = schedule.step(made).primitive;
    verb = primitive == &kSplit || primitive == &kTile ? "was split into"
           : primitive == &kFuse                       ? "was fused into"
                                                       : "became";
    const Snapshot& before = schedule.programAfter(made - 1);
    if (before.contains(block.id))
      for (const LoopId loop : before.loopsAbove(block.id))
        if (iter < before.block(block.id).bindings.size() &&
            usesVar(before.block(block.id).bindings[iter], before.loop(loop).var) && !schedule.program().contains(loop))
          axis = before.name(loop);
  }
  return explain(err::kUsedAfterItsAxis(axis, verb, joined(names, " and ")),
                 names.size() == 1 ? say("use {0}", names[0]) : "use one of them");
}

}  // namespace

Result<Value> stageAxes(const std::shared_ptr<ScheduleObject>& object, const StepValue& handle, IterKind kind) {
  Schedule& schedule = object->schedule;
  const Result<BlockId> id = schedule.resolve(*handle.as<BlockRv>());
  if (!id) return id.error();
  const Block block = schedule.program().block(*id);
  std::vector<Value> axes;
  for (size_t i = 0; i < block.iters.size(); ++i) {
    if (block.iters[i].kind != kind) continue;
    const std::vector<LoopId> loops = ownLoops(*object, *id, block.bindings[i]);
    if (loops.size() != 1 || !counts(schedule.program(), block.bindings[i], loops.front())) {
      axes.push_back(Value(std::make_shared<script::UnusableObject>("an axis that is no longer a loop",
                                                                    missingAxis(*object, block, i, loops))));
      continue;
    }
    Result<LoopRv> rv = schedule.rvFor(loops.front());
    if (!rv) return std::move(rv).error();
    axes.push_back(fromStepValue(*rv));
  }
  return Value(ListRef{std::make_shared<ListObject>(std::move(axes))});
}

}  // namespace lw::te
