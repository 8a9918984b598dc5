// Carries out a function whose sizes are numbers: every statement in order, with terms in the place of values. The
// order is that of the sequential program, as for the other analyses.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "core/analysis/tables/statement_walk.h"
#include "core/analysis/values/terms.h"

namespace lw::analysis {

// An element of memory that the function was given or allocates.
struct SmallAccess {
  bool write;
  std::optional<BinaryOp> atomic;  // of the atomic update that the access belongs to
  const void* data;
  int64_t element;
};

class SmallRun {
 public:
  struct Observer {
    virtual ~Observer() = default;
    virtual void onLoop(const For&) {}       // before its first iteration
    virtual void onIteration(const For&) {}  // before each
    virtual void onLoopEnd(const For&) {}
    virtual void onAccess(const SmallAccess&) {}
    virtual void onGather(const void*) {}  // a read of this memory at a place that depends on values
  };
  // Executions of the statements of the first block get the names that the init of the second one had.
  using InitBlock = std::optional<std::pair<BlockId, BlockId>>;

  SmallRun(const PrimFunc& function, Terms& terms, InitBlock initBlock = {});

  // False: a size, a bound, a guard, or the index of a store depends on values; an effect is not known; an access is
  // outside of its buffer, or reads what was never written; an iter is outside of its domain; or the run takes more
  // than `work` visits of nodes.
  bool run(int64_t work, Observer* observer = nullptr);
  bool ranOut() const { return left_ < 0; }     // the last run needed more work
  int64_t leastWork() const { return least_; }  // that a run takes, if no condition is in the way

  // ---- after the run ----

  static constexpr Terms::Id kNothing = -1;
  // Memory that the function was given or allocates, with what the run leaves there.
  struct Memory {
    const void* data = nullptr;
    std::vector<int64_t> shape;
    DataType type;
    bool given = false, stored = false;
    std::vector<Terms::Id> values = {};  // kNothing: nothing was written here
    Terms::Id contents = kNothing;       // a list of all elements; kNothing: not known at present
    int64_t elements() const;
  };
  const std::unordered_map<const void*, Memory>& memory() const { return memory_; }
  Terms::Id valueOf(const Memory& memory, int64_t element) const;
  Terms::Id valueBefore(const Memory& memory, int64_t element) const;  // of memory that the caller gave
  // The executions of stores, each as a term (Terms::Kind::Execution). True: whether the execution fails depends on
  // values, as an index or a divisor in it does.
  using Executions = std::unordered_map<Terms::Id, bool>;
  const std::map<BlockPart, Executions>& executions() const { return executions_; }

 private:
  struct View {  // of a buffer: its elements as places in memory
    Memory* memory = nullptr;
    std::vector<int64_t> shape, strides;
    int64_t offset = 0;
  };
  struct Stop {};  // thrown where the function cannot be carried out

  void survey(const Stmt& s, BlockPart part, int64_t times, std::map<BlockPart, uint32_t>& counts);
  void spend(int64_t work);

  std::optional<int64_t> integer(const Expr& e);
  int64_t known(const Expr& e);
  Terms::Id term(const Expr& e);
  Terms::Id load(const BufferLoad& load);
  Terms::Id contentsOf(Memory& memory);
  Terms::Id call(const Call& call);
  void define(const Var& v, const Expr& value);

  Memory& memoryOf(const Buffer& b);
  View& viewOf(const Buffer& b);
  std::optional<int64_t> placeIn(const View& view, const std::vector<Expr>& indices);
  void access(bool write, const Memory& memory, int64_t element);

  void stmt(const Stmt& s);
  void loop(const For& n);
  void block(const Block& n);
  void match(const MatchBuffer& m);
  void store(const BufferStore& n);

  const PrimFunc& function_;
  Terms& terms_;
  InitBlock initBlock_;
  Observer* observer_ = nullptr;
  int64_t left_ = 0;
  std::unordered_map<const void*, int64_t> integers_;       // of variables
  std::unordered_map<const void*, Terms::Id> otherValues_;  // of variables whose values are not known numbers
  std::unordered_map<const void*, Memory> memory_;          // by data pointer
  std::unordered_map<const void*, View> views_;             // by buffer
  std::unordered_set<const void*> allocated_, stored_;      // data pointers
  std::unordered_map<const BufferStore*, uint32_t> ordinals_;
  std::map<BlockPart, Executions> executions_;
  bool risky_ = false;  // so far, in the execution that is carried out
  bool usable_ = true;
  int64_t least_ = 0;               // visits that a run takes, if no condition is in the way
  bool atomic_ = false;             // inside of an atomic update
  std::optional<BinaryOp> update_;  // the operation of the one that is carried out
  const void* updated_ = nullptr;   // and its memory
  // Lists: the iters of the blocks around, and the same with the loops inside of the innermost one.
  Terms::Id iters_ = kNothing, key_ = kNothing;
  BlockPart part_;  // of the innermost block
};

}  // namespace lw::analysis
