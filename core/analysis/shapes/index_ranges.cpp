#include "core/analysis/shapes/index_ranges.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <set>

#include "core/analysis/program/roles.h"
#include "core/arith/analyzer.h"
#include "core/ir/equal.h"
#include "core/ir/ops.h"
#include "core/ir/visit.h"

namespace lw {
namespace {

using Ranges = std::map<const void*, IntBound>;  // by the pointer of the buffer: Buffer::data
using Keys = std::set<const void*>;

const void* memoryOf(const Buffer& b) { return b->data.key(); }

IntBound allOf(DataType type) {
  constexpr int64_t kMost = int64_t{1} << 52;  // what a random value may be
  return {std::max(minValueOf(type.element()), -kMost), std::min(maxValueOf(type.element()), kMost)};
}

// Goes through a function whose parameters have values in given ranges, and finds the accesses that may be outside.
class AccessWalk {
 public:
  struct Outside {
    const void* index;  // the expression in the program
    IntBound values;
    int64_t extent;
    Keys memories;  // of the parameters that the index depends on
  };
  AccessWalk(const VarMap& sizes, const Ranges& ranges) : sizes_(sizes), ranges_(ranges) {}

  void stmt(const Stmt& s) {
    s.match([&](const For& n) { loop(n); }, [&](const Block& n) { block(n); }, [&](const BufferStore& n) { store(n); },
            [&](const Evaluate& n) { visit(n.value); },
            [&](const Seq& n) {
              for (const Stmt& one : n.stmts) stmt(one);
            },
            [&](const IfThenElse& n) {
              visit(n.condition);
              const Expr condition = plain(n.condition);
              under(condition, [&] { stmt(n.thenBody); });
              if (n.elseBody) under(logicalNot(condition), [&] { stmt(*n.elseBody); });
            },
            [&](const While& n) {
              visit(n.condition);
              stmt(n.body);
            },
            [&](const LetStmt& n) {
              visit(n.value);
              define(n.var, plain(n.value));
              stmt(n.body);
            },
            [&](const Allocate& n) { stmt(n.body); }, [&](const DeclBuffer& n) { stmt(n.body); },
            [&](const AttrStmt& n) { stmt(n.body); },
            [&](const AssertStmt& n) { under(plain(n.condition), [&] { stmt(n.body); }); });
  }

  const std::vector<Outside>& outside() const { return outside_; }
  const Keys& inLoops() const { return inLoops_; }  // parameters that ranges of loops depend on

 private:
  void under(const Expr& condition, const std::function<void()>& body) {
    if (analyzer_.canProve(logicalNot(condition))) return;  // with these values nothing is done
    const Analyzer::Scope scope = analyzer_.with(condition);
    body();
  }

  void define(const Var& var, const Expr& value) {
    dependsOn_[var.key()] = memoriesOf(value);
    if (var.dtype().isInteger() && var.dtype().lanes == 1) analyzer_.bindValue(var, value);
  }

  void loop(const For& n) {
    visit(n.min);
    visit(n.extent);
    const Expr first = plain(n.min), end = plain(n.min + n.extent);
    const IntBound low = boundOf(first), high = boundOf(end);
    Keys memories = memoriesOf(first);
    memories.merge(memoriesOf(end));
    inLoops_.insert(memories.begin(), memories.end());
    dependsOn_[n.var.key()] = std::move(memories);
    if (low.bounded() && high.bounded()) {
      if (high.max <= low.min) return;  // no iteration
      bindTo(n.var, {low.min, high.max - 1});
    }
    stmt(n.body);
  }

  void block(const Block& n) {
    for (size_t i = 0; i < n.iters.size(); ++i) {
      visit(n.bindings[i]);
      define(n.iters[i].var, plain(n.bindings[i]));
    }
    for (const MatchBuffer& m : n.matches) aliases_[memoryOf(m.buffer)] = rootOf(m.source.buffer);
    visit(n.predicate);
    under(plain(n.predicate), [&] {
      if (n.init) stmt(*n.init);
      stmt(n.body);
    });
  }

  void store(const BufferStore& n) {
    access(n.buffer, n.indices);
    visit(n.value);
    const void* memory = rootOf(n.buffer);
    if (!n.buffer->dtype.isInteger() || ranges_.contains(memory)) return;
    // What a temporary holds. A value that grows with each store has no bounds.
    const Expr value = plain(n.value);
    Keys memories = memoriesOf(value);
    const IntBound first = boundOf(value);
    const bool known = held_.contains(memory);
    IntBound& held = held_.try_emplace(memory, first).first->second;
    held = hull(held, first);
    holds_[memory].merge(memories);
    loads_.clear();
    if (known && !boundOf(plain(n.value)).within(held.min, held.max)) held = allOf(n.buffer->dtype);
  }

  // The loads in an expression, and the branches of which only one is evaluated.
  void visit(const Expr& e) {
    if (const auto* load = e.as<BufferLoad>()) {
      access(load->buffer, load->indices);
    } else if (const auto* call = e.as<Call>(); call && call->op == Intrinsic::IfThenElse && call->args.size() == 3) {
      visit(call->args[0]);
      const Expr condition = plain(call->args[0]);
      under(condition, [&] { visit(call->args[1]); });
      under(logicalNot(condition), [&] { visit(call->args[2]); });
    } else if (const auto* let = e.as<Let>()) {
      visit(let->value);
      define(let->var, plain(let->value));
      visit(let->body);
    } else {
      forEachPart(e, [&](const Expr& part) { visit(part); });
    }
  }

  static void forEachPart(const Expr& e, const std::function<void(const Expr&)>& f) {
    struct Parts : Visitor {
      const std::function<void(const Expr&)>& f;
      explicit Parts(const std::function<void(const Expr&)>& each) : f(each) {}
      void expr(const Expr& part) override { f(part); }
    };
    Parts(f).children(e);
  }

  void access(const Buffer& buffer, const std::vector<Expr>& indices) {
    for (size_t d = 0; d < indices.size(); ++d) {
      visit(indices[d]);
      if (d >= buffer->shape.size()) continue;
      const auto extent = asInt(analyzer_.simplify(substitute(buffer->shape[d], sizes_)));
      const Expr index = plain(indices[d]);
      Keys memories = memoriesOf(index);
      if (!extent || memories.empty()) continue;
      const IntBound values = boundOf(index);
      if (!values.within(0, *extent - 1)) outside_.push_back({&indices[d], values, *extent, std::move(memories)});
    }
  }

  const void* rootOf(const Buffer& b) const {
    const auto found = aliases_.find(memoryOf(b));
    return found == aliases_.end() ? memoryOf(b) : found->second;
  }

  void bindTo(const Var& var, IntBound values) {
    const DataType wide = dtype::Int64;
    analyzer_.bind(var, {makeConst(wide, values.min), makeConst(wide, values.max - values.min + 1)});
  }

  // The expression with a variable in the place of each load, equal ones in the place of equal loads.
  Expr plain(const Expr& e) {
    return rewriteExprs(substitute(e, sizes_), [&](const Expr& x) -> std::optional<Expr> {
      const auto* load = x.as<BufferLoad>();
      if (!load || !x.dtype().isInteger() || x.dtype().lanes > 1) return std::nullopt;
      const Var var = variableOf(x, load->buffer);
      // What was known of it inside a condition ended with that.
      if (!analyzer_.facts().bounds.contains(var.key())) bindTo(var, valuesIn(rootOf(load->buffer), x.dtype()));
      return Expr(var);
    });
  }

  Var variableOf(const Expr& load, const Buffer& buffer) {
    for (const auto& [known, var] : loads_)
      if (equal(known, load)) return var;
    const Var var(buffer->name, load.dtype());
    const void* memory = rootOf(buffer);
    if (ranges_.contains(memory))
      dependsOn_[var.key()] = {memory};
    else if (const auto holds = holds_.find(memory); holds != holds_.end())
      dependsOn_[var.key()] = holds->second;
    loads_.emplace_back(load, var);
    return var;
  }

  IntBound valuesIn(const void* memory, DataType type) const {
    if (const auto given = ranges_.find(memory); given != ranges_.end()) return given->second;
    const auto held = held_.find(memory);
    return held == held_.end() ? allOf(type) : held->second;
  }

  Keys memoriesOf(const Expr& e) const {
    Keys memories;
    for (const Var& v : freeVars(e))
      if (const auto found = dependsOn_.find(v.key()); found != dependsOn_.end())
        memories.insert(found->second.begin(), found->second.end());
    return memories;
  }

  // Each side of a choice has the bounds that its condition leaves.
  IntBound boundOf(const Expr& e, int depth = 0) {
    constexpr int kChoices = 3;
    if (const auto* ramp = e.as<Ramp>()) {
      const IntBound all = boundOf(ramp->base, depth), step = boundOf(ramp->stride, depth);
      return all + hull({0, 0}, step * IntBound{e.dtype().lanes - 1, e.dtype().lanes - 1});
    }
    std::optional<Expr> choice;
    if (depth < kChoices)
      forEachExpr(e, [&](const Expr& x) {
        const auto* call = x.as<Call>();
        if (!choice && (x.as<Select>() || (call && call->op == Intrinsic::IfThenElse))) choice = x;
      });
    if (!choice) return analyzer_.constBound(analyzer_.simplify(e));
    const auto* select = choice->as<Select>();
    const auto* call = choice->as<Call>();
    const Expr condition = select ? select->condition : call->args[0];
    const auto side = [&](const Expr& value, const Expr& holds) {
      if (analyzer_.canProve(logicalNot(holds))) return IntBound{1, 0};
      const Expr chosen = rewriteExprs(e, [&](const Expr& x) -> std::optional<Expr> {
        return equal(x, *choice) ? std::optional(value) : std::nullopt;
      });
      const Analyzer::Scope scope = analyzer_.with(holds);
      return boundOf(chosen, depth + 1);
    };
    const IntBound first = side(select ? select->whenTrue : call->args[1], condition);
    const IntBound second = side(select ? select->whenFalse : call->args[2], logicalNot(condition));
    return first.isEmpty() ? second : second.isEmpty() ? first : hull(first, second);
  }

  const VarMap& sizes_;
  const Ranges& ranges_;
  Analyzer analyzer_;
  std::vector<std::pair<Expr, Var>> loads_;
  std::map<const void*, Keys> dependsOn_;  // variables: parameters that their values come from
  std::map<const void*, IntBound> held_;   // temporaries: what was stored into them
  std::map<const void*, Keys> holds_;      // the same, and the parameters that it comes from
  std::map<const void*, const void*> aliases_;
  std::vector<Outside> outside_;
  Keys inLoops_;
};

// Searches for the widest ranges of which all accesses stay inside.
class RangeSearch {
 public:
  RangeSearch(const PrimFunc& f, VarMap sizes, Ranges free, Ranges fixed)
      : f_(f), sizes_(std::move(sizes)), free_(std::move(free)), ranges_(std::move(fixed)) {}

  // The parameters that need a range.
  Ranges found() {
    for (const auto& [memory, all] : free_) ranges_[memory] = all;
    const AccessWalk widest = walk();
    std::vector<const void*> used;
    for (const AccessWalk::Outside& o : widest.outside())
      for (const void* memory : o.memories)
        if (free_.contains(memory) && std::find(used.begin(), used.end(), memory) == used.end()) used.push_back(memory);
    if (used.empty()) return {};
    for (const void* memory : used) ranges_[memory] = startOf(memory);
    moveStarts();
    for (const AccessWalk::Outside& o : outsideNow()) hopeless_.insert(o.index);
    // Those of which no value is known to be inside keep what they had.
    std::erase_if(used, [&](const void* memory) {
      const bool gone = isHopeless(widest, memory);
      if (gone) ranges_[memory] = free_.at(memory);
      return gone;
    });
    for (const AccessWalk::Outside& o : outsideNow()) hopeless_.insert(o.index);
    for (const bool up : {true, false}) grow(used, up, widest.inLoops());
    Ranges result;
    for (const void* memory : used) result[memory] = ranges_[memory];
    return result;
  }

 private:
  AccessWalk walk() const {
    AccessWalk w(sizes_, ranges_);
    w.stmt(f_.body);
    return w;
  }

  std::vector<AccessWalk::Outside> outsideNow() const { return walk().outside(); }

  IntBound startOf(const void* memory) const {
    const IntBound all = free_.at(memory);
    const int64_t zero = std::clamp<int64_t>(0, all.min, all.max);
    return {zero, zero};
  }

  bool isHopeless(const AccessWalk& widest, const void* memory) const {
    return std::all_of(widest.outside().begin(), widest.outside().end(), [&](const AccessWalk::Outside& o) {
      return !o.memories.contains(memory) || hopeless_.contains(o.index);
    });
  }

  // Where 0 is outside, an index of one parameter that rises with it says by how much.
  void moveStarts() {
    for (const AccessWalk::Outside& o : outsideNow()) {
      if (o.memories.size() != 1) continue;
      const void* memory = *o.memories.begin();
      if (!free_.contains(memory)) continue;
      const IntBound at = ranges_[memory], next{at.min + 1, at.max + 1};
      ranges_[memory] = next;
      const AccessWalk moved = walk();
      ranges_[memory] = at;
      const auto same = std::find_if(moved.outside().begin(), moved.outside().end(),
                                     [&](const AccessWalk::Outside& m) { return m.index == o.index; });
      if (same == moved.outside().end()) {  // one step is enough
        ranges_[memory] = next;
        continue;
      }
      const int64_t factor = same->values.min - o.values.min;
      if (factor == 0 || !o.values.bounded()) continue;
      // The index has to rise by so much at least, or to fall.
      const int64_t rise = o.values.min < 0 ? -o.values.min : o.extent - 1 - o.values.max;
      const int64_t steps =
          static_cast<int64_t>(std::ceil(std::fabs(static_cast<double>(rise) / static_cast<double>(factor))));
      const int64_t by = (rise < 0) == (factor < 0) ? steps : -steps;
      const IntBound all = free_.at(memory);
      if (at.min + by < all.min || at.min + by > all.max) continue;
      ranges_[memory] = {at.min + by, at.min + by};
    }
  }

  bool inside() const {
    const AccessWalk now = walk();
    return std::all_of(now.outside().begin(), now.outside().end(),
                       [&](const AccessWalk::Outside& o) { return hopeless_.contains(o.index); });
  }

  bool widen(const void* memory, bool up, int64_t by) {
    const IntBound before = ranges_[memory], all = free_.at(memory);
    IntBound& now = ranges_[memory];
    if (up ? now.max > all.max - by : now.min < all.min + by) return false;
    (up ? now.max : now.min) += up ? by : -by;
    if (inside()) return true;
    ranges_[memory] = before;
    return false;
  }

  // All of them in turns, so that two that make one index share what it allows. A number of iterations below 0 is as
  // good as 0.
  void grow(const std::vector<const void*>& used, bool up, const Keys& inLoops) {
    std::vector<const void*> growing = used;
    if (!up) std::erase_if(growing, [&](const void* memory) { return inLoops.contains(memory); });
    constexpr int64_t kMost = int64_t{1} << 50;
    int64_t step = 1;
    for (bool grew = true; grew && step < kMost; step *= 2) {
      grew = false;
      for (const void* memory : growing) grew = widen(memory, up, step) || grew;
    }
    for (; step > 0; step /= 2)
      for (const void* memory : growing) widen(memory, up, step);
  }

  const PrimFunc& f_;
  const VarMap sizes_;
  const Ranges free_;
  Ranges ranges_;
  std::set<const void*> hopeless_;  // indices that are outside for other reasons
};

IntBound valuesOf(const ValueRange& range, DataType type) {
  using Kind = ValueRange::Kind;
  switch (range.kind) {
    case Kind::Uniform:
      return intersect({-10, 10}, allOf(type));
    case Kind::Positive:
      return {1, 10};
    case Kind::Tenths:
      return intersect({-2, 2}, allOf(type));
    case Kind::Integers:
      return intersect({-3, 3}, allOf(type));
    case Kind::Between:
      return intersect({static_cast<int64_t>(std::clamp(std::ceil(range.low), -0x1p52, 0x1p52)),
                        static_cast<int64_t>(std::clamp(std::floor(range.high), -0x1p52, 0x1p52))},
                       allOf(type));
    case Kind::Zeros:
      return {0, 0};
  }
  return allOf(type);
}

VarMap sizesOf(const PrimFunc& f, const InputSpec& spec) {
  VarMap sizes;
  const auto take = [&](const Expr& e) {
    for (const Var& v : freeVars(e))
      if (const auto found = spec.bind.find(v.name()); found != spec.bind.end() && v.dtype().isInteger())
        sizes.insert_or_assign(v.key(), Expr(IntImm{v.dtype(), found->second}));
  };
  for (const Var& param : f.params)
    if (const Buffer* buffer = f.bufferOf(param))
      for (const Expr& extent : (*buffer)->shape) take(extent);
    else
      take(Expr(param));
  return sizes;
}

// Most programs use no loaded value as an index; this is found without their bounds.
bool indicesReadMemory(const PrimFunc& f) {
  bool found = false;
  const auto look = [&](const Expr& e) { found = found || loadsMemory(e); };
  forEachStmt(f.body, [&](const Stmt& s) {
    if (const auto* loop = s.as<For>()) look(loop->min), look(loop->extent);
    if (const auto* block = s.as<Block>()) std::for_each(block->bindings.begin(), block->bindings.end(), look);
    if (const auto* store = s.as<BufferStore>()) std::for_each(store->indices.begin(), store->indices.end(), look);
    if (const auto* let = s.as<LetStmt>()) look(let->value);
  });
  forEachExpr(f.body, [&](const Expr& e) {
    if (const auto* load = e.as<BufferLoad>()) std::for_each(load->indices.begin(), load->indices.end(), look);
    if (const auto* let = e.as<Let>()) look(let->value);
  });
  return found;
}

}  // namespace

InputSpec withIndexRanges(const PrimFunc& f, InputSpec spec) {
  Ranges free, fixed;
  std::vector<Buffer> tables;
  for (const ParamRole& role : paramRoles(f)) {
    const Buffer& b = role.buffer;
    if (!role.reads() || !b->dtype.isInteger() || b->dtype.lanes > 1) continue;
    if (const auto given = spec.ranges.find(b->name); given != spec.ranges.end()) {
      fixed.emplace(memoryOf(b), valuesOf(given->second, b->dtype));
    } else {
      free.emplace(memoryOf(b), allOf(b->dtype));
      tables.push_back(b);
    }
  }
  if (tables.empty() || !indicesReadMemory(f)) return spec;
  const Ranges found = RangeSearch(f, sizesOf(f, spec), std::move(free), std::move(fixed)).found();
  const auto others = spec.ranges.find("*");
  for (const Buffer& b : tables) {
    const auto range = found.find(memoryOf(b));
    if (range == found.end()) continue;
    IntBound values = range->second;
    if (others != spec.ranges.end())
      if (const IntBound both = intersect(values, valuesOf(others->second, b->dtype)); !both.isEmpty()) values = both;
    spec.ranges.emplace(b->name, ValueRange{ValueRange::Kind::Between, static_cast<double>(values.min),
                                            static_cast<double>(values.max)});
  }
  return spec;
}

}  // namespace lw
