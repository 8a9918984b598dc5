#include "backends/emulator/block_timeline.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "backends/emulator/device_time.h"
#include "backends/emulator/warp_steps.h"

namespace lw {
namespace {

using emulator::BlockSteps;
using emulator::WarpStep;
using Kind = WarpStep::Kind;
using Span = TimelineSpan;

constexpr double kNever = std::numeric_limits<double>::infinity();
constexpr double kEqual = 1e-9;  // cycles

class Simulation {
 public:
  Simulation(const BlockSteps& steps, const GpuDevice& device, MemoryPath path)
      : steps_(steps), device_(device), path_(path) {
    made_.kernel = steps.kernel;
    made_.block = steps.launch.block;
    made_.device = device.name;
    made_.ghz = speedsOf(device).ghz;
    made_.complete = steps.complete;
    for (size_t w = 0; w < steps.warps.size(); ++w) {
      const auto first = static_cast<int64_t>(w) * device.warp;
      made_.warps.push_back({first, std::min<int64_t>(device.warp, steps.launch.threads() - first), {}});
    }
    warps_.resize(steps.warps.size());
    running_ = warps_.size();
  }

  BlockTimeline run() {
    for (size_t w = 0; w < warps_.size(); ++w) startPart(w);
    while (running_ > 0) {
      const double next = nextEvent();
      if (next == kNever) {  // the warps wait for ever
        made_.complete = false;
        break;
      }
      advance(next);
      settle();
    }
    for (size_t w = 0; w < warps_.size(); ++w)
      if (warps_[w].waits) endWait(w);
    made_.cycles = now_;
    measureOverlap();
    return std::move(made_);
  }

 private:
  struct Warp {
    size_t next = 0;   // the step that it is in
    double began = 0;  // the part, or the wait
    double busy = 0;   // cycles of its scheduler that are left
    double all = 0;    // of the part
    double least = 0;  // when the part can end
    bool computes = false, copies = false, waits = false, ended = false;
    double until = kNever;       // of a wait for a time that is known
    int64_t phase = 0;           // of the named barrier that it waits at
    std::vector<double> groups;  // when they are complete
  };
  struct Barrier {
    int64_t threads = 0, left = 0, phase = 0;
    double bytes = 0;                                 // that are expected and have not arrived
    std::vector<std::pair<double, double>> arriving;  // when, how many bytes
  };

  const WarpStep& stepOf(size_t w) const { return steps_.warps[w][warps_[w].next]; }

  void startPart(size_t w) {
    Warp& warp = warps_[w];
    const WarpStep& step = stepOf(w);
    const WarpPart part{step.instructions, step.accesses, step.loads, step.sharedLoads};
    warp.began = now_;
    warp.computes = true;
    warp.busy = warp.all = schedulerCycles(part, device_);
    warp.least = now_ + dependentCycles(part, path_.latency);
    if (step.loadedBytes > 0) warp.least = std::max(warp.least, transfer(step.loadedBytes));
  }

  // When bytes that are asked for now have arrived.
  double transfer(double bytes) {
    channel_ = std::max(channel_, now_) + bytes / path_.bytesPerCycle;
    return channel_ + path_.latency;
  }

  double shareOf(size_t w) const {
    size_t active = 0;
    for (size_t other = w % kSchedulers; other < warps_.size(); other += kSchedulers)
      active += warps_[other].computes && warps_[other].busy > kEqual;
    return 1 / static_cast<double>(std::max<size_t>(1, active));
  }

  double nextEvent() const {
    double next = kNever;
    for (size_t w = 0; w < warps_.size(); ++w) {
      const Warp& warp = warps_[w];
      if (warp.computes)
        next = std::min(next, warp.busy > kEqual ? now_ + warp.busy / shareOf(w) : std::max(now_, warp.least));
      if (warp.waits) next = std::min(next, warp.until);
    }
    for (const auto& [number, barrier] : barriers_)
      for (const auto& [when, bytes] : barrier.arriving) next = std::min(next, when);
    return next;
  }

  void advance(double to) {
    std::vector<double> shares;
    for (size_t w = 0; w < warps_.size(); ++w) shares.push_back(shareOf(w));
    for (size_t w = 0; w < warps_.size(); ++w)
      if (warps_[w].computes) warps_[w].busy = std::max(0.0, warps_[w].busy - (to - now_) * shares[w]);
    now_ = to;
  }

  // Carries out all that happens at this time.
  void settle() {
    for (auto& [number, barrier] : barriers_) {
      std::erase_if(barrier.arriving, [&, &b = barrier](const std::pair<double, double>& bytes) {
        if (bytes.first > now_ + kEqual) return false;
        b.bytes -= bytes.second;
        return true;
      });
      endPhase(barrier);
    }
    bool changed = true;
    while (changed) {
      changed = false;
      for (size_t w = 0; w < warps_.size(); ++w) {
        Warp& warp = warps_[w];
        if (warp.computes && warp.busy <= kEqual && warp.least <= now_ + kEqual) {
          endPart(w);
          changed = true;
        } else if (warp.waits && canGoOn(w)) {
          endWait(w);
          goOn(w);
          changed = true;
        }
      }
    }
  }

  void endPart(size_t w) {
    Warp& warp = warps_[w];
    const WarpStep& step = stepOf(w);
    warp.computes = false;
    if (now_ > warp.began + kEqual)
      add(w, {warp.copies ? Span::Kind::Copy : Span::Kind::Compute, warp.began, now_,
              step.last.block.valid() ? step.last : step.origin, Span::For::Nothing, warp.all});
    carryOut(w, step);
  }

  void carryOut(size_t w, const WarpStep& step) {
    Warp& warp = warps_[w];
    switch (step.kind) {
      case Kind::End:
        warp.ended = true;
        --running_;
        return releaseBlock();
      case Kind::Begin:
        warp.copies = true;
        return goOn(w);
      case Kind::Commit:
      case Kind::Store:
        warp.copies = false;
        warp.groups.push_back(copy(w, step, step.copiedBytes));
        return goOn(w);
      case Kind::Bulk: {
        warp.copies = false;
        const auto bytes = static_cast<double>(step.number) * step.lanes;
        barriers_[step.barrier].arriving.emplace_back(copy(w, step, bytes), bytes);
        return goOn(w);
      }
      case Kind::Init:
        barriers_[step.barrier].threads = barriers_[step.barrier].left = step.number;
        return goOn(w);
      case Kind::Arrive: {
        Barrier& barrier = barriers_[step.barrier];
        barrier.left -= step.lanes;
        barrier.bytes += static_cast<double>(step.number) * step.lanes;
        endPhase(barrier);
        return goOn(w);
      }
      case Kind::Wait: {
        const size_t left = std::min(warp.groups.size(), static_cast<size_t>(std::max<int64_t>(0, step.number)));
        double until = 0;
        for (size_t g = 0; g + left < warp.groups.size(); ++g) until = std::max(until, warp.groups[g]);
        return startWait(w, std::max(until, now_));
      }
      case Kind::Barrier:
        ++atBarrier_;
        startWait(w, kNever);
        return releaseBlock();
      case Kind::WaitPhase:
        return startWait(w, kNever);
      case Kind::Named: {
        Barrier& barrier = named_[step.barrier];
        if (barrier.threads == 0) barrier.threads = barrier.left = step.number;
        warp.phase = barrier.phase;
        barrier.left -= step.lanes;
        endPhase(barrier);
        return startWait(w, kNever);
      }
    }
  }

  double copy(size_t w, const WarpStep& step, double bytes) {
    if (bytes <= 0) return now_;
    const double done = transfer(bytes);
    made_.copies.push_back({static_cast<int>(w), now_, done, std::llround(bytes), step.buffer, step.origin});
    return done;
  }

  void goOn(size_t w) {
    ++warps_[w].next;
    startPart(w);
  }
  void startWait(size_t w, double until) {
    warps_[w].waits = true;
    warps_[w].began = now_;
    warps_[w].until = until;
  }
  bool canGoOn(size_t w) const {
    const WarpStep& step = stepOf(w);
    if (step.kind == Kind::Named) return named_.at(step.barrier).phase > warps_[w].phase;
    if (step.kind != Kind::WaitPhase) return warps_[w].until <= now_ + kEqual;
    const auto found = barriers_.find(step.barrier);
    return found != barriers_.end() && found->second.phase % 2 != step.number % 2;
  }
  void endWait(size_t w) {
    Warp& warp = warps_[w];
    const WarpStep& step = stepOf(w);
    warp.waits = false;
    if (now_ <= warp.began + kEqual) return;
    const auto cause = step.kind == Kind::Barrier ? Span::For::Block
                       : step.kind == Kind::Wait  ? Span::For::Copies
                                                  : Span::For::Phase;
    add(w, {Span::Kind::Wait, warp.began, now_, step.origin, cause});
  }
  void releaseBlock() {
    if (atBarrier_ == 0 || atBarrier_ < running_) return;
    atBarrier_ = 0;
    for (size_t w = 0; w < warps_.size(); ++w)
      if (warps_[w].waits && stepOf(w).kind == Kind::Barrier) warps_[w].until = now_ + barrierCycles();
  }
  static void endPhase(Barrier& barrier) {
    if (barrier.threads == 0 || barrier.left > 0 || barrier.bytes > 0.5) return;
    ++barrier.phase;
    barrier.left += barrier.threads;
  }

  // Parts of one kind that follow each other are one span.
  void add(size_t w, const Span& span) {
    std::vector<Span>& spans = made_.warps[w].spans;
    if (!spans.empty() && spans.back().kind == span.kind && spans.back().end >= span.begin - kEqual &&
        spans.back().origin.block == span.origin.block && span.kind != Span::Kind::Wait)
      spans.back().end = span.end, spans.back().busy += span.busy;
    else
      spans.push_back(span);
  }

  // Sweeps over the ends of copies and of spans.
  void measureOverlap() {
    std::vector<std::array<double, 3>> changes;  // when, copies, computing warps
    for (const TimelineCopy& c : made_.copies) changes.push_back({c.begin, 1, 0}), changes.push_back({c.end, -1, 0});
    for (const TimelineWarp& w : made_.warps)
      for (const Span& s : w.spans)
        if (s.kind == Span::Kind::Compute) changes.push_back({s.begin, 0, 1}), changes.push_back({s.end, 0, -1});
    std::sort(changes.begin(), changes.end());
    double copies = 0, computing = 0, before = 0;
    for (const auto& [when, copy, compute] : changes) {
      if (copies > 0) made_.inFlight += when - before;
      if (copies > 0 && computing > 0) made_.overlapped += when - before;
      before = when;
      copies += copy;
      computing += compute;
    }
  }

  const BlockSteps& steps_;
  const GpuDevice& device_;
  MemoryPath path_;
  BlockTimeline made_;
  std::vector<Warp> warps_;
  std::map<int64_t, Barrier> barriers_, named_;
  size_t running_ = 0, atBarrier_ = 0;
  double now_ = 0, channel_ = 0;  // channel_: when it is free
};

}  // namespace

double TimelineWarp::of(TimelineSpan::Kind kind) const {
  double cycles = 0;
  for (const TimelineSpan& span : spans)
    if (span.kind == kind) cycles += span.end - span.begin;
  return cycles;
}

double TimelineWarp::busy() const {
  double cycles = 0;
  for (const TimelineSpan& span : spans) cycles += span.busy;
  return cycles;
}

Result<std::vector<BlockTimeline>> blockTimelines(const GpuProgram& program, const PrimFunc& scheduled,
                                                  const std::vector<Argument>& arguments, const GpuDevice& device,
                                                  const std::function<bool()>& cancelled) {
  EmulatorOptions options;
  options.device = &device;
  options.cancelled = cancelled;
  EmulatorReport report;
  const Result<std::vector<BlockSteps>> recorded =
      emulator::recordSteps(program, scheduled, arguments, options, report);
  if (!recorded) return recorded.error();
  std::vector<BlockTimeline> timelines;
  for (const BlockSteps& block : *recorded) {
    const auto kernel = std::find_if(report.kernels.begin(), report.kernels.end(),
                                     [&](const GpuKernelReport& k) { return k.name == block.kernel; });
    timelines.push_back(Simulation(block, device, memoryPath(*kernel, device)).run());
    timelines.back().occupancy = kernel->occupancy;
  }
  return timelines;
}

}  // namespace lw
