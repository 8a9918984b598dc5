// What schedules of tensor expressions add to schedules: s[C].split(...), s.cache_read(A, "shared", [B]). core/te
// provides it (Limits::tensors); without it a schedule has the steps of the catalogue only.
#pragma once

#include <map>
#include <memory>
#include <set>

#include "core/schedule/value.h"
#include "core/script/host.h"

namespace lw::script {

class ScheduleObject;
using SchedulePtr = std::shared_ptr<ScheduleObject>;

// What a schedule remembers of its tensors from one call to the next.
struct TensorState {
  std::map<std::string, lw::Value> stages;  // blocks that tensors stand for, where it is not the block of their name
  std::set<uint32_t> scopedByPlace;         // blocks whose buffer has its scope because of the loop they were moved to
  std::map<LoopRv, LoopRv> renamed;         // handles of loops that were made anew
  std::map<uint32_t, uint32_t> attached;    // block -> the block whose nest it was moved into
  // What the tensors and axes of another language are to a schedule (this one, or a copy of it); empty: there are none.
  // `stage`: whose method takes them.
  std::function<Result<Value>(const SchedulePtr& schedule, const Value& value, const std::string& stage)> meaning;
};

class TensorCalls {
 public:
  virtual ~TensorCalls() = default;
  // s[key]: the stage of a tensor, its op, a name or a block.
  virtual Result<Value> stageOf(const SchedulePtr& schedule, const Value& key) const = 0;
  // Nothing: the schedule has no tensor of this name.
  virtual std::optional<Value> tensorNamed(const SchedulePtr& schedule, const std::string& name) const = 0;
  // cache_read(A, "shared", [B]) and others of tensors; nullopt: not of this kind.
  virtual Result<std::optional<Value>> call(const SchedulePtr& schedule, std::string_view name, CallArgs& args,
                                            Caller& caller) const = 0;
  virtual Result<Value> threadAxis(const CallArgs& args) const = 0;
  // Arguments as the catalogue knows them: handles of today's loops, blocks in the place of tensors.
  virtual Status understand(const SchedulePtr& schedule, CallArgs& args, const std::string& stage) const = 0;
};

}  // namespace lw::script
