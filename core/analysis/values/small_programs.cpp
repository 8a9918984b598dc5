#include "core/analysis/values/small_programs.h"

#include <algorithm>
#include <set>

#include "core/analysis/shapes/empty_reductions.h"
#include "core/analysis/values/small_run.h"

namespace lw::analysis {
namespace {

// What the first run leaves in the memory of the caller and the second one does not: nothing.
bool leavesTheSame(const SmallRun& first, const SmallRun& second) {
  for (const auto& [data, memory] : first.memory()) {
    if (!memory.given) continue;
    const auto found = second.memory().find(data);
    const SmallRun::Memory* other = found == second.memory().end() ? nullptr : &found->second;
    if (other && (other->shape != memory.shape || other->type != memory.type)) return false;
    if (!memory.stored) continue;
    for (int64_t i = 0; i < memory.elements(); ++i) {
      const Terms::Id now = first.valueOf(memory, i);
      if (now != (other ? second.valueOf(*other, i) : first.valueBefore(memory, i))) return false;
    }
  }
  return true;
}

// What the second program executes in addition may not fail for some values.
bool addsNoRisk(const SmallRun& before, const SmallRun& after, const std::optional<BlockId>& copy) {
  for (const auto& [part, executions] : after.executions()) {
    if (copy == part.block) continue;
    const auto found = before.executions().find(part);
    for (const auto& [execution, risky] : executions)
      if (risky && (found == before.executions().end() || !found->second.contains(execution))) return false;
  }
  return true;
}

// Which elements several iterations of a loop use at once, and which memory each iteration uses for itself alone.
class Sharing : public SmallRun::Observer {
 public:
  explicit Sharing(LoopId loop) : loop_(loop) {}

  // Whether no two iterations use one element; nullopt: undecided, because the place of a read depends on values.
  std::optional<bool> independent() const {
    const auto isShared = [&](const void* data) { return given.contains(data) || shared_.contains(data); };
    if (std::any_of(conflicts_.begin(), conflicts_.end(), isShared)) return false;
    const auto isWritten = [&](const void* data) { return written_.contains(data); };
    return std::any_of(gathered_.begin(), gathered_.end(), isWritten) ? std::nullopt : std::optional(true);
  }
  std::set<const void*> given;

  void onLoop(const For& loop) override {
    if (loop.id == loop_) ++round_, inside_ = true;
  }
  void onIteration(const For& loop) override {
    if (loop.id == loop_) ++iteration_;
  }
  void onLoopEnd(const For& loop) override {
    if (loop.id == loop_) inside_ = false;
  }
  void onAccess(const SmallAccess& a) override {
    if (!inside_) {
      shared_.insert(a.data);
      return;
    }
    Use& use = uses_[a.data][a.element];
    if (!a.write && use.writer != iteration_) shared_.insert(a.data);
    if (a.write) {
      use.writer = iteration_;
      written_.insert(a.data);
    }
    if (use.round != round_) use = {.round = round_, .iteration = iteration_, .writer = use.writer, .atomic = a.atomic};
    use.several = use.several || use.iteration != iteration_;
    use.written = use.written || a.write;
    if (use.atomic != a.atomic) use.atomic.reset();
    if (use.several && use.written && !use.atomic) conflicts_.insert(a.data);
  }
  void onGather(const void* data) override { (inside_ ? gathered_ : shared_).insert(data); }

 private:
  struct Use {
    uint64_t round = 0, iteration = 0;    // the first iteration of this round of the loop
    uint64_t writer = 0;                  // the iteration of the last store, in any round
    std::optional<BinaryOp> atomic = {};  // of all uses in this round
    bool several = false, written = false;
  };

  LoopId loop_;
  uint64_t round_ = 0, iteration_ = 0;
  bool inside_ = false;
  std::unordered_map<const void*, std::unordered_map<int64_t, Use>> uses_;
  std::set<const void*> shared_;  // used outside of the loop, or read where the same iteration did not write
  std::set<const void*> written_, gathered_;  // in the loop
  std::set<const void*> conflicts_;  // memory with an element that several iterations use, and one of them writes
};

// A budget that is too small for a run is exhausted only if another one may be enough.
bool carriedOut(SmallRun& run, const ProofBudget& budget, SmallRun::Observer* observer = nullptr) {
  const unsigned long work = std::min(budget.operations(kSmallWork), kSmallWork);
  if (run.run(static_cast<int64_t>(work), observer)) return true;
  if (run.ranOut() && work < kSmallWork && run.leastWork() <= static_cast<int64_t>(kSmallWork)) budget.exhaust();
  return false;
}

}  // namespace

bool leaveTheSameTerms(const PrimFunc& before, const PrimFunc& after, const Correspondence& correspondence,
                       const ProofBudget& budget) {
  Terms terms;
  const PrimFunc given = withEmptyReductions(before), made = withEmptyReductions(after);
  SmallRun first(given, terms), second(made, terms, correspondence.initBlock);
  return carriedOut(first, budget) && carriedOut(second, budget) && leavesTheSame(first, second) &&
         leavesTheSame(second, first) && addsNoRisk(first, second, correspondence.copy);
}

std::optional<bool> independentWhenRun(const PrimFunc& function, LoopId loop, const ProofBudget& budget) {
  Terms terms;
  const PrimFunc whole = withEmptyReductions(function);
  SmallRun run(whole, terms);
  Sharing sharing(loop);
  for (const auto& [parameter, buffer] : function.buffers) sharing.given.insert(buffer->data.key());
  if (!carriedOut(run, budget, &sharing)) return std::nullopt;
  return sharing.independent();
}

}  // namespace lw::analysis
