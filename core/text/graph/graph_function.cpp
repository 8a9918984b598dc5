// The signature of a graph function, and its statements.
#include <algorithm>
#include <utility>

#include "core/graph/errors.h"
#include "core/text/errors.h"
#include "core/text/graph/graph_reader.h"
#include "core/text/python/python_walk.h"

namespace lw::graph {
namespace {

constexpr int kMaxDepth = 64;  // of branches and functions inside each other

}  // namespace

void FunctionReader::report(Span span, Explanation e, Message hint) {
  failed_ = true;
  if (file_.diagnostics.size() >= 200) return;
  file_.diagnostics.push_back(diagnosticOf(Diagnostic::Severity::Error, span, explain(std::move(e), std::move(hint))));
}

void FunctionReader::fail(Span span, Explanation e, Message hint) {
  report(span, std::move(e), std::move(hint));
  throw tir::Failed{};
}

template <class F>
bool FunctionReader::attempt(F&& f) {
  try {
    f();
    return true;
  } catch (const tir::Failed&) {
    failed_ = true;
    return false;
  }
}

std::optional<Function> FunctionReader::read(const py::FunctionDef& def, Span span) {
  if (!module_.module.empty()) modules_.insert(module_.module);
  std::optional<Function> f;
  attempt([&] { f = function(def, span); });
  return failed_ ? std::nullopt : std::move(f);
}

void FunctionReader::decorator(const py::FunctionDef& def, Function& f) {
  for (const py::Expr& d : def.decorators)
    if (const auto* call = d->as<py::Call>())
      for (const py::Keyword& k : call->keywords) {
        const auto* flag = k.value->as<py::BoolLiteral>();
        if (k.name == "private" && flag) f.privateFunction = flag->value;
        if (k.name == "pure" && flag) f.pure = flag->value;
      }
}

// The names in the sizes of parameters, which are written as strings, are known in the whole signature.
void FunctionReader::declareSizes(const py::Expr& annotation) {
  if (const auto* text = annotation->as<py::StringLiteral>()) {
    const bool name = !text->value.empty() && std::all_of(text->value.begin(), text->value.end(), [](char c) {
      return std::isalnum(static_cast<unsigned char>(c)) || c == '_';
    }) && !std::isdigit(static_cast<unsigned char>(text->value[0]));
    if (name && !parseDataType(text->value)) defineSize(text->value);
    return;
  }
  if (const auto* name = annotation->as<py::Name>(); name && file_.sizeNames.contains(name->id))
    return defineSize(name->id);
  if (const auto* call = annotation->as<py::Call>()) {
    for (const py::Expr& arg : call->args) declareSizes(arg);
    for (const py::Keyword& k : call->keywords)
      if (k.name == "shape" || k.name == "value" || k.name == "values") declareSizes(k.value);
    return;
  }
  if (annotation->as<py::Tuple>() || annotation->as<py::List>() || annotation->as<py::Binary>())
    py::forEachChild(*annotation, [&](const py::Expr& child) { declareSizes(child); });
}

void FunctionReader::param(const py::Parameter& p, Function& f) {
  if (p.star || p.name.empty()) fail(p.span, err::kVariableParameters());
  if (p.defaultValue) fail(p.defaultValue->span, err::kParameterDefault());
  if (std::any_of(f.params.begin(), f.params.end(), [&](const Value& v) { return v.name() == p.name; }))
    report(p.span, err::kParameterTwice(p.name));
  const StructInfo known = p.annotation ? info(p.annotation) : StructInfo(AnyInfo{});
  const Span name{p.span.begin, p.span.begin + static_cast<int>(p.name.size())};
  const Value value({p.name, known, false, true, name});
  f.params.push_back(value);
  define(p.name, value);
  file_.map.add({name, MappedRange::Kind::Variable, {}, {}, p.name, value.key()});
}

Function FunctionReader::function(const py::FunctionDef& def, Span span) {
  if (++depth_ > kMaxDepth) fail(def.nameSpan, err::kNestedTooDeep(kMaxDepth));
  Function f;
  f.name = def.name;
  f.span = span;
  decorator(def, f);
  // Sizes of the signature may be declared in the body only.
  for (const py::Stmt& s : def.body)
    if (const auto* a = s->as<py::Assign>(); a && a->targets.size() == 1) declareAhead(a->targets[0], a->value);
  for (const py::Parameter& p : def.params)
    if (p.annotation) declareSizes(p.annotation);
  for (const py::Parameter& p : def.params)
    if (!attempt([&] { param(p, f); })) define(p.name, Value({p.name, AnyInfo{}, false, false, p.span}));
  for (const py::Stmt& s : def.body) {
    const auto* e = s->as<py::ExprStmt>();
    const auto* call = e ? e->value->as<py::Call>() : nullptr;
    if (call && relaxName(call->function) == "func_attr" && call->args.size() == 1)
      attempt([&] { f.attrs = attributeMap(call->args[0]); });
  }
  f.body = body(def.body, false, nullptr);
  // Sizes that the body declares may stand in the struct info of the result.
  if (def.returns && !def.returns->as<py::NoneLiteral>()) attempt([&] { f.result = info(def.returns); });
  if (!f.body.result && !failed_)
    report(def.nameSpan, err::kGraphNoReturn(def.name), "end the function with `return` and a value");
  if (f.result && f.body.result)
    if (const Result<StructInfo> made = infoOf(*f.body.result);
        made && fits(*made, *f.result) == Fit::No && fits(*f.result, *made) == Fit::No)
      file_.diagnostics.push_back(diagnosticOf(Diagnostic::Severity::Warning, def.returns->span,
                                               err::kGraphAnnotation(def.name, toText(*f.result), toText(*made))));
  --depth_;
  return f;
}

Body FunctionReader::body(const py::Block& block, bool isBranch, LastName* last) {
  Scope scope;
  const size_t before = names_.size();
  for (const py::Stmt& s : block) attempt([&] { statement(s, scope); });
  Body result{std::move(scope.blocks), std::move(scope.result), scope.resultSpan};
  if (isBranch) {
    if (last) *last = scope.last;
    if (const Value* value = scope.last.name.empty() ? nullptr : lookup(scope.last.name); value && !result.result)
      result.result = Node(*value);
    forget(before);
  }
  return result;
}

Block& FunctionReader::openBlock(Scope& scope) {
  if (scope.blocks.empty() || scope.blocks.back().dataflow != scope.dataflow) {
    scope.blocks.emplace_back();
    scope.blocks.back().dataflow = scope.dataflow;
  }
  return scope.blocks.back();
}

void FunctionReader::statement(const py::Stmt& s, Scope& scope) {
  const struct Outer {  // the statement around this one, which goes on after it
    Span& place;
    const Span before;
    ~Outer() { place = before; }
  } outer{statement_, std::exchange(statement_, s->span)};
  const auto unsupported = [&] { fail(s->span, err::kGraphStatement()); };
  if (scope.result) fail(s->span, err::kGraphAfterReturn());
  if (scope.outputsRead) fail(s->span, err::kGraphAfterOutput());
  if (const auto* e = s->as<py::ExprStmt>()) return expression(e->value, scope);
  if (const auto* a = s->as<py::Assign>()) {
    if (a->targets.size() != 1) unsupported();
    return assign(a->targets[0], a->value, nullptr, scope);
  }
  if (const auto* a = s->as<py::AnnAssign>()) {
    if (!a->value) unsupported();
    return assign(a->target, a->value, &a->annotation, scope);
  }
  if (const auto* w = s->as<py::With>()) return dataflow(*w, scope);
  if (const auto* i = s->as<py::If>()) return branch(*i, s->span, scope);
  if (const auto* f = s->as<py::FunctionDef>()) return closure(*f, s->span, scope);
  if (const auto* r = s->as<py::Return>()) {
    if (!r->value) unsupported();
    if (scope.dataflow) fail(s->span, err::kGraphReturnInDataflow());
    scope.result = node(r->value);
    scope.resultSpan = s->span;
    checkInfo(*scope.result, r->value->span);
    return;
  }
  if (!s->as<py::Pass>() && !s->as<py::Import>()) unsupported();
}

void FunctionReader::expression(const py::Expr& e, Scope& scope) {
  if (e->as<py::StringLiteral>()) return;
  const auto* call = e->as<py::Call>();
  const std::string name = call ? relaxName(call->function) : std::string();
  if (name == "func_attr") return;  // was read with the signature
  if (name == "output") return outputs(*call, scope);
  Node value = node(e);
  checkInfo(value, e->span);
  bindNothing(std::move(value), scope);
}

void FunctionReader::checkInfo(const Node& value, Span span) {
  if (const Result<StructInfo> info = infoOf(value); !info) report(span, info.error());
}

bool FunctionReader::declaration(const py::Expr& target, const py::Expr& value) {
  const auto* name = target->as<py::Name>();
  if (const auto* other = value->as<py::Name>(); name && other && isModule(other->id)) {
    modules_.insert(name->id);
    return true;
  }
  const auto* call = value->as<py::Call>();
  if (!name || !call) return false;
  const std::string of = path(call->function);
  if (of.ends_with(".meta_var") && call->args.size() == 1 && !hasValues(call->args[0])) {  // a name for a number
    const Expr number = size(call->args[0]);
    sizeNames_.insert_or_assign(name->id, number);
    scalars_.define(name->id, number);
    return true;
  }
  if (!of.starts_with("T.") && !of.starts_with("tir.") && !of.starts_with("tirx.")) return false;
  const std::string member = of.substr(of.find('.') + 1);
  // T.int64() and T.Var("n", "int64")
  const bool typed = call->args.empty() && call->keywords.empty() && parseDataType(member);
  if (!typed && member != "Var" && member != "SizeVar") return false;
  if (sizeNames_.contains(name->id)) return true;
  const Expr made = Var(name->id, typed ? *parseDataType(member) : dtype::Int64);
  sizeNames_.emplace(name->id, made);
  scalars_.define(name->id, made);
  return true;
}

// n = T.int64(), or several of them at once.
void FunctionReader::declareAhead(const py::Expr& target, const py::Expr& value) {
  const auto *names = target->as<py::Tuple>(), *values = value->as<py::Tuple>();
  if (names && values && names->items.size() == values->items.size()) {
    for (size_t i = 0; i < names->items.size(); ++i) declareAhead(names->items[i], values->items[i]);
    return;
  }
  if (const auto* call = value->as<py::Call>(); call && path(call->function).starts_with("T."))
    declaration(target, value);
}

void FunctionReader::assign(const py::Expr& target, const py::Expr& value, const py::Expr* annotation, Scope& scope) {
  if (declaration(target, value)) return;
  const auto *names = target->as<py::Tuple>(), *values = value->as<py::Tuple>();
  if (names && values && names->items.size() == values->items.size()) {
    for (size_t i = 0; i < names->items.size(); ++i) assign(names->items[i], values->items[i], nullptr, scope);
    return;
  }
  const auto* name = target->as<py::Name>();
  if (!name) fail(target->span, err::kGraphTarget(), "bind the value to a name, and take its fields by t[0]");
  const bool read = attempt([&] {
    std::optional<StructInfo> wanted;
    if (annotation && !path(*annotation).starts_with("T.")) wanted = info(*annotation);
    const auto* call = value->as<py::Call>();
    const std::string of = call ? relaxName(call->function) : std::string();
    if (of == "match_cast" || of == "emit_match_cast") {
      const py::Expr *from = argument(*call, 0, "value"), *to = argument(*call, 1, "struct_info");
      if (!to) to = argument(*call, 1, "ty");
      if (!from || !to) fail(value->span, err::kNeedsArgument("R.match_cast", "struct_info"));
      if (!wanted) declareSizes(*to);
      Node casted = node(*from);
      const StructInfo matched = info(*to);
      return bind(name->id, target->span, std::move(casted), wanted, matched, scope);
    }
    bind(name->id, target->span, node(value), wanted, std::nullopt, scope);
  });
  if (!read) define(name->id, Value({name->id, AnyInfo{}, false, false, target->span}));
}

void FunctionReader::bind(const std::string& name, Span nameSpan, Node value, std::optional<StructInfo> annotation,
                          std::optional<StructInfo> matched, Scope& scope) {
  StructInfo known = AnyInfo{};
  const Result<StructInfo> made = infoOf(value);
  if (!made)
    report(nameSpan, made.error());
  else
    known = *made;
  if (matched) {
    if (fits(known, *matched) == Fit::No && fits(*matched, known) == Fit::No)
      report(nameSpan, err::kGraphAnnotation(name, toText(*matched), toText(known)));
    known = *matched;
  }
  if (annotation) {
    if (fits(known, *annotation) == Fit::No && fits(*annotation, known) == Fit::No)
      report(nameSpan, err::kGraphAnnotation(name, toText(*annotation), toText(known)));
    known = *annotation;
  }
  const bool kept = !scope.dataflow || scope.outputs.contains(name);
  const Value target({name, known, !kept, annotation.has_value(), nameSpan});
  openBlock(scope).bindings.push_back({target, std::move(value), std::move(matched), statement_});
  define(name, target);
  scope.last = {name, nameSpan};
  file_.map.add({nameSpan, MappedRange::Kind::Variable, {}, {}, name, target.key()});
}

void FunctionReader::bindNothing(Node value, Scope& scope) {
  openBlock(scope).bindings.push_back({std::nullopt, std::move(value), std::nullopt, statement_});
}

void FunctionReader::dataflow(const py::With& node, Scope& scope) {
  const auto* call = node.items.size() == 1 ? node.items[0].first->as<py::Call>() : nullptr;
  if (!call || relaxName(call->function) != "dataflow" || scope.dataflow)
    fail(node.items.empty() ? Span{} : node.items[0].first->span, err::kGraphStatement());
  scope.dataflow = true;
  scope.blocks.emplace_back();
  scope.blocks.back().dataflow = true;
  // What is seen after the block is named at its end.
  for (const py::Stmt& s : node.body) {
    const auto* e = s->as<py::ExprStmt>();
    const auto* out = e ? e->value->as<py::Call>() : nullptr;
    if (!out || relaxName(out->function) != "output") continue;
    for (const py::Expr& arg : out->args)
      if (const auto* name = arg->as<py::Name>()) scope.outputs.insert(name->id);
  }
  scope.firstName = names_.size();
  for (const py::Stmt& s : node.body)
    if (!attempt([&] { statement(s, scope); }) && scope.outputsRead) break;
  for (const Binding& b : scope.blocks.back().bindings)
    if (b.target && (*b.target)->dataflow) hidden_.push_back(b.target->name());
  // The names of a block around this one stay, even if they are seen in that block only.
  const std::vector<std::pair<std::string, Value>> inside(names_.begin() + static_cast<std::ptrdiff_t>(scope.firstName),
                                                          names_.end());
  forget(scope.firstName);
  for (const auto& [name, value] : inside)
    if (!value->dataflow) define(name, value);
  // TVM 0.27 prints `return lv` where the block ends with `gv = lv` and R.output(gv): both names have one value.
  for (const Binding& b : scope.blocks.back().bindings)
    if (const auto* source = b.value.as<Value>(); source && (*source)->dataflow && b.target)
      if (!(*b.target)->dataflow && !lookup(source->name())) define(source->name(), *b.target);
  scope.outputs.clear();
  scope.dataflow = scope.outputsRead = false;
}

void FunctionReader::outputs(const py::Call& call, Scope& scope) {
  if (!scope.dataflow) fail(call.function->span, err::kGraphOutputs());
  for (const py::Expr& arg : call.args) {
    const auto* name = arg->as<py::Name>();
    const std::optional<size_t> at = name ? place(name->id) : std::nullopt;
    if (!at || *at < scope.firstName)
      fail(arg->span, err::kGraphOutputName(sourceOf(arg)), "bind it in the block first");
    scope.blocks.back().outputs.push_back(names_[*at].second);
  }
  scope.outputsRead = true;
}

void FunctionReader::branch(const py::If& node, Span span, Scope& scope) {
  if (++depth_ > kMaxDepth) fail(span, err::kNestedTooDeep(kMaxDepth));
  if (scope.dataflow) fail(span, err::kGraphBranchInDataflow());
  LastName whenTrue, whenFalse;
  const Node condition = this->node(node.condition);
  checkInfo(condition, node.condition->span);
  Body first = body(node.body, true, &whenTrue);
  Body second = body(node.orElse, true, &whenFalse);
  --depth_;
  const std::string &one = whenTrue.name, &other = whenFalse.name;
  if (failed_ && (one.empty() || other.empty())) throw tir::Failed{};
  if (one.empty() || one != other)
    fail(span, err::kGraphBranches(one.empty() ? "nothing" : one, other.empty() ? "nothing" : other),
         "end both with a binding of one name");
  bind(one, whenTrue.span, Branch{condition, std::move(first), std::move(second)}, std::nullopt, std::nullopt, scope);
}

void FunctionReader::closure(const py::FunctionDef& def, Span span, Scope& scope) {
  // The function may call itself.
  const bool kept = !scope.dataflow || scope.outputs.contains(def.name);
  const Value target({def.name, AnyInfo{}, !kept, false, def.nameSpan});
  define(def.name, target);
  const size_t before = names_.size();
  Function inner = function(def, span);
  forget(before);
  openBlock(scope).bindings.push_back(
      {target, Closure{std::make_shared<const Function>(std::move(inner))}, std::nullopt, span});
  scope.last = {def.name, def.nameSpan};
}

void FunctionReader::define(const std::string& name, const Value& value) {
  places_[name].push_back(names_.size());
  names_.emplace_back(name, value);
}

void FunctionReader::forget(size_t from) {
  while (names_.size() > from) {
    const auto places = places_.find(names_.back().first);
    places->second.pop_back();
    if (places->second.empty()) places_.erase(places);
    names_.pop_back();
  }
}

std::optional<size_t> FunctionReader::place(const std::string& name) const {
  const auto places = places_.find(name);
  return places == places_.end() ? std::nullopt : std::optional(places->second.back());
}

const Value* FunctionReader::lookup(const std::string& name) const {
  const std::optional<size_t> at = place(name);
  return at ? &names_[*at].second : nullptr;
}

void FunctionReader::defineSize(const std::string& name) {
  if (sizeNames_.contains(name)) return;
  const Expr made = Var(name, dtype::Int64);
  sizeNames_.emplace(name, made);
  scalars_.define(name, made);
}

}  // namespace lw::graph
