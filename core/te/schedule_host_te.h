// Runs two languages at once in the interpreter: the schedules of core/script, and tensor expressions.
#pragma once

#include "core/script/schedule_host.h"
#include "core/te/te_host.h"

namespace lw::te {

class ScheduleCodeHost : public script::ScheduleHost {
 public:
  using SchedulePtr = std::shared_ptr<script::ScheduleObject>;
  // `given`: the schedule that a function receives; null if the code creates its own.
  ScheduleCodeHost(const SourceFile& file, SchedulePtr given, script::Limits limits);

  struct Own {
    Created program;
    SchedulePtr schedule;
    std::map<const void*, BlockId> blocks;  // Buffer::key() of tensors -> the block that computes them
    Span span;                              // of te.create_schedule, or of the last lower(s, ...) after it
  };
  std::vector<Own> own;
  std::optional<Schedule> start;  // the state with which the schedule number `startAt` begins
  int startAt = -1;
  int stopAfter = -1;  // the code ends with a "script.exit" when it has made this many schedules
  uint32_t firstId = 1;

  const std::vector<TensorIntrin>& declared() const {
    return te_.intrinsics;
  }  // by te.decl_tensor_intrin, before the end or the first error
  // Lets the schedule understand tensors and axes of this code and print through it. `number`: of `own`; -1: the code
  // did not create the schedule. The host outlives it.
  void connect(const SchedulePtr& schedule, int number);

  Result<std::optional<Value>> global(std::string_view name, bool called) override;
  std::optional<Value> module(std::string_view name) override;
  Message namesHint() const override;
  Result<Value> binary(py::BinOp op, const Value& a, const Value& b, bool inPlace) override;
  Result<Value> compare(py::CompareOp op, const Value& a, const Value& b) override;
  Result<Value> unary(py::UnaryOp op, const Value& a) override;
  Result<std::optional<Value>> builtin(script::Builtin builtin, CallArgs& args) override;

 private:
  Called call(std::string_view name, CallArgs& args);
  Result<Value> createSchedule(const CallArgs& args);
  Result<Schedule> scheduleOf(const Created& program);
  Result<Value> meaning(const SchedulePtr& schedule, int number, const Value& value, const std::string& stage);
  Result<Value> tensorOf(const SchedulePtr& schedule, int number, const Tensor& tensor);
  Result<Value> loopOf(const SchedulePtr& schedule, int number, const AxisValue& axis, const std::string& stage);
  Result<Value> lowered(const CallArgs& args, bool built);

  const SourceFile& file_;
  script::Limits limits_;
  TeHost te_;
};

// Moves the init of every reduction before the reduction's loops, where this is legal.
void decomposeReductions(script::ScheduleObject& schedule, Span span);

}  // namespace lw::te
