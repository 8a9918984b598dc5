#include "core/text/tir/factory_call.h"

#include <algorithm>
#include <map>
#include <set>

#include "core/support/text.h"
#include "core/text/errors.h"
#include "core/text/python/python_parser.h"
#include "core/text/python/python_walk.h"
#include "core/text/tir/factories.h"
#include "core/text/tir/needs_python.h"

namespace lw {
namespace {

using Names = std::set<std::string, std::less<>>;

std::string textOf(const SourceText& source, const py::Expr& e) {
  std::string text =
      source.text.substr(static_cast<size_t>(e->span.begin), static_cast<size_t>(e->span.end - e->span.begin));
  std::replace(text.begin(), text.end(), '\n', ' ');
  return text;
}

void addNames(const py::Expr& e, Names& names) {
  if (const auto* name = e->as<py::Name>()) names.insert(name->id);
  py::forEachChild(*e, [&](const py::Expr& child) { addNames(child, names); });
}

// The names that a statement uses and does not itself define, at any depth; a name that a nested function defines
// counts as defined.
void addUses(const py::Stmt& s, Names& used, Names& defined) {
  if (const auto* f = s->as<py::FunctionDef>()) {
    for (const py::Parameter& p : f->params) {
      defined.insert(p.name);
      if (p.defaultValue) addNames(p.defaultValue, used);
    }
    for (const std::string& name : namesBoundBy(s)) defined.insert(name);
    py::forEachExpr(f->body, [&](const py::Expr& e) { addNames(e, used); });
    for (const py::Stmt& inner : f->body) {
      for (const std::string& name : namesBoundBy(inner)) defined.insert(name);
      if (inner->as<py::FunctionDef>()) addUses(inner, used, defined);
    }
  } else {
    for (const std::string& name : namesBoundBy(s)) defined.insert(name);
    py::forEachExpr({s}, [&](const py::Expr& e) { addNames(e, used); });
  }
}

Names usesOf(const py::Stmt& s) {
  Names used, defined, free;
  addUses(s, used, defined);
  std::set_difference(used.begin(), used.end(), defined.begin(), defined.end(), std::inserter(free, free.end()));
  return free;
}

class Caller {
 public:
  Caller(const SourceFile& file, const py::FunctionDef& factory) : file_(file), factory_(factory) {
    lines_.resize(file.source.lineStarts.size());
  }

  Result<FactoryCall> call(const py::Call& call, const SourceText& words) {
    if (auto failed = bind(call, words)) return *failed;
    if (auto failed = body()) return *failed;
    if (auto failed = surroundings()) return *failed;
    std::string text;
    for (const std::string& line : lines_) text += line + "\n";
    return FactoryCall{parseSource(file_.source.name, std::move(text)), std::move(programs_)};
  }

 private:
  using Failure = std::optional<Explanation>;

  Failure needsPython(Span span) const {
    return explain(err::kFactoryNeedsPython(factory_.name, file_.source.locate(span.begin).line), needsPythonHint(),
                   span);
  }

  // One line "m, n = 128, 64" in place of the head.
  Failure bind(const py::Call& call, const SourceText& words) {
    std::map<std::string, std::string, std::less<>> values;
    const auto arity = static_cast<int64_t>(factory_.params.size());
    if (call.args.size() > factory_.params.size())
      return err::kTakesAtMostArgumentsGiven(factory_.name, arity, static_cast<int64_t>(call.args.size()));
    const auto give = [&](const std::string& name, const py::Expr& value, const SourceText& source) -> Failure {
      if (!values.emplace(name, textOf(source, value)).second) return err::kArgumentTwice(name, factory_.name);
      addNames(value, usedByArguments_);
      return {};
    };
    for (const py::Parameter& p : factory_.params)
      if (p.star) return needsPython(p.span);
    for (size_t i = 0; i < call.args.size(); ++i) {
      if (call.args[i]->as<py::Starred>()) return needsPython(factory_.nameSpan);
      if (auto failed = give(factory_.params[i].name, call.args[i], words)) return failed;
    }
    for (const py::Keyword& k : call.keywords) {
      const bool known = std::any_of(factory_.params.begin(), factory_.params.end(),
                                     [&](const py::Parameter& p) { return p.name == k.name; });
      if (!known) return err::kHasNoArgumentNamed(factory_.name, k.name);
      if (auto failed = give(k.name, k.value, words)) return failed;
    }
    std::string names, given;
    for (const py::Parameter& p : factory_.params) {
      if (!values.contains(p.name)) {
        if (!p.defaultValue) return err::kNeedsArgument(factory_.name, p.name);
        if (auto failed = give(p.name, p.defaultValue, file_.source)) return failed;
      }
      addItem(names, p.name);
      addItem(given, values[p.name]);
      local_.insert(p.name);
    }
    if (!names.empty()) lines_[lineOf(factory_.nameSpan.begin)] = names + " = " + given;
    return {};
  }

  // The statements of the factory, moved to the margin.
  Failure body() {
    for (size_t i = 0; i < factory_.body.size(); ++i) {
      const py::Stmt& s = factory_.body[i];
      if (const auto* result = s->as<py::Return>(); result && i + 1 == factory_.body.size())
        return returned(*result, s);
      const auto* e = s->as<py::ExprStmt>();
      if ((e && e->value->as<py::StringLiteral>()) || s->as<py::Pass>()) continue;
      if (!s->as<py::Assign>() && !s->as<py::AnnAssign>() && !s->as<py::FunctionDef>() && !s->as<py::ClassDef>() &&
          !s->as<py::Import>())
        return needsPython(s->span);
      for (const std::string& name : namesBoundBy(s)) {
        if (!local_.insert(name).second) return needsPython(s->span);  // a second value of one name
        if (s->as<py::FunctionDef>() || s->as<py::ClassDef>()) functions_.insert(name);
      }
      copy(s, indentOf(s));
    }
    return needsPython(factory_.nameSpan);  // it returns nothing
  }

  Failure returned(const py::Return& result, const py::Stmt& s) {
    std::vector<py::Expr> values;
    if (result.value) {
      const auto* tuple = result.value->as<py::Tuple>();
      const auto* list = result.value->as<py::List>();
      values = tuple ? tuple->items : list ? list->items : std::vector<py::Expr>{result.value};
    }
    for (const py::Expr& value : values) {
      const auto* name = value->as<py::Name>();
      if (!name || !functions_.contains(name->id)) return needsPython(s->span);
      programs_.push_back(name->id);
    }
    if (programs_.empty()) return needsPython(s->span);
    return {};
  }

  // What the file has outside of the factory: imports, constants and helpers. None of them may use a name to which the
  // factory gives another meaning, because in the new text both are at the top.
  Failure surroundings() {
    if (const Diagnostic* wrong = file_.errorAtTop()) return explanationOf(*wrong);
    for (const std::string& name : usedByArguments_)
      if (local_.contains(name)) return needsPython(factory_.nameSpan);
    for (const py::Stmt& s : file_.syntax.body) {
      const auto* f = s->as<py::FunctionDef>();
      const bool kept = s->as<py::Import>() || s->as<py::Assign>() || s->as<py::AnnAssign>() || (f && isHelper(*f));
      if (!kept || f == &factory_) continue;
      for (const std::string& name : usesOf(s))
        if (local_.contains(name)) return needsPython(s->span);
      const std::vector<std::string> bound = namesBoundBy(s);
      if (!s->as<py::Import>() &&
          std::any_of(bound.begin(), bound.end(), [&](const std::string& name) { return local_.contains(name); }))
        continue;  // the factory's own meaning hides it
      copy(s, 0);
    }
    return {};
  }
  bool isHelper(const py::FunctionDef& f) const {
    if (f.decorators.empty()) {  // not a factory of other programs
      const std::vector<Factory> all = factoriesIn(file_);
      return std::none_of(all.begin(), all.end(), [&](const Factory& other) { return other.name == f.name; });
    }
    Names names;
    for (const py::Expr& d : f.decorators) {
      addNames(d, names);
      if (const auto* call = d->as<py::Call>())
        if (const auto* attribute = call->function->as<py::Attribute>()) names.insert(attribute->name);
      if (const auto* attribute = d->as<py::Attribute>()) names.insert(attribute->name);
    }
    return names.contains("macro") || names.contains("inline");
  }

  size_t lineOf(int offset) const { return static_cast<size_t>(file_.source.locate(offset).line - 1); }
  size_t firstLineOf(const py::Stmt& s) const {
    size_t first = lineOf(s->span.begin);
    const auto* f = s->as<py::FunctionDef>();
    const auto* c = s->as<py::ClassDef>();
    const std::vector<py::Expr>* decorators = f ? &f->decorators : c ? &c->decorators : nullptr;
    if (decorators)
      for (const py::Expr& d : *decorators) first = std::min(first, lineOf(d->span.begin));
    return first;
  }
  size_t indentOf(const py::Stmt& s) const {
    const std::string_view line = file_.source.line(static_cast<int>(firstLineOf(s)) + 1);
    return std::min(line.find_first_not_of(" \t"), line.size());
  }
  void copy(const py::Stmt& s, size_t indent) {
    for (size_t line = firstLineOf(s), last = lineOf(std::max(s->span.end - 1, s->span.begin)); line <= last; ++line) {
      std::string_view text = file_.source.line(static_cast<int>(line) + 1);
      text.remove_prefix(std::min({indent, text.find_first_not_of(" \t"), text.size()}));
      lines_[line] = text;
    }
  }

  const SourceFile& file_;
  const py::FunctionDef& factory_;
  std::vector<std::string> lines_;
  Names local_, functions_, usedByArguments_;
  std::vector<std::string> programs_;
};

}  // namespace

Result<FactoryCall> callFactory(const SourceFile& file, std::string_view call) {
  const SourceText words = makeSource("--call", std::string(call));
  const Result<py::Expr> parsed = py::parseExpression(words);
  if (!parsed) return parsed.error();
  const auto* made = (*parsed)->as<py::Call>();
  const auto* name = made ? made->function->as<py::Name>() : nullptr;
  if (!name) return explain(err::kNoFactoryCall(Snippet(words.text)), "write it as make(128, dtype=\"float16\")");
  for (const py::Stmt& s : file.syntax.body) {
    const auto* f = s->as<py::FunctionDef>();
    if (!f || f->name != name->id) continue;
    if (!f->decorators.empty()) break;
    if (const Diagnostic* wrong = file.errorIn(f->name); wrong && wrong->severity == Diagnostic::Severity::Error)
      return explanationOf(*wrong);
    return Caller(file, *f).call(*made, words);
  }
  std::string known = join(factoriesIn(file), [&](const Factory& f) { return f.name; });
  return explain(err::kNoFactory(file.source.name, name->id),
                 known.empty() ? needsPythonHint() : say("those that do: {0}", Snippet(known)));
}

}  // namespace lw
