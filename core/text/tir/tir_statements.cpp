// Statements of a prim_func.
#include <algorithm>

#include "core/ir/jumps.h"
#include "core/ir/ops.h"
#include "core/text/errors.h"
#include "core/text/tir/opaque_calls.h"
#include "core/text/tir/tir_parser.h"
#include "core/text/tir/tir_types.h"

namespace lw::tir {

namespace {
constexpr int kMaxDepth = 400;  // nested statements, including the bodies of lets and allocations

ForKind kindOfRange(const std::string& function) {
  if (function == "parallel") return ForKind::Parallel;
  if (function == "vectorized") return ForKind::Vectorized;
  if (function == "unroll" || function == "unrolled") return ForKind::Unrolled;
  return function == "thread_binding" ? ForKind::ThreadBinding : ForKind::Serial;
}
}  // namespace

Stmt FunctionParser::body(const py::Block& block, BlockFrame* frame, bool functionLevel) {
  Body out;
  out.block = frame;
  out.functionLevel = functionLevel;
  const size_t names = names_.size();
  const int depth = depth_;
  ++depth_;
  if (functionLevel)
    for (const auto& [buffer, extra] : paramExtras_) layout(buffer, extra, {}, out);
  for (const py::Stmt& s : block)
    if (!attempt([&] {
          if (depth_ > kMaxDepth) fail(s->span, err::kStatementsTooDeep(kMaxDepth));
          statement(s, out);
        })) {
      if (const auto* a = s->as<py::Assign>())
        for (const py::Expr& t : a->targets) poison(t);
      if (const auto* a = s->as<py::AnnAssign>()) poison(a->target);
    }
  depth_ = depth;
  names_.truncate(names);
  return finish(std::move(out));
}

Stmt FunctionParser::finish(Body body) {
  for (; !body.wraps.empty(); body.wraps.pop_back()) {
    Body::Wrap& w = body.wraps.back();
    std::vector<Stmt> inner(body.stmts.begin() + static_cast<std::ptrdiff_t>(w.at), body.stmts.end());
    body.stmts.erase(body.stmts.begin() + static_cast<std::ptrdiff_t>(w.at), body.stmts.end());
    Stmt wrapped = w.around(sequence(std::move(inner)));
    if (w.span) map(MappedRange::Kind::Statement, *w.span, {}, wrapped.key());
    body.stmts.push_back(std::move(wrapped));
  }
  return sequence(std::move(body.stmts));
}

void FunctionParser::emit(Stmt s, Span span, Body& out) {
  map(MappedRange::Kind::Statement, span, {}, s.key());
  out.stmts.push_back(std::move(s));
}

void FunctionParser::wrap(std::function<Stmt(Stmt)> around, Span span, Body& out) {
  ++depth_;
  out.wraps.push_back({out.stmts.size(), std::move(around), span});
}

void FunctionParser::statement(const py::Stmt& stmt, Body& out) {
  const Span span = stmt->span;
  const auto unsupported = [&](std::string what, std::string hint = {}) {
    fail(span, err::kNoMeaningInPrimFunc(what), std::move(hint));
  };
  std::visit(
      Overloaded{
          [&](const py::ExprStmt& n) { expression(n.value, span, out); },
          [&](const py::Assign& n) {
            for (const py::Expr& target : n.targets) assign(target, n.value, span, out);
          },
          [&](const py::AnnAssign& n) { annotated(n, span, out); },
          [&](const py::AugAssign& n) { augmented(n, span, out); }, [&](const py::If& n) { conditional(n, span, out); },
          [&](const py::ForLoop& n) { forLoop(n, span, out); },
          [&](const py::WhileLoop& n) { whileLoop(n, span, out); }, [&](const py::With& n) { with(n, span, out); },
          [&](const py::Return& n) {
            if (!n.value) return unsupported("`return` without a value");
            const Expr value = evalExpr(n.value);
            emit(Evaluate{Call{dtype::Void(), "ret", {value}}}, span, out);
          },
          [](const py::Pass&) {}, [&](const py::Break&) { leaveLoop(kBreakLoop, span, out); },
          [&](const py::Continue&) { leaveLoop(kContinueLoop, span, out); },
          [&](const py::Assert& n) { assertion(n, span, out); }, [&](const py::Import&) { unsupported("an import"); },
          [&](const py::FunctionDef& n) {
            const auto decorator = n.decorators.size() == 1 ? path(n.decorators[0]) : std::nullopt;
            const std::string kind = decorator ? tirMember(*decorator) : "";
            if (kind != "inline" && kind != "macro")
              fail(n.nameSpan, err::kFunctionInsidePrimFunc(), "write @T.inline above it");
            define(n.name, InlineFunction{stmt});
          },
          [&](const py::ClassDef& n) { fail(n.nameSpan, err::kClassInsidePrimFunc()); },
          [&](const py::Try&) { unsupported("`try`"); }, [&](const py::Reraise&) { unsupported("`raise`"); }},
      stmt->value);
}

void FunctionParser::expression(const py::Expr& e, Span span, Body& out) {
  if (e->as<py::StringLiteral>() || e->as<py::EllipsisLiteral>()) return;  // documentation
  const auto* call = e->as<py::Call>();
  const auto name = call ? path(call->function) : std::nullopt;
  const std::string member = name ? tirMember(*name) : "";
  if (member == "evaluate") {
    const std::vector<ParsedValue> args = positional(*call, 1, 1, "T.evaluate", span);
    return emit(Evaluate{toExpr(args[0], call->args[0]->span)}, span, out);
  }
  if (call && name)
    if (const ParsedValue* known = lookup(*name); known && known->as<InlineFunction>()) {
      const py::Stmt definition = known->as<InlineFunction>()->definition;
      return inlineCall(*definition->as<py::FunctionDef>(), *call, span, out);
    }
  if (member == "bind") return bindCall(*call, {}, {}, span, out);
  if (member == "device_entry") isKernel_ = true;
  if (member == "device_entry")
    return wrap([](Stmt rest) -> Stmt { return AttrStmt{"device_entry", 0, 1, std::move(rest)}; }, span, out);
  if (call && !member.empty() && launchIds(member, *call, {}, span, out)) return;
  if (const auto* object = call ? call->function->as<py::Attribute>() : nullptr; object && object->name == "vstore") {
    const ParsedValue value = eval(object->object);
    if (const auto* buffer = value.as<Buffer>()) return vectorStore(*buffer, *call, span, out);
  }
  if (member == "buffer_store") fail(span, err::kWriteStoreAsAssignment(), "A[i, j] = value");
  if (!member.empty() && blockStatement(member, *call, span, out)) return;
  if (!member.empty() && declaration(member, *call, {}, {}, span, out)) return;
  if (!call) fail(span, err::kExpressionHasNoEffect(), "assign it, or pass it to T.evaluate");
  const Expr value = evalExpr(e);
  if (!value.as<Call>()) fail(span, err::kExpressionHasNoEffect(), "assign it, or pass it to T.evaluate");
  emit(Evaluate{value}, span, out);
}

void FunctionParser::assign(const py::Expr& target, const py::Expr& value, Span span, Body& out) {
  if (const auto* sub = target->as<py::Subscript>()) {
    const ParsedValue v = eval(value);
    return store(*sub, target->span, toOperand(v, value->span), value->span, span, out);
  }
  const auto* name = target->as<py::Name>();
  const auto* call = value->as<py::Call>();
  const auto function = call ? path(call->function) : std::nullopt;
  const std::string member = function ? tirMember(*function) : "";
  if (!member.empty() && member.starts_with("axis.")) {
    ListValue vars = axis(member.substr(5), *call, value->span, out);
    if (name && vars.items.size() == 1) return bind(target, vars.items[0], span, out);
    return bind(target, std::move(vars), span, out);
  }
  if (call && !member.empty()) {
    std::vector<py::Expr> targets{target};
    if (const auto* tuple = target->as<py::Tuple>()) targets = tuple->items;
    if (launchIds(member, *call, targets, span, out)) return;
  }
  if (name && call && assignDeclaration(name->id, member, *call, target->span, value->span, span, out)) return;
  if (const auto *targets = target->as<py::Tuple>(), *values = value->as<py::Tuple>(); targets && values) {
    if (targets->items.size() != values->items.size())
      fail(target->span, err::kValuesForNames(values->items.size(), targets->items.size()));
    for (size_t i = 0; i < targets->items.size(); ++i) assign(targets->items[i], values->items[i], span, out);
    return;
  }
  ParsedValue result = eval(value);
  if (name && assignPlace(name->id, result, span, out)) return;
  const auto number = numberOf(result);
  if (name && file_.newest && reassigned_.contains(span.begin) && !result.as<Buffer>() &&
      (number || result.as<Expr>() || result.as<SliceValue>() || result.as<ScalarValue>())) {
    const Expr first = toExpr(result, span);
    if (first.dtype().isInteger() || first.dtype().isFloat() || first.dtype().isBool()) {
      scalar(name->id, first.dtype(), "local", target->span, span, out);
      assignPlace(name->id, first, span, out);
      return;
    }
  }
  bind(target, std::move(result), span, out);
}

bool FunctionParser::assignDeclaration(const std::string& name, const std::string& member, const py::Call& call,
                                       Span target, Span value, Span span, Body& out) {
  const auto declare = [&](const Var& var) {
    declared_.push_back(var);
    define(name, Expr(var));
    return true;
  };
  if (member == "bind") {
    bindCall(call, name, target, span, out);
    return true;
  }
  if (member == "meta_var") {
    define(name, eval(onlyArgument(call, member, span)));
    return true;
  }
  if (member == "Var") {
    const Args args(*this, call, value, "T.Var", {"name", "dtype", "ty"}, 1);
    const py::Expr* type = args.get("dtype") ? args.get("dtype") : args.get("ty");
    return declare(Var(name, type ? evalType(*type) : dtype::Int32));
  }
  if (!member.empty() && scalarCall(member, call, name, target, span, out)) return true;
  if (!member.empty() && declaration(member, call, name, target, span, out)) return true;
  if (member == "match_buffer") {
    define(name, matchBuffer(call, value, name, out));
    map(MappedRange::Kind::Buffer, target, name, lookup(name)->as<Buffer>()->key());
    return true;
  }
  // An assignment of a bare type makes a new variable: n = T.int32(). It names the variable that the signature has.
  if (undeclaredSizes_.erase(name)) {
    map(MappedRange::Kind::Variable, target, name, lookup(name)->as<Expr>()->as<Var>()->key());
    return true;
  }
  if (const auto type = typeNamed(member); type && call.args.empty() && call.keywords.empty()) {
    const Var var(name, *type);
    map(MappedRange::Kind::Variable, target, name, var.key());
    return declare(var);
  }
  if (member == "handle") return declare(Var(name, dtype::Handle()));  // data = T.handle("float32")
  if (member != "var") return false;
  const Args args(*this, call, value, "T.var", {"dtype"}, 1);
  return declare(Var(name, evalType(*args.get("dtype"))));
}

void FunctionParser::bind(const py::Expr& target, ParsedValue value, Span span, Body& out) {
  if (const auto* name = target->as<py::Name>()) return bindName(name->id, target->span, std::move(value), span, out);
  const std::vector<py::Expr>* targets = nullptr;
  if (const auto* tuple = target->as<py::Tuple>()) targets = &tuple->items;
  if (const auto* list = target->as<py::List>()) targets = &list->items;
  const auto* values = value.as<ListValue>();
  if (!targets) fail(target->span, err::kCannotAssignInPrimFunc());
  if (!values) fail(target->span, err::kCannotUnpack(describe(value)));
  const auto star =
      std::find_if(targets->begin(), targets->end(), [](const py::Expr& t) { return t->as<py::Starred>(); });
  const bool several = star != targets->end();
  if (several ? targets->size() - 1 > values->items.size() : targets->size() != values->items.size())
    fail(target->span, err::kValuesForNames(values->items.size(), targets->size()));
  size_t next = 0;
  for (auto t = targets->begin(); t != targets->end(); ++t) {
    if (t != star) {
      bind(*t, values->items[next++], span, out);
      continue;
    }
    // first, *others = values
    ListValue rest;
    const auto* name = (*t)->as<py::Starred>()->value->as<py::Name>();
    if (!name) fail((*t)->span, err::kCannotAssignInPrimFunc());
    for (size_t left = values->items.size() + 1 - targets->size(); left > 0; --left) {
      const std::string item = name->id + "_" + std::to_string(rest.items.size());
      bindName(item, (*t)->span, values->items[next++], span, out);
      rest.items.push_back(*lookup(item));
    }
    define(name->id, std::move(rest));
  }
}

void FunctionParser::bindName(const std::string& name, Span nameSpan, ParsedValue value, Span span, Body& out) {
  if (const auto* e = value.as<Expr>()) {
    // A fresh iter of the block gets its name here.
    if (const auto* v = e->as<Var>(); v && out.block && v->name().empty()) {
      for (IterVar& iter : out.block->block.iters) {
        if (!(iter.var == *v)) continue;
        iter.var = Var(name, v->dtype());
        map(MappedRange::Kind::Variable, nameSpan, name, iter.var.key());
        return define(name, Expr(iter.var));
      }
    }
    return let(name, e->dtype(), *e, nameSpan, span, out);
  }
  if (value.as<SliceValue>()) {
    const Expr e = toExpr(value, span);
    return let(name, e.dtype(), e, nameSpan, span, out);
  }
  // In TVM, a named float constant is a float32 variable and is rounded to float32.
  if (const auto* fraction = value.as<double>()) value = numberExpr(*fraction);
  define(name, std::move(value));
}

void FunctionParser::let(const std::string& name, DataType type, Expr value, Span nameSpan, Span span, Body& out) {
  Var var(name, type);
  lets_.push_back(var);
  define(name, Expr(var));
  map(MappedRange::Kind::Variable, nameSpan, name, var.key());
  wrap([var, value](Stmt rest) -> Stmt { return LetStmt{var, value, std::move(rest)}; }, span, out);
}

void FunctionParser::annotated(const py::AnnAssign& node, Span span, Body& out) {
  if (letAnnotation(node, span, out)) return;
  const auto* name = node.target->as<py::Name>();
  if (!name) fail(node.target->span, err::kTypeOfNoName());
  const auto* sub = file_.newest && !node.value ? node.annotation->as<py::Subscript>() : nullptr;
  if (sub) {  // x: T.float32[4]
    std::vector<Expr> sizes;
    for (const py::Expr& size : sub->indices) sizes.push_back(evalInteger(size, "the size"));
    const Buffer buffer =
        allocateHere(makeBuffer(name->id, std::move(sizes), evalType(sub->object), "local"), {}, span, out);
    return define(name->id, buffer);
  }
  if (file_.newest && (!node.value || reassigned_.contains(span.begin))) {
    const auto* made = node.annotation->as<py::Call>();
    const DataType type = evalType(made && made->args.empty() ? made->function : node.annotation);
    std::optional<Expr> first;
    if (node.value) first = converted(toOperand(eval(node.value), node.value->span), type, node.value->span);
    scalar(name->id, type, "local", node.target->span, span, out);
    if (first) assignPlace(name->id, *first, span, out);
    return;
  }
  if (!node.value) fail(span, err::kVariableHasNoValue(name->id), say("write {0}: type = value", name->id));
  const auto* call = node.annotation->as<py::Call>();
  const DataType type = evalType(call && call->args.empty() ? call->function : node.annotation);
  const ParsedValue value = eval(node.value);
  const Operand e = toOperand(value, node.value->span);
  if (const DataType from = e.value.dtype();
      from.isHandle() != type.isHandle() || (from.lanes != type.lanes && !e.number))
    fail(node.value->span, err::kAssignedTypeDiffers(toString(from), name->id, toString(type)));
  let(name->id, type, converted(e, type, node.value->span), node.target->span, span, out);
}

void FunctionParser::augmented(const py::AugAssign& node, Span span, Body& out) {
  const ParsedValue right = eval(node.value);
  const ParsedValue left = eval(node.target);
  if (const auto* sub = node.target->as<py::Subscript>()) {
    const ParsedValue loaded = toExpr(left, node.target->span);
    const ParsedValue sum = binaryOp(node.op, loaded, node.target->span, right, node.value->span, span);
    return store(*sub, node.target->span, toOperand(sum, span), span, span, out);
  }
  const ParsedValue made = binaryOp(node.op, left, node.target->span, right, node.value->span, span);
  if (const auto* name = node.target->as<py::Name>(); name && assignPlace(name->id, made, span, out)) return;
  bind(node.target, made, span, out);
}

void FunctionParser::store(const py::Subscript& target, Span targetSpan, const Operand& value, Span valueSpan,
                           Span span, Body& out) {
  const ParsedValue object = eval(target.object);
  const auto* buffer = object.as<Buffer>();
  if (!buffer) fail(target.object->span, err::kAssignedToNoElement(describe(object)));
  const SliceValue place = slice(*buffer, target, targetSpan);
  std::vector<Expr> where = indices(place, targetSpan);
  const int lanes = where.empty() ? 1 : where.back().dtype().lanes;
  const DataType type = (*buffer)->dtype.withLanes((*buffer)->dtype.lanes * lanes), from = value.value.dtype();
  if (from != type && (from.isHandle() || type.isHandle() || (from.isVector() && from.lanes != type.lanes)))
    fail(span, err::kStoredTypeDiffers(toString(from), (*buffer)->name, toString(type)));
  map(MappedRange::Kind::Buffer, target.object->span, (*buffer)->name, buffer->key());
  emit(BufferStore{*buffer, std::move(where), converted(value, type, valueSpan)}, span, out);
}

void FunctionParser::conditional(const py::If& node, Span span, Body& out) {
  std::optional<Expr> test;
  std::optional<bool> known;
  const bool ok = attempt([&] {
    const ParsedValue value = eval(node.condition);
    known = truthOf(value);
    if (!known) test = asCondition(toExpr(value, node.condition->span), node.condition->span);
  });
  if (known) {  // only one branch is part of the program, as in TVM
    const py::Block& taken = *known ? node.body : node.orElse;
    if (!taken.empty()) out.stmts.push_back(body(taken, nullptr));
    return;
  }
  Stmt then = body(node.body, nullptr);
  std::optional<Stmt> otherwise;
  if (!node.orElse.empty()) otherwise = body(node.orElse, nullptr);
  if (ok) emit(IfThenElse{*test, std::move(then), std::move(otherwise)}, span, out);
}

void FunctionParser::whileLoop(const py::WhileLoop& node, Span span, Body& out) {
  std::optional<Expr> test;
  const bool ok = attempt([&] { test = condition(node.condition); });
  around_.push_back(ForKind::Serial);
  Stmt inner = body(node.body, nullptr);
  around_.pop_back();
  if (ok) emit(While{*test, std::move(inner)}, span, out);
}

void FunctionParser::assertion(const py::Assert& node, Span span, Body& out) {
  const Expr test = condition(node.condition);
  const std::string message = node.message ? assertionMessage(node.message) : "";
  wrap([test, message](Stmt rest) -> Stmt { return AssertStmt{test, message, std::move(rest)}; }, span, out);
}

// Leaves or continues the innermost loop.
void FunctionParser::leaveLoop(std::string_view op, Span span, Body& out) {
  if (around_.empty()) fail(span, err::kLeavesNoLoop(), "only the body of a loop can use `break` and `continue`");
  if (around_.back() != ForKind::Serial && around_.back() != ForKind::Unrolled)
    fail(span, err::kLeavesTogether(), "use a serial loop");
  emit(Evaluate{Call{dtype::Void(), std::string(op), {}}}, span, out);
}

FunctionParser::LoopSpec FunctionParser::loopSpec(const py::Expr& iterable) {
  const auto* call = iterable->as<py::Call>();
  const auto name = call ? path(call->function) : std::nullopt;
  const std::string member = name ? tirMember(*name) : "";
  const std::string hint = "use range, T.grid, T.serial, T.parallel, T.vectorized, T.unroll or T.thread_binding";
  if (name && *name == "range" && !lookup("range")) return rangeSpec(*call, iterable->span, "range");
  if (member == "grid") {
    LoopSpec spec;
    const ListValue extents = items(call->args);
    for (size_t i = 0; i < extents.items.size(); ++i) {
      const Span place = extents.items.size() == call->args.size() ? call->args[i]->span : iterable->span;
      Expr extent = toExpr(extents.items[i], place);
      if (!extent.dtype().isInteger() || extent.dtype().isVector())
        fail(place, err::kMustBeInteger("the extent of a loop", describe(extents.items[i])));
      spec.mins.push_back(makeZero(extent.dtype()));
      spec.extents.push_back(std::move(extent));
    }
    for (const py::Keyword& k : call->keywords) {
      if (k.name != "dtype") fail(k.span, err::kGridHasNoArgumentNamed(k.name));
      const DataType type = evalType(k.value);
      for (size_t i = 0; i < spec.extents.size(); ++i) {
        spec.extents[i] = cast(type, spec.extents[i]);
        spec.mins[i] = makeZero(type);
      }
    }
    if (spec.extents.empty()) fail(iterable->span, err::kGridNeedsExtent());
    return spec;
  }
  for (std::string_view kind : {"serial", "parallel", "vectorized", "unroll", "unrolled", "thread_binding"})
    if (member == kind) return rangeSpec(*call, iterable->span, member);
  fail(iterable->span, err::kBadLoopIterable(), hint);
}

namespace {

// Takes the step out of the arguments; in `range` it may be the third one.
std::optional<py::Expr> takeStep(py::Call& call, bool range) {
  std::optional<py::Expr> step;
  const auto named =
      std::find_if(call.keywords.begin(), call.keywords.end(), [](const py::Keyword& k) { return k.name == "step"; });
  if (range && call.args.size() == 3) {
    step = call.args.back();
    call.args.pop_back();
  } else if (named != call.keywords.end()) {
    step = named->value;
    call.keywords.erase(named);
  }
  return step;
}

// How many steps the values from 0 to `extent` take.
Expr stepsIn(const Expr& extent, int64_t step) {
  const DataType type = extent.dtype();
  const Expr many = makeConst(type, (step > 0 ? step : -step) - 1);
  const Expr length = step > 0 ? extent : binary(BinaryOp::Mul, extent, makeConst(type, -1));
  const Expr steps = floordiv(length + many, makeConst(type, step > 0 ? step : -step));
  return asInt(steps) ? makeConst(type, std::max<int64_t>(0, *asInt(steps))) : steps;
}

}  // namespace

FunctionParser::LoopSpec FunctionParser::rangeSpec(const py::Call& call, Span span, const std::string& path) {
  LoopSpec spec;
  spec.kind = kindOfRange(path);
  const std::string function = path == "range" ? path : "T." + path;
  py::Call plain = call;
  std::optional<int64_t> step;
  if (const auto given = takeStep(plain, path == "range")) step = evalConstant(*given, "the step of a loop");
  if (step == 0) fail(span, err::kLoopStepIsZero(), "write a step that is not 0");
  const Args args(*this, plain, span, function, {"start", "stop", "thread", "annotations", "dtype", "unroll"}, 1);
  const py::Expr* start = args.get("start");
  const py::Expr* stop = args.get("stop");
  const py::Expr* thread = args.get("thread");
  if (stop && spec.kind == ForKind::ThreadBinding && !thread && (*stop)->as<py::StringLiteral>())
    std::swap(stop, thread);
  if (!start) std::swap(start, stop);
  Expr first = evalInteger(*start, "the bound of a loop");
  Expr min = makeZero(first.dtype()), extent = first;
  if (stop) {
    const Expr last = evalInteger(*stop, "the bound of a loop");
    min = first;
    extent = extentBetween(first, last);
    if (const Misfit why = matchTypes(min, extent); !why.empty()) fail(span, err::kTypeMisfit(why.message), why.hint);
  }
  if (const py::Expr* e = args.get("dtype")) {
    const DataType type = evalType(*e);
    min = cast(type, min);
    extent = cast(type, extent);
  }
  if (step && *step != 1) {
    // The loop runs over the number of steps; the name in the text is the start and that many steps.
    spec.stepped = true;
    spec.first = min;
    spec.step = makeConst(min.dtype(), *step);
    extent = stepsIn(extent, *step);
    min = makeZero(min.dtype());
  }
  spec.mins.push_back(min);
  spec.extents.push_back(extent);
  if (spec.kind == ForKind::ThreadBinding) {
    if (!thread) fail(span, err::kThreadBindingNeedsThread(), "thread=\"threadIdx.x\"");
    spec.thread = evalString(*thread, "the thread");
  } else if (thread) {
    fail((*thread)->span, err::kHasNoArgumentNamedThread(function));
  }
  if (const py::Expr* a = args.get("annotations"); a && !(*a)->as<py::NoneLiteral>())
    spec.annotations = annotations(*a);
  if (const py::Expr* e = args.get("unroll"); e && !(*e)->as<py::NoneLiteral>()) {
    const ParsedValue wanted = eval(*e);
    const bool* flag = wanted.as<bool>();
    if (!flag && !wanted.as<int64_t>()) fail((*e)->span, err::kMustBeConstantInteger("unroll", describe(wanted)));
    if (flag && !*flag)
      spec.annotations.insert_or_assign("disable_unroll", true);
    else
      spec.annotations.insert_or_assign("pragma_unroll", annotationValue(wanted, (*e)->span));
  }
  return spec;
}

void FunctionParser::forLoop(const py::ForLoop& node, Span span, Body& out) {
  std::vector<py::Expr> targets;
  if (const auto* tuple = node.target->as<py::Tuple>())
    targets = tuple->items;
  else
    targets.push_back(node.target);
  LoopSpec spec;
  std::vector<std::string> targetNames;
  bool together = false;  // one name for the list of all variables
  const bool ok = attempt([&] {
    for (const py::Expr& t : targets) {
      const auto* name = t->as<py::Name>();
      if (!name) fail(t->span, err::kLoopNeedsName());
      targetNames.push_back(name->id);
    }
    spec = loopSpec(node.iterable);
    together = targets.size() == 1 && spec.extents.size() > 1;
    if (!together && targets.size() != spec.extents.size())
      fail(node.target->span, err::kUnpackCount(spec.extents.size(), spec.extents.size() == 1 ? "" : "s",
                                                targets.size(), targets.size() == 1 ? "" : "s"));
    if (spec.extents.size() > 64) fail(node.iterable->span, err::kGridTooDeep());
  });
  const size_t names = names_.size(), loops = loops_.size();
  std::vector<For> nest;
  if (!ok) {
    poison(node.target);
  } else {
    ListValue all;
    for (size_t i = 0; i < spec.extents.size(); ++i) {
      const std::string name = together ? targetNames[0] + "_" + std::to_string(i) : targetNames[i];
      Var var(name, spec.extents[i].dtype());
      define(name, spec.stepped ? spec.first + Expr(var) * spec.step : Expr(var));
      if (together) all.items.push_back(Expr(var));
      loops_.push_back({var, {spec.mins[i], spec.extents[i]}});
      const LoopId id{file_.nextId++};
      nest.push_back({id, var, spec.mins[i], spec.extents[i], spec.kind, spec.thread, spec.annotations, Evaluate{0}});
      map(MappedRange::Kind::Loop, span, name, nullptr, id);
      map(MappedRange::Kind::Loop, targets[together ? 0 : i]->span, name, var.key(), id);
    }
    if (together) define(targetNames[0], std::move(all));
  }
  depth_ += static_cast<int>(nest.size());
  around_.push_back(spec.kind);
  Stmt inner = body(node.body, nullptr);
  around_.pop_back();
  depth_ -= static_cast<int>(nest.size());
  names_.truncate(names);
  loops_.erase(loops_.begin() + static_cast<std::ptrdiff_t>(loops), loops_.end());
  for (; !nest.empty(); nest.pop_back()) {
    nest.back().body = std::move(inner);
    inner = std::move(nest.back());
  }
  if (ok) out.stmts.push_back(std::move(inner));
}

}  // namespace lw::tir
