// A model as code, and its calls in the child process.
//
// Kernels that follow each other are called by one entry (backends/cpu/model_code.h); a registered function of the file
// in NumPy terms runs in this process, between two entries, on buffers that are exchanged with the child. Where a model
// computes a size, an entry ends: the size is read, and what depends on it gets its memory before the next entry runs.
#pragma once

#include "backends/cpu/cpu.h"
#include "backends/cpu/model_code.h"
#include "backends/measure/memory_needs.h"
#include "backends/runner/runner.h"
#include "core/ir/ndarray.h"
#include "passes/graph/plan_memory.h"

namespace lw {

struct CompiledModel {
  struct Segment {
    int first = 0, last = 0;    // steps; the last one is not part of it
    std::string symbol, timed;  // the entry, and the one that also takes the time of each step; empty: a registered
                                // function, a single step
  };
  ModelProgram program;
  std::vector<KernelSignature> signatures;  // of the program's kernels
  std::vector<PrimFunc> lowered;
  std::vector<bool> apart;      // temporaries outside of the workspace: what is exchanged with registered functions,
                                // conditions, computed sizes, and what depends on these
  std::vector<int> position;    // of each buffer among those of the entries; -1: in the workspace
  std::vector<int> offset;      // of each buffer in the workspace: index among the scalars of the entries; -1: none
  std::vector<int> conditions;  // of each arm of the program: index among the scalars of its number; -1: a buffer
  std::vector<int> scalars;     // of each step, then of each that runs once: where those of its kernel begin
  int workspace = 0;            // its position among the buffers; the time stamps are after it
  int scalarCount = 0;
  std::vector<Segment> segments;
  std::vector<int> countedFrom;    // of each size that is computed: the number of steps after which it is known
  std::optional<MemoryPlan> plan;  // where all sizes that matter are bounded: it holds for every call
  std::string packing;             // the entry that packs constants, once; empty: none is packed
  std::string object;
  std::vector<std::string> failures;  // messages of the assertions of all kernels
  double compileMs = 0;               // lowering and code generation
  bool known = false;                 // all kernels were in the object store

  // Constants that kernels want in another layout are packed, and results are written into inputs that nothing needs
  // afterwards (passes/graph/in_place.h). Kernels are lowered and compiled as single ones are, by
  // `compilers` threads (0: as many as are useful).
  static Result<CompiledModel> build(const ModelProgram& program, const CpuOptions& options, int compilers = 0);
};

// The values of the program's sizes, but for those that it computes, from the shapes of its inputs. An error: two of
// them, or a shape and the program, contradict each other.
Result<LaunchValues> sizesFrom(const ModelProgram& program, const std::vector<NDArray>& inputs);

// An error: sizes that have values and should be the same are not.
Status checkSizes(const ModelProgram& program, const LaunchValues& sizes);

// A registered function of the file: all buffers of a step, the last `written` of them outputs.
using HostFunction = std::function<Status(const std::string& name, std::vector<NDArray>& buffers, size_t written)>;

// The results under the interpreter, one step after another.
Result<std::vector<NDArray>> interpretModel(const ModelProgram& program, const std::vector<NDArray>& inputs,
                                            const HostFunction& host, int64_t maxSteps = 2'000'000'000,
                                            const std::function<bool()>& cancelled = {});

// A compiled model with its buffers in a child process.
class ModelRun {
 public:
  // `inputs`: one per parameter. Refused if the memory does not suffice (0: what this machine has left).
  static Result<ModelRun> load(RunnerProcess& child, const CompiledModel& model, const std::vector<NDArray>& inputs,
                               int threads, int64_t memory, HostFunction host);
  // Nanoseconds of `loops` calls of the whole model, those of registered functions included.
  Result<double> run(int64_t loops = 1);
  // Nanoseconds of each step in the last one of `calls` calls, which finds the caches as the others have left them.
  Result<std::vector<double>> timeSteps(int64_t calls = 1);
  Result<std::vector<NDArray>> outputs();
  // The inputs that the model writes over, by their position among the inputs, as the last call left them.
  Result<std::vector<std::pair<size_t, NDArray>>> changed();
  // Of each step: did it run in the last call? Those of one side of an `if` do not.
  Result<std::vector<bool>> taken();
  double packingMs() const { return packingMs_; }  // of constants, while the model was loaded
  const MemoryPlan& plan() const { return plan_; }
  const LaunchValues& sizes() const { return sizes_; }

 private:
  ModelRun(RunnerProcess& child, const CompiledModel& model) : child_(&child), model_(&model) {}
  Result<int> loadEntry(const std::string& symbol);
  Status dropPackedWeights();
  Result<std::vector<double>> timeSegment(size_t segment, int64_t loops);
  Status prepare(const std::vector<NDArray>& inputs, int64_t memory);
  Status fillScalars(std::vector<MemoryNeed>& needs);
  Status know(int step);
  bool isOpen(const graph::Sizes& sizes) const;
  bool isOpen(const ModelStep& step) const;
  Status makeBuffers();
  Status fillScalarsOf(const ModelStep& step, int at, std::vector<MemoryNeed>& needs);
  Result<bool> runs(int arm);
  Result<double> hostStep(const ModelStep& step);
  Result<NDArray> fetch(int buffer);

  RunnerProcess* child_;
  const CompiledModel* model_;
  HostFunction host_;
  LaunchValues sizes_;
  MemoryPlan plan_;
  double packingMs_ = 0;
  std::vector<std::vector<int64_t>> shapes_;  // of all buffers; empty as long as a size is not known
  std::vector<bool> made_;                    // buffers of the child
  std::vector<int> changed_;                  // inputs that the model writes over
  std::vector<int> restore_;                  // the same, as buffers of the child
  int64_t memory_ = 0;
  std::vector<std::optional<bool>> runs_;  // of each arm in this call, where it is known
  std::map<int, const NDArray*> inputs_;   // by their buffers, while they are filled
  std::map<int, NDArray> given_;           // inputs and constants that registered functions read
  Launch launch_;                          // buffers and scalars of every entry
  std::vector<int> entries_, timed_;       // the child's numbers, one per segment; -1: not loaded
};

}  // namespace lw
