// A whole run of the interpreter, kept step by step: every access with its place and value, every execution of a block. What a run
// shows at any moment follows from the accesses before it, forwards and backwards.
#pragma once

#include "backends/interpreter/interpreter.h"

namespace lw {

struct Recording {
  struct Memory {
    std::string name, scope;
    DataType type;
    std::vector<int64_t> shape;
    bool parameter = false, stored = false;
    std::vector<double> first;      // values before the run; NaN: nothing was written there yet
    int64_t address = 0;            // bytes, as if all memories stood one after the other, each at the start of a page
    int64_t elements() const { return static_cast<int64_t>(first.size()); }
  };
  struct Access {
    int32_t memory = 0, element = 0;
    int32_t instance = 0;           // of a block: what is executed
    bool store = false;
    double value = 0, before = 0;   // before: of a store, what stood there
  };
  struct Instance {
    BlockId block;
    std::string_view name;          // of the block; lives as long as the function
    size_t firstAccess = 0;         // made after it began
    size_t firstValue = 0;          // into `values`: one for each loop around
  };

  PrimFunc function;                // keeps the names alive
  std::vector<Memory> memories;     // parameters in order, then what blocks allocate, in the order of the text
  std::vector<Access> accesses;
  std::vector<Instance> instances;  // blocks without iters, such as the root, are none, except the first entry: the whole run
  std::map<BlockId, std::vector<std::pair<LoopId, std::string>>> loopsOf;  // around each block, outermost first
  std::vector<int64_t> values;
  bool complete = true;             // false: the limit was reached

  int64_t addressOf(const Access& access) const;
  // Values of the loops around the instance, by name.
  std::vector<std::pair<std::string, int64_t>> loopValues(const Instance& instance) const;
};

struct RecordLimits {
  size_t accesses = 200'000;
  std::function<bool()> cancelled;
};
// `arguments` as interpret() takes them; copies are run.
Result<Recording> record(const PrimFunc& function, const std::vector<Argument>& arguments, const RecordLimits& limits = {});

// What stands in every buffer after a run: parameters, then what blocks allocate. Elements of floats that were never written are NaN,
// others 0; of a buffer that is allocated several times, what was written last.
struct FinalValue {
  std::string name;
  bool parameter = false, stored = false;
  NDArray values;
};
Result<std::vector<FinalValue>> finalValues(const PrimFunc& function, const std::vector<Argument>& arguments, const std::function<bool()>& cancelled = {});

// The values of all memories after some number of accesses; moving it costs what lies between.
class Replay {
 public:
  explicit Replay(const Recording& recording);
  void moveTo(size_t accesses);
  size_t position() const { return position_; }
  const std::vector<double>& valuesOf(size_t memory) const { return values_[memory]; }

 private:
  const Recording* recording_;
  std::vector<std::vector<double>> values_;
  size_t position_ = 0;
};

}  // namespace lw
