// Convolutions over one, two or three dimensions of space, and Col2Im, which is the transpose of one.
#include "core/arith/analyzer.h"
#include "core/ir/ops.h"
#include "core/onnx/operators/layers.h"

namespace lw::onnx::convert {
namespace {

using graph::Node;

std::vector<int64_t> kernelShape(const Conversion& c, const Node& weights) {
  auto shape = c.shapeOf(weights);
  if (shape.size() < 3) c.refuse("the weights have no dimensions of space");
  shape.erase(shape.begin(), shape.begin() + 2);
  const auto given = c.integers("kernel_shape");
  if (given && *given != shape) c.refuse("kernel_shape is not the shape of the weights");
  return shape;
}

// Sums of halves are kept in float32, with the bias that is added to them.
Node convolved(const Conversion& c, const std::string& op, const Node& x, const Node& weights, size_t bias,
               graph::AttributeMap given) {
  const DataType type = c.typeOf(x), sum = type.isNarrowFloat() ? dtype::Float32 : type;
  if (sum != type) addAttributes(given, "out_dtype", sum);
  Node made = c.call(op, {x, weights}, std::move(given));
  if (c.has(bias)) made = c.call("add", {made, perChannel(c, c.cast(c.in(bias), sum), c.rankOf(made))});
  return made;
}

// Padding of a transposed convolution: what it leaves out of its result, so that that has the size asked for.
struct Transposed {
  Windows w;
  std::vector<int64_t> more;  // elements at the end that no window reaches
};
Transposed transposed(const Conversion& c, const Node& x, const std::vector<int64_t>& kernel) {
  const size_t n = kernel.size();
  const std::string mode = c.text("auto_pad", "NOTSET");
  const bool same = mode == "SAME_UPPER" || mode == "SAME_LOWER";
  auto wanted = c.integers("output_shape");
  if (wanted && wanted->size() == n + 2) wanted->erase(wanted->begin(), wanted->begin() + 2);
  if (wanted && wanted->size() != n) c.refuse("output_shape has another number of dimensions than the operand");
  Transposed t{windowsOf(c, x, kernel), c.integers("output_padding").value_or(std::vector<int64_t>(n, 0))};
  if (t.more.size() != n) c.refuse("output_padding has another number of dimensions than the operand");
  for (size_t d = 0; d < n && (wanted || same); ++d) {
    const std::optional<int64_t> size = c.sizeOf(x, static_cast<int64_t>(d) + 2);
    if (!size) c.refuse("the padding needs the sizes of space");
    const int64_t result = wanted ? (*wanted)[d] : *size * t.w.strides[d];
    const int64_t total = t.w.strides[d] * (*size - 1) + t.more[d] + t.w.span(d) - result;
    if (total < 0) t.more[d] -= total;
    const int64_t left = std::max<int64_t>(total, 0);
    t.w.before[d] = mode == "SAME_UPPER" ? left / 2 : left - left / 2;
    t.w.after[d] = left - t.w.before[d];
  }
  return t;
}

}  // namespace

void conv(const Conversion& c) {
  const Node x = c.in(0), weights = c.in(1);
  const std::vector<int64_t> kernel = kernelShape(c, weights);
  const Windows w = windowsOf(c, x, kernel);
  if (const std::optional<Node> exact = convolutionOfBytes(c, w))
    return c.out(c.has(2) ? c.call("add", {*exact, perChannel(c, c.in(2), c.rankOf(*exact))}) : *exact);
  const Node made = convolved(
      c, ofDimensions(c, "nn.conv", kernel.size()), x, weights, 2,
      attrs("strides", w.strides, "padding", w.padding(), "dilation", w.dilations, "groups", c.integer("group", 1)));
  c.out(c.cast(made, c.typeOf(x)));
}
void convTranspose(const Conversion& c) {
  const Node x = c.in(0), weights = c.in(1);
  const std::vector<int64_t> kernel = kernelShape(c, weights);
  const Transposed t = transposed(c, x, kernel);
  const Node made = convolved(c, ofDimensions(c, "nn.conv", kernel.size(), "_transpose"), x, weights, 2,
                              attrs("strides", t.w.strides, "padding", t.w.padding(), "dilation", t.w.dilations,
                                    "groups", c.integer("group", 1), "output_padding", t.more));
  c.out(c.cast(made, c.typeOf(x)));
}

// Blocks (N, C * elements of a block, blocks) are added where they are in the picture: a transposed convolution whose
// kernel for each element of a block is 1 at its place.
void col2Im(const Conversion& c) {
  const Node x = c.in(0);
  const auto image = c.integersIn(1), block = c.integersIn(2), shape = c.shapeOf(x);
  const size_t n = image.size();
  const std::vector<int64_t> ones(n, 1);
  auto pads = c.integers("pads").value_or(std::vector<int64_t>(2 * n, 0));
  const auto strides = c.integers("strides").value_or(ones), dilations = c.integers("dilations").value_or(ones);
  if (shape.size() != 3 || block.size() != n || pads.size() != 2 * n || strides.size() != n || dilations.size() != n)
    c.refuse("the operands and attributes are of different numbers of dimensions");
  int64_t elements = 1;
  for (const int64_t b : block) elements *= b;
  if (elements < 1 || shape[1] % elements != 0) c.refuse("the channels are no multiple of the elements of a block");
  std::vector<int64_t> blocks{shape[0], shape[1]}, kernel{shape[1], 1}, more;
  for (size_t d = 0; d < n; ++d) {
    const int64_t room = image[d] + pads[d] + pads[d + n] - dilations[d] * (block[d] - 1) - 1;
    if (room < 0) c.refuse("a block is larger than the picture");
    blocks.push_back(room / strides[d] + 1);
    more.push_back(room % strides[d]);
    kernel.push_back(block[d]);
  }
  NDArray places = c.zeros(c.typeOf(x), kernel);
  for (int64_t i = 0; i < shape[1]; ++i) places.set(i * elements + i % elements, 1);
  c.out(c.call(ofDimensions(c, "nn.conv", n, "_transpose"), {c.reshape(x, blocks), c.array(std::move(places))},
               attrs("strides", strides, "padding", pads, "dilation", dilations, "groups", shape[1] / elements,
                     "output_padding", more)));
}

namespace {

// Where the taps of a deformed convolution read along one dimension: (N, groups, taps, elements of the result)
Sampling sampling(const Conversion& c, const Node& offsets, const Windows& w, size_t d, int64_t size,
                  const std::vector<int64_t>& result) {
  const DataType type = c.typeOf(offsets);
  const int64_t taps = w.sizes[0] * w.sizes[1], elements = result[0] * result[1];
  NDArray grid = c.zeros(type, {taps, elements});
  for (int64_t k = 0; k < taps; ++k)
    for (int64_t e = 0; e < elements; ++e) {
      const int64_t tap = d == 0 ? k / w.sizes[1] : k % w.sizes[1];
      const int64_t window = d == 0 ? e / result[1] : e % result[1];
      grid.set(k * elements + e, static_cast<double>(window * w.strides[d] - w.before[d] + tap * w.dilations[d]));
    }
  return sampledAt(c, c.call("add", {offsets, c.array(std::move(grid))}), size);
}

}  // namespace

// A convolution whose taps are moved by offsets, for each place of the result: what they read is put side by side, and
// multiplied with the weights.
void deformConv(const Conversion& c) {
  const Node x = c.in(0), weights = c.in(1), offset = c.in(2);
  const DataType type = c.typeOf(x);
  const auto shape = c.shapeOf(x), offsets = c.shapeOf(offset);
  const std::vector<int64_t> kernel = kernelShape(c, weights);
  if (shape.size() != 4 || offsets.size() != 4) c.refuse("it is only read for two dimensions of space");
  const Windows w = windowsOf(c, x, kernel);
  const int64_t groups = c.integer("group", 1), moved = c.integer("offset_group", 1);
  const int64_t taps = kernel[0] * kernel[1], elements = offsets[2] * offsets[3], filters = c.shapeOf(weights)[0];
  if (groups < 1 || moved < 1 || shape[1] % groups != 0 || shape[1] % moved != 0 || filters % groups != 0 ||
      offsets[1] != moved * taps * 2)
    c.refuse("the channels are not divided into equal groups");
  const Node all = c.reshape(offset, std::vector<int64_t>{shape[0], moved, taps, 2, elements});
  std::vector<Sampling> along;
  for (int64_t d = 0; d < 2; ++d) {
    const Node own = c.reshape(c.call("take", {all, c.list({d})}, attrs("axis", 3)),
                               std::vector<int64_t>{shape[0], moved, taps, elements});
    along.push_back(
        sampling(c, own, w, static_cast<size_t>(d), shape[static_cast<size_t>(d) + 2], {offsets[2], offsets[3]}));
  }
  const Node flat = c.reshape(x, std::vector<int64_t>{shape[0], moved, shape[1] / moved, shape[2] * shape[3]});
  std::optional<Node> read;
  for (int i = 0; i < 4; ++i) {
    const int step[] = {i / 2, i % 2};
    const Node part = corner(c, flat, along.data(), step);
    read = read ? c.call("add", {*read, part}) : part;
  }
  if (c.has(4))
    read = c.call("multiply", {*read, c.reshape(c.in(4), std::vector<int64_t>{shape[0], moved, 1, taps * elements})});
  const int64_t inner = shape[1] / groups * taps;
  const Node columns = c.reshape(*read, std::vector<int64_t>{shape[0], groups, inner, elements});
  const Node rows = c.reshape(weights, std::vector<int64_t>{1, groups, filters / groups, inner});
  const Node made = c.cast(c.call("matmul", {rows, columns}), type);
  const Node whole = c.reshape(made, std::vector<int64_t>{shape[0], filters, offsets[2], offsets[3]});
  c.out(c.has(3) ? c.call("add", {whole, perChannel(c, c.in(3), 4)}) : whole);
}

// A convolution over the past only, each channel by itself; the state is what the next call has as its past.
void causalConvWithState(const Conversion& c) {
  Node x = c.in(0);
  const Node weights = c.in(1);
  const DataType type = c.typeOf(x);
  const std::vector<int64_t> kernel = kernelShape(c, weights);
  const auto sizes = c.sizesOf(x);
  const std::optional<int64_t> channels = c.sizeOf(x, 1);
  if (kernel.size() != 1 || sizes.size() != 3 || !channels) c.refuse("its operands are not (batch, channels, length)");
  const int64_t past = kernel[0] - 1;
  const Expr before = IntImm{dtype::Int64, past};
  if (past > 0) {
    const Node state =
        c.has(3) ? c.in(3) : c.call("zeros", {c.shape({sizes[0], sizes[1], before})}, attrs("dtype", type));
    x = c.call("concat", {graph::TupleNode{{state, x}}}, attrs("axis", 2));
  }
  const std::string activation = c.text("activation", "none");
  const bool silu = activation == "silu" || activation == "swish";
  if (!silu && activation != "none") c.fail(err::kOnnxAttributeValue(c.title(), "activation", activation));
  const Node made = convolved(c, "nn.conv1d", x, weights, 2, attrs("groups", *channels));
  c.out(c.cast(silu ? c.call("nn.silu", {made}) : made, type));
  if (!c.wants(1)) return;
  const Expr end = c.sizesOf(x)[2], begin = Analyzer().simplify(end - before);
  if (asInt(begin)) return c.out(1, c.slice(x, {2}, {begin}, {end}, {1}));
  c.out(1, c.call("take", {x, c.call("add", {countedTo(c, before), countOf(c, begin)})}, attrs("axis", 2)));
}

}  // namespace lw::onnx::convert
