// A whole run, recorded step by step: every access with its place and value, and every execution of a block. The state
// at any moment follows from the accesses before it, so playback goes forwards and backwards. Records runs of the
// interpreter, or of a GPU's kernels (backends/emulator/warp_recording).
#pragma once

#include "backends/interpreter/interpreter.h"

namespace lw {

struct Recording {
  struct Memory {
    std::string name, scope;
    DataType type;
    std::vector<int64_t> shape;
    bool parameter = false, stored = false;
    std::vector<double> first;  // values before the run; NaN: not written yet
    int64_t address = 0;        // bytes, as if all memories were consecutive, each at the start of a page
    int64_t registers =
        0;  // of kernels: so many has each lane of a warp; rows of them, warp after warp, in columns of lanes
    int64_t elements() const { return static_cast<int64_t>(first.size()); }
  };
  struct Access {
    int32_t memory = 0, element = 0;
    int32_t instance = 0;  // index of the executed block instance
    bool store = false;
    uint8_t lane = 0;              // of a warp
    double value = 0, before = 0;  // before: of a store, the old value
  };
  // A load or store that the threads of a warp execute together. Its accesses end where those of the next request
  // begin.
  struct Request {
    size_t firstAccess = 0;
    std::array<int64_t, 3> block{};  // x, y, z
    int32_t launch = 0, warp = 0;
    int lanes = 0;
    bool shared = false, registers = false;
    int64_t moved = 0, needed = 0;  // sectors of 32 bytes, of shared memory passes over its banks; needed: would do for
                                    // the same bytes side by side
    int bank = 0, words = 0,
        meeting = 0;  // of shared memory: where most words are wanted in one pass, how many, by how many lanes
  };
  struct Instance {
    BlockId block;
    std::string_view name;   // of the block; lives as long as the function
    size_t firstAccess = 0;  // the first access of the instance
    size_t firstValue = 0;   // into `values`: one per enclosing loop
  };

  PrimFunc function;             // owns the names
  std::vector<Memory> memories;  // parameters in order, then what blocks allocate, in the order of the text
  std::vector<Access> accesses;
  std::vector<Instance>
      instances;  // blocks without iters, such as the root, are none, except the first entry: the whole run
  std::map<BlockId, std::vector<std::pair<LoopId, std::string>>> loopsOf;  // around each block, outermost first
  std::vector<int64_t> values;
  std::vector<Request> requests;  // of kernels only
  // Whether registers are among the memories. TooMany: a lane has too many; TooLong: recording them would exceed the
  // limit.
  enum class Registers : uint8_t { None, Shown, TooMany, TooLong };
  Registers registers = Registers::None;
  int64_t mostRegisters = 0;  // of the arrays of a lane that are too large, the size of the largest
  bool complete = true;       // false: the limit was reached

  bool ofWarps() const { return !requests.empty(); }
  int64_t addressOf(const Access& access) const;
  // Values of the loops around the instance, by name.
  std::vector<std::pair<std::string, int64_t>> loopValues(const Instance& instance) const;
};

struct RecordLimits {
  size_t accesses = 200'000;
  std::function<bool()> cancelled;
};
// `arguments` as interpret() takes them; the run uses copies.
Result<Recording> record(const PrimFunc& function, const std::vector<Argument>& arguments,
                         const RecordLimits& limits = {});

// For recorders: the memories and loops of a run that starts, and the addresses of its memories.
Recording beginRecording(const PrimFunc& function, const std::vector<Argument>& arguments);
void placeMemories(Recording& recording);

// The contents of every buffer after a run: parameters, then buffers that blocks allocate. Float elements that were
// never written are NaN, others 0. For a buffer that is allocated several times: the last values.
struct FinalValue {
  std::string name;
  bool parameter = false, stored = false;
  NDArray values;
};
Result<std::vector<FinalValue>> finalValues(const PrimFunc& function, const std::vector<Argument>& arguments,
                                            const std::function<bool()>& cancelled = {});

// The values of all memories after a number of accesses; moving to another number costs the accesses in between.
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
