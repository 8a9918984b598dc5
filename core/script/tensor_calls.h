// The methods that schedules of tensor expressions add to schedules: s[C].split(...), s.cache_read(A, "shared", [B]).
// core/te implements them (Limits::tensors); without it a schedule has only the primitives.
#pragma once

#include <map>
#include <memory>
#include <set>

#include "core/schedule/value.h"
#include "core/script/host.h"

namespace lw::script {

class ScheduleObject;
using SchedulePtr = std::shared_ptr<ScheduleObject>;

// What a schedule stores about its tensors between calls.
struct TensorState {
  std::map<std::string, StepValue> stages;  // the block of a tensor, if it is not the block of the tensor's name
  std::set<uint32_t> scopedByPlace;         // blocks whose buffer got its scope from the loop to which they were moved
  std::map<LoopRv, LoopRv> renamed;         // old and new handle of loops that were made again
  std::map<uint32_t, uint32_t> attached;    // block -> the block into whose nest it was moved
  // Converts tensors and axes of another language for a schedule (this one, or a copy of it); empty: there is no other
  // language. `stage`: the stage whose method is called.
  std::function<Result<Value>(const SchedulePtr& schedule, const Value& value, const std::string& stage)> meaning;
};

class TensorCalls {
 public:
  virtual ~TensorCalls() = default;
  // s[key]: the stage for a tensor, its op, a name or a block.
  virtual Result<Value> stageOf(const SchedulePtr& schedule, const Value& key) const = 0;
  // nullopt: the schedule has no tensor of this name.
  virtual std::optional<Value> tensorNamed(const SchedulePtr& schedule, const std::string& name) const = 0;
  // cache_read(A, "shared", [B]) and other calls with tensors; nullopt: not such a call.
  virtual Result<std::optional<Value>> call(const SchedulePtr& schedule, std::string_view name, CallArgs& args,
                                            Caller& caller) const = 0;
  virtual Result<Value> threadAxis(const CallArgs& args) const = 0;
  // Converts arguments for the primitives: handles of the current loops, blocks instead of tensors.
  virtual Status understand(const SchedulePtr& schedule, CallArgs& args, const std::string& stage) const = 0;
};

}  // namespace lw::script
