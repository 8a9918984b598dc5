// A schedule: a program and the steps that made it from the source. A schedule is a value: copies are cheap and
// independent, so keeping an old copy implements undo, and continuing from an old copy makes a branch.
#pragma once

#include "core/schedule/all_primitives.h"
#include "core/schedule/primitive.h"

namespace lw {

// One recorded step. Loops and blocks in `args` are handles; `outputs` are the handles that it defined.
struct Instruction {
  const Primitive* primitive = nullptr;
  Arguments args;
  std::vector<StepValue> outputs;  // LoopRv, BlockRv or ExprRv
  bool assumed = false;            // accepted although a question stayed undecided
};

// The changes of a step, for the trace pane and for moving selections.
struct StepChange {
  std::vector<LoopId> loopsAdded, loopsRemoved;
  std::vector<BlockId> blocksAdded, blocksRemoved;
  NodeReplacement fate;
};

class StepCache;

class Schedule {
 public:
  explicit Schedule(Snapshot program);

  const Snapshot& program() const;
  const Snapshot& source() const;  // before the first step
  int stepCount() const;
  int changeCount() const;  // steps that are not queries such as get_loops
  const Instruction& step(int index) const;
  const StepChange& change(int index) const;
  const Snapshot& programAfter(int index) const;  // -1: the source
  // What the check of the step asked, and who decided (core/analysis/proofs.h). Empty: nothing in that
  // table was asked.
  const std::vector<ProofRecord>& proofs(int index) const;
  Schedule prefix(int steps) const;  // the schedule after its first `steps` steps
  std::vector<Instruction> instructions() const;

  // Carries out one step and records it. Loops and blocks may be handles, ids (a handle is found, or get_block and
  // get_loops are recorded first) or names. On failure the schedule does not change. Returns the outputs of the step as
  // handles; Returns::Loops gives one list.
  Result<StepValue> apply(const Primitive& primitive, Arguments args);
  Result<StepValue> apply(std::string_view primitive, Arguments args);
  // Checks whether the step would be accepted; records nothing.
  Status check(const Primitive& primitive, const Arguments& args, const ProofBudget& budget = {}) const;

  // The loop of the current function with this name: "i", or "C.i" for the loop i above block C. If an earlier step
  // removed the name, the error names that step and the loops that replaced the loop.
  Result<LoopId> loopNamed(const std::string& name) const;

  // A valid handle of the loop or block; if there is none, records get_block and get_loops.
  Result<LoopRv> rvFor(LoopId loop);
  Result<BlockRv> rvFor(BlockId block);
  // The loop or block of a handle. For an invalid handle, the error names the step that consumed its loop or block.
  Result<LoopId> resolve(LoopRv rv) const;
  Result<BlockId> resolve(BlockRv rv) const;
  Result<int64_t> resolve(ExprRv rv) const;
  // Replaces handles by ids and integers, at any depth.
  Result<StepValue> resolve(const StepValue& value) const;

  Status workOn(std::string_view function);  // sets the default of get_block's func_name
  int currentFunction() const;

  // Random numbers of sampling steps. Seeding is not a step; traces contain the drawn values.
  void seed(uint64_t seed);
  uint64_t forkSeed();  // a seed for another schedule
  // Steps that the cache knows are neither checked nor carried out again. Schedules that continue this one use it too.
  void cacheSteps(std::shared_ptr<StepCache> cache);
  // Whether steps that follow are accepted where nothing decides that they are legal. Whoever asks for this compares
  // the programs before and after each step whose instruction is `assumed`.
  void assumeUndecided(bool assumes);
  // Makes the handle invalid.
  Status removeHandle(const StepValue& handle);

  // The step that made the loop or block; -1: it is in the source.
  int madeBy(LoopId loop) const;
  int madeBy(BlockId block) const;
  // The loops that a loop has become through the steps [from, to), to move a selection.
  std::vector<LoopId> follow(LoopId loop, int from, int to) const;
  std::vector<BlockId> follow(BlockId block, int from, int to) const;

 private:
  struct State;
  std::shared_ptr<const State> state_;
  explicit Schedule(std::shared_ptr<const State> state) : state_(std::move(state)) {}
  Result<Arguments> prepare(const Primitive& primitive,
                            Arguments args);  // completes the arguments, with handles; may record queries
  Result<StepValue> handleFor(const Param& param, const StepValue& value);
  Status resolveBuffers(const Primitive& primitive, Arguments& args) const;
  Result<Arguments> resolveAll(const Arguments& args) const;
  struct Prepared {
    Arguments recorded, resolved;
    uint64_t random;
  };
  Result<Prepared> decided(const Primitive& primitive,
                           Arguments recorded) const;  // handles are resolved, the decision is made
  Result<StepValue> run(const Primitive& primitive, Arguments recorded);
  template <class Find>
  std::optional<Explanation> consumed(const char* what, const std::string& name, Find find) const;
  Result<StepValue> blockNamed(const std::string& name);  // returns a handle
  template <class Id, class Rv>
  Result<Id> resolveNode(Rv rv, const char* what, const std::vector<Id> StepChange::* removed) const;
};

}  // namespace lw
