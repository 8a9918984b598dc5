#include "core/analysis/shapes/image.h"

#include <algorithm>
#include <numeric>

#include "core/ir/ops.h"

namespace lw::analysis {
namespace {

constexpr int64_t kMostPoints = 1 << 15;  // that are enumerated for one group of loops

// The conditions that the box does not decide, with the box narrowed by each of them.
struct Domain {
  Bounds box;
  std::vector<Form> conditions;
  bool empty = false;
};

// False: no iteration satisfies the condition.
bool tighten(Forms& forms, const Form& condition, Bounds& box, bool& changed) {
  const IntBound all = forms.range(condition, box);
  if (all.max < 0) return false;
  for (const auto& [a, factor] : condition.terms) {
    if (!forms.isLoop(a)) continue;
    IntBound& here = box[static_cast<size_t>(a)];
    const int64_t others = all.max - factor * (factor > 0 ? here.max : here.min);
    IntBound next = here;
    if (factor > 0)
      next.min = std::max(here.min, -floorDivide(others, factor));
    else
      next.max = std::min(here.max, floorDivide(others, -factor));
    if (next.isEmpty()) return false;
    changed = changed || !(next == here);
    here = next;
  }
  return true;
}

Domain domainOf(Forms& forms, const std::vector<Form>& conditions, Bounds box) {
  Domain d{std::move(box), conditions, false};
  for (int round = 0; round < 4; ++round) {
    bool changed = false;
    std::vector<Form> open;
    for (const Form& c : d.conditions) {
      Form now = forms.resolve(c, d.box);
      if (!tighten(forms, now, d.box, changed)) return {std::move(d.box), {}, true};
      if (forms.range(now, d.box).min < 0) open.push_back(std::move(now));
    }
    d.conditions = std::move(open);
    if (!changed) break;
  }
  for (Form& c : d.conditions) c = forms.resolve(c, d.box);
  return d;
}

// Dimensions and conditions that share loops.
struct Group {
  std::vector<int> dims;
  std::vector<Form> forms;  // of the dimensions
  std::vector<Form> conditions;
  std::vector<int> loops;
};

bool meet(const std::vector<int>& a, const std::vector<int>& b) {
  return std::any_of(a.begin(), a.end(), [&](int x) { return std::find(b.begin(), b.end(), x) != b.end(); });
}

void add(std::vector<Group>& groups, Group fresh) {
  for (size_t i = groups.size(); i-- > 0;) {
    Group& g = groups[i];
    if (!meet(g.loops, fresh.loops)) continue;
    fresh.dims.insert(fresh.dims.end(), g.dims.begin(), g.dims.end());
    fresh.forms.insert(fresh.forms.end(), g.forms.begin(), g.forms.end());
    fresh.conditions.insert(fresh.conditions.end(), g.conditions.begin(), g.conditions.end());
    for (const int l : g.loops)
      if (std::find(fresh.loops.begin(), fresh.loops.end(), l) == fresh.loops.end()) fresh.loops.push_back(l);
    groups.erase(groups.begin() + static_cast<std::ptrdiff_t>(i));
  }
  groups.push_back(std::move(fresh));
}

std::vector<Group> groupsOf(const Forms& forms, const std::vector<Form>& dims, const std::vector<Form>& conditions) {
  std::vector<Group> groups;
  for (size_t d = 0; d < dims.size(); ++d) {
    Group g{{static_cast<int>(d)}, {dims[d]}, {}, {}};
    forms.loopsOf(dims[d], g.loops);
    add(groups, std::move(g));
  }
  for (const Form& c : conditions) {
    Group g{{}, {}, {c}, {}};
    forms.loopsOf(c, g.loops);
    add(groups, std::move(g));
  }
  return groups;
}

int64_t pointsOf(const std::vector<int>& loops, const Bounds& box) {
  int64_t points = 1;
  for (const int l : loops) {
    points *= box[static_cast<size_t>(l)].size();
    if (points > kMostPoints) return kMostPoints + 1;
  }
  return points;
}

// Calls `visit` with every iteration that satisfies the conditions, until it returns false.
template <class F>
void forEachPoint(const Forms& forms, const Group& g, const Bounds& box, const F& visit) {
  std::vector<int64_t> at(forms.size(), 0);
  for (const int l : g.loops) at[static_cast<size_t>(l)] = box[static_cast<size_t>(l)].min;
  while (true) {
    const bool kept =
        std::all_of(g.conditions.begin(), g.conditions.end(), [&](const Form& c) { return forms.valueAt(c, at) >= 0; });
    if (kept && !visit(at)) return;
    size_t k = 0;
    for (; k < g.loops.size(); ++k) {
      const auto l = static_cast<size_t>(g.loops[k]);
      if (++at[l] <= box[l].max) break;
      at[l] = box[l].min;
    }
    if (k == g.loops.size()) return;
  }
}

ImagePart listed(const Forms& forms, const Group& g, const Bounds& box) {
  ImagePart part{g.dims, {}, {}};
  std::vector<size_t> order(g.dims.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::sort(order.begin(), order.end(), [&](size_t a, size_t b) { return g.dims[a] < g.dims[b]; });
  std::sort(part.dims.begin(), part.dims.end());
  std::vector<std::vector<int64_t>> points;
  forEachPoint(forms, g, box, [&](const std::vector<int64_t>& at) {
    std::vector<int64_t>& point = points.emplace_back();
    for (const size_t i : order) point.push_back(forms.valueAt(g.forms[i], at));
    return true;
  });
  std::sort(points.begin(), points.end());
  points.erase(std::unique(points.begin(), points.end()), points.end());
  if (part.dims.size() > 1) {
    part.points = std::move(points);
    return part;
  }
  Runs set;
  for (const auto& point : points) {
    if (!set.runs.empty() && set.runs.back().max + 1 == point[0])
      ++set.runs.back().max;
    else
      set.runs.push_back({point[0], point[0]});
  }
  part.runs = united(set, Runs{}).value_or(set);
  return part;
}

// A guard such as `i_0 * 16 + i_1 < 37` on a sum that is also the index cuts off the values of the index.
std::optional<Runs> cutOff(const Form& dim, const std::vector<Form>& conditions, const Bounds& box) {
  IntBound allowed{INT64_MIN / 4, INT64_MAX / 4};
  for (const Form& c : conditions) {
    if (c.terms == dim.terms)
      allowed.min = std::max(allowed.min, dim.constant - c.constant);
    else if (c.terms == (dim * -1).terms)
      allowed.max = std::min(allowed.max, c.constant + dim.constant);
    else
      return std::nullopt;
  }
  const std::optional<Runs> all = valuesOf(dim, box);
  if (!all) return std::nullopt;
  Runs out{all->offset, all->stride, {}};
  for (const IntBound& r : all->runs) {
    const IntBound kept{std::max(r.min, -floorDivide(all->offset - allowed.min, all->stride)),
                        std::min(r.max, floorDivide(allowed.max - all->offset, all->stride))};
    if (!kept.isEmpty()) out.runs.push_back(kept);
  }
  return united(out, Runs{});
}

class Imaging {
 public:
  Imaging(Forms& forms, ImageBudget& budget) : forms_(forms), budget_(budget) {}

  Image run(const std::vector<Form>& dims, const std::vector<Form>& conditions, Bounds box) {
    Image image;
    Domain domain = domainOf(forms_, conditions, std::move(box));
    if (domain.empty) return empty(dims.size());
    std::vector<Form> here;
    for (const Form& d : dims) here.push_back(forms_.resolve(d, domain.box));
    image.size = 1;
    if (domain.conditions.empty() && apart(here) && alone(image, here, domain.box)) return image;
    for (Group& g : groupsOf(forms_, here, domain.conditions)) {
      if (g.dims.empty()) {
        decide(image, g, domain.box);
        continue;
      }
      addGroup(image, g, domain.box);
    }
    std::sort(image.parts.begin(), image.parts.end(),
              [](const ImagePart& a, const ImagePart& b) { return a.dims < b.dims; });
    return image;
  }

 private:
  static Image empty(size_t dims) {
    Image none;
    for (size_t d = 0; d < dims; ++d) none.parts.push_back({{static_cast<int>(d)}, Runs{}, {}});
    return none;
  }

  // Sums of loops where no loop occurs in two of them: most index functions.
  bool apart(const std::vector<Form>& dims) const {
    for (size_t d = 0; d < dims.size(); ++d)
      for (const auto& [atom, factor] : dims[d].terms) {
        if (!forms_.isLoop(atom)) return false;
        for (size_t other = 0; other < d; ++other)
          if (dims[other].factorOf(atom)) return false;
      }
    return true;
  }
  // Each dimension by itself. False, and the image is unchanged, if one has too many runs.
  bool alone(Image& image, const std::vector<Form>& dims, const Bounds& box) {
    Image made = image;
    for (size_t d = 0; d < dims.size(); ++d) {
      std::optional<Runs> runs = cutOff(dims[d], {}, box);
      if (!runs) return false;
      add(made, {{static_cast<int>(d)}, std::move(*runs), {}});
    }
    image = std::move(made);
    return true;
  }

  void add(Image& image, ImagePart part) {
    image.size *= part.count();
    image.parts.push_back(std::move(part));
  }

  // A condition on loops that are in no index: does any iteration satisfy it?
  void decide(Image& image, const Group& g, const Bounds& box) {
    if (g.conditions.size() == 1 && forms_.isLinear(g.conditions[0])) return;  // the box allows it
    const int64_t points = pointsOf(g.loops, box);
    if (points > kMostPoints || !budget_.spend(points)) {
      image.exact = false;
      return;
    }
    bool any = false;
    forEachPoint(forms_, g, box, [&](const auto&) { return any = true, false; });
    if (!any) image.size = 0;
  }

  void addGroup(Image& image, Group& g, const Bounds& box) {
    const bool linear = std::all_of(g.forms.begin(), g.forms.end(), [&](const Form& f) { return forms_.isLinear(f); });
    if (g.dims.size() == 1 && linear)
      if (auto runs = cutOff(g.forms[0], g.conditions, box)) return add(image, {g.dims, std::move(*runs), {}});
    const int64_t points = pointsOf(g.loops, box);
    if (points <= kMostPoints && budget_.spend(points)) return add(image, listed(forms_, g, box));
    if (takeApart(image, g, box) || slice(image, g, box)) return;
    for (size_t i = 0; i < g.dims.size(); ++i) {
      const IntBound all = forms_.range(g.forms[i], box);
      add(image, {{g.dims[i]}, Runs{0, 1, {all}}, {}});
    }
    image.exact = false;
  }

  // f // c and f % c of one sum f that takes every value of whole multiples of c are as independent as two loops.
  bool takeApart(Image& image, const Group& g, const Bounds& box) {
    std::vector<Form> all = g.forms;
    all.insert(all.end(), g.conditions.begin(), g.conditions.end());
    const auto division = forms_.divisionIn(all);
    if (!division || !forms_.isLinear(division->base)) return false;
    const std::optional<Runs> values = valuesOf(division->base, box);
    if (!values || values->stride != 1 || values->runs.size() != 1) return false;
    const int64_t low = values->offset + values->runs[0].min, high = values->offset + values->runs[0].max,
                  d = division->divisor;
    if (floorModulo(low, d) != 0 || floorModulo(high + 1, d) != 0) return false;
    const int quotient = forms_.addDigit(), remainder = forms_.addDigit();
    Bounds wider = box;
    wider.resize(forms_.size(), IntBound{0, -1});
    wider[static_cast<size_t>(quotient)] = {floorDivide(low, d), floorDivide(high, d)};
    wider[static_cast<size_t>(remainder)] = {0, d - 1};
    for (Form& f : all) {
      auto next = forms_.replaced(f, *division, quotient, remainder);
      if (!next) return false;
      f = std::move(*next);
    }
    wider.resize(forms_.size(), IntBound{0, -1});
    const auto middle = all.begin() + static_cast<std::ptrdiff_t>(g.forms.size());
    const Image inner = run({all.begin(), middle}, {middle, all.end()}, wider);
    if (!inner.listed || !inner.exact) return false;
    for (ImagePart part : inner.parts) {
      for (int& dim : part.dims) dim = g.dims[static_cast<size_t>(dim)];
      if (!std::is_sorted(part.dims.begin(), part.dims.end())) return false;
      image.parts.push_back(std::move(part));
    }
    image.size *= inner.size;
    return true;
  }

  // If an index is a single loop, its iterations access disjoint elements: one iteration after the other is counted.
  bool slice(Image& image, const Group& g, const Bounds& box) {
    int chosen = -1;
    for (const Form& f : g.forms)
      if (f.terms.size() == 1 && forms_.isLoop(f.terms[0].atom)) {
        const int l = f.terms[0].atom;
        if (chosen < 0 || box[static_cast<size_t>(l)].size() < box[static_cast<size_t>(chosen)].size()) chosen = l;
      }
    if (chosen < 0 || !budget_.spend(box[static_cast<size_t>(chosen)].size() * 16)) return false;
    double size = 0;
    Bounds inner = box;
    for (int64_t v = box[static_cast<size_t>(chosen)].min; v <= box[static_cast<size_t>(chosen)].max; ++v) {
      inner.resize(forms_.size(), IntBound{0, -1});
      inner[static_cast<size_t>(chosen)] = {v, v};
      const Image part = run(g.forms, g.conditions, inner);
      if (!part.exact) return false;
      size += part.size;
    }
    image.size *= size;
    image.listed = false;
    return true;
  }

  Forms& forms_;
  ImageBudget& budget_;
};

}  // namespace

Image imageOf(Forms& forms, const IndexFunctions& map, Bounds box, ImageBudget& budget) {
  const size_t known = forms.size();
  box.resize(known, IntBound{0, -1});
  Image image = Imaging(forms, budget).run(map.dims, map.conditions, std::move(box));
  forms.forget(known);
  image.exact = image.exact && map.exact;
  return image;
}

Size countIterations(Forms& forms, const std::vector<int>& loops, const std::vector<Form>& conditions, Bounds box,
                     ImageBudget& budget) {
  const size_t known = forms.size();
  box.resize(known, IntBound{0, -1});
  if (conditions.empty()) {
    double count = 1;
    for (const int l : loops) count *= static_cast<double>(box[static_cast<size_t>(l)].size());
    return {count, true};
  }
  // Iterations are counted like the elements of a buffer that is indexed by all loops.
  std::vector<Form> each;
  for (const int l : loops) each.push_back(Form::of(l));
  const Image image = Imaging(forms, budget).run(each, conditions, std::move(box));
  forms.forget(known);
  return {image.size, image.exact};
}

}  // namespace lw::analysis
