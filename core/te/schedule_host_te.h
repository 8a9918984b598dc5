// Both languages at once for the interpreter: the schedules of core/script, and the tensors that they are made of.
#pragma once

#include "core/script/schedule_host.h"
#include "core/te/te_host.h"

namespace lw::te {

class ScheduleCodeHost : public script::ScheduleHost {
 public:
  using SchedulePtr = std::shared_ptr<script::ScheduleObject>;
  // `given`: the schedule that a function takes; null where the code makes its own.
  ScheduleCodeHost(const SourceFile& file, SchedulePtr given, script::Limits limits);

  struct Own {
    Created program;
    SchedulePtr schedule;
    std::map<const void*, BlockId> blocks;  // Buffer::key() of tensors -> the block that computes them
    Span span;                              // of te.create_schedule, later of the last lower(s, ...)
  };
  std::vector<Own> own;
  std::optional<Schedule> start;  // what the schedule number `startAt` begins with
  int startAt = -1;
  int stopAfter = -1;  // the code ends with a "script.exit" when so many are made
  uint32_t firstId = 1;

  const std::vector<TensorIntrin>& declared() const {
    return te_.intrinsics;
  }  // by te.decl_tensor_intrin, as far as the code got

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
  void connect(const SchedulePtr& schedule, int number);
  Result<Value> meaning(const SchedulePtr& schedule, int number, const Value& value, const std::string& stage);
  Result<Value> tensorOf(const SchedulePtr& schedule, int number, const Tensor& tensor);
  Result<Value> loopOf(const SchedulePtr& schedule, int number, const AxisValue& axis, const std::string& stage);
  Result<Value> lowered(const CallArgs& args, bool built);

  const SourceFile& file_;
  script::Limits limits_;
  TeHost te_;
};

// Puts the start of every reduction in front of its loops, where it may be.
void decomposeReductions(script::ScheduleObject& schedule, Span span);

}  // namespace lw::te
