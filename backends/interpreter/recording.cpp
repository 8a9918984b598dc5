#include "backends/interpreter/recording.h"

#include <cmath>
#include <limits>

#include "core/analysis/gpu/async_calls.h"
#include "core/analysis/gpu/warp_operations.h"
#include "core/ir/ops.h"
#include "core/ir/visit.h"

namespace lw {
namespace {

constexpr int64_t kPage = 4096;
constexpr double kNothing = std::numeric_limits<double>::quiet_NaN();

// The loops around every block, and the buffers that blocks allocate.
class Outline : public Visitor {
 public:
  explicit Outline(Recording& to) : to_(to) {}
  std::vector<Buffer> allocated;
  void stmt(const Stmt& s) override {
    const auto* loop = s.as<For>();
    if (loop) around_.emplace_back(loop->id, loop->var.name());
    if (const auto* block = s.as<Block>()) {
      to_.loopsOf.emplace(block->id, around_);
      allocated.insert(allocated.end(), block->allocs.begin(), block->allocs.end());
    }
    children(s);
    if (loop) around_.pop_back();
  }
  void expr(const Expr&) override {}

 private:
  Recording& to_;
  std::vector<std::pair<LoopId, std::string>> around_;
};

class Recorder : public ExecutionObserver {
 public:
  Recorder(Recording& to, size_t most) : to_(to), most_(most) {
    open_.push_back(0);
    to_.instances.push_back({BlockId{}, to_.function.name, 0, 0});
  }
  bool full() const { return full_; }

  void onLoop(const For& loop, int64_t value) override { loops_[loop.id] = value; }

  void onBlock(const Block& block, std::span<const int64_t>) override {
    if (block.iters.empty()) return open_.push_back(open_.back());
    open_.push_back(static_cast<int32_t>(to_.instances.size()));
    if (full_) return;
    to_.instances.push_back({block.id, block.name, to_.accesses.size(), to_.values.size()});
    for (const auto& [loop, name] : to_.loopsOf.at(block.id)) to_.values.push_back(loops_[loop]);
  }
  void onBlockEnd(const Block&) override { open_.pop_back(); }

  void onElement(const ElementAccess& access) override {
    if (full_) return;
    const int memory = memoryOf(access);
    if (memory < 0) return;
    Recording::Memory& m = to_.memories[static_cast<size_t>(memory)];
    const auto element = static_cast<int32_t>(access.element);
    if (access.element < 0 || access.element >= m.elements()) return;
    to_.accesses.push_back({memory, element, open_.back(), access.store, 0, access.value, access.before});
    m.stored |= access.store;
    if (to_.accesses.size() >= most_) {
      full_ = true;
      to_.complete = false;
    }
  }

 private:
  // By the name of the buffer that owns the elements; views have other names.
  int memoryOf(const ElementAccess& access) const {
    for (size_t i = 0; i < to_.memories.size(); ++i)
      if (to_.memories[i].name == access.memory) return static_cast<int>(i);
    return -1;
  }

  Recording& to_;
  size_t most_;
  bool full_ = false;
  std::vector<int32_t> open_;
  std::map<LoopId, int64_t> loops_;
};

// Records the value of every store.
class Keeper : public ExecutionObserver {
 public:
  explicit Keeper(std::vector<FinalValue>& values) : values_(values) {}
  void onElement(const ElementAccess& access) override {
    if (!access.store) return;
    if (last_ >= values_.size() || values_[last_].name != access.memory) {
      last_ = 0;
      while (last_ < values_.size() && values_[last_].name != access.memory) ++last_;
      if (last_ == values_.size()) return;
    }
    FinalValue& value = values_[last_];
    if (access.element < 0 || access.element >= value.values.scalars()) return;
    value.stored = true;
    value.values.set(access.element, access.value);
  }

 private:
  std::vector<FinalValue>& values_;
  size_t last_ = 0;
};

void addParameters(Recording& recording, const std::vector<Argument>& arguments) {
  const PrimFunc& f = recording.function;
  for (size_t i = 0; i < f.params.size() && i < arguments.size(); ++i) {
    const Buffer* buffer = f.bufferOf(f.params[i]);
    const auto* array = std::get_if<NDArray>(&arguments[i]);
    if (!buffer || !array) continue;
    Recording::Memory memory{(*buffer)->name, (*buffer)->scope, array->type, array->shape, true, false, {}, 0};
    for (int64_t e = 0; e < array->size(); ++e) memory.first.push_back(array->getDouble(e));
    recording.memories.push_back(std::move(memory));
  }
}

void addAllocated(Recording& recording, const std::vector<Buffer>& buffers) {
  for (const Buffer& buffer : buffers) {
    Recording::Memory memory{buffer->name, buffer->scope, buffer->dtype, {}, false, false, {}, 0};
    int64_t elements = 1;
    for (const Expr& extent : buffer->shape) {
      memory.shape.push_back(asInt(extent).value_or(0));
      elements *= memory.shape.back();
    }
    if (elements <= 0 || elements > (int64_t{1} << 24)) continue;
    memory.first.assign(static_cast<size_t>(elements), kNothing);
    recording.memories.push_back(std::move(memory));
  }
}

}  // namespace

void placeMemories(Recording& recording) {
  int64_t next = kPage;
  for (Recording::Memory& m : recording.memories) {
    m.address = next;
    next += (m.elements() * m.type.bytes() + kPage - 1) / kPage * kPage;
  }
}

Recording beginRecording(const PrimFunc& function, const std::vector<Argument>& arguments) {
  Recording recording{.function = function};
  Outline outline(recording);
  outline.stmt(recording.function.body);
  addParameters(recording, arguments);
  addAllocated(recording, outline.allocated);
  placeMemories(recording);
  return recording;
}

int64_t Recording::addressOf(const Access& access) const {
  const Memory& m = memories[static_cast<size_t>(access.memory)];
  return m.address + int64_t{access.element} * m.type.bytes();
}

std::vector<std::pair<std::string, int64_t>> Recording::loopValues(const Instance& instance) const {
  std::vector<std::pair<std::string, int64_t>> list;
  const auto found = loopsOf.find(instance.block);
  if (found == loopsOf.end()) return list;
  for (size_t i = 0; i < found->second.size(); ++i)
    list.emplace_back(found->second[i].second, values[instance.firstValue + i]);
  return list;
}

Result<Recording> record(const PrimFunc& function, const std::vector<Argument>& arguments, const RecordLimits& limits) {
  Recording recording = beginRecording(describeAsyncCopies(describeWarpOperations(function)), arguments);
  Recorder recorder(recording, limits.accesses);
  std::vector<Argument> copies = arguments;
  InterpretOptions options;
  options.observer = &recorder;
  options.cancelled = [&] { return recorder.full() || (limits.cancelled && limits.cancelled()); };
  const Status status = interpret(recording.function, copies, options);
  if (!status && !recorder.full()) return status.error();
  return recording;
}

Result<std::vector<FinalValue>> finalValues(const PrimFunc& function, const std::vector<Argument>& arguments,
                                            const std::function<bool()>& cancelled) {
  Recording outlineOnly{.function = function};
  Outline outline(outlineOnly);
  outline.stmt(outlineOnly.function.body);
  std::vector<FinalValue> values;
  const PrimFunc& f = outlineOnly.function;
  for (size_t i = 0; i < f.params.size() && i < arguments.size(); ++i)
    if (const auto* array = std::get_if<NDArray>(&arguments[i]); array && f.bufferOf(f.params[i]))
      values.push_back({(*f.bufferOf(f.params[i]))->name, true, false, *array});
  for (const Buffer& buffer : outline.allocated) {
    std::vector<int64_t> shape;
    for (const Expr& extent : buffer->shape) shape.push_back(asInt(extent).value_or(0));
    FinalValue value{buffer->name, false, false, NDArray::zeros(buffer->dtype, shape)};
    if (buffer->dtype.isFloat())
      for (int64_t e = 0; e < value.values.scalars(); ++e) value.values.set(e, kNothing);
    values.push_back(std::move(value));
  }
  Keeper keeper(values);
  std::vector<Argument> copies = arguments;
  InterpretOptions options;
  options.observer = &keeper;
  options.cancelled = cancelled;
  if (const Status status = interpret(f, copies, options); !status) return status.error();
  return values;
}

Replay::Replay(const Recording& recording) : recording_(&recording) {
  for (const Recording::Memory& memory : recording.memories) values_.push_back(memory.first);
}

void Replay::moveTo(size_t accesses) {
  accesses = std::min(accesses, recording_->accesses.size());
  const auto set = [&](const Recording::Access& access, double value) {
    if (access.store) values_[static_cast<size_t>(access.memory)][static_cast<size_t>(access.element)] = value;
  };
  for (; position_ < accesses; ++position_) set(recording_->accesses[position_], recording_->accesses[position_].value);
  while (position_ > accesses) {
    --position_;
    set(recording_->accesses[position_], recording_->accesses[position_].before);
  }
}

}  // namespace lw
