// A graph function as a list of calls: which kernel or registered function runs with which buffers. Everything that a
// run, a memory plan or a view of a run asks of a model is here; the graph is not read again.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/graph/model.h"
#include "core/support/result.h"

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

struct ModelStep {
  std::string callee;              // name of the kernel, or of the registered function
  int kernel = -1;                 // index into ModelProgram::kernels; -1: a registered function
  std::vector<int> reads;          // buffers, as the callee takes them
  std::vector<int> writes;         // after those that it reads
  std::vector<Expr> numbers = {};  // after the buffers
  std::string result;              // the value that the call is bound to
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
  std::vector<Var> sizes;        // symbolic sizes in the order in which the parameters' shapes name them
  std::vector<ModelCheck> checks;
};

// Needs: a model whose operators are all legalized. Calls of other graph functions are inlined. Errors have the place
// of the binding.
Result<ModelProgram> modelProgramOf(const graph::Model& model, const graph::Function& function);

// Does the kernel take the buffers of this step? Their number, element types and shapes; what only the run knows is
// compared then.
Status checkCall(const ModelProgram& program, const PrimFunc& kernel, const ModelStep& step);

// For tests and for reports: one line for each buffer and step.
std::string toText(const ModelProgram& program);

}  // namespace lw
