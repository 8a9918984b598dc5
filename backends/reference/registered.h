// The functions that a source file registers for models: @tvm.register_func("env.linear", override=True) above a
// function in terms of NumPy, or of the functions of torch that have the same meaning in NumPy.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "core/ir/ndarray.h"
#include "core/script/interpreter.h"
#include "core/text/tir/parser.h"

namespace lw {

class RegisteredFunctions {
 public:
  explicit RegisteredFunctions(const SourceFile& file);
  bool has(const std::string& name) const { return functions_.contains(name); }
  std::vector<std::string> names() const;
  const py::FunctionDef& definition(const std::string& name) const { return *functions_.at(name); }
  const script::FileScope& scope() const { return *scope_; }
  // Calls the function with all buffers, the written ones last, and writes their new contents. Errors have the place in
  // the file.
  Status call(const std::string& name, std::vector<NDArray>& buffers, size_t written, int threads = 1,
              const std::function<bool()>& cancelled = {}) const;

 private:
  py::Module syntax_;  // owns the syntax tree
  std::shared_ptr<const script::FileScope> scope_;
  std::map<std::string, const py::FunctionDef*> functions_;
};

}  // namespace lw
