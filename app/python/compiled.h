// Compiled functions that Python calls with its own arrays.
#pragma once

#include <mutex>

#include "app/python/arrays.h"
#include "app/python/schedule.h"
#include "backends/measure/kernel.h"
#include "backends/runner/elf_loader.h"
#include "backends/runner/runtime.h"

namespace lw::python {

struct CompileOptions {
  std::string target;  // empty: this machine's processor
  int threads = 0;     // 0: all cores
  bool inProcess = false;
  bool allowC = false;
  FloatMath math;
};

// A function with a row of parameters: arrays and numbers. In this process it uses the arrays without a copy, and a
// kernel that crashes ends Python; in a process of its own the arrays are copied, and Python goes on.
class CompiledFunction {
 public:
  CompiledFunction(PrimFunc function, const CompileOptions& options);
  void call(const py::args& args, const py::kwargs& kwargs);
  const std::string& name() const { return function_.name; }
  std::vector<std::string> parameters() const;
  bool inProcess() const { return object_.has_value(); }
  // Name, element type, shape ("64, n"; empty: a number) and whether it is written, of each parameter.
  std::vector<std::tuple<std::string, std::string, std::string, bool>> slots() const;

 private:
  struct Arguments;
  Arguments take(const py::args& args, const py::kwargs& kwargs) const;
  void callHere(Arguments& arguments);
  void callThere(Arguments& arguments);

  struct Slot {
    std::string name;  // of the buffer or the number
    DataType type;
    bool array = false, written = false;
  };
  PrimFunc function_;
  KernelSignature signature_;
  std::vector<Slot> slots_;  // one for each parameter
  bool symbolic_ = false;    // sizes are known from the arrays only
  int threadCount_;
  // In this process:
  std::optional<LoadedObject> object_;
  std::optional<PrimFunc> lowered_;
  std::vector<std::string> failures_;
  int (*entry_)(void**, int64_t*) = nullptr;
  std::unique_ptr<KernelThreads> threads_;
  // In another one:
  std::unique_ptr<Kernel> kernel_;
  std::optional<RunnerProcess> child_;
  std::optional<Launch> launch_;
  std::vector<std::vector<int64_t>> launched_;  // shapes and scalars of launch_
  std::function<bool()> stop_;                  // of the call that the process serves
  std::mutex busy_;                             // the threads of a team, or the process, serve one call at a time
};

}  // namespace lw::python
