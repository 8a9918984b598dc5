#include "backends/measure/counts.h"

#include "core/analysis/cost/cost.h"
#include "passes/compact_buffer_allocation.h"
#include "passes/pipeline.h"

namespace lw {

Counts countsOf(const PrimFunc& scheduled) {
  // Buffers count with the size that they have in memory, which a pass finds.
  PrimFunc compact = scheduled;
  const Result<PrimFunc> lowered = lower(scheduled, cpuPipeline(), {}, Refusals::Stop,
                                         [&](const Pass& pass, const PrimFunc&, const PrimFunc& after) {
                                           if (pass.name == kCompactBufferAllocationPass.name) compact = after;
                                         });
  if (!lowered) return {};
  const Cost cost = costOf(compact, {32 << 10, 1 << 20}).whole;
  const LoopCosts loops = loopCosts(writtenOut(*lowered));
  return {{"cycles", loops.cycles + cost.traffic.at(0) / 32 + cost.traffic.at(1) / 8},
          {"lines", loops.lines},
          {"bytes", cost.bytes},
          {"bytes past L1", cost.traffic.at(0)},
          {"bytes past L2", cost.traffic.at(1)}};
}

Counts countsOf(const EmulatorReport& report) {
  double sectors = 0, conflicts = 0, launches = 0;
  for (const GpuKernelReport& kernel : report.kernels) {
    launches += static_cast<double>(kernel.launches);
    const double blocks = static_cast<double>(kernel.launches * kernel.launch.blocks());
    // Some blocks were counted, and stand for all of them.
    const double each = kernel.work.blocks > 0 ? blocks / static_cast<double>(kernel.work.blocks) : 0;
    for (const GpuAccessCount& access : kernel.accesses) {
      if (access.scope.starts_with("shared"))
        conflicts += each * static_cast<double>(access.transactions - access.ideal);
      if (access.scope == "global") sectors += each * static_cast<double>(access.transactions);
    }
  }
  return {{"device us", report.modelledMs * 1000},
          {"sectors", sectors},
          {"bank conflicts", conflicts},
          {"launches", launches}};
}

Attempt attemptOf(const Challenge& challenge, const Measurement& m, const PrimFunc& original, const PrimFunc& scheduled,
                  int steps) {
  // The emulator's time is none of the processor.
  const double ms = m.emulated ? 0 : m.time.median;
  Attempt attempt{.steps = steps,
                  .correct = m.checked && m.ok && (!m.emulated || m.emulated->clean()),
                  .ms = ms,
                  .startMs = steps == 0 ? ms : m.baselineMs,
                  .referenceMs = m.referenceTime.median};
  if (m.emulated) {
    attempt.counts = countsOf(*m.emulated);
  } else if (!challenge.counted.empty()) {
    attempt.counts = countsOf(scheduled);
    attempt.startCounts = countsOf(original);
  }
  return attempt;
}

}  // namespace lw
