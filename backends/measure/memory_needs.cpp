#include "backends/measure/memory_needs.h"

#include <algorithm>
#include <numeric>

#include "backends/measure/errors.h"
#include "backends/target/memory.h"
#include "core/analysis/program/roles.h"
#include "core/ir/ops.h"
#include "core/ir/visit.h"

namespace lw {
namespace {

// Copies are in this process, in the file shared with the child process, and in the child. Results exist once more in
// the file and in this process.
constexpr double kInputCopies = 3, kOutputCopies = 5;

double elementsOf(const std::vector<int64_t>& shape) {
  return std::accumulate(shape.begin(), shape.end(), 1.0,
                         [](double product, int64_t extent) { return product * static_cast<double>(extent); });
}

double total(const std::vector<MemoryNeed>& needs) {
  return std::accumulate(needs.begin(), needs.end(), 0.0, [](double sum, const MemoryNeed& n) { return sum + n.held; });
}

// The largest amount that is alive at the same time.
class Peak {
 public:
  Peak(const PrimFunc& scheduled, const LaunchValues& sizes, int threads)
      : scheduled_(scheduled), sizes_(sizes), threads_(threads) {}

  std::vector<MemoryNeed> of(const Stmt& s, double copies) const {
    if (const auto* n = s.as<Allocate>()) {
      std::vector<MemoryNeed> needs = of(n->body, copies);
      double elements = 1;
      for (const Expr& extent : n->extents)
        elements *= static_cast<double>(std::max<int64_t>(sizeWith(extent, sizes_).value_or(0), 0));
      const double bytes = elements * n->type.bytes();
      needs.push_back({n->data.name(), allocatedShape(scheduled_, n->data, static_cast<int64_t>(elements)), bytes,
                       bytes * copies, false});
      return needs;
    }
    if (const auto* n = s.as<For>(); n && n->kind == ForKind::Parallel && copies == 1)
      return of(n->body,
                static_cast<double>(std::min<int64_t>(threads_, sizeWith(n->extent, sizes_).value_or(threads_))));
    std::vector<MemoryNeed> most;
    Children([&](const Stmt& child) {
      std::vector<MemoryNeed> needs = of(child, copies);
      if (total(needs) > total(most)) most = std::move(needs);
    }).children(s);
    return most;
  }

 private:
  struct Children : Visitor {
    std::function<void(const Stmt&)> visit;
    explicit Children(std::function<void(const Stmt&)> f) : visit(std::move(f)) {}
    void expr(const Expr&) override {}
    void stmt(const Stmt& s) override { visit(s); }
  };
  const PrimFunc& scheduled_;
  const LaunchValues& sizes_;
  int threads_;
};

}  // namespace

Result<std::vector<MemoryNeed>> parameterNeeds(const PrimFunc& function, const InputSpec& spec) {
  Result<std::vector<std::vector<int64_t>>> shapes = argumentShapes(function, spec);
  if (!shapes) return std::move(shapes).error();
  std::vector<MemoryNeed> needs;
  const std::vector<ParamRole> roles = paramRoles(function);
  for (size_t i = 0, slot = 0; i < function.params.size(); ++i) {
    const Buffer* buffer = function.bufferOf(function.params[i]);
    if (!buffer) continue;
    const double bytes = elementsOf((*shapes)[i]) * (*buffer)->dtype.bytes();
    needs.push_back(
        {(*buffer)->name, (*shapes)[i], bytes, bytes * (roles[slot++].writes() ? kOutputCopies : kInputCopies), true});
  }
  return needs;
}

std::vector<MemoryNeed> temporaryNeeds(const PrimFunc& lowered, const PrimFunc& scheduled, const LaunchValues& sizes,
                                       int threads) {
  return Peak(scheduled, sizes, threads).of(lowered.body, 1);
}

std::vector<MemoryNeed> plannedNeeds(const GpuPlan& plan, const PrimFunc& scheduled) {
  std::vector<MemoryNeed> needs;
  for (const GpuPlan::Memory& m : plan.memories) {
    const double bytes = static_cast<double>(m.elements) * m.type.bytes();
    if (m.parameter < 0) needs.push_back({m.name, allocatedShape(scheduled, m.data, m.elements), bytes, bytes, false});
  }
  return needs;
}

Status requireMemory(const std::vector<MemoryNeed>& needs, int64_t available) {
  if (needs.empty()) return success();
  if (available <= 0) available = availableMemory();
  const double all = total(needs);
  if (all <= static_cast<double>(available)) return success();
  const MemoryNeed& most = *std::max_element(needs.begin(), needs.end(),
                                             [](const MemoryNeed& a, const MemoryNeed& b) { return a.held < b.held; });
  return explain(err::kRunMemory(most.parameter ? "parameter" : "temporary buffer", most.name, shapeText(most.shape),
                                 memoryText(most.bytes), memoryText(all), memoryText(static_cast<double>(available))),
                 most.parameter ? "use smaller sizes"
                                : "undo the step that made it, or use compute_at so that less of it is live at a time");
}

Status requireCountable(const PrimFunc& lowered, const LaunchValues& sizes) {
  Status status = success();
  forEachStmt(lowered.body, [&](const Stmt& s) {
    const auto* loop = s.as<For>();
    if (!loop || loop->var.dtype() != dtype::Int32 || asInt(loop->extent)) return;
    const auto first = sizeWith(loop->min, sizes), count = sizeWith(loop->extent, sizes);
    if (status && first && count && *count > maxValueOf(dtype::Int32) - *first)
      status = explain(err::kRunIndexType(loop->var.name(), *count),
                       "declare the sizes as int64, or write them as constants");
  });
  return status;
}

}  // namespace lw
