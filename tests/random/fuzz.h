// Shared by the tests with random schedules: a program with its inputs, the comparison of its results with those of a
// scheduled program, and the reduction of a failure to a small case.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "core/ir/ndarray.h"
#include "core/trace/trace.h"

namespace lw {

struct FuzzProgram {
  std::string name;
  PrimFunc function;
  InputSpec inputs;
  std::string inputComments;  // as in the source file
  std::vector<TensorIntrin> intrinsics = {};
  Snapshot snapshot() const { return Snapshot(function).withIntrinsics(intrinsics); }
};
// The functions of tests/golden/programs, by name.
std::vector<FuzzProgram> goldenPrograms();
FuzzProgram fuzzProgram(const std::string& name, const std::string& text);

// A program's inputs and its results for them.
class ExpectedValues {
 public:
  // nullopt: the program itself reads an element that was not written, or an index is outside of its buffer.
  static std::optional<ExpectedValues> of(const PrimFunc& function, const InputSpec& inputs);
  static std::optional<ExpectedValues> of(const PrimFunc& function, std::vector<Argument> inputs);
  // Describes what is wrong with a scheduled program, run by the interpreter or as compiled code in a process of its
  // own; "": nothing.
  std::string interpreted(const PrimFunc& scheduled) const;
  std::string compiled(const PrimFunc& scheduled, int optLevel = 3) const;
  const std::vector<Argument>& results() const { return results_; }

 private:
  std::string compare(const std::vector<Argument>& got) const;
  std::vector<std::string> names_;
  std::vector<Argument> inputs_, results_;
};

// A failing case: the steps change the results of the program.
struct FuzzCase {
  FuzzProgram program;
  Trace trace;
};
// Describes what is wrong with a scheduled form of the function; "": nothing.
using Fault = std::function<std::string(const FuzzProgram& program, const PrimFunc& scheduled)>;
// Removes steps, statements and terms, and reduces sizes, as long as the fault remains.
FuzzCase shrunk(FuzzCase found, const Fault& fault);
// The case as a file for tests/golden/fuzz.
std::string textOf(const FuzzCase& found, const std::string& about);

}  // namespace lw
