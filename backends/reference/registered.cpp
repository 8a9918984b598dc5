#include "backends/reference/registered.h"

#include "backends/reference/errors.h"
#include "backends/reference/linalg.h"
#include "backends/reference/numpy_host.h"
#include "core/text/tir/registered_names.h"

namespace lw {

using reference::ArrayObject;
using script::Value;

RegisteredFunctions::RegisteredFunctions(const SourceFile& file)
    : syntax_(file.syntax), scope_(std::make_shared<const script::FileScope>(file)) {
  for (const py::Stmt& s : file.otherFunctions) {
    const auto& f = *s->as<py::FunctionDef>();
    if (const std::optional<std::string> name = registeredName(f); name && !file.errorIn(f.name))
      if (const py::FunctionDef* def = scope_->function(f.name)) functions_.insert_or_assign(*name, def);
  }
}

std::vector<std::string> RegisteredFunctions::names() const {
  std::vector<std::string> all;
  for (const auto& [name, function] : functions_) all.push_back(name);
  return all;
}

Status RegisteredFunctions::call(const std::string& name, std::vector<NDArray>& buffers, size_t written, int threads,
                                 const std::function<bool()>& cancelled) const {
  const py::FunctionDef& function = *functions_.at(name);
  const auto at = [&](Explanation e) {
    if (!e.span.valid()) e.span = function.nameSpan;
    return e;
  };
  if (function.params.size() != buffers.size())
    return at(explain(err::kRegisteredParameters(name, static_cast<int64_t>(function.params.size()),
                                                 static_cast<int64_t>(buffers.size())),
                      "it takes the inputs of the call, then its outputs"));
  std::vector<Value> passed;
  for (const NDArray& array : buffers) {
    if (!reference::supportedType(array.type)) return at(err::kReferenceElementType(toString(array.type)));
    passed.push_back(Value(std::make_shared<ArrayObject>(reference::fromNDArray(array))));
  }
  reference::setProductThreads(threads);
  reference::NumpyHost host;
  script::Limits limits;
  limits.steps = 4'000'000'000;
  limits.totalItems = 2'000'000'000;
  limits.cancelled = cancelled;
  script::Interpreter interpreter(*scope_, host, limits);
  Result<Value> returned = interpreter.run(function, passed);
  if (!returned) return at(returned.error());
  for (size_t i = buffers.size() - written; i < buffers.size(); ++i) {
    Result<reference::Array> array = reference::arrayOf(passed[i]);
    if (!array) return at(array.error());
    buffers[i] = reference::toNDArray(*array);
  }
  return success();
}

}  // namespace lw
