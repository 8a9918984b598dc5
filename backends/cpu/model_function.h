// A model as one function for other programs, int NAME(inputs..., results..., workspace[, parameters][, sizes...][,
// pointers to sizes that it computes...]):
// what exported C (backends/c/model_source.h) and exported objects have in common. A value, without code.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "backends/cpu/cpu.h"
#include "core/ir/expr.h"
#include "core/ir/ndarray.h"

namespace lw {

struct ModelFunction {
  struct Array {
    enum class Place : uint8_t { Input, Result, Constant, Workspace };
    std::string name;
    Place place;
    DataType type;
    std::vector<Expr> shape;                        // over the sizes of the function
    int64_t bytes = 0;                              // at most
    int64_t offset = -1;                            // in the workspace; of a constant, among the parameters
    std::shared_ptr<const NDArray> data = nullptr;  // of a constant
    bool changed = false;                           // an input that the function writes over
  };
  struct Output {
    std::string name;  // of the argument in C
    int array = 0;     // an input, a constant, or a result that is already an argument is copied to this one
    bool copied = false;
  };
  // Steps on one side of an `if` run only where an array of one bool has this value.
  struct Condition {
    int array = 0;
    bool when = true;
  };
  struct Call {
    int kernel = 0;
    std::vector<int> arrays;            // buffers[i] of the kernel
    std::vector<Expr> scalars;          // over the sizes of the function
    std::vector<Condition> conditions;  // all of them hold, outermost first
  };

  // A symbolic size: an argument, from 0 to `most`. Its variable has a name in C.
  struct Size {
    Var var, program;  // the second one is that of the model
    int64_t most = 0;
  };
  // A size that the function computes: it is read after some calls, is from 0 to `most`, and is written to an argument.
  struct Count {
    Var var, program;
    std::string argument;
    int64_t most = 0;
    int array = 0;
    int64_t element = 0;
    size_t after = 0;  // so many calls
  };
  // Of the sizes: both sides are the same in every call that is right.
  struct Check {
    Expr size, wanted;
    size_t after = 0;  // so many calls
  };

  std::string name;                 // a name in C; those of the inputs are as well
  std::vector<PrimFunc> kernels;    // lowered for the processor; their names begin with that of the model
  std::vector<std::string> titles;  // of the kernels in the model
  std::vector<Array> arrays;
  std::vector<int> inputs;  // in the order of the parameters
  std::vector<Output> results;
  std::vector<Call> calls;
  std::vector<Size> sizes;    // arguments after the workspace and the parameters
  std::vector<Count> counts;  // the last arguments
  std::vector<Check> checks;
  int64_t workspace = 0;         // bytes
  int64_t parameterBytes = 0;    // of all constants, each at a multiple of 64
  bool parametersApart = false;  // the constants are an argument, not part of the code
};

inline constexpr int kWrongSizes = -2;  // what the function returns if a size is out of its range, or a check fails
// Expressions of sizes that code can be made of: sums, products, quotients, minima and maxima.
bool isSizeExpr(const Expr& size);

// All constants as they are passed, if they are an argument.
std::string parameterBytesOf(const ModelFunction& model);

// The object of the model for programs without lw-runner.
struct ModelObject {
  std::string object;  // an archive of the kernels and of the function
  std::vector<std::string> failures, externs;
  std::string cpu, features;
};
Result<ModelObject> compileModelFunction(const ModelFunction& model, const CpuOptions& options);

}  // namespace lw
