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

class Collector {
 public:
  Collector(const PrimFunc& f, SizeNumbers& numbers) : function_(f), numbers_(numbers) {}

  AccessTable run() {
    walk(function_.body);
    return std::move(table_);
  }

 private:
  struct Frame {  // the context of the current statement
    std::vector<LoopDimension> loops;
    std::vector<EnclosingBlock> blocks;
    std::vector<TimeStep> time;
    Conjunction conditions;
    bool approximate = false;
    bool isInit = false;
    bool atomic = false;
    const Block* block = nullptr;
    BlockId blockId;
    std::vector<std::optional<AffineExpr>> key;  // iters of the blocks around
    size_t loopsOutside = 0;                     // of the innermost block
  };

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
  void addCondition(const Expr& e) {
    if (isTrue(e)) return;
    if (auto c = affineWhere(e))
      frame_.conditions.push_back(std::move(*c));
    else
      frame_.approximate = true;
  }

  void walk(const Stmt& s) {
    s.match([&](const For& n) { loop(n); }, [&](const Block& n) { block(n); }, [&](const BufferStore& n) { store(n); },
            [&](const Evaluate& n) { evaluate(n); },
            [&](const Seq& n) {
              for (size_t i = 0; i < n.stmts.size(); ++i) at(static_cast<int>(i), [&] { walk(n.stmts[i]); });
            },
            [&](const IfThenElse& n) {
              readsOf({n.condition});
              at(0, [&] {
                addCondition(n.condition);
                walk(n.thenBody);
              });
              if (n.elseBody)
                at(1, [&] {
                  addCondition(logicalNot(n.condition));
                  walk(*n.elseBody);
                });
            },
            [&](const While& n) { whileLoop(n); },
            [&](const LetStmt& n) {
              readsOf({n.value});
              values_.insert_or_assign(n.var.key(), substitute(n.value, values_));
              walk(n.body);
            },
            [&](const Allocate& n) {
              table_.allocated[n.data.key()] = frame_.loops.size();
              walk(n.body);
            },
            [&](const DeclBuffer& n) { walk(n.body); }, [&](const AttrStmt& n) { attribute(n); },
            [&](const AssertStmt& n) {
              readsOf({n.condition});
              walk(n.body);
            });
  }

  void attribute(const AttrStmt& n) {
    const bool outer = frame_.atomic;
    frame_.atomic = outer || isAtomic(n);
    walk(n.body);
    frame_.atomic = outer;
  }

  template <class F>
  void at(int position, const F& inside) {
    const Frame saved = frame_;
    frame_.time.push_back({position, -1});
    inside();
    frame_ = saved;
  }

  void enterLoop(const Var& var, LoopDimension dimension) {
    dimensions_[var.key()] = static_cast<int>(frame_.loops.size());
    frame_.time.push_back({0, static_cast<int>(frame_.loops.size())});
    if (!dimension.min || !dimension.extent) frame_.approximate = true;
    frame_.loops.push_back(std::move(dimension));
  }
  void loop(const For& n) {
    const Frame saved = frame_;
    enterLoop(n.var, {n.id, n.var.name(), affine(n.min), affine(n.extent)});
    walk(n.body);
    frame_ = saved;
  }
  void whileLoop(const While& n) {
    const Frame saved = frame_;
    enterLoop(Var("while"), {LoopId{}, "while", 0, std::nullopt});
    readsOf({n.condition});
    walk(n.body);
    frame_ = saved;
  }

  void block(const Block& n) {
    const Frame saved = frame_;
    for (size_t i = 0; i < n.iters.size(); ++i)
      values_.insert_or_assign(n.iters[i].var.key(), substitute(n.bindings[i], values_));
    addCondition(n.predicate);
    for (const Buffer& b : n.allocs) table_.allocated[b->data.key()] = frame_.loops.size();
    for (const MatchBuffer& m : n.matches) matches_.insert_or_assign(m.buffer.key(), &m);
    frame_.block = &n;
    frame_.blockId = n.id;
    frame_.isInit = false;
    frame_.loopsOutside = frame_.loops.size();
    frame_.blocks.push_back({n.id, frame_.loops.size(), {}});
    for (const IterVar& iter : n.iters) frame_.blocks.back().values.push_back(affine(iter.var));
    const std::vector<std::optional<AffineExpr>> outerKey = frame_.key;
    for (const IterVar& iter : n.iters) frame_.key.push_back(affine(iter.var));
    if (n.init) {
      const Frame inside = frame_;
      frame_.isInit = true;
      frame_.time.push_back({0, -1});
      frame_.key = outerKey;
      ordinals_[n.id.value * 2 + 1] = 0;  // an init may be stated twice (core/analysis/shapes/empty_reductions.h)
      for (const IterVar& iter : n.iters) {
        if (iter.kind == IterKind::Reduce)
          addCondition(eq(iter.var, iter.domain.min));
        else
          frame_.key.push_back(affine(iter.var));
      }
      walk(*n.init);
      frame_ = inside;
      frame_.time.push_back({1, -1});
    }
    walk(n.body);
    frame_ = saved;
  }

  Instance begin() {
    Instance x;
    x.block = frame_.blockId;
    x.blockName = frame_.block ? frame_.block->name : function_.name;
    x.loops = frame_.loops;
    x.blocks = frame_.blocks;
    x.time = frame_.time;
    x.conditions = frame_.conditions;
    x.approximate = frame_.approximate;
    x.approximateDomain = frame_.approximate;
    x.isInit = frame_.isInit;
    x.key = frame_.key;
    for (size_t i = frame_.loopsOutside; i < frame_.loops.size(); ++i)
      x.key.push_back(AffineExpr::dim(static_cast<int>(i)));
    x.ordinal = ordinals_[frame_.blockId.value * 2 + (frame_.isInit ? 1 : 0)]++;
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
      if (frame_.atomic) x.atomic = update->op;
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
    if (!frame_.block) return;
    for (const BufferRegion& r : frame_.block->reads) addAccess(x, false, r.buffer, r.ranges);
    for (const BufferRegion& r : frame_.block->writes) addAccess(x, true, r.buffer, r.ranges);
  }

  const PrimFunc& function_;
  AccessTable table_;
  Frame frame_;
  VarMap values_;  // block iters and lets, in terms of loops
  std::unordered_map<const void*, int> dimensions_;
  std::map<uint32_t, int> ordinals_;  // statements seen per block
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
