#include "core/tune/model/index_reader.h"

#include <algorithm>
#include <cmath>

#include "core/analysis/cost/cost.h"

namespace lw::tune {
namespace {

IndexTerms unknownIndex() {
  IndexTerms unknown;
  unknown.valid = false;
  return unknown;
}

struct Bounds {
  double low = 0, high = 0;
};
Bounds boundsOf(const IndexTerms& a) {
  Bounds b{a.constant, a.constant};
  for (const IndexTerms::Term& t : a.terms) (t.factor > 0 ? b.high : b.low) += t.factor * (t.atom.count - 1);
  return b;
}

IndexTerms quotientOf(const IndexTerms& a, double divisor) {
  auto [whole, rest, common] = a.dividedBy(divisor);
  const Bounds bounds = boundsOf(rest);
  if (std::floor(bounds.low / divisor) == std::floor(bounds.high / divisor))
    return whole + IndexTerms(std::floor(bounds.low / divisor));
  // What moves least matters only where nothing else carries it over the divisor.
  std::stable_sort(rest.terms.begin(), rest.terms.end(), [](const IndexTerms::Term& x, const IndexTerms::Term& y) {
    return std::abs(x.factor) > std::abs(y.factor);
  });
  bool first = true;
  for (auto [motion, step] : rest.terms) {
    const double distance = std::abs(step);
    if (!first && distance * motion.count < divisor) continue;
    first = false;
    if (distance < divisor) {
      motion.period *= divisor / distance;
      motion.count = std::max(1.0, std::ceil(motion.count * distance / divisor));
      step = step < 0 ? -1 : 1;
    } else {
      step = std::trunc(step / divisor);
    }
    whole.terms.push_back({motion, step});
  }
  return whole;
}

IndexTerms remainderOf(const IndexTerms& a, double divisor) {
  IndexTerms rest = a.dividedBy(divisor).rest;
  const Bounds bounds = boundsOf(rest);
  if (bounds.low >= 0 && bounds.high < divisor) return rest;
  for (auto& [motion, step] : rest.terms) {
    const double distance = std::abs(step);
    if (distance >= divisor) step = std::fmod(step, divisor);
    const double fits = std::max(1.0, std::ceil(divisor / std::max(1.0, distance)));
    if (motion.count > fits) motion.count = fits, motion.wraps = true;
  }
  return rest;
}

}  // namespace

IndexTerms IndexReader::read(const Expr& e) const {
  IndexTerms sum;
  addLinear(sum, e, 1.0, [this](const Expr& part) { return std::optional(readLeaf(part)); });
  return sum;
}

// What is not a sum of others.
IndexTerms IndexReader::readLeaf(const Expr& e) const {
  if (const auto* v = e.as<Var>()) {
    const auto found = values_.find(v->key());
    return found == values_.end() ? IndexTerms(static_cast<double>(kAssumedSize)) : found->second;
  }
  if (const auto* c = e.as<Cast>()) return read(c->value);
  if (const auto* b = e.as<Broadcast>()) return read(b->value);
  if (const auto* c = e.as<Call>()) {
    if (c->op == Intrinsic::Likely) return read(c->args[0]);
    return c->op == Intrinsic::IfThenElse && c->args.size() == 3 ? read(c->args[1]) : unknownIndex();
  }
  if (const auto* s = e.as<Select>()) return read(s->whenTrue);
  if (const auto* r = e.as<Ramp>()) {
    const IndexTerms base = read(r->base), stride = read(r->stride);
    if (!stride.valid || !stride.isConstant()) return unknownIndex();
    return base + IndexTerms::of({-1, static_cast<double>(r->lanes)}, stride.constant);
  }
  const auto* n = e.as<Binary>();
  return n ? readBinary(*n) : unknownIndex();
}

IndexTerms IndexReader::readBinary(const Binary& n) const {
  const IndexTerms a = read(n.a), b = read(n.b);
  const bool divides = b.isConstant() && b.valid && b.constant > 0;
  switch (n.op) {
    case BinaryOp::Min:
    case BinaryOp::Max:
      return a.terms.size() >= b.terms.size() ? a : b;
    case BinaryOp::FloorDiv:
    case BinaryOp::Div:
      return divides ? quotientOf(a, b.constant) : unknownIndex();
    case BinaryOp::FloorMod:
    case BinaryOp::Mod:
      return divides ? remainderOf(a, b.constant) : unknownIndex();
    default:
      return unknownIndex();
  }
}

double IndexReader::largest(const Expr& e) const {
  const IndexTerms value = read(e);
  return value.valid ? boundsOf(value).high : static_cast<double>(kAssumedSize);
}

}  // namespace lw::tune
