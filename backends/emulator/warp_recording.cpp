#include "backends/emulator/warp_recording.h"

#include <algorithm>
#include <cmath>
#include <list>
#include <set>
#include <unordered_map>

#include "backends/emulator/requests.h"
#include "backends/interpreter/compiler.h"
#include "core/ir/visit.h"

namespace lw {
namespace {

using namespace emulator;

constexpr int64_t kMostRegisters = 16, kMostRegisterRows = 64;  // of a lane; of all warps of a block

// A load or store of the program, and how often a thread has reached it since the last barrier.
struct Key {
  const void* site;
  int64_t time;
  bool operator==(const Key&) const = default;
};
struct KeyHash {
  size_t operator()(const Key& k) const { return std::hash<const void*>()(k.site) * 31 + static_cast<size_t>(k.time); }
};

struct Together {
  struct Lane {
    uint8_t lane;
    int32_t element;
    double value;
  };
  BlockId block;
  std::vector<int64_t> loops;  // values of the loops that the kernel has around the block
  int memory = 0;
  bool store = false;
  std::vector<Lane> lanes;
};
using Order = std::list<Together>;

struct ThreadState {
  std::unordered_map<const void*, int64_t> times;
  std::map<LoopId, int64_t> loops;
  std::optional<Order::iterator> last;
  size_t touches = 0;
};

class WarpRecorder : public EmulatorWatch {
 public:
  WarpRecorder(Recording& to, int warpSize, size_t most, bool registers)
      : to_(to), warpSize_(warpSize), most_(most), registers_(registers) {
    to_.instances.push_back({BlockId{}, to_.function.name, 0, 0});
    forEachStmt(to_.function.body, [&](const Stmt& s) {
      if (const auto* block = s.as<Block>()) names_.emplace(block->id, block->name);
    });
    for (const Recording::Memory& m : to_.memories) now_.push_back(m.first);
    seen_.resize(to_.memories.size());
  }
  bool full() const { return full_; }

  void onBlock(const GpuLaunch& launch, int32_t number, int64_t block) override {
    request_ = {};
    request_.launch = number;
    request_.block = {block % launch.grid[0], block / launch.grid[0] % launch.grid[1],
                      block / launch.grid[0] / launch.grid[1]};
    threads_.assign(static_cast<size_t>(launch.threads()), {});
    begin();
  }
  void onLoop(int64_t thread, LoopId loop, int64_t value) override {
    threads_[static_cast<size_t>(thread)].loops[loop] = value;
  }

  void onElement(int64_t thread, const ElementAccess& access) override {
    if (!full_) add(thread, access, memoryOf(access), access.element);
  }
  void onRegister(int64_t thread, const ElementAccess& access) override {
    if (full_ || !registers_) return;
    const int memory = registersOf(access);
    if (memory < 0) return;
    const int64_t row = thread / warpSize_ * to_.memories[static_cast<size_t>(memory)].registers + access.element;
    add(thread, access, memory, row * warpSize_ + thread % warpSize_);
  }

  void onBarrier() override {
    if (full_) return;
    for (size_t warp = 0; warp < orders_.size(); ++warp) {
      here_.reset();
      for (const Together& t : orders_[warp]) keep(t, static_cast<int32_t>(warp));
    }
    full_ = cut_ || to_.accesses.size() >= most_;
    to_.complete = !full_;
    begin();
  }

 private:
  size_t warps() const {
    return (threads_.size() + static_cast<size_t>(warpSize_) - 1) / static_cast<size_t>(warpSize_);
  }

  void add(int64_t thread, const ElementAccess& access, int memory, int64_t element) {
    ThreadState& state = threads_[static_cast<size_t>(thread)];
    if (state.touches++ >= share_) return void(cut_ = true);
    int64_t& time = state.times[access.site];
    if (access.lane == 0) ++time;
    Order& order = orders_[static_cast<size_t>(thread / warpSize_)];
    auto& known = known_[static_cast<size_t>(thread / warpSize_)];
    const auto [found, isNew] = known.try_emplace(Key{access.site, time});
    // What only some threads do comes after what they did before it.
    if (isNew)
      found->second = order.insert(state.last ? std::next(*state.last) : order.begin(), begun(state, access, memory));
    state.last = found->second;
    found->second->lanes.push_back(
        {static_cast<uint8_t>(thread % warpSize_), static_cast<int32_t>(element), access.value});
  }

  void begin() {
    orders_.assign(warps(), {});
    known_.assign(warps(), {});
    for (ThreadState& t : threads_) t.times.clear(), t.last.reset(), t.touches = 0;
    share_ = std::max<size_t>(1, (most_ - std::min(most_, to_.accesses.size())) / std::max<size_t>(1, threads_.size()));
  }

  Together begun(const ThreadState& state, const ElementAccess& access, int memory) {
    Together t{access.origin.block, {}, memory, access.store, {}};
    if (const auto loops = to_.loopsOf.find(t.block); loops != to_.loopsOf.end())
      for (const auto& [loop, name] : loops->second) {
        const auto value = state.loops.find(loop);
        t.loops.push_back(value == state.loops.end() ? 0 : value->second);
      }
    return t;
  }

  // The shape that the function gives the buffer; if lowering changed the size, for example by padding rows, one row of
  // elements.
  int memoryOf(const ElementAccess& access) {
    const Buffer& buffer = *access.buffer;
    const int64_t elements = static_cast<int64_t>(static_cast<const interpreter::Memory*>(access.owner)->bytes.size()) /
                             std::max(1, buffer->dtype.bytes());
    for (size_t i = 0; i < to_.memories.size(); ++i) {
      Recording::Memory& m = to_.memories[i];
      if (m.name != access.memory || (seen_[i] && m.elements() != elements)) continue;
      if (m.elements() != elements)
        m.shape = {elements}, m.first.assign(static_cast<size_t>(elements), std::nan("")), now_[i] = m.first;
      seen_[i] = true;
      return static_cast<int>(i);
    }
    return addMemory(access, {elements}, 0);
  }

  int addMemory(const ElementAccess& access, std::vector<int64_t> shape, int64_t registers) {
    int64_t elements = 1;
    for (const int64_t extent : shape) elements *= extent;
    const Buffer& buffer = *access.buffer;
    to_.memories.push_back({.name = access.memory,
                            .scope = buffer->scope,
                            .type = buffer->dtype.element(),
                            .shape = std::move(shape),
                            .first = std::vector<double>(static_cast<size_t>(elements), std::nan("")),
                            .registers = registers});
    now_.push_back(to_.memories.back().first);
    seen_.push_back(true);
    return static_cast<int>(to_.memories.size()) - 1;
  }

  // A row for each register of each warp of the block, a column for each lane; -1: there are too many.
  int registersOf(const ElementAccess& access) {
    const int64_t bytes = std::max(1, (*access.buffer)->dtype.bytes());
    const auto* owner = static_cast<const interpreter::Memory*>(access.owner);
    const int64_t each = static_cast<int64_t>(owner->bytes.size()) / bytes;
    const int64_t rows = each * static_cast<int64_t>(warps());
    if (each > kMostRegisters || rows > kMostRegisterRows) {
      to_.registers = Recording::Registers::TooMany;
      to_.mostRegisters = std::max(to_.mostRegisters, each);
      return -1;
    }
    if (to_.registers == Recording::Registers::None) to_.registers = Recording::Registers::Shown;
    for (size_t i = 0; i < to_.memories.size(); ++i) {
      const Recording::Memory& m = to_.memories[i];
      if (m.name == access.memory && m.registers == each && m.shape[0] == rows) return static_cast<int>(i);
    }
    return addMemory(access, {rows, warpSize_}, each);
  }

  // The execution of a block by a warp ends when another block, or another iteration, starts.
  int32_t instanceOf(const Together& t) {
    const std::pair<BlockId, std::vector<int64_t>> place{t.block, t.loops};
    if (here_ != place) {
      const auto name = names_.find(t.block);
      to_.instances.push_back({t.block, name == names_.end() ? std::string_view(to_.function.name) : name->second,
                               to_.accesses.size(), to_.values.size()});
      to_.values.insert(to_.values.end(), t.loops.begin(), t.loops.end());
      here_ = place;
    }
    return static_cast<int32_t>(to_.instances.size()) - 1;
  }

  void keep(const Together& t, int32_t warp) {
    Recording::Memory& memory = to_.memories[static_cast<size_t>(t.memory)];
    const int32_t instance = instanceOf(t);
    Recording::Request r = request_;
    r.firstAccess = to_.accesses.size();
    r.warp = warp;
    r.shared = memory.scope.starts_with("shared");
    r.registers = memory.registers > 0;
    const int64_t bytes = memory.type.bytes();
    std::vector<LaneBytes> lanes;
    for (const Together::Lane& l : t.lanes) {
      double& here = now_[static_cast<size_t>(t.memory)][static_cast<size_t>(l.element)];
      to_.accesses.push_back({t.memory, l.element, instance, t.store, l.lane, l.value, t.store ? here : 0});
      if (t.store) here = l.value;
      const int64_t first = l.element * bytes;
      const bool goesOn = !lanes.empty() && lanes.back().lane == l.lane;
      r.lanes += !goesOn;
      if (goesOn && lanes.back().last == first)
        lanes.back().last += bytes;
      else
        lanes.push_back({l.lane, first, first + bytes});
    }
    memory.stored |= t.store;
    if (r.registers) return to_.requests.push_back(r);  // registers move no data
    r.needed = neededBy(lanes, r.shared);
    if (r.shared) {
      const BankUse use = banksOf(lanes);
      r.moved = use.passes, r.bank = use.bank, r.words = use.words, r.meeting = use.lanes;
    } else {
      r.moved = sectorsOf(lanes);
    }
    to_.requests.push_back(r);
  }

  Recording& to_;
  int warpSize_;
  size_t most_, share_ = 0;  // share_: of one thread, until the next barrier
  bool registers_, full_ = false, cut_ = false;
  Recording::Request request_;  // launch and block
  std::vector<ThreadState> threads_;
  std::vector<Order> orders_;  // by warp
  std::vector<std::unordered_map<Key, Order::iterator, KeyHash>> known_;
  std::map<BlockId, std::string_view> names_;
  std::vector<std::vector<double>> now_;  // values of all memories, in the order in which warps are kept
  std::vector<bool> seen_;
  std::optional<std::pair<BlockId, std::vector<int64_t>>> here_;
};

Result<Recording> recordOnce(const GpuProgram& program, const PrimFunc& scheduled,
                             const std::vector<Argument>& arguments, const RecordLimits& limits, bool registers) {
  Recording recording = beginRecording(scheduled, arguments);
  std::erase_if(recording.memories, [](const Recording::Memory& m) { return m.scope == "local" || m.scope == "warp"; });
  std::set<LoopId> inKernels;
  forEachStmt(program.lowered.body, [&](const Stmt& s) {
    if (const auto* loop = s.as<For>(); loop && loop->kind != ForKind::ThreadBinding) inKernels.insert(loop->id);
  });
  for (auto& [block, loops] : recording.loopsOf)
    std::erase_if(loops, [&](const auto& loop) { return !inKernels.contains(loop.first); });
  EmulatorOptions options;
  WarpRecorder recorder(recording, options.device->warp, limits.accesses, registers);
  options.watch = &recorder;
  options.countedBlocks = 0;
  options.cancelled = [&] { return recorder.full() || (limits.cancelled && limits.cancelled()); };
  std::vector<Argument> copies = arguments;
  const Result<EmulatorReport> report = emulate(program, scheduled, copies, options);
  if (!report && !recorder.full()) return report.error();
  placeMemories(recording);
  return recording;
}

}  // namespace

Result<Recording> recordKernels(const GpuProgram& program, const PrimFunc& scheduled,
                                const std::vector<Argument>& arguments, const RecordLimits& limits) {
  Result<Recording> all = recordOnce(program, scheduled, arguments, limits, true);
  if (!all || all->complete) return all;
  const bool any =
      std::any_of(all->memories.begin(), all->memories.end(), [](const auto& m) { return m.registers > 0; });
  if (!any) return all;
  Result<Recording> without = recordOnce(program, scheduled, arguments, limits, false);
  if (without) without->registers = Recording::Registers::TooLong;
  return without;
}

}  // namespace lw
