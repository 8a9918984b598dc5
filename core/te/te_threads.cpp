// What TVM's older calls leave to the compiler if threads share the elements of a stage.
#include <algorithm>

#include "core/ir/update.h"
#include "core/ir/visit.h"
#include "core/te/errors.h"
#include "core/te/te_stages.h"

namespace lw::te {
namespace {

Result<Value> step(const std::shared_ptr<ScheduleObject>& schedule, const Primitive& p, std::vector<Value> positional,
                   Span span, Caller& caller) {
  CallArgs args{std::move(positional), {}, {}, span};
  return schedule->apply(p, args, caller);
}

Result<BlockId> blockOf(ScheduleObject& object, const StepValue& block) {
  return object.schedule.resolve(*block.as<BlockRv>());
}

bool reduces(const Snapshot& program, const Block& block, LoopId loop) {
  for (size_t i = 0; i < block.iters.size(); ++i)
    if (block.iters[i].kind == IterKind::Reduce && usesVar(block.bindings[i], program.loop(loop).var)) return true;
  return false;
}

// Makes the init of a reduction over thread blocks a kernel of its own. False: a step of that is refused.
bool startInKernel(const std::shared_ptr<ScheduleObject>& schedule, const StepValue& start, Span span, Caller& caller) {
  const Result<BlockId> init = blockOf(*schedule, start);
  if (!init) return false;
  const std::vector<LoopId> around = schedule->schedule.program().loopsAbove(*init);
  if (around.empty()) return true;
  Result<LoopRv> outer = schedule->schedule.rvFor(around.front());
  return outer && step(schedule, kBind, {fromStepValue(*outer), Value("blockIdx.x")}, span, caller).ok();
}

}  // namespace

bool makeUpdatesAtomic(const std::shared_ptr<ScheduleObject>& schedule, const StepValue& block, const Value& loop,
                       bool inKernel, Span span, Caller& caller) {
  const Result<BlockId> id = blockOf(*schedule, block);
  if (!id) return false;
  const auto* handle = loop.hostAs<HandleObject>();
  const auto* rv = handle ? handle->handle.as<LoopRv>() : nullptr;
  if (!rv) return false;
  const Result<LoopId> wanted = schedule->schedule.resolve(*rv);
  if (!wanted) return false;
  const Snapshot program = schedule->schedule.program();
  const Block& node = program.block(*id);
  if (!reduces(program, node, *wanted) || atomicStore(node.body)) return false;
  const std::vector<LoopId> loops = program.loopsAbove(*id);
  const auto first =
      inKernel ? loops.begin()
               : std::find_if(loops.begin(), loops.end(), [&](LoopId l) { return reduces(program, node, l); });
  Result<LoopRv> at = schedule->schedule.rvFor(*first);
  if (!at) return false;
  const Result<Value> start =
      step(schedule, kDecomposeReduction, {fromStepValue(block), fromStepValue(*at)}, span, caller);
  if (!start) return false;
  if (!step(schedule, kAtomicUpdate, {fromStepValue(block)}, span, caller)) return false;
  return !inKernel || startInKernel(schedule, start->hostAs<HandleObject>()->handle, span, caller);
}

Status boundTo(const std::shared_ptr<ScheduleObject>& schedule, const StepValue& block, const std::string& axis,
               Span span, Caller& caller) {
  const Result<BlockId> id = blockOf(*schedule, block);
  if (!id) return id.error();
  const Snapshot& program = schedule->schedule.program();
  for (const LoopId loop : program.loopsAbove(*id))
    if (program.loop(loop).thread == axis) return success();
  if (!axis.starts_with("threadIdx.") && !axis.starts_with("blockIdx.")) return success();
  const Result<Value> loop = step(schedule, kAddUnitLoop, {fromStepValue(block)}, span, caller);
  if (!loop) return loop.error();
  const Result<Value> bound = step(schedule, kBind, {*loop, Value(axis)}, span, caller);
  return bound ? success() : Status(bound.error());
}

}  // namespace lw::te
