#include "core/tune/model/index_reader.h"

#include <algorithm>
#include <cmath>

#include "core/analysis/cost/cost.h"

namespace lw::tune {
namespace {

IndexTerms unknownIndex() { return {{}, 0, false}; }

IndexTerms scaledIndex(IndexTerms a, double factor) {
  if (factor == 0) return {{}, 0, a.known};
  a.constant *= factor;
  for (IndexTerm& t : a.terms) t.step *= factor;
  return a;
}

IndexTerms sumOf(IndexTerms a, const IndexTerms& b) {
  a.constant += b.constant;
  a.known = a.known && b.known;
  for (const IndexTerm& t : b.terms) {
    const auto same = std::find_if(a.terms.begin(), a.terms.end(), [&](const IndexTerm& x) {
      return x.loop == t.loop && x.period == t.period && x.wraps == t.wraps && x.count == t.count;
    });
    if (same == a.terms.end())
      a.terms.push_back(t);
    else
      same->step += t.step;
  }
  std::erase_if(a.terms, [](const IndexTerm& t) { return t.step == 0; });
  return a;
}

struct Bounds {
  double low = 0, high = 0;
};
Bounds boundsOf(const IndexTerms& a) {
  Bounds b{a.constant, a.constant};
  for (const IndexTerm& t : a.terms) (t.step > 0 ? b.high : b.low) += t.step * (t.count - 1);
  return b;
}

// Parts that the divisor divides, and the others.
std::pair<IndexTerms, IndexTerms> dividedParts(const IndexTerms& a, double divisor) {
  IndexTerms whole, rest;
  whole.constant = std::floor(a.constant / divisor);
  rest.constant = a.constant - whole.constant * divisor;
  for (IndexTerm t : a.terms)
    if (std::fmod(t.step, divisor) == 0) {
      t.step /= divisor;
      whole.terms.push_back(t);
    } else {
      rest.terms.push_back(t);
    }
  return {std::move(whole), std::move(rest)};
}

IndexTerms quotientOf(const IndexTerms& a, double divisor) {
  auto [whole, rest] = dividedParts(a, divisor);
  whole.known = a.known;
  const Bounds bounds = boundsOf(rest);
  if (std::floor(bounds.low / divisor) == std::floor(bounds.high / divisor)) {
    whole.constant += std::floor(bounds.low / divisor);
    return whole;
  }
  // What moves least matters only where nothing else carries it over the divisor.
  std::stable_sort(rest.terms.begin(), rest.terms.end(),
                   [](const IndexTerm& x, const IndexTerm& y) { return std::abs(x.step) > std::abs(y.step); });
  bool first = true;
  for (IndexTerm t : rest.terms) {
    const double step = std::abs(t.step);
    if (!first && step * t.count < divisor) continue;
    first = false;
    if (step < divisor) {
      t.period *= divisor / step;
      t.count = std::max(1.0, std::ceil(t.count * step / divisor));
      t.step = t.step < 0 ? -1 : 1;
    } else {
      t.step = std::trunc(t.step / divisor);
    }
    whole.terms.push_back(t);
  }
  return whole;
}

IndexTerms remainderOf(const IndexTerms& a, double divisor) {
  IndexTerms rest = dividedParts(a, divisor).second;
  rest.known = a.known;
  const Bounds bounds = boundsOf(rest);
  if (bounds.low >= 0 && bounds.high < divisor) return rest;
  for (IndexTerm& t : rest.terms) {
    const double step = std::abs(t.step);
    if (step >= divisor) t.step = std::fmod(t.step, divisor);
    const double fits = std::max(1.0, std::ceil(divisor / std::max(1.0, step)));
    if (t.count > fits) t.count = fits, t.wraps = true;
  }
  return rest;
}

}  // namespace

IndexTerms IndexReader::read(const Expr& e) const {
  if (const auto* i = e.as<IntImm>()) return {{}, static_cast<double>(i->value), true};
  if (const auto* v = e.as<Var>()) {
    const auto found = values_.find(v->key());
    return found == values_.end() ? IndexTerms{{}, static_cast<double>(kAssumedSize), true} : found->second;
  }
  if (const auto* c = e.as<Cast>()) return read(c->value);
  if (const auto* b = e.as<Broadcast>()) return read(b->value);
  if (const auto* c = e.as<Call>()) {
    if (c->op == Intrinsic::Likely) return read(c->args[0]);
    if (c->op == Intrinsic::IfThenElse && c->args.size() == 3) return read(c->args[1]);
    return unknownIndex();
  }
  if (const auto* s = e.as<Select>()) return read(s->whenTrue);
  if (const auto* r = e.as<Ramp>()) {
    IndexTerms base = read(r->base);
    const IndexTerms stride = read(r->stride);
    if (!stride.known || !stride.terms.empty()) return unknownIndex();
    base.terms.push_back({-1, stride.constant, static_cast<double>(r->lanes)});
    return base;
  }
  const auto* n = e.as<Binary>();
  return n ? readBinary(*n) : unknownIndex();
}

IndexTerms IndexReader::readBinary(const Binary& n) const {
  const IndexTerms a = read(n.a), b = read(n.b);
  if (n.op == BinaryOp::Add) return sumOf(a, b);
  if (n.op == BinaryOp::Sub) return sumOf(a, scaledIndex(b, -1));
  if (n.op == BinaryOp::Min || n.op == BinaryOp::Max) return a.terms.size() >= b.terms.size() ? a : b;
  if (n.op == BinaryOp::Mul) {
    if (b.terms.empty() && b.known) return scaledIndex(a, b.constant);
    if (a.terms.empty() && a.known) return scaledIndex(b, a.constant);
    return unknownIndex();
  }
  const bool divides = b.terms.empty() && b.known && b.constant > 0;
  if (divides && (n.op == BinaryOp::FloorDiv || n.op == BinaryOp::Div)) return quotientOf(a, b.constant);
  if (divides && (n.op == BinaryOp::FloorMod || n.op == BinaryOp::Mod)) return remainderOf(a, b.constant);
  return unknownIndex();
}

double IndexReader::largest(const Expr& e) const {
  const IndexTerms value = read(e);
  return value.known ? boundsOf(value).high : static_cast<double>(kAssumedSize);
}

}  // namespace lw::tune
