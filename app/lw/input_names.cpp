#include "app/lw/input_names.h"

#include "app/lw/tuned.h"
#include "core/graph/struct_info.h"
#include "core/ir/visit.h"

namespace lw {
namespace {

void addSizes(const std::optional<graph::Sizes>& sizes, std::vector<std::string>& names) {
  if (!sizes) return;
  for (const Expr& size : *sizes)
    for (const Var& v : freeVars(size)) names.push_back(v.name());
}

void addSizes(const graph::StructInfo& info, std::vector<std::string>& names) {
  if (const auto* tensor = info.as<graph::TensorInfo>()) addSizes(tensor->sizes, names);
  if (const auto* shape = info.as<graph::ShapeInfo>()) addSizes(shape->sizes, names);
  if (const auto* scalar = info.as<graph::ScalarInfo>(); scalar && scalar->value)
    addSizes(graph::Sizes{*scalar->value}, names);
  if (const auto* tuple = info.as<graph::TupleInfo>())
    for (const graph::StructInfo& field : tuple->fields) addSizes(field, names);
}

}  // namespace

InputNames inputNames(const graph::Function& model) {
  InputNames names{model.name, {}, {}}, all;
  for (const graph::Value& param : model.params) {
    all.inputs.push_back(param.name());
    addSizes(param.info(), all.sizes);
  }
  add(names, all);
  return names;
}

std::optional<int> refuseUnknownNames(const CommandLine& arguments, const InputNames& known) {
  InputSpec named;
  Result<std::map<std::string, int64_t>> binds = readBinds(arguments), bounds = readBounds(arguments);
  if (binds) named.bind = std::move(*binds);
  if (bounds) named.bind.merge(*bounds);
  for (const std::string& text : arguments.all("--input"))
    named.ranges.emplace(text.substr(0, text.find('=')), ValueRange());
  const Status status = checkNames(known, named);
  if (status) return std::nullopt;
  return fail(arguments, status.error(), nullptr, kWrongUsage);
}

}  // namespace lw
