// What the operators of layers share.
#pragma once

#include "core/onnx/operators/operators.h"

namespace lw::onnx::convert {

// x * factor, x + term
graph::Node times(const Conversion& c, const graph::Node& x, double factor);
graph::Node plus(const Conversion& c, const graph::Node& x, double term);

// Sums of halves are kept in float32; softmax computes the rest in halves, as NumPy does.
graph::Node product(const Conversion& c, const graph::Node& x, const graph::Node& y);
graph::Node softmaxOf(const Conversion& c, const graph::Node& x, int64_t axis);

graph::Node countOf(const Conversion& c, const Expr& n);    // a scalar of int64
graph::Node countedTo(const Conversion& c, const Expr& n);  // (0, 1, ..., n - 1) of int64

// (batch, sequence, heads * depth) as (batch, heads, sequence, depth), and back
graph::Node withHeads(const Conversion& c, const graph::Node& x, int64_t heads);
graph::Node withoutHeads(const Conversion& c, const graph::Node& x);
// Each head of (batch, heads, ...) as many times as the result has more heads.
graph::Node repeatedHeads(const Conversion& c, const graph::Node& x, int64_t heads);

// A vector of one element per channel as an operand of (N, C, ...) with `rank` dimensions.
graph::Node perChannel(const Conversion& c, const graph::Node& x, int64_t rank);

// The windows of convolutions and pools: a value for each dimension of space.
struct Windows {
  std::vector<int64_t> sizes, strides, dilations, before, after;
  size_t dimensions() const { return sizes.size(); }
  int64_t span(size_t d) const { return (sizes[d] - 1) * dilations[d] + 1; }
  std::vector<int64_t> padding() const;  // as operators of graphs take it: all before, all after
};
// As the attributes say; `auto_pad` needs the sizes of space. `kernel`: where kernel_shape is not given.
Windows windowsOf(const Conversion& c, const graph::Node& x, const std::optional<std::vector<int64_t>>& kernel);
// Conv of two operands that DequantizeLinear has made of bytes, without its bias; nothing: they are others.
std::optional<graph::Node> convolutionOfBytes(const Conversion& c, Windows w);
// "nn.conv2d" for "nn.conv" and two dimensions of space
std::string ofDimensions(const Conversion& c, const std::string& name, size_t dimensions, const char* end = "");

// Places between the elements along one dimension of a picture
struct Sampling {
  graph::Node below, share;  // the element before the place, and how far after that the place is
  int64_t size;
};
Sampling sampledAt(const Conversion& c, const graph::Node& place, int64_t size);
// One of the four elements around each place, times its share; 0 outside of the picture. `flat`: (N, groups, channels
// of a group, elements of the picture); places: (N, groups, a, b), together a * b of each. `step`: 0 before a place, 1
// after it.
graph::Node corner(const Conversion& c, const graph::Node& flat, const Sampling* along, const int* step);

graph::Node softplusOf(const Conversion& c, const graph::Node& x);
graph::Node swished(const Conversion& c, const graph::Node& x, double alpha);  // x * sigmoid(alpha * x)
// The activation that recurrent layers call `name`, with ONNX's alpha and beta where they are not given.
graph::Node activated(const Conversion& c, const graph::Node& x, const std::string& name, std::optional<double> alpha,
                      std::optional<double> beta);

}  // namespace lw::onnx::convert
