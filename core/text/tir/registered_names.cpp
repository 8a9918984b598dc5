#include "core/text/tir/registered_names.h"

namespace lw {

std::optional<std::string> registeredName(const py::FunctionDef& f) {
  for (const py::Expr& d : f.decorators) {
    const auto* call = d->as<py::Call>();
    const py::Expr& path = call ? call->function : d;
    const auto* attribute = path->as<py::Attribute>();
    const auto* plain = path->as<py::Name>();
    const std::string name = attribute ? attribute->name : plain ? plain->id : std::string();
    if (name != "register_func" && name != "register_global_func") continue;
    if (!call || call->args.empty()) return f.name;
    const auto* text = call->args[0]->as<py::StringLiteral>();
    return text ? std::optional(text->value) : std::nullopt;
  }
  return std::nullopt;
}

}  // namespace lw
