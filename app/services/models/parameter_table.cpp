#include "app/services/models/parameter_table.h"

#include <algorithm>
#include <map>

#include "app/models/text/translate_messages.h"
#include "core/ir/ops.h"

namespace lw {
namespace {

const graph::Function& functionOf(const ChosenModel& model) {
  return *graphNamed(*model.source, model.name())->function;
}

QString arrayText(const NDArray& array) {
  QStringList sizes;
  for (const int64_t size : array.shape) sizes << QString::number(size);
  const QString inside = sizes.join(QStringLiteral(", ")) + (sizes.size() == 1 ? "," : "");
  return QStringLiteral("(%1) %2").arg(inside, QString::fromStdString(toString(array.type)));
}

// `sizes`: what symbolic sizes are already known to be.
bool fits(const graph::TensorInfo* tensor, const NDArray& array, std::map<std::string, int64_t>& sizes) {
  if (!tensor || (tensor->type && *tensor->type != array.type)) return false;
  if (tensor->rank >= 0 && size_t(tensor->rank) != array.shape.size()) return false;
  for (size_t d = 0; tensor->sizes && d < array.shape.size(); ++d) {
    const Expr& size = (*tensor->sizes)[d];
    const auto* number = size.as<IntImm>();
    const auto* var = size.as<Var>();
    if (number && number->value != array.shape[d]) return false;
    if (var && sizes.try_emplace(var->name(), array.shape[d]).first->second != array.shape[d]) return false;
  }
  return true;
}

}  // namespace

std::vector<std::string> symbolicSizes(const ChosenModel& model) {
  std::vector<std::string> names;
  for (const graph::Value& param : functionOf(model).params)
    if (const auto* tensor = param.info().as<graph::TensorInfo>(); tensor && tensor->sizes)
      for (const Expr& size : *tensor->sizes)
        if (const auto* var = size.as<Var>(); var && std::find(names.begin(), names.end(), var->name()) == names.end())
          names.push_back(var->name());
  return names;
}

ParametersFound parametersFor(const ChosenModel& model, const ModelBinding& binding) {
  using State = ParameterRow::State;
  ParametersFound found;
  BoundParameters arrays;
  if (!binding.path.empty()) {
    Result<BoundParameters> read = readParameters(binding.path);
    if (read)
      arrays = std::move(*read);
    else
      found.error =
          reasonWords(read.error()) + (read.error().hint.empty() ? QString() : "; " + hintWords(read.error()));
  }
  const auto arrayOf = [&](const std::string& name) {
    const auto at = arrays.find(name);
    return at == arrays.end() ? nullptr : at->second.get();
  };
  std::map<std::string, int64_t> sizes = binding.sizes;
  const graph::Function& function = functionOf(model);
  size_t inputs = 1;  // as bindParameters counts them
  for (const auto& [key, value] : function.attrs)
    if (const auto* count = value.as<int64_t>(); key == "num_input" && count && *count >= 0) inputs = size_t(*count);
  for (size_t i = 0; i < function.params.size(); ++i) {
    const graph::Value& param = function.params[i];
    const NDArray* array = arrayOf(param.name());
    ParameterRow row{QString::fromStdString(param.name()), QString::fromStdString(graph::shapeText(param.info()))};
    if (array) row.found = arrayText(*array);
    row.state = array ? fits(param.info().as<graph::TensorInfo>(), *array, sizes) ? State::Fits : State::Mismatch
                : arrays.empty() || i < inputs ? State::Input
                                               : State::Missing;
    found.rows.push_back(std::move(row));
  }
  for (const auto& [name, array] : arrays)
    if (std::none_of(function.params.begin(), function.params.end(),
                     [&, n = &name](const graph::Value& p) { return p.name() == *n; }))
      found.rows.push_back({QString::fromStdString(name), {}, arrayText(*array), State::Unknown});
  if (found.error.isEmpty())
    if (const Result<ModelInFile> bound = boundModel(model, binding); !bound)
      found.error =
          reasonWords(bound.error()) + (bound.error().hint.empty() ? QString() : "; " + hintWords(bound.error()));
  found.usable = found.error.isEmpty();
  return found;
}

}  // namespace lw
