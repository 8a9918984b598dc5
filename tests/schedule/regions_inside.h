// Checks that the regions that steps declare are inside their buffers: T.reads and T.writes of a block at the border
// must not contain elements that do not exist.
#pragma once

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "core/arith/analyzer.h"
#include "core/ir/ops.h"
#include "core/ir/visit.h"
#include "core/schedule/schedule.h"
#include "core/schedule/support/inline_helpers.h"
#include "core/text/print/printer.h"

namespace lw::test {

// Examines every block of a function with constant sizes, for the iterations that run: for all of them, or, if there
// are many, for those at the ends of the loops. Unless `all`, regions that follow from the statements of a block alone
// are ignored: for a read under a condition, such as A[vi - 1], TVM declares the element as it is written.
class RegionsInside : public Visitor {
 public:
  explicit RegionsInside(const PrimFunc& function, bool all = false) : all_(all) { stmt(function.body); }
  struct Line {
    std::string buffer, text;  // "block B reads A[0 : +56]: 0 to 56 in dimension 0 of 50"
  };
  std::vector<Line> outside;  // one per region

 private:
  static constexpr size_t kMany = 600;

  void stmt(const Stmt& s) override {
    if (s.as<IfThenElse>()) return;  // the condition decides what runs
    const auto* block = s.as<Block>();
    if (!block && !s.as<For>()) return children(s);
    path_.push_back(s);
    for (const BufferRegion& r : block ? block->reads : std::vector<BufferRegion>()) examine(*block, " reads ", r);
    for (const BufferRegion& r : block ? block->writes : std::vector<BufferRegion>()) examine(*block, " writes ", r);
    children(s);
    path_.pop_back();
  }
  static bool isElement(const BufferRegion& r) {
    return std::all_of(r.ranges.begin(), r.ranges.end(), [](const Range& x) { return isOne(x.extent); });
  }
  void examine(const Block& block, const char* verb, const BufferRegion& region) {
    if ((!all_ && isElement(region)) || provedInside(region)) return;
    own_.reset();
    const Block inferred = all_ ? block : withInferredRegions(block);
    for (const auto& list : {inferred.reads, inferred.writes})
      for (const BufferRegion& r : list)
        if (!all_ && r.buffer == region.buffer) own_ = r;
    VarMap values;
    std::string found;
    std::vector<std::vector<int64_t>> chosen = choices();
    if (chosen.empty() && !path_.empty()) return;
    run(0, values, chosen, region, found);
    if (!found.empty())
      outside.push_back({region.buffer->name, "block " + block.name + verb + toText(region) + ": " + found});
  }
  static std::string toText(const BufferRegion& region) {
    std::string text = region.buffer->name + "[";
    for (size_t i = 0; i < region.ranges.size(); ++i)
      text += (i ? ", " : "") + lw::toText(region.ranges[i].min) + " : +" + lw::toText(region.ranges[i].extent);
    return text + "]";
  }

  bool provedInside(const BufferRegion& region) const {
    Analyzer analyzer;
    for (const Stmt& s : path_) {
      if (const auto* loop = s.as<For>()) analyzer.bind(loop->var, {loop->min, loop->extent});
      if (const auto* block = s.as<Block>())
        for (const IterVar& iter : block->iters) analyzer.bind(iter.var, iter.domain);
    }
    for (size_t i = 0; i < region.ranges.size(); ++i) {
      const Range& r = region.ranges[i];
      const auto size = asInt(region.buffer->shape[i]);
      if (!size) continue;
      if (analyzer.constBound(analyzer.simplify(r.min)).min < 0 ||
          analyzer.constBound(analyzer.simplify(r.min + r.extent)).max > *size)
        return false;
    }
    return true;
  }

  // The combinations of loop values that are examined; none: a loop has no constant extent.
  std::vector<std::vector<int64_t>> choices() const {
    std::vector<std::vector<int64_t>> all;
    size_t points = 1;
    for (const Stmt& s : path_) {
      const auto* loop = s.as<For>();
      if (!loop) continue;
      const auto extent = asInt(loop->extent), start = asInt(loop->min);
      if (!extent || !start || *extent < 1) return {};
      std::vector<int64_t> values;
      if (points * static_cast<size_t>(*extent) <= kMany)
        for (int64_t i = 0; i < *extent; ++i) values.push_back(*start + i);
      else
        values = {*start, *start + *extent - 1};
      points *= values.size();
      all.push_back(std::move(values));
    }
    if (all.empty()) all.emplace_back();
    return all;
  }

  static std::optional<int64_t> valueOf(const Expr& e, const VarMap& values) {
    return asInt(simplify(substitute(e, values)));
  }

  void run(size_t at, VarMap& values, const std::vector<std::vector<int64_t>>& chosen, const BufferRegion& region,
           std::string& found, size_t loops = 0) {
    if (!found.empty()) return;
    if (at == path_.size()) return compare(region, values, found);
    if (const auto* loop = path_[at].as<For>()) {
      for (const int64_t v : chosen[loops]) {
        values.insert_or_assign(loop->var.key(), makeConst(loop->var.dtype(), v));
        run(at + 1, values, chosen, region, found, loops + 1);
      }
      return;
    }
    const auto& block = *path_[at].as<Block>();
    if (const auto holds = valueOf(block.predicate, values); !holds || !*holds) return;
    for (size_t i = 0; i < block.iters.size(); ++i) {
      const auto value = valueOf(block.bindings[i], values);
      if (!value) return;
      values.insert_or_assign(block.iters[i].var.key(), makeConst(block.iters[i].var.dtype(), *value));
    }
    run(at + 1, values, chosen, region, found, loops);
  }
  void compare(const BufferRegion& region, const VarMap& values, std::string& found) const {
    for (const Range& range : region.ranges)
      if (const auto extent = valueOf(range.extent, values); extent && *extent <= 0) return;  // no element
    for (size_t i = 0; i < region.ranges.size(); ++i) {
      const auto size = asInt(region.buffer->shape[i]), low = valueOf(region.ranges[i].min, values),
                 extent = valueOf(region.ranges[i].extent, values);
      if (!size || !low || !extent || (*low >= 0 && *low + *extent <= *size)) continue;
      if (own_) {
        const auto from = valueOf(own_->ranges[i].min, values), count = valueOf(own_->ranges[i].extent, values);
        if (!from || !count ||
            (*low >= std::min<int64_t>(0, *from) && *low + *extent <= std::max(*size, *from + *count)))
          continue;
      }
      found = std::to_string(*low) + " to " + std::to_string(*low + *extent) + " in dimension " + std::to_string(i) +
              " of " + std::to_string(*size);
      return;
    }
  }

  const bool all_;
  std::vector<Stmt> path_;
  std::optional<BufferRegion> own_;  // the region of the same buffer that follows from the statements
};

// The first region outside of its buffer that a program declares and its source does not, as one line; "": there is
// none. Ignores buffers for which the source itself declares such a region, and copies of them: regions that steps
// derive from it may exceed the buffer, too.
inline std::string regionsOutside(const Snapshot& source, const Snapshot& program) {
  std::set<std::string> before;
  for (int i = 0; i < source.functionCount(); ++i)
    for (RegionsInside::Line& line : RegionsInside(source.function(i), true).outside)
      before.insert(std::move(line.buffer));
  for (int i = 0; i < program.functionCount(); ++i)
    for (const RegionsInside::Line& line : RegionsInside(program.function(i)).outside)
      if (std::none_of(before.begin(), before.end(),
                       [&](const std::string& name) { return line.buffer.starts_with(name); }))
        return line.text;
  return "";
}

// The first step of a schedule that declares such a region: "after step 2, loop_partition: block B reads ...".
inline std::string regionsOutside(const Schedule& schedule) {
  for (int i = 0; i < schedule.stepCount(); ++i) {
    if (schedule.step(i).primitive->query) continue;
    if (schedule.step(i).primitive == &kAnnotateBufferAccess) break;  // a region that the user wants
    if (const std::string line = regionsOutside(schedule.source(), schedule.programAfter(i)); !line.empty())
      return "after step " + std::to_string(i) + ", " + schedule.step(i).primitive->name + ": " + line;
  }
  return "";
}

}  // namespace lw::test
