// Layouts: memory whose elements are always accessed by the same one-to-one functions of a few variables, such as the
// lane and the element of a lane for the row and the column of a tile. Its elements are then named by these variables.
#include <algorithm>

#include "core/ir/equal.h"
#include "core/ir/ops.h"
#include "core/ir/visit.h"
#include "core/prove/equations.h"

namespace lw::prove {
namespace {

using Values = std::vector<std::optional<Expr>>;

bool divides(const Expr& e) {
  return anyExpr(e, [](const Expr& part) {
    const auto* b = part.as<Binary>();
    return b && (b->op == BinaryOp::FloorDiv || b->op == BinaryOp::FloorMod);
  });
}

// Is `e` the pattern with values for its variables?
bool unify(const Expr& pattern, const Expr& e, const std::vector<Var>& vars, Values& values) {
  if (const auto* v = pattern.as<Var>()) {
    for (size_t i = 0; i < vars.size(); ++i) {
      if (!vars[i].sameAs(*v)) continue;
      if (!values[i]) values[i] = e;
      return equal(*values[i], e);
    }
    return equal(pattern, e);
  }
  const auto *x = pattern.as<Binary>(), *y = e.as<Binary>();
  if (!x || !y) return equal(pattern, e);
  return x->op == y->op && unify(x->a, y->a, vars, values) && unify(x->b, y->b, vars, values);
}

}  // namespace

std::optional<std::vector<Expr>> Layout::divided(const std::vector<Expr>& indices) const {
  Values values(vars.size());
  std::vector<Expr> result;
  for (size_t i = 0, at = 0; i < indices.size(); ++i)
    if (at < dims.size() && dims[at] == i) {
      if (!unify(patterns[at++], indices[i], vars, values)) return std::nullopt;
    } else {
      result.push_back(indices[i]);
    }
  for (const std::optional<Expr>& value : values) {
    if (!value) return std::nullopt;
    result.push_back(*value);
  }
  return result;
}

std::vector<Expr> Layout::renamed(const std::vector<Expr>& indices) const {
  const std::optional<std::vector<Expr>> parts = divided(indices);
  if (!parts) return indices;
  if (parts->size() != 2 * vars.size()) return *parts;
  std::vector<Expr> joined;
  for (size_t i = 0; i < vars.size(); ++i) {
    const Expr &tile = (*parts)[i], &inside = (*parts)[vars.size() + i];
    joined.push_back(tile * makeConst(tile.dtype(), extents[i]) + cast(tile.dtype(), inside));
  }
  return joined;
}

class LayoutSearch {
 public:
  explicit LayoutSearch(Equations& equations) : e_(equations) {
    for (const Statement& s : e_.statements_)
      for (const LoopAround& loop : s.loops)
        if (const std::optional<int64_t> extent = asInt(loop.extent); extent && asInt(loop.min) == 0)
          extents_.insert_or_assign(loop.var.key(), *extent);
  }

  void search() {
    for (size_t m = 0; m < e_.memories_.size(); ++m)
      if (e_.memories_[m].parameter < 0) memory(m);
  }

 private:
  void memory(size_t m) {
    const auto first = std::ranges::find_if(e_.statements_, [&](const Statement& s) {
      return s.memory == static_cast<int>(m) && std::ranges::any_of(s.indices, divides);
    });
    if (first == e_.statements_.end()) return;
    std::optional<Layout> layout = of(*first);
    if (!layout || !everywhere(m, *layout) || !oneToOne(*layout) || !inside(*layout, e_.memories_[m])) return;
    Memory& memory = e_.memories_[m];
    std::vector<Expr> shape;
    for (size_t i = 0; i < memory.shape.size(); ++i)
      if (std::ranges::find(layout->dims, i) == layout->dims.end()) shape.push_back(memory.shape[i]);
    const bool joined = shape.size() == layout->vars.size();
    for (size_t i = 0; i < layout->vars.size(); ++i) {
      const Expr extent = makeConst(layout->vars[i].dtype(), layout->extents[i]);
      if (joined)
        shape[i] = shape[i] * cast(shape[i].dtype(), extent);
      else
        shape.push_back(extent);
    }
    for (Statement& s : e_.statements_)
      if (s.memory == static_cast<int>(m)) s.indices = layout->renamed(s.indices);
    memory.shape = std::move(shape);
    memory.layout = std::move(layout);
  }

  // The variables in the order of the block's iter vars: rows before columns.
  std::optional<Layout> of(const Statement& s) const {
    Layout layout;
    std::vector<Var> used;
    for (size_t i = 0; i < s.indices.size(); ++i) {
      if (!divides(s.indices[i])) continue;
      layout.dims.push_back(i);
      layout.patterns.push_back(s.indices[i]);
      for (const Var& v : freeVars(s.indices[i])) used.push_back(v);
    }
    if (s.iters.empty()) return std::nullopt;
    const auto has = [](const std::vector<Var>& vars, const Var& v) {
      return std::ranges::any_of(vars, [&](const Var& other) { return other.sameAs(v); });
    };
    for (const Var& v : s.iters.back()) {
      if (!has(used, v)) continue;
      const std::optional<int64_t> extent = extentOf(v);
      if (!extent) return std::nullopt;
      layout.vars.push_back(v);
      layout.extents.push_back(*extent);
    }
    const bool all = std::ranges::all_of(used, [&](const Var& v) { return has(layout.vars, v); });
    return all ? std::optional(layout) : std::nullopt;
  }

  // Of a loop from 0, of what is bound to one, or of a remainder.
  std::optional<int64_t> extentOf(const Expr& e) const {
    if (const auto* b = e.as<Binary>(); b && b->op == BinaryOp::FloorMod && asInt(b->b).value_or(0) > 0)
      return asInt(b->b);
    const auto* v = e.as<Var>();
    if (!v) return std::nullopt;
    if (const auto it = extents_.find(v->key()); it != extents_.end()) return it->second;
    const Expr* bound = e_.bound(*v);
    return bound ? extentOf(*bound) : std::nullopt;
  }

  bool fits(const Layout& layout, const std::vector<Expr>& indices) const {
    const std::optional<std::vector<Expr>> named = layout.divided(indices);
    if (!named) return false;
    const size_t others = named->size() - layout.vars.size();
    for (size_t i = 0; i < layout.vars.size(); ++i)
      if (extentOf((*named)[others + i]) != layout.extents[i]) return false;
    return true;
  }

  bool everywhere(size_t m, const Layout& layout) const {
    bool all = true;
    const auto look = [&](const Expr& root) {
      forEachExpr(root, [&](const Expr& e) {
        const auto* load = e.as<BufferLoad>();
        if (!load) return;
        const Place place = e_.placeOf(*load);
        all = all && (place.memory != static_cast<int>(m) || fits(layout, place.indices));
      });
    };
    for (const Statement& s : e_.statements_) {
      if (s.memory == static_cast<int>(m)) all = all && fits(layout, s.indices) && alwaysWrites(s);
      look(s.value);
      for (const Expr& e : s.indices) look(e);
      for (const Expr& e : s.conditions) look(e);
    }
    for (const auto& [key, value] : e_.bound_) look(value);
    return all;
  }

  // Otherwise it would also read the element that it writes.
  bool alwaysWrites(const Statement& s) const {
    return std::ranges::all_of(s.conditions, [&](const Expr& e) { return e_.condition(s, e).has_value(); });
  }

  // A statement for each value of the variables.
  static Statement boxOf(const Layout& layout) {
    Statement box;
    box.tuple = "box";
    for (size_t i = 0; i < layout.vars.size(); ++i) {
      const Var& v = layout.vars[i];
      box.loops.push_back({{}, v, makeZero(v.dtype()), makeConst(v.dtype(), layout.extents[i]), ForKind::Serial, {}});
    }
    return box;
  }

  // The patterns are inside the buffer: the bounds of the variables are checked instead of its own.
  bool inside(const Layout& layout, const Memory& memory) const {
    const Statement box = boxOf(layout);
    for (size_t i = 0; i < layout.dims.size(); ++i) {
      const Expr &pattern = layout.patterns[i], &extent = memory.shape[layout.dims[i]];
      const std::optional<isl::set> low = e_.condition(box, ge(pattern, makeZero(pattern.dtype()))),
                                    high = e_.condition(box, lt(pattern, extent));
      if (!low || !high || !e_.boxOf(box).is_subset(low->intersect(*high))) return false;
    }
    return true;
  }

  bool oneToOne(const Layout& layout) const {
    const Statement box = boxOf(layout);
    isl::pw_aff_list list(e_.limit_.get(), static_cast<int>(layout.patterns.size()));
    for (const Expr& pattern : layout.patterns) {
      const std::optional<isl::pw_aff> value = e_.affine(box, pattern);
      if (!value) return false;
      list = list.add(*value);
    }
    const isl::space space = e_.spaceOf(box),
                     range = space.params().add_unnamed_tuple(static_cast<unsigned>(layout.patterns.size()));
    return isl::multi_pw_aff(space.product(range).unwrap(), list)
        .as_map()
        .intersect_domain(e_.boxOf(box))
        .is_injective();
  }

  Equations& e_;
  std::unordered_map<const void*, int64_t> extents_;  // Var::key()
};

void Equations::nameByLayouts() { LayoutSearch(*this).search(); }

}  // namespace lw::prove
