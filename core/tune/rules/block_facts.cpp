#include "core/tune/rules/block_facts.h"

#include <algorithm>

#include "core/arith/analyzer.h"
#include "core/arith/distinct_accesses.h"
#include "core/ir/debug_text.h"
#include "core/ir/ops.h"
#include "core/ir/visit.h"
#include "core/schedule/support/block_checks.h"
#include "core/schedule/support/inline_helpers.h"
#include "core/schedule/support/tuple_reduction.h"

namespace lw::tune {
namespace {

Message symbolicSize(const For& loop) {
  return say("its loop {0} has {1} iterations; write a number in place of the symbolic size", Ident(loop.var.name()),
             Ident(debugText(loop.extent)));
}

// Is the number of iterations the same in every run of the loop?
bool isRectangular(const Snapshot& program, const std::vector<LoopId>& loops, const For& loop) {
  return std::none_of(loops.begin(), loops.end(),
                      [&](LoopId id) { return usesVar(loop.extent, program.loop(id).var); });
}

Message whyLoopIsNotPlain(const For& loop, bool rectangular, Sizes sizes) {
  if (loop.kind != ForKind::Serial || !loop.annotations.empty())
    return say("an earlier step has scheduled its loop {0}", Ident(loop.var.name()));
  if (isZero(loop.min) && !asInt(loop.extent) && rectangular)
    return sizes == Sizes::Symbolic ? Message() : symbolicSize(loop);
  if (!isZero(loop.min) || !asInt(loop.extent))
    return say("its loop {0} does not run from 0 to a constant", Ident(loop.var.name()));
  return {};
}

// The iteration variable that the loop alone drives.
std::optional<size_t> iterOf(const Block& block, const Var& loop) {
  std::optional<size_t> found;
  for (size_t i = 0; i < block.iters.size(); ++i) {
    if (!usesVar(block.bindings[i], loop)) continue;
    const auto* v = block.bindings[i].as<Var>();
    if (found || !v || !v->sameAs(loop)) return std::nullopt;
    found = i;
  }
  return found;
}

Message addAxes(const Snapshot& program, BlockFacts& facts, Sizes sizes) {
  const std::vector<LoopId> loops = program.loopsAbove(facts.id);
  if (loops.empty()) return "it has no loops";
  if (program.blocksBelow(loops.front()).size() != 1)
    return say("it shares its loop {0} with other blocks", Ident(program.name(loops.front())));
  for (const LoopId id : loops) {
    const For& loop = program.loop(id);
    if (Message why = whyLoopIsNotPlain(loop, isRectangular(program, loops, loop), sizes); !why.empty()) return why;
    const std::optional<size_t> iter = iterOf(*facts.block, loop.var);
    if (!iter) return say("its loop {0} does not drive one iteration variable alone", Ident(loop.var.name()));
    const IterKind kind = facts.block->iters[*iter].kind;
    if (kind != IterKind::Spatial && kind != IterKind::Reduce)
      return say("iteration variable {0} is neither spatial nor a reduction",
                 Ident(facts.block->iters[*iter].var.name()));
    const std::optional<int64_t> extent = asInt(loop.extent);
    facts.axes.push_back(
        {id, loop.var.name(), *iter, extent.value_or(kSymbolicExtent), kind == IterKind::Reduce, !extent.has_value()});
  }
  return {};
}

void addLoads(BlockFacts& facts, const Expr& value) {
  forEachExpr(value, [&](const Expr& e) {
    if (const auto* load = e.as<BufferLoad>()) facts.loads.push_back(load);
  });
}

// Of a reduction of several elements. What it compares, it also keeps: each load counts once.
void addTuple(BlockFacts& facts, const Reduction& tuple) {
  for (const BufferStore* update : tuple.updates) {
    facts.tuple.push_back(update->buffer);
    if (!facts.store || update->buffer->dtype.bits > facts.store->buffer->dtype.bits) facts.store = update;
  }
  DistinctAccesses known;
  forEachExpr(facts.block->body, [&](const Expr& e) {
    const auto* load = e.as<BufferLoad>();
    if (load && !tuple.writes(load->buffer) && known.add(load->buffer, load->indices)) facts.loads.push_back(load);
  });
}

// x, x + 3, 2 + x
bool isAxisPlusConstant(const Expr& index, const Var& axis) {
  if (const auto* v = index.as<Var>()) return v->sameAs(axis);
  const auto* sum = index.as<Binary>();
  if (!sum || (sum->op != BinaryOp::Add && sum->op != BinaryOp::Sub)) return false;
  return (isAxisPlusConstant(sum->a, axis) && !usesVar(sum->b, axis)) ||
         (sum->op == BinaryOp::Add && isAxisPlusConstant(sum->b, axis) && !usesVar(sum->a, axis));
}

}  // namespace

std::vector<BlockAxis> BlockFacts::axesOf(bool reduce) const {
  std::vector<BlockAxis> chosen;
  for (const BlockAxis& a : axes)
    if (a.reduce == reduce) chosen.push_back(a);
  return chosen;
}

std::vector<Buffer> BlockFacts::results() const {
  return !tuple.empty() ? tuple : store ? std::vector<Buffer>{store->buffer} : std::vector<Buffer>();
}

std::optional<BlockFacts> factsOf(const RuleContext& context, BlockId id, Message& why, Sizes sizes) {
  const Snapshot& program = context.program;
  BlockFacts facts{id, program.name(id), &program.block(id)};
  if (program.scopeOf(id) != program.rootBlock(context.function))
    why = "it is inside another block";
  else if (program.blocksNamed(facts.name, context.function).size() > 1)
    why = "several blocks have its name";
  else if (!isTrue(facts.block->predicate))
    why = "an earlier step has guarded it";
  else
    why = addAxes(program, facts, sizes);
  if (!why.empty()) return std::nullopt;
  facts.store = onlyStore(*facts.block);
  if (facts.block->init) {
    Message ignored;
    const std::optional<Reducer> reducer = reducerOf(*facts.block, ignored);
    if (reducer) addLoads(facts, reducer->operand);
    // No rule for GPUs divides tuples among threads.
    const std::optional<Reduction> tuple =
        reducer || context.machine.gpu ? std::nullopt : reductionOf(*facts.block, ignored);
    if (tuple) addTuple(facts, *tuple);
    facts.reduction = reducer || tuple;
  } else if (facts.store) {
    addLoads(facts, facts.store->value);
  }
  return facts;
}

std::vector<BlockFacts> blocksLeft(const RuleContext& context, std::vector<Message>& reasons, Sizes sizes) {
  std::vector<BlockFacts> left;
  const BlockId root = context.program.rootBlock(context.function);
  for (const BlockId id : context.program.blocks(context.function)) {
    if (id == root || isTaken(context, id)) continue;
    Message why;
    if (std::optional<BlockFacts> facts = factsOf(context, id, why, sizes))
      left.push_back(std::move(*facts));
    else
      reasons.push_back(say("block {0}: {1}", Ident(context.program.name(id)), std::move(why)));
  }
  return left;
}

bool isTaken(const RuleContext& context, BlockId block) {
  return std::find(context.taken.begin(), context.taken.end(), block) != context.taken.end();
}
void take(RuleContext& context, BlockId block) {
  if (!isTaken(context, block)) context.taken.push_back(block);
}

const BlockAxis* contiguousAxis(const BlockFacts& facts, const std::vector<Expr>& indices) {
  if (indices.empty()) return nullptr;
  const BlockAxis* found = nullptr;
  for (const BlockAxis& axis : facts.axes) {
    if (!usesVar(indices.back(), facts.var(axis))) continue;
    if (found || !isAxisPlusConstant(indices.back(), facts.var(axis))) return nullptr;
    found = &axis;
  }
  return found;
}

bool usesAxis(const BlockFacts& facts, const BufferLoad& load, const BlockAxis& axis) {
  return std::any_of(load.indices.begin(), load.indices.end(),
                     [&](const Expr& index) { return usesVar(index, facts.var(axis)); });
}

bool isContraction(const BlockFacts& facts) {
  if (!facts.reduction) return false;
  const std::vector<BlockAxis> axes = facts.axesOf(false);
  const auto reuses = [&](const BufferLoad& a, const BufferLoad& b) {  // is a used again along an axis of b?
    return std::any_of(axes.begin(), axes.end(), [&](const BlockAxis& axis) {
      return axis.extent > 1 && usesAxis(facts, b, axis) && !usesAxis(facts, a, axis);
    });
  };
  DistinctAccesses known;  // equal loads do not reuse each other
  std::vector<const BufferLoad*> distinct;
  for (const BufferLoad* load : facts.loads)
    if (known.add(load->buffer, load->indices)) distinct.push_back(load);
  for (const BufferLoad* a : distinct)
    for (const BufferLoad* b : distinct)
      if (a != b && reuses(*a, *b) && reuses(*b, *a)) return true;
  return false;
}

const BufferLoad* mainLoad(const BlockFacts& facts) {
  const BufferLoad* largest = nullptr;
  for (const BufferLoad* load : facts.loads)
    if (!largest || estimatedElements(load->buffer) > estimatedElements(largest->buffer)) largest = load;
  return largest;
}

bool reducesAlongRows(const BlockFacts& facts) {
  const BufferLoad* load = mainLoad(facts);
  if (!facts.reduction || !load || isContraction(facts)) return false;
  const BlockAxis* axis = contiguousAxis(facts, load->indices);
  return axis && axis->reduce && axis->loop == facts.axes.back().loop;
}

bool isWindow(const BlockFacts& facts) {
  constexpr int64_t kLargestWindow = 32;
  int64_t reduced = 1;
  for (const BlockAxis& axis : facts.axes) reduced *= axis.reduce ? axis.extent : 1;
  return facts.reduction && reduced <= kLargestWindow && !isContraction(facts);
}

bool isPadding(const BlockFacts& facts) {
  const auto* choice = facts.store && !facts.reduction ? facts.store->value.as<Call>() : nullptr;
  if (!choice || choice->op != Intrinsic::IfThenElse || facts.loads.size() != 1) return false;
  const auto reads = [](const Expr& e) { return e.as<BufferLoad>() != nullptr; };
  return choice->args[1].as<BufferLoad>() && !anyExpr(choice->args[0], reads) && !anyExpr(choice->args[2], reads);
}

bool isCostly(const Expr& value) {
  return anyExpr(value, [&](const Expr& e) {
    const auto* call = e.as<Call>();
    const auto* op = e.as<Binary>();
    return (call && call->op != Intrinsic::IfThenElse && call->op != Intrinsic::Likely &&
            call->op != Intrinsic::Reinterpret) ||
           (op && (op->op == BinaryOp::Div || op->op == BinaryOp::Mod) && e.dtype().isFloat());
  });
}

int64_t elementsOf(const Buffer& buffer) {
  int64_t elements = 1;
  for (const Expr& extent : buffer->shape) elements *= asInt(extent).value_or(0);
  return elements;
}

double estimatedElements(const Buffer& buffer) {
  double elements = 1;
  for (const Expr& extent : buffer->shape) elements *= static_cast<double>(asInt(extent).value_or(kSymbolicExtent));
  return elements;
}

int64_t bytesOf(const Buffer& buffer) { return elementsOf(buffer) * ((buffer->dtype.bits + 7) / 8); }

bool isParameterOf(const RuleContext& context, const Buffer& buffer) {
  return isParameter(context.program.function(context.function), buffer);
}

bool isLarge(const Machine& machine, const Buffer& buffer) {
  const size_t own = std::min<size_t>(machine.caches.size(), 2);
  return own > 0 && (elementsOf(buffer) == 0 || bytesOf(buffer) > machine.caches[own - 1]);
}

int64_t estimateOf(const RuleContext& context, const Expr& extent) {
  constexpr int64_t kUsualSize = 64;
  const Expr known = rewriteExprs(extent, [&](const Expr& e) -> std::optional<Expr> {
    const auto* var = e.as<Var>();
    const auto size = var ? context.sizes.find(var->name()) : context.sizes.end();
    return size == context.sizes.end() ? std::nullopt : std::optional(makeConst(e.dtype(), size->second));
  });
  return std::max<int64_t>(1, asInt(simplify(known)).value_or(kUsualSize));
}

Message forEachBlock(const RuleContext& context, Sizes sizes, const std::function<Message(const BlockFacts&)>& write) {
  bool fitted = false;
  std::vector<Message> reasons;
  for (const BlockFacts& facts : blocksLeft(context, reasons, sizes)) {
    Message why = write(facts);
    if (why.empty())
      fitted = true;
    else
      reasons.push_back(aboutBlock(facts, std::move(why)));
  }
  return fitted ? Message() : noBlock(context, reasons);
}

Message noBlock(const RuleContext& context, const std::vector<Message>& reasons) {
  if (reasons.empty() && context.taken.empty()) return "the program has no blocks that rules could schedule";
  if (reasons.empty()) return "earlier rules have scheduled all blocks";
  Message all = reasons.front();
  for (size_t i = 1; i < reasons.size(); ++i) all = say("{0}; {1}", std::move(all), reasons[i]);
  return all;
}

Message whySymbolic(const RuleContext& context, const BlockAxis& axis) {
  return axis.symbolic ? symbolicSize(context.program.loop(axis.loop)) : Message();
}

Message aboutBlock(const BlockFacts& facts, Message reason) {
  return say("block {0}: {1}", Ident(facts.name), std::move(reason));
}

}  // namespace lw::tune
