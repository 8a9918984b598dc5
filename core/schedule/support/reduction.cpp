#include "core/schedule/support/reduction.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/arith/iter_map.h"
#include "core/ir/equal.h"
#include "core/ir/update.h"
#include "core/ir/visit.h"
#include "core/schedule/support/inline_helpers.h"
#include "core/schedule/support/stmt_tools.h"

namespace lw {
namespace {

std::vector<IterDomain> loopsOf(const Snapshot& program, BlockId block) {
  std::vector<IterDomain> loops;
  for (const LoopId id : program.loopsAbove(block)) {
    const For& loop = program.loop(id);
    loops.push_back({loop.var, {loop.min, loop.extent}});
  }
  return loops;
}

}  // namespace

std::optional<Reducer> reducerOf(const Block& block, Message& why) {
  const auto no = [&](Message text) {
    why = std::move(text);
    return std::optional<Reducer>();
  };
  if (!block.init) return no("it has no init");
  for (const IterVar& iter : block.iters)
    if (iter.kind != IterKind::Spatial && iter.kind != IterKind::Reduce)
      return no(say("iteration variable {0} is neither spatial nor a reduction", Ident(iter.var.name())));
  const BufferStore *update = onlyStore(block), *init = block.init->as<BufferStore>();
  if (!update || !init || !block.allocs.empty() || !block.matches.empty())
    return no("its init and its update are not a single store each");
  if (!(init->buffer == update->buffer) || !equal(init->indices, update->indices))
    return no("its init and its update do not store to the same element");
  for (const Expr& index : update->indices)
    if (loadsFrom(index, update->buffer))
      return no(say("the indices of {0} are read from {1}", Ident(update->buffer->name), Ident(update->buffer->name)));
  const auto* op = update->value.as<Binary>();
  if (!op || !combinesInAnyOrder(op->op))
    return no("its update does not combine the element by +, *, min, max, and, or");
  const bool first = isElementOf(op->a, *update);
  const Expr& operand = first ? op->b : op->a;
  if (!first && !isElementOf(op->b, *update)) return no("its update does not combine the element with one new value");
  if (loadsFrom(operand, update->buffer) || loadsFrom(init->value, update->buffer))
    return no(say("the value that it combines is read from {0}, which it writes", Ident(update->buffer->name)));
  if (hasEffects(operand) || hasEffects(init->value)) return no("it calls a function that may have effects");
  return Reducer{op->op, init, update, operand, first};
}

bool isIdentity(BinaryOp op, const Expr& value) {
  const DataType type = value.dtype();
  const auto integer = asInt(value);
  const auto* real = value.as<FloatImm>();
  switch (op) {
    case BinaryOp::Add:
    case BinaryOp::Or:
      return isZero(value);
    case BinaryOp::Mul:
    case BinaryOp::And:
      return isOne(value);
    case BinaryOp::Max:
      return real ? std::isinf(real->value) && real->value < 0
                  : integer && type.isInteger() && *integer == minValueOf(type);
    case BinaryOp::Min:
      return real ? std::isinf(real->value) && real->value > 0
                  : integer && type.isInteger() && *integer == maxValueOf(type);
    default:
      return false;
  }
}

Expr identityOf(BinaryOp op, DataType type) {
  const bool least = op == BinaryOp::Max;
  if (op == BinaryOp::Add || op == BinaryOp::Or) return makeConst(type, 0);
  if (op == BinaryOp::Mul || (op == BinaryOp::And && type.isBool())) return makeConst(type, 1);
  if (op == BinaryOp::And) return type.isUInt() ? makeConst(type, maxValueOf(type)) : makeConst(type, -1);
  if (type.isFloat()) {
    const double most = hasInfinity(type) ? std::numeric_limits<double>::infinity() : largestFloatOf(type);
    return FloatImm{type, least ? -most : most};
  }
  return makeConst(type, least ? minValueOf(type) : maxValueOf(type));
}

bool isIdempotent(BinaryOp op) {
  return op == BinaryOp::Min || op == BinaryOp::Max || op == BinaryOp::And || op == BinaryOp::Or;
}

Expr conditionOfInit(const Expr& condition, const std::vector<const For*>& loops) {
  VarMap first;
  for (const For* loop : loops) {
    if (!isOne(loop->extent) && usesVar(condition, loop->var)) return boolConst(true);
    first.insert_or_assign(loop->var.key(), substitute(loop->min, first));
  }
  return substitute(condition, first);
}

Expr combined(const Reducer& reducer, const Expr& state, const Expr& operand) {
  return reducer.stateFirst ? rawBinary(reducer.op, state, operand) : rawBinary(reducer.op, operand, state);
}

bool elementDeterminesSpatialAxes(const Block& block, const std::vector<Expr>& indices) {
  std::vector<IterDomain> spatial;
  bool direct = true;
  for (const IterVar& iter : block.iters) {
    if (iter.kind == IterKind::Reduce) {
      if (std::any_of(indices.begin(), indices.end(), [&](const Expr& e) { return usesVar(e, iter.var); }))
        return false;
      continue;
    }
    if (isOne(iter.domain.extent)) continue;
    spatial.push_back({iter.var, iter.domain});
    direct = direct && std::any_of(indices.begin(), indices.end(),
                                   [&](const Expr& e) { return e.as<Var>() && *e.as<Var>() == iter.var; });
  }
  return direct || detectIterMap(indices, spatial, boolConst(true), IterMapLevel::Bijective, Analyzer()).ok();
}

bool runsOncePerIteration(const Snapshot& program, BlockId id) {
  const Block& block = program.block(id);
  const std::vector<IterDomain> loops = loopsOf(program, id);
  const auto once = [&](const Expr& predicate) {
    return detectIterMap(block.bindings, loops, predicate, IterMapLevel::Bijective, Analyzer()).ok();
  };
  // A map that is one-to-one everywhere is one-to-one where the guard holds.
  return once(block.predicate) || once(boolConst(true));
}

bool startsWithTheLoops(const Snapshot& program, const Block& block) {
  VarMap start;
  for (const LoopId loop : program.loopsAbove(block.id))
    start.insert_or_assign(program.loop(loop).var.key(), program.loop(loop).min);
  for (size_t i = 0; i < block.iters.size(); ++i) {
    if (block.iters[i].kind != IterKind::Reduce) continue;
    for (const Var& v : freeVars(block.bindings[i]))
      for (size_t k = 0; k < block.iters.size(); ++k)
        if (block.iters[k].kind != IterKind::Reduce && usesVar(block.bindings[k], v)) return false;
    if (!Analyzer().canProveEqual(substitute(block.bindings[i], start), block.iters[i].domain.min)) return false;
  }
  return true;
}

bool initRunsFirst(const Snapshot& program, BlockId id) {
  return startsWithTheLoops(program, program.block(id)) && runsOncePerIteration(program, id);
}

bool runsOverItsDomain(const Snapshot& program, BlockId id) {
  const Block& block = program.block(id);
  const std::vector<Stmt> path = pathTo(program.stmt(program.scopeOf(id)), id);
  if (std::any_of(path.begin(), path.end(), [](const Stmt& s) { return s.as<IfThenElse>() || s.as<While>(); }))
    return false;
  const Analyzer analyzer;
  const IterMapResult map =
      detectIterMap(block.bindings, loopsOf(program, id), block.predicate, IterMapLevel::Bijective, analyzer);
  if (!map.ok() || !map.predicateUsed) return false;
  for (size_t i = 0; i < block.iters.size(); ++i) {
    const IterSum& sum = map.indices[i];
    const Range& domain = block.iters[i].domain;
    if (!analyzer.canProveEqual(sum.base, domain.min) || sum.args.size() > 1) return false;
    const Expr extent = sum.args.empty() ? makeConst(domain.extent.dtype(), 1) : sum.args[0].extent;
    if (!analyzer.canProveEqual(extent, domain.extent) || (!sum.args.empty() && !isOne(sum.args[0].scale)))
      return false;
  }
  return true;
}

}  // namespace lw
