// Regions of pictures: each region of interest (batch, x1, y1, x2, y2) is divided into bins, each of which becomes one
// element.
#include "passes/graph/legalize/statements.h"

namespace lw::legalize {
namespace {

using Lowered = std::optional<Outputs>;

struct Regions {
  int64_t size[2];  // bins along y and x
  double scale;
  bool channelsLast;
  size_t channel() const { return channelsLast ? 3 : 1; }
  size_t space(size_t d) const { return (channelsLast ? 1 : 2) + d; }
};

std::optional<Regions> regionsOf(const Lowering& l, bool both) {
  const auto sizes = l.call.integers("pooled_size");
  const auto scale = l.real("spatial_scale");
  const std::string layout = l.call.text("layout");
  if (!sizes || sizes->size() != 2 || (*sizes)[0] < 1 || (*sizes)[1] < 1 || !scale) return std::nullopt;
  if (layout != "NCHW" && !(both && layout == "NHWC")) return std::nullopt;
  if (l[0].rank() != 4 || l[1].rank() != 2 || asInt(l[1].shape[1]) != 5 || !l[0].type.isFloat() ||
      l[1].type != l[0].type)
    return std::nullopt;
  return Regions{{(*sizes)[0], (*sizes)[1]}, *scale, layout == "NHWC"};
}

// What is read between the four elements around a place; 0 outside of a border of one element.
Expr sampleAt(const Lowering& l, const Regions& r, const Point& p, const Expr& y, const Expr& z) {
  const Operand &x = l[0], &rois = l[1];
  const DataType type = x.type;
  const Expr zero = te::number(type, 0), one = te::number(type, 1), at[] = {y, z};
  std::optional<Expr> inside;
  std::vector<Expr> low, high, weight;
  for (size_t d = 0; d < 2; ++d) {
    const Expr size = x.shape[r.space(d)], last = size - l.at(1);
    inside = both(inside, logicalAnd(ge(at[d], te::number(type, -1)), le(at[d], cast(type, size))));
    const Expr clipped = min(max(at[d], zero), cast(type, last));
    low.push_back(cast(l.index, math("floor", clipped)));
    high.push_back(min(low[d] + l.at(1), last));
    weight.push_back(clipped - math("floor", clipped));
  }
  const auto element = [&](const Expr& i, const Expr& j) {
    Point from(4, cast(l.index, rois.at({p[0], l.at(0)})));
    from[r.channel()] = p[r.channel()];
    from[r.space(0)] = i;
    from[r.space(1)] = j;
    return x.at(from);
  };
  const auto between = [&](const Expr& a, const Expr& c, const Expr& w) { return a * (one - w) + c * w; };
  const Expr top = between(element(low[0], low[1]), element(low[0], high[1]), weight[1]);
  const Expr bottom = between(element(high[0], low[1]), element(high[0], high[1]), weight[1]);
  return choose(*inside, between(top, bottom, weight[0]), zero);
}

// The mean, or the greatest, of samples in each bin, which are taken between the elements. Without `aligned` a region
// has at least the size 1.
Lowered roiAlign(Lowering& l) {
  const auto r = regionsOf(l, true);
  const auto ratio = l.call.integer("sample_ratio");
  const std::string mode = l.call.text("mode");
  if (!r || !ratio || (mode != "avg" && mode != "max")) return std::nullopt;
  const Operand &x = l[0], &rois = l[1];
  const DataType type = x.type;
  const size_t channel = r->channel(), space[] = {r->space(0), r->space(1)};
  Sizes shape(4, rois.shape[0]);
  shape[channel] = x.shape[channel];
  for (size_t d = 0; d < 2; ++d) shape[space[d]] = l.at(r->size[d]);
  const auto real = [&](const Expr& e) { return cast(type, e); };
  const Expr zero = te::number(type, 0), one = te::number(type, 1);
  const Outputs made = atEachPoint(
      l, "T_roi_align", shape, {{"T_pooled", shape, type}, {"T_samples", joined(shape, {l.at(2)}), l.index}},
      [&](const Point& p, const Buffers& b) {
        const Cells counts(b[1], p);  // samples along y and x
        const auto part = [&](int64_t k) { return rois.at({p[0], l.at(k)}) * te::number(type, r->scale); };
        const auto start = [&](size_t d) { return part(2 - static_cast<int64_t>(d)); };
        const auto bin = [&](size_t d) {
          const Expr size = part(4 - static_cast<int64_t>(d)) - start(d);
          const Expr used = l.flag("aligned") ? size : max(size, one);
          return quotient(used, te::number(type, static_cast<double>(r->size[d])));
        };
        const auto samples = [&](size_t d) {
          return *ratio > 0 ? l.at(*ratio) : max(cast(l.index, math("ceil", bin(d))), l.at(0));
        };
        // Where sample k is.
        const auto placed = [&](size_t d, const Expr& k) {
          const Expr inBin =
              quotient((real(k) + te::number(type, 0.5)) * bin(d), real(counts.get(static_cast<int64_t>(d))));
          return start(d) + real(p[space[d]]) * bin(d) + inBin;
        };
        const bool mean = mode == "avg";
        const Stmt taken = loop(l, "iy", counts.get(0), [&](const Expr& iy) {
          return loop(l, "ix", counts.get(1), [&](const Expr& ix) {
            const Expr value = sampleAt(l, *r, p, placed(0, iy), placed(1, ix)), before = load(b[0], p);
            return store(b[0], p, mean ? before + value : max(before, value));
          });
        });
        const Expr count = counts.get(0) * counts.get(1);
        const Stmt last = mean ? store(b[0], p, quotient(load(b[0], p), real(max(count, l.at(1)))))
                               : when(eq(count, l.at(0)), store(b[0], p, zero));
        return sequence({counts.set(0, samples(0)), counts.set(1, samples(1)),
                         store(b[0], p, mean ? zero : te::lowest(type)), taken, last});
      });
  return Outputs{made[0]};
}

// The greatest element in each bin, whose ends are rounded outwards; 0 of a bin without elements.
Lowered roiPool(Lowering& l) {
  const auto r = regionsOf(l, false);
  if (!r) return std::nullopt;
  const Operand &x = l[0], &rois = l[1];
  const DataType type = x.type;
  const Sizes shape{rois.shape[0], x.shape[1], l.at(r->size[0]), l.at(r->size[1])};
  const auto real = [&](const Expr& e) { return cast(type, e); };
  const auto whole = [&](const char* how, const Expr& e) { return cast(l.index, math(how, e)); };
  return Outputs{
      atEachPoint(l, "T_roi_pool", shape, {{"T_pooled", shape, type}}, [&](const Point& p, const Buffers& b) {
        const auto part = [&](int64_t k) {
          return whole("floor", rois.at({p[0], l.at(k)}) * te::number(type, r->scale) + te::number(type, 0.5));
        };
        const auto end = [&](size_t d, bool upper) {
          const auto k = static_cast<int64_t>(d);
          const Expr start = part(2 - k), size = max(part(4 - k) - start + l.at(1), l.at(1));
          const Expr bin = quotient(real(size), te::number(type, static_cast<double>(r->size[d])));
          const Expr at = upper ? whole("ceil", real(p[2 + d] + l.at(1)) * bin) : whole("floor", real(p[2 + d]) * bin);
          return min(max(at + start, l.at(0)), x.shape[2 + d]);
        };
        const Expr lowY = end(0, false), lowX = end(1, false);
        const Expr height = max(end(0, true) - lowY, l.at(0)), width = max(end(1, true) - lowX, l.at(0));
        const Stmt found = loop(l, "iy", height, [&](const Expr& iy) {
          return loop(l, "ix", width, [&](const Expr& ix) {
            const Expr value = x.at({cast(l.index, rois.at({p[0], l.at(0)})), p[1], lowY + iy, lowX + ix});
            return store(b[0], p, max(load(b[0], p), value));
          });
        });
        const Expr empty = logicalOr(le(height, l.at(0)), le(width, l.at(0)));
        return when(empty, store(b[0], p, te::number(type, 0)), sequence({store(b[0], p, te::lowest(type)), found}));
      })};
}

}  // namespace

std::vector<Entry> regionEntries() { return {{"vision.roi_align", roiAlign}, {"vision.roi_pool", roiPool}}; }

}  // namespace lw::legalize
