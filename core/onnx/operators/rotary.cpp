// Rotary position embeddings.
#include "core/arith/analyzer.h"
#include "core/ir/ops.h"
#include "core/onnx/operators/layers.h"

namespace lw::onnx::convert {

using graph::Node;

// Pairs of elements of each head are rotated by angles of their position; elements after the first
// `rotary_embedding_dim` stay as they are. Heads are the second dimension: (batch, heads, sequence, depth).
void rotaryEmbedding(const Conversion& c) {
  const Node given = c.in(0);
  const bool packed = c.rankOf(given) == 3;
  const Node x = packed ? withHeads(c, given, c.integer("num_heads", 0)) : given;
  const std::optional<int64_t> depth = c.sizeOf(x, 3);
  if (!depth) c.refuse("the depth of the heads is not known");
  const int64_t wanted = c.integer("rotary_embedding_dim", 0), turned = wanted == 0 ? *depth : wanted;
  if (turned < 0 || turned > *depth || turned % 2 != 0)
    c.refuse("rotary_embedding_dim is not even, or beyond the depth");
  const bool interleaved = c.integer("interleaved", 0) != 0;
  const auto part = [&](int64_t begin, int64_t end, int64_t step) {
    return c.slice(x, {3}, {IntImm{dtype::Int64, begin}}, {IntImm{dtype::Int64, end}}, {step});
  };
  const Node a = interleaved ? part(0, turned, 2) : part(0, turned / 2, 1);
  const Node b = interleaved ? part(1, turned, 2) : part(turned / 2, turned, 1);
  // (batch, sequence, turned / 2), of all heads
  const auto angles = [&](size_t place) {
    Node cache = c.in(place);
    if (c.has(3)) cache = c.call("take", {cache, c.in(3)}, attrs("axis", 0));
    if (c.sizeOf(cache, c.rankOf(cache) - 1) != turned / 2)
      c.refuse("the caches are not half as wide as what is rotated");
    return c.expandDims(cache, {1});
  };
  const Node cosines = angles(1), sines = angles(2);
  const auto times = [&](const Node& u, const Node& v) { return c.call("multiply", {u, v}); };
  Node first = c.call("subtract", {times(cosines, a), times(sines, b)});
  Node second = c.call("add", {times(sines, a), times(cosines, b)});
  auto sizes = c.sizesOf(x);
  sizes[3] = IntImm{dtype::Int64, turned};
  Node made = interleaved ? c.reshape(c.call("stack", {graph::TupleNode{{first, second}}}, attrs("axis", 4)), sizes)
                          : c.call("concat", {graph::TupleNode{{first, second}}}, attrs("axis", 3));
  if (turned < *depth) made = c.call("concat", {graph::TupleNode{{made, part(turned, *depth, 1)}}}, attrs("axis", 3));
  c.out(packed ? withoutHeads(c, made) : made);
}

}  // namespace lw::onnx::convert
