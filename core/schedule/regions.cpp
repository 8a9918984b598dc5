#include "core/schedule/regions.h"

#include <algorithm>

#include "core/arith/int_set.h"
#include "core/ir/equal.h"
#include "core/ir/ops.h"
#include "core/ir/visit.h"

namespace lw {
namespace {

// Collects accesses below a block's body, in the order of evaluation, regions joined per buffer.
class Collector : public Visitor {
 public:
  explicit Collector(const Block& block) : block_(block) {
    for (const MatchBuffer& m : block.matches) matches_.push_back(&m);
  }
  std::vector<std::pair<Buffer, std::vector<std::optional<Interval>>>> reads, writes;

  void run() {
    if (block_.init) stmt(*block_.init);
    stmt(block_.body);
  }
  void expr(const Expr& e) override {
    if (const auto* load = e.as<BufferLoad>()) access(reads, load->buffer, points(load->indices));
    if (const auto* let = e.as<Let>()) values_.insert_or_assign(let->var.key(), substitute(let->value, values_));
    children(e);
  }
  void stmt(const Stmt& s) override {
    if (const auto* loop = s.as<For>()) {
      expr(loop->min);
      expr(loop->extent);
      vars_.push_back({loop->var, {loop->min, loop->extent}});
      stmt(loop->body);
      vars_.pop_back();
    } else if (const auto* store = s.as<BufferStore>()) {
      access(writes, store->buffer, points(store->indices));
      children(s);
    } else if (const auto* let = s.as<LetStmt>()) {
      expr(let->value);
      values_.insert_or_assign(let->var.key(), substitute(let->value, values_));
      stmt(let->body);
    } else if (const auto* inner = s.as<Block>()) {
      nested(*inner);
    } else {
      children(s);
    }
  }

 private:
  // Of a block inside, the signature counts.
  void nested(const Block& inner) {
    for (const Expr& binding : inner.bindings) expr(binding);
    expr(inner.predicate);
    VarMap iters;
    for (size_t i = 0; i < inner.iters.size(); ++i) iters.emplace(inner.iters[i].var.key(), inner.bindings[i]);
    const auto isLocal = [&](const Buffer& b) { return std::any_of(inner.allocs.begin(), inner.allocs.end(), [&](const Buffer& a) { return a == b; }); };
    for (const BufferRegion& r : inner.reads)
      if (!isLocal(r.buffer)) access(reads, r.buffer, substitute(r, iters).ranges);
    for (const BufferRegion& r : inner.writes)
      if (!isLocal(r.buffer)) access(writes, r.buffer, substitute(r, iters).ranges);
  }
  static std::vector<Range> points(const std::vector<Expr>& indices) {
    std::vector<Range> ranges;
    for (const Expr& e : indices) {
      const auto* ramp = e.as<Ramp>();
      if (ramp && asInt(ramp->stride).value_or(0) > 0) ranges.push_back({ramp->base, ramp->stride * (ramp->lanes - 1) + 1});
      else ranges.push_back({e, makeConst(e.dtype().element(), 1)});
    }
    return ranges;
  }
  using List = std::vector<std::pair<Buffer, std::vector<std::optional<Interval>>>>;
  void access(List& list, Buffer buffer, std::vector<Range> ranges) {
    if (std::any_of(block_.allocs.begin(), block_.allocs.end(), [&](const Buffer& b) { return b == buffer; })) return;
    for (const MatchBuffer* m : matches_)
      if (m->buffer == buffer) {
        std::vector<Range> outer = m->source.ranges;
        const size_t lead = outer.size() - std::min(outer.size(), ranges.size());
        for (size_t i = lead; i < outer.size(); ++i) outer[i] = {outer[i].min + ranges[i - lead].min, ranges[i - lead].extent};
        ranges = std::move(outer);
        buffer = m->source.buffer;
        break;
      }
    std::vector<std::optional<Interval>> sets;
    for (const Range& r : ranges) sets.push_back(r.min.dtype().isVector() ? std::nullopt : valuesOf(substitute(r, values_), vars_, analyzer_));
    for (auto& [known, region] : list) {
      if (!(known == buffer)) continue;
      for (size_t i = 0; i < region.size() && i < sets.size(); ++i)
        if (region[i] && sets[i]) region[i] = hull(*region[i], *sets[i], analyzer_);
        else region[i].reset();
      return;
    }
    list.emplace_back(buffer, std::move(sets));
  }

  const Block& block_;
  std::vector<const MatchBuffer*> matches_;
  RunningVars vars_;
  VarMap values_;
  Analyzer analyzer_;
};

BufferRegion asRegion(const Buffer& buffer, const std::vector<std::optional<Interval>>& sets) {
  BufferRegion region{buffer, {}};
  const Analyzer analyzer;
  for (size_t i = 0; i < sets.size(); ++i) {
    if (!sets[i]) region.ranges.push_back({makeZero(buffer->shape[i].dtype()), buffer->shape[i]});
    else if (sets[i]->min.sameAs(sets[i]->max)) region.ranges.push_back({sets[i]->min, makeConst(sets[i]->min.dtype(), 1)});
    else region.ranges.push_back({analyzer.simplify(sets[i]->min), analyzer.simplify(sets[i]->max + 1 - sets[i]->min)});
  }
  return region;
}

}  // namespace

std::optional<Interval> valuesOf(const Range& r, const RunningVars& vars, const Analyzer& analyzer) {
  IntSetMap running;
  for (const Running& v : vars) running.insert_or_assign(v.var.key(), IntSet::of(v.range));
  const IntSet set = evalSet(r, running, analyzer);
  if (!set.bounded()) return std::nullopt;
  return Interval{*set.min, *set.max};
}
Interval hull(const Interval& a, const Interval& b, const Analyzer& analyzer) {
  if (equal(a.min, b.min) && equal(a.max, b.max)) return a;
  return {analyzer.simplify(min(a.min, b.min)), analyzer.simplify(max(a.max, b.max))};
}

BlockRegions inferRegions(const Block& block) {
  Collector collector(block);
  collector.run();
  BlockRegions regions;
  for (const auto& [buffer, sets] : collector.writes) regions.writes.push_back(asRegion(buffer, sets));
  for (const auto& [buffer, sets] : collector.reads) {
    const auto written = [&, &b = buffer](const auto& w) { return w.first == b; };
    if (block.init && std::any_of(collector.writes.begin(), collector.writes.end(), written)) continue;
    regions.reads.push_back(asRegion(buffer, sets));
  }
  return regions;
}

}  // namespace lw
