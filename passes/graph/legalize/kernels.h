// Makes kernels of calls of operators; equal calls share one.
#pragma once

#include <map>

#include "core/graph/model.h"
#include "core/ir/expr.h"

namespace lw::legalize {

using graph::Sizes;

// What a call of an operator becomes.
struct KernelCall {
  std::string kernel;
  std::vector<graph::Node> args;           // tensors, in the order of the kernel's parameters
  Sizes extra;                             // sizes that no tensor has
  std::vector<graph::StructInfo> results;  // of the tensors that it writes
};

// Are there calls of the operator for which a kernel can be made?
bool hasKernel(const graph::Operator& op);
// Do the sizes of its results depend on data?
bool countsItsResults(const graph::Operator& op);

// What the kernel of the sizes has found, and what it has written beside them.
struct Counted {
  std::vector<Var> sizes;
  std::vector<graph::Node> found;
};

class Kernels {
 public:
  explicit Kernels(graph::Model& model) : model_(model) {}
  // Nothing: there is no kernel for this call. The operands are values and constants, or tuples of them.
  std::optional<KernelCall> of(const graph::Call& call);
  // Of an operator that counts its results: the kernel that finds their sizes, which are its first result, and the one
  // that computes the results.
  std::optional<KernelCall> sizesOf(const graph::Call& call);
  std::optional<KernelCall> of(const graph::Call& call, const Counted& counted);

 private:
  struct Made {
    const graph::Call call;
    std::string operands, name;
    std::vector<Var> vars;  // of the kernel, for symbolic sizes
    std::vector<bool> extra;
    std::vector<graph::TensorInfo> results;  // in the variables of the kernel
  };
  struct Request;  // a call with what is known of its operands
  std::optional<Made> make(const Request& request);
  std::optional<KernelCall> made(const graph::Call& call, const Counted* counted, bool sizes);

  graph::Model& model_;
  std::multimap<std::string, Made, std::less<>> made_;  // by the operator
};

}  // namespace lw::legalize
