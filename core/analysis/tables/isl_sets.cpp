#include "core/analysis/tables/isl_sets.h"

#include <isl/aff.h>
#include <isl/constraint.h>
#include <isl/local_space.h>
#include <isl/options.h>
#include <isl/point.h>
#include <isl/set.h>
#include <isl/space.h>
#include <isl/val.h>

#include <algorithm>

namespace lw::analysis {
namespace {

using Kind = AffineCondition::Kind;
using AtomKind = AffineAtom::Kind;

// A minimum or maximum among the atoms, also inside of quotients: one whose operands have none.
const AffineAtom* extremeIn(const AffineExpr& e) {
  for (const AffineTerm& t : e.terms) {
    if (!t.atom.operands) continue;
    for (const AffineExpr& operand : *t.atom.operands)
      if (const AffineAtom* inner = extremeIn(operand)) return inner;
    if (t.atom.kind != AtomKind::Quotient) return &t.atom;
  }
  return nullptr;
}

int occurrences(const AffineExpr& e, const AffineAtom& atom) {
  int count = 0;
  for (const AffineTerm& t : e.terms) {
    count += t.atom == atom;
    if (t.atom.operands)
      for (const AffineExpr& operand : *t.atom.operands) count += occurrences(operand, atom);
  }
  return count;
}

// The comparison without this minimum or maximum, by cases.
AffineCondition byCases(const AffineCondition& comparison, const AffineAtom& extreme) {
  const auto with = [&](const AffineExpr& value) {
    const AffineExpr e = comparison.expr().replaced(extreme, value);
    return comparison.kind() == Kind::Zero ? AffineCondition::equal(e, 0) : AffineCondition::atMost(0, e);
  };
  const AffineExpr &a = (*extreme.operands)[0], &b = (*extreme.operands)[1];
  const bool isMin = extreme.kind == AtomKind::Min;
  for (const AffineTerm& t : comparison.expr().terms)
    if (comparison.kind() == Kind::AtLeastZero && t.atom == extreme && occurrences(comparison.expr(), extreme) == 1) {
      // x + min(a, b) >= 0 holds if it holds with both, x + max(a, b) >= 0 if it holds with one.
      const bool both = isMin == (t.factor > 0);
      return both ? AffineCondition::all({with(a), with(b)}) : AffineCondition::any({with(a), with(b)});
    }
  return AffineCondition::any({AffineCondition::all({AffineCondition::atMost(a, b), with(isMin ? a : b)}),
                               AffineCondition::all({AffineCondition::less(b, a), with(isMin ? b : a)})});
}

// Comparisons without minima and maxima, and the alternatives besides.
void flatten(const AffineCondition& c, std::vector<AffineCondition>& comparisons,
             std::vector<AffineCondition>& alternatives) {
  if (c.kind() == Kind::All) {
    for (const AffineCondition& part : c.parts()) flatten(part, comparisons, alternatives);
  } else if (c.kind() == Kind::Any) {
    alternatives.push_back(c);
  } else if (const AffineAtom* extreme = extremeIn(c.expr())) {
    flatten(byCases(c, *extreme), comparisons, alternatives);
  } else {
    comparisons.push_back(c);
  }
}

isl::val valueOf(const IslContext& context, int64_t n) {
  return isl::manage(isl_val_int_from_si(context.get().get(), static_cast<long>(n)));
}

std::string nameOfSize(int number) { return "p" + std::to_string(number); }

}  // namespace

IslContext::IslContext(unsigned long operations) : context_(isl_ctx_alloc()) {
  isl_options_set_on_error(context_.get(), ISL_ON_ERROR_CONTINUE);
  isl_ctx_set_max_operations(context_.get(), operations);
}
void IslContext::restart() const {
  isl_ctx_reset_error(context_.get());
  isl_ctx_reset_operations(context_.get());
}
bool IslContext::ranOut() const { return isl_ctx_last_error(context_.get()) == isl_error_quota; }

// ---- sets ----

isl::space SetSpace::withSizes(isl::space space) const {
  isl_space* s = space.release();
  for (size_t i = 0; i < sizes_.size(); ++i)
    s = isl_space_set_dim_name(s, isl_dim_param, static_cast<unsigned>(i), nameOfSize(sizes_[i]).c_str());
  return isl::manage(s);
}

isl::set SetSpace::where(const Tuple& tuple, const Conjunction& conditions) const {
  isl_space* space = isl_space_set_alloc(context_.get().get(), static_cast<unsigned>(sizes_.size()),
                                         static_cast<unsigned>(tuple.rank));
  if (!tuple.name.empty()) space = isl_space_set_tuple_name(space, isl_dim_set, tuple.name.c_str());
  return within(withSizes(isl::manage(space)), conditions);
}

isl::map SetSpace::where(const Tuple& domain, const Tuple& range, const Conjunction& conditions) const {
  isl_space* space = isl_space_alloc(context_.get().get(), static_cast<unsigned>(sizes_.size()),
                                     static_cast<unsigned>(domain.rank), static_cast<unsigned>(range.rank));
  if (!domain.name.empty()) space = isl_space_set_tuple_name(space, isl_dim_in, domain.name.c_str());
  if (!range.name.empty()) space = isl_space_set_tuple_name(space, isl_dim_out, range.name.c_str());
  return within(isl::manage(isl_space_wrap(withSizes(isl::manage(space)).release())), conditions).unwrap();
}

isl::set SetSpace::within(const isl::space& space, const Conjunction& conditions) const {
  std::vector<AffineCondition> comparisons, alternatives;
  for (const AffineCondition& c : conditions) {
    if (!c.fits()) isl::exception::throw_error(isl_error_invalid, "a coefficient is too large", __FILE__, __LINE__);
    flatten(c, comparisons, alternatives);
  }
  isl::basic_set plain = isl::manage(isl_basic_set_universe(space.copy()));
  for (const AffineCondition& c : comparisons) {
    isl_aff* aff = affOf(space, c.expr()).release();
    isl_constraint* constraint = c.kind() == Kind::Zero ? isl_equality_from_aff(aff) : isl_inequality_from_aff(aff);
    plain = isl::manage(isl_basic_set_add_constraint(plain.release(), constraint));
  }
  isl::set all(plain);
  for (const AffineCondition& c : alternatives) all = all.intersect(whereAny(space, c));
  return all;
}

isl::set SetSpace::whereAny(const isl::space& space, const AffineCondition& any) const {
  isl::set all = isl::set::empty(space);
  for (const AffineCondition& part : any.parts()) all = all.unite(within(space, {part}));
  return all;
}

isl::aff SetSpace::affOf(const isl::space& space, const AffineExpr& e) const {
  isl::aff aff = isl::manage(isl_aff_val_on_domain_space(space.copy(), valueOf(context_, e.constant).release()));
  for (const AffineTerm& t : e.terms) {
    const isl::val factor = valueOf(context_, t.factor);
    if (t.atom.kind == AtomKind::Quotient) {
      const isl::aff base = affOf(space, t.atom.operands->front());
      aff = aff.add(base.scale_down(valueOf(context_, t.atom.divisor)).floor().scale(factor));
      continue;
    }
    const bool isDim = t.atom.kind == AtomKind::Dim;
    const auto at = isDim ? t.atom.number : std::find(sizes_.begin(), sizes_.end(), t.atom.number) - sizes_.begin();
    aff = isl::manage(isl_aff_add_coefficient_val(aff.release(), isDim ? isl_dim_in : isl_dim_param,
                                                  static_cast<int>(at), factor.copy()));
  }
  return aff;
}

// ---- points ----

isl::set without(isl::set set, size_t first, size_t count) {
  return isl::manage(
      isl_set_project_out(set.release(), isl_dim_set, static_cast<unsigned>(first), static_cast<unsigned>(count)));
}

std::vector<int64_t> leastPoint(const IslContext& context, const isl::set& set, size_t rank) {
  context.restart();
  const std::optional<isl::set> least = context.ask([&] { return set.lexmin(); });
  if (!least) context.restart();
  const isl::point point = least.value_or(set).sample_point();
  std::vector<int64_t> values;
  for (size_t i = 0; i < rank; ++i)
    values.push_back(isl::manage(isl_point_get_coordinate_val(point.get(), isl_dim_set, static_cast<int>(i))).num_si());
  return values;
}

}  // namespace lw::analysis
