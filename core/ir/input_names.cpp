#include "core/ir/input_names.h"

#include <algorithm>

#include "core/ir/errors.h"

namespace lw {
namespace {

bool has(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

void addNew(std::vector<std::string>& names, const std::vector<std::string>& more) {
  for (const std::string& name : more)
    if (!has(names, name)) names.push_back(name);
}

}  // namespace

InputNames inputNames(const PrimFunc& function) {
  InputNames names{function.name, symbolicSizes(function), {}};
  for (const Var& param : function.params) {
    const Buffer* buffer = function.bufferOf(param);
    if (buffer || !param.dtype().isHandle()) addNew(names.inputs, {buffer ? (*buffer)->name : param.name()});
  }
  return names;
}

void add(InputNames& names, const InputNames& more) {
  addNew(names.sizes, more.sizes);
  addNew(names.inputs, more.inputs);
}

Status checkNames(const InputNames& known, const InputSpec& spec) {
  for (const auto& [name, value] : spec.bind)
    if (!has(known.sizes, name))
      return explain(err::kInputsNoSuchSize(known.function, name),
                     known.sizes.empty() ? Message("its sizes are numbers, and it has no scalar parameters")
                                         : say("its sizes and scalar parameters are {0}", Idents(known.sizes)));
  for (const auto& [name, range] : spec.ranges)
    if (name != "*" && !has(known.inputs, name))
      return explain(err::kInputsNoSuchInput(known.function, name),
                     known.inputs.empty() ? Message("it has none") : say("its inputs are {0}", Idents(known.inputs)));
  return success();
}

}  // namespace lw
