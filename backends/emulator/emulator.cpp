#include "backends/emulator/emulator.h"

#include <algorithm>
#include <cstdio>
#include <random>
#include <set>

#include "backends/emulator/block_run.h"
#include "backends/emulator/device_time.h"
#include "backends/emulator/errors.h"
#include "core/ir/visit.h"
#include "core/ir/warp_matrix.h"

namespace lw {
namespace {

using namespace emulator;
using namespace interpreter;

using Memories = std::vector<std::shared_ptr<Memory>>;

Memories memoriesOf(const GpuPlan& plan, const PrimFunc& f, std::vector<Argument>& arguments) {
  Memories memories;
  for (const GpuPlan::Memory& m : plan.memories) {
    auto memory = std::make_shared<Memory>();
    memory->name = m.name;
    if (m.parameter >= 0) {
      const Var& param = f.buffers[static_cast<size_t>(m.parameter)].first;
      const auto at = std::find(f.params.begin(), f.params.end(), param) - f.params.begin();
      memory->bytes = std::get<NDArray>(arguments[static_cast<size_t>(at)]).data;
    } else {
      memory->bytes.resize(static_cast<size_t>(m.elements * m.type.bytes()));
      memory->written.resize(memory->bytes.size() + 1);
    }
    memories.push_back(std::move(memory));
  }
  return memories;
}

// What a statement adds, and the most that one of the statements inside it needs: what is alive at a time.
int64_t aliveIn(const Stmt& s, const std::function<int64_t(const Stmt&)>& own) {
  int64_t most = 0;
  const auto inside = [&](const Stmt& child) { most = std::max(most, aliveIn(child, own)); };
  if (const auto* loop = s.as<For>()) inside(loop->body);
  if (const auto* n = s.as<IfThenElse>()) {
    inside(n->thenBody);
    if (n->elseBody) inside(*n->elseBody);
  }
  if (const auto* n = s.as<Seq>())
    for (const Stmt& child : n->stmts) inside(child);
  if (const auto* n = s.as<While>()) inside(n->body);
  if (const Stmt* inner = emulator::innerOf(s)) inside(*inner);
  return own(s) + most;
}

int64_t variablesOf(const Stmt& s) {
  if (s.as<For>()) return 1;
  const auto* let = s.as<LetStmt>();
  return let && !let->var.dtype().isHandle() ? (let->var.dtype().bytes() + 3) / 4 : 0;
}

int64_t arraysOf(const Stmt& s) {
  const auto* n = s.as<Allocate>();
  if (!n || n->scope.starts_with("shared") || n->scope.starts_with("global")) return 0;
  int64_t bytes = n->type.bytes();
  for (const Expr& extent : n->extents)
    if (const auto* count = extent.as<IntImm>(); count && n->scope != "warp") bytes *= count->value;
  if (isFragment(n->scope)) bytes /= kWarpLanes;
  return (bytes + 3) / 4;
}

// 32-bit registers of a thread: its arrays and variables, and some for addresses.
int64_t registersOf(const GpuKernel& kernel) {
  constexpr int64_t kAddresses = 10, kMostVariables = 32;  // compilers compute integers again rather than keep more
  return kAddresses + aliveIn(kernel.body, arraysOf) + 2 * static_cast<int64_t>(kernel.buffers.size()) +
         std::min(kMostVariables, aliveIn(kernel.body, variablesOf));
}

// The blocks whose warps are counted: evenly spread.
std::set<int64_t> countedBlocks(int64_t blocks, int wanted) {
  std::set<int64_t> list;
  for (int64_t i = 0; i < std::min<int64_t>(wanted, blocks); ++i)
    list.insert(i * blocks / std::min<int64_t>(wanted, blocks));
  return list;
}

class Emulation {
 public:
  Emulation(const GpuProgram& program, const PrimFunc& scheduled, const EmulatorOptions& options)
      : program_(program), options_(options), findings_(scheduled, options.maxFindings) {
    for (const GpuKernel& kernel : program.kernels) {
      GpuKernelReport r{kernel.function.name, {}};
      r.sharedBytes = kernel.sharedBytes;
      r.registers = registersOf(kernel);
      report.kernels.push_back(std::move(r));
    }
  }
  EmulatorReport report;

  void run(const GpuPlan& plan, const Memories& memories) {
    std::set<const Memory*> exchanged = writtenOf(plan, memories);
    for (size_t i = 0; i < memories.size(); ++i)
      if (exchanged.contains(memories[i].get()))
        races_.watch(memories[i].get(),
                     static_cast<int64_t>(memories[i]->bytes.size()) / std::max(1, plan.memories[i].type.bytes()));
    for (size_t i = 0; i < plan.launches.size(); ++i) runLaunch(plan.launches[i], static_cast<int32_t>(i), memories);
    report.findings = std::move(findings_.list);
    report.steps = steps_;
    if (options_.countedBlocks > 0) modelTimes(report, *options_.device);
  }

 private:
  // The memories that a kernel writes; no other memory can have races.
  std::set<const Memory*> writtenOf(const GpuPlan& plan, const Memories& memories) const {
    std::set<const Memory*> list;
    for (const GpuLaunch& l : plan.launches) {
      const GpuKernel& kernel = program_.kernels[static_cast<size_t>(l.kernel)];
      forEachStmt(kernel.body, [&](const Stmt& s) {
        const auto* store = s.as<BufferStore>();
        for (size_t i = 0; store && i < kernel.buffers.size(); ++i)
          if (kernel.buffers[i] == store->buffer->data) list.insert(memories[static_cast<size_t>(l.buffers[i])].get());
      });
    }
    return list;
  }

  void runLaunch(const GpuLaunch& l, int32_t launch, const Memories& memories) {
    const GpuKernel& kernel = program_.kernels[static_cast<size_t>(l.kernel)];
    GpuKernelReport& kernelReport = report.kernels[static_cast<size_t>(l.kernel)];
    if (kernelReport.launches++ == 0) {
      kernelReport.launch = l;
      kernelReport.occupancy =
          occupancyOf(*options_.device, l.threads(), kernel.sharedBytes,
                      std::min(kernelReport.registers, mostRegisters(*options_.device, l.threads())));
    }
    Memories own;
    for (const int m : l.buffers) own.push_back(memories[static_cast<size_t>(m)]);
    BlockRun run({kernel, l, own, options_, races_, findings_, steps_});
    const bool first = kernelReport.launches == 1;
    Warps warps(options_.device->warp);
    WarpWork work(kernel.body, l.threads(), options_.device->warp);
    const Counting counting{&warps, &work};
    const auto block = [&](int64_t number, bool counted) {
      const int64_t barriers = run.block(number, launch, counted && first ? &counting : nullptr);
      if (number == 0) kernelReport.barriers = barriers;
    };
    const int64_t before = steps_;
    block(0, options_.countedBlocks > 0);
    const int64_t each = std::max<int64_t>(1, steps_ - before), most = options_.launchSteps;
    report.longest = std::max(report.longest, each * l.blocks());
    if (most > 0 && each > most / l.blocks()) {
      report.complete = false;
      for (const auto& m : memories) m->written.clear();  // what is not written here may be so by other blocks
      const auto wanted = static_cast<int>(std::clamp<int64_t>(most / each, 1, std::max(1, options_.countedBlocks)));
      for (const int64_t b : countedBlocks(l.blocks(), wanted))
        if (b > 0 && !findings_.full()) block(b, true);
    } else {
      const std::set<int64_t> counted = countedBlocks(l.blocks(), options_.countedBlocks);
      for (const int64_t b : laterBlocks(l.blocks()))
        if (!findings_.full()) block(b, counted.contains(b));
    }
    if (first) kernelReport.accesses = std::move(warps.counts), kernelReport.work = std::move(work.work);
  }

  // All but the first one.
  std::vector<int64_t> laterBlocks(int64_t blocks) const {
    std::vector<int64_t> all;
    for (int64_t b = 1; b < blocks; ++b) all.push_back(b);
    std::mt19937_64 random(options_.order);
    if (options_.order != 0) std::shuffle(all.begin(), all.end(), random);
    return all;
  }

  const GpuProgram& program_;
  const EmulatorOptions& options_;
  Findings findings_;
  Races races_;
  int64_t steps_ = 0;
};

}  // namespace

std::string summaryOf(const EmulatorReport& report) {
  if (!report.clean())
    return report.findings.front().explanation.message +
           (report.findings.size() > 1 ? "; and " + std::to_string(report.findings.size() - 1) + " more" : "");
  const GpuAccessCount* worst = nullptr;
  double occupancy = 1;
  for (const GpuKernelReport& kernel : report.kernels) {
    occupancy = std::min(occupancy, kernel.occupancy.share);
    for (const GpuAccessCount& access : kernel.accesses)
      if (!worst || access.efficiency() < worst->efficiency()) worst = &access;
  }
  char text[200];
  std::snprintf(text, sizeof text, "no race; occupancy %.0f %%", 100 * occupancy);
  std::string all = text;
  if (!worst || worst->efficiency() > 0.99) return all + "; every access moves only what it needs";
  const bool shared = worst->scope.starts_with("shared");
  std::snprintf(text, sizeof text, "; each warp takes %.3g %s to %s ", worst->perRequest(),
                shared ? "passes over the banks" : "sectors of 32 bytes", worst->store ? "store" : "load");
  all += text + worst->buffer;
  std::snprintf(text, sizeof text, ", %.3g would do", worst->perRequest() * worst->efficiency());
  return all + text;
}

Result<EmulatorReport> emulate(const GpuProgram& program, const PrimFunc& scheduled, std::vector<Argument>& arguments,
                               const EmulatorOptions& options) {
  const PrimFunc& f = program.lowered;
  if (arguments.size() != f.params.size()) return err::kEmulatorArguments(f.name, f.params.size(), arguments.size());
  Result<GpuPlan> plan = planLaunches(program, launchValues(f, arguments), *options.device);
  if (!plan) return std::move(plan).error();
  const Memories memories = memoriesOf(*plan, f, arguments);
  try {
    Emulation emulation(program, scheduled, options);
    emulation.run(*plan, memories);
    for (size_t i = 0; i < memories.size(); ++i) {
      const int parameter = plan->memories[i].parameter;
      if (parameter < 0) continue;
      const auto at = std::find(f.params.begin(), f.params.end(), f.buffers[static_cast<size_t>(parameter)].first) -
                      f.params.begin();
      std::get<NDArray>(arguments[static_cast<size_t>(at)]).data = memories[i]->bytes;
    }
    return std::move(emulation.report);
  } catch (Failure& failure) {
    return std::move(failure.explanation);
  }
}

}  // namespace lw
