// What names the executions of a statement: the iter vars of its blocks, and loops that these do not determine. Without
// blocks, or where an inverse has several pieces, the loops. Relations of programs whose loops were split, fused and
// bound to threads are then as small as those of the programs that they were made of.
#include <isl/aff.h>
#include <isl/set.h>

#include "core/ir/visit.h"
#include "core/prove/equations.h"

namespace lw::prove {
namespace {

using Vars = std::vector<Var>;

bool contains(const Vars& vars, const Var& v) {
  return std::ranges::any_of(vars, [&](const Var& other) { return other.sameAs(v); });
}

// Without existentially quantified variables, if that is the same set.
isl::set simplified(const isl::set& image) {
  const isl::set whole = image.coalesce();
  const isl::set bare = isl::manage(isl_set_remove_redundancies(isl_set_remove_divs(whole.copy()))).coalesce();
  return bare.is_subset(whole) ? bare : whole;
}

class Choice {
 public:
  Choice(const Equations& equations, const Statement& s) : e_(equations), s_(s) {}

  // {loops -> coordinates}, one-to-one; nullopt: the loops are as good.
  std::optional<isl::map> choose(Vars& coordinates) {
    Vars iters, used;
    for (size_t b = s_.iters.size(); b-- > 0;)
      for (const Var& v : s_.iters[b]) {
        if (contains(used, v)) continue;  // what an inner block says is enough
        if (!varies(v)) continue;
        iters.push_back(v);
        usedBy(*e_.bound(v), used);
      }
    if (iters.empty() || sameAsLoops(iters)) return std::nullopt;
    if (tell(iters)) return accept(iters, coordinates);
    Vars some = iters;
    for (const LoopAround& loop : s_.loops)
      if (!contains(used, loop.var)) some.push_back(loop.var);
    if (some.size() > iters.size() && tell(some)) return accept(some, coordinates);
    return fewest(iters, coordinates);
  }

 private:
  bool varies(const Var& v) {
    const std::optional<isl::pw_aff> value = e_.affine(s_, v);
    return value && isl_pw_aff_is_cst(value->get()) != isl_bool_true;
  }

  void usedBy(const Expr& e, Vars& used) const {
    for (const Var& v : freeVars(e)) {
      if (contains(used, v)) continue;
      used.push_back(v);
      if (const Expr* bound = e_.bound(v)) usedBy(*bound, used);
    }
  }

  bool sameAsLoops(const Vars& iters) const {
    return std::ranges::all_of(iters, [&](const Var& v) {
      const auto* loop = e_.bound(v)->as<Var>();
      return loop && std::ranges::any_of(s_.loops, [&](const LoopAround& l) { return l.var.sameAs(*loop); });
    });
  }

  // Do these tell all loops?
  bool tell(const Vars& vars) {
    isl::pw_aff_list list(s_.domain.ctx(), static_cast<int>(vars.size()));
    for (const Var& v : vars) list = list.add(*e_.affine(s_, v));
    isl::space range = s_.domain.space().params().add_named_tuple(s_.tuple, static_cast<unsigned>(vars.size()));
    const isl::space space = s_.domain.space().product(range).unwrap();
    map_ = isl::multi_pw_aff(space, list).as_map().intersect_domain(s_.domain);
    return map_.is_injective();
  }

  std::optional<isl::map> accept(const Vars& vars, Vars& coordinates) const {
    coordinates = vars;
    return map_;
  }

  // The iter vars, and few of the loops.
  std::optional<isl::map> fewest(const Vars& iters, Vars& coordinates) {
    Vars loops;
    for (const LoopAround& loop : s_.loops) loops.push_back(loop.var);
    const auto with = [&](const Vars& some) {
      Vars all = iters;
      all.insert(all.end(), some.begin(), some.end());
      return all;
    };
    for (size_t i = loops.size(); i-- > 0;) {
      Vars fewer = loops;
      fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(i));
      if (tell(with(fewer))) loops = std::move(fewer);
    }
    if (iters.size() + loops.size() > s_.loops.size() || !tell(with(loops))) return std::nullopt;
    return accept(with(loops), coordinates);
  }

  const Equations& e_;
  const Statement& s_;
  isl::map map_;
};

}  // namespace

void Equations::addCoordinates(Statement& s) const {
  const isl::space loops = s.domain.space().params().add_unnamed_tuple(static_cast<unsigned>(s.loops.size()));
  const isl::multi_aff same = s.domain.space().identity_multi_aff_on_domain();
  isl::aff_list list(limit_.get(), static_cast<int>(s.loops.size()));
  for (size_t i = 0; i < s.loops.size(); ++i) list = list.add(same.at(static_cast<int>(i)));
  s.loopsAt = isl::multi_aff(s.domain.space().product(loops).unwrap(), list);
  if (s.loops.empty()) return;
  std::vector<Var> coordinates;
  const std::optional<isl::map> chosen = Choice(*this, s).choose(coordinates);
  if (!chosen) return;
  const isl::set executions = simplified(chosen->range());
  const isl::map back = chosen->reverse().apply_range(s.loopsAt.as_map());
  const isl::pw_multi_aff inverse = back.as_pw_multi_aff().gist(executions);
  if (!inverse.isa_multi_aff()) return;
  s.coordinates = std::move(coordinates);
  s.domain = executions;
  s.loopsAt = inverse.as_multi_aff();
}

isl::map outerLoops(const Statement& s, size_t depth) {
  isl::aff_list list(s.domain.ctx(), static_cast<int>(depth));
  for (size_t i = 0; i < depth; ++i) list = list.add(s.loopsAt.at(static_cast<int>(i)));
  const isl::space range = s.domain.space().params().add_unnamed_tuple(static_cast<unsigned>(depth));
  return isl::multi_aff(s.domain.space().product(range).unwrap(), list).as_map();
}

}  // namespace lw::prove
