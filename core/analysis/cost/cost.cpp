#include "core/analysis/cost/cost.h"

#include <algorithm>
#include <unordered_map>

#include "core/analysis/cost/cost_table.h"

namespace lw {
namespace {

using namespace analysis;

constexpr int64_t kPointLimit = 400'000;  // about 20 ms

class Accountant {
 public:
  Accountant(CostTable table, const std::vector<int64_t>& caches)
      : t_(std::move(table)), caches_(caches), budget_(kPointLimit) {}

  ProgramCost run() {
    costs_.resize(t_.nodes.size());
    countAccesses();
    for (size_t i = 0; i < t_.nodes.size(); ++i) work(i);
    for (size_t i = t_.nodes.size(); i-- > 0;) footprints(i);
    for (size_t i = t_.nodes.size(); i-- > 0;) traffic(i);
    for (size_t i = 0; i < t_.nodes.size(); ++i) limitChildren(i);
    ProgramCost out;
    out.assumed = t_.assumed;
    for (size_t i = 0; i < t_.nodes.size(); ++i) {
      Cost& c = costs_[i];
      if (!t_.assumed.empty()) c.exactWork = c.exactFootprint = false;
      const CostNode& n = t_.nodes[i];
      if (n.loop.valid())
        out.loops.emplace(n.loop, std::move(c));
      else if (n.block.valid())
        out.blocks.emplace(n.block, std::move(c));
      else
        out.whole = std::move(c);
    }
    return out;
  }

 private:
  // The intervals of loops; fixed loops are given. A bound that depends on other loops is taken at its widest, and the
  // conditions restrict it.
  void enter(Bounds& box, int loop) const {
    const CostLoop& l = t_.loops[static_cast<size_t>(loop)];
    const IntBound min = l.min ? t_.forms.range(*l.min, box) : IntBound{0, 0};
    const IntBound end =
        l.min && l.extent ? t_.forms.range(*l.min + *l.extent, box) : IntBound{min.min + 1, min.max + 1};
    box[static_cast<size_t>(l.atom)] = {min.min, end.max - 1};
  }
  // False: the loop has no iteration there.
  bool standStill(Bounds& box, int loop) {
    const CostLoop& l = t_.loops[static_cast<size_t>(loop)];
    const int64_t min = l.min ? t_.forms.range(*l.min, box).min : 0;
    const int64_t extent = l.extent ? t_.forms.range(*l.extent, box).max : 1;
    box[static_cast<size_t>(l.atom)] = {min + extent / 2, min + extent / 2};
    return extent > 0;
  }
  Bounds emptyBox() const { return Bounds(t_.forms.size(), IntBound{0, 0}); }

  struct Count {
    double times = 0;
    bool exact = true;
  };
  // How often a statement inside these loops is reached under these conditions.
  Count count(const std::vector<int>& loops, const std::vector<Form>& conditions, bool exact) {
    Bounds box = emptyBox();
    std::vector<int> atoms;
    for (const int l : loops) {
      enter(box, l);
      const CostLoop& loop = t_.loops[static_cast<size_t>(l)];
      exact = exact && loop.min && loop.extent;
      if (box[static_cast<size_t>(loop.atom)].isEmpty()) return {0, exact};
      atoms.push_back(loop.atom);
    }
    const Size size = countIterations(t_.forms, atoms, conditions, std::move(box), budget_);
    return {size.count, size.exact && exact};
  }

  // Statements at the same place share the answer.
  void countAccesses() {
    for (size_t i = 0; i < t_.accesses.size(); ++i) {
      const CostAccess& a = t_.accesses[i];
      const CostAccess* before = i > 0 ? &t_.accesses[i - 1] : nullptr;
      const bool same = before && before->loops == a.loops && before->map.conditions == a.map.conditions &&
                        before->placeExact == a.placeExact;
      times_.push_back(same ? times_.back() : count(a.loops, a.map.conditions, a.placeExact));
    }
  }

  void work(size_t node) {
    const CostNode& n = t_.nodes[node];
    Cost& c = costs_[node];
    const Count here = count(n.outside, n.conditions, n.exact);
    c.executions = here.times;
    c.exactWork = here.exact && t_.understood;
    for (size_t i = n.firstAccess; i < n.endAccess; ++i) {
      const CostAccess& a = t_.accesses[i];
      c.flops += a.flops * times_[i].times;
      c.bytes += a.moved * times_[i].times;
      c.exactWork = c.exactWork && times_[i].exact;
    }
  }

  // Distinct bytes of the node's accesses while the loops `still` around it are fixed at their middle.
  void touch(const CostNode& n, const std::vector<int>& still, double& bytes, bool& exact,
             std::vector<std::pair<std::string, double>>* byBuffer) {
    Bounds start = emptyBox();
    bool runs = true;
    for (const int l : still) runs = standStill(start, l) && runs;
    std::unordered_map<const void*, size_t> places;  // of each memory among `images` and `first`
    std::vector<std::vector<Image>> images;
    std::vector<const CostAccess*> first;
    for (size_t i = n.firstAccess; runs && i < n.endAccess; ++i) {
      const CostAccess& a = t_.accesses[i];
      if (a.again && !(i == n.firstAccess)) continue;
      Bounds box = start;
      box.resize(t_.forms.size(), IntBound{0, -1});
      bool any = true;
      for (size_t k = still.size(); k < a.loops.size(); ++k) {
        enter(box, a.loops[k]);
        any = any && !box[static_cast<size_t>(t_.loops[static_cast<size_t>(a.loops[k])].atom)].isEmpty();
      }
      for (const auto& [atom, extent] : a.spans) box[static_cast<size_t>(atom)] = {0, extent - 1};
      if (!any) continue;
      const auto [place, fresh] = places.try_emplace(a.data, images.size());
      if (fresh) {
        images.emplace_back();
        first.push_back(&a);
      }
      images[place->second].push_back(imageOf(t_.forms, a.map, std::move(box), budget_));
    }
    bytes = 0;
    exact = t_.understood;
    for (size_t b = 0; b < images.size(); ++b) {
      const Size size = unionOf(std::move(images[b]));
      bytes += size.count * first[b]->element;
      exact = exact && size.exact;
      if (byBuffer && size.count > 0) byBuffer->emplace_back(first[b]->buffer, size.count * first[b]->element);
    }
  }

  void footprints(size_t node) {
    const CostNode& n = t_.nodes[node];
    Cost& c = costs_[node];
    touch(n, n.outside, c.footprint, c.exactFootprint, &c.buffers);
    if (n.own < 0) return;
    // The only child of a loop accesses in one execution what the loop accesses in one iteration.
    if (const int only = onlyChild(node); only >= 0) {
      c.iterationFootprint = costs_[static_cast<size_t>(only)].footprint;
      return;
    }
    std::vector<int> still = n.outside;
    still.push_back(n.own);
    bool exact = true;
    touch(n, still, c.iterationFootprint, exact, nullptr);
    c.exactFootprint = c.exactFootprint && exact;
  }

  int onlyChild(size_t node) const {
    const size_t child = node + 1;
    if (child >= t_.nodes.size() || t_.nodes[child].parent != static_cast<int>(node)) return -1;
    const CostNode &a = t_.nodes[node], &b = t_.nodes[child];
    return a.firstAccess == b.firstAccess && a.endAccess == b.endAccess ? static_cast<int>(child) : -1;
  }

  // All executions together.
  void traffic(size_t node) {
    const CostNode& n = t_.nodes[node];
    Cost& c = costs_[node];
    for (size_t level = 0; level < caches_.size(); ++level) {
      const auto cache = static_cast<double>(caches_[level]);
      double inner = c.bytes;  // nothing is reused
      if (c.footprint <= cache)
        inner = c.footprint * c.executions;
      else if (n.own >= 0 && c.iterationFootprint <= cache)
        inner = c.iterationFootprint * iterationsOf(node);
      else if (children_[node].size() > 0)
        inner = ofChildren(node, level);
      c.traffic.push_back(std::min(inner, c.bytes));
    }
    if (n.parent >= 0) children_[static_cast<size_t>(n.parent)].push_back(node);
  }

  double ofChildren(size_t node, size_t level) {
    double sum = 0, covered = 0;
    for (const size_t child : children_[node]) {
      sum += costs_[child].traffic[level];
      covered += costs_[child].bytes;
    }
    return sum + std::max(0.0, costs_[node].bytes - covered);  // statements beside the children
  }

  // What stays in a cache from one execution of an inner loop to the next comes from beyond it once: the parts of a
  // node are reduced in proportion until their sum is at most what the node itself has.
  void limitChildren(size_t node) {
    for (size_t level = 0; level < caches_.size(); ++level) {
      double sum = 0;
      for (const size_t child : children_[node]) sum += costs_[child].traffic[level];
      const double most = costs_[node].traffic[level];
      if (sum <= most) continue;
      for (const size_t child : children_[node]) costs_[child].traffic[level] *= most / sum;
    }
  }

  double iterationsOf(size_t node) {
    const CostNode& n = t_.nodes[node];
    std::vector<int> loops = n.outside;
    loops.push_back(n.own);
    return count(loops, n.conditions, true).times;
  }

  CostTable t_;
  const std::vector<int64_t>& caches_;
  ImageBudget budget_;
  std::vector<Count> times_;  // of accesses
  std::vector<Cost> costs_;   // of nodes
  std::map<size_t, std::vector<size_t>> children_;
};

}  // namespace

ProgramCost costOf(const PrimFunc& function, const std::vector<int64_t>& caches, const Sizes& sizes) {
  return Accountant(costTable(function, sizes), caches).run();
}

}  // namespace lw
