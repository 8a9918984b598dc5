#include "core/text/tir/factories.h"

#include <algorithm>

namespace lw {
namespace {

// The last part of a decorator's name: "prim_func" of @T.prim_func(private=True).
std::string lastNameOf(const py::Expr& e) {
  if (const auto* call = e->as<py::Call>()) return lastNameOf(call->function);
  if (const auto* attribute = e->as<py::Attribute>()) return attribute->name;
  if (const auto* name = e->as<py::Name>()) return name->id;
  return {};
}

bool isMarked(const std::vector<py::Expr>& decorators, std::string_view mark) {
  return std::any_of(decorators.begin(), decorators.end(), [&](const py::Expr& d) { return lastNameOf(d) == mark; });
}

// The programs among the statements, at any depth.
void addPrograms(const py::Block& body, std::vector<std::string>& programs) {
  for (const py::Stmt& s : body) {
    if (const auto* f = s->as<py::FunctionDef>()) {
      if (isMarked(f->decorators, "prim_func"))
        programs.push_back(f->name);
      else
        addPrograms(f->body, programs);
    } else if (const auto* c = s->as<py::ClassDef>()) {
      if (isMarked(c->decorators, "ir_module")) programs.push_back(c->name);
    } else if (const auto* branch = s->as<py::If>()) {
      addPrograms(branch->body, programs);
      addPrograms(branch->orElse, programs);
    } else if (const auto* loop = s->as<py::ForLoop>()) {
      addPrograms(loop->body, programs);
    } else if (const auto* with = s->as<py::With>()) {
      addPrograms(with->body, programs);
    } else if (const auto* attempt = s->as<py::Try>()) {
      addPrograms(attempt->body, programs);
      addPrograms(attempt->orElse, programs);
    }
  }
}

class Finder {
 public:
  explicit Finder(const SourceFile& file) : file_(file) { find(file.syntax.body, ""); }
  std::vector<Factory> found;

 private:
  void find(const py::Block& body, const std::string& prefix) {
    for (const py::Stmt& s : body) {
      if (const auto* f = s->as<py::FunctionDef>(); f && !isMarked(f->decorators, "prim_func"))
        add(*f, prefix);
      else if (const auto* c = s->as<py::ClassDef>(); c && !isMarked(c->decorators, "ir_module"))
        find(c->body, prefix + c->name + ".");
    }
  }
  void add(const py::FunctionDef& f, const std::string& prefix) {
    Factory factory{prefix + f.name, file_.source.locate(f.nameSpan.begin).line, {}, {}};
    addPrograms(f.body, factory.programs);
    if (factory.programs.empty()) return;
    for (const py::Parameter& p : f.params) {
      Factory::Parameter parameter{(p.star ? "*" : "") + p.name, {}, p.annotation ? textOf(p.annotation) : ""};
      if (p.defaultValue) parameter.defaultValue = textOf(p.defaultValue);
      factory.parameters.push_back(std::move(parameter));
    }
    found.push_back(std::move(factory));
  }
  std::string textOf(const py::Expr& e) const {
    return file_.source.text.substr(static_cast<size_t>(e->span.begin),
                                    static_cast<size_t>(e->span.end - e->span.begin));
  }
  const SourceFile& file_;
};

}  // namespace

std::vector<Factory> factoriesIn(const SourceFile& file) { return Finder(file).found; }

}  // namespace lw
