// Steps that quantised operators of ONNX and of onnxruntime share.
#pragma once

#include "core/onnx/conversion.h"

namespace lw::onnx::convert {

// Strides, dilations and pads of a window of this size, whose first axis is `firstAxis` of x.
struct Window {
  std::vector<int64_t> strides, dilations, padding;
};
Window windowOf(const Conversion& c, const std::vector<int64_t>& kernel, const graph::Node& x, int64_t firstAxis);
graph::Node plainConvolution(const Conversion& c, const graph::Node& x, const graph::Node& weight);
// A vector of one element per output channel, or a number, beside a result of this many axes after the batch.
graph::Node alongChannels(const Conversion& c, const graph::Node& x, int64_t axes);

bool isSingle(const Conversion& c, const graph::Node& x);  // it has one element
graph::Node asNumber(const Conversion& c, const graph::Node& x);
// A number, or elements per row (a vector becomes a column) or per column of a matrix.
graph::Node alongMatrix(const Conversion& c, const graph::Node& x, bool rows);
graph::Node spread(const Conversion& c, const graph::Node& value, const graph::Node& x, int64_t axis, int64_t block);
// The nearest integers, halves to even, plus the zero point, clamped to the range of the type.
graph::Node onGrid(const Conversion& c, const graph::Node& scaled, const std::optional<graph::Node>& zero,
                   ElementType type);
struct Quantised {
  graph::Node value, scale, zero;
};
Quantised quantisedToBytes(const Conversion& c, const graph::Node& x);  // uint8, in the range that x has
// The product of two integer operands less their zero points (places that may be empty), in int32.
graph::Node integerProduct(const Conversion& c, size_t a, size_t aZero, size_t b, size_t bZero);

}  // namespace lw::onnx::convert
