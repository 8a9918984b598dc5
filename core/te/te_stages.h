// Schedules in the form of TVM's older tensor-expression language: s[C].split(C.op.axis[0], factor=4). A tensor is
// identified by its name and denotes the block that computes it; every call becomes one or more schedule steps.
#pragma once

#include "core/ir/expr.h"
#include "core/script/schedule_host.h"
#include "core/te/te_values.h"

namespace lw::te {

using script::ExprObject;
using script::fromStepValue;
using script::HandleObject;
using script::ListObject;
using script::ListRef;
using script::NameObject;
using script::ScheduleObject;
using script::SchedulePtr;

// Limits for a run whose schedules know tensors, their stages and axes.
script::Limits withTensors(script::Limits limits = {});
const script::TensorCalls& tensorCalls();

struct TensorObject : HostObject {
  TensorObject(std::shared_ptr<ScheduleObject> s, std::string n, StepValue b = {})
      : schedule(std::move(s)), name(std::move(n)), block(std::move(b)) {}
  std::shared_ptr<ScheduleObject> schedule;
  std::string name;
  StepValue block;  // BlockRv if a step returned it; None: the block is found by the name
  Message typeName() const override { return say("the tensor {0}", Ident(name)); }
  std::string text() const override { return name; }
  Result<Value> attribute(std::string_view part) override;
  Result<StepValue> stage();  // a handle of its block
};

// thread_axis("threadIdx.x"): the axis to which a loop is bound; `var` is its value in conditions.
struct ThreadAxisObject : HostObject {
  explicit ThreadAxisObject(std::string a) : axis(std::move(a)), var(axis) {}
  std::string axis;
  Var var;
  Message typeName() const override { return say("the thread axis {0}", axis); }
  Result<Value> attribute(std::string_view part) override;
};

// For each axis of this kind of the block: the loop that drives it, or an object that explains why there is no such
// loop any more.
Result<Value> stageAxes(const std::shared_ptr<ScheduleObject>& schedule, const StepValue& block, IterKind kind);

// The loops of the block's own nest that the binding uses. Loops around the place to which the block was moved are not
// its own.
std::vector<LoopId> ownLoops(const ScheduleObject& object, BlockId id, const Expr& binding);

// The steps on the loops of a stage since the loops were made, to be repeated when the stage is moved.
struct LoopSteps {
  std::vector<int> steps;           // of the schedule: splits, fusions, reorderings, loop kinds
  std::map<LoopRv, size_t> iterOf;  // handles of the first loops: the iter that each loop drives
};
LoopSteps loopSteps(const ScheduleObject& object, const StepValue& block);
// Repeats the steps on the block's current loops and redirects the old handles to the new loops. Returns the steps that
// could not be repeated; "": none.
Result<std::string> repeatSteps(const std::shared_ptr<ScheduleObject>& object, const StepValue& block,
                                const LoopSteps& work, Span span);

// Makes the updates in a loop of the block's reduction safe for concurrent iterations: moves the init of the reduction
// into a block of its own and makes the updates atomic. `inKernel`: the init becomes a kernel of its own. Returns false
// in more complex cases.
bool makeUpdatesAtomic(const std::shared_ptr<ScheduleObject>& schedule, const StepValue& block, const Value& loop,
                       bool inKernel, Span span, Caller& caller);
// Puts the block into a loop of one iteration that is bound to the thread axis, unless a loop around the block is bound
// to it.
Status boundTo(const std::shared_ptr<ScheduleObject>& schedule, const StepValue& block, const std::string& axis,
               Span span, Caller& caller);

std::vector<std::string> stageMethods();  // of s[C]

std::string joined(const std::vector<std::string>& names, const char* last);  // "a, b and c"

}  // namespace lw::te
