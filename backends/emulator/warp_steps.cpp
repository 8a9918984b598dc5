#include "backends/emulator/warp_steps.h"

#include <algorithm>
#include <set>

#include "backends/emulator/instructions.h"
#include "backends/interpreter/interpreter.h"
#include "core/ir/visit.h"

namespace lw::emulator {
namespace {

using Kind = WarpStep::Kind;

constexpr size_t kMostSteps = 500'000;  // of all threads of a block
constexpr double kCopyUnit = 16;        // bytes of an instruction that starts a copy
constexpr size_t kAhead = 64;           // steps of a lane that are looked through for that of another one

class StepWatch : public EmulatorWatch {
 public:
  StepWatch(const GpuProgram& program, int warp) : program_(program), warp_(warp) {}
  std::vector<BlockSteps> blocks;

  void onBlock(const GpuLaunch& launch, int32_t, int64_t block) override {
    leave();
    recording_ = block == 0 && kernels_.insert(launch.kernel).second;
    if (!recording_) return;
    const GpuKernel& kernel = program_.kernels[static_cast<size_t>(launch.kernel)];
    blocks.push_back({kernel.function.name, launch, {}});
    table_.emplace(kernel.body);
    iterations_.clear();
    forEachStmt(kernel.body, [&](const Stmt& s) {
      if (const auto* loop = s.as<For>())
        if (const GpuInstructions* each = table_->ofIteration(loop)) iterations_.emplace(loop->id, each);
    });
    threads_.assign(static_cast<size_t>(launch.threads()), {});
    steps_ = 0;
  }
  void onLoop(int64_t thread, LoopId loop, int64_t) override {
    if (!recording_ || at(thread).copying > 0) return;  // the loops of a copy are one instruction
    if (const auto found = iterations_.find(loop); found != iterations_.end())
      at(thread).next.instructions += *found->second;
  }
  void onElement(int64_t thread, const ElementAccess& access) override {
    if (!recording_) return;
    Thread& t = at(thread);
    WarpStep& step = t.next;
    const bool shared = (*access.buffer)->scope.starts_with("shared");
    const double bytes = (*access.buffer)->dtype.bytes();
    step.last = access.origin;
    if (t.copying > 0) {
      if (access.store) step.copiedBytes += bytes, step.buffer = access.memory;
      return;
    }
    executed(t, access);
    if (access.lane == 0) {
      step.accesses += 1;
      if (!access.store) (shared ? step.sharedLoads : step.loads) += 1;
    }
    if (!shared && !access.store) step.loadedBytes += bytes;
  }
  void onRegister(int64_t thread, const ElementAccess& access) override {
    if (!recording_) return;
    at(thread).next.last = access.origin;
    executed(at(thread), access);
  }
  void onBarrier() override {}
  void onSync(int64_t thread, const void* site, Origin origin, bool ofWarp) override {
    if (!ofWarp) end(thread, Kind::Barrier, site, origin);
  }
  void onCopies(int64_t thread, const void* site, Origin origin, bool begins) override {
    copies(thread, begins);
    end(thread, begins ? Kind::Begin : Kind::Commit, site, origin);
  }
  void onWait(int64_t thread, const void* site, Origin origin, int64_t left) override {
    end(thread, Kind::Wait, site, origin, left);
  }
  void onPhased(int64_t thread, PhasedKind kind, const void* site, Origin origin, int64_t barrier,
                int64_t number) override {
    if (kind >= PhasedKind::WaitStores) return end(thread, Kind::Wait, site, origin, number);
    if (kind == PhasedKind::Make || kind > PhasedKind::Named) return;
    const Kind of = kind == PhasedKind::Init     ? Kind::Init
                    : kind == PhasedKind::Arrive ? Kind::Arrive
                    : kind == PhasedKind::Named  ? Kind::Named
                                                 : Kind::WaitPhase;
    end(thread, of, site, origin, number, barrier);
  }
  void onBulkCopy(int64_t thread, const void* site, Origin origin, int64_t barrier, int64_t bytes,
                  bool begins) override {
    copies(thread, begins);
    end(thread, begins ? Kind::Begin : Kind::Bulk, site, origin, bytes, barrier);
  }
  void onBulkStore(int64_t thread, const void* site, Origin origin, bool begins) override {
    copies(thread, begins);
    end(thread, begins ? Kind::Begin : Kind::Store, site, origin);
  }
  void leave() {
    if (recording_) merge();
    recording_ = false;
  }

 private:
  struct Thread {
    std::vector<WarpStep> steps;
    WarpStep next;
    int copying = 0;
  };
  Thread& at(int64_t thread) { return threads_[static_cast<size_t>(thread)]; }

  void executed(Thread& t, const ElementAccess& access) {
    if (!access.store || access.lane != 0) return;
    if (const GpuInstructions* each = table_->ofStore(access.site)) t.next.instructions += *each;
  }
  void copies(int64_t thread, bool begins) {
    if (recording_) at(thread).copying += begins ? 1 : -1;
  }
  void end(int64_t thread, Kind kind, const void* site, Origin origin, int64_t number = 0, int64_t barrier = 0) {
    if (!recording_) return;
    if (++steps_ > kMostSteps) {
      blocks.back().complete = false;
      return;
    }
    Thread& t = at(thread);
    t.next.kind = kind;
    t.next.site = site;
    t.next.origin = origin;
    t.next.number = number;
    t.next.barrier = barrier;
    t.steps.push_back(std::move(t.next));
    t.next = {};
  }

  // The lanes of a warp do the same steps together. Where they do different ones, those come first that the other lanes
  // do not do later.
  void merge() {
    for (size_t first = 0; first < threads_.size(); first += static_cast<size_t>(warp_)) {
      const size_t end = std::min(threads_.size(), first + static_cast<size_t>(warp_));
      for (size_t t = first; t < end; ++t) threads_[t].steps.push_back(std::move(threads_[t].next));
      blocks.back().warps.push_back(mergeLanes(first, end));
    }
    threads_.clear();
  }

  struct Lane {
    std::vector<WarpStep>* steps;
    size_t next = 0;
    const WarpStep* step() const { return next < steps->size() ? &(*steps)[next] : nullptr; }
    // Does it do the step, after another one?
    bool doesLater(const WarpStep& step) const {
      for (size_t i = next + 1; i < std::min(steps->size(), next + kAhead); ++i)
        if (same((*steps)[i], step)) return true;
      return false;
    }
  };
  std::vector<WarpStep> mergeLanes(size_t first, size_t end) {
    std::vector<Lane> lanes;
    for (size_t t = first; t < end; ++t) lanes.push_back({&threads_[t].steps});
    std::vector<WarpStep> merged;
    while (const Lane* leader = leaderOf(lanes)) {
      const WarpStep* step = leader->step();
      WarpStep together = *step;
      together.lanes = 0;
      together.loadedBytes = together.copiedBytes = 0;
      for (Lane& lane : lanes)
        if (const WarpStep* own = lane.step(); own && same(*own, *step)) {
          add(together, *own);
          ++lane.next;
        }
      merged.push_back(std::move(together));
    }
    return merged;
  }
  static const Lane* leaderOf(const std::vector<Lane>& lanes) {
    const Lane* first = nullptr;
    for (const Lane& lane : lanes) {
      const WarpStep* step = lane.step();
      if (!step) continue;
      if (!first) first = &lane;
      const auto waits = [&](const Lane& l) { return l.step() && !same(*l.step(), *step) && l.doesLater(*step); };
      if (std::none_of(lanes.begin(), lanes.end(), waits)) return &lane;
    }
    return first;
  }

  static bool same(const WarpStep& a, const WarpStep& b) { return a.kind == b.kind && a.site == b.site; }
  static void add(WarpStep& to, const WarpStep& lane) {
    const auto most = [](double& a, double b) { a = std::max(a, b); };
    ++to.lanes;
    most(to.instructions.float32, lane.instructions.float32);
    most(to.instructions.float64, lane.instructions.float64);
    most(to.instructions.whole, lane.instructions.whole);
    const bool atOnce = lane.kind == Kind::Bulk || lane.kind == Kind::Store;
    const double copies = atOnce ? 1 : lane.copiedBytes / kCopyUnit;  // a bulk copy is one instruction
    most(to.accesses, lane.accesses + copies);
    most(to.loads, lane.loads);
    most(to.sharedLoads, lane.sharedLoads);
    to.loadedBytes += lane.loadedBytes;
    to.copiedBytes += lane.copiedBytes;
  }

  const GpuProgram& program_;
  int warp_;
  std::set<int> kernels_;
  bool recording_ = false;
  std::optional<InstructionTable> table_;
  std::map<LoopId, const GpuInstructions*> iterations_;
  std::vector<Thread> threads_;
  size_t steps_ = 0;
};

}  // namespace

Result<std::vector<BlockSteps>> recordSteps(const GpuProgram& program, const PrimFunc& scheduled,
                                            const std::vector<Argument>& arguments, const EmulatorOptions& options,
                                            EmulatorReport& report) {
  StepWatch watch(program, options.device->warp);
  EmulatorOptions watched = options;
  watched.watch = &watch;
  watched.countedBlocks = 1;
  watched.launchSteps = 1;  // the first block is enough
  std::vector<Argument> copies = arguments;
  Result<EmulatorReport> run = emulate(program, scheduled, copies, watched);
  if (!run) return run.error();
  watch.leave();
  report = std::move(*run);
  return std::move(watch.blocks);
}

}  // namespace lw::emulator
