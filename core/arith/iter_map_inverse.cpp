// The inverse of an iteration map: values are propagated from the indices through sums (by division and remainder) and
// splits (by multiplication and addition) to the variables.
#include <functional>
#include <unordered_set>

#include "core/arith/iter_map.h"
#include "core/ir/ops.h"

namespace lw {
namespace {

struct Node {
  const IterSum* sum;
  const IterSplit* split;
  const void* key() const { return sum ? static_cast<const void*>(sum) : split; }
};

class Inverter {
 public:
  InverseIterMap run(const std::vector<IterSum>& indices, const std::vector<Expr>& outputs) {
    for (const IterSum& s : indices) visit({&s, nullptr});
    for (size_t i = 0; i < indices.size(); ++i) values_.insert_or_assign(&indices[i], outputs[i]);
    for (auto node = order_.rbegin(); node != order_.rend() && result_.error.empty(); ++node) {
      if (node->sum)
        takeApart(*node->sum);
      else
        putTogether(*node->split);
    }
    return std::move(result_);
  }

 private:
  void visit(Node node) {
    if (!seen_.insert(node.key()).second) return;
    if (node.sum) {
      for (const IterSplit& s : node.sum->args) visit({nullptr, &s});
    } else if (const IterSum* inner = node.split->source->sum()) {
      visit({inner, nullptr});
    }
    order_.push_back(node);
  }

  void accumulate(const void* key, const Expr& value) {
    const auto [it, fresh] = values_.try_emplace(key, value);
    if (!fresh) it->second = it->second + value;
  }

  void takeApart(const IterSum& sum) {
    const auto it = values_.find(&sum);
    if (it == values_.end()) return;
    const Expr input = it->second - cast(it->second.dtype(), sum.base);
    const auto only = sum.args.size() == 1 ? asInt(sum.args[0].scale) : std::nullopt;
    if (only == 1) return accumulate(&sum.args[0], input);
    if (only == -1) return accumulate(&sum.args[0], -input);
    Expr expected = sum.args.empty() ? Expr(1) : sum.args.back().scale;
    for (size_t i = sum.args.size(); i > 0; --i) {
      const IterSplit& s = sum.args[i - 1];
      if (!Analyzer().canProveEqual(s.scale, expected)) {
        result_.error = "a sum of iterators leaves gaps or overlaps, so it cannot be inverted";
        return;
      }
      expected = s.scale * s.extent;
      Expr part = floordiv(input, s.scale);
      if (i > 1) part = floormod(part, s.extent);  // the outermost part has nothing above it
      accumulate(&s, part);
    }
  }

  void putTogether(const IterSplit& split) {
    const auto it = values_.find(&split);
    if (it == values_.end()) return;
    const Expr input = it->second * split.lowerFactor;
    const IterMark& mark = *split.source;
    if (mark.sum()) return accumulate(mark.sum(), input);
    const void* key = mark.var->key();
    const auto [found, fresh] = result_.values.try_emplace(key, input + mark.start);
    if (!fresh) found->second = found->second + input;
  }

  std::unordered_set<const void*> seen_;
  std::vector<Node> order_;  // children first
  std::unordered_map<const void*, Expr> values_;
  InverseIterMap result_;
};

}  // namespace

InverseIterMap inverseIterMap(const std::vector<IterSum>& indices, const std::vector<Expr>& outputs) {
  return Inverter().run(indices, outputs);
}

}  // namespace lw
