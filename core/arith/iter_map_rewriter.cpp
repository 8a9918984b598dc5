#include "core/arith/iter_map_rewriter.h"

#include "core/arith/compare_expr.h"
#include "core/ir/ops.h"

namespace lw::arith {
namespace {

IterSplit whole(const IterMarkPtr& mark, const Expr& scale) {
  return {mark, makeConst(mark->extent.dtype(), 1), mark->extent, scale};
}

void addSplit(IterSum& sum, IterSplit split, int sign) {
  for (IterSplit& s : sum.args) {
    if (s.source != split.source || !same(s.lowerFactor, split.lowerFactor) || !same(s.extent, split.extent)) continue;
    s.scale = sign > 0 ? s.scale + split.scale : s.scale - split.scale;
    if (isZero(s.scale)) sum.args.erase(sum.args.begin() + (&s - sum.args.data()));  // i - i does not use i
    return;
  }
  if (sign < 0) split.scale = -split.scale;
  sum.args.push_back(std::move(split));
}

}  // namespace

bool sameSplit(const IterSplit& a, const IterSplit& b, bool withScale) {
  return a.source == b.source && same(a.lowerFactor, b.lowerFactor) && same(a.extent, b.extent) &&
         (!withScale || same(a.scale, b.scale));
}

bool sameSum(const IterSum& a, const IterSum& b) {
  if (a.args.size() != b.args.size() || !same(a.base, b.base)) return false;
  for (size_t i = 0; i < a.args.size(); ++i)
    if (!sameSplit(a.args[i], b.args[i])) return false;
  return true;
}

IterMapRewriter::IterMapRewriter(const Analyzer& analyzer, const std::vector<IterDomain>& iters, IterMapLevel level,
                                 bool dropUnitIters, std::vector<std::string>& errors)
    : analyzer_(analyzer), level_(level), errors_(errors) {
  for (const IterDomain& d : iters) {
    const DataType type = d.var.dtype();
    const Expr min = cast(type, d.range.min), extent = cast(type, d.range.extent), one = makeConst(type, 1);
    if (dropUnitIters && isOne(extent)) {
      vars_.insert_or_assign(d.var.key(), IterSum{{}, min});
      continue;
    }
    auto mark = std::make_shared<const IterMark>(IterMark{Expr(d.var) - min, extent, d.var, min});
    inputs_.push_back(mark);
    vars_.insert_or_assign(d.var.key(), IterSum{{whole(mark, one)}, min});
  }
}

IterMarkPtr IterMapRewriter::makeMark(IterSum source, Expr extent) {
  for (const IterMarkPtr& m : marks_)
    if (m->sum() && sameSum(*m->sum(), source) && same(m->extent, extent)) return m;
  marks_.push_back(std::make_shared<const IterMark>(IterMark{std::move(source), std::move(extent), std::nullopt, 0}));
  return marks_.back();
}

Expr IterMapRewriter::times(const Expr& a, const Expr& b) const {
  const Expr p = a * b;
  return p.as<IntImm>() ? p : analyzer_.simplify(p);
}

IterMapRewriter::Value IterMapRewriter::fail(std::string message, const Expr& e) {
  errors_.push_back(std::move(message));
  return {e, {}};
}

IterMapRewriter::Value IterMapRewriter::value(const Expr& e) {
  if (const auto* v = e.as<Var>()) {
    const auto it = vars_.find(v->key());
    if (it == vars_.end()) return {e, {}};
    if (it->second.args.empty()) return {it->second.base, {}};
    return {std::nullopt, it->second};
  }
  if (const auto* n = e.as<Binary>(); n && isIndexType(e.dtype())) {
    switch (n->op) {
      case BinaryOp::Add:
      case BinaryOp::Sub:
      case BinaryOp::Mul:
      case BinaryOp::FloorDiv:
      case BinaryOp::FloorMod:
        return valueOfBinary(e, *n);
      default:
        break;
    }
  }
  VarMap units;
  for (const Var& v : freeVars(e)) {
    const auto it = vars_.find(v.key());
    if (it == vars_.end()) continue;
    if (!it->second.args.empty())
      return fail("iterator " + v.name() + " occurs under an operation other than +, -, *, // and %", e);
    units.insert_or_assign(v.key(), it->second.base);
  }
  return {units.empty() ? e : substitute(e, units), {}};
}

IterMapRewriter::Value IterMapRewriter::valueOfBinary(const Expr& e, const Binary& n) {
  Value a = value(n.a), b = value(n.b);
  if (a.plain && b.plain) return {binary(n.op, *a.plain, *b.plain), {}};
  switch (n.op) {
    case BinaryOp::Add:
      return sumOf(a, b, 1);
    case BinaryOp::Sub:
      return sumOf(a, b, -1);
    case BinaryOp::Mul:
      return productOf(e, std::move(a), std::move(b));
    default:
      break;
  }
  if (!b.plain) return fail("an iterator cannot be a divisor", e);
  return quotient(e, a, *b.plain, n.op == BinaryOp::FloorMod);
}

IterMapRewriter::Value IterMapRewriter::sumOf(const Value& a, const Value& b, int sign) {
  IterSum sum = a.plain ? IterSum{{}, *a.plain} : a.sum;
  const Expr base = b.plain ? *b.plain : b.sum.base;
  for (const IterSplit& s : b.sum.args) addSplit(sum, s, sign);
  sum.base = sign > 0 ? sum.base + base : sum.base - base;
  return {std::nullopt, std::move(sum)};
}

IterMapRewriter::Value IterMapRewriter::productOf(const Expr& e, Value a, Value b) {
  if (!a.plain && !b.plain) return fail("the product of two iterators is not affine", e);
  if (a.plain) std::swap(a, b);
  if (isZero(*b.plain)) return {makeZero(e.dtype()), {}};  // i * 0 does not use i
  for (IterSplit& s : a.sum.args) s.scale = s.scale * *b.plain;
  a.sum.base = a.sum.base * *b.plain;
  return a;
}

IterMapRewriter::Value IterMapRewriter::quotient(const Expr& e, const Value& a, const Expr& divisor, bool modulo) {
  IterSum sum = a.sum;
  if (asInt(divisor).value_or(1) <= 0) return fail("a divisor must be positive", e);
  if (sum.args.empty()) return {binary(modulo ? BinaryOp::FloorMod : BinaryOp::FloorDiv, sum.base, divisor), {}};
  if (sum.args.size() > 1) {
    auto fused = fuse(sum, true);
    if (!fused || fused->args.size() != 1) return fail("a dividend is not a single fused iterator", e);
    sum = std::move(*fused);
  }
  auto result = modulo ? remainder(sum.args[0], sum.base, divisor) : divide(sum.args[0], sum.base, divisor);
  return result ? *result : Value{e, {}};
}

// (split + base) // divisor
std::optional<IterMapRewriter::Value> IterMapRewriter::divide(IterSplit split, Expr base, Expr divisor) {
  const Expr one = makeConst(divisor.dtype(), 1);
  if (isOne(divisor)) return Value{std::nullopt, {{split}, base}};
  if (!isOne(split.scale)) {
    if (divisible(split.scale, divisor) && divisible(base, divisor)) {
      split.scale = simplified(floordiv(split.scale, divisor));
      return Value{std::nullopt, {{split}, simplified(floordiv(base, divisor))}};
    }
    if (!positive(split.scale) || !divisible(divisor, split.scale) || !divisible(base, split.scale)) {
      errors_.push_back("the scale of an iterator and its divisor have no common factor to cancel");
      return std::nullopt;
    }
    base = simplified(floordiv(base, split.scale));
    divisor = simplified(floordiv(divisor, split.scale));
    split.scale = one;
    if (isOne(divisor)) return Value{std::nullopt, {{split}, base}};
  }
  auto [padded, leftPad] = pad(split, base, divisor);
  if (!padded) return std::nullopt;
  const Expr ceil = simplified(floordiv(padded->extent + (divisor - one), divisor));
  IterSplit result = *padded;
  if (divisible(padded->extent, divisor)) {
    result.lowerFactor = times(padded->lowerFactor, divisor);
    result.extent = simplified(floordiv(padded->extent, divisor));
  } else if (isOne(padded->lowerFactor) && analyzer_.canProveEqual(padded->extent, padded->source->extent)) {
    result.lowerFactor = divisor;
    result.extent = ceil;
  } else {
    result = {makeMark(IterSum{{*padded}, makeZero(divisor.dtype())}, padded->extent), divisor, ceil, one};
  }
  return Value{std::nullopt, {{result}, simplified(floordiv(base - leftPad, divisor))}};
}

// (split + base) % divisor
std::optional<IterMapRewriter::Value> IterMapRewriter::remainder(IterSplit split, Expr base, Expr divisor) {
  const DataType type = divisor.dtype();
  if (isOne(divisor)) return Value{makeZero(type), {}};
  const Expr scale = split.scale;
  if (!isOne(scale)) {
    if (divisible(scale, divisor) && divisible(base, divisor)) return Value{makeZero(type), {}};
    if (!positive(scale) || !divisible(divisor, scale) || !divisible(base, scale)) {
      errors_.push_back("the scale of an iterator and its modulus have no common factor to cancel");
      return std::nullopt;
    }
    divisor = simplified(floordiv(divisor, scale));
    base = simplified(floordiv(base, scale));
  }
  auto [padded, leftPad] = pad(split, base, divisor);
  if (!padded) return std::nullopt;
  (void)leftPad;
  padded->extent = divisor;
  return Value{std::nullopt, {{*padded}, makeZero(type)}};
}

IterSum IterMapRewriter::rewrite(const Expr& index) {
  Value v = value(index);
  if (v.plain) return IterSum{{}, *v.plain};
  if (v.sum.args.empty()) return v.sum;
  if (auto fused = fuse(v.sum, true)) return *fused;
  errors_.push_back("an index is a sum of iterators that cannot be fused into one");
  return v.sum;
}

IterSum IterMapRewriter::rewriteCollectingPadding(const Expr& index) {
  collectPadding_ = true;
  IterSum sum = rewrite(index);
  collectPadding_ = false;
  return sum;
}

void IterMapRewriter::constrain(const IterConstraint& constraint) {
  Value v = value(constraint.iter);
  if (v.plain) return;
  (void)normalizeOnBound(std::move(v.sum), constraint.lower, constraint.upper);
}

}  // namespace lw::arith
