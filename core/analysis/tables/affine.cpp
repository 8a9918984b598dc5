#include "core/analysis/tables/affine.h"

#include <algorithm>
#include <numeric>

#include "core/ir/ops.h"

namespace lw::analysis {
namespace {

constexpr int64_t kLargest = int64_t{1} << 60;  // the sum of a few coefficients stays in int64_t

std::strong_ordering compareOperands(const std::vector<AffineExpr>& a, const std::vector<AffineExpr>& b) {
  return std::lexicographical_compare_three_way(a.begin(), a.end(), b.begin(), b.end());
}

std::strong_ordering compareTerms(const AffineTerm& a, const AffineTerm& b) {
  const auto atoms = a.atom <=> b.atom;
  return atoms != 0 ? atoms : a.factor <=> b.factor;
}

}  // namespace

std::strong_ordering operator<=>(const AffineAtom& a, const AffineAtom& b) {
  if (const auto c = a.kind <=> b.kind; c != 0) return c;
  if (const auto c = a.number <=> b.number; c != 0) return c;
  if (const auto c = a.divisor <=> b.divisor; c != 0) return c;
  if (a.operands == b.operands) return std::strong_ordering::equal;
  return compareOperands(*a.operands, *b.operands);
}

std::strong_ordering operator<=>(const AffineExpr& a, const AffineExpr& b) {
  if (const auto c = a.constant_ <=> b.constant_; c != 0) return c;
  if (const auto c = a.fits_ <=> b.fits_; c != 0) return c;
  return std::lexicographical_compare_three_way(a.terms_.begin(), a.terms_.end(), b.terms_.begin(), b.terms_.end(),
                                                compareTerms);
}

// ---- expressions ----

AffineExpr::AffineExpr(int64_t constant) : constant_(constant), fits_(constant > -kLargest && constant < kLargest) {}

AffineExpr AffineExpr::of(AffineAtom atom) {
  AffineExpr e;
  e.terms_.push_back({std::move(atom), 1});
  return e;
}
AffineExpr AffineExpr::dim(int number) { return of({AffineAtom::Kind::Dim, number}); }
AffineExpr AffineExpr::size(int number) { return of({AffineAtom::Kind::Size, number}); }

bool AffineExpr::uses(int dimension) const {
  return std::any_of(terms_.begin(), terms_.end(), [&](const AffineTerm& t) {
    if (t.atom.kind == AffineAtom::Kind::Dim) return t.atom.number == dimension;
    return t.atom.operands && std::any_of(t.atom.operands->begin(), t.atom.operands->end(),
                                          [&](const AffineExpr& e) { return e.uses(dimension); });
  });
}

AffineExpr AffineExpr::mapped(const std::function<int(int)>& number) const {
  AffineExpr e = *this;
  for (AffineTerm& t : e.terms_) {
    if (t.atom.kind == AffineAtom::Kind::Dim) t.atom.number = number(t.atom.number);
    if (!t.atom.operands) continue;
    std::vector<AffineExpr> operands;
    for (const AffineExpr& operand : *t.atom.operands) operands.push_back(operand.mapped(number));
    t.atom.operands = std::make_shared<const std::vector<AffineExpr>>(std::move(operands));
  }
  return e;
}

void AffineExpr::multiplyAdd(int64_t& to, int64_t a, int64_t b) {
  int64_t product = 0;
  if (__builtin_mul_overflow(a, b, &product) || __builtin_add_overflow(to, product, &to) || to <= -kLargest ||
      to >= kLargest) {
    fits_ = false;
    to = 0;
  }
}

void AffineExpr::addTerm(const AffineAtom& atom, int64_t factor) {
  const auto at = std::lower_bound(terms_.begin(), terms_.end(), atom,
                                   [](const AffineTerm& t, const AffineAtom& x) { return t.atom < x; });
  if (at == terms_.end() || at->atom != atom) {
    if (factor != 0) terms_.insert(at, {atom, factor});
    return;
  }
  multiplyAdd(at->factor, factor, 1);
  if (at->factor == 0) terms_.erase(at);
}

AffineExpr AffineExpr::plus(const AffineExpr& other, int64_t factor) const {
  AffineExpr sum = *this;
  sum.fits_ = fits_ && other.fits_;
  sum.multiplyAdd(sum.constant_, other.constant_, factor);
  for (const AffineTerm& t : other.terms_) {
    int64_t scaled = 0;
    sum.multiplyAdd(scaled, t.factor, factor);
    sum.addTerm(t.atom, scaled);
  }
  return sum;
}

// What the divisor divides leaves the division.
AffineExpr AffineExpr::floorDiv(int64_t divisor) const {
  AffineExpr whole(floorDivide(constant_, divisor)), rest(floorModulo(constant_, divisor));
  whole.fits_ = fits_;
  int64_t common = divisor;
  for (const AffineTerm& t : terms_) {
    if (t.factor % divisor == 0) {
      whole.addTerm(t.atom, t.factor / divisor);
    } else {
      rest.addTerm(t.atom, t.factor);
      common = std::gcd(common, t.factor);
    }
  }
  if (rest.isConstant()) return whole;
  rest.constant_ = floorDivide(rest.constant_, common);
  for (AffineTerm& t : rest.terms_) t.factor /= common;
  if (divisor == common) return whole + rest;
  return whole + of({AffineAtom::Kind::Quotient, 0, divisor / common,
                     std::make_shared<const std::vector<AffineExpr>>(std::vector<AffineExpr>{std::move(rest)})});
}
AffineExpr AffineExpr::floorMod(int64_t divisor) const { return plus(floorDiv(divisor), -divisor); }

AffineExpr AffineExpr::extreme(AffineAtom::Kind kind, const AffineExpr& a, const AffineExpr& b) {
  AffineExpr difference = a - b;
  if (!difference.fits()) return difference;
  if (difference.isConstant()) return (difference.constant() <= 0) == (kind == AffineAtom::Kind::Min) ? a : b;
  const auto [first, second] = std::minmax(a, b);
  return of({kind, 0, 1, std::make_shared<const std::vector<AffineExpr>>(std::vector<AffineExpr>{first, second})});
}
AffineExpr AffineExpr::min(const AffineExpr& a, const AffineExpr& b) { return extreme(AffineAtom::Kind::Min, a, b); }
AffineExpr AffineExpr::max(const AffineExpr& a, const AffineExpr& b) { return extreme(AffineAtom::Kind::Max, a, b); }

AffineExpr AffineExpr::replaced(const AffineAtom& atom, const AffineExpr& value) const {
  AffineExpr result(constant_);
  result.fits_ = fits_;
  for (const AffineTerm& t : terms_) {
    if (t.atom == atom) {
      result = result.plus(value, t.factor);
      continue;
    }
    AffineExpr own = of(t.atom);
    if (t.atom.operands) {
      std::vector<AffineExpr> operands;
      for (const AffineExpr& operand : *t.atom.operands) operands.push_back(operand.replaced(atom, value));
      own = t.atom.kind == AffineAtom::Kind::Quotient ? operands[0].floorDiv(t.atom.divisor)
            : t.atom.kind == AffineAtom::Kind::Min    ? min(operands[0], operands[1])
                                                      : max(operands[0], operands[1]);
    }
    result = result.plus(own, t.factor);
  }
  return result;
}

// ---- conditions ----

AffineCondition AffineCondition::negated() const {
  if (kind_ == Kind::AtLeastZero) return less(expr_, 0);
  if (kind_ == Kind::Zero) return differ(expr_, 0);
  std::vector<AffineCondition> parts;
  for (const AffineCondition& part : parts_) parts.push_back(part.negated());
  return kind_ == Kind::All ? any(std::move(parts)) : all(std::move(parts));
}

AffineCondition AffineCondition::mapped(const std::function<int(int)>& number) const {
  AffineCondition c = *this;
  c.expr_ = expr_.mapped(number);
  for (AffineCondition& part : c.parts_) part = part.mapped(number);
  return c;
}

bool AffineCondition::fits() const {
  return expr_.fits() &&
         std::all_of(parts_.begin(), parts_.end(), [](const AffineCondition& part) { return part.fits(); });
}

std::strong_ordering operator<=>(const AffineCondition& a, const AffineCondition& b) {
  if (const auto c = a.kind_ <=> b.kind_; c != 0) return c;
  if (const auto c = a.expr_ <=> b.expr_; c != 0) return c;
  return std::lexicographical_compare_three_way(a.parts_.begin(), a.parts_.end(), b.parts_.begin(), b.parts_.end());
}

Conjunction inRange(const AffineExpr& value, const AffineExpr& min, const AffineExpr& extent) {
  return {AffineCondition::atMost(min, value), AffineCondition::less(value, min + extent)};
}

// ---- reading ----

namespace {

std::optional<AffineExpr> affineBinary(const Binary& n, const AffineValue& value) {
  const auto a = affineExpr(n.a, value), b = a ? affineExpr(n.b, value) : std::nullopt;
  if (!a || !b) return std::nullopt;
  const auto divisible = b->isConstant() && b->constant() > 0;
  switch (n.op) {
    case BinaryOp::Add:
      return *a + *b;
    case BinaryOp::Sub:
      return *a - *b;
    case BinaryOp::Mul:
      if (b->isConstant()) return a->times(b->constant());
      return a->isConstant() ? std::optional(b->times(a->constant())) : std::nullopt;
    case BinaryOp::FloorDiv:
      return divisible ? std::optional(a->floorDiv(b->constant())) : std::nullopt;
    case BinaryOp::FloorMod:
      return divisible ? std::optional(a->floorMod(b->constant())) : std::nullopt;
    case BinaryOp::Min:
      return AffineExpr::min(*a, *b);
    case BinaryOp::Max:
      return AffineExpr::max(*a, *b);
    default:
      return std::nullopt;
  }
}

std::optional<AffineCondition> affineComparison(const Binary& n, const AffineValue& value) {
  if (!n.a.dtype().isInteger()) return std::nullopt;
  const auto a = affineExpr(n.a, value), b = a ? affineExpr(n.b, value) : std::nullopt;
  if (!a || !b) return std::nullopt;
  switch (n.op) {
    case BinaryOp::EQ:
      return AffineCondition::equal(*a, *b);
    case BinaryOp::NE:
      return AffineCondition::differ(*a, *b);
    case BinaryOp::LT:
      return AffineCondition::less(*a, *b);
    case BinaryOp::LE:
      return AffineCondition::atMost(*a, *b);
    case BinaryOp::GT:
      return AffineCondition::less(*b, *a);
    case BinaryOp::GE:
      return AffineCondition::atMost(*b, *a);
    default:
      return std::nullopt;
  }
}

}  // namespace

std::optional<AffineExpr> affineExpr(const Expr& e, const AffineValue& value) {
  std::optional<AffineExpr> result;
  if (const auto* i = e.as<IntImm>()) {
    result = AffineExpr(i->value);
  } else if (const auto* v = e.as<Var>()) {
    if (v->dtype().isInteger()) result = value(*v);
  } else if (const auto* c = e.as<Cast>()) {
    const DataType from = c->value.dtype();
    if (c->type.isInteger() && from.isInteger() && c->type.bits >= from.bits) result = affineExpr(c->value, value);
  } else if (const auto* b = e.as<Binary>()) {
    if (b->a.dtype().isInteger()) result = affineBinary(*b, value);
  }
  return result && result->fits() ? result : std::nullopt;
}

std::optional<AffineCondition> affineCondition(const Expr& e, const AffineValue& value) {
  if (const auto* i = e.as<IntImm>()) return i->value ? AffineCondition::all({}) : AffineCondition::any({});
  if (const auto* n = e.as<Not>()) {
    const auto inner = affineCondition(n->value, value);
    return inner ? std::optional(inner->negated()) : std::nullopt;
  }
  if (const auto* call = e.as<Call>(); call && call->op == Intrinsic::Likely)
    return affineCondition(call->args[0], value);
  const auto* b = e.as<Binary>();
  if (!b) return std::nullopt;
  if (b->op != BinaryOp::And && b->op != BinaryOp::Or) return affineComparison(*b, value);
  const auto left = affineCondition(b->a, value), right = left ? affineCondition(b->b, value) : std::nullopt;
  if (!right) return std::nullopt;
  return b->op == BinaryOp::And ? AffineCondition::all({*left, *right}) : AffineCondition::any({*left, *right});
}

std::vector<int> allSizes(const SizeNumbers& sizes) {
  std::vector<int> all(sizes.size());
  std::iota(all.begin(), all.end(), 0);
  return all;
}

AffineExpr AffineReader::value(const Var& v) {
  if (const auto found = values_.find(v.key()); found != values_.end()) return found->second;
  return AffineExpr::size(sizes_.emplace(v.key(), static_cast<int>(sizes_.size())).first->second);
}
std::optional<AffineExpr> AffineReader::expr(const Expr& e) {
  return affineExpr(e, [this](const Var& v) { return value(v); });
}
std::optional<AffineCondition> AffineReader::condition(const Expr& e) {
  return affineCondition(e, [this](const Var& v) { return value(v); });
}
bool AffineReader::addRange(Conjunction& to, const AffineExpr& value, const Expr& min, const Expr& extent) {
  const auto low = expr(min), count = low ? expr(extent) : std::nullopt;
  if (!count) return false;
  for (AffineCondition& c : inRange(value, *low, *count)) to.push_back(std::move(c));
  return true;
}

// ---- keys ----

void appendKey(std::string& key, const AffineExpr& e) {
  key += std::to_string(e.constant());
  for (const AffineTerm& t : e.terms()) {
    key += "+" + std::to_string(t.factor) + "dsqmM"[static_cast<size_t>(t.atom.kind)] + std::to_string(t.atom.number);
    if (!t.atom.operands) continue;
    key += "/" + std::to_string(t.atom.divisor) + "(";
    for (const AffineExpr& operand : *t.atom.operands) appendKey(key, operand), key += ",";
    key += ")";
  }
}

void appendKey(std::string& key, const AffineCondition& c) {
  key += "<=&|"[static_cast<size_t>(c.kind())];
  appendKey(key, c.expr());
  for (const AffineCondition& part : c.parts()) key += "(", appendKey(key, part), key += ")";
}

}  // namespace lw::analysis
