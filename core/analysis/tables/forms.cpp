#include "core/analysis/tables/forms.h"

#include <algorithm>
#include <numeric>

#include "core/ir/ops.h"

namespace lw::analysis {
namespace {

constexpr int64_t kLargest = int64_t{1} << 40;  // of constants and factors: products of two stay in int64_t

bool small(const Form& f) {
  const auto fits = [](int64_t n) { return n > -kLargest && n < kLargest; };
  return fits(f.constant) && std::all_of(f.terms.begin(), f.terms.end(), [&](const auto& t) { return fits(t.second); });
}

std::optional<Form> checked(Form f) { return small(f) ? std::optional(std::move(f)) : std::nullopt; }

}  // namespace

Form scaled(const Form& f, int64_t factor) {
  if (factor == 0) return {};
  Form out = f;
  out.constant *= factor;
  for (auto& term : out.terms) term.second *= factor;
  return out;
}

Form sum(const Form& a, const Form& b) {
  if (a.isConst() || b.isConst()) {
    Form out = a.isConst() ? b : a;
    out.constant = a.constant + b.constant;
    return out;
  }
  Form out{a.constant + b.constant, {}};
  out.terms.reserve(a.terms.size() + b.terms.size());
  auto x = a.terms.begin(), y = b.terms.begin();
  while (x != a.terms.end() || y != b.terms.end()) {
    if (y == b.terms.end() || (x != a.terms.end() && x->first < y->first)) {
      out.terms.push_back(*x++);
    } else if (x == a.terms.end() || y->first < x->first) {
      out.terms.push_back(*y++);
    } else {
      if (x->second + y->second != 0) out.terms.emplace_back(x->first, x->second + y->second);
      ++x, ++y;
    }
  }
  return out;
}

int Forms::addLoop(const Var& loop, size_t depth) {
  while (atDepth_.size() <= depth) atDepth_.push_back(addDigit());
  define(loop, Form{0, {{atDepth_[depth], 1}}});
  return atDepth_[depth];
}

int Forms::addDigit() {
  atoms_.push_back({});
  return static_cast<int>(atoms_.size()) - 1;
}

Form Forms::atom(Kind kind, Form of, int64_t divisor) {
  Atom wanted{kind, std::move(of), divisor};
  auto found = std::find(atoms_.begin(), atoms_.end(), wanted);
  if (found == atoms_.end()) found = atoms_.insert(atoms_.end(), std::move(wanted));
  return {0, {{static_cast<int>(found - atoms_.begin()), 1}}};
}

// A part that the divisor divides is moved out of the division; the rest is made as small as possible.
Form Forms::divided(Kind kind, const Form& f, int64_t divisor, const Bounds* box) {
  Form whole{floorDivide(f.constant, divisor), {}}, rest{floorModulo(f.constant, divisor), {}};
  int64_t common = divisor;
  for (const auto& [a, factor] : f.terms) {
    if (factor % divisor == 0) {
      whole.terms.emplace_back(a, factor / divisor);
      continue;
    }
    rest.terms.emplace_back(a, factor);
    common = std::gcd(common, factor);
  }
  const bool quotient = kind == Kind::Quotient;
  if (rest.isConst()) return quotient ? whole : rest;
  if (box) {
    const IntBound values = range(rest, *box);
    const int64_t low = floorDivide(values.min, divisor);
    if (low == floorDivide(values.max, divisor)) {
      Form& known = quotient ? whole : rest;
      known.constant += quotient ? low : -low * divisor;
      return known;
    }
  }
  const int64_t left = floorModulo(rest.constant, common);
  rest.constant = floorDivide(rest.constant, common);
  for (auto& term : rest.terms) term.second /= common;
  if (quotient) return sum(whole, atom(kind, std::move(rest), divisor / common));
  Form out = scaled(atom(kind, std::move(rest), divisor / common), common);
  out.constant += left;
  return out;
}

std::optional<Form> Forms::readBinary(const Binary& n) {
  const bool division = n.op == BinaryOp::FloorDiv || n.op == BinaryOp::FloorMod;
  if (!division && n.op != BinaryOp::Add && n.op != BinaryOp::Sub && n.op != BinaryOp::Mul) return std::nullopt;
  const std::optional<Form> a = read(n.a), b = a ? read(n.b) : std::nullopt;
  if (!a || !b) return std::nullopt;
  if (n.op == BinaryOp::Add) return checked(sum(*a, *b));
  if (n.op == BinaryOp::Sub) return checked(sum(*a, scaled(*b, -1)));
  if (n.op == BinaryOp::Mul)
    return b->isConst()   ? checked(scaled(*a, b->constant))
           : a->isConst() ? checked(scaled(*b, a->constant))
                          : std::nullopt;
  if (!b->isConst() || b->constant <= 0) return std::nullopt;
  return divided(n.op == BinaryOp::FloorDiv ? Kind::Quotient : Kind::Remainder, *a, b->constant, nullptr);
}

std::optional<Form> Forms::read(const Expr& e) {
  if (const auto value = asInt(e)) return checked(Form{*value, {}});
  if (const auto* v = e.as<Var>()) {
    const auto found = values_.find(v->key());
    return found == values_.end() ? std::nullopt : found->second;
  }
  if (const auto* c = e.as<Cast>()) return c->type.isInt() && c->value.dtype().isInt() ? read(c->value) : std::nullopt;
  if (const auto* call = e.as<Call>()) return call->op == Intrinsic::Likely ? read(call->args[0]) : std::nullopt;
  const auto* n = e.as<Binary>();
  return n ? readBinary(*n) : std::nullopt;
}

bool Forms::readCondition(const Expr& condition, std::vector<Form>& out) {
  if (isTrue(condition)) return true;
  if (const auto* call = condition.as<Call>())
    return call->op == Intrinsic::Likely && readCondition(call->args[0], out);
  const auto* n = condition.as<Binary>();
  if (!n) return false;
  if (n->op == BinaryOp::And) {
    const bool first = readCondition(n->a, out);
    return readCondition(n->b, out) && first;
  }
  if (!isComparison(n->op) || n->op == BinaryOp::NE) return false;
  const std::optional<Form> a = read(n->a), b = a ? read(n->b) : std::nullopt;
  if (!b) return false;
  const bool strict = n->op == BinaryOp::LT || n->op == BinaryOp::GT;
  const bool less = n->op == BinaryOp::LT || n->op == BinaryOp::LE || n->op == BinaryOp::EQ;
  Form difference = less ? sum(*b, scaled(*a, -1)) : sum(*a, scaled(*b, -1));
  if (n->op == BinaryOp::EQ) out.push_back(scaled(difference, -1));
  if (strict) --difference.constant;
  out.push_back(std::move(difference));
  return true;
}

bool Forms::isLinear(const Form& f) const {
  return std::all_of(f.terms.begin(), f.terms.end(), [this](const auto& t) { return isLoop(t.first); });
}

Form Forms::resolve(const Form& f, const Bounds& box) {
  Form out{f.constant, {}};
  for (const auto& [a, factor] : f.terms) {
    const Atom& at = atoms_[static_cast<size_t>(a)];
    if (at.kind == Kind::Loop) {
      const IntBound& here = box[static_cast<size_t>(a)];
      if (here.min == here.max)
        out.constant += factor * here.min;
      else
        out = sum(out, Form{0, {{a, factor}}});
      continue;
    }
    const Kind kind = at.kind;
    const int64_t divisor = at.divisor;
    const Form of = resolve(Form(at.of), box);  // a copy, because adding atoms moves the old ones
    out = sum(out, scaled(divided(kind, of, divisor, &box), factor));
  }
  return out;
}

IntBound Forms::range(const Form& f, const Bounds& box) const {
  IntBound out{f.constant, f.constant};
  for (const auto& [a, factor] : f.terms) {
    const Atom& at = atoms_[static_cast<size_t>(a)];
    IntBound here;
    if (at.kind == Kind::Loop) {
      here = box[static_cast<size_t>(a)];
    } else {
      const IntBound of = range(at.of, box);
      here = {floorDivide(of.min, at.divisor), floorDivide(of.max, at.divisor)};
      if (at.kind == Kind::Remainder)
        here = here.min == here.max ? IntBound{of.min - here.min * at.divisor, of.max - here.min * at.divisor}
                                    : IntBound{0, at.divisor - 1};
    }
    out.min += factor * (factor > 0 ? here.min : here.max);
    out.max += factor * (factor > 0 ? here.max : here.min);
  }
  return out;
}

int64_t Forms::valueAt(const Form& f, const std::vector<int64_t>& loops) const {
  int64_t value = f.constant;
  for (const auto& [a, factor] : f.terms) {
    const Atom& at = atoms_[static_cast<size_t>(a)];
    if (at.kind == Kind::Loop)
      value += factor * loops[static_cast<size_t>(a)];
    else if (at.kind == Kind::Quotient)
      value += factor * floorDivide(valueAt(at.of, loops), at.divisor);
    else
      value += factor * floorModulo(valueAt(at.of, loops), at.divisor);
  }
  return value;
}

void Forms::loopsOf(const Form& f, std::vector<int>& out) const {
  for (const auto& term : f.terms) {
    if (!isLoop(term.first))
      loopsOf(atoms_[static_cast<size_t>(term.first)].of, out);
    else if (std::find(out.begin(), out.end(), term.first) == out.end())
      out.push_back(term.first);
  }
}

std::optional<Forms::Division> Forms::divisionIn(const std::vector<Form>& forms) const {
  std::optional<Division> smallest;
  for (const Form& f : forms)
    for (const auto& term : f.terms) {
      const Atom& at = atoms_[static_cast<size_t>(term.first)];
      if (at.kind == Kind::Loop) continue;
      if (const auto inner = divisionIn({at.of})) return inner;
      if (!smallest || at.divisor < smallest->divisor) smallest = Division{at.of, at.divisor};
    }
  return smallest;
}

std::optional<Form> Forms::replaced(const Form& f, const Division& division, int quotient, int remainder) {
  const int64_t d = division.divisor;
  std::vector<int> inside;
  loopsOf(division.base, inside);
  Form out{f.constant, {}};
  for (const auto& [a, factor] : f.terms) {
    const Atom at = atoms_[static_cast<size_t>(a)];
    Form part{0, {{a, 1}}};
    if (at.kind == Kind::Loop && std::find(inside.begin(), inside.end(), a) != inside.end()) {
      if (division.base != part) return std::nullopt;
      part = Form{0,
                  {{std::min(quotient, remainder), quotient < remainder ? d : 1},
                   {std::max(quotient, remainder), quotient < remainder ? 1 : d}}};
    } else if (at.kind != Kind::Loop) {
      std::vector<int> used;
      loopsOf(at.of, used);
      const bool touched = std::any_of(
          used.begin(), used.end(), [&](int l) { return std::find(inside.begin(), inside.end(), l) != inside.end(); });
      if (touched) {
        if (at.of != division.base || at.divisor % d != 0) return std::nullopt;
        const Form q{0, {{quotient, 1}}}, r{0, {{remainder, 1}}};
        if (at.kind == Kind::Quotient)
          part = divided(Kind::Quotient, q, at.divisor / d, nullptr);
        else
          part = sum(scaled(divided(Kind::Remainder, q, at.divisor / d, nullptr), d), r);
      }
    }
    out = sum(out, scaled(part, factor));
  }
  return out;
}

}  // namespace lw::analysis
