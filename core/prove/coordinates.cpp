// What names the executions of a statement: the iter vars of its block, or the elements that it accesses if the block
// is inside of others, and loops that these do not determine. Without blocks, or where an inverse has several pieces,
// the loops. An inverse is found by core/arith, and confirmed by isl. Relations of programs whose loops were split,
// fused and bound to threads are then as small as those of the programs that they were made of.
#include <isl/aff.h>
#include <isl/set.h>

#include "core/arith/iter_map.h"
#include "core/ir/equal.h"
#include "core/ir/ops.h"
#include "core/ir/visit.h"
#include "core/prove/equations.h"

namespace lw::prove {
namespace {

using Vars = std::vector<Var>;

struct Coordinates {
  Vars names;
  isl::map map;                           // {loops -> coordinates}, one-to-one
  std::optional<isl::multi_aff> inverse;  // if the arithmetic of indices found it
};

bool contains(const Vars& vars, const Var& v) {
  return std::ranges::any_of(vars, [&](const Var& other) { return other.sameAs(v); });
}

// Without existentially quantified variables, if that is the same set.
isl::set simplified(const isl::set& image) {
  const isl::set whole = image.coalesce();
  const isl::set bare = isl::manage(isl_set_remove_redundancies(isl_set_remove_divs(whole.copy()))).coalesce();
  return bare.is_subset(whole) ? bare : whole;
}

// The loops as functions of the coordinates, by the arithmetic of indices.
class Inverse {
 public:
  Inverse(const Equations& equations, const Statement& s) : e_(equations), s_(s) {}

  std::optional<isl::multi_aff> find(const std::vector<Expr>& values, const Vars& coordinates) {
    std::vector<Expr> indices, outputs;
    for (const Expr& e : values) indices.push_back(inLoops(e));
    for (const Var& v : coordinates) outputs.emplace_back(v);
    std::vector<IterDomain> iters;
    for (const LoopAround& loop : s_.loops) iters.push_back({loop.var, {loop.min, loop.extent}});
    const Analyzer analyzer;
    const IterMapResult found = detectIterMap(indices, iters, boolConst(true), IterMapLevel::Bijective, analyzer);
    if (!found.ok()) return std::nullopt;
    const InverseIterMap inverse = inverseIterMap(found.indices, outputs);
    if (!inverse.error.empty()) return std::nullopt;
    return evaluated(coordinates, inverse.values);
  }

 private:
  Expr inLoops(const Expr& e) const {
    VarMap values;
    for (const Var& v : freeVars(e))
      if (const Expr* bound = e_.bound(v)) values.emplace(v.key(), inLoops(*bound));
    return values.empty() ? e : substitute(e, values);
  }

  std::optional<isl::multi_aff> evaluated(const Vars& coordinates, const VarMap& values) const {
    Statement named = s_;
    named.known = false;
    named.coordinates = coordinates;
    const isl::space space = e_.spaceOf(named);
    isl::aff_list list(s_.domain.ctx(), static_cast<int>(s_.loops.size()));
    for (const LoopAround& loop : s_.loops) {
      const auto known = values.find(loop.var.key());
      const std::optional<isl::pw_aff> value = e_.affine(named, known == values.end() ? loop.min : known->second);
      if (!value || !value->isa_aff()) return std::nullopt;
      list = list.add(value->as_aff());
    }
    const isl::space loops = space.params().add_unnamed_tuple(static_cast<unsigned>(s_.loops.size()));
    return isl::multi_aff(space.product(loops).unwrap(), list);
  }

  const Equations& e_;
  const Statement& s_;
};

class Choice {
 public:
  Choice(const Equations& equations, const Statement& s) : e_(equations), s_(s) {}

  // Different ones, the best first; none: the loops are as good.
  std::vector<Coordinates> choose() {
    std::vector<Coordinates> found;
    Vars used;
    const std::vector<Expr> iters = ofBlocks(used);
    if (iters.empty() || sameAsLoops(iters)) return found;
    if (nested())
      if (std::optional<Coordinates> c = withLoops(ofElements(), used)) found.push_back(std::move(*c));
    if (std::optional<Coordinates> c = withLoops(iters, used)) found.push_back(std::move(*c));
    return found;
  }

 private:
  std::vector<Expr> ofBlocks(Vars& used) {
    std::vector<Expr> iters;
    for (size_t b = s_.iters.size(); b-- > 0;)
      for (const Var& v : s_.iters[b]) {
        if (contains(used, v) || !varies(v)) continue;  // what an inner block says is enough
        iters.emplace_back(v);
        usedBy(*e_.bound(v), used);
      }
    return iters;
  }
  bool nested() const {
    return std::ranges::count_if(s_.iters, [](const Vars& vars) { return !vars.empty(); }) > 1;
  }

  // The indices of what is written, and of what is read if these are needed.
  std::vector<Expr> ofElements() {
    std::vector<Expr> chosen, read;
    const auto add = [&](const std::vector<Expr>& indices, std::vector<Expr>& to) {
      for (const Expr& e : indices)
        if (varies(e) && std::ranges::none_of(to, [&](const Expr& other) { return equal(e, other); })) to.push_back(e);
    };
    add(s_.indices, chosen);
    if (tell(chosen)) return chosen;
    forEachExpr(s_.value, [&](const Expr& e) {
      if (const auto* load = e.as<BufferLoad>()) add(e_.placeOf(*load).indices, read);
    });
    const size_t written = chosen.size();
    add(read, chosen);
    for (size_t i = chosen.size(); i-- > written;) {
      std::vector<Expr> fewer = chosen;
      fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(i));
      if (countTold(fewer) == countTold(chosen)) chosen = std::move(fewer);
    }
    return chosen;
  }
  // How many of the loops do these tell?
  size_t countTold(const std::vector<Expr>& some) {
    relate(some);
    size_t count = 0;
    for (size_t i = 0; i < s_.loops.size(); ++i)
      count += map_.reverse().apply_range(isl::pw_aff(s_.loopsAt.at(static_cast<int>(i))).as_map()).is_single_valued();
    return count;
  }

  bool varies(const Expr& e) {
    const std::optional<isl::pw_aff> value = e_.affine(s_, e);
    return value && isl_pw_aff_is_cst(value->get()) != isl_bool_true;
  }

  void usedBy(const Expr& e, Vars& used) const {
    for (const Var& v : freeVars(e)) {
      if (contains(used, v)) continue;
      used.push_back(v);
      if (const Expr* bound = e_.bound(v)) usedBy(*bound, used);
    }
  }

  bool sameAsLoops(const std::vector<Expr>& iters) const {
    if (iters.size() != s_.loops.size()) return false;
    for (size_t i = 0; i < iters.size(); ++i)
      if (const auto* loop = e_.bound(*iters[i].as<Var>())->as<Var>(); !loop || !loop->sameAs(s_.loops[i].var))
        return false;
    return true;
  }

  void relate(const std::vector<Expr>& some) {
    isl::pw_aff_list list(s_.domain.ctx(), static_cast<int>(some.size()));
    for (const Expr& e : some) list = list.add(*e_.affine(s_, e));
    const isl::space range = s_.domain.space().params().add_named_tuple(s_.tuple, static_cast<unsigned>(some.size()));
    const isl::space space = s_.domain.space().product(range).unwrap();
    map_ = isl::multi_pw_aff(space, list).as_map().intersect_domain(s_.domain);
  }
  // Do these tell all loops? They do where an inverse is known, which isl confirms faster than it finds that there is
  // one.
  bool tell(const std::vector<Expr>& some) {
    relate(some);
    names_.clear();
    for (const Expr& e : some) names_.push_back(e.as<Var>() ? *e.as<Var>() : Var("c", e.dtype()));
    inverse_ = Inverse(e_, s_).find(some, names_);
    if (inverse_ && !map_.apply_range(inverse_->as_map()).is_subset(s_.loopsAt.as_map())) inverse_.reset();
    return inverse_ || map_.is_injective();
  }
  Coordinates told() const { return {names_, map_, inverse_}; }

  // These, with few of the loops.
  std::optional<Coordinates> withLoops(const std::vector<Expr>& some, const Vars& used) {
    if (tell(some)) return told();
    std::vector<Expr> loops;
    for (const LoopAround& loop : s_.loops)
      if (!contains(used, loop.var)) loops.emplace_back(loop.var);
    const auto with = [&](const std::vector<Expr>& more) {
      std::vector<Expr> all = some;
      all.insert(all.end(), more.begin(), more.end());
      return all;
    };
    if (!loops.empty() && tell(with(loops))) return told();
    loops.clear();
    for (const LoopAround& loop : s_.loops) loops.emplace_back(loop.var);
    for (size_t i = loops.size(); i-- > 0;) {
      std::vector<Expr> fewer = loops;
      fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(i));
      if (tell(with(fewer))) loops = std::move(fewer);
    }
    if (some.size() + loops.size() > s_.loops.size() || !tell(with(loops))) return std::nullopt;
    return told();
  }

  const Equations& e_;
  const Statement& s_;
  isl::map map_;
  Vars names_;
  std::optional<isl::multi_aff> inverse_;
};

constexpr unsigned long kOperations = 20'000;  // of isl, for an inverse that the arithmetic of indices did not find

// Executions get these names, if the loops are functions of them.
bool rename(Statement& s, const Coordinates& coordinates, const Limit& limit) {
  const isl::map back = s.loopsAt.as_map();
  const isl::map& chosen = coordinates.map;
  std::optional<isl::multi_aff> inverse = coordinates.inverse;
  if (!inverse)
    limit.attempt(kOperations, [&] {
      const isl::pw_multi_aff pieces =
          chosen.reverse().apply_range(back).as_pw_multi_aff().gist(chosen.range().coalesce());
      if (pieces.isa_multi_aff()) inverse = pieces.as_multi_aff();
    });
  if (!inverse) return false;
  // Coordinates whose loops are in the domain, and have these coordinates.
  const isl::map toLoops = inverse->as_map().apply_range(back.reverse());
  const isl::set executions =
      toLoops.apply_range(chosen).intersect(toLoops.domain().space().identity_multi_aff_on_domain().as_map()).domain();
  s.domain = simplified(executions);
  s.coordinates = coordinates.names;
  s.loopsAt = *inverse;
  return true;
}

}  // namespace

void Equations::addCoordinates(Statement& s) const {
  const isl::space loops = s.domain.space().params().add_unnamed_tuple(static_cast<unsigned>(s.loops.size()));
  const isl::multi_aff same = s.domain.space().identity_multi_aff_on_domain();
  isl::aff_list list(limit_.get(), static_cast<int>(s.loops.size()));
  for (size_t i = 0; i < s.loops.size(); ++i) list = list.add(same.at(static_cast<int>(i)));
  s.loopsAt = isl::multi_aff(s.domain.space().product(loops).unwrap(), list);
  if (s.loops.empty()) return;
  for (const Coordinates& c : Choice(*this, s).choose())
    if (rename(s, c, limit_)) return;
}

isl::map outerLoops(const Statement& s, size_t depth) {
  isl::aff_list list(s.domain.ctx(), static_cast<int>(depth));
  for (size_t i = 0; i < depth; ++i) list = list.add(s.loopsAt.at(static_cast<int>(i)));
  const isl::space range = s.domain.space().params().add_unnamed_tuple(static_cast<unsigned>(depth));
  return isl::multi_aff(s.domain.space().product(range).unwrap(), list).as_map();
}

}  // namespace lw::prove
