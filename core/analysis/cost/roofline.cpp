#include "core/analysis/cost/roofline.h"

#include <algorithm>

#include "core/ir/visit.h"

namespace lw {
namespace {

// Operations inside parallel loops, each counted once.
class ParallelWork : public Visitor {
 public:
  explicit ParallelWork(const ProgramCost& cost) : cost_(cost) {}
  double flops = 0;
  void stmt(const Stmt& s) override {
    const auto* loop = s.as<For>();
    const bool threads = loop && (loop->kind == ForKind::Parallel);
    const auto found = threads ? cost_.loops.find(loop->id) : cost_.loops.end();
    if (found == cost_.loops.end()) return children(s);
    flops += found->second.flops;
  }
  void expr(const Expr&) override {}

 private:
  const ProgramCost& cost_;
};

}  // namespace

int floatBitsOf(const PrimFunc& function) {
  double wide = 0, narrow = 0;
  forEachStmt(function.body, [&](const Stmt& s) {
    const auto* store = s.as<BufferStore>();
    if (!store || !store->buffer->dtype.isFloat()) return;
    (store->buffer->dtype.bits == 64 ? wide : narrow) += flopsOf(store->value);
  });
  return wide > narrow ? 64 : 32;
}

WorkProfile profileOf(const PrimFunc& function, const std::vector<int64_t>& caches, const Sizes& sizes) {
  const ProgramCost cost = costOf(function, caches, sizes);
  WorkProfile profile;
  profile.flops = cost.whole.flops;
  profile.floatBits = floatBitsOf(function);
  profile.traffic = cost.whole.traffic;
  profile.exact = cost.whole.exactWork;
  ParallelWork inThreads(cost);
  inThreads.stmt(function.body);
  profile.parallel = inThreads.flops > profile.flops / 2;
  return profile;
}

TimeEstimate estimateTime(const WorkProfile& profile, const MachineRoofs& roofs) {
  TimeEstimate estimate;
  const double gflops = roofs.gflops(profile.floatBits);
  if (gflops > 0) estimate.computeMs = estimate.ms = profile.flops / gflops * 1e-6;
  for (size_t level = 0; level < profile.traffic.size(); ++level) {
    const double gbps = level < roofs.gbps.size() ? roofs.gbps[level] : 0;
    estimate.trafficMs.push_back(gbps > 0 ? profile.traffic[level] / gbps * 1e-6 : 0);
    if (estimate.trafficMs.back() <= estimate.ms) continue;
    estimate.ms = estimate.trafficMs.back();
    estimate.bound = static_cast<int>(level);
  }
  return estimate;
}

double roofAt(double intensity, double gflops, double gbps) { return std::min(gflops, intensity * gbps); }

}  // namespace lw
