#include "core/trace/repair_cost.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <map>

#include "core/analysis/cost/cost.h"
#include "core/arith/analyzer.h"
#include "core/ir/ops.h"
#include "core/ir/update.h"
#include "core/ir/visit.h"

namespace lw {
namespace {

constexpr double kAtomicTimes = 20;      // operations that an atomic update takes
constexpr double kThreads = 4;           // assumed for parallel loops; any number above one gives the same order
constexpr double kStartOfThreads = 1e4;  // operations in the time that starting them takes
constexpr double kPerByte = 3,
                 kPerCachedByte = 1.0 / 16;  // operations in the time to allocate, write and read a byte
constexpr double kCached = 1 << 20;          // bytes that stay in a cache
constexpr double kWorthWarning = 256 << 20;

using Allocated = std::map<std::string, double>;  // bytes by buffer

Allocated allocatedIn(const PrimFunc& f) {
  Allocated bytes;
  forEachStmt(f.body, [&](const Stmt& s) {
    const auto* block = s.as<Block>();
    if (!block) return;
    for (const Buffer& b : block->allocs) {
      double size = b->dtype.bytes();
      for (const Expr& extent : b->shape) size *= static_cast<double>(asInt(extent).value_or(1));
      bytes[b->name] += size;
    }
  });
  return bytes;
}

// Whether neighbouring iterations access neighbouring elements, or the same one, everywhere in the block.
bool runsAlongRows(const Block& block, const Var& loop) {
  VarMap bindings;
  for (size_t i = 0; i < block.iters.size(); ++i)
    bindings.insert_or_assign(block.iters[i].var.key(), block.bindings[i]);
  const Analyzer analyzer;
  bool along = true;
  const auto look = [&](const std::vector<Expr>& indices) {
    for (size_t d = 0; along && d < indices.size(); ++d) {
      const Expr here = substitute(indices[d], bindings), next = substitute(here, {{loop.key(), Expr(loop) + 1}});
      const auto step = asInt(analyzer.simplify(next - here));
      along = step == 0 || (step == 1 && d + 1 == indices.size());
    }
  };
  forEachExpr(block.body, [&](const Expr& e) {
    if (const auto* load = e.as<BufferLoad>()) look(load->indices);
  });
  forEachStmt(block.body, [&](const Stmt& s) {
    if (const auto* store = s.as<BufferStore>()) look(store->indices);
  });
  return along;
}

// Iterations that one instruction carries out.
double lanesOf(const Block& block, const For& loop, const RepairMachine& machine) {
  int bits = 8;
  forEachStmt(block.body, [&](const Stmt& s) {
    if (const auto* store = s.as<BufferStore>()) bits = std::max(bits, 8 * store->buffer->dtype.element().bytes());
  });
  const auto extent = static_cast<double>(asInt(loop.extent).value_or(1));
  if (!runsAlongRows(block, loop.var)) return 1;
  const double width = std::max(1, machine.vectorBits / bits);
  return extent / std::ceil(extent / width);  // the last vector may have unused lanes
}

double operationsOf(const Snapshot& program, int function, const RepairMachine& machine) {
  const ProgramCost cost = costOf(program.function(function));
  double all = 0;
  for (const BlockId id : program.blocks(function)) {
    const Block& block = program.block(id);
    const auto found = cost.blocks.find(id);
    const bool outer = anyStmt(block.body, [&](const Stmt& s) { return s.as<Block>(); });
    if (outer || found == cost.blocks.end()) continue;
    double work = std::max(found->second.flops, found->second.executions);
    if (atomicStore(block.body)) work *= kAtomicTimes;
    bool threads = false;
    for (const LoopId above : program.loopsAbove(id)) {
      const For& loop = program.loop(above);
      if (loop.kind == ForKind::Vectorized) work /= lanesOf(block, loop, machine);
      threads = threads || loop.kind == ForKind::Parallel || loop.kind == ForKind::ThreadBinding;
    }
    all += threads ? work / kThreads : work;
  }
  for (const LoopId id : program.loops(function))
    if (const auto found = cost.loops.find(id); found != cost.loops.end() && program.loop(id).kind == ForKind::Parallel)
      all += found->second.executions * kStartOfThreads;
  return all;
}

}  // namespace

RepairCost repairCost(const Snapshot& before, const Snapshot& after, int function, const RepairMachine& machine) {
  RepairCost cost;
  const Allocated old = allocatedIn(before.function(function));
  double most = 0;
  for (const auto& [name, bytes] : allocatedIn(after.function(function))) {
    const auto known = old.find(name);
    const double added = bytes - (known == old.end() ? 0 : known->second);
    if (added <= 0) continue;
    cost.bytes += added;
    if (added > most) most = added, cost.largest = name;
  }
  cost.operations =
      operationsOf(after, function, machine) + cost.bytes * (cost.bytes <= kCached ? kPerCachedByte : kPerByte);
  return cost;
}

Message memoryWarning(const RepairCost& cost) {
  if (cost.bytes < kWorthWarning) return {};
  char bytes[40], gib[40];
  std::snprintf(bytes, sizeof bytes, "%.0f", cost.bytes);
  std::snprintf(gib, sizeof gib, "%.1f", cost.bytes / (1 << 30));
  return say("allocates {0} bytes ({1} GiB) for {2}", Snippet(bytes), Snippet(gib), Ident(cost.largest));
}

}  // namespace lw
