// Follows TVM's rules: accesses are listed in the order of their first occurrence (a store's value before its indices,
// a load before the loads in its indices), with one region per buffer, the hull of the intervals per dimension. Regions
// are relaxed over loops inside the block. A nested block counts with its declared regions. An index that cannot be
// bounded covers the whole dimension.
#include "core/text/tir/regions.h"

#include <algorithm>
#include <optional>
#include <unordered_map>

#include "core/arith/analyzer.h"
#include "core/arith/distinct_accesses.h"
#include "core/ir/equal.h"
#include "core/ir/intrinsics.h"
#include "core/ir/ops.h"
#include "core/ir/python_values.h"
#include "core/ir/row_span.h"
#include "core/ir/visit.h"
#include "core/text/tir/term_sum.h"

namespace lw::tir {

namespace {

// Least and greatest value, both inclusive; nullopt: unbounded.
struct Bounds {
  Expr min, max;
  bool isPoint() const { return min.sameAs(max) || equal(min, max); }
};
using Domains = std::unordered_map<const void*, std::optional<Bounds>>;  // Var::key() of loops inside the block

Expr simplified(const Expr& e) { return e.dtype().isInteger() ? cast(e.dtype(), toExpr(termSum(e))) : e; }

class Evaluator {
 public:
  explicit Evaluator(const Domains& domains) : domains_(domains) {}

  std::optional<Bounds> eval(const Expr& e) const {
    if (!usesDomains(e)) return Bounds{e, e};
    if (const auto* v = e.as<Var>()) return domains_.at(v->key());
    if (const auto* b = e.as<Binary>()) return evalBinary(*b);
    if (const auto* c = e.as<Cast>()) return evalCast(*c);
    if (const auto* r = e.as<Ramp>()) return evalRamp(*r);
    if (const auto* s = e.as<Select>()) return join(eval(s->whenTrue), eval(s->whenFalse));
    if (const auto* c = e.as<Call>(); c && c->op == Intrinsic::IfThenElse)
      return join(eval(c->args[1]), eval(c->args[2]));
    if (const auto* b = e.as<Broadcast>()) return eval(b->value);
    return std::nullopt;
  }

  static Bounds unite(const Bounds& a, const Bounds& b, bool* ordered = nullptr) {
    const auto low = constantDifference(a.min, b.min), high = constantDifference(a.max, b.max);
    if (ordered) *ordered = *ordered && low && high;
    return {low ? (*low <= 0 ? a.min : b.min) : min(a.min, b.min),
            high ? (*high >= 0 ? a.max : b.max) : max(a.max, b.max)};
  }
  static std::optional<Bounds> join(const std::optional<Bounds>& a, const std::optional<Bounds>& b) {
    if (!a || !b) return std::nullopt;
    return unite(*a, *b);
  }

 private:
  bool usesDomains(const Expr& e) const {
    return anyExpr(e, [&](const Expr& x) {
      const auto* v = x.as<Var>();
      return x.as<Ramp>() || (v && domains_.contains(v->key()));
    });
  }

  std::optional<Bounds> evalCast(const Cast& c) const {
    auto value = eval(c.value);
    if (!value) return std::nullopt;
    return Bounds{cast(c.type, value->min), cast(c.type, value->max)};
  }
  std::optional<Bounds> evalRamp(const Ramp& r) const {
    auto base = eval(r.base);
    const auto stride = asInt(r.stride);
    if (!base || !stride) return std::nullopt;
    const Expr reach = makeConst(r.base.dtype(), *stride * (r.lanes - 1));
    if (*stride >= 0) return Bounds{base->min, simplified(base->max + reach)};
    return Bounds{simplified(base->min + reach), base->max};
  }

  std::optional<Bounds> evalBinary(const Binary& b) const {
    const auto l = eval(b.a), r = eval(b.b);
    if (!l || !r) return std::nullopt;
    switch (b.op) {
      case BinaryOp::Add:
        return Bounds{simplified(l->min + r->min), simplified(l->max + r->max)};
      case BinaryOp::Sub:
        return Bounds{simplified(l->min - r->max), simplified(l->max - r->min)};
      case BinaryOp::Mul:
        return evalMul(*l, *r);
      case BinaryOp::FloorDiv: {
        const auto divisor = r->isPoint() ? asInt(r->min) : std::nullopt;
        if (!divisor || *divisor == 0) return std::nullopt;
        if (*divisor > 0) return Bounds{floordiv(l->min, r->min), floordiv(l->max, r->min)};
        return Bounds{floordiv(l->max, r->min), floordiv(l->min, r->min)};
      }
      case BinaryOp::FloorMod:
        return evalMod(*l, *r);
      case BinaryOp::Min:
        return Bounds{min(l->min, r->min), min(l->max, r->max)};
      case BinaryOp::Max:
        return Bounds{max(l->min, r->min), max(l->max, r->max)};
      case BinaryOp::Div:
      case BinaryOp::Mod:
      case BinaryOp::EQ:
      case BinaryOp::NE:
      case BinaryOp::LT:
      case BinaryOp::LE:
      case BinaryOp::GT:
      case BinaryOp::GE:
      case BinaryOp::And:
      case BinaryOp::Or:
        return std::nullopt;
    }
    return std::nullopt;
  }

  std::optional<Bounds> evalMul(const Bounds& l, const Bounds& r) const {
    if (!r.isPoint()) return l.isPoint() ? evalMul(r, l) : std::nullopt;
    const auto factor = asInt(r.min);
    if (!factor) return l.isPoint() ? std::optional(Bounds{l.min * r.min, l.min * r.min}) : std::nullopt;
    if (*factor >= 0) return Bounds{simplified(l.min * r.min), simplified(l.max * r.min)};
    return Bounds{simplified(l.max * r.min), simplified(l.min * r.min)};
  }

  std::optional<Bounds> evalMod(const Bounds& l, const Bounds& r) const {
    const auto divisor = r.isPoint() ? asInt(r.min) : std::nullopt;
    if (!divisor || *divisor <= 0) return std::nullopt;
    const auto low = asInt(l.min), high = asInt(l.max);
    if (low && high && floorDivide(*low, *divisor) == floorDivide(*high, *divisor))
      return Bounds{floormod(l.min, r.min), floormod(l.max, r.min)};
    return Bounds{makeZero(r.min.dtype()), simplified(r.min - makeConst(r.min.dtype(), 1))};
  }

  const Domains& domains_;
};

struct Access {
  Buffer buffer;
  std::vector<std::optional<Bounds>> ranges;
  bool ordered = true;  // the bounds that were united differ by constants, so the same ones change nothing
};

class Collector : public Visitor {
 public:
  Collector(const Block& block, const VisibleBuffers& visible) : block_(block), visible_(visible) {}

  BlockRegions run() {
    if (block_.init) stmt(*block_.init);
    stmt(block_.body);
    BlockRegions result;
    for (const Access& a : writes_) result.writes.push_back(toRegion(a));
    for (const Access& a : reads_) {
      // A buffer that a block with an init updates is not listed as read.
      bool updated = false;
      if (block_.init)
        for (const Access& w : writes_) updated |= w.buffer == a.buffer;
      if (!updated) result.reads.push_back(toRegion(a));
    }
    result.opaque = opaque_;
    return result;
  }

  void stmt(const Stmt& s) override {
    if (const auto* loop = s.as<For>()) return visitFor(*loop);
    if (const auto* inner = s.as<Block>()) return visitInner(*inner);
    if (const auto* store = s.as<BufferStore>()) {
      record(writes_, store->buffer, store->indices);
      expr(store->value);
      for (const Expr& i : store->indices) expr(i);
      return;
    }
    if (const auto* let = s.as<LetStmt>()) {
      expr(let->value);
      lets_.emplace(let->var.key(), substitute(let->value, lets_));
      stmt(let->body);
      lets_.erase(let->var.key());
      return;
    }
    if (const auto* decl = s.as<DeclBuffer>())
      return stmt(decl->body);  // declaring a buffer over a pointer does not access memory
    children(s);
  }

  void expr(const Expr& e) override {
    if (const auto* load = e.as<BufferLoad>()) {
      record(reads_, load->buffer, load->indices);
      for (const Expr& i : load->indices) expr(i);
      return;
    }
    if (const auto* v = e.as<Var>()) return visitPointer(*v);
    if (const auto* c = e.as<Call>(); c && !c->op.info()) return visitUnknown(*c);
    if (const auto* c = e.as<Call>(); c && c->op == Intrinsic::AccessPtr && visitAccessPointer(*c)) return;
    children(e);
  }

 private:
  void visitFor(const For& loop) {
    expr(loop.min), expr(loop.extent);
    const Evaluator evaluator(domains_);
    const auto low = evaluator.eval(loop.min);
    const auto high = evaluator.eval(simplified(loop.min + loop.extent - makeConst(loop.extent.dtype(), 1)));
    domains_.insert_or_assign(loop.var.key(), low && high ? std::optional(Bounds{low->min, high->max}) : std::nullopt);
    stmt(loop.body);
    domains_.erase(loop.var.key());
  }

  // The declared regions of a nested block, with its iters replaced by their bindings.
  void visitInner(const Block& inner) {
    VarMap bindings;
    for (size_t i = 0; i < inner.iters.size(); ++i) bindings.emplace(inner.iters[i].var.key(), inner.bindings[i]);
    for (const auto* list : {&inner.reads, &inner.writes})
      for (const BufferRegion& r : *list) {
        std::vector<std::optional<Bounds>> ranges;
        for (const Range& range : r.ranges) ranges.push_back(relax(substitute(range, bindings)));
        record(list == &inner.reads ? reads_ : writes_, {r.buffer, std::move(ranges)});
      }
  }

  std::optional<Bounds> relax(const Range& range) const {
    const Evaluator evaluator(domains_);
    const Expr first = substitute(range.min, lets_);
    if (isOne(range.extent)) return evaluator.eval(first);
    const Expr last = simplified(first + substitute(range.extent, lets_) - makeConst(range.extent.dtype(), 1));
    const auto low = evaluator.eval(first), high = evaluator.eval(last);
    if (!low || !high) return std::nullopt;
    return Bounds{low->min, high->max};
  }

  void record(std::vector<Access>& list, const Buffer& buffer, const std::vector<Expr>& indices) {
    const bool again = !(&list == &reads_ ? distinctReads_ : distinctWrites_).add(buffer, indices);
    if (again && changesNothing(list, buffer)) return;
    const Evaluator evaluator(domains_);
    Access access{buffer, {}};
    if (spansRows(buffer, indices)) {
      for (const Range& range : spannedRegion(buffer, indices)) access.ranges.push_back(relax(range));
      return record(list, std::move(access));
    }
    for (const Expr& i : indices) access.ranges.push_back(evaluator.eval(lets_.empty() ? i : substitute(i, lets_)));
    record(list, std::move(access));
  }

  void record(std::vector<Access>& list, Access access) {
    for (const MatchBuffer& m : block_.matches)
      if (m.buffer == access.buffer) access = throughMatch(m, access);
    if (!isVisible(access.buffer)) return;
    for (Access& old : list) {
      if (!(old.buffer == access.buffer)) continue;
      for (size_t d = 0; d < old.ranges.size(); ++d) {
        std::optional<Bounds>&own = old.ranges[d], &more = access.ranges[d];
        own = own && more ? std::optional(Evaluator::unite(*own, *more, &old.ordered)) : std::nullopt;
      }
      return;
    }
    list.push_back(std::move(access));
  }
  static bool changesNothing(const std::vector<Access>& list, const Buffer& buffer) {
    return std::any_of(list.begin(), list.end(), [&](const Access& a) { return a.buffer == buffer && a.ordered; });
  }

  // The same elements in the buffer that was matched. Leading dimensions of the source with one index are not in the
  // matched buffer.
  static Access throughMatch(const MatchBuffer& m, const Access& access) {
    Access result{m.source.buffer, {}};
    const size_t rank = m.source.ranges.size(), own = access.ranges.size();
    for (size_t d = 0; d < rank; ++d) {
      const Range& range = m.source.ranges[d];
      const Expr last = simplified(range.min + range.extent - makeConst(range.extent.dtype(), 1));
      if (d + own < rank) {
        result.ranges.push_back(Bounds{range.min, isOne(range.extent) ? range.min : last});
        continue;
      }
      const auto& inner = access.ranges[d + own - rank];
      if (!inner)
        result.ranges.push_back(Bounds{range.min, last});
      else
        result.ranges.push_back(Bounds{simplified(range.min + inner->min), simplified(range.min + inner->max)});
    }
    return result;
  }

  bool isVisible(const Buffer& buffer) const {
    for (const Buffer& b : block_.allocs)
      if (b == buffer) return false;
    return visible_.contains(buffer);
  }

  // A call whose meaning is not known may read and write all of what it is given: a region, or what an address is in.
  void visitUnknown(const Call& c) {
    for (const Expr& arg : c.args) {
      const auto* inner = arg.as<Call>();
      const bool address = inner && inner->op == Intrinsic::AddressOf;
      const auto* load = address || c.op == kPyRegion ? (address ? inner->args[0] : arg).as<BufferLoad>() : nullptr;
      if (!load) {
        expr(arg);
        continue;
      }
      const Access whole{load->buffer, std::vector<std::optional<Bounds>>(load->buffer->shape.size())};
      record(reads_, whole);
      record(writes_, whole);
      for (const Expr& i : load->indices) expr(i);
    }
  }

  void visitPointer(const Var& v) {
    if (!v.dtype().isHandle()) return;
    for (const Buffer& b : visible_.at(v))
      if (isVisible(b)) opaque_.push_back(b);
  }

  bool visitAccessPointer(const Call& c) {
    const Var* pointer = c.args.size() == 5 ? c.args[1].as<Var>() : nullptr;
    const auto mask = c.args.size() == 5 ? asInt(c.args[4]) : std::nullopt;
    if (!pointer || !mask) return false;
    for (const Buffer& b : visible_.at(*pointer)) {
      if (!isVisible(b)) continue;
      Access full{b, std::vector<std::optional<Bounds>>(b->shape.size())};
      if ((*mask & 3) == 3)
        opaque_.push_back(b);
      else if (*mask & 1)
        record(reads_, std::move(full));
      else if (*mask & 2)
        record(writes_, std::move(full));
    }
    return true;
  }

  // Whether the expression reads memory that is not there before the block begins.
  bool readsOwnMemory(const Expr& e) const {
    return anyExpr(e, [&](const Expr& x) {
      const auto* load = x.as<BufferLoad>();
      return load && !isVisible(load->buffer);
    });
  }

  BufferRegion toRegion(const Access& access) const {
    BufferRegion region{access.buffer, {}};
    for (size_t d = 0; d < access.ranges.size(); ++d) {
      const auto& interval = access.ranges[d];
      if (!interval || readsOwnMemory(interval->min) || readsOwnMemory(interval->max)) {
        const Expr& size = access.buffer->shape[d];
        region.ranges.push_back({makeZero(size.dtype()), size});
      } else if (interval->isPoint() || constantDifference(interval->max, interval->min) == 0) {
        region.ranges.push_back({interval->min, makeConst(interval->min.dtype(), 1)});
      } else {
        // Keeps the order of terms in TVM, whose simplifier keeps it: max + 1 - min.
        region.ranges.push_back(
            {interval->min, simplify(interval->max + makeConst(interval->min.dtype(), 1) - interval->min)});
      }
    }
    return region;
  }

  const Block& block_;
  const VisibleBuffers& visible_;
  std::vector<Access> reads_, writes_;
  DistinctAccesses distinctReads_, distinctWrites_;
  std::vector<Buffer> opaque_;
  Domains domains_;
  VarMap lets_;
};

}  // namespace

VisibleBuffers::VisibleBuffers(const std::vector<Buffer>& buffers) {
  for (const Buffer& b : buffers) add(b);
}

VisibleBuffers::VisibleBuffers(std::initializer_list<Buffer> buffers) {
  for (const Buffer& b : buffers) add(b);
}

void VisibleBuffers::add(const Buffer& buffer) {
  list_.push_back(buffer);
  ++byBuffer_[buffer.key()];
  byPointer_[buffer->data.key()].push_back(buffer);
}

void VisibleBuffers::truncate(size_t size) {
  for (; list_.size() > size; list_.pop_back()) {
    const Buffer& last = list_.back();
    if (--byBuffer_[last.key()] == 0) byBuffer_.erase(last.key());
    std::vector<Buffer>& same = byPointer_[last->data.key()];
    same.pop_back();
    if (same.empty()) byPointer_.erase(last->data.key());
  }
}

const std::vector<Buffer>& VisibleBuffers::at(const Var& pointer) const {
  static const std::vector<Buffer> none;
  const auto found = byPointer_.find(pointer.key());
  return found == byPointer_.end() ? none : found->second;
}

BlockRegions inferRegions(const Block& block, const VisibleBuffers& visible) { return Collector(block, visible).run(); }

}  // namespace lw::tir
