#include "core/analysis/tables/forms.h"

#include <algorithm>

#include "core/ir/ops.h"

namespace lw::analysis {
namespace {

constexpr int64_t kLargest = int64_t{1} << 40;  // of constants and factors: products of two stay in int64_t

bool small(const Form& f) {
  const auto fits = [](int64_t n) { return n > -kLargest && n < kLargest; };
  return f.valid && fits(f.constant) &&
         std::all_of(f.terms.begin(), f.terms.end(), [&](const Form::Term& t) { return fits(t.factor); });
}

}  // namespace

int Forms::addLoop(const Var& loop, size_t depth) {
  while (atDepth_.size() <= depth) atDepth_.push_back(addDigit());
  define(loop, Form::of(atDepth_[depth]));
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
  return Form::of(static_cast<int>(found - atoms_.begin()));
}

// A part that the divisor divides is moved out of the division; the rest is made as small as possible.
Form Forms::divided(Kind kind, const Form& f, int64_t divisor, const Bounds* box) {
  auto [whole, rest, common] = f.dividedBy(divisor);
  const bool quotient = kind == Kind::Quotient;
  if (rest.isConstant()) return quotient ? whole : rest;
  if (box) {
    const IntBound values = range(rest, *box);
    const int64_t low = floorDivide(values.min, divisor);
    if (low == floorDivide(values.max, divisor)) return quotient ? whole + low : rest - low * divisor;
  }
  const int64_t left = floorModulo(rest.constant, common);
  rest.reduceBy(common);
  const Form part = atom(kind, std::move(rest), divisor / common);
  return quotient ? whole + part : part * common + left;
}

// What is not a sum of others.
std::optional<Form> Forms::readLeaf(const Expr& e) {
  if (const auto* v = e.as<Var>()) {
    const auto found = values_.find(v->key());
    return found == values_.end() ? std::nullopt : found->second;
  }
  if (const auto* c = e.as<Cast>()) return c->type.isInt() && c->value.dtype().isInt() ? read(c->value) : std::nullopt;
  if (const auto* call = e.as<Call>()) return call->op == Intrinsic::Likely ? read(call->args[0]) : std::nullopt;
  const auto* n = e.as<Binary>();
  if (!n || (n->op != BinaryOp::FloorDiv && n->op != BinaryOp::FloorMod)) return std::nullopt;
  const std::optional<Form> a = read(n->a), b = a ? read(n->b) : std::nullopt;
  if (!b || !b->isConstant() || b->constant <= 0) return std::nullopt;
  return divided(n->op == BinaryOp::FloorDiv ? Kind::Quotient : Kind::Remainder, *a, b->constant, nullptr);
}

std::optional<Form> Forms::read(const Expr& e) {
  Form form;
  const auto leaf = [this](const Expr& part) { return readLeaf(part); };
  return addLinear(form, e, int64_t{1}, leaf) && small(form) ? std::optional(std::move(form)) : std::nullopt;
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
  Form difference = less ? *b - *a : *a - *b;
  if (n->op == BinaryOp::EQ) out.push_back(difference * -1);
  if (strict) --difference.constant;
  out.push_back(std::move(difference));
  return true;
}

bool Forms::isLinear(const Form& f) const {
  return std::all_of(f.terms.begin(), f.terms.end(), [this](const Form::Term& t) { return isLoop(t.atom); });
}

Form Forms::resolve(const Form& f, const Bounds& box) {
  Form out(f.constant);
  for (const auto& [a, factor] : f.terms) {
    const Atom& at = atoms_[static_cast<size_t>(a)];
    if (at.kind == Kind::Loop) {
      const IntBound& here = box[static_cast<size_t>(a)];
      if (here.min == here.max)
        out.constant += factor * here.min;
      else
        out.add(a, factor);
      continue;
    }
    const Kind kind = at.kind;
    const int64_t divisor = at.divisor;
    const Form of = resolve(Form(at.of), box);  // a copy, because adding atoms moves the old ones
    out.add(divided(kind, of, divisor, &box), factor);
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
    if (!isLoop(term.atom))
      loopsOf(atoms_[static_cast<size_t>(term.atom)].of, out);
    else if (std::find(out.begin(), out.end(), term.atom) == out.end())
      out.push_back(term.atom);
  }
}

std::optional<Forms::Division> Forms::divisionIn(const std::vector<Form>& forms) const {
  std::optional<Division> smallest;
  for (const Form& f : forms)
    for (const auto& term : f.terms) {
      const Atom& at = atoms_[static_cast<size_t>(term.atom)];
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
  Form out(f.constant);
  for (const auto& [a, factor] : f.terms) {
    const Atom at = atoms_[static_cast<size_t>(a)];
    Form part = Form::of(a);
    if (at.kind == Kind::Loop && std::find(inside.begin(), inside.end(), a) != inside.end()) {
      if (division.base != part) return std::nullopt;
      part = Form::of(quotient, d) + Form::of(remainder);
    } else if (at.kind != Kind::Loop) {
      std::vector<int> used;
      loopsOf(at.of, used);
      const bool touched = std::any_of(
          used.begin(), used.end(), [&](int l) { return std::find(inside.begin(), inside.end(), l) != inside.end(); });
      if (touched) {
        if (at.of != division.base || at.divisor % d != 0) return std::nullopt;
        const Form high = divided(at.kind, Form::of(quotient), at.divisor / d, nullptr);
        part = at.kind == Kind::Quotient ? high : high * d + Form::of(remainder);
      }
    }
    out.add(part, factor);
  }
  return out;
}

}  // namespace lw::analysis
