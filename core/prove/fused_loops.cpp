// Loops over products of sizes. A product of two sizes is no affine expression, and neither is a quotient by a size.
// Fused loops have both: `for f in range(n * m)` with f // m and f % m. Their extents and divisors are products of
// constants and of other factors, each of which divides the next one; f is then a number whose digits have these
// products as places, and quotients and remainders are groups of digits. The loop is replaced by one loop for each
// digit, in the same order.
//
// The digits take each value of f once, if all factors are positive wherever the loop runs at all: all but one are
// shown not to be negative, and then the product is positive only if each of them is.
#include <algorithm>
#include <optional>

#include "core/ir/equal.h"
#include "core/ir/ops.h"
#include "core/ir/visit.h"
#include "core/prove/normal_form.h"

namespace lw::prove {
namespace {

// A product of a positive constant and of factors.
struct Product {
  int64_t constant = 1;
  std::vector<Expr> factors = {};

  static std::optional<Product> of(const Expr& e) {
    if (const std::optional<int64_t> n = asInt(e)) return *n > 0 ? std::optional(Product{*n}) : std::nullopt;
    const auto* b = e.as<Binary>();
    if (b && b->op == BinaryOp::Mul) {
      const std::optional<Product> x = of(b->a), y = of(b->b);
      return x && y ? times(*x, *y) : std::nullopt;
    }
    return e.dtype().isInt() && !loadsMemory(e) ? std::optional(Product{1, {e}}) : std::nullopt;
  }
  static std::optional<Product> times(const Product& x, const Product& y) {
    Product all = x;
    if (__builtin_mul_overflow(x.constant, y.constant, &all.constant)) return std::nullopt;
    all.factors.insert(all.factors.end(), y.factors.begin(), y.factors.end());
    return all;
  }
  // nullopt: `part` does not divide it.
  std::optional<Product> over(const Product& part) const {
    Product rest = *this;
    if (constant % part.constant) return std::nullopt;
    rest.constant /= part.constant;
    for (const Expr& factor : part.factors) {
      const auto found = std::ranges::find_if(rest.factors, [&](const Expr& e) { return equal(e, factor); });
      if (found == rest.factors.end()) return std::nullopt;
      rest.factors.erase(found);
    }
    return rest;
  }
  bool same(const Product& other) const {
    const std::optional<Product> rest = over(other);
    return rest && rest->constant == 1 && rest->factors.empty();
  }
  Expr expr(DataType type) const {
    Expr all = makeConst(type, constant);
    for (const Expr& factor : factors) all = all * cast(type, factor);
    return all;
  }
};

// A group of digits: a number divided by `low`, modulo `high` / `low`.
struct Slice {
  const void* root = nullptr;  // Var::key() of the loop variable, or of one that is bound to it
  Product low, high;
};

// The variables that stand for digits: the loop's own, and those of block iterations that are bound to them.
class Slices {
 public:
  Slices(const For& loop, const Product& extent) {
    aliases_.emplace(loop.var.key(), Slice{loop.var.key(), {}, extent});
  }

  std::optional<Slice> of(const Expr& e) const {
    if (const auto* v = e.as<Var>()) {
      const auto found = aliases_.find(v->key());
      return found == aliases_.end() ? std::nullopt : std::optional(found->second);
    }
    const auto* b = e.as<Binary>();
    if (!b || (b->op != BinaryOp::FloorDiv && b->op != BinaryOp::FloorMod)) return std::nullopt;
    const std::optional<Slice> inner = of(b->a);
    const std::optional<Product> divisor = Product::of(b->b);
    const std::optional<Product> place = inner && divisor ? Product::times(inner->low, *divisor) : std::nullopt;
    if (!place || uses(b->b)) return std::nullopt;
    const bool divides = inner->high.over(*place).has_value();
    if (b->op == BinaryOp::FloorDiv)
      return divides ? std::optional(Slice{inner->root, *place, inner->high}) : std::nullopt;
    if (divides) return Slice{inner->root, inner->low, *place};
    return place->over(inner->high) ? inner : std::nullopt;
  }
  void alias(const Var& v, const Slice& slice) {
    aliases_.insert_or_assign(v.key(), Slice{v.key(), slice.low, slice.high});
  }
  bool uses(const Expr& e) const {
    return anyExpr(e, [&](const Expr& part) {
      const auto* v = part.as<Var>();
      return v && aliases_.contains(v->key());
    });
  }

 private:
  std::unordered_map<const void*, Slice> aliases_;
};

// Whether a block's iteration variable may be replaced by one for each digit.
bool fromZero(const IterVar& iter) { return asInt(iter.domain.min) == 0; }

// The places of all groups of digits that a loop's body uses.
class Places : public Visitor {
 public:
  Places(const For& loop, const Product& extent) : slices_(loop, extent) {
    add(Product{});
    add(extent);
    stmt(loop.body);
  }
  // By divisibility; nullopt: they are no places of one number.
  std::optional<std::vector<Product>> chain() const {
    std::vector<Product> sorted = places_;
    for (size_t i = 0; i < sorted.size(); ++i) {
      const auto least =
          std::find_if(sorted.begin() + static_cast<std::ptrdiff_t>(i), sorted.end(), [&](const Product& p) {
            return std::all_of(sorted.begin() + static_cast<std::ptrdiff_t>(i), sorted.end(),
                               [&](const Product& q) { return q.over(p).has_value(); });
          });
      if (least == sorted.end()) return std::nullopt;
      std::swap(sorted[i], *least);
    }
    return sorted;
  }
  bool symbolic() const {
    return std::ranges::any_of(places_.begin() + 2, places_.end(), [](const Product& p) { return !p.factors.empty(); });
  }

  void expr(const Expr& e) override {
    if (const std::optional<Slice> slice = slices_.of(e)) return add(*slice);
    children(e);
  }
  void stmt(const Stmt& s) override {
    if (const auto* b = s.as<Block>())
      for (size_t i = 0; i < b->iters.size(); ++i)
        if (const std::optional<Slice> slice = slices_.of(b->bindings[i]); slice && fromZero(b->iters[i]))
          slices_.alias(b->iters[i].var, *slice);
    children(s);
  }

 private:
  void add(const Slice& slice) { add(slice.low), add(slice.high); }
  void add(const Product& p) {
    if (std::ranges::none_of(places_, [&](const Product& known) { return known.same(p); })) places_.push_back(p);
  }
  Slices slices_;
  std::vector<Product> places_;
};

// Groups of digits as numbers of variables, one for each digit.
class Digits : public Rewriter {
 public:
  Digits(const For& loop, std::vector<Product> places) : slices_(loop, places.back()), places_(std::move(places)) {
    for (size_t k = 0; k + 1 < places_.size(); ++k) {
      radices_.push_back(*places_[k + 1].over(places_[k]));
      variables.emplace_back(loop.var.name() + "_" + std::to_string(places_.size() - 2 - k), loop.var.dtype());
      digits_[loop.var.key()].emplace(k, variables.back());
    }
  }
  std::vector<Var> variables;  // of the loops, the innermost first
  Expr radix(size_t k) const { return radices_[k].expr(variables[k].dtype()); }

  Expr expr(const Expr& e) override {
    const std::optional<Slice> slice = slices_.of(e);
    return slice ? valueOf(*slice, e.dtype()) : children(e);
  }
  Stmt stmt(const Stmt& s) override {
    const auto* b = s.as<Block>();
    if (!b) return children(s);
    Block other = *b;
    other.iters.clear();
    other.bindings.clear();
    for (size_t i = 0; i < b->iters.size(); ++i) {
      const std::optional<Slice> slice = slices_.of(b->bindings[i]);
      if (slice && fromZero(b->iters[i])) {
        replace(b->iters[i], *slice, other);
      } else {
        other.iters.push_back(b->iters[i]);
        other.bindings.push_back(b->bindings[i]);
      }
    }
    return children(Stmt(other), s.origin());
  }

 private:
  size_t at(const Product& place) const {
    return static_cast<size_t>(std::ranges::find_if(places_, [&](const Product& p) { return p.same(place); }) -
                               places_.begin());
  }
  Expr valueOf(const Slice& slice, DataType type) const {
    const size_t low = at(slice.low), high = at(slice.high);
    Expr all = makeZero(type);
    for (size_t k = high; k-- > low;) {
      const Expr place = places_[k].over(places_[low])->expr(type);
      all = all + cast(type, digits_.at(slice.root).at(k)) * place;
    }
    return all;
  }
  void replace(const IterVar& iter, const Slice& slice, Block& to) {
    std::map<size_t, Var> own;
    for (size_t k = at(slice.high); k-- > at(slice.low);) {
      const Var v(iter.var.name(), iter.var.dtype());
      own.emplace(k, v);
      to.iters.push_back({v, {makeZero(v.dtype()), radices_[k].expr(v.dtype())}, iter.kind});
      to.bindings.push_back(cast(v.dtype(), digits_.at(slice.root).at(k)));
    }
    slices_.alias(iter.var, slice);
    digits_.insert_or_assign(iter.var.key(), std::move(own));
  }

  Slices slices_;
  std::vector<Product> places_, radices_;
  std::unordered_map<const void*, std::map<size_t, Var>> digits_;
};

class FusedLoops : public Rewriter {
 public:
  explicit FusedLoops(PrimFunc& f) : f_(f) {
    for (const auto& [handle, buffer] : f.buffers)
      for (const Expr& extent : buffer->shape)
        if (const auto* v = extent.as<Var>()) positive_.insert(v->key());
  }

  Stmt stmt(const Stmt& s) override {
    const auto* loop = s.as<For>();
    if (!loop) return children(s);
    around_.insert(loop->thread);
    const Stmt inner = children(s);
    around_.erase(around_.find(loop->thread));
    const auto* f = inner.as<For>();
    if (!isZero(f->min) || f->kind == ForKind::Vectorized || !oneOfItsThread(*f)) return inner;
    const std::optional<Product> extent = Product::of(f->extent);
    if (!extent || extent->factors.empty()) return inner;
    const Places places(*f, *extent);
    const std::optional<std::vector<Product>> chain = places.chain();
    if (!places.symbolic() || !chain || !positive(*extent)) return inner;
    return nest(*f, Digits(*f, *chain), s.origin());
  }

 private:
  // Loops inside each other that are bound to one axis run one iteration for each thread, not all pairs.
  bool oneOfItsThread(const For& f) const {
    return f.thread.empty() || (!around_.contains(f.thread) && !anyStmt(f.body, [&](const Stmt& s) {
             const auto* inner = s.as<For>();
             return inner && inner->thread.starts_with(f.thread);
           }));
  }

  bool positive(const Product& p) const {
    return std::ranges::count_if(p.factors, [&](const Expr& e) { return !notNegative(e); }) <= 1;
  }
  bool notNegative(const Expr& e) const {
    if (const std::optional<int64_t> n = asInt(e)) return *n >= 0;
    if (const auto* v = e.as<Var>()) return positive_.contains(v->key());
    if (const auto* c = e.as<Cast>())
      return c->type.isInt() && c->type.bits >= c->value.dtype().bits && notNegative(c->value);
    const auto* b = e.as<Binary>();
    if (!b) return false;
    if (b->op == BinaryOp::Add || b->op == BinaryOp::Mul) return notNegative(b->a) && notNegative(b->b);
    if (b->op == BinaryOp::FloorDiv) return notNegative(b->a) && asInt(b->b).value_or(0) > 0;
    return b->op == BinaryOp::FloorMod && asInt(b->b).value_or(0) > 0;
  }

  Stmt nest(const For& f, Digits digits, Origin origin) {
    Stmt made = digits.stmt(f.body);
    // Threads of two loops of one axis are compared by the names of their axes: equal numbers tell equal threads only
    // in one loop.
    const std::string own = f.thread.empty() ? "" : f.thread + "#" + std::to_string(f.id.value) + ".";
    for (size_t k = 0; k < digits.variables.size(); ++k) {
      For loop{f.id, digits.variables[k], makeZero(f.var.dtype()), digits.radix(k), f.kind, f.thread, f.annotations,
               made};
      if (k + 1 < digits.variables.size()) {
        loop.id = LoopId{f_.nextId++};
        loop.annotations.clear();
      }
      if (!own.empty()) loop.thread = own + std::to_string(k);
      made = Stmt(loop, origin);
    }
    return made;
  }

  PrimFunc& f_;
  std::set<const void*> positive_;  // extents of parameters, Var::key()
  std::multiset<std::string> around_;
};

}  // namespace

PrimFunc withoutFusedLoops(const PrimFunc& function) {
  PrimFunc made = function;
  made.body = FusedLoops(made).stmt(function.body);
  return made;
}

}  // namespace lw::prove
