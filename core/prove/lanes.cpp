#include "core/prove/lanes.h"

#include "core/ir/equal.h"
#include "core/ir/ops.h"

namespace lw::prove {
namespace {

using Lane = std::optional<Expr>;

Lane ofCall(const Call& c, const Expr& lane) {
  if (!c.op.info() || !(c.op.info()->elementwise() || c.op == Intrinsic::IfThenElse)) return std::nullopt;
  Call one{c.type.element(), c.op, {}};
  for (const Expr& arg : c.args) {
    const Lane part = laneOf(arg, lane);
    if (!part) return std::nullopt;
    one.args.push_back(*part);
  }
  return Expr(one);
}

Lane ofLoad(const BufferLoad& l, const Expr& lane) {
  if (l.buffer->dtype.isVector()) return std::nullopt;
  BufferLoad one{l.buffer, {}};
  for (const Expr& index : l.indices) {
    const Lane part = laneOf(index, lane);
    if (!part) return std::nullopt;
    one.indices.push_back(*part);
  }
  return Expr(one);
}

bool isIndexOf(const BufferLoad& load, const BufferStore& store) {
  return load.buffer.sameAs(store.buffer) && equal(load.indices, store.indices);
}

}  // namespace

Lane laneOf(const Expr& e, const Expr& lane) {
  if (!e.dtype().isVector()) return e;
  return e.match([&](const Ramp& r) -> Lane { return r.base + r.stride * cast(r.base.dtype(), lane); },
                 [&](const Broadcast& b) -> Lane { return b.value; },
                 [&](const Cast& c) -> Lane {
                   const Lane value = laneOf(c.value, lane);
                   return value ? Lane(Cast{c.type.element(), *value}) : std::nullopt;
                 },
                 [&](const Binary& b) -> Lane {
                   const Lane x = laneOf(b.a, lane), y = laneOf(b.b, lane);
                   return x && y ? Lane(rawBinary(b.op, *x, *y)) : std::nullopt;
                 },
                 [&](const Not& n) -> Lane {
                   const Lane value = laneOf(n.value, lane);
                   return value ? Lane(Not{*value}) : std::nullopt;
                 },
                 [&](const Select& c) -> Lane {
                   const Lane where = laneOf(c.condition, lane), x = laneOf(c.whenTrue, lane),
                              y = laneOf(c.whenFalse, lane);
                   return where && x && y ? Lane(Select{*where, *x, *y}) : std::nullopt;
                 },
                 [&](const BufferLoad& l) { return ofLoad(l, lane); }, [&](const Call& c) { return ofCall(c, lane); },
                 [](const auto&) -> Lane { return std::nullopt; });
}

Expr scattered(const BufferLoad& own, const Expr& here, const BufferStore& store) {
  const DataType type = store.value.dtype();
  const auto* sum = store.value.as<Binary>();
  if (sum && (sum->op == BinaryOp::Add || sum->op == BinaryOp::Mul)) {
    const Expr nothing = makeConst(type, sum->op == BinaryOp::Add ? 0 : 1);
    for (const auto& [x, y] : {std::pair{sum->a, sum->b}, std::pair{sum->b, sum->a}})
      if (const auto* load = x.as<BufferLoad>(); load && isIndexOf(*load, store))
        return rawBinary(sum->op, own, Call{type, Intrinsic::IfThenElse, {here, y, nothing}});
  }
  return Call{type, Intrinsic::IfThenElse, {here, store.value, own}};
}

}  // namespace lw::prove
