#include "core/analysis/tables/accesses.h"

#include <algorithm>

#include "core/arith/distinct_accesses.h"
#include "core/ir/intrinsics.h"
#include "core/ir/ops.h"
#include "core/ir/row_span.h"
#include "core/ir/update.h"
#include "core/ir/visit.h"

namespace lw::analysis {
namespace {

bool hasOpaqueCall(const Expr& e) {
  return anyExpr(e, [&](const Expr& x) {
    const auto* call = x.as<Call>();
    if (!call) return false;
    const IntrinsicInfo* known = call->op.info();
    return !known || known->effect == Effect::Opaque || call->op == Intrinsic::AccessPtr ||
           call->op == Intrinsic::AddressOf;
  });
}

class Collector : StatementWalk<LoopDimension, AffineCondition, std::optional<AffineExpr>> {
 public:
  Collector(const PrimFunc& f, SizeNumbers& numbers) : function_(f), numbers_(numbers) {}

  AccessTable run() {
    walk(function_.body);
    return std::move(table_);
  }

 private:
  AffineExpr valueOf(const Var& v) {
    if (const auto found = dimensions_.find(v.key()); found != dimensions_.end()) return AffineExpr::dim(found->second);
    const int number = numbers_.emplace(v.key(), static_cast<int>(numbers_.size())).first->second;
    if (std::find(table_.sizes.begin(), table_.sizes.end(), number) == table_.sizes.end())
      table_.sizes.push_back(number);
    return AffineExpr::size(number);
  }
  std::optional<AffineExpr> affine(const Expr& e) {
    return affineExpr(substitute(e, values_), [this](const Var& v) { return valueOf(v); });
  }
  std::optional<AffineCondition> affineWhere(const Expr& condition) {
    return affineCondition(substitute(condition, values_), [this](const Var& v) { return valueOf(v); });
  }
  void addCondition(const Expr& e) override {
    if (isTrue(e)) return;
    if (auto c = affineWhere(e))
      around_.conditions.push_back(std::move(*c));
    else
      place_.exact = false;
  }

  void walk(const Stmt& s) override {
    if (const auto* n = s.as<IfThenElse>()) readsOf({n->condition});
    visit(
        s, [&](const BufferStore& n) { store(n); }, [&](const Evaluate& n) { evaluate(n); },
        [&](const While& n) { inside([&] { whileLoop(n); }); },
        [&](const LetStmt& n) {
          readsOf({n.value});
          values_.insert_or_assign(n.var.key(), substitute(n.value, values_));
          walk(n.body);
        },
        [&](const Allocate& n) {
          table_.allocated[n.data.key()] = around_.loops.size();
          walk(n.body);
        },
        [&](const DeclBuffer& n) { walk(n.body); }, [&](const AttrStmt& n) { attribute(n); },
        [&](const AssertStmt& n) {
          readsOf({n.condition});
          walk(n.body);
        });
  }

  void attribute(const AttrStmt& n) {
    const bool outer = atomic_;
    atomic_ = outer || isAtomic(n);
    walk(n.body);
    atomic_ = outer;
  }

  void enter(LoopDimension dimension) {
    if (!dimension.min || !dimension.extent) place_.exact = false;
    enterLoop(std::move(dimension));
  }
  void loop(const For& n) override {
    LoopDimension dimension{n.id, n.var.name(), affine(n.min), affine(n.extent)};
    dimensions_[n.var.key()] = static_cast<int>(around_.loops.size());
    enter(std::move(dimension));
    walk(n.body);
  }
  void whileLoop(const While& n) {
    enter({LoopId{}, "while", 0, std::nullopt});
    readsOf({n.condition});
    walk(n.body);
  }

  void block(const Block& n) override {
    for (size_t i = 0; i < n.iters.size(); ++i)
      values_.insert_or_assign(n.iters[i].var.key(), substitute(n.bindings[i], values_));
    addCondition(n.predicate);
    for (const Buffer& b : n.allocs) table_.allocated[b->data.key()] = around_.loops.size();
    for (const MatchBuffer& m : n.matches) matches_.insert_or_assign(m.buffer.key(), &m);
    std::vector<std::optional<AffineExpr>> values;
    for (const IterVar& iter : n.iters) values.push_back(affine(iter.var));
    blocks_.push_back({n.id, around_.loops.size(), values});
    enterBlock(n, values);
    blocks_.pop_back();
  }

  Instance begin() {
    Instance x{nextRow(), place_.block ? place_.block->name : function_.name, blocks_};
    x.approximate = x.approximateDomain = !place_.exact;
    for (size_t i = place_.loopsOutside; i < x.loops.size(); ++i) x.key.push_back(AffineExpr::dim(static_cast<int>(i)));
    return x;
  }

  // Follows match_buffer to the buffer that owns the memory.
  void addAccess(Instance& x, bool write, Buffer buffer, std::vector<Range> ranges) {
    while (true) {
      const auto found = matches_.find(buffer.key());
      if (found == matches_.end()) break;
      const BufferRegion& source = found->second->source;
      std::vector<Range> outer = source.ranges;
      const size_t lead = outer.size() - std::min(outer.size(), ranges.size());
      for (size_t i = lead; i < outer.size(); ++i)
        outer[i] = {binary(BinaryOp::Add, outer[i].min, ranges[i - lead].min), ranges[i - lead].extent};
      ranges = std::move(outer);
      buffer = source.buffer;
    }
    Access access{write, buffer->data.key(), buffer, {}};
    for (const Range& r : ranges) {
      const auto min = affine(r.min), extent = min ? affine(r.extent) : std::nullopt;
      if (!extent) x.approximate = access.approximate = true;
      access.indices.push_back(extent ? std::optional(IndexRange{*min, *extent}) : std::nullopt);
    }
    table_.bufferNames[access.data] = buffer->name;
    x.accesses.push_back(std::move(access));
  }
  void addElements(Instance& x, bool write, const Buffer& buffer, const std::vector<Expr>& indices) {
    if (!spansRows(buffer, indices)) return addAccess(x, write, buffer, pointRanges(indices));
    const std::vector<Range> region = spannedRegion(buffer, indices);
    addAccess(x, write, buffer, region);
    if (!fillsRegion(region, indices.back().dtype().lanes)) x.approximate = x.accesses.back().approximate = true;
  }
  static std::vector<Range> pointRanges(const std::vector<Expr>& indices) {
    std::vector<Range> ranges;
    for (const Expr& e : indices) {
      if (const auto* ramp = e.as<Ramp>(); ramp && asInt(ramp->stride) == 1)
        ranges.push_back({ramp->base, Expr(ramp->lanes)});
      else
        ranges.push_back({e, 1});
    }
    return ranges;
  }
  // Equal accesses are one: a read that occurs several times gives the same answer each time.
  void addReads(Instance& x, const std::vector<Expr>& list) {
    ReadsOf reads(*this, x);
    for (const Expr& e : list) reads.expr(e);
  }
  // Only one side of an if_then_else is evaluated.
  class ReadsOf : public Visitor {
   public:
    ReadsOf(Collector& owner, Instance& instance) : owner_(owner), x_(instance) {}
    void expr(const Expr& e) override {
      if (const auto* call = e.as<Call>(); call && call->op == Intrinsic::IfThenElse) {
        expr(call->args[0]);
        under(call->args[0], call->args[1]);
        return under(logicalNot(call->args[0]), call->args[2]);
      }
      if (const auto* let = e.as<Let>())
        owner_.values_.insert_or_assign(let->var.key(), substitute(let->value, owner_.values_));
      if (const auto* load = e.as<BufferLoad>(); load && distinct_.add(load->buffer, load->indices, around_)) {
        owner_.addElements(x_, false, load->buffer, load->indices);
        x_.accesses.back().conditions = conditions_;
        x_.accesses.back().approximate |= unknownConditions_ > 0;
      }
      children(e);
    }

   private:
    void under(const Expr& condition, const Expr& side) {
      const auto known = owner_.affineWhere(condition);
      if (known)
        conditions_.push_back(*known);
      else
        ++unknownConditions_;
      around_.push_back(condition);
      expr(side);
      around_.pop_back();
      if (known)
        conditions_.pop_back();
      else
        --unknownConditions_;
    }
    Collector& owner_;
    Instance& x_;
    Conjunction conditions_;
    int unknownConditions_ = 0;
    std::vector<Expr> around_;  // the conditions as expressions
    DistinctAccesses distinct_;
  };
  void readsOf(const std::vector<Expr>& list) {
    Instance x = begin();
    addReads(x, list);
    if (!x.accesses.empty()) table_.instances.push_back(std::move(x));
  }

  void store(const BufferStore& n) {
    Instance x = begin();
    addElements(x, true, n.buffer, n.indices);  // first, so that witnesses name writes if possible
    if (const auto update = updateOf(n)) {
      x.reduced = x.accesses.back().data;
      if (atomic_) x.atomic = update->op;
    }
    std::vector<Expr> computed{n.value};
    computed.insert(computed.end(), n.indices.begin(), n.indices.end());
    addReads(x, computed);
    if (hasOpaqueCall(n.value)) addSignature(x);
    table_.instances.push_back(std::move(x));
  }
  void evaluate(const Evaluate& n) {
    if (const auto* call = n.value.as<Call>(); call && call->op == Intrinsic::Prefetch)
      return;  // a prefetch is a hint: it reads and writes nothing
    Instance x = begin();
    addReads(x, {n.value});
    if (hasOpaqueCall(n.value)) addSignature(x);
    if (!x.accesses.empty()) table_.instances.push_back(std::move(x));
  }
  // The accesses of an opaque call are only known from the block's signature.
  void addSignature(Instance& x) {
    x.approximate = true;
    x.approximateDomain = true;
    if (!place_.block) return;
    for (const BufferRegion& r : place_.block->reads) addAccess(x, false, r.buffer, r.ranges);
    for (const BufferRegion& r : place_.block->writes) addAccess(x, true, r.buffer, r.ranges);
  }

  const PrimFunc& function_;
  AccessTable table_;
  std::vector<EnclosingBlock> blocks_;  // around the current statement
  bool atomic_ = false;                 // inside an atomic update
  VarMap values_;                       // block iters and lets, in terms of loops
  std::unordered_map<const void*, int> dimensions_;
  SizeNumbers& numbers_;
  std::unordered_map<const void*, const MatchBuffer*> matches_;
};

}  // namespace

AccessTable collectAccesses(const PrimFunc& function) {
  SizeNumbers numbers;
  return collectAccesses(function, numbers);
}
AccessTable collectAccesses(const PrimFunc& function, SizeNumbers& numbers) {
  return Collector(function, numbers).run();
}

}  // namespace lw::analysis
