// Schedules as TVM's older tensor-expression language writes them: s[C].split(C.op.axis[0], factor=4). A tensor is
// known by its name and stands for the block that computes it; every call becomes steps of the catalogue.
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

// Limits of a run whose schedules know tensors, their stages and axes.
script::Limits withTensors(script::Limits limits = {});
const script::TensorCalls& tensorCalls();

struct TensorObject : HostObject {
  TensorObject(std::shared_ptr<ScheduleObject> s, std::string n, lw::Value b = {})
      : schedule(std::move(s)), name(std::move(n)), block(std::move(b)) {}
  std::shared_ptr<ScheduleObject> schedule;
  std::string name;
  lw::Value block;  // BlockRv where a step gave it; None: found by the name
  Message typeName() const override { return say("the tensor {0}", Ident(name)); }
  std::string text() const override { return name; }
  Result<Value> attribute(std::string_view part) override;
  Result<lw::Value> stage();  // a handle of its block
};

// thread_axis("threadIdx.x"): what a loop is bound to; `var` is its value in conditions.
struct ThreadAxisObject : HostObject {
  explicit ThreadAxisObject(std::string a) : axis(std::move(a)), var(axis) {}
  std::string axis;
  Var var;
  Message typeName() const override { return say("the thread axis {0}", axis); }
  Result<Value> attribute(std::string_view part) override;
};

// The loops that give the axes of a kind of a block their values, one for each axis: a loop, or why it is none any
// more.
Result<Value> stageAxes(const std::shared_ptr<ScheduleObject>& schedule, const lw::Value& block, IterKind kind);

// The loops of the block's own nest that its iter uses. What stands around the place that the block was moved to is not
// its own.
std::vector<LoopId> ownLoops(const ScheduleObject& object, BlockId id, const Expr& binding);

// What was done to the loops of a stage since they were made, to be done again where it is computed next.
struct LoopWork {
  std::vector<int> steps;           // of the schedule: splits, fusions, orders, kinds
  std::map<LoopRv, size_t> iterOf;  // handles of the first loops: the iter that each counts
};
LoopWork loopWork(const ScheduleObject& object, const lw::Value& block);
// The steps again on the loops that the block has now; the old handles mean the new loops from then on. The result:
// what could not be done again, "": nothing.
Result<std::string> doAgain(const std::shared_ptr<ScheduleObject>& object, const lw::Value& block, const LoopWork& work,
                            Span span);

// Makes what a loop of the block's reduction does safe for iterations that run at the same time: the start of the
// reduction becomes a block of its own, its updates atomic. `inKernel`: the start becomes a kernel of its own. False
// where that is not so easy.
bool updateAtOnce(const std::shared_ptr<ScheduleObject>& schedule, const lw::Value& block, const Value& loop,
                  bool inKernel, Span span, Caller& caller);
// Puts the block into a loop of one iteration that is bound to the thread axis, unless a loop around it is.
Status boundTo(const std::shared_ptr<ScheduleObject>& schedule, const lw::Value& block, const std::string& axis,
               Span span, Caller& caller);

std::string joined(const std::vector<std::string>& names, const char* last);  // "a, b and c"

}  // namespace lw::te
