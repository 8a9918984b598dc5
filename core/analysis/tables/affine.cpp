#include "core/analysis/tables/affine.h"

#include <algorithm>
#include <numeric>

#include "core/ir/ops.h"

namespace lw::analysis {
namespace {

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
  if (const auto c = a.constant <=> b.constant; c != 0) return c;
  if (const auto c = a.valid <=> b.valid; c != 0) return c;
  return std::lexicographical_compare_three_way(a.terms.begin(), a.terms.end(), b.terms.begin(), b.terms.end(),
                                                compareTerms);
}

// ---- expressions ----

bool AffineExpr::uses(int dimension) const {
  return std::any_of(terms.begin(), terms.end(), [&](const AffineTerm& t) {
    if (t.atom.kind == AffineAtom::Kind::Dim) return t.atom.number == dimension;
    return t.atom.operands && std::any_of(t.atom.operands->begin(), t.atom.operands->end(),
                                          [&](const AffineExpr& e) { return e.uses(dimension); });
  });
}

AffineExpr AffineExpr::mapped(const std::function<int(int)>& number) const {
  AffineExpr e = *this;
  for (AffineTerm& t : e.terms) {
    if (t.atom.kind == AffineAtom::Kind::Dim) t.atom.number = number(t.atom.number);
    if (!t.atom.operands) continue;
    std::vector<AffineExpr> operands;
    for (const AffineExpr& operand : *t.atom.operands) operands.push_back(operand.mapped(number));
    t.atom.operands = std::make_shared<const std::vector<AffineExpr>>(std::move(operands));
  }
  return e;
}

// What the divisor divides leaves the division.
AffineExpr AffineExpr::floorDiv(int64_t divisor) const {
  auto [whole, rest, common] = dividedBy(divisor);
  if (rest.isConstant()) return whole;
  rest.reduceBy(common);
  if (divisor == common) return whole + rest;
  return whole + of({AffineAtom::Kind::Quotient, 0, divisor / common,
                     std::make_shared<const std::vector<AffineExpr>>(std::vector<AffineExpr>{std::move(rest)})});
}
AffineExpr AffineExpr::floorMod(int64_t divisor) const { return *this - floorDiv(divisor) * divisor; }

AffineExpr AffineExpr::extreme(AffineAtom::Kind kind, const AffineExpr& a, const AffineExpr& b) {
  AffineExpr difference = a - b;
  if (!difference.valid) return difference;
  if (difference.isConstant()) return (difference.constant <= 0) == (kind == AffineAtom::Kind::Min) ? a : b;
  const auto [first, second] = std::minmax(a, b);
  return of({kind, 0, 1, std::make_shared<const std::vector<AffineExpr>>(std::vector<AffineExpr>{first, second})});
}
AffineExpr AffineExpr::min(const AffineExpr& a, const AffineExpr& b) { return extreme(AffineAtom::Kind::Min, a, b); }
AffineExpr AffineExpr::max(const AffineExpr& a, const AffineExpr& b) { return extreme(AffineAtom::Kind::Max, a, b); }

AffineExpr AffineExpr::replaced(const AffineAtom& atom, const AffineExpr& value) const {
  AffineExpr result(constant);
  result.valid = valid;
  for (const AffineTerm& t : terms) {
    if (t.atom == atom) {
      result.add(value, t.factor);
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
    result.add(own, t.factor);
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
  return expr_.valid &&
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

// What is not a sum of others.
std::optional<AffineExpr> affineLeaf(const Expr& e, const AffineValue& value) {
  if (const auto* v = e.as<Var>()) return v->dtype().isInteger() ? value(*v) : std::nullopt;
  const auto* n = e.as<Binary>();
  if (!n || !n->a.dtype().isInteger() || n->op == BinaryOp::Mul) return std::nullopt;
  const auto a = affineExpr(n->a, value), b = a ? affineExpr(n->b, value) : std::nullopt;
  if (!b) return std::nullopt;
  const bool divisible = b->isConstant() && b->constant > 0;
  switch (n->op) {
    case BinaryOp::FloorDiv:
      return divisible ? std::optional(a->floorDiv(b->constant)) : std::nullopt;
    case BinaryOp::FloorMod:
      return divisible ? std::optional(a->floorMod(b->constant)) : std::nullopt;
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
  AffineExpr sum;
  const auto leaf = [&](const Expr& part) { return affineLeaf(part, value); };
  return addLinear(sum, e, int64_t{1}, leaf) && sum.valid ? std::optional(std::move(sum)) : std::nullopt;
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
  key += std::to_string(e.constant);
  for (const AffineTerm& t : e.terms) {
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
