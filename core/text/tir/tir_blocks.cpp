// Blocks: axes, regions, attributes, initialisation; and everything else that `with` begins.
#include <algorithm>

#include "core/ir/ops.h"
#include "core/ir/visit.h"
#include "core/text/errors.h"
#include "core/text/tir/regions.h"
#include "core/text/tir/tir_parser.h"
#include "core/text/tir/tir_types.h"

namespace lw::tir {

void FunctionParser::block(const py::Call& call, const py::With& node, Span span, Body& out) {
  BlockFrame frame;
  frame.block.id = BlockId{file_.nextId++};
  hasBlocks_ = true;
  const Span header{span.begin, call.function->span.end};
  attempt([&] {
    const Args args(*this, call, span, "T.block", {"name_hint", "no_realize"}, 0);
    if (const py::Expr* name = args.get("name_hint")) frame.block.name = evalString(*name, "the name of the block");
  });
  const size_t visible = visible_.size();
  blocks_.push_back(frame.block.id);
  file_.map.add({span, MappedRange::Kind::Block, {}, frame.block.id, frame.block.name, nullptr});
  frame.block.body = body(node.body, &frame);
  blocks_.pop_back();
  visible_.truncate(visible);
  attempt([&] { closeBlock(frame, header); });
  out.stmts.push_back(std::move(frame.block));
}

void FunctionParser::closeBlock(BlockFrame& frame, Span header) {
  if (failed_ || (frame.hasReads && frame.hasWrites)) return;
  const BlockRegions regions = inferRegions(frame.block, visible_);
  if (!regions.opaque.empty())
    fail(header, err::kOpaqueAccess(frame.block.name, regions.opaque[0]->name), "write T.reads(...) and T.writes(...)");
  if (!frame.hasReads) frame.block.reads = regions.reads;
  if (!frame.hasWrites) frame.block.writes = regions.writes;
}

bool FunctionParser::blockStatement(const std::string& name, const py::Call& call, Span span, Body& out) {
  const bool known = name == "reads" || name == "writes" || name == "where" || name == "block_attr" ||
                     name == "sblock_attr" || name == "func_attr" || name == "init" || name.starts_with("axis.");
  if (!known) return false;
  if (name == "func_attr") {
    if (!out.functionLevel) fail(span, err::kFuncAttrMisplaced());
    if (call.args.size() != 1) fail(span, err::kFuncAttrArguments());
    Annotations attrs = annotations(call.args[0]);
    const auto symbol = attrs.find("global_symbol");
    if (symbol != attrs.end())
      if (const auto* s = std::get_if<std::string>(&symbol->second.value); s && *s == func_.name) attrs.erase(symbol);
    // TVM's newest releases write tirx.noalias for tir.noalias.
    for (auto& [key, value] : attrs)
      func_.attrs.insert_or_assign(key.starts_with("tirx.") ? "tir." + key.substr(5) : key, value);
    return true;
  }
  if (name == "init") fail(span, err::kInitNeedsWith(), "with T.init():");
  if (!out.block) fail(span, err::kBlockAttributeMisplaced(name), "move it under its `with T.block(...)`");
  BlockFrame& frame = *out.block;
  if (name == "reads" || name == "writes") {
    readsOrWrites(name == "reads", call, out);
  } else if (name == "where") {
    if (frame.hasWhere) fail(span, err::kWhereTwice(), "join the conditions with `and`");
    if (call.args.size() != 1) fail(span, err::kWhereArguments());
    frame.block.predicate = condition(call.args[0]);
    VarMap outside;  // a predicate is over loops; an axis in it stands for its binding
    for (size_t i = 0; i < frame.block.iters.size(); ++i)
      outside.emplace(frame.block.iters[i].var.key(), frame.block.bindings[i]);
    frame.block.predicate = substitute(frame.block.predicate, outside);
    frame.hasWhere = true;
  } else if (name == "block_attr" || name == "sblock_attr") {
    if (call.args.size() != 1) fail(span, err::kNeedsOneMap(name));
    for (auto& [key, value] : annotations(call.args[0])) frame.block.annotations.insert_or_assign(key, value);
  } else {
    axis(name.substr(5), call, span, out);
  }
  return true;
}

std::optional<BufferRegion> FunctionParser::regionArgument(const ParsedValue& value, Span span) {
  if (const auto* b = value.as<Buffer>()) {
    BufferRegion region{*b, {}};
    for (const Expr& size : (*b)->shape) region.ranges.push_back({makeZero(size.dtype()), size});
    return region;
  }
  if (const auto* s = value.as<SliceValue>()) return BufferRegion{s->buffer, s->ranges};
  fail(span, err::kExpectedRegion(describe(value)), "A[i, 0:8]");
}

void FunctionParser::readsOrWrites(bool isReads, const py::Call& call, Body& out) {
  BlockFrame& frame = *out.block;
  std::vector<BufferRegion>& list = isReads ? frame.block.reads : frame.block.writes;
  bool& has = isReads ? frame.hasReads : frame.hasWrites;
  if (has) fail(call.function->span, err::kBlockAttributeTwice(isReads ? "reads" : "writes"));
  has = true;
  std::vector<py::Expr> args = call.args;
  if (args.size() == 1)
    if (const auto* l = args[0]->as<py::List>()) args = l->items;
  for (const py::Expr& a : args) list.push_back(*regionArgument(eval(a), a->span));
}

ParsedValue FunctionParser::addIter(BlockFrame& frame, IterKind kind, Range domain, Expr binding, Span span) {
  if (!binding.dtype().isInteger() || binding.dtype().isVector())
    fail(span, err::kAxisValueNotInteger(toString(binding.dtype())));
  if (const Misfit why = matchTypes(domain.min, domain.extent); !why.empty())
    fail(span, err::kTypeMisfit(why.message), why.hint);
  // T.axis.spatial(1, T.int64(0)): the axis has the wider of the two types.
  const DataType own = domain.extent.dtype(), bound = binding.dtype();
  if (own != bound && bound.bits > own.bits) domain = {cast(bound, domain.min), cast(bound, domain.extent)};
  binding = cast(domain.extent.dtype(), binding);
  Var var("", domain.extent.dtype());
  frame.block.iters.push_back({var, domain, kind});
  frame.block.bindings.push_back(std::move(binding));
  return Expr(var);
}

ListValue FunctionParser::axis(const std::string& kind, const py::Call& call, Span span, Body& out) {
  if (!out.block) fail(span, err::kAxisMisplaced());
  if (kind == "remap") return remap(call, span, *out.block);
  IterKind iter;
  if (kind == "spatial" || kind == "S")
    iter = IterKind::Spatial;
  else if (kind == "reduce" || kind == "R")
    iter = IterKind::Reduce;
  else if (kind == "scan")
    iter = IterKind::Scan;
  else if (kind == "opaque")
    iter = IterKind::Opaque;
  else
    unknownFunction("T.axis." + kind, call.function->span);
  const Args args(*this, call, span, "T.axis." + kind, {"dom", "binding", "dtype"}, 2);
  const py::Expr& dom = *args.get("dom");
  Range domain{0, 0};
  const ParsedValue value = eval(dom);
  if (const auto* pair = value.as<ListValue>()) {
    if (pair->items.size() != 2) fail(dom->span, err::kAxisDomainForm());
    domain.min = toExpr(pair->items[0], dom->span);
    const Expr end = toExpr(pair->items[1], dom->span);
    if (!domain.min.dtype().isInteger() || !end.dtype().isInteger()) fail(dom->span, err::kAxisDomainType());
    domain.extent = extentBetween(domain.min, end);
  } else {
    domain.extent = toExpr(value, dom->span);
    if (!domain.extent.dtype().isInteger() || domain.extent.dtype().isVector())
      fail(dom->span, err::kAxisExtentNotInteger(describe(value)));
    domain.min = makeZero(domain.extent.dtype());
  }
  const py::Expr& binding = *args.get("binding");
  return ListValue{{addIter(*out.block, iter, domain, evalExpr(binding), binding->span)}};
}

ListValue FunctionParser::remap(const py::Call& call, Span span, BlockFrame& frame) {
  const Args args(*this, call, span, "T.axis.remap", {"kinds", "bindings", "dtype"}, 2);
  const py::Expr& kindsArg = *args.get("kinds");
  const std::string kinds = evalString(kindsArg, "the kinds of the axes");
  const ParsedValue bindings = eval(*args.get("bindings"));
  const auto* list = bindings.as<ListValue>();
  if (!list) fail((*args.get("bindings"))->span, err::kRemapArguments());
  if (list->items.size() != kinds.size()) fail(span, err::kRemapCount(kinds.size(), list->items.size()));
  ListValue result;
  for (size_t i = 0; i < kinds.size(); ++i) {
    if (kinds[i] != 'S' && kinds[i] != 'R') fail(kindsArg->span, err::kRemapKind(std::string(1, kinds[i])));
    const auto* e = list->items[i].as<Expr>();
    const auto* var = e ? e->as<Var>() : nullptr;
    const auto loop =
        std::find_if(loops_.rbegin(), loops_.rend(), [&](const LoopInScope& l) { return var && l.var == *var; });
    if (loop == loops_.rend())
      fail((*args.get("bindings"))->span, err::kRemapVariables(),
           "use T.axis.spatial(extent, value) or T.axis.reduce(extent, value)");
    result.items.push_back(
        addIter(frame, kinds[i] == 'S' ? IterKind::Spatial : IterKind::Reduce, loop->domain, *e, span));
  }
  return result;
}

Annotations FunctionParser::annotations(const py::Expr& e) {
  const ParsedValue value = eval(e);
  const auto* entries = value.as<MapValue>();
  if (!entries) fail(e->span, err::kExpectedMap(describe(value)));
  Annotations result;
  for (const auto& [key, v] : entries->items) result.insert_or_assign(key, annotationValue(v, e->span));
  return result;
}

AnnotationValue FunctionParser::annotationValue(const ParsedValue& value, Span span) {
  if (const auto* b = value.as<bool>()) return *b;
  if (const auto* i = value.as<int64_t>()) return *i;
  if (const auto* d = value.as<double>()) return *d;
  if (const auto* s = value.as<std::string>()) return *s;
  if (const auto* e = value.as<Expr>()) return *e;
  if (const auto* list = value.as<ListValue>()) {
    AnnotationValue::List items;
    for (const ParsedValue& v : list->items) items.push_back(annotationValue(v, span));
    return items;
  }
  if (const auto* entries = value.as<MapValue>()) {
    AnnotationValue::Map items;
    for (const auto& [key, v] : entries->items) items.insert_or_assign(key, annotationValue(v, span));
    return items;
  }
  if (const auto* b = value.as<Buffer>()) return Expr((*b)->data);
  fail(span, err::kBadAnnotationValue(describe(value)));
}

void FunctionParser::with(const py::With& node, Span span, Body& out) { withItem(node, span, 0, out); }

void FunctionParser::withItem(const py::With& node, Span span, size_t item, Body& out) {
  const auto& [e, target] = node.items[item];
  const auto* call = e->as<py::Call>();
  const auto name = call ? path(call->function) : std::nullopt;
  const std::string member = name ? tirMember(*name) : "";
  const bool last = item + 1 == node.items.size();
  if (member == "block" || member == "sblock") {
    if (!last) fail(node.items[item + 1].first->span, err::kWithAfterBlock());
    if (target) fail(target->span, err::kBlockWithAs(), "declare the axes with T.axis inside of it");
    return block(*call, node, span, out);
  }
  if (member == "init") {
    if (!out.block) fail(e->span, err::kInitMisplaced());
    if (out.block->block.init) fail(e->span, err::kInitTwice());
    out.block->block.init = body(node.body, nullptr);
    return;
  }
  Body scoped;
  const size_t names = names_.size();
  const int depth = depth_;
  const auto* as = target ? target->as<py::Name>() : nullptr;
  if (member == "LetStmt") {
    const Args args(*this, *call, e->span, "T.LetStmt", {"value", "type_annotation", "var"}, 1);
    const Expr value = evalExpr(*args.get("value"));
    const py::Expr* var = args.get("var");
    const auto* given = var ? (*var)->as<py::Name>() : nullptr;
    if (!as && !given) fail(e->span, err::kLetHasNoVariable(), "with T.LetStmt(value) as x:");
    let(as ? as->id : given->id, value.dtype(), value, as ? target->span : (*var)->span, span, scoped);
  } else if (member == "Assert") {
    const Args args(*this, *call, e->span, "T.Assert", {"condition", "message"}, 2);
    const Expr test = condition(*args.get("condition"));
    const std::string message = assertionMessage(*args.get("message"));
    wrap([test, message](Stmt rest) -> Stmt { return AssertStmt{test, message, std::move(rest)}; }, span, scoped);
  } else if (member == "While") {
    const Args args(*this, *call, e->span, "T.While", {"condition"}, 1);
    const Expr test = condition(*args.get("condition"));
    wrap([test](Stmt rest) -> Stmt { return While{test, std::move(rest)}; }, span, scoped);
  } else if (member == "hint" || member == "tile.compose_op") {
    const Expr hint = toExpr(opaqueCall(member, *call, e->span, dtype::Handle()), e->span);
    wrap([hint, member](Stmt rest) -> Stmt { return AttrStmt{member, hint, 0, std::move(rest)}; }, span, scoped);
  } else if (member.empty() ||
             !declaration(member, *call, as ? as->id : "", as ? target->span : Span{}, span, scoped)) {
    fail(e->span, err::kBadScope(), "use T.block, T.init, T.attr, T.allocate, T.launch_thread or T.decl_buffer");
  }
  if (last)
    scoped.stmts.push_back(body(node.body, nullptr));
  else
    withItem(node, span, item + 1, scoped);
  depth_ = depth;
  names_.truncate(names);
  out.stmts.push_back(finish(std::move(scoped)));
}

}  // namespace lw::tir
