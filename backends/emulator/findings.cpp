#include "backends/emulator/block_run.h"
#include "backends/emulator/errors.h"
#include "core/ir/visit.h"

namespace lw::emulator {
namespace {

std::string text(const std::array<int64_t, 3>& at) {
  return "(" + std::to_string(at[0]) + ", " + std::to_string(at[1]) + ", " + std::to_string(at[2]) + ")";
}
std::string text(const GpuThread& t) { return "thread " + text(t.thread) + " of block " + text(t.block); }

}  // namespace

Findings::Findings(const PrimFunc& scheduled, size_t most) : most_(most) {
  forEachStmt(scheduled.body, [&](const Stmt& s) {
    if (const auto* block = s.as<Block>()) names_.emplace(block->id, block->name);
  });
}

std::string Findings::blockName(Origin origin) const {
  const auto found = names_.find(origin.block);
  return found == names_.end() || found->second.empty() ? "" : " in block " + found->second;
}

bool Findings::isNew(GpuFinding::Kind kind, const std::string& buffer, Origin a, Origin b) {
  const auto id = [](Origin o) { return std::to_string(o.block.value) + "." + std::to_string(o.loop.value); };
  return list.size() < most_ && seen_
                                    .insert(std::to_string(static_cast<int>(kind)) +
                                            buffer.substr(0, buffer.find('[')) + " " + id(a) + " " + id(b))
                                    .second;
}

void Findings::race(const std::string& element, const Access& first, const Access& second) {
  if (!isNew(GpuFinding::Kind::Race, element, first.origin, second.origin)) return;
  const auto what = [&](const Access& a) { return std::string(a.store ? "a store" : "a load") + blockName(a.origin); };
  const bool sameBlock = first.who.block == second.who.block;
  const auto& kind = sameBlock ? err::kEmulatorRace : err::kBetweenBlocks;
  Explanation e =
      explain(kind(text(first.who), text(second.who), element, what(first), what(second)),
              sameBlock ? "put a barrier between the accesses, or let every thread access elements of its own"
                        : "let one block write and read the element, or divide the work into two kernels");
  for (const Origin o : {first.origin, second.origin})
    if (o.block.valid() && (e.blocks.empty() || e.blocks.front() != o.block)) e.blocks.push_back(o.block);
  list.push_back({GpuFinding::Kind::Race, std::move(e), first.who, second.who});
}

void Findings::uninitialised(const std::string& element, const Access& load) {
  if (!isNew(GpuFinding::Kind::Uninitialised, element, load.origin, {})) return;
  Explanation e = explain(err::kEmulatorUninitialised(text(load.who), element, blockName(load.origin)),
                          "write it first, in this kernel or an earlier one");
  if (load.origin.block.valid()) e.blocks.push_back(load.origin.block);
  list.push_back({GpuFinding::Kind::Uninitialised, std::move(e), load.who, {}});
}

void Findings::underWay(const std::string& element, const Access& now, const Access& copy) {
  if (!isNew(GpuFinding::Kind::UnderWay, element, copy.origin, now.origin)) return;
  Explanation e = explain(err::kEmulatorUnderWay(text(now.who), now.store ? "writes" : "reads", element,
                                                 blockName(now.origin), text(copy.who), blockName(copy.origin)),
                          "wait for the copy first; other threads need a barrier after the wait");
  for (const Origin o : {copy.origin, now.origin})
    if (o.block.valid() && (e.blocks.empty() || e.blocks.front() != o.block)) e.blocks.push_back(o.block);
  list.push_back({GpuFinding::Kind::UnderWay, std::move(e), now.who, copy.who});
}

void Findings::divergent(const Waiting& waiting, const GpuThread& other, std::optional<Origin> otherBarrier) {
  stopped = true;
  const Message rest = otherBarrier ? say("waits at another barrier{0}", blockName(*otherBarrier)) : "has finished";
  const std::string first = text(waiting.who), place = blockName(waiting.at), second = text(other);
  Explanation e = waiting.operation
                      ? explain(err::kEmulatorDivergentOperation(first, place, second, rest),
                                "let all threads of a warp reach its matrix operations: conditions and loops around "
                                "them may depend on threadIdx.y and threadIdx.z, which number the warps")
                      : explain(err::kEmulatorDivergentBarrier(first, place, second, rest),
                                "let all threads of a block reach the same barriers: put them outside of conditions "
                                "and loops that depend on threadIdx");
  if (waiting.at.block.valid()) e.blocks.push_back(waiting.at.block);
  list.push_back({GpuFinding::Kind::DivergentBarrier, std::move(e), waiting.who, other});
}

void Findings::forEver(const Waiting& waiting, int64_t barrier, int64_t phase) {
  stopped = true;
  if (!isNew(GpuFinding::Kind::DivergentBarrier, std::to_string(barrier), waiting.at, {})) return;
  Explanation e = explain(err::kEmulatorForEver(text(waiting.who) + blockName(waiting.at), phase, barrier),
                          "as many threads as the barrier was initialised for have to arrive in each phase, and all "
                          "bytes that they expect have to be copied");
  if (waiting.at.block.valid()) e.blocks.push_back(waiting.at.block);
  list.push_back({GpuFinding::Kind::DivergentBarrier, std::move(e), waiting.who, {}});
}

void Findings::unfenced(const std::string& element, const Access& store, const GpuThread& writer) {
  if (!isNew(GpuFinding::Kind::UnderWay, element, store.origin, {})) return;
  Explanation e = explain(err::kEmulatorUnfenced(text(store.who), blockName(store.origin), element, text(writer)),
                          "let each thread that wrote it execute fence.proxy.async before the barrier between the two");
  if (store.origin.block.valid()) e.blocks.push_back(store.origin.block);
  list.push_back({GpuFinding::Kind::UnderWay, std::move(e), store.who, writer});
}

void Findings::overwritten(const std::string& element, const Access& now, const Access& store) {
  if (!isNew(GpuFinding::Kind::UnderWay, element, store.origin, now.origin)) return;
  Explanation e = explain(err::kEmulatorOverwritten(text(now.who), element, blockName(now.origin), text(store.who),
                                                    blockName(store.origin)),
                          "wait until its group has read, and put a barrier behind the wait");
  for (const Origin o : {store.origin, now.origin})
    if (o.block.valid() && (e.blocks.empty() || e.blocks.front() != o.block)) e.blocks.push_back(o.block);
  list.push_back({GpuFinding::Kind::UnderWay, std::move(e), now.who, store.who});
}

void Findings::leftReading(const std::string& element, const Access& store) {
  if (!isNew(GpuFinding::Kind::UnderWay, element, store.origin, {})) return;
  Explanation e = explain(err::kEmulatorLeftReading(text(store.who), blockName(store.origin), element),
                          "end its group, and wait until the group has read");
  if (store.origin.block.valid()) e.blocks.push_back(store.origin.block);
  list.push_back({GpuFinding::Kind::UnderWay, std::move(e), store.who, {}});
}

void Findings::forEverNamed(const Waiting& waiting, int64_t barrier, int64_t threads, int64_t missing) {
  stopped = true;
  Explanation e =
      explain(err::kEmulatorNamedForEver(text(waiting.who) + blockName(waiting.at), barrier, missing, threads),
              "let as many threads reach a named barrier as it is for, in whole warps");
  if (waiting.at.block.valid()) e.blocks.push_back(waiting.at.block);
  list.push_back({GpuFinding::Kind::DivergentBarrier, std::move(e), waiting.who, {}});
}

}  // namespace lw::emulator
