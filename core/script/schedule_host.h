// The objects in schedule functions: the schedule, handles of loops and blocks, expressions of index maps.
#pragma once

#include "core/schedule/schedule.h"
#include "core/script/interpreter.h"
#include "core/script/tensor_calls.h"
#include "core/trace/trace.h"

namespace lw::script {

struct HandleObject : HostObject {
  explicit HandleObject(StepValue v) : handle(std::move(v)) {}
  StepValue handle;  // LoopRv, BlockRv or ExprRv
  Message typeName() const override;
  std::string text() const override { return lw::toText(handle); }
  bool sameAs(const HostObject& other) const override;
};

// A loop or block that a typed step names; the schedule finds it.
struct NameObject : HostObject {
  explicit NameObject(std::string n) : name(std::move(n)) {}
  std::string name;
  Message typeName() const override { return say("the name {0}", Ident(name)); }
  std::string text() const override { return name; }
  Result<Value> attribute(std::string_view part) override {
    return Value(std::make_shared<NameObject>(name + "." + std::string(part)));
  }
};

struct ExprObject : HostObject {
  explicit ExprObject(Expr e) : expr(std::move(e)) {}
  Expr expr;
  Message typeName() const override { return "an index expression"; }
  std::string text() const override;
  Result<bool> truth() override;
  Result<Value> callMethod(std::string_view name, CallArgs& args, Caller& caller) override;  // equal(0)
};
// A value that cannot be the argument of a step, and the reason.
struct UnusableObject : HostObject {
  UnusableObject(Message what, Explanation why) : kind(std::move(what)), error(std::move(why)) {}
  Message kind;
  Explanation error;
  Message typeName() const override { return kind; }
};
struct AxisSeparator : HostObject {
  Message typeName() const override { return "AXIS_SEPARATOR"; }
};
// `tvm`, `tir`, `T` ...: provides the members that schedules use.
struct Namespace : HostObject {
  Namespace(std::string n, const TensorCalls* t) : name(std::move(n)), tensors(t) {}
  std::string name;
  const TensorCalls* tensors;  // provides thread_axis; may be null
  Message typeName() const override { return say("the module {0}", Ident(name)); }
  Result<Value> attribute(std::string_view part) override;
  Result<Value> call(CallArgs& args, Caller& caller) override;  // T.And, tir.all ... for conditions
  Result<Value> callMethod(std::string_view function, CallArgs& args, Caller& caller) override;
};

class ScheduleObject : public HostObject, public std::enable_shared_from_this<ScheduleObject> {
 public:
  explicit ScheduleObject(Schedule start) : schedule(std::move(start)) {}
  Schedule schedule;
  std::vector<Span> stepSpans;
  std::function<void(const std::string&)> print = [](const std::string&) {};  // where sch.show() writes
  std::vector<Message> notes = {};     // what a person should know of the steps that were carried out
  std::optional<Instruction> refused;  // the last step that was refused
  std::vector<StepGroup> groups;       // each contains the steps of one call of a function
  int groupDepth = 0;                  // depth of nested calls; the outermost call makes the group
  Limits limits;                       // for composites, which run in their own interpreter
  TensorState tensors;

  Message typeName() const override { return "the schedule"; }
  Result<Value> attribute(std::string_view name) override;
  Result<Value> callMethod(std::string_view name, CallArgs& args, Caller& caller) override;
  Result<Value> item(std::span<const Value> index) override;  // s[C]
  Result<Value> apply(const Primitive& primitive, CallArgs& args, Caller& caller);

 private:
  Result<Value> get(const Value& handle);
  Result<Value> withOneArgument(std::string_view name, const CallArgs& args);
  // A sampling step with the decision whose result reads `chosen`; `near` is tried first.
  Result<StepValue> sampledAs(const Primitive& primitive, size_t decision, const Arguments& arguments,
                              const StepValue& near, const std::string& variables, const std::string& chosen);
  Result<StepValue> sampled(const Primitive& primitive, size_t decision, const Arguments& arguments,
                            const Caller& caller);
  Result<Arguments> bound(const Primitive& primitive, const CallArgs& args, Caller& caller);
  std::optional<size_t> mapInputs(const Primitive& primitive, const CallArgs& args, Caller& caller) const;
  Result<Value> canApply(const Primitive& primitive, const CallArgs& args, Caller& caller);
};

// `inputs`: the number of inputs of an index map, if a starred parameter collects them.
Result<StepValue> toStepValue(const Value& value, Caller& caller, std::optional<size_t> inputs = std::nullopt);
Value fromStepValue(const StepValue& value);

class ScheduleHost : public Host {
 public:
  // With `steps`, names of loops, blocks, handles, primitives and composites of `file` can be used without `sch.`.
  ScheduleHost(std::shared_ptr<ScheduleObject> schedule, bool steps, std::shared_ptr<const SourceFile> file = nullptr)
      : schedule_(std::move(schedule)), steps_(steps), file_(std::move(file)) {
    if (schedule_) schedule_->print = [this](const std::string& text) { output.push_back(text); };
  }
  Result<std::optional<Value>> global(std::string_view name, bool called) override;
  std::optional<Value> module(std::string_view name) override;
  Message namesHint() const override;
  Result<Value> binary(py::BinOp op, const Value& a, const Value& b, bool inPlace) override;
  Result<Value> compare(py::CompareOp op, const Value& a, const Value& b) override;
  Result<Value> unary(py::UnaryOp op, const Value& a) override;
  Result<std::optional<Value>> builtin(Builtin builtin, CallArgs& args) override;
  void print(const std::string& line) override { output.push_back(line); }
  void entered(const FunctionObject& function, const CallArgs& args, Caller& caller) override;
  void left() override;
  std::vector<std::string> output;

 private:
  Value moduleNamed(std::string name) const;

  std::shared_ptr<ScheduleObject> schedule_;
  bool steps_;
  std::shared_ptr<const SourceFile> file_;
  struct Call {
    int firstStep;
    std::string title;  // empty: the steps of the call form no group
  };
  std::vector<Call> calls_;
};

}  // namespace lw::script
