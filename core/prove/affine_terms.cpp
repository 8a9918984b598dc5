// Integer expressions and conditions as piecewise quasi-affine functions of a statement's loops and the sizes. The
// arithmetic of indices is that of the integers: no overflow is assumed of sizes, and what exceeds its type although
// all sizes are constants is no affine expression.
#include <isl/aff.h>
#include <isl/set.h>
#include <isl/val.h>

#include "core/ir/ops.h"
#include "core/ir/update.h"
#include "core/prove/equations.h"
#include "core/prove/intervals.h"

namespace lw::prove {

using Value = std::optional<isl::pw_aff>;
using Condition = std::optional<isl::set>;

constexpr int64_t kHalvesBelow = int64_t{1} << 22;  // of 32-bit floats
constexpr long kMostCases = 32;

class AffineTerms {
 public:
  AffineTerms(const Equations& equations, const Statement& statement)
      : e_(equations), s_(statement), space_(equations.domainSpace(statement)) {}

  Value value(const Expr& e) {
    if (!e.dtype().isInt() || e.dtype().isVector()) {
      const auto* number = e.as<IntImm>();
      return number && e.dtype().isInteger() ? Value(constant(number->value)) : std::nullopt;
    }
    return e.match([&](const IntImm& n) -> Value { return constant(n.value); },
                   [&](const Var& v) { return variable(v); }, [&](const Cast& c) { return converted(c); },
                   [&](const Binary& b) { return binary(b); },
                   [&](const Select& c) { return choice(c.condition, c.whenTrue, c.whenFalse); },
                   [&](const Call& c) -> Value {
                     if (c.op == Intrinsic::IfThenElse) return choice(c.args[0], c.args[1], c.args[2]);
                     return c.op == Intrinsic::Likely ? value(c.args[0]) : std::nullopt;
                   },
                   [&](const Let& l) { return value(l.body); }, [](const auto&) -> Value { return std::nullopt; });
  }

  Condition condition(const Expr& e) {
    if (!e.dtype().isBool() || e.dtype().isVector()) return std::nullopt;
    return e.match(
        [&](const IntImm& n) -> Condition { return n.value ? space_ : emptyLike(space_); },
        [&](const Not& n) -> Condition {
          const Condition c = condition(n.value);
          return c ? Condition(space_.subtract(*c)) : std::nullopt;
        },
        [&](const Binary& b) { return comparison(b); },
        [&](const Var& v) -> Condition {
          const Expr* bound = e_.bound(v);
          return bound ? condition(*bound) : std::nullopt;
        },
        [&](const Let& l) { return condition(l.body); },
        [&](const Call& c) -> Condition { return c.op == Intrinsic::Likely ? condition(c.args[0]) : std::nullopt; },
        [](const auto&) -> Condition { return std::nullopt; });
  }

 private:
  isl::pw_aff constant(int64_t n) const {
    isl_val* value = isl_val_int_from_si(space_.ctx().get(), static_cast<long>(n));
    return isl::manage(isl_pw_aff_val_on_domain(space_.copy(), value));
  }

  isl::pw_aff dimension(size_t i) const {
    isl_local_space* local = isl_local_space_from_space(space_.space().release());
    return isl::manage(isl_pw_aff_var_on_domain(local, isl_dim_set, static_cast<unsigned>(i)));
  }

  Value variable(const Var& v) {
    for (size_t i = 0; i < s_.coordinates.size(); ++i)
      if (s_.coordinates[i].sameAs(v)) return dimension(i);
    for (size_t i = 0; i < s_.loops.size(); ++i)
      if (s_.loops[i].var.sameAs(v))
        return s_.coordinates.empty() ? dimension(i) : isl::pw_aff(s_.loopsAt.at(static_cast<int>(i)));
    if (const Expr* bound = e_.bound(v)) return value(*bound);
    if (const std::string* name = e_.sizeName(v)) return isl::pw_aff(space_.space().param_aff_on_domain(*name));
    return std::nullopt;
  }

  // A narrower type holds the same number where the number fits.
  Value converted(const Cast& c) {
    if (Value whole = rounded(c)) return whole;
    const Value v = value(c.value);
    if (!v) return std::nullopt;
    const DataType from = c.value.dtype();
    if (overflows(c.value, *v)) return std::nullopt;
    return c.type.bits >= from.bits || fits(c.value, *v, c.type) ? v : std::nullopt;
  }

  // floor(float(n)) and floor(float(n) + 0.5) are n for numbers that leave a bit for the half.
  Value rounded(const Cast& c) {
    const auto* floor = c.value.as<Call>();
    if (!floor || !(floor->op == Intrinsic::Floor) || !c.type.isInt()) return std::nullopt;
    const auto* sum = floor->args[0].as<Binary>();
    const auto* half = sum && sum->op == BinaryOp::Add ? sum->b.as<FloatImm>() : nullptr;
    if (sum && (!half || half->value != 0.5)) return std::nullopt;
    const auto* number = (sum ? sum->a : floor->args[0]).as<Cast>();
    if (!number || number->type != dtype::Float32) return std::nullopt;
    const Value n = value(number->value);
    if (!n || !s_.known || !within(*n, -kHalvesBelow, kHalvesBelow) || !fits(number->value, *n, c.type))
      return std::nullopt;
    return n;
  }
  bool within(const isl::pw_aff& v, int64_t low, int64_t high) const {
    return v.lt_set(constant(low)).unite(v.gt_set(constant(high))).intersect(known()).is_empty();
  }

  // `v`: the value of `e`
  bool fits(const Expr& e, const isl::pw_aff& v, DataType type) const {
    if (const std::optional<Interval> known = intervalOf(e_, s_, e); known && known->fits(type)) return true;
    const isl::set outside = v.lt_set(constant(minValueOf(type))).unite(v.gt_set(constant(maxValueOf(type))));
    return outside.intersect(known()).is_empty();
  }
  // A number that was wrapped is compared and divided as another one. Sums and products of wrapped numbers are right.
  bool overflows(const Expr& e, const isl::pw_aff& v) const {
    return s_.known && e_.sizeNames_.empty() && e.dtype().bits >= 32 && !fits(e, v, e.dtype());
  }
  isl::set known() const { return s_.known ? s_.domain : space_; }

  Value binary(const Binary& b) {
    const Value x = value(b.a), y = value(b.b);
    if (!x || !y || b.a.dtype().bits < 32) return std::nullopt;
    switch (b.op) {
      case BinaryOp::Add:
        return x->add(*y);
      case BinaryOp::Sub:
        return x->sub(*y);
      case BinaryOp::Mul:
        if (isConstant(*x) || isConstant(*y)) return x->mul(*y);
        if (Value all = byCases(*x, *y)) return all;
        return byCases(*y, *x);
      case BinaryOp::Min:
      case BinaryOp::Max:
        if (overflows(b.a, *x) || overflows(b.b, *y)) return std::nullopt;
        return b.op == BinaryOp::Min ? x->min(*y) : x->max(*y);
      default:
        return quotient(b, *x);
    }
  }

  Value quotient(const Binary& b, const isl::pw_aff& x) {
    const std::optional<int64_t> n = asInt(b.b);
    if (!n || *n <= 0 || overflows(b.a, x)) return std::nullopt;
    const isl::pw_aff d = constant(*n);
    const isl::val number = isl::manage(isl_val_int_from_si(space_.ctx().get(), static_cast<long>(*n)));
    switch (b.op) {
      case BinaryOp::FloorDiv:
        return x.div(d).floor();
      case BinaryOp::FloorMod:
        return x.mod(number);
      case BinaryOp::Div:
        return x.tdiv_q(d);
      case BinaryOp::Mod:
        return x.tdiv_r(d);
      default:
        return std::nullopt;
    }
  }

  // A product with a number that has few values: for each of them, a multiple.
  Value byCases(const isl::pw_aff& few, const isl::pw_aff& other) const {
    if (!s_.known) return std::nullopt;
    isl_set* values = isl_map_range(few.as_map().intersect_domain(s_.domain).release());
    values = isl_set_project_out(values, isl_dim_param, 0, static_cast<unsigned>(isl_set_dim(values, isl_dim_param)));
    const isl::set all = isl::manage(values);
    if (all.is_empty() || isl_set_is_bounded(all.get()) != isl_bool_true) return std::nullopt;
    const long first = isl::manage(isl_set_dim_min_val(all.copy(), 0)).num_si(),
               last = isl::manage(isl_set_dim_max_val(all.copy(), 0)).num_si();
    if (last - first >= kMostCases) return std::nullopt;
    isl_pw_aff* sum = isl_pw_aff_empty(isl_pw_aff_get_space(few.get()));
    for (long n = first; n <= last; ++n) {
      isl_pw_aff* part = isl_pw_aff_scale_val(other.copy(), isl_val_int_from_si(space_.ctx().get(), n));
      sum = isl_pw_aff_union_add(sum, isl_pw_aff_intersect_domain(part, few.eq_set(constant(n)).release()));
    }
    return isl::manage(sum);
  }

  static bool isConstant(const isl::pw_aff& v) { return isl_pw_aff_is_cst(v.get()) == isl_bool_true; }

  Value choice(const Expr& c, const Expr& a, const Expr& b) {
    const Condition where = condition(c);
    if (!where) return std::nullopt;
    const Value x = value(a), y = value(b);
    if (!x || !y) return std::nullopt;
    return isl::manage(isl_set_indicator_function(where->copy())).cond(*x, *y);
  }

  Condition comparison(const Binary& b) {
    if (b.op == BinaryOp::And || b.op == BinaryOp::Or) {
      const Condition x = condition(b.a), y = condition(b.b);
      if (!x || !y) return std::nullopt;
      return b.op == BinaryOp::And ? x->intersect(*y) : x->unite(*y);
    }
    const Value x = value(b.a), y = value(b.b);
    if (!x || !y || overflows(b.a, *x) || overflows(b.b, *y)) return std::nullopt;
    switch (b.op) {
      case BinaryOp::EQ:
        return x->eq_set(*y);
      case BinaryOp::NE:
        return x->ne_set(*y);
      case BinaryOp::LT:
        return x->lt_set(*y);
      case BinaryOp::LE:
        return x->le_set(*y);
      case BinaryOp::GT:
        return x->gt_set(*y);
      case BinaryOp::GE:
        return x->ge_set(*y);
      default:
        return std::nullopt;
    }
  }

  const Equations& e_;
  const Statement& s_;
  isl::set space_;
};

std::optional<isl::pw_aff> Equations::affine(const Statement& s, const Expr& e) const {
  return AffineTerms(*this, s).value(e);
}
std::optional<isl::set> Equations::condition(const Statement& s, const Expr& e) const {
  return AffineTerms(*this, s).condition(e);
}

isl::set Equations::domainSpace(const Statement& s) const {
  isl::space space = isl::space::unit(limit_.get());
  for (const std::string& name : sizeNames_) space = space.add_param(name);
  const size_t rank = s.coordinates.empty() ? s.loops.size() : s.coordinates.size();
  return space.add_named_tuple(s.tuple, static_cast<unsigned>(rank)).universe_set();
}

std::optional<isl::map> Equations::elements(const Statement& s, const Place& place) const {
  const Memory& memory = memories_[static_cast<size_t>(place.memory)];
  isl::pw_aff_list list(limit_.get(), 8);
  for (size_t i = 0; i < memory.loops; ++i) {
    const Value v = affine(s, s.loops[i].var);
    if (!v) return std::nullopt;
    list = list.add(*v);
  }
  for (const Expr& index : place.indices) {
    const Value v = affine(s, index);
    if (!v) return std::nullopt;
    list = list.add(*v);
  }
  const isl::set domain = domainSpace(s);
  const auto rank = static_cast<unsigned>(memory.loops + place.indices.size());
  isl::space range = isl::space::unit(limit_.get());
  for (const std::string& name : sizeNames_) range = range.add_param(name);
  const isl::space space = domain.space().product(range.add_named_tuple(memory.tuple, rank)).unwrap();
  isl::map map = isl::multi_pw_aff(space, list).as_map();
  return s.known ? map.intersect_domain(s.domain) : map;
}

}  // namespace lw::prove
