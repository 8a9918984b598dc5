// Operators of object detection in graphs, box by box.
#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include "backends/reference/graph_operators.h"

namespace lw::reference {
namespace {

using Box = std::array<float, 4>;

float sharedPart(const Box& a, const Box& b) {
  float common = 1, sizeA = 1, sizeB = 1;
  for (size_t d = 0; d < 2; ++d) {
    const auto [lowA, highA] = std::minmax(a[d], a[d + 2]);
    const auto [lowB, highB] = std::minmax(b[d], b[d + 2]);
    common *= std::max(0.0F, std::min(highA, highB) - std::max(lowA, lowB));
    sizeA *= highA - lowA;
    sizeB *= highB - lowB;
  }
  const float whole = sizeA + sizeB - common;
  return whole <= 0 ? 0 : common / whole;
}

Box boxOf(const Array& x, Shape row, int64_t first) {
  Box box{};
  row.push_back(0);
  for (size_t k = 0; k < 4; ++k) {
    row.back() = first + static_cast<int64_t>(k);
    box[k] = static_cast<float>(valueAt(x, row));
  }
  return box;
}

// The indices 0 to count - 1 in the order of falling scores.
std::vector<int64_t> byScore(int64_t count, const std::function<double(int64_t)>& score) {
  std::vector<int64_t> order(static_cast<size_t>(count));
  std::iota(order.begin(), order.end(), int64_t{0});
  std::stable_sort(order.begin(), order.end(), [&](int64_t a, int64_t b) { return score(a) > score(b); });
  return order;
}

double only(const GraphCall& c, size_t place) { return valueAt(inShape(c.array(place), {1}), {0}); }

GraphItem ofAllClasses(const GraphCall& c) {
  const Array boxes = c.array(0), scores = c.array(1);
  const int64_t batch = scores.shape[0], classes = scores.shape[1], n = scores.shape[2];
  const auto limit = static_cast<int64_t>(only(c, 2));
  const auto most = static_cast<float>(only(c, 3)), least = static_cast<float>(only(c, 4));
  struct Found {
    int64_t batch, kind, box;
  };
  std::vector<Found> all;
  for (int64_t i = 0; i < batch; ++i)
    for (int64_t k = 0; k < classes; ++k) {
      std::vector<int64_t> kept;
      for (const int64_t box : byScore(n, [&](int64_t b) { return valueAt(scores, {i, k, b}); })) {
        if (static_cast<int64_t>(kept.size()) >= limit || !(valueAt(scores, {i, k, box}) > static_cast<double>(least)))
          continue;
        const bool free = std::none_of(kept.begin(), kept.end(), [&](int64_t other) {
          return sharedPart(boxOf(boxes, {i, box}, 0), boxOf(boxes, {i, other}, 0)) >= most;
        });
        if (free) kept.push_back(box);
      }
      for (const int64_t box : kept) all.push_back({i, k, box});
    }
  if (c.in.text("output_format") == "onnx") {
    const Array indices = given(makeArray(dtype::Int64, {batch * classes * n, 3})),
                total = given(makeArray(dtype::Int64, {1}));
    for (size_t r = 0; r < all.size(); ++r) {
      const auto row = static_cast<int64_t>(r);
      setInteger(indices, elementAt(indices, {row, 0}), all[r].batch);
      setInteger(indices, elementAt(indices, {row, 1}), all[r].kind);
      setInteger(indices, elementAt(indices, {row, 2}), all[r].box);
    }
    setInteger(total, 0, static_cast<int64_t>(all.size()));
    return {std::vector<GraphItem>{{indices}, {total}}};
  }
  const Array indices = given(makeArray(dtype::Int64, {batch, classes * n, 2})),
              values = given(makeArray(dtype::Float32, {batch, classes * n})),
              totals = given(makeArray(dtype::Int64, {batch}));
  for (const Found& found : all) {
    const int64_t row = getInteger(totals, found.batch);
    setInteger(totals, found.batch, row + 1);
    setInteger(indices, elementAt(indices, {found.batch, row, 0}), found.kind);
    setInteger(indices, elementAt(indices, {found.batch, row, 1}), found.box);
    setReal(values, elementAt(values, {found.batch, row}), valueAt(scores, {found.batch, found.kind, found.box}));
  }
  return {std::vector<GraphItem>{{indices}, {values}, {totals}}};
}

Array filledLike(const Array& x, double value) { return filledArray(x.type, x.shape, value); }
void copyRow(const Array& to, int64_t i, int64_t row, const Array& from, int64_t fromRow) {
  for (int64_t k = 0; k < to.shape[2]; ++k) copyElement(to, {i, row, k}, from, {i, fromRow, k});
}

GraphItem validCountsOf(const GraphCall& c) {
  const Array x = c.array(0);
  const int64_t batch = x.shape[0], n = x.shape[1], id = c.integer("id_index"), score = c.integer("score_index");
  const Array counts = given(makeArray(dtype::Int32, {batch})), boxes = filledLike(x, -1),
              indices = filledArray(dtype::Int32, {batch, n}, -1);
  for (int64_t i = 0; i < batch; ++i) {
    int64_t found = 0;
    for (int64_t j = 0; j < n; ++j) {
      const bool valid = valueAt(x, {i, j, score}) > c.real("score_threshold");
      if (!valid || (id >= 0 && valueAt(x, {i, j, id}) < 0)) continue;
      copyRow(boxes, i, found, x, j);
      setInteger(indices, elementAt(indices, {i, found++}), j);
    }
    setInteger(counts, i, found);
  }
  return {std::vector<GraphItem>{{counts}, {boxes}, {indices}}};
}

// The rows that are kept, in order, with their scores.
std::vector<std::pair<int64_t, float>> softlyKept(const GraphCall& c, int64_t batch, std::vector<int64_t> rows) {
  const Array x = c.array(0);
  const int64_t id = c.integer("id_index"), score = c.integer("score_index"), corner = c.integer("coord_start"),
                limit = c.integer("max_output_size");
  const double sigma = c.real("soft_nms_sigma");
  std::vector<float> scores;
  for (const int64_t row : rows) scores.push_back(static_cast<float>(valueAt(x, {batch, row, score})));
  std::vector<std::pair<int64_t, float>> kept;
  while (!rows.empty() && static_cast<int64_t>(kept.size()) != limit) {
    const auto best = std::max_element(scores.begin(), scores.end()) - scores.begin();
    const int64_t row = rows[static_cast<size_t>(best)];
    const float value = scores[static_cast<size_t>(best)];
    if (!(value > static_cast<float>(std::max(c.real("score_threshold"), 0.0)))) break;
    kept.emplace_back(row, value);
    rows.erase(rows.begin() + best);
    scores.erase(scores.begin() + best);
    for (size_t i = 0; i < rows.size(); ++i) {
      const bool rival =
          id < 0 || (valueAt(x, {batch, row, id}) >= 0 &&
                     (c.flag("force_suppress") || valueAt(x, {batch, row, id}) == valueAt(x, {batch, rows[i], id})));
      if (!rival || scores[i] <= 0) continue;
      const float shared = sharedPart(boxOf(x, {batch, row}, corner), boxOf(x, {batch, rows[i]}, corner));
      const bool whole = shared >= static_cast<float>(c.real("iou_threshold"));
      scores[i] *= whole ? 0.0F : static_cast<float>(std::exp(-shared * shared / (2 * sigma)));
    }
  }
  return kept;
}

// Of rows in this order, the places of those that no better one suppresses.
std::vector<size_t> unsuppressed(const GraphCall& c, int64_t batch, const std::vector<int64_t>& rows) {
  const Array x = c.array(0);
  const int64_t id = c.integer("id_index"), score = c.integer("score_index"), corner = c.integer("coord_start"),
                limit = c.integer("max_output_size");
  const auto threshold = static_cast<float>(c.real("iou_threshold"));
  std::vector<size_t> kept;
  std::vector<int64_t> better;  // rows that suppress others
  for (size_t j = 0; j < rows.size(); ++j) {
    const int64_t row = rows[j];
    if (threshold > 0 && static_cast<int64_t>(better.size()) == limit) continue;
    if (threshold > 0 && valueAt(x, {batch, row, score}) > 0) {
      const bool suppressed = std::any_of(better.begin(), better.end(), [&](int64_t other) {
        const bool rival =
            (id < 0 || valueAt(x, {batch, other, id}) >= 0) &&
            (c.flag("force_suppress") || id < 0 || valueAt(x, {batch, row, id}) == valueAt(x, {batch, other, id}));
        return rival && sharedPart(boxOf(x, {batch, row}, corner), boxOf(x, {batch, other}, corner)) >= threshold;
      });
      if (suppressed) continue;
      better.push_back(row);
    }
    kept.push_back(j);
  }
  return kept;
}

GraphItem suppressedOf(const GraphCall& c) {
  const Array x = c.array(0), counts = c.array(1), indices = c.array(2);
  const int64_t batch = x.shape[0], n = x.shape[1], score = c.integer("score_index"), topK = c.integer("top_k");
  const auto threshold = static_cast<float>(c.real("iou_threshold"));
  Array kept = filledLike(x, -1);
  const Array places = filledArray(dtype::Int32, {batch, n}, -1);
  for (int64_t i = 0; i < batch; ++i) {
    const int64_t valid = getInteger(counts, elementAt(counts, {i}));
    std::vector<int64_t> order(static_cast<size_t>(valid));
    std::iota(order.begin(), order.end(), int64_t{0});
    if (threshold > 0) order = byScore(valid, [&](int64_t j) { return valueAt(x, {i, j, score}); });
    if (threshold > 0 && topK > 0 && topK < valid) order.resize(static_cast<size_t>(topK));
    if (c.real("soft_nms_sigma") > 0) {
      int64_t to = 0;
      for (const auto& [row, value] : softlyKept(c, i, order)) {
        copyRow(kept, i, to, x, row);
        setReal(kept, elementAt(kept, {i, to, score}), static_cast<double>(value));
        setInteger(places, elementAt(places, {i, to++}), row);
      }
      continue;
    }
    for (const size_t j : unsuppressed(c, i, order)) {
      copyRow(kept, i, static_cast<int64_t>(j), x, order[j]);
      setInteger(places, elementAt(places, {i, static_cast<int64_t>(j)}), order[j]);
    }
  }
  if (c.flag("return_indices")) {
    const Array result = filledArray(dtype::Int32, {batch, n}, -1), totals = given(makeArray(dtype::Int32, {batch, 1}));
    for (int64_t i = 0; i < batch; ++i) {
      int64_t found = 0;
      for (int64_t j = 0; j < n; ++j) {
        const int64_t place = getInteger(places, elementAt(places, {i, j}));
        if (place < 0 || getInteger(indices, elementAt(indices, {i, place})) < 0) continue;
        setInteger(result, elementAt(result, {i, found++}), getInteger(indices, elementAt(indices, {i, place})));
      }
      setInteger(totals, elementAt(totals, {i, 0}), found);
    }
    return {std::vector<GraphItem>{{result}, {totals}}};
  }
  if (!c.flag("invalid_to_bottom")) return {kept};
  const Array moved = filledLike(x, -1);
  for (int64_t i = 0; i < batch; ++i)
    for (int64_t j = 0, found = 0; j < n; ++j)
      if (valueAt(kept, {i, j, 0}) >= 0) copyRow(moved, i, found++, kept, j);
  return {moved};
}

GraphItem decodedBoxes(const GraphCall& c) {
  const Array classes = c.array(0), distances = c.array(1), anchors = c.array(2);
  const int64_t batch = classes.shape[0], kinds = classes.shape[1], n = classes.shape[2];
  std::vector<double> variances;
  for (const graph::Attribute& one : *c.in.attribute("variances").as<graph::AttributeList>())
    variances.push_back(one.as<double>() ? *one.as<double>() : static_cast<double>(*one.as<int64_t>()));
  const Array boxes = given(makeArray(classes.type, {batch, n, 4})),
              scores = given(makeArray(classes.type, classes.shape));
  for (int64_t i = 0; i < batch; ++i)
    for (int64_t j = 0; j < n; ++j) {
      std::array<double, 4> corners{};   // ymin, xmin, ymax, xmax
      for (int64_t d = 0; d < 2; ++d) {  // x, y
        const double low = valueAt(anchors, {0, j, d}), high = valueAt(anchors, {0, j, d + 2});
        const auto v = static_cast<size_t>(d);
        const double center = valueAt(distances, {i, 4 * j + d}) * variances[v] * (high - low) + (low + high) / 2;
        const double half = std::exp(valueAt(distances, {i, 4 * j + d + 2}) * variances[v + 2]) * (high - low) / 2;
        corners[1 - v] = center - half;
        corners[3 - v] = center + half;
      }
      for (size_t k = 0; k < 4; ++k)
        setReal(boxes, elementAt(boxes, {i, j, static_cast<int64_t>(k)}),
                c.flag("clip") ? std::clamp(corners[k], 0.0, 1.0) : corners[k]);
      double sum = 0;
      for (int64_t k = 0; k < kinds; ++k) sum += std::exp(valueAt(classes, {i, k, j}));
      for (int64_t k = 0; k < kinds; ++k) {
        const double score = std::exp(valueAt(classes, {i, k, j})) / sum;
        const bool none = score < c.real("threshold") || (k == 0 && !c.flag("keep_background"));
        setReal(scores, elementAt(scores, {i, k, j}), none ? 0 : score);
      }
    }
  return {std::vector<GraphItem>{{boxes}, {scores}}};
}

// A region of interest in a picture whose dimensions are in the order N, C, H, W.
struct Region {
  int64_t picture;
  std::array<double, 2> low, high;  // y, x
  Region(const Array& rois, int64_t r, double scale)
      : picture(static_cast<int64_t>(valueAt(rois, {r, 0}))),
        low{valueAt(rois, {r, 2}) * scale, valueAt(rois, {r, 1}) * scale},
        high{valueAt(rois, {r, 4}) * scale, valueAt(rois, {r, 3}) * scale} {}
};

double between(const Array& x, int64_t picture, int64_t channel, double y, double z) {
  const auto height = static_cast<double>(x.shape[2]), width = static_cast<double>(x.shape[3]);
  if (y < -1 || z < -1 || y > height || z > width) return 0;
  y = std::clamp(y, 0.0, height - 1);
  z = std::clamp(z, 0.0, width - 1);
  double sum = 0;
  for (int64_t i = 0; i < x.shape[2]; ++i)
    for (int64_t j = 0; j < x.shape[3]; ++j)
      sum += std::max(0.0, 1 - std::abs(y - static_cast<double>(i))) *
             std::max(0.0, 1 - std::abs(z - static_cast<double>(j))) * valueAt(x, {picture, channel, i, j});
  return sum;
}

Array alignedRegions(const GraphCall& c) {
  const bool last = c.in.text("layout") == "NHWC", mean = c.in.text("mode") == "avg";
  const Array given_ = c.array(0), rois = c.array(1), x = last ? transposed(given_, {0, 3, 1, 2}) : given_;
  const std::vector<int64_t> bins = c.integers("pooled_size");
  const Array result = given(makeArray(x.type, {rois.shape[0], x.shape[1], bins[0], bins[1]}));
  forEachPoint(result.shape, [&](const Shape& p) {
    const Region region(rois, p[0], c.real("spatial_scale"));
    std::array<double, 2> bin{};
    std::array<int64_t, 2> samples{};
    for (size_t d = 0; d < 2; ++d) {
      const double size = region.high[d] - region.low[d];
      bin[d] = (c.flag("aligned") ? size : std::max(size, 1.0)) / static_cast<double>(bins[d]);
      const int64_t ratio = c.integer("sample_ratio");
      samples[d] = ratio > 0 ? ratio : std::max<int64_t>(0, static_cast<int64_t>(std::ceil(bin[d])));
    }
    std::vector<double> values;
    for (int64_t i = 0; i < samples[0]; ++i)
      for (int64_t j = 0; j < samples[1]; ++j) {
        const auto at = [&](size_t d, int64_t k) {
          return region.low[d] +
                 (static_cast<double>(p[2 + d]) + (static_cast<double>(k) + 0.5) / static_cast<double>(samples[d])) *
                     bin[d];
        };
        values.push_back(between(x, region.picture, p[1], at(0, i), at(1, j)));
      }
    double value = 0;
    if (!values.empty() && !mean) value = *std::max_element(values.begin(), values.end());
    if (!values.empty() && mean)
      value = std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
    setReal(result, elementAt(result, p), value);
  });
  return last ? transposed(result, {0, 2, 3, 1}) : result;
}

Array pooledRegions(const GraphCall& c) {
  const Array x = c.array(0), rois = c.array(1);
  const std::vector<int64_t> bins = c.integers("pooled_size");
  const Array result = given(makeArray(x.type, {rois.shape[0], x.shape[1], bins[0], bins[1]}));
  forEachPoint(result.shape, [&](const Shape& p) {
    const Region region(rois, p[0], c.real("spatial_scale"));
    std::array<int64_t, 2> begin{}, end{};
    for (size_t d = 0; d < 2; ++d) {
      const double low = std::floor(region.low[d] + 0.5),
                   size = std::max(std::floor(region.high[d] + 0.5) - low + 1, 1.0);
      const double bin = size / static_cast<double>(bins[d]);
      const auto at = static_cast<double>(p[2 + d]);
      begin[d] = std::clamp<int64_t>(static_cast<int64_t>(std::floor(at * bin) + low), 0, x.shape[2 + d]);
      end[d] = std::clamp<int64_t>(static_cast<int64_t>(std::ceil((at + 1) * bin) + low), 0, x.shape[2 + d]);
    }
    double greatest = -INFINITY;
    for (int64_t i = begin[0]; i < end[0]; ++i)
      for (int64_t j = begin[1]; j < end[1]; ++j)
        greatest = std::max(greatest, valueAt(x, {region.picture, p[1], i, j}));
    setReal(result, elementAt(result, p), std::isinf(greatest) ? 0 : greatest);
  });
  return result;
}

}  // namespace

void addDetection(GraphFunctions& to) {
  to["vision.all_class_non_max_suppression"] = ofAllClasses;
  to["vision.get_valid_counts"] = validCountsOf;
  to["vision.non_max_suppression"] = suppressedOf;
  to["vision.multibox_transform_loc"] = decodedBoxes;
  to["vision.roi_align"] = [](const GraphCall& c) { return GraphItem{alignedRegions(c)}; };
  to["vision.roi_pool"] = [](const GraphCall& c) { return GraphItem{pooledRegions(c)}; };
}

}  // namespace lw::reference
