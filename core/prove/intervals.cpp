#include "core/prove/intervals.h"

#include <algorithm>

#include "core/ir/ops.h"

namespace lw::prove {
namespace {

using Bounds = std::optional<Interval>;

int64_t floorOf(int64_t a, int64_t b) { return a / b - (a % b < 0); }  // b > 0

Bounds sum(const Interval& x, const Interval& y) {
  Interval r;
  if (__builtin_add_overflow(x.low, y.low, &r.low) || __builtin_add_overflow(x.high, y.high, &r.high))
    return std::nullopt;
  return r;
}
Bounds difference(const Interval& x, const Interval& y) {
  Interval r;
  if (__builtin_sub_overflow(x.low, y.high, &r.low) || __builtin_sub_overflow(x.high, y.low, &r.high))
    return std::nullopt;
  return r;
}
Bounds product(const Interval& x, const Interval& y) {
  Bounds r;
  for (const int64_t a : {x.low, x.high})
    for (const int64_t b : {y.low, y.high}) {
      int64_t one = 0;
      if (__builtin_mul_overflow(a, b, &one)) return std::nullopt;
      r = r ? Interval{std::min(r->low, one), std::max(r->high, one)} : Interval{one, one};
    }
  return r;
}

class Intervals {
 public:
  Intervals(const Equations& equations, const Statement& s) : e_(equations), s_(s) {}

  Bounds of(const Expr& e) const {
    if (!e.dtype().isInt() || e.dtype().isVector()) return std::nullopt;
    return e.match([&](const IntImm& n) -> Bounds { return Interval{n.value, n.value}; },
                   [&](const Var& v) { return variable(v); },
                   [&](const Cast& c) -> Bounds {
                     const Bounds x = fitting(c.value);
                     return x && x->fits(c.type) ? x : ofType(e);
                   },
                   [&](const Binary& b) { return binary(b); },
                   [&](const Select& c) { return either(c.whenTrue, c.whenFalse); },
                   [&](const Call& c) -> Bounds {
                     if (c.op == Intrinsic::IfThenElse) return either(c.args[1], c.args[2]);
                     return c.op == Intrinsic::Likely ? of(c.args[0]) : ofType(e);
                   },
                   [&](const Let& l) { return of(l.body); }, [&](const BufferLoad&) { return ofType(e); },
                   [](const auto&) -> Bounds { return std::nullopt; });
  }

 private:
  // A value of which nothing else is known.
  static Bounds ofType(const Expr& e) { return Interval{minValueOf(e.dtype()), maxValueOf(e.dtype())}; }

  // Numbers that may have been wrapped are divided and compared as any of their type.
  Bounds fitting(const Expr& e) const {
    const Bounds x = of(e);
    return x && x->fits(e.dtype()) ? x : e.dtype().isInt() && !e.dtype().isVector() ? ofType(e) : std::nullopt;
  }

  Bounds variable(const Var& v) const {
    for (const LoopAround& loop : s_.loops) {
      if (!loop.var.sameAs(v)) continue;
      const Bounds min = of(loop.min), extent = of(loop.extent);
      if (!min || !extent || extent->high < 1) return std::nullopt;
      const Bounds last = sum({min->high, min->high}, {extent->high, extent->high});
      return last ? Bounds(Interval{min->low, last->high - 1}) : std::nullopt;
    }
    const Expr* bound = e_.bound(v);
    return bound ? of(*bound) : std::nullopt;
  }

  Bounds either(const Expr& a, const Expr& b) const {
    const Bounds x = of(a), y = of(b);
    return x && y ? Bounds(Interval{std::min(x->low, y->low), std::max(x->high, y->high)}) : std::nullopt;
  }

  Bounds binary(const Binary& b) const {
    if (b.a.dtype().bits < 32) return std::nullopt;
    if (b.op == BinaryOp::Add || b.op == BinaryOp::Sub || b.op == BinaryOp::Mul) {
      const Bounds x = of(b.a), y = of(b.b);
      if (!x || !y) return std::nullopt;
      return b.op == BinaryOp::Add ? sum(*x, *y) : b.op == BinaryOp::Sub ? difference(*x, *y) : product(*x, *y);
    }
    const Bounds x = fitting(b.a), y = fitting(b.b);
    if (!x || !y) return std::nullopt;
    if (b.op == BinaryOp::Min) return Interval{std::min(x->low, y->low), std::min(x->high, y->high)};
    if (b.op == BinaryOp::Max) return Interval{std::max(x->low, y->low), std::max(x->high, y->high)};
    if (y->low != y->high || y->low <= 0) return std::nullopt;
    const int64_t n = y->low;
    if (b.op == BinaryOp::FloorDiv) return Interval{floorOf(x->low, n), floorOf(x->high, n)};
    if (b.op == BinaryOp::FloorMod) return x->within(0, n - 1) ? *x : Interval{0, n - 1};
    return std::nullopt;
  }

  const Equations& e_;
  const Statement& s_;
};

}  // namespace

bool Interval::fits(DataType type) const { return within(minValueOf(type), maxValueOf(type)); }

std::optional<Interval> intervalOf(const Equations& equations, const Statement& s, const Expr& e) {
  return Intervals(equations, s).of(e);
}

}  // namespace lw::prove
