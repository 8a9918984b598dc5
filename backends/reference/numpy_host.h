// NumPy for the interpreter: the module `np`, its types, and operators on arrays.
#pragma once

#include "backends/reference/numpy_values.h"

namespace lw::reference {

class NumpyHost : public script::Host {
 public:
  Result<std::optional<Value>> global(std::string_view name, bool called) override;
  std::optional<Value> module(std::string_view name) override;
  Result<Value> binary(py::BinOp op, const Value& a, const Value& b, bool inPlace) override;
  Result<Value> compare(py::CompareOp op, const Value& a, const Value& b) override;
  Result<Value> unary(py::UnaryOp op, const Value& a) override;
  Result<std::optional<Value>> builtin(script::Builtin builtin, CallArgs& args) override;
  Result<std::optional<Value>> scalarMethod(const Value& object, std::string_view name, CallArgs& args) override;
  void print(const std::string& line) override { output.push_back(line); }
  std::vector<std::string> output;
  std::string folder;  // of files that np.load may read; empty: it may read none
};

}  // namespace lw::reference
