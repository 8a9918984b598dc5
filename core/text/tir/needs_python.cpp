#include "core/text/tir/needs_python.h"

#include <algorithm>
#include <array>

#include "core/text/errors.h"

namespace lw {
namespace {

void addTargets(const py::Expr& target, std::vector<std::string>& names) {
  if (const auto* name = target->as<py::Name>()) names.push_back(name->id);
  if (const auto* tuple = target->as<py::Tuple>())
    for (const py::Expr& item : tuple->items) addTargets(item, names);
  if (const auto* list = target->as<py::List>())
    for (const py::Expr& item : list->items) addTargets(item, names);
  if (const auto* star = target->as<py::Starred>()) addTargets(star->value, names);
}

void addBound(const py::Stmt& s, std::vector<std::string>& names);

void addBound(const py::Block& body, std::vector<std::string>& names) {
  for (const py::Stmt& s : body) addBound(s, names);
}

void addBound(const py::Stmt& s, std::vector<std::string>& names) {
  if (const auto* a = s->as<py::Assign>())
    for (const py::Expr& target : a->targets) addTargets(target, names);
  if (const auto* a = s->as<py::AnnAssign>(); a && a->value) addTargets(a->target, names);
  if (const auto* a = s->as<py::AugAssign>()) addTargets(a->target, names);
  if (const auto* f = s->as<py::FunctionDef>()) names.push_back(f->name);
  if (const auto* c = s->as<py::ClassDef>()) names.push_back(c->name);
  if (const auto* i = s->as<py::If>()) addBound(i->body, names), addBound(i->orElse, names);
  if (const auto* w = s->as<py::WhileLoop>()) addBound(w->body, names);
  if (const auto* l = s->as<py::ForLoop>()) addTargets(l->target, names), addBound(l->body, names);
  if (const auto* t = s->as<py::Try>()) {
    addBound(t->body, names), addBound(t->orElse, names), addBound(t->atEnd, names);
    for (const py::Handler& handler : t->handlers) addBound(handler.body, names);
  }
  if (const auto* w = s->as<py::With>()) {
    for (const auto& [value, target] : w->items)
      if (target) addTargets(target, names);
    addBound(w->body, names);
  }
}

// Sentences about syntax that Python has and the accepted language has not.
bool isPythonSyntax(const Diagnostic& d) {
  static const std::array kSentences = {err::kUnsupportedStatement.sentence, err::kUnsupportedLoopElse.sentence,
                                        err::kUnsupportedOperator.sentence,  err::kKeywordParameters.sentence,
                                        err::kSeveralFors.sentence,          err::kSetDisplay.sentence,
                                        err::kMapComprehension.sentence};
  return std::find(kSentences.begin(), kSentences.end(), d.reason.sentence) != kSentences.end();
}

bool isFollowing(const Diagnostic& d) {  // of a `try` that was reported
  return d.message.starts_with("`except`") || d.message.starts_with("`finally`");
}

// Is the place in a statement that has a program's decorator, or in one of a class with programs? Heads that were not
// read are found by their text.
bool isInProgram(const SourceFile& file, Span place) {
  static const std::array<std::string_view, 3> kMarks = {"prim_func", "ir_module", ".function"};
  const auto marked = [&](std::string_view text) {
    return std::any_of(kMarks.begin(), kMarks.end(),
                       [&](std::string_view mark) { return text.find(mark) != std::string_view::npos; });
  };
  // The lines of the statement, from its decorators on: back to the next line that begins at the margin.
  const auto isMargin = [](std::string_view line) {
    return !line.empty() && std::string_view(" \t)]}#\r").find(line[0]) == std::string_view::npos;
  };
  int line = file.source.locate(place.begin).line;
  while (line > 1 && !isMargin(file.source.line(line))) --line;
  if (!file.source.line(line).starts_with("def ") && !file.source.line(line).starts_with("class ") &&
      !file.source.line(line).starts_with("@"))
    return false;
  for (int above = line; above >= 1 && file.source.line(above).starts_with("@"); --above)
    if (marked(file.source.line(above))) return true;
  for (int above = line - 1; above >= 1 && file.source.line(above).starts_with("@"); --above)
    if (marked(file.source.line(above))) return true;
  return false;
}

}  // namespace

Message needsPythonHint() { return "have Python run the file: `lw programs FILE --python`"; }

std::vector<std::string> namesBoundBy(const py::Stmt& s) {
  std::vector<std::string> names;
  addBound(s, names);
  return names;
}

bool isMainGuard(const py::Stmt& s) {
  const auto* branch = s->as<py::If>();
  const auto* compare = branch ? branch->condition->as<py::Compare>() : nullptr;
  const auto* name = compare ? compare->first->as<py::Name>() : nullptr;
  return name && name->id == "__name__";
}

bool importsOnly(const py::Stmt& s) {
  const auto* branch = s->as<py::If>();
  const auto imports = [](const py::Block& body) {
    return std::all_of(body.begin(), body.end(),
                       [](const py::Stmt& inner) { return inner->as<py::Import>() || inner->as<py::Pass>(); });
  };
  return branch && imports(branch->body) && imports(branch->orElse) &&
         std::any_of(branch->body.begin(), branch->body.end(), [](const py::Stmt& i) { return i->as<py::Import>(); });
}

void passOverSyntax(SourceFile& file) {
  std::erase_if(file.diagnostics, [&](const Diagnostic& d) { return isFollowing(d) && !isInProgram(file, d.span); });
  for (Diagnostic& d : file.diagnostics) {
    if (!isPythonSyntax(d) || isInProgram(file, d.span)) continue;
    d = diagnosticOf(Diagnostic::Severity::Warning, d.span,
                     explain(err::kSyntaxNeedsPython(d.reason), needsPythonHint()));
  }
}

}  // namespace lw
