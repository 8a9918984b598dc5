#include "backends/reference/bound_models.h"

#include <filesystem>

#include "backends/reference/errors.h"
#include "backends/reference/numpy_host.h"
#include "core/script/interpreter.h"

namespace lw {
namespace {

bool endsWith(const py::Expr& e, std::string_view name) {
  const auto* attribute = e->as<py::Attribute>();
  const auto* plain = e->as<py::Name>();
  return (attribute && attribute->name == name) || (plain && plain->id == name);
}

// X.BindParams("main", PARAMS)(CLASS)
std::optional<BoundModel> boundBy(const std::string& name, const py::Expr& value) {
  const auto* applied = value->as<py::Call>();
  const auto* made = applied && applied->args.size() == 1 ? applied->function->as<py::Call>() : nullptr;
  if (!made || !endsWith(made->function, "BindParams") || made->args.size() != 2) return std::nullopt;
  const auto* function = made->args[0]->as<py::StringLiteral>();
  const auto* module = applied->args[0]->as<py::Name>();
  if (!function || !module) return std::nullopt;
  return BoundModel{name, module->id, function->value, made->args[1]};
}

}  // namespace

std::vector<BoundModel> boundModels(const SourceFile& file) {
  std::vector<BoundModel> models;
  for (const auto& [name, value] : file.constants)
    if (std::optional<BoundModel> model = boundBy(name, value)) models.push_back(std::move(*model));
  return models;
}

Result<NamedArrays> boundParameters(const SourceFile& file, const BoundModel& model) {
  const script::FileScope scope(file);
  reference::NumpyHost host;
  host.folder = std::filesystem::path(file.source.name).parent_path().string();
  if (host.folder.empty()) host.folder = ".";
  script::Limits limits;
  limits.totalItems = 2'000'000'000;
  script::Interpreter interpreter(scope, host, limits);
  const auto at = [&](Explanation e) {
    if (!e.span.valid()) e.span = model.params->span;
    return e;
  };
  const Result<script::Value> value = interpreter.evaluate(model.params);
  if (!value) return at(value.error());
  const auto* dict = value->as<script::DictRef>();
  if (!dict)
    return at(explain(err::kParamsNoDict(model.name), "write {\"w0\": np.ones((128, 784), \"float32\"), ...}"));
  NamedArrays arrays;
  for (const auto& [key, item] : dict->object->items) {
    const std::string* name = key.text();
    const Result<reference::Array> array = reference::arrayOf(item);
    if (!name)
      return at(explain(err::kParamsNoDict(model.name), "write {\"w0\": np.ones((128, 784), \"float32\"), ...}"));
    if (!array) return at(array.error());
    arrays.emplace_back(*name, reference::toNDArray(*array));
  }
  return arrays;
}

}  // namespace lw
