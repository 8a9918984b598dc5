// The signature of a function, its names and its root block.
#include <algorithm>

#include "core/ir/ops.h"
#include "core/ir/python_values.h"
#include "core/ir/visit.h"
#include "core/text/errors.h"
#include "core/text/suggest.h"
#include "core/text/tir/tir_parser.h"
#include "core/text/tir/tir_types.h"

namespace lw::tir {

void FunctionParser::report(Span span, Explanation e, Message hint) {
  failed_ = true;
  if (file_.diagnostics.size() >= 200) return;
  file_.diagnostics.push_back(diagnosticOf(Diagnostic::Severity::Error, span, explain(std::move(e), std::move(hint))));
}

void FunctionParser::fail(Span span, Explanation e, Message hint) {
  report(span, std::move(e), std::move(hint));
  throw Failed{};
}

void FunctionParser::map(MappedRange::Kind kind, Span span, std::string name, const void* node, LoopId loop) {
  file_.map.add({span, kind, loop, currentBlock(), std::move(name), node});
}

void FunctionParser::define(const std::string& name, ParsedValue value) { names_.add(name, std::move(value)); }

const ParsedValue* FunctionParser::lookup(const std::string& name) const { return names_.find(name); }

std::vector<std::string> FunctionParser::knownNames() const {
  std::vector<std::string> known;
  for (const auto& [name, value] : names_.list()) known.push_back(name);
  for (const auto& [name, value] : file_.constants) known.push_back(name);
  for (const auto& [name, definition] : file_.functions) known.push_back(name);
  return known;
}

ParsedValue FunctionParser::resolve(const std::string& name, Span span) {
  if (const ParsedValue* value = lookup(name)) {
    if (value->as<Poison>()) {
      failed_ = true;
      throw Failed{};
    }
    return *value;
  }
  const auto constant = file_.constants.find(name);
  if (constant != file_.constants.end()) {
    if (std::find(resolving_.begin(), resolving_.end(), name) != resolving_.end() || resolving_.size() > 50)
      fail(span, err::kConstantCycle(name));
    resolving_.push_back(name);
    NamesInScope locals;
    std::swap(locals, names_);  // constants may use only names of the module
    std::optional<ParsedValue> value;
    const size_t errors = file_.diagnostics.size();
    const bool failedBefore = failed_;
    attempt([&] { value = eval(constant->second); });
    std::optional<Diagnostic> why;  // what Python says of its own numbers and functions
    if (file_.diagnostics.size() > errors)
      if (const std::string& kind = file_.diagnostics[errors].kind;
          kind.starts_with("python.") || kind == "parse.helper")
        why = file_.diagnostics[errors];
    file_.diagnostics.resize(errors);
    failed_ = failedBefore;
    std::swap(locals, names_);
    resolving_.pop_back();
    if (!value && why)
      fail(span, err::kHelperFailed(name, file_.source.locate(std::max(why->span.begin, 0)).line, why->reason),
           why->remedy);
    if (!value)
      fail(span, err::kNotConstant(name), say("assign a number, or an expression of numbers, to {0}", Ident(name)));
    return *value;
  }
  if (const auto function = file_.functions.find(name); function != file_.functions.end())
    return FileFunction{function->second};
  if (isBuiltin(name)) return FunctionName{name};
  fail(span, err::kUndefinedName(name), didYouMean(name, knownNames()));
}

void FunctionParser::poison(const py::Expr& target) {
  if (const auto* name = target->as<py::Name>()) define(name->id, Poison{});
  if (const auto* star = target->as<py::Starred>()) poison(star->value);
  if (const auto* tuple = target->as<py::Tuple>())
    for (const py::Expr& item : tuple->items) poison(item);
  if (const auto* list = target->as<py::List>())
    for (const py::Expr& item : list->items) poison(item);
}

void FunctionParser::param(const py::Parameter& p) {
  if (p.star || p.name.empty()) fail(p.span, err::kVariableParameters());
  if (!p.annotation)
    fail(p.span, err::kParameterHasNoType(p.name),
         say("write {0}: T.Buffer(shape, dtype), or a scalar type such as T.int32", Ident(p.name)));
  if (p.defaultValue) fail(p.defaultValue->span, err::kParameterDefault());
  const auto* call = p.annotation->as<py::Call>();
  const auto* sub = p.annotation->as<py::Subscript>();
  const auto name = path(call ? call->function : sub ? sub->object : p.annotation);
  const std::string member = name ? tirMember(*name) : "";
  if (member == "Buffer" || member == "buffer") {
    const Buffer buffer = bufferType(p.annotation, p.name);
    if (extra_.layout) paramExtras_.emplace_back(buffer, extra_);
    Var var("var_" + p.name, dtype::Handle());
    func_.params.push_back(var);
    func_.buffers.emplace_back(var, buffer);
    visible_.add(buffer);
    define(p.name, buffer);
    map(MappedRange::Kind::Buffer, {p.span.begin, p.span.begin + static_cast<int>(p.name.size())}, p.name,
        buffer.key());
    return;
  }
  const bool handle = (call && member == "handle") || member == "TensorMap";
  const auto type = handle ? std::optional(dtype::Handle()) : typeNamed(member);
  if (!type || (call && !type->isHandle() && !call->args.empty()))
    fail(p.annotation->span, err::kBadParameterType(),
         "use T.Buffer(shape, dtype), T.handle, or a scalar type such as T.int32");
  // The parameter may have been named as a size before: A: T.Buffer(("n",)), n: T.int32.
  const auto size = namedSizes_.find(p.name);
  const Var var =
      size != namedSizes_.end() && lookup(p.name) ? *lookup(p.name)->as<Expr>()->as<Var>() : Var(p.name, *type);
  func_.params.push_back(var);
  define(p.name, Expr(var));
  map(MappedRange::Kind::Variable, p.span, p.name, var.key());
}

void FunctionParser::params(const py::FunctionDef& def) {
  // n = TypeVar("n") before the function: its buffers have the size n.
  for (const std::string& size : file_.sizeNames)
    if (std::ranges::none_of(def.params, [&](const py::Parameter& p) { return p.name == size; }))
      define(size, Expr(Var(size, dtype::Int64)));
  for (const py::Parameter& p : def.params)
    if (const auto name = p.annotation ? path(p.annotation) : std::nullopt)
      if (const auto type = typeNamed(tirMember(*name)); type && type->isInteger()) namedSizes_[p.name] = *type;
  for (const py::Parameter& p : def.params) {
    if (std::any_of(func_.params.begin(), func_.params.end(), [&](const Var& v) { return v.name() == p.name; }) ||
        (!p.name.empty() && lookup(p.name) && !namedSizes_.contains(p.name)))
      report(p.span, err::kParameterTwice(p.name));
    if (!attempt([&] { param(p); })) define(p.name, Poison{});
  }
}

void FunctionParser::declareAhead(const py::Expr& target, const py::Expr& value) {
  const auto *names = target->as<py::Tuple>(), *values = value->as<py::Tuple>();
  if (names && values && names->items.size() == values->items.size())
    for (size_t i = 0; i < names->items.size(); ++i) declareAhead(names->items[i], values->items[i]);
  const auto* name = target->as<py::Name>();
  const auto* call = value->as<py::Call>();
  if (!name || !call || !call->args.empty() || !call->keywords.empty()) return;
  const auto function = path(call->function);
  if (const auto type = function ? typeNamed(tirMember(*function)) : std::nullopt; type && type->isInteger())
    sizeTypes_.insert_or_assign(name->id, *type);
}

std::optional<PrimFunc> FunctionParser::parse(const py::FunctionDef& def, Span span, bool isPrivate) {
  func_.name = def.name;
  func_.privateFunc = isPrivate;
  const BlockId rootId{file_.nextId++};
  for (const py::Stmt& s : def.body)
    if (const auto* a = s->as<py::Assign>(); a && a->targets.size() == 1) declareAhead(a->targets[0], a->value);
  params(def);
  if (file_.newest) reassigned_ = reassigned(def.body);
  if (def.returns && !def.returns->as<py::NoneLiteral>()) attempt([&] { func_.result = evalType(def.returns); });
  finishRoot(body(def.body, nullptr, true), rootId);
  if (failed_) return std::nullopt;
  for (const Var& v : func_.params)
    if (const Buffer* b = func_.bufferOf(v)) map(MappedRange::Kind::Function, span, def.name, b->key());
  map(MappedRange::Kind::Function, span, def.name, func_.body.key());
  // Parameters may be matched in any order; their buffers are in that of the parameters.
  const auto place = [&](const std::pair<Var, Buffer>& entry) {
    return std::find(func_.params.begin(), func_.params.end(), entry.first);
  };
  std::stable_sort(func_.buffers.begin(), func_.buffers.end(),
                   [&](const auto& a, const auto& b) { return place(a) < place(b); });
  return std::move(func_);
}

std::optional<Expr> FunctionParser::evaluate(const py::Expr& e) {
  std::optional<Expr> value;
  attempt([&] { value = evalExpr(e); });
  return value;
}

// A variable that was declared and that nothing gives a value gets one that no run can compute, at the start of the
// function. Sizes of buffers have theirs from the buffers.
Stmt FunctionParser::withUnbound(Stmt body) const {
  if (declared_.empty()) return body;
  struct Sizes : Visitor {
    std::set<const void*> found, pointers;
    void add(const Buffer& b) {
      for (const auto* list : {&b->shape, &b->strides})
        for (const Expr& e : *list)
          for (const Var& v : freeVars(e)) found.insert(v.key());
      for (const Var& v : freeVars(b->elemOffset)) found.insert(v.key());
    }
    void stmt(const Stmt& s) override {
      if (const auto* block = s.as<Block>())
        for (const MatchBuffer& match : block->matches) add(match.buffer);
      if (const auto* decl = s.as<DeclBuffer>()) pointers.insert(decl->buffer->data.key());
      children(s);
    }
  } sizes;
  sizes.stmt(body);
  for (const auto& [param, buffer] : func_.buffers) sizes.add(buffer);
  for (const Buffer& b : rootAllocs_) sizes.add(b);
  const std::vector<Var> used = freeVars(body);
  for (size_t i = declared_.size(); i-- > 0;) {
    const Var& v = declared_[i];
    const bool isUsed = sizes.pointers.contains(v.key()) || std::find(used.begin(), used.end(), v) != used.end();
    if (sizes.found.contains(v.key()) || !isUsed) continue;
    if (std::find(func_.params.begin(), func_.params.end(), v) != func_.params.end()) continue;
    body = LetStmt{v, Call{v.dtype(), std::string(kUnbound), {StringImm{v.name()}}}, std::move(body)};
  }
  return body;
}

// A function with blocks has exactly one root block, whether it is written or not.
void FunctionParser::finishRoot(Stmt body, BlockId rootId) {
  const auto* only = body.as<Block>();
  const bool hasRoot = rootAllocs_.empty() && only && only->iters.empty();
  if (hasRoot) {
    Block root = *only;
    root.body = withUnbound(root.body);
    func_.body = root.body.sameAs(only->body) ? body : Stmt(std::move(root), body.origin());
    return;
  }
  body = withUnbound(std::move(body));
  func_.body = body;
  if (!hasBlocks_ && rootAllocs_.empty()) return;
  Block root(rootId, "root", std::move(body));
  root.allocs = rootAllocs_;
  func_.body = std::move(root);
}

}  // namespace lw::tir
