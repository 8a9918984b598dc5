// A graph function as a list of calls: which kernel or registered function runs with which buffers. Everything that a
// run, a memory plan or a view of a run asks of a model is here; the graph is not read again.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/graph/model.h"
#include "core/support/result.h"
#include "passes/support/gpu_program.h"

namespace lw {

struct ModelBuffer {
  enum class Role : uint8_t {
    Input,
    Constant,
    Packed,  // made from constants, once, before the calls
    Output,
    Temporary
  };
  std::string name;
  Role role = Role::Temporary;
  DataType type;
  graph::Sizes shape;                             // over ModelProgram::sizes
  std::shared_ptr<const NDArray> data = nullptr;  // of a constant
};

// A call of a graph function, whose calls are in its place.
struct ModelCaller {
  std::string value, function;  // that the call is bound to, and that is called
  Span span;
  friend bool operator==(const ModelCaller& a, const ModelCaller& b) {
    return a.value == b.value && a.function == b.function && a.span.begin == b.span.begin;
  }
};

struct ModelStep {
  std::string callee;              // name of the kernel, or of the registered function
  int kernel = -1;                 // index into ModelProgram::kernels; -1: a registered function
  std::vector<int> reads;          // buffers, as the callee takes them
  std::vector<int> writes;         // after those that it reads
  std::vector<Expr> numbers = {};  // after the buffers
  std::string result;              // the value that the call is bound to
  Span span;
  int arm = -1;                           // index into ModelProgram::arms; -1: it always runs
  std::vector<ModelCaller> callers = {};  // from the program's function on
  // Places in `writes` of buffers that hold a value before, which the kernel may read and writes over.
  std::vector<size_t> changes = {};
};

// One side of an `if`. Its steps follow each other and run where the condition is `when`; an arm inside another one
// comes after it.
struct ModelArm {
  int branch = 0;                   // number of the `if`, which both sides have
  bool when = true;                 // the side
  int condition = -1;               // a buffer of one bool; -1: `number`
  std::optional<Expr> number = {};  // over ModelProgram::sizes
  int outer = -1;                   // the arm around it
};

// A size that the model computes: an element of a tensor of one dimension (R.tensor_to_shape, R.match_cast). It is
// known after the last step that writes the tensor.
struct ModelCount {
  Var size;
  int buffer = -1;
  int64_t element = 0;
  Span span;
};

// Two sizes that must be the same when the model runs, and cannot be compared before.
struct ModelCheck {
  std::string value;  // whose shape it is
  Expr size, wanted;
};

struct ModelProgram {
  std::string name;               // of the graph function
  std::vector<PrimFunc> kernels;  // those that are called
  std::vector<ModelBuffer> buffers;
  std::vector<int> inputs;       // one per parameter, in order
  std::vector<int> outputs;      // the result; an input or a constant may be among them, and one may be there twice
  std::vector<ModelStep> once;   // calls that fill packed buffers (passes/graph/pack_constants.h)
  std::vector<ModelStep> steps;  // in the order of the run
  std::vector<ModelArm> arms = {};
  std::vector<Var> sizes;  // symbolic sizes in the order in which the parameters' shapes name them
  std::vector<ModelCount> counts = {};
  std::vector<ModelCheck> checks;
  // Upper bounds of sizes, by Var::key(): of the function's attribute tir_var_upper_bound, or of whoever runs it.
  LaunchValues bounds = {};
};

// Needs: a model whose operators are all legalized. Calls of other graph functions are inlined. Errors have the place
// of the binding.
Result<ModelProgram> modelProgramOf(const graph::Model& model, const graph::Function& function);

// Does the kernel take the buffers of this step? Their number, element types and shapes; what only the run knows is
// compared then.
Status checkCall(const ModelProgram& program, const PrimFunc& kernel, const ModelStep& step);

// Can steps of these arms run in the same call of the model?
bool onOnePath(const ModelProgram& program, int arm, int other);

// Inputs that a step writes over (R.call_tir_inplace), as whoever calls the model sees.
std::vector<int> changedInputs(const ModelProgram& program);

// For tests and for reports: one line for each buffer and step.
std::string toText(const ModelProgram& program);

}  // namespace lw
