#include "core/arith/sum.h"

#include <algorithm>

#include "core/arith/compare_expr.h"
#include "core/ir/ops.h"

namespace lw::arith {
namespace {

int64_t times(int64_t a, int64_t b, bool& overflow) {
  int64_t r;
  if (__builtin_mul_overflow(a, b, &r)) {
    overflow = true;
    return 0;
  }
  return r;
}

bool samePart(const Term& a, const Term& b) { return a.lower == b.lower && a.upper == b.upper; }

// a and b as parts of one index: a = x // (c*s) % m * (s*t), b = x // c % s * t.
bool continues(const Term& a, const Term& b) {
  return a.lower == b.upper && b.scale != 0 && a.scale % b.scale == 0 && b.lower != 0 && a.lower % b.lower == 0 &&
         a.scale / b.scale == a.lower / b.lower;
}

}  // namespace

void Sum::add(Term term, int64_t factor) {
  term.scale = times(term.scale, factor, overflow);
  if (term.scale == 0) return;
  size_t i = 0;
  while (i < terms.size() && !same(terms[i].index, term.index)) ++i;
  for (; i < terms.size(); ++i) {
    if (!same(terms[i].index, term.index) || term.lower > terms[i].lower) break;
    if (samePart(terms[i], term)) {
      if (__builtin_add_overflow(terms[i].scale, term.scale, &terms[i].scale)) overflow = true;
      return;
    }
  }
  terms.insert(terms.begin() + static_cast<std::ptrdiff_t>(i), std::move(term));
}

void Sum::add(const Sum& other, int64_t factor) {
  overflow |= other.overflow;
  for (const Term& t : other.terms) add(t, factor);
  if (__builtin_add_overflow(base, times(other.base, factor, overflow), &base)) overflow = true;
}

void Sum::scaleBy(int64_t factor) {
  for (Term& t : terms) t.scale = times(t.scale, factor, overflow);
  base = times(base, factor, overflow);
  if (factor == 0) terms.clear();
}

void Sum::divideBy(int64_t divisor) {
  for (Term& t : terms) t.scale /= divisor;
  base /= divisor;
}

bool Sum::fits(DataType type) const {
  if (overflow) return false;
  if (terms.empty()) return base >= minValueOf(type) && base <= maxValueOf(type);
  const int64_t most = std::min(maxValueOf(type), int64_t{1} << 62);
  const auto within = [&](int64_t v) { return v <= most && v >= -most; };
  return within(base) && std::all_of(terms.begin(), terms.end(), [&](const Term& t) {
           return within(t.scale) && within(t.lower) && (t.upper == Term::kNoUpper || within(t.upper));
         });
}

std::vector<Term> normalTerms(std::vector<Term> terms) {
  for (size_t i = 0; i < terms.size(); ++i) {
    for (size_t j = i + 1; j < terms.size() && terms[i].scale != 0; ++j) {
      Term &a = terms[i], &b = terms[j];
      if (!same(a.index, b.index) || a.upper < b.lower) break;
      if (samePart(a, b)) {
        b.scale += a.scale;
        a.scale = 0;
      } else if (continues(a, b)) {
        b.upper = a.upper;
        a.scale = 0;
      }
    }
  }
  std::erase_if(terms, [](const Term& t) { return t.scale == 0; });
  std::stable_sort(terms.begin(), terms.end(), [](const Term& a, const Term& b) {
    if (a.scale != b.scale) return a.scale > b.scale;
    if (a.lower != b.lower) return a.lower > b.lower;
    return a.upper > b.upper;
  });
  return terms;
}

Expr termExpr(const Term& term, int64_t scale) {
  const DataType type = term.index.dtype();
  Expr e = term.index;
  if (term.upper != Term::kNoUpper) e = floormod(e, makeConst(type, term.upper));
  if (term.lower != 1) e = floordiv(e, makeConst(type, term.lower));
  return scale == 1 ? e : e * makeConst(type, scale);
}

}  // namespace lw::arith
