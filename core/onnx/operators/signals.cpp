// Fourier transforms as products with matrices of sines and cosines, windows, and counts of token sequences.
#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

#include "core/ir/ops.h"
#include "core/onnx/operators/operators.h"

namespace lw::onnx::convert {
namespace {

using graph::Node;

constexpr int64_t kMostElements = int64_t{1} << 24;  // of a matrix of a transform

NDArray filled(const Conversion& c, DataType type, std::vector<int64_t> shape,
               const std::function<double(int64_t)>& value) {
  NDArray data = c.zeros(type, std::move(shape));
  for (int64_t i = 0; i < data.size(); ++i)
    if (type.isFloat())
      data.set(i, value(i));
    else
      data.setInt(i, static_cast<int64_t>(value(i)));
  return data;
}

// The matrix of cos or sin(2 pi k t / length), times a factor that depends on k.
Node waves(const Conversion& c, DataType type, int64_t rows, int64_t columns, int64_t length, bool isSine,
           const std::function<double(int64_t)>& factorOfRow) {
  if (rows * columns > kMostElements) c.refuse(say("the matrix of {0} by {1} elements is too large", rows, columns));
  return c.array(filled(c, type, {rows, columns}, [&](int64_t i) {
    const int64_t row = i / columns, turns = row * (i % columns) % length;
    const double angle = 2 * std::numbers::pi * static_cast<double>(turns) / static_cast<double>(length);
    return (isSine ? std::sin(angle) : std::cos(angle)) * factorOfRow(row);
  }));
}

// Complex numbers: the second part is missing where all are real. The last axis is that of the transform.
struct Complex {
  Node real;
  std::optional<Node> imaginary;
};
Complex partsOf(const Conversion& c, const Node& x) {
  const int64_t last = c.rankOf(x) - 1;
  const std::optional<int64_t> parts = c.sizeOf(x, last);
  if (parts != 1 && parts != 2) c.refuse("the last dimension is not of one or two parts of a number");
  const auto part = [&](int64_t i) {
    return c.call("squeeze", {c.call("take", {x, c.list({i})}, attrs("axis", last))}, attrs("axis", last));
  };
  return {part(0), parts == 2 ? std::optional(part(1)) : std::nullopt};
}

// As many elements along the last axis: the first ones, or zeros after all.
Node resizedLast(const Conversion& c, const Node& x, int64_t count) {
  const int64_t last = c.rankOf(x) - 1;
  const std::optional<int64_t> size = c.sizeOf(x, last);
  if (!size) c.refuse("the length of the signal is not known");
  if (*size > count) return c.slice(x, {last}, {IntImm{dtype::Int64, 0}}, {IntImm{dtype::Int64, count}}, {1});
  if (*size == count) return x;
  std::vector<int64_t> widths(2 * static_cast<size_t>(last + 1));
  widths.back() = count - *size;
  return c.call("nn.pad", {x}, attrs("pad_width", widths, "pad_value", 0.0));
}

Node minus(const Conversion& c, const Node& a, const Node& b) { return c.call("subtract", {a, b}); }

// `count` frequencies of a signal; backwards divided by the length.
Complex transformed(const Conversion& c, const Complex& given, int64_t length, int64_t count, bool inverse) {
  const DataType type = c.typeOf(given.real);
  const double factor = inverse ? 1 / static_cast<double>(length) : 1;
  const auto all = [&](int64_t) { return factor; };
  const Node cosines = waves(c, type, length, count, length, false, all),
             sines = waves(c, type, length, count, length, true, all);
  const auto product = [&](const Node& x, const Node& m) { return c.call("matmul", {x, m}); };
  const Node real = resizedLast(c, given.real, length);
  // exp(-i a) = cos a - i sin a, backwards with the other sign
  const Node sine = product(real, sines);
  Complex made{product(real, cosines), inverse ? sine : c.call("negative", {sine})};
  if (!given.imaginary) return made;
  const Node imaginary = resizedLast(c, *given.imaginary, length);
  const Node crossed = product(imaginary, sines), straight = product(imaginary, cosines);
  made.real = inverse ? minus(c, made.real, crossed) : c.call("add", {made.real, crossed});
  made.imaginary = c.call("add", {*made.imaginary, straight});
  return made;
}

// The real signal of which these are the first half of the frequencies; the others are their conjugates.
Node realSignal(const Conversion& c, const Complex& given, int64_t length) {
  const DataType type = c.typeOf(given.real);
  const int64_t count = length / 2 + 1;
  const auto factor = [&](int64_t row) {
    const bool once = row == 0 || (length % 2 == 0 && row == length / 2);
    return (once ? 1 : 2) / static_cast<double>(length);
  };
  const Node real = resizedLast(c, given.real, count);
  const Node made = c.call("matmul", {real, waves(c, type, count, length, length, false, factor)});
  if (!given.imaginary) return made;
  const Node imaginary = resizedLast(c, *given.imaginary, count);
  return minus(c, made, c.call("matmul", {imaginary, waves(c, type, count, length, length, true, factor)}));
}

Node joined(const Conversion& c, const Complex& parts) {
  const int64_t rank = c.rankOf(parts.real);
  if (!parts.imaginary) return c.expandDims(parts.real, {rank});
  return c.call("stack", {graph::TupleNode{{parts.real, *parts.imaginary}}}, attrs("axis", rank));
}

// The axis last, or back in its place.
Complex turned(const Conversion& c, const Complex& x, int64_t axis) {
  std::vector<int64_t> axes(static_cast<size_t>(c.rankOf(x.real)));
  std::iota(axes.begin(), axes.end(), 0);
  if (axis == axes.back()) return x;
  std::swap(axes[static_cast<size_t>(axis)], axes.back());
  return {c.permute(x.real, axes), x.imaginary ? std::optional(c.permute(*x.imaginary, axes)) : std::nullopt};
}

DataType windowType(const Conversion& c) {
  const auto given = static_cast<ElementType>(c.integer("output_datatype", 1));
  const std::optional<DataType> type = dataTypeOf(given);
  if (!type) c.fail(err::kOnnxType(c.title(), toString(given)));
  return *type;
}

// a - b cos(2 pi i / n) + d cos(4 pi i / n)
void window(const Conversion& c, double a, double b, double d) {
  const int64_t size = c.integersIn(0).at(0);
  if (size < 0 || size > kMostElements) c.refuse(say("there is no window of {0} elements", size));
  const int64_t steps = c.integer("periodic", 1) != 0 ? size : size - 1;
  c.out(c.array(filled(c, windowType(c), {size}, [&](int64_t i) {
    if (steps == 0) return 1.0;
    const double angle = 2 * std::numbers::pi * static_cast<double>(i) / static_cast<double>(steps);
    return a - b * std::cos(angle) + d * std::cos(2 * angle);
  })));
}

}  // namespace

void dft(const Conversion& c) {
  const Node x = c.in(0);
  const int64_t rank = c.rankOf(x);
  const int64_t given = c.version() >= 20 ? (c.has(2) ? c.integersIn(2).at(0) : -2) : c.integer("axis", 1);
  const int64_t axis = c.axis(given, rank);
  if (axis == rank - 1) c.refuse("the axis is that of the parts of numbers");
  const bool inverse = c.integer("inverse", 0) != 0, onesided = c.integer("onesided", 0) != 0;
  const Complex parts = turned(c, partsOf(c, x), axis);
  int64_t length = 0;
  if (c.has(1)) {
    length = c.integersIn(1).at(0);
  } else {
    const std::optional<int64_t> size = c.sizeOf(x, axis);
    if (!size) c.refuse("the length of the signal is not known");
    length = inverse && onesided ? 2 * (*size - 1) : *size;
  }
  if (length < 1) c.refuse(say("there is no transform of length {0}", length));
  if (inverse && onesided) return c.out(joined(c, turned(c, {realSignal(c, parts, length), {}}, axis)));
  const int64_t count = onesided ? length / 2 + 1 : length;
  c.out(joined(c, turned(c, transformed(c, parts, length, count, inverse), axis)));
}

// Frames of the signal, each times the window, and their transforms.
void stft(const Conversion& c) {
  Node x = c.in(0);
  if (c.rankOf(x) == 2) x = c.expandDims(x, {2});
  if (c.rankOf(x) != 3) c.refuse("the signal has the dimensions batch, time and parts of a number");
  const int64_t step = c.integersIn(1).at(0);
  const std::optional<int64_t> size = c.sizeOf(x, 1);
  if (!size) c.refuse("the length of the signal is not known");
  int64_t length = *size;
  if (c.has(3))
    length = c.integersIn(3).at(0);
  else if (c.has(2))
    length = c.shapeOf(c.in(2)).at(0);
  if (step < 1 || length < 1 || length > *size) c.refuse("the frames do not fit the signal");
  if (c.has(2) && c.shapeOf(c.in(2)).at(0) != length) c.refuse("the window is not as long as a frame");
  const int64_t frames = 1 + (*size - length) / step;
  const NDArray places = filled(c, dtype::Int64, {frames, length},
                                [&](int64_t i) { return static_cast<double>(i / length * step + i % length); });
  const auto framed = [&](const Node& part) {
    const Node made = c.call("take", {part, c.array(places)}, attrs("axis", 1));
    return c.has(2) ? c.call("multiply", {made, c.in(2)}) : made;
  };
  Complex parts = partsOf(c, x);
  parts.real = framed(parts.real);
  if (parts.imaginary) parts.imaginary = framed(*parts.imaginary);
  const bool onesided = c.integer("onesided", 1) != 0;
  c.out(joined(c, transformed(c, parts, length, onesided ? length / 2 + 1 : length, false)));
}

void hannWindow(const Conversion& c) { window(c, 0.5, 0.5, 0); }
void hammingWindow(const Conversion& c) { window(c, 25.0 / 46, 21.0 / 46, 0); }
void blackmanWindow(const Conversion& c) { window(c, 0.42, 0.5, 0.08); }

// Triangles over the frequencies of a transform, at equal distances on the mel scale.
void melWeightMatrix(const Conversion& c) {
  const int64_t bins = c.integersIn(0).at(0), length = c.integersIn(1).at(0), rate = c.integersIn(2).at(0);
  const double low = c.numbersIn(3).at(0), high = c.numbersIn(4).at(0);
  const int64_t rows = length / 2 + 1;
  if (bins < 1 || length < 1 || rate < 1 || rows * bins > kMostElements) c.refuse("its sizes are out of range");
  const auto mel = [](double hertz) { return 2595 * std::log10(1 + hertz / 700); };
  std::vector<int64_t> edges;
  for (int64_t i = 0; i < bins + 2; ++i) {
    const double at = mel(low) + static_cast<double>(i) * (mel(high) - mel(low)) / static_cast<double>(bins + 2);
    const double hertz = 700 * (std::pow(10, at / 2595) - 1);
    edges.push_back(
        static_cast<int64_t>(std::floor(static_cast<double>(length + 1) * hertz / static_cast<double>(rate))));
    if (edges.back() < 0 || edges.back() >= rows) c.refuse("a frequency is outside of the spectrum");
  }
  c.out(c.array(filled(c, windowType(c), {rows, bins}, [&](int64_t i) {
    const int64_t row = i / bins;
    const auto bin = static_cast<size_t>(i % bins);
    const int64_t left = edges[bin], middle = edges[bin + 1], right = edges[bin + 2];
    if (row >= middle && row < right) return static_cast<double>(right - row) / static_cast<double>(right - middle);
    if (left == middle) return row == middle ? 1.0 : 0.0;
    return row >= left && row <= middle ? static_cast<double>(row - left) / static_cast<double>(middle - left) : 0.0;
  })));
}

}  // namespace lw::onnx::convert
