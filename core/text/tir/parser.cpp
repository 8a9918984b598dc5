#include "core/text/tir/parser.h"

#include <cstdio>

#include <algorithm>
#include <sstream>

#include "core/graph/errors.h"
#include "core/support/quote.h"
#include "core/support/text.h"
#include "core/text/errors.h"
#include "core/text/graph/graph_reader.h"
#include "core/text/python/python_parser.h"
#include "core/text/python/python_walk.h"
#include "core/text/suggest.h"
#include "core/text/tir/needs_python.h"
#include "core/text/tir/registered_names.h"
#include "core/text/tir/tir_parser.h"

namespace lw {

namespace {

// The dotted name of a decorator: "T.prim_func", "tvm.script.ir_module" ...
std::string pathOf(const py::Expr& e) {
  if (const auto* call = e->as<py::Call>()) return pathOf(call->function);
  if (const auto* name = e->as<py::Name>()) return name->id;
  if (const auto* attribute = e->as<py::Attribute>()) return pathOf(attribute->object) + "." + attribute->name;
  return {};
}
// Their calls at the top level make the statements there code that is run.
constexpr std::string_view kCreateSchedule = "create_schedule";
constexpr std::string_view kBlockBuilder = "BlockBuilder";
constexpr std::string_view kTvmNames[] = {"T.", "I.", "R.", "tvm.", "tir.", "tirx.", "relax.", "script."};

std::string lastPart(const std::string& path) { return path.substr(path.rfind('.') + 1); }

class FileParser {
 public:
  explicit FileParser(SourceFile& file)
      : file_(file),
        context_{.source = file.source, .diagnostics = file.diagnostics, .map = file.map, .constants = {}},
        runsItself_((names(kCreateSchedule) && py::countCalls(file.syntax.body, kCreateSchedule) > 0) ||
                    (names(kBlockBuilder) && py::callsAtTop(file.syntax.body, kBlockBuilder))) {}

  void run() {
    collectNames(file_.syntax.body);
    for (const py::Stmt& s : file_.syntax.body)
      if (const auto* f = s->as<py::FunctionDef>(); f && f->decorators.empty() && !hasSyntaxErrors(s->span))
        context_.functions.insert_or_assign(f->name, s);
    for (const py::Stmt& s : file_.syntax.body) statement(s);
    for (const auto& [call, span] : registrations_) registerIntrinsic(*call, span);
    registerFromComment();
    graphs();
    for (Module& m : file_.modules)
      for (PrimFunc& f : m.functions) f.nextId = context_.nextId;
    for (PrimFunc& f : file_.functions) f.nextId = context_.nextId;
  }

 private:
  void diagnose(Diagnostic::Severity severity, Span span, Explanation e, Message hint) {
    if (file_.diagnostics.size() < 400)
      file_.diagnostics.push_back(diagnosticOf(severity, span, explain(std::move(e), std::move(hint))));
  }
  void error(Span span, Explanation e, Message hint = {}) {
    diagnose(Diagnostic::Severity::Error, span, std::move(e), std::move(hint));
  }

  // Whether the text contains the word, without which no node of the syntax tree can have it as its name.
  bool names(std::string_view word) const { return file_.source.text.find(word) != std::string::npos; }

  // Collects constants and the name of `tir`, anywhere in the file.
  void collectNames(const py::Block& block) {
    for (const py::Stmt& s : block) {
      if (const auto* import = s->as<py::Import>()) {
        const std::string& line = import->text;
        context_.newest = context_.newest || line.find("import tirx") != std::string::npos;
        if (const size_t tile = line.find("import tile as "); tile != std::string::npos) {
          const size_t first = tile + std::string_view("import tile as ").size();
          context_.tileName = line.substr(
              first,
              line.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_", first) - first);
        }
        for (std::string_view before : {"import tir as ", "import tirx as ", "tvm.script.tir as "}) {
          const size_t at = import->text.find(before);
          if (at == std::string::npos) continue;
          size_t end = at + before.size();
          while (end < import->text.size() &&
                 (std::isalnum(static_cast<unsigned char>(import->text[end])) || import->text[end] == '_'))
            ++end;
          if (end > at + before.size())
            context_.tirName = import->text.substr(at + before.size(), end - at - before.size());
        }
      }
      if (const auto* typed = s->as<py::AnnAssign>(); typed && typed->value) constant(typed->target, typed->value);
      const auto* assign = s->as<py::Assign>();
      if (!assign) continue;
      for (const py::Expr& target : assign->targets) {
        const auto* tuple = target->as<py::Tuple>();
        const auto* values = assign->value->as<py::Tuple>();
        if (tuple && values && tuple->items.size() == values->items.size()) {
          for (size_t i = 0; i < tuple->items.size(); ++i) constant(tuple->items[i], values->items[i]);
        } else {
          constant(target, assign->value);
        }
      }
    }
  }
  void constant(const py::Expr& target, const py::Expr& value) {
    const auto* name = target->as<py::Name>();
    if (!name) return;
    if (const auto* call = value->as<py::Call>(); call && lastPart(pathOf(call->function)) == "TypeVar") {
      context_.sizeNames.insert(name->id);
      return;
    }
    context_.constants.insert_or_assign(name->id, value);
    file_.constants.emplace_back(name->id, value);
  }

  void statement(const py::Stmt& s) {
    if (const auto* f = s->as<py::FunctionDef>()) return function(s, *f, nullptr);
    if (const auto* c = s->as<py::ClassDef>()) return module(*c);
    if (s->as<py::Import>() || s->as<py::Pass>() || s->as<py::Assign>() || s->as<py::AnnAssign>()) return;
    // The statements of a schedule of tensor expressions may be at the top level of a file, as in a notebook:
    // s[C].vectorize(x), print(tvm.lower(s, [A, C])).
    if (const auto* e = s->as<py::ExprStmt>(); e && runsItself_ && e->value->as<py::Call>() && !registration(s)) return;
    if (runsItself_ && s->as<py::With>()) return;  // with bb.function("main"):
    if (const auto* e = s->as<py::ExprStmt>();
        e && (e->value->as<py::StringLiteral>() || e->value->as<py::EllipsisLiteral>()))
      return;
    if (const py::Call* call = registration(s)) return registrations_.emplace_back(call, s->span), void();
    if (importsOnly(s)) return;
    if (!isMainGuard(s) && bindsAgain(s))
      return error(
          s->span, err::kStatementAtTop(),
          "accepted are imports, constants, @T.prim_func, @I.ir_module, functions and TensorIntrin.register(...)");
    needsPython(s->span, err::kStatementNeedsPython());
  }

  void needsPython(Span span, Explanation e) {
    constexpr int kMost = 50;  // of a script, nearly every statement
    if (++passedOver_ <= kMost) diagnose(Diagnostic::Severity::Warning, span, std::move(e), needsPythonHint());
  }
  // Does the statement change what a name means to programs?
  bool bindsAgain(const py::Stmt& s) const {
    const std::vector<std::string> names = namesBoundBy(s);
    return std::any_of(names.begin(), names.end(), [&](const std::string& name) {
      return context_.constants.contains(name) ||
             std::any_of(file_.syntax.body.begin(), file_.syntax.body.end(), [&](const py::Stmt& other) {
               const auto* f = other->as<py::FunctionDef>();
               const auto* c = other->as<py::ClassDef>();
               return (f && f->name == name) || (c && c->name == name);
             });
    });
  }

  // tvm.tir.TensorIntrin.register("name", desc, impl)
  static const py::Call* registration(const py::Stmt& s) {
    const auto* e = s->as<py::ExprStmt>();
    const auto* call = e ? e->value->as<py::Call>() : nullptr;
    const std::string path = call ? "." + pathOf(call->function) : std::string();
    return path.ends_with(".TensorIntrin.register") ? call : nullptr;
  }
  const py::Expr* argument(const py::Call& call, size_t position, std::string_view name) const {
    if (position < call.args.size()) return &call.args[position];
    for (const py::Keyword& k : call.keywords)
      if (k.name == name) return &k.value;
    return nullptr;
  }
  const PrimFunc* namedFunction(const py::Expr* e) const {
    const auto* name = e ? (*e)->as<py::Name>() : nullptr;
    return name ? functionNamed(name->id) : nullptr;
  }
  const PrimFunc* functionNamed(std::string_view name) const {
    for (const PrimFunc& f : file_.functions)
      if (f.name == name) return &f;
    return nullptr;
  }
  void registerIntrinsic(const py::Call& call, Span span) {
    const py::Expr* name = argument(call, 0, "name");
    const auto* text = name ? (*name)->as<py::StringLiteral>() : nullptr;
    const PrimFunc *desc = namedFunction(argument(call, 1, "desc")), *impl = namedFunction(argument(call, 2, "impl"));
    if ((!desc || !impl) && file_.hasErrors()) return;  // the function with the error may be `desc` or `impl`
    if ((!desc || !impl) && isComputed(call)) return needsPython(span, err::kStatementNeedsPython());
    if (!text || !desc || !impl)
      return error(span, err::kRegisterArguments(), "write TensorIntrin.register(\"name\", desc, impl)");
    addIntrinsic(text->value, *desc, *impl, span);
  }
  // TensorIntrin.register(name, *make()): the functions are made by a call.
  static bool isComputed(const py::Call& call) {
    const auto plain = [](const py::Expr& e) { return e->as<py::Name>() || e->as<py::StringLiteral>(); };
    return !std::all_of(call.args.begin(), call.args.end(), plain) ||
           !std::all_of(call.keywords.begin(), call.keywords.end(),
                        [&](const py::Keyword& k) { return plain(k.value); });
  }
  void addIntrinsic(const std::string& name, const PrimFunc& desc, const PrimFunc& impl, Span span) {
    if (std::any_of(file_.intrinsics.begin(), file_.intrinsics.end(),
                    [&](const TensorIntrin& t) { return t.name == name; }))
      return error(span, err::kIntrinsicTwice(name), "rename one of them");
    if (const Message why = whyNoIntrin(desc, impl); !why.empty())
      return error(span, err::kNotAnIntrinsic(name, why), "desc says what impl computes, on the same parameters");
    file_.intrinsics.push_back({name, desc, impl});
  }
  // Registers an intrinsic for a comment "# intrin: name" in a file with functions named desc and impl.
  void registerFromComment() {
    std::istringstream lines(file_.source.text);
    const PrimFunc *desc = functionNamed("desc"), *impl = functionNamed("impl");
    for (std::string line; desc && impl && std::getline(lines, line) && line.starts_with("#");)
      if (constexpr std::string_view kMark = "# intrin: "; line.starts_with(kMark))
        addIntrinsic(line.substr(kMark.size()), *desc, *impl, {});
  }

  bool hasSyntaxErrors(Span span) const {
    return std::any_of(file_.diagnostics.begin(),
                       file_.diagnostics.begin() + static_cast<std::ptrdiff_t>(syntaxErrors_),
                       [&](const Diagnostic& d) { return d.span.begin >= span.begin && d.span.begin <= span.end; });
  }

  void function(const py::Stmt& s, const py::FunctionDef& f, Module* module) {
    if (!module && registeredName(f)) return file_.otherFunctions.push_back(s);
    for (const py::Expr& d : f.decorators) {
      const std::string name = pathOf(d);
      if (lastPart(name) == "prim_func" || name == "tvm.script.tir" || name == "script.tir")
        return primFunc(s, f, d, module);
      if (name == "R.function" || name == "relax.function" || name.ends_with(".R.function")) {
        graphFunctions_.push_back({s, module ? module->name : std::string()});
        return;
      }
      // A misspelt name of TVM's is a mistake; others are Python's.
      if (module || isOfTvm(name))
        error(d->span, err::kUnknownDecorator(name), "accepted are @T.prim_func and, for classes, @I.ir_module");
      else
        needsPython(d->span, err::kDecoratorNeedsPython(f.name, name));
      return;
    }
    if (module) return error(f.nameSpan, err::kNoDecorator(f.name), "write @T.prim_func above it");
    file_.otherFunctions.push_back(s);
  }

  static bool isOfTvm(const std::string& name) {
    return std::any_of(std::begin(kTvmNames), std::end(kTvmNames),
                       [&](std::string_view n) { return name.starts_with(n); });
  }

  void primFunc(const py::Stmt& s, const py::FunctionDef& f, const py::Expr& decorator, Module* module) {
    if (hasSyntaxErrors(s->span) || f.body.empty()) return;
    bool isPrivate = false;
    if (const auto* call = decorator->as<py::Call>())
      for (const py::Keyword& k : call->keywords)
        if (const auto* value = k.value->as<py::BoolLiteral>(); k.name == "private" && value) isPrivate = value->value;
    std::vector<PrimFunc>& list = module ? module->functions : file_.functions;
    if (std::any_of(list.begin(), list.end(), [&](const PrimFunc& g) { return g.name == f.name; }))
      error(f.nameSpan, err::kFunctionTwice(f.name), "rename one of them");
    if (auto result = tir::FunctionParser(context_).parse(f, s->span, isPrivate)) list.push_back(std::move(*result));
  }

  // The names of the functions in a body.
  static std::set<std::string, std::less<>> functionNames(const py::Block& body) {
    std::set<std::string, std::less<>> names;
    for (const py::Stmt& s : body)
      if (const auto* f = s->as<py::FunctionDef>()) names.insert(f->name);
    return names;
  }

  // The statements of the class of this name, or those of the file.
  const py::Block& bodyOf(const std::string& module) const {
    for (const py::Stmt& s : file_.syntax.body)
      if (const auto* c = s->as<py::ClassDef>(); c && c->name == module) return c->body;
    return file_.syntax.body;
  }

  void graphs() {
    struct Made {
      std::shared_ptr<graph::Graph> graph;
      graph::ModuleNames names;
      std::set<std::string> read;
    };
    std::map<std::string, Made> all;
    for (const GraphFunction& g : graphFunctions_) {
      const auto& def = *g.definition->as<py::FunctionDef>();
      Made& made = all[g.module];
      if (!made.graph) {
        made = {std::make_shared<graph::Graph>(), {g.module, functionNames(bodyOf(g.module))}, {}};
        made.graph->module = g.module;
        made.graph->statements = moduleStatements_[g.module];
        file_.graphs.push_back(made.graph);
      }
      if (hasSyntaxErrors(g.definition->span) || def.body.empty()) continue;
      if (made.read.contains(def.name)) error(def.nameSpan, err::kFunctionTwice(def.name), "rename one of them");
      auto f = graph::FunctionReader(context_, made.names).read(def, g.definition->span);
      if (!f) continue;
      made.read.insert(def.name);
      made.graph->functions.push_back(std::move(*f));
    }
  }

  static bool holdsPrograms(const py::ClassDef& c) {
    return std::any_of(c.body.begin(), c.body.end(), [](const py::Stmt& s) {
      const auto* f = s->as<py::FunctionDef>();
      return f && std::any_of(f->decorators.begin(), f->decorators.end(),
                              [](const py::Expr& d) { return lastPart(pathOf(d)) == "prim_func"; });
    });
  }

  void module(const py::ClassDef& c) {
    bool isModule = false;
    for (const py::Expr& d : c.decorators) isModule |= lastPart(pathOf(d)) == "ir_module";
    // class MLP(nn.Module): is for code of the file that builds a graph from it.
    const bool isNetwork = std::any_of(c.bases.begin(), c.bases.end(),
                                       [](const py::Expr& base) { return lastPart(pathOf(base)) == "Module"; });
    if (isNetwork && c.decorators.empty()) return;
    if (!isModule && holdsPrograms(c))
      return error(c.nameSpan, err::kClassIsNoModule(c.name), "write @I.ir_module above it");
    if (!isModule) return needsPython(c.nameSpan, err::kClassNeedsPython(c.name));
    Module result;
    result.name = c.name;
    context_.module = c.name;
    context_.results = resultsOf(c.body);
    for (const py::Stmt& s : c.body) {
      if (const auto* f = s->as<py::FunctionDef>()) {
        function(s, *f, &result);
      } else if (const auto* e = s->as<py::ExprStmt>()) {
        // I.module_attrs and similar calls do not describe functions.
        if (e->value->as<py::Call>())
          moduleStatements_[c.name].push_back(file_.source.text.substr(
              static_cast<size_t>(s->span.begin), static_cast<size_t>(s->span.end - s->span.begin)));
        if (!e->value->as<py::StringLiteral>() && !e->value->as<py::Call>() && !e->value->as<py::EllipsisLiteral>())
          error(s->span, err::kStatementInModule());
      } else if (!s->as<py::Pass>() && !s->as<py::Assign>()) {
        error(s->span, err::kStatementInModule(), "a module holds functions");
      }
    }
    file_.modules.push_back(std::move(result));
    context_.module.clear();
    context_.results.clear();
  }

  // The stated result types of the functions of a class: -> T.int32.
  std::map<std::string, DataType> resultsOf(const py::Block& body) const {
    std::map<std::string, DataType> results;
    for (const py::Stmt& s : body) {
      const auto* f = s->as<py::FunctionDef>();
      const std::string type = f && f->returns ? lastPart(pathOf(f->returns)) : std::string();
      if (const auto result = parseDataType(type)) results.insert_or_assign(f->name, *result);
    }
    return results;
  }

  SourceFile& file_;
  tir::FileContext context_;
  bool runsItself_;
  int passedOver_ = 0;
  size_t syntaxErrors_ = file_.diagnostics.size();
  struct GraphFunction {
    py::Stmt definition;
    std::string module;
  };
  std::vector<GraphFunction> graphFunctions_;                         // read after all others, which they may call
  std::map<std::string, std::vector<std::string>> moduleStatements_;  // class -> calls such as I.module_attrs(...)
  std::vector<std::pair<const py::Call*, Span>> registrations_;       // kept until all functions are known
};

// The positions of all definitions of a name: two functions may have the same name by mistake.
std::vector<Span> placesOf(const py::Block& body, std::string_view name) {
  std::vector<Span> places;
  const size_t dot = name.find('.');
  for (const py::Stmt& s : body) {
    const auto* f = s->as<py::FunctionDef>();
    const auto* c = s->as<py::ClassDef>();
    if ((f && f->name == name) || (c && c->name == name)) places.push_back(s->span);
    if (!c || dot == std::string_view::npos || c->name != name.substr(0, dot)) continue;
    for (const Span& inner : placesOf(c->body, name.substr(dot + 1))) places.push_back(inner);
  }
  return places;
}

bool holds(Span outer, Span place) { return place.begin >= outer.begin && place.begin < outer.end; }

// If the line belongs to a head `def NAME(` or `class NAME` for which there is no statement in the tree: NAME. Empty:
// the line belongs to another statement.
std::string headNamed(const SourceText& source, int line) {
  const auto continues = [](std::string_view text) {
    return text.empty() || std::string_view(" \t)]}#").find(text[0]) != std::string_view::npos;
  };
  while (line > 1 && continues(source.line(line))) --line;
  const int last = static_cast<int>(source.lineStarts.size());
  while (line < last && source.line(line).starts_with("@")) ++line;
  std::string_view text = source.line(line);
  for (const std::string_view keyword : {"def ", "class "})
    if (text.starts_with(keyword)) {
      text.remove_prefix(keyword.size());
      const auto end = std::find_if(text.begin(), text.end(),
                                    [](char c) { return !std::isalnum(static_cast<unsigned char>(c)) && c != '_'; });
      return std::string(text.begin(), end);
    }
  return {};
}

}  // namespace

bool SourceFile::hasErrors() const {
  return std::any_of(diagnostics.begin(), diagnostics.end(),
                     [](const Diagnostic& d) { return d.severity == Diagnostic::Severity::Error; });
}

const Diagnostic* SourceFile::needsPython() const {
  for (const Diagnostic& d : diagnostics)
    if (d.kind == kNeedsPythonId) return &d;
  return nullptr;
}

const Diagnostic* SourceFile::errorIn(std::string_view name) const {
  const std::vector<Span> places = placesOf(syntax.body, name);
  for (const Diagnostic& d : diagnostics) {
    if (d.severity != Diagnostic::Severity::Error && d.kind != kNeedsPythonId) continue;
    if (std::any_of(places.begin(), places.end(), [&](Span s) { return holds(s, d.span); }) || ownerOf(d.span) == name)
      return &d;
  }
  return nullptr;
}

const Diagnostic* SourceFile::errorAtTop() const {
  for (const Diagnostic& d : diagnostics)
    if (d.severity == Diagnostic::Severity::Error && ownerOf(d.span).empty()) return &d;
  return nullptr;
}

std::string SourceFile::ownerOf(Span place) const {
  for (const py::Stmt& s : syntax.body) {
    if (!holds(s->span, place)) continue;
    if (const auto* f = s->as<py::FunctionDef>()) return f->name;
    const auto* c = s->as<py::ClassDef>();
    if (!c) return {};
    for (const py::Stmt& inner : c->body)
      if (const auto* f = inner->as<py::FunctionDef>(); f && holds(inner->span, place)) return c->name + "." + f->name;
    return c->name;
  }
  return place.valid() ? headNamed(source, source.locate(place.begin).line) : std::string();
}

const graph::Graph* SourceFile::graphOf(std::string_view module) const {
  for (const auto& graph : graphs)
    if (graph->module == module) return graph.get();
  return nullptr;
}

const py::FunctionDef* SourceFile::function(std::string_view name) const {
  for (const py::Stmt& s : otherFunctions)
    if (const auto* f = s->as<py::FunctionDef>(); f && f->name == name) return f;
  return nullptr;
}

std::vector<std::string> SourceFile::scheduleFunctions() const {
  std::vector<std::string> names = ownSchedules("");
  for (const py::Stmt& s : otherFunctions) {
    const auto* f = s->as<py::FunctionDef>();
    const bool takesOne = f && f->params.size() == 1 && (f->params[0].name == "sch" || f->params[0].name == "s");
    if (takesOne || (f && !ownSchedules(f->name).empty())) names.push_back(f->name);
  }
  return names;
}

std::vector<std::string> SourceFile::ownSchedules(std::string_view function) const {
  if (!function.empty()) {
    const py::FunctionDef* f = this->function(function);
    const bool callable = f && std::all_of(f->params.begin(), f->params.end(),
                                           [](const py::Parameter& p) { return p.star || p.defaultValue; });
    return callable && py::countCalls(f->body, kCreateSchedule) > 0 ? std::vector{f->name} : std::vector<std::string>();
  }
  const std::string base = this->function("schedule") ? "module" : "schedule";
  std::vector<std::string> names;
  for (int i = 0, count = py::countCalls(syntax.body, kCreateSchedule); i < count; ++i)
    names.push_back(i == 0 ? base : base + "_" + std::to_string(i));
  return names;
}

Result<PrimFunc> SourceFile::select(std::string_view name) const {
  const auto first = std::find_if(diagnostics.begin(), diagnostics.end(),
                                  [](const Diagnostic& d) { return d.severity == Diagnostic::Severity::Error; });
  const Diagnostic* error = name.empty()   ? (first != diagnostics.end() ? &*first : nullptr)
                            : errorAtTop() ? errorAtTop()
                                           : errorIn(name);
  if (error) {
    Explanation e = explanationOf(*error);
    e.span = error->span;
    return e;
  }
  std::vector<std::string> known;
  std::vector<const PrimFunc*> all;
  const auto ofIntrinsic = [&](const PrimFunc& f) {
    return std::any_of(intrinsics.begin(), intrinsics.end(),
                       [&](const TensorIntrin& t) { return t.desc.name == f.name || t.impl.name == f.name; });
  };
  for (const PrimFunc& f : functions) {
    if (f.name == name) return f;
    known.push_back(f.name);
    if (!ofIntrinsic(f)) all.push_back(&f);
  }
  for (const Module& m : modules) {
    if (m.name == name) {
      if (const PrimFunc* main = m.find("main")) return *main;
      if (m.functions.size() == 1) return m.functions[0];
      return explain(err::kNoMainFunction(m.name, m.functions.size()),
                     say("name one of them: {0}.function", Ident(m.name)));
    }
    for (const PrimFunc& f : m.functions) {
      if (m.name + "." + f.name == name) return f;
      known.push_back(m.name + "." + f.name);
      all.push_back(&f);
    }
  }
  const auto list = [&] { return join(known); };
  if (!name.empty()) {
    for (const Module& m : modules)
      if (const PrimFunc* f = m.find(name)) return *f;
    const Message hint = didYouMean(name, known);
    return explain(err::kHasNoFunctionNamed(source.name, name), !hint.empty()   ? hint
                                                                : known.empty() ? Message("it has none at all")
                                                                                : say("it has {0}", list()));
  }
  if (all.size() == 1) return *all[0];
  if (modules.size() == 1 && functions.empty())
    if (const PrimFunc* main = modules[0].find("main")) return *main;
  if (all.empty() && !graphs.empty())
    return explain(err::kNoPrimFunc(source.name), "its graphs can be checked, printed and run");
  if (all.empty()) return explain(err::kNoPrimFunc(source.name), "mark the program with @T.prim_func");
  return explain(err::kSeveralFunctions(source.name, all.size()), say("name one of {0}", list()));
}

namespace {

// Reports one error for a file that is not text, instead of one error for each byte.
std::optional<Diagnostic> whyNotText(const std::string& text) {
  for (size_t at = 0; at < text.size();) {
    const size_t length = text[at] == '\0' ? 0 : utf8Length(text, at);
    if (length == 0) {
      char byte[8];
      std::snprintf(byte, sizeof byte, "0x%02x", static_cast<unsigned char>(text[at]));
      return diagnosticOf(Diagnostic::Severity::Error, {static_cast<int>(at), static_cast<int>(at) + 1},
                          explain(err::kNotUtf8(byte, at), "save the file as UTF-8"));
    }
    at += length;
  }
  return std::nullopt;
}

}  // namespace

SourceFile parseSource(std::string fileName, std::string text) {
  SourceFile file;
  file.source = makeSource(std::move(fileName), std::move(text));
  if (auto notText = whyNotText(file.source.text)) {
    file.diagnostics.push_back(std::move(*notText));
    return file;
  }
  py::ParseResult parsed = py::parseModule(file.source);
  file.syntax = std::move(parsed.module);
  file.diagnostics = parsed.diagnostics;
  file.unread = std::move(parsed.diagnostics);
  FileParser(file).run();
  passOverSyntax(file);
  std::stable_sort(file.diagnostics.begin(), file.diagnostics.end(),
                   [](const Diagnostic& a, const Diagnostic& b) { return a.span.begin < b.span.begin; });
  file.map.finish();
  return file;
}

}  // namespace lw
