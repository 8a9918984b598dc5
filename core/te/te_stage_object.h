// Internal to core/te: a stage as an object, and the functions that its methods and the calls on schedules share.
#pragma once

#include <algorithm>

#include "core/support/text.h"
#include "core/te/errors.h"
#include "core/te/te_stages.h"

namespace lw::te {

// The arguments of a method, by position or name.
class MethodArguments {
 public:
  MethodArguments(std::string_view method, std::vector<std::string> names, const CallArgs& args)
      : method_(method), names_(std::move(names)), args_(args) {}
  const Value* find(size_t index) const {
    if (index < args_.positional.size()) return &args_.positional[index];
    return args_.find(names_[index]);
  }
  Status check(size_t needed) const {
    std::string all = join(names_);
    const Message hint = say("write {0}({1})", method_, all);
    if (args_.positional.size() > names_.size())
      return explain(err::kTensorTakesArguments(method_, names_.size(), args_.positional.size()), hint);
    for (const auto& [name, value] : args_.named)
      if (std::find(names_.begin(), names_.end(), name) == names_.end())
        return explain(err::kTensorHasNoArgument(method_, name), hint);
    for (size_t i = 0; i < needed; ++i)
      if (!find(i)) return explain(err::kTensorNeedsArgument(method_, names_[i]), hint);
    return success();
  }

 private:
  std::string_view method_;
  std::vector<std::string> names_;
  const CallArgs& args_;
};

struct OpObject : HostObject {
  explicit OpObject(std::shared_ptr<TensorObject> t) : tensor(std::move(t)) {}
  std::shared_ptr<TensorObject> tensor;
  Message typeName() const override { return say("the operation of {0}", Ident(tensor->name)); }
  Result<Value> attribute(std::string_view part) override;
};

class StageObject : public HostObject {
 public:
  StageObject(std::shared_ptr<ScheduleObject> s, std::shared_ptr<TensorObject> t, StepValue b)
      : schedule_(std::move(s)), tensor_(std::move(t)), block_(std::move(b)) {}
  Message typeName() const override { return say("the stage of {0}", Ident(tensor_->name)); }
  const StepValue& block() const { return block_; }
  Result<Value> attribute(std::string_view part) override;
  Result<Value> callMethod(std::string_view name, CallArgs& args, Caller& caller) override;

 private:
  Result<Value> step(const Primitive& p, std::vector<Value> positional, const CallArgs& call, Caller& caller,
                     std::vector<std::pair<std::string, Value>> named = {});
  Result<Value> split(CallArgs& args, Caller& caller);
  Result<Value> tile(CallArgs& args, Caller& caller);
  Result<Value> computeAt(CallArgs& args, Caller& caller);
  Result<Value> storageAlign(CallArgs& args, Caller& caller);
  Result<Value> prefetch(CallArgs& args, Caller& caller);
  Result<Value> storePredicate(CallArgs& args, Caller& caller);
  Result<Value> withAtomicUpdates(const Primitive& p, std::vector<Value> positional, CallArgs& args, Caller& caller);
  Result<Value> guarded(const Expr& condition, const std::vector<Var>& free, CallArgs& args);
  Result<Value> computeRoot(CallArgs& args, Caller& caller);
  Result<Value> tensorize(CallArgs& args, Caller& caller);
  std::optional<LoopId> reductionOutside(LoopId loop) const;
  Result<Value> setScope(const std::string& scope, bool byPlace, CallArgs& args, Caller& caller);
  Status belongs(const Value& loop) const;
  std::optional<std::string> scopeBelow(const Value& place) const;
  Value self() const { return fromStepValue(block_); }

  std::shared_ptr<ScheduleObject> schedule_;
  std::shared_ptr<TensorObject> tensor_;
  StepValue block_;
};

// Records that the block is now in the nest of another block.
void attach(ScheduleObject& object, const StepValue& block, const StepValue& consumer);
bool isBuffer(const Schedule& schedule, const std::string& name);  // a parameter of the function
// The block that writes the buffer; nullopt: none, or several.
std::optional<BlockId> writerOf(const Schedule& schedule, const std::string& buffer);
Value listOf(std::vector<Value> items);

}  // namespace lw::te
