// Forms of newer TVMScript: bindings that are never assigned again, scalars in memory that are, ids of a kernel, inline
// functions, pointers and layouts of buffers.
#include <algorithm>

#include "core/ir/intrinsics.h"
#include "core/ir/ops.h"
#include "core/ir/python_values.h"
#include "core/ir/wide_index.h"
#include "core/text/errors.h"
#include "core/text/tir/opaque_calls.h"
#include "core/text/tir/tir_parser.h"
#include "core/text/tir/tir_types.h"

namespace lw::tir {

namespace {

// Finds the assignments whose name is assigned again in a scope inside of theirs: such a name is a place in memory,
// because a binding would end with that scope.
class Reassigned {
 public:
  std::set<int> run(const py::Block& block) {
    body(block);
    return std::move(found_);
  }

 private:
  struct Definition {
    size_t scope;
    int place;
  };

  void body(const py::Block& block) {
    const std::map<std::string, Definition> outer = visible_;
    ++scope_;
    for (const py::Stmt& s : block) statement(s);
    --scope_;
    visible_ = outer;
  }
  void assigned(const py::Expr& target, int place) {
    if (const auto* tuple = target->as<py::Tuple>())
      for (const py::Expr& item : tuple->items) assigned(item, -1);
    const auto* name = target->as<py::Name>();
    if (!name) return;
    const auto before = visible_.find(name->id);
    if (before != visible_.end() && before->second.scope < scope_) {
      if (before->second.place >= 0) found_.insert(before->second.place);
      return;
    }
    visible_.insert_or_assign(name->id, Definition{scope_, place});
  }
  void hidden(const py::Expr& target) {
    if (const auto* tuple = target->as<py::Tuple>())
      for (const py::Expr& item : tuple->items) hidden(item);
    if (const auto* name = target->as<py::Name>()) visible_.erase(name->id);
  }
  void statement(const py::Stmt& s) {
    if (const auto* n = s->as<py::Assign>())
      for (const py::Expr& t : n->targets) assigned(t, s->span.begin);
    if (const auto* n = s->as<py::AnnAssign>()) assigned(n->target, s->span.begin);
    if (const auto* n = s->as<py::AugAssign>()) assigned(n->target, s->span.begin);
    if (const auto* n = s->as<py::If>()) body(n->body), body(n->orElse);
    if (const auto* n = s->as<py::WhileLoop>()) body(n->body);
    if (const auto* n = s->as<py::ForLoop>()) {
      const std::map<std::string, Definition> outer = visible_;
      hidden(n->target);
      body(n->body);
      visible_ = outer;
    }
    if (const auto* n = s->as<py::With>()) body(n->body);
  }

  std::map<std::string, Definition> visible_;
  size_t scope_ = 0;
  std::set<int> found_;
};

}  // namespace

std::set<int> reassigned(const py::Block& block) { return Reassigned().run(block); }

// ---- bindings ----

// x: T.let[T.int32] = value and x: T.let = value.
bool FunctionParser::letAnnotation(const py::AnnAssign& node, Span span, Body& out) {
  const auto* sub = node.annotation->as<py::Subscript>();
  const auto name = path(sub ? sub->object : node.annotation);
  if (!name || tirMember(*name) != "let") return false;
  const auto* target = node.target->as<py::Name>();
  if (!target) fail(node.target->span, err::kTypeOfNoName());
  if (!node.value) fail(span, err::kVariableHasNoValue(target->id), say("write {0}: T.let = value", target->id));
  const Operand e = toOperand(eval(node.value), node.value->span);
  DataType type = e.value.dtype();
  if (sub && sub->indices.size() == 1) {
    const auto* call = sub->indices[0]->as<py::Call>();
    type = evalType(call ? call->function : sub->indices[0]);
  }
  if (const DataType from = e.value.dtype();
      from.isHandle() != type.isHandle() || (from.lanes != type.lanes && !e.number))
    fail(node.value->span, err::kAssignedTypeDiffers(toString(from), target->id, toString(type)));
  const bool same = e.value.dtype() == type;
  let(target->id, type, same ? e.value : converted(e, type, node.value->span), node.target->span, span, out);
  return true;
}

// x = T.bind(value), x = T.bind(value, type), T.bind(value, var=x).
void FunctionParser::bindCall(const py::Call& call, const std::string& name, Span nameSpan, Span span, Body& out) {
  const Args args(*this, call, span, "T.bind", {"value", "type_annotation", "var"}, 1);
  const py::Expr& given = *args.get("value");
  const Operand e = toOperand(eval(given), given->span);
  if (const py::Expr* variable = args.get("var")) {
    const ParsedValue known = eval(*variable);
    const auto* expr = known.as<Expr>();
    const auto* var = expr ? expr->as<Var>() : nullptr;
    if (!var) fail((*variable)->span, err::kLetNeedsVariable(), "x = T.int32() before it");
    const Expr value = converted(e, var->dtype(), given->span);
    wrap([v = *var, value](Stmt rest) -> Stmt { return LetStmt{v, value, std::move(rest)}; }, span, out);
    return;
  }
  if (name.empty()) fail(span, err::kLetHasNoVariable(), "x = T.bind(value)");
  let(name, e.value.dtype(), e.value, nameSpan, span, out);
}

// ---- scalars in memory ----

Buffer FunctionParser::allocateHere(Buffer buffer, Annotations notes, Span span, Body& out) {
  const BufferNode& b = *buffer;
  wrap([=](Stmt rest) -> Stmt { return Allocate{b.data, b.dtype, b.shape, b.scope, notes, std::move(rest)}; }, span,
       out);
  wrap([buffer](Stmt rest) -> Stmt { return DeclBuffer{buffer, std::move(rest)}; }, span, out);
  return buffer;
}

void FunctionParser::scalar(const std::string& name, DataType type, const std::string& scope, Span nameSpan, Span span,
                            Body& out) {
  const Buffer buffer = allocateHere(makeBuffer(name, {1}, type, scope), {}, span, out);
  define(name, ScalarValue{buffer});
  map(MappedRange::Kind::Buffer, nameSpan, name, buffer.key());
}

// The memory to which an assignment of this name writes; nullptr: the name is bound anew.
const Buffer* FunctionParser::assignedPlace(const std::string& name) const {
  const ParsedValue* known = lookup(name);
  if (!known) return nullptr;
  if (const auto* s = known->as<ScalarValue>()) return &s->buffer;
  const auto* b = known->as<Buffer>();
  return file_.newest && b && isScalarBuffer(*b) ? b : nullptr;
}

bool isScalarBuffer(const Buffer& b) { return b->shape.size() == 1 && isOne(b->shape[0]); }

bool FunctionParser::assignPlace(const std::string& name, const ParsedValue& value, Span span, Body& out) {
  const Buffer* place = assignedPlace(name);
  const bool number = value.as<Expr>() || value.isLiteral() || value.as<SliceValue>() || value.as<ScalarValue>();
  if (!place || !number) return false;
  const Buffer buffer = *place;
  const Expr stored = converted(toOperand(value, span), buffer->dtype, span);
  emit(BufferStore{buffer, {0}, stored}, span, out);
  return true;
}

bool FunctionParser::scalarCall(const std::string& member, const py::Call& call, const std::string& name, Span nameSpan,
                                Span span, Body& out) {
  if (member == "local_scalar" || member == "shared_scalar") {
    const Args args(*this, call, span, "T." + member, {"dtype"}, 1);
    scalar(name, evalType(*args.get("dtype")), member == "local_scalar" ? "local" : "shared", nameSpan, span, out);
    return true;
  }
  if (member != "alloc_local" && member != "alloc_shared") return false;
  BufferNode node = *bufferFrom(call, span, "T." + member, name, nullptr);
  node.scope = member == "alloc_local" ? "local" : "shared";
  const Extra extra = std::move(extra_);
  const Buffer buffer = allocateHere(Buffer(std::move(node)), extra.notes, span, out);
  define(name, buffer);
  map(MappedRange::Kind::Buffer, nameSpan, name, buffer.key());
  layout(buffer, extra, span, out);
  return true;
}

// ---- layouts and pointers of buffers ----

void FunctionParser::layout(const Buffer& buffer, const Extra& extra, Span span, Body& out) {
  if (!extra.layout) return;
  wrap([data = Expr(buffer->data), value = *extra.layout](
           Stmt rest) -> Stmt { return AttrStmt{std::string(kLayout), data, value, std::move(rest)}; },
       span, out);
}

// data=T.address_of(A[4]): the pointer gets a name of its own.
void FunctionParser::pointer(const Extra& extra, Span span, Body& out) {
  if (!extra.pointer) return;
  wrap([var = extra.pointer->first,
        value = extra.pointer->second](Stmt rest) -> Stmt { return LetStmt{var, value, std::move(rest)}; },
       span, out);
}

// ---- vectors in memory ----

namespace {

// The element of a vector in one lane; nullopt: the lane has no expression of its own.
std::optional<Expr> inLane(const Expr& e, const Expr& lane) {
  if (!e.dtype().isVector()) return e;
  std::vector<Expr> parts;
  const auto all = [&](const std::vector<Expr>& list) {
    for (const Expr& part : list) {
      const std::optional<Expr> one = inLane(part, lane);
      if (one) parts.push_back(*one);
    }
    return parts.size() == list.size();
  };
  if (const auto* n = e.as<Ramp>(); n && !n->base.dtype().isVector())
    return n->base + cast(n->base.dtype(), lane) * n->stride;
  if (const auto* n = e.as<Broadcast>(); n && !n->value.dtype().isVector()) return n->value;
  if (const auto* n = e.as<Cast>(); n && all({n->value})) return Expr(Cast{n->type.element(), parts[0]});
  if (const auto* n = e.as<Not>(); n && all({n->value})) return Expr(Not{parts[0]});
  if (const auto* n = e.as<Binary>(); n && all({n->a, n->b})) return Expr(Binary{n->op, parts[0], parts[1]});
  if (const auto* n = e.as<Select>(); n && all({n->condition, n->whenTrue, n->whenFalse}))
    return Expr(Select{parts[0], parts[1], parts[2]});
  if (const auto* n = e.as<BufferLoad>(); n && !n->buffer->dtype.isVector() && all(n->indices))
    return Expr(BufferLoad{n->buffer, parts});
  const auto* call = e.as<Call>();
  const IntrinsicInfo* known = call ? call->op.info() : nullptr;
  if (known && (known->elementwise() || call->op == Intrinsic::IfThenElse) && all(call->args))
    return Expr(Call{call->type.element(), call->op, parts});
  return std::nullopt;
}

}  // namespace

// One index for each dimension: a list, or one number.
std::vector<Expr> FunctionParser::methodIndices(const Buffer& buffer, const py::Expr& e, const std::string& method,
                                                Span span) {
  const ParsedValue given = eval(e);
  const auto* list = given.as<ListValue>();
  std::vector<Expr> indices;
  for (const ParsedValue& index : list ? list->items : std::vector<ParsedValue>{given})
    indices.push_back(toExpr(index, span));
  const size_t rank = buffer->shape.size();
  if (indices.size() != rank)
    fail(span,
         err::kHasIndices(buffer->name, rank, (rank == 1 ? " dimension, but " : " dimensions, but ") + method + " has ",
                          indices.size()),
         "give one index for each dimension");
  return indices;
}

// B.vload([0], "int8x64"): loads as many elements as the type has lanes, starting at the index.
ParsedValue FunctionParser::vectorLoad(const Buffer& buffer, const py::Call& node, Span span) {
  const Args args(*this, node, span, "vload", {"begin", "dtype", "predicate"}, 1);
  std::vector<Expr> indices = methodIndices(buffer, *args.get("begin"), "vload", span);
  const int own = indices.empty() ? 1 : indices.back().dtype().lanes;  // B.vload([T.Ramp(0, 2, 4)])
  for (const Expr& index : indices)
    if (!index.dtype().isInteger() || (index.dtype().isVector() && !index.sameAs(indices.back())))
      fail(span, err::kIndexNotInteger(toString(index.dtype())));
  const DataType type =
      args.get("dtype") ? evalType(*args.get("dtype")) : buffer->dtype.withLanes(buffer->dtype.lanes * own);
  if (type.element() != buffer->dtype)
    fail(span, err::kElementTypeDiffers(buffer->name, toString(buffer->dtype), toString(type.element())));
  if (type.lanes > 1 && own == 1) {
    // It goes on in the next rows, as in TVM.
    if (const auto all = asInt(productOf(buffer->shape)); all && *all < type.lanes)
      fail(span, err::kVectorTooLong(toString(type), buffer->name, *all), "load fewer lanes");
    Expr& last = indices.back();
    last = Ramp{last, makeConst(last.dtype(), 1), type.lanes};
  }
  const Expr loaded = BufferLoad{buffer, std::move(indices)};
  const py::Expr* predicate = args.get("predicate");
  if (!predicate || (*predicate)->as<py::NoneLiteral>()) return loaded;
  const int lanes = loaded.dtype().lanes;
  const Expr zero = makeZero(loaded.dtype().element());
  return Expr(Call{loaded.dtype(),
                   "if_then_else",
                   {laneMask(*predicate, lanes), loaded, lanes == 1 ? zero : Expr(Broadcast{zero, lanes})}});
}

// A condition for each lane: an element without it is not read, and counts as 0.
Expr FunctionParser::laneMask(const py::Expr& e, int lanes) {
  const Expr mask = evalExpr(e);
  if (mask.dtype() != dtype::Bool(lanes))
    fail(e->span, err::kTypeMisfit(say("the predicate has type {0}, but {1} lanes are accessed",
                                       TypeName(toString(mask.dtype())), lanes)));
  return mask;
}

// A.vstore([0], value): stores as many elements as the value has lanes, starting at the index.
void FunctionParser::vectorStore(const Buffer& buffer, const py::Call& node, Span span, Body& out) {
  const Args args(*this, node, span, "vstore", {"begin", "value", "predicate"}, 2);
  const py::Expr& written = *args.get("value");
  const Expr value = toExpr(eval(written), written->span);
  const std::string type = toString(value.dtype());
  py::Call load{node.function, {*args.get("begin")}, {}};
  ParsedValue place = vectorLoad(buffer, load, span);
  std::vector<Expr> indices = place.as<Expr>()->as<BufferLoad>()->indices;
  if (value.dtype().lanes > buffer->dtype.lanes && !indices.empty() && !indices.back().dtype().isVector()) {
    if (const auto all = asInt(productOf(buffer->shape)); all && *all < value.dtype().lanes / buffer->dtype.lanes)
      fail(span, err::kVectorTooLong(type, buffer->name, *all), "store fewer lanes");
    indices.back() =
        Ramp{indices.back(), makeConst(indices.back().dtype(), 1), value.dtype().lanes / buffer->dtype.lanes};
  }
  const int lanes = indices.empty() ? 1 : indices.back().dtype().lanes;
  const DataType stored = buffer->dtype.withLanes(buffer->dtype.lanes * lanes);
  if (value.dtype() != stored) fail(span, err::kStoredTypeDiffers(type, buffer->name, toString(stored)));
  const py::Expr* predicate = args.get("predicate");
  if (!predicate || (*predicate)->as<py::NoneLiteral>())
    return emit(BufferStore{buffer, std::move(indices), value}, span, out);
  maskedStore(buffer, indices, value, laneMask(*predicate, value.dtype().lanes), span, out);
}

// Lane by lane: an element whose lane the mask leaves out may be outside of the buffer, so it is not written at all.
void FunctionParser::maskedStore(const Buffer& buffer, const std::vector<Expr>& indices, const Expr& value,
                                 const Expr& mask, Span span, Body& out) {
  const Var lane("lane", dtype::Int32);
  const std::optional<Expr> element = inLane(value, Expr(lane)), stored = inLane(mask, Expr(lane));
  std::vector<Expr> place;
  for (const Expr& index : indices)
    if (const std::optional<Expr> one = inLane(index, Expr(lane))) place.push_back(*one);
  if (!element || !stored || place.size() != indices.size() || buffer->dtype.isVector())
    fail(span, err::kNoMeaningInPrimFunc("a masked store of lanes that have no expressions of their own"),
         "store the elements in a loop, each under its condition");
  const Stmt one = IfThenElse{*stored, BufferStore{buffer, std::move(place), *element}, {}};
  if (!value.dtype().isVector()) return emit(one, span, out);
  const LoopId id{file_.nextId++};
  map(MappedRange::Kind::Loop, span, lane.name(), lane.key(), id);
  emit(For{id, lane, Expr(0), Expr(value.dtype().lanes), ForKind::Serial, "", {}, one}, span, out);
}

// ---- ids of a kernel ----

// bx, by = T.cta_id([4, 2]) and tx = T.thread_id([128]) launch threads; other ids are values of instructions.
bool FunctionParser::launchIds(const std::string& member, const py::Call& call, const std::vector<py::Expr>& targets,
                               Span span, Body& out) {
  const bool blocks = member == "cta_id", threads = member == "thread_id";
  const auto type = opaqueResult(member);
  const bool isId = type && (member.ends_with("_id") || member.find("_id_in_") != std::string::npos);
  if (!isId) return false;
  std::vector<Expr> extents;
  DataType dtype = dtype::Int32;
  bool plain = call.args.size() == 1;
  for (const py::Keyword& k : call.keywords) {
    if (k.name == "dtype")
      dtype = evalType(k.value);
    else
      plain = false;
  }
  if (!call.args.empty()) extents = shape(call.args[0]);
  plain = plain && extents.size() <= 3 && (targets.empty() || targets.size() == extents.size());
  if ((blocks || threads) && plain) {
    isKernel_ = true;
    for (size_t i = 0; i < extents.size(); ++i) {
      const std::string tag = std::string(blocks ? "blockIdx." : "threadIdx.") + "xyz"[i];
      const auto* name = targets.empty() ? nullptr : targets[i]->as<py::Name>();
      const Var var(name ? name->id : (blocks ? "bx" : "tx"), dtype);
      if (name) {
        define(name->id, Expr(var));
        map(MappedRange::Kind::Variable, targets[i]->span, name->id, var.key());
      }
      const Expr extent = cast(dtype, extents[i]);
      wrap(
          [=](Stmt rest) -> Stmt {
            return AttrStmt{std::string(kThreadExtent) + tag, Expr(var), extent, std::move(rest)};
          },
          span, out);
    }
    return true;
  }
  const ParsedValue value = opaqueCall(member, call, span, *type);
  const Expr made = toExpr(value, span);
  if (targets.empty()) return emit(Evaluate{made}, span, out), true;
  for (size_t i = 0; i < targets.size(); ++i) {
    Call each = *made.as<Call>();
    if (targets.size() > 1)
      each.args.push_back(
          Call{dtype::Handle(), std::string(kPyKeyword), {StringImm{"dim"}, Expr(static_cast<int>(i))}});
    const auto* name = targets[i]->as<py::Name>();
    if (!name) fail(targets[i]->span, err::kCannotAssignInPrimFunc());
    let(name->id, each.type, each, targets[i]->span, span, out);
  }
  return true;
}

// ---- inline functions ----

void FunctionParser::inlineCall(const py::FunctionDef& function, const py::Call& call, Span span, Body& out) {
  const size_t names = names_.size();
  struct Deeper {
    int& depth;
    ~Deeper() { --depth; }
  } const deeper{++inlineDepth_};
  if (inlineDepth_ > 32) fail(span, err::kInlineTooDeep(function.name), "an inline function cannot call itself");
  std::vector<std::pair<std::string, ParsedValue>> bound;
  for (size_t i = 0; i < function.params.size(); ++i) {
    const py::Parameter& p = function.params[i];
    const py::Expr* given = i < call.args.size() ? &call.args[i] : p.defaultValue ? &p.defaultValue : nullptr;
    for (const py::Keyword& k : call.keywords)
      if (k.name == p.name) given = &k.value;
    if (!given) fail(span, err::kNeedsArgument(function.name, p.name));
    bound.emplace_back(p.name, eval(*given));
  }
  if (call.args.size() > function.params.size())
    fail(span, err::kTakesAtMostArgumentsGiven(function.name, static_cast<int64_t>(function.params.size()),
                                               static_cast<int64_t>(call.args.size())));
  for (auto& [name, value] : bound) define(name, std::move(value));
  Body inner;
  inner.block = out.block;
  const int depth = depth_;
  for (const py::Stmt& s : function.body) statement(s, inner);
  depth_ = depth;
  names_.truncate(names);
  out.stmts.push_back(finish(std::move(inner)));
}

// ---- assertions ----

// A text, a list of its parts, or (kind of error, text or parts).
std::string FunctionParser::assertionMessage(const py::Expr& e) {
  const ParsedValue value = eval(e);
  const auto joined = [&](const ParsedValue& v) {
    if (const auto* s = v.as<std::string>()) return *s;
    const auto* list = v.as<ListValue>();
    std::string text;
    for (const ParsedValue& part : list ? list->items : std::vector<ParsedValue>{}) {
      const auto* s = part.as<std::string>();
      if (!s) fail(e->span, err::kMustBeString("a part of the message", describe(part)));
      text += *s;
    }
    if (!list) fail(e->span, err::kMustBeString("the message", describe(v)));
    return text;
  };
  const auto* pair = value.as<ListValue>();
  const bool hasKind = e->as<py::Tuple>() && pair && pair->items.size() == 2 && pair->items[0].as<std::string>();
  if (!hasKind) return joined(value);
  return *pair->items[0].as<std::string>() + ": " + joined(pair->items[1]);
}

}  // namespace lw::tir
