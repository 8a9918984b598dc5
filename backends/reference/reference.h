// The NumPy-style reference of a source file, run on our own arrays over OpenBLAS.
#pragma once

#include <functional>

#include "core/ir/ndarray.h"
#include "core/script/interpreter.h"
#include "core/text/tir/parser.h"

namespace lw {

struct ReferenceOptions {
  std::string function = "reference";
  int threads = 1;                // of matrix products; elementwise work uses one
  int64_t steps = 4'000'000'000;  // limit of the interpreter
  std::function<bool()> cancelled;
};

bool hasReference(const SourceFile& file, std::string_view function = "reference");

// A reference that is ready to run repeatedly, so that its timing can be interleaved with that of a kernel.
class PreparedReference {
 public:
  // What the reference's parameters are matched with.
  struct Parameter {
    std::string name;
    std::string handle = {};  // another name of it
    bool written = false;
  };
  // `of`: whose reference it is, for messages.
  static Result<PreparedReference> prepare(const SourceFile& file, const std::string& of,
                                           const std::vector<Parameter>& parameters, std::vector<Argument> arguments,
                                           const ReferenceOptions& options = {});
  // `arguments`: one per parameter of the function, as makeArguments returns them. Parameters of the reference are
  // matched by name with the function's buffers and scalar parameters. Outputs may be returned or written in place.
  static Result<PreparedReference> prepare(const SourceFile& file, const PrimFunc& function,
                                           std::vector<Argument> arguments, const ReferenceOptions& options = {});

  Result<double> run();  // milliseconds of one run on fresh copies of the arguments
  // Results of the last run: one array per output parameter, in the order of the parameters, with the parameter's type
  // and shape.
  const std::vector<NDArray>& outputs() const { return outputs_; }
  const std::vector<std::string>& outputNames() const { return outputNames_; }
  const std::vector<size_t>& outputParameters() const { return outputParameters_; }
  const std::vector<std::string>& printed() const { return printed_; }
  bool usedProducts() const { return usedProducts_; }  // whether the last run calculated with BLAS

  struct Input {
    std::string name;  // of the reference's parameter
    size_t argument;   // position in the arguments
    bool isOutput;
  };
  const std::vector<Input>& inputs() const { return inputs_; }
  const std::vector<Argument>& arguments() const { return arguments_; }

 private:
  PreparedReference() = default;
  Result<std::vector<NDArray>> collect(const script::Value& returned, const std::vector<script::Value>& passed) const;
  std::shared_ptr<const script::FileScope> scope_;
  py::Module syntax_;  // owns the syntax tree
  const py::FunctionDef* function_ = nullptr;
  ReferenceOptions options_;
  std::vector<Argument> arguments_;
  std::vector<Input> inputs_;
  std::vector<size_t> outputParameters_;
  std::vector<std::string> outputNames_;
  std::vector<NDArray> outputs_;
  std::vector<std::string> printed_;
  bool usedProducts_ = false;
};

// Runs once; returns the outputs in the order of the parameters that the function writes.
Result<std::vector<NDArray>> evaluateReference(const SourceFile& file, const PrimFunc& function,
                                               const std::vector<Argument>& arguments,
                                               const ReferenceOptions& options = {});

}  // namespace lw
