// A model of ONNX as a module of the graph level: one function, `main`, whose parameters are the model's inputs, and
// whose constants are its initialisers. Shape arithmetic is carried out while the model is read, so that shapes are
// known, or are expressions over the symbolic sizes of the inputs.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "core/graph/model.h"
#include "core/onnx/model.h"

namespace lw::onnx {

// The value of a call all of whose operands are constants.
using Evaluate = std::function<Result<NDArray>(const graph::Call& call)>;

// A value of the model's inputs or outputs: a tensor, or the tensors of a sequence or optional.
struct Port {
  std::string name;
  std::string parameter;  // of an input that is a tensor: as the function names it
  Type type;
  size_t first = 0, count = 1;  // places among the function's parameters or results
};

struct ImportOptions {
  std::map<std::string, NDArray> known;   // inputs that are constants here, because they decide shapes
  std::map<std::string, int64_t> sizes;   // of symbolic dimensions and of inputs of one integer, by name
  std::map<std::string, size_t> lengths;  // of inputs that are sequences or optional
  std::map<std::string, std::vector<std::vector<int64_t>>> shapes;  // of their tensors; none: as the model says
  bool allowUnsupported = false;          // nodes that cannot be read call functions from outside: R.call_dps_packed
  bool outline = false;                   // constants of more than 16 elements become parameters, after the inputs
  bool forNumpy = false;                  // and are of types that NumPy has: bfloat16 and float8 as float32
  Evaluate evaluate;                      // none: only what this library computes itself is known early
  std::function<bool(size_t node)> goOn;  // asked before each node of the file; false: stop
};

// A function that a person registers, because there is no kernel for a node.
struct OutsideFunction {
  std::string name;     // "onnx.Fancy"; those of other attributes have a number after it
  std::string takes;    // of the node: its attributes as text, "alpha=0.5, axis=1"
  std::string because;  // why it was not read
  size_t inputs = 0, outputs = 0;
};

struct Import {
  graph::Model model;  // empty if there are problems
  std::vector<Port> inputs, outputs;
  std::vector<std::pair<std::string, std::shared_ptr<const NDArray>>> constants;  // the parameters that were outlined
  std::vector<Explanation> problems;  // of all nodes that could not be read, each with the node's name
  std::vector<std::string> symbols;   // names of symbolic sizes in the file, and of all that ImportOptions::sizes gave
  std::vector<std::string> wanted;    // inputs whose values would have solved a problem: ImportOptions::known
  std::vector<OutsideFunction> outside;  // only with allowUnsupported
  bool stopped = false;                  // ImportOptions::goOn said so: there is no model
  // What the report of an import says.
  size_t nodes = 0, folded = 0, calls = 0;     // of the file, those carried out while reading, those of the function
  std::map<std::string, size_t> operators;     // how often each occurs
  int64_t parameters = 0, parameterBytes = 0;  // elements of constants, and what they take
};

// `name`: of the module.
Import importModel(const Model& model, const ImportOptions& options, const std::string& name = "Model");

// An input for which ImportOptions::sizes may give a value.
bool isOneInteger(const ValueInfo& value);

// A table of every operator that ONNX has, for help pages and `lw import --operators`.
struct OperatorSupport {
  std::string name, domain;
  int64_t since = 0;   // the first version of the operators that is read; 0: none
  std::string whyNot;  // why it is not read
};
std::vector<OperatorSupport> operatorSupport();

}  // namespace lw::onnx
