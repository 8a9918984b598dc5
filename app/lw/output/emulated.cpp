#include "app/lw/output/emulated.h"

#include <cstdio>
#include "core/support/json.h"

#include "backends/measure/measure.h"
#include "core/ir/visit.h"

namespace lw {

std::map<BlockId, std::string> blockNames(const PrimFunc& f) {
  std::map<BlockId, std::string> names;
  forEachStmt(f.body, [&](const Stmt& s) {
    if (const auto* block = s.as<Block>()) names.emplace(block->id, block->name);
  });
  return names;
}

namespace {

const char* nameOf(GpuFinding::Kind kind) {
  switch (kind) {
    case GpuFinding::Kind::Race:
      return "race";
    case GpuFinding::Kind::DivergentBarrier:
      return "divergent-barrier";
    case GpuFinding::Kind::Uninitialised:
      return "uninitialised";
    case GpuFinding::Kind::UnderWay:
      return "under-way";
  }
  return "";
}

nlohmann::json threadJson(const GpuThread& t) { return {{"block", t.block}, {"thread", t.thread}}; }

}  // namespace

nlohmann::json emulatedJson(const EmulatorReport& report, const PrimFunc& scheduled) {
  const std::map<BlockId, std::string> names = blockNames(scheduled);
  nlohmann::json findings = nlohmann::json::array(), kernels = nlohmann::json::array();
  for (const GpuFinding& f : report.findings) {
    nlohmann::json j{{"kind", nameOf(f.kind)},
                     {"message", f.explanation.message},
                     {"hint", f.explanation.hint},
                     {"first", threadJson(f.first)}};
    if (f.kind != GpuFinding::Kind::Uninitialised) j["second"] = threadJson(f.second);
    findings.push_back(std::move(j));
  }
  for (const GpuKernelReport& k : report.kernels) {
    nlohmann::json j{{"name", k.name},
                     {"grid", k.launch.grid},
                     {"block", k.launch.block},
                     {"launches", k.launches},
                     {"barriers", k.barriers},
                     {"shared_bytes", k.sharedBytes},
                     {"registers_estimate", k.registers},
                     {"occupancy", k.occupancy.share},
                     {"blocks_per_multiprocessor", k.occupancy.blocks},
                     {"limited_by", k.occupancy.limit},
                     {"modelled_ms", k.time.ms},
                     {"instructions",
                      {{"float32", k.work.instructions.float32},
                       {"float64", k.work.instructions.float64},
                       {"other", k.work.instructions.whole},
                       {"blocks", k.work.blocks}}},
                     {"bound", k.time.bound},
                     {"waves", k.time.waves}};
    j["accesses"] = nlohmann::json::array();
    for (const GpuAccessCount& a : k.accesses) {
      const auto block = names.find(a.origin.block);
      j["accesses"].push_back({{"block", block == names.end() ? "" : block->second},
                               {"buffer", a.buffer},
                               {"scope", a.scope},
                               {"store", a.store},
                               {"requests", a.requests},
                               {"transactions", a.transactions},
                               {"ideal", a.ideal},
                               {"issued", a.issued},
                               {"per_request", a.perRequest()},
                               {"efficiency", a.efficiency()}});
    }
    kernels.push_back(std::move(j));
  }
  nlohmann::json all{
      {"findings", findings}, {"kernels", kernels}, {"steps", report.steps}, {"modelled_ms", report.modelledMs}};
  if (const auto& i = report.interleavings)
    all["interleavings"] = {{"scenarios", i->scenarios}, {"states", i->states}, {"complete", i->complete}};
  return all;
}

void printEmulated(const EmulatorReport& report, const PrimFunc& scheduled) {
  const std::map<BlockId, std::string> names = blockNames(scheduled);
  if (report.modelledMs > 0)
    std::printf("  %-12s %s on the device, by a model of it, not measured\n", "modelled",
                timeText(report.modelledMs).c_str());
  if (report.clean()) std::printf("  %-12s %s\n", "summary", summaryOf(report).c_str());
  for (const GpuFinding& f : report.findings)
    std::printf("  %-12s %s\n%15shint: %s\n", nameOf(f.kind), f.explanation.message.c_str(), "",
                f.explanation.hint.c_str());
  if (const auto& i = report.interleavings)
    std::printf("  %-12s %ld pairs of threads and elements, %ld states%s\n", "interleaved", i->scenarios, i->states,
                i->complete ? "" : "; not all were visited");
  for (const GpuKernelReport& k : report.kernels) {
    const auto& g = k.launch.grid;
    const auto& b = k.launch.block;
    std::printf("  kernel       %s: grid %ld x %ld x %ld, block %ld x %ld x %ld, %ld barriers%s\n", k.name.c_str(),
                g[0], g[1], g[2], b[0], b[1], b[2], k.barriers,
                k.launches > 1 ? (", launched " + std::to_string(k.launches) + " times").c_str() : "");
    std::printf(
        "  %-12s %ld bytes of shared memory, about %ld registers, occupancy %.0f %% (%d blocks, limited by %s)\n", "",
        k.sharedBytes, k.registers, 100 * k.occupancy.share, k.occupancy.blocks,
        std::string(k.occupancy.limit).c_str());
    std::printf("  %-12s %s modelled%s, bound by %s, %.3g waves of blocks\n", "", timeText(k.time.ms).c_str(),
                k.launches > 1 ? " for all launches" : "", std::string(k.time.bound).c_str(), k.time.waves);
    for (const GpuAccessCount& a : k.accesses) {
      const auto block = names.find(a.origin.block);
      const bool shared = a.scope.starts_with("shared");
      std::printf("  %-12s %s %-10s in %-10s %6.2f %s per warp, %3.0f %% of them needed\n", "",
                  a.store ? "store" : "load ", a.buffer.c_str(), block == names.end() ? "" : block->second.c_str(),
                  a.perRequest(), shared ? "passes over the banks" : "sectors of 32 bytes  ", 100 * a.efficiency());
    }
  }
}

}  // namespace lw
