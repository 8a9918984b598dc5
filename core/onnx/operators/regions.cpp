// Samples between the elements of a picture, and regions of interest.
#include "core/ir/ops.h"
#include "core/onnx/operators/layers.h"

namespace lw::onnx::convert {

using graph::Node;

Sampling sampledAt(const Conversion& c, const Node& place, int64_t size) {
  const Node below = c.call("floor", {place});
  return {below, c.call("subtract", {place, below}), size};
}

Node corner(const Conversion& c, const Node& flat, const Sampling* along, const int* step) {
  const DataType type = c.typeOf(flat);
  std::optional<Node> at, share, inside;
  for (int d = 0; d < 2; ++d) {
    const Sampling& s = along[d];
    const Node place = step[d] == 0 ? s.below : plus(c, s.below, 1);
    const Node low = c.scalar(0, type), high = c.scalar(static_cast<double>(s.size - 1), type);
    const Node within =
        c.call("logical_and", {c.call("greater_equal", {place, low}), c.call("less_equal", {place, high})});
    const Node index = c.cast(c.call("minimum", {c.call("maximum", {place, low}), high}), dtype::Int64);
    const Node part = step[d] == 1 ? s.share : plus(c, c.call("negative", {s.share}), 1);
    at = at ? c.call("add", {c.call("multiply", {*at, c.scalar(static_cast<double>(s.size), dtype::Int64)}), index})
            : index;
    share = share ? c.call("multiply", {*share, part}) : part;
    inside = inside ? c.call("logical_and", {*inside, within}) : within;
  }
  const auto own = c.shapeOf(flat), taps = c.shapeOf(*at);
  const std::vector<int64_t> line{taps[0], taps[1], 1, taps[2] * taps[3]};
  graph::Sizes wide;
  for (const int64_t v : {own[0], own[1], own[2], line[3]}) wide.push_back(IntImm{dtype::Int64, v});
  const Node indices = c.call("broadcast_to", {c.reshape(*at, line), c.shape(wide)});
  const Node read = c.call("gather_elements", {flat, indices}, attrs("axis", 3));
  const Node weight = c.call("where", {*inside, *share, c.scalar(0, type)});
  return c.call("multiply", {read, c.reshape(weight, line)});
}

namespace {

// Where the bins of each region have their samples along one dimension, y or x: (regions, bins * samples).
Node samplePlaces(const Conversion& c, int64_t first, int64_t bins, int64_t samples, bool moved) {
  const Node regions = c.in(1);
  const DataType type = c.typeOf(regions);
  const auto corner = [&](int64_t column) {
    const Node given = c.call("take", {regions, c.list({column})}, attrs("axis", 1));
    return plus(c, times(c, given, c.number("spatial_scale", 1)), moved ? -0.5 : 0);
  };
  const Node begin = corner(first);
  Node size = c.call("subtract", {corner(first + 2), begin});
  if (!moved) size = c.call("maximum", {size, c.scalar(1, type)});
  NDArray line = c.zeros(type, {1, bins * samples});
  for (int64_t i = 0; i < bins * samples; ++i)
    line.set(
        i, static_cast<double>(i / samples) + (static_cast<double>(i % samples) + 0.5) / static_cast<double>(samples));
  const Node bin = times(c, size, 1 / static_cast<double>(bins));
  return c.call("add", {begin, c.call("multiply", {bin, c.array(std::move(line))})});
}

// The greatest of the elements around all samples of a bin, each times its share.
Node greatestOfCorners(const Conversion& c, bool moved) {
  const int64_t samples = c.integer("sampling_ratio", 0);
  if (samples < 1) c.refuse("its mode max needs a sampling_ratio");
  const auto shape = c.shapeOf(c.in(0)), regions = c.shapeOf(c.in(1));
  const int64_t bins[] = {c.integer("output_height", 1), c.integer("output_width", 1)};
  const DataType type = c.typeOf(c.in(0));
  std::vector<Sampling> along;
  std::optional<Node> inside;
  for (int64_t d = 0; d < 2; ++d) {
    const int64_t size = shape[static_cast<size_t>(d) + 2];
    const Node places = c.expandDims(samplePlaces(c, 1 - d, bins[d], samples, moved),
                                     d == 0 ? std::vector<int64_t>{1, 3} : std::vector<int64_t>{1, 2});
    const auto number = [&](int64_t n) { return c.scalar(static_cast<double>(n), type); };
    const Node within = c.call(
        "logical_and", {c.call("greater_equal", {places, number(-1)}), c.call("less_equal", {places, number(size)})});
    inside = inside ? c.call("logical_and", {*inside, within}) : within;
    const Node clipped = c.call("minimum", {c.call("maximum", {places, number(0)}), number(size - 1)});
    along.push_back(sampledAt(c, clipped, size));
  }
  const int64_t all = bins[0] * bins[1] * samples * samples;
  inside = c.reshape(*inside, std::vector<int64_t>{regions[0], 1, 1, all});
  const Node pictures = c.call("take", {c.in(0), c.in(2)}, attrs("axis", 0));
  const Node flat = c.reshape(pictures, std::vector<int64_t>{regions[0], 1, shape[1], shape[2] * shape[3]});
  std::optional<Node> greatest;
  for (int i = 0; i < 4; ++i) {
    const int step[] = {i / 2, i % 2};
    const Node part = corner(c, flat, along.data(), step);
    greatest = greatest ? c.call("maximum", {*greatest, part}) : part;
  }
  const Node seen = c.call("where", {*inside, *greatest, c.scalar(0, type)});
  const std::vector<int64_t> ofBins{regions[0], shape[1], bins[0], samples, bins[1], samples};
  return c.reduce("max", c.reshape(seen, ofBins), {3, 5}, false);
}

}  // namespace

void maxRoiPool(const Conversion& c) {
  c.out(c.call("vision.roi_pool", {c.in(0), c.in(1)},
               attrs("pooled_size", c.integers("pooled_shape").value_or(std::vector<int64_t>{}), "spatial_scale",
                     c.number("spatial_scale", 1))));
}
// The graph has samples at the places that the regions name; ONNX's are half an element before them from version 16 on.
void roiAlign(const Conversion& c) {
  const Node x = c.in(0);
  const double scale = c.number("spatial_scale", 1);
  const std::string mode = c.text("mode", "avg"), places = c.text("coordinate_transformation_mode", "half_pixel");
  if (mode != "avg" && mode != "max") c.fail(err::kOnnxAttributeValue(c.title(), "mode", mode));
  const bool moved = c.version() >= 16 && places == "half_pixel";
  if (mode == "max") return c.out(greatestOfCorners(c, moved));
  const Node picture = c.expandDims(c.cast(c.in(2), c.typeOf(x)), {1});
  const Node corners = moved ? plus(c, c.in(1), -0.5 / scale) : c.in(1);
  const Node regions = c.call("concat", {graph::TupleNode{{picture, corners}}}, attrs("axis", 1));
  const std::vector<int64_t> size{c.integer("output_height", 1), c.integer("output_width", 1)};
  const int64_t samples = c.integer("sampling_ratio", 0);
  c.out(c.call("vision.roi_align", {x, regions},
               attrs("pooled_size", size, "spatial_scale", scale, "sample_ratio", samples == 0 ? -1 : samples,
                     "aligned", moved)));
}

}  // namespace lw::onnx::convert
