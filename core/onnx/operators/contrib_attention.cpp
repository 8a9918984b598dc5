// Attention of onnxruntime's domain. Heads are (batch, heads, sequence, size) throughout.
#include <algorithm>
#include <cmath>
#include <limits>

#include "core/ir/ops.h"
#include "core/onnx/importer.h"
#include "core/onnx/operators/operators.h"
#include "core/onnx/operators/quantised.h"

namespace lw::onnx::convert {
namespace {

using graph::Node;
using Ints = std::vector<int64_t>;

constexpr double kMasked = -3.4028234663852886e38;  // added to scores that do not count

Expr sizeOf(int64_t n) { return IntImm{dtype::Int64, n}; }
Node part(const Conversion& c, const Node& x, int64_t axis, int64_t begin, int64_t end) {
  return c.slice(x, {axis}, {sizeOf(begin)}, {sizeOf(end)}, {1});
}
Node joined(const Conversion& c, std::vector<Node> parts, int64_t axis) {
  return c.call("concat", {graph::TupleNode{std::move(parts)}}, attrs("axis", axis));
}
Node counted(const Conversion& c, int64_t n, DataType type) {
  NDArray all = c.zeros(type, {n});
  for (int64_t i = 0; i < n; ++i) all.setInt(i, i);
  return c.array(std::move(all));
}

// (batch, sequence, heads * size) as heads, and back.
Node split(const Conversion& c, const Node& x, int64_t heads) {
  const Ints s = c.shapeOf(x);
  if (heads <= 0 || s.size() != 3 || s[2] % heads != 0) c.refuse("the hidden size is not divided by the heads");
  return c.permute(c.reshape(x, Ints{s[0], s[1], heads, s[2] / heads}), {0, 2, 1, 3});
}
Node merged(const Conversion& c, const Node& x) {
  const Ints s = c.shapeOf(x);
  return c.reshape(c.permute(x, {0, 2, 1, 3}), Ints{s[0], s[2], s[1] * s[3]});
}

struct Scores {
  double scale = 0, softcap = 0;
  std::optional<Node> bias = {};   // added
  std::optional<Node> kept = {};   // bool: scores that count
  std::optional<Node> sinks = {};  // per head, what else the weights are divided by: (1, heads, 1, 1)
};
Node attend(const Conversion& c, const Node& query, const Node& key, const Node& value, const Scores& how) {
  const DataType type = c.typeOf(query), wide = type.isNarrowFloat() ? dtype::Float32 : type;
  const auto number = [&](double v) { return c.scalar(v, wide); };
  const Node q = c.call("multiply", {c.cast(query, wide), number(how.scale)});
  Node scores = c.call("matmul", {q, c.permute(c.cast(key, wide), {0, 1, 3, 2})});
  if (how.softcap > 0)
    scores =
        c.call("multiply", {c.call("tanh", {c.call("divide", {scores, number(how.softcap)})}), number(how.softcap)});
  if (how.bias) scores = c.call("add", {scores, c.cast(*how.bias, wide)});
  if (how.kept) scores = c.call("where", {*how.kept, scores, number(kMasked)});
  const Ints s = c.shapeOf(scores);
  if (how.sinks) {
    const graph::Sizes column{sizeOf(s[0]), sizeOf(s[1]), sizeOf(s[2]), sizeOf(1)};
    scores = joined(c, {scores, c.call("broadcast_to", {c.cast(*how.sinks, wide), c.shape(column)})}, 3);
  }
  Node weights = c.call("nn.softmax", {scores}, attrs("axis", 3));
  if (how.sinks) weights = part(c, weights, 3, 0, s[3]);
  return c.cast(c.call("matmul", {weights, c.cast(value, wide)}), type);
}

double scaleOf(const Conversion& c, int64_t size) {
  const double given = c.number("scale", 0);
  return given != 0 ? given : 1 / std::sqrt(static_cast<double>(size));
}

// Rows that see the columns up to their own place, which is `before` columns behind: (rows, columns).
Node causal(const Conversion& c, int64_t rows, int64_t columns, int64_t before) {
  NDArray kept = c.zeros(dtype::Bool(), {rows, columns});
  for (int64_t r = 0; r < rows; ++r)
    for (int64_t k = 0; k < std::min(r + before + 1, columns); ++k) kept.setInt(r * columns + k, 1);
  return c.array(std::move(kept));
}

// What a mask adds to scores: 0 where it counts, else the filter value. Masks of rank 1 are lengths, of rank 2 and 3
// flags of columns, or of rows and columns.
Node maskBias(const Conversion& c, const Node& mask, int64_t batch, int64_t columns, DataType type) {
  const Ints s = c.shapeOf(mask);
  const DataType own = c.typeOf(mask);
  Node kept = mask;
  if (s.size() == 1 && s[0] == batch) {
    kept = c.call("less", {counted(c, columns, own), c.expandDims(mask, {1})});
    kept = c.expandDims(kept, {1, 2});
  } else if (s.size() == 1 && s[0] == 2 * batch) {
    const Node ends = c.expandDims(part(c, mask, 0, 0, batch), {1});
    const Node begins = c.expandDims(part(c, mask, 0, batch, 2 * batch), {1});
    const Node all = counted(c, columns, own);
    kept = c.call("logical_and", {c.call("less", {all, ends}), c.call("greater_equal", {all, begins})});
    kept = c.expandDims(kept, {1, 2});
  } else if ((s.size() == 2 || s.size() == 3) && s.back() == columns) {
    kept = c.expandDims(c.call("not_equal", {mask, c.scalar(0, own)}), s.size() == 2 ? Ints{1, 2} : Ints{1});
  } else {
    c.refuse("a mask of this shape is not read");
  }
  return c.call("where", {kept, c.scalar(0, type), c.scalar(c.number("mask_filter_value", -10000), type)});
}

std::optional<Node> sum(const Conversion& c, const std::optional<Node>& a, const std::optional<Node>& b) {
  if (!a || !b) return a ? a : b;
  return c.call("add", {*a, *b});
}

// The halves of the first 2 r elements of each head, or their even and odd elements, turned by the angles whose cosines
// and sines have r columns. The shape of the angles is (batch or 1, 1, sequence, r).
Node turned(const Conversion& c, const Node& x, const Node& cosines, const Node& sines, bool interleaved) {
  const Ints s = c.shapeOf(x);
  const int64_t r = c.shapeOf(cosines).back();
  if (2 * r > s[3]) c.refuse("the angles are more than half of a head");
  Node first = x, second = x;
  if (interleaved) {
    first = c.slice(x, {3}, {sizeOf(0)}, {sizeOf(2 * r)}, {2});
    second = c.slice(x, {3}, {sizeOf(1)}, {sizeOf(2 * r)}, {2});
  } else {
    first = part(c, x, 3, 0, r), second = part(c, x, 3, r, 2 * r);
  }
  const auto times = [&](const Node& a, const Node& b) { return c.call("multiply", {a, b}); };
  const Node real = c.call("subtract", {times(first, cosines), times(second, sines)});
  const Node imaginary = c.call("add", {times(first, sines), times(second, cosines)});
  Node made = real;
  if (interleaved)
    made =
        c.reshape(joined(c, {c.expandDims(real, {4}), c.expandDims(imaginary, {4})}, 4), Ints{s[0], s[1], s[2], 2 * r});
  else
    made = joined(c, {real, imaginary}, 3);
  return 2 * r == s[3] ? made : joined(c, {made, part(c, x, 3, 2 * r, s[3])}, 3);
}
// The rows of a table of angles for positions (batch or 1, sequence).
Node anglesAt(const Conversion& c, const Node& table, const Node& positions) {
  return c.expandDims(c.call("take", {table, positions}, attrs("axis", 0)), {1});
}

// Keys or values with those of earlier calls before them.
Node withPast(const Conversion& c, const std::optional<Node>& past, const Node& own) {
  if (!past || c.sizeOf(*past, 2) == 0) return own;
  return joined(c, {*past, own}, 2);
}

// Attention and its quantised form, from the projected input on.
void selfAttention(const Conversion& c, const Node& projected, size_t maskPlace, size_t pastPlace,
                   std::optional<size_t> biasPlace) {
  if (c.integer("do_rotary", 0) != 0 || c.integer("past_present_share_buffer", 0) != 0)
    c.refuse("positions that turn heads, and results that share their operands' memory, are not read");
  const int64_t heads = c.integer("num_heads");
  const Ints s = c.shapeOf(projected);
  const Ints parts = c.integers("qkv_hidden_sizes").value_or(Ints(3, s[2] / 3));
  if (parts.size() != 3 || parts[0] + parts[1] + parts[2] != s[2]) c.refuse("the projections do not fit the weights");
  const Node q = split(c, part(c, projected, 2, 0, parts[0]), heads);
  Node k = split(c, part(c, projected, 2, parts[0], parts[0] + parts[1]), heads);
  Node v = split(c, part(c, projected, 2, parts[0] + parts[1], s[2]), heads);
  if (c.has(pastPlace)) {
    const Node past = c.in(pastPlace);
    const auto own = [&](int64_t i) { return c.call("squeeze", {part(c, past, 0, i, i + 1)}, attrs("axis", Ints{0})); };
    k = withPast(c, own(0), k), v = withPast(c, own(1), v);
  }
  if (c.wants(1)) c.out(1, joined(c, {c.expandDims(k, {0}), c.expandDims(v, {0})}, 0));
  const int64_t columns = c.shapeOf(k)[2];
  Scores how{.scale = scaleOf(c, parts[0] / heads)};
  if (c.has(maskPlace)) how.bias = maskBias(c, c.in(maskPlace), s[0], columns, dtype::Float32);
  if (biasPlace && c.has(*biasPlace)) how.bias = sum(c, how.bias, c.cast(c.in(*biasPlace), dtype::Float32));
  if (c.integer("unidirectional", 0) != 0) how.kept = causal(c, s[1], columns, columns - s[1]);
  c.out(merged(c, attend(c, q, k, v, how)));
}

}  // namespace

void contribAttention(const Conversion& c) {
  if (c.has(6)) c.refuse("a buffer for keys and values of several calls is not read");
  const Node product = c.call("matmul", {c.in(0), c.in(1)});
  selfAttention(c, c.has(2) ? c.call("add", {product, c.in(2)}) : product, 3, 4, 5);
}
void qAttention(const Conversion& c) {
  const Node product = c.cast(integerProduct(c, 0, 6, 1, 7), dtype::Float32);
  const Node scale = c.call("multiply", {asNumber(c, c.in(3)), alongMatrix(c, c.in(4), false)});
  selfAttention(c, c.call("add", {c.call("multiply", {product, scale}), c.in(2)}), 5, 8, std::nullopt);
}

void multiHeadAttention(const Conversion& c) {
  if (c.has(8) || c.has(9) || c.wants(3)) c.refuse("buffers of several calls, and scores as a result, are not read");
  const int64_t heads = c.integer("num_heads");
  const Ints s = c.shapeOf(c.in(0));
  std::vector<Node> all;                                   // query, key, value
  const auto unpack = [&](const Node& x, int64_t count) {  // (batch, sequence, heads, count, size)
    for (int64_t i = 0; i < count; ++i)
      all.push_back(c.permute(c.call("squeeze", {part(c, x, 3, i, i + 1)}, attrs("axis", Ints{3})), {0, 2, 1, 3}));
  };
  if (s.size() == 5) {
    unpack(c.in(0), 3);
  } else {
    all.push_back(split(c, c.in(0), heads));
    const int64_t rank = c.rankOf(c.in(1));
    if (rank == 5)
      unpack(c.in(1), 2);
    else
      for (const size_t place : {size_t{1}, size_t{2}})
        all.push_back(rank == 4 ? c.in(place) : split(c, c.in(place), heads));
  }
  if (c.has(3)) {
    if (c.has(1) && c.rankOf(c.in(1)) == 4) c.refuse("it adds a bias to keys that have heads already");
    int64_t begin = 0;
    for (Node& x : all) {
      const Ints own = c.shapeOf(x);
      const Node bias = part(c, c.in(3), 0, begin, begin + own[1] * own[3]);
      begin += own[1] * own[3];
      x = c.call("add", {x, c.reshape(bias, Ints{1, own[1], 1, own[3]})});
    }
  }
  const Node k = withPast(c, c.optionally(6), all[1]), v = withPast(c, c.optionally(7), all[2]);
  const Ints q = c.shapeOf(all[0]);
  const int64_t columns = c.shapeOf(k)[2];
  Scores how{.scale = scaleOf(c, q[3])};
  if (c.has(4)) how.bias = maskBias(c, c.in(4), q[0], columns, dtype::Float32);
  if (c.has(5)) how.bias = sum(c, how.bias, c.cast(c.in(5), dtype::Float32));
  if (c.integer("unidirectional", 0) != 0) how.kept = causal(c, q[2], columns, columns - q[2]);
  c.out(merged(c, attend(c, all[0], k, v, how)));
  c.out(1, k);
  c.out(2, v);
}

void contribRotaryEmbedding(const Conversion& c) {
  if (c.integer("is_packed_batching", 0) != 0 || c.number("scale", 1) != 1)
    c.refuse("sequences of several lengths in one, and scales, are not read");
  const Node x = c.in(0);
  const Ints s = c.shapeOf(x), table = c.shapeOf(c.in(2));
  const int64_t rotary = c.integer("rotary_embedding_dim", 0), given = c.integer("num_heads", 0);
  const bool flat = s.size() == 3;
  if (flat && rotary > 0 && given == 0) c.fail(err::kOnnxAttribute(c.title(), "num_heads"));
  const int64_t heads = given > 0 ? given : flat ? s[2] / (2 * table[1]) : s[1];
  const Node own = flat ? split(c, x, heads) : x;
  const Ints shape = c.shapeOf(own);
  Node positions = c.in(1);
  if (c.rankOf(positions) == 1)  // of the first element
    positions = c.expandDims(c.call("add", {positions, counted(c, shape[2], c.typeOf(positions))}), {0});
  const Node made = turned(c, own, anglesAt(c, c.in(2), positions), anglesAt(c, c.in(3), positions),
                           c.integer("interleaved", 0) != 0);
  c.out(flat ? merged(c, made) : made);
}

namespace {

// The keys and values of a sequence that grows: (batch, heads, capacity, size), of which row `before` of each batch and
// those behind it are new.
struct Cache {
  int64_t capacity = 0, rows = 0;
  Node before;  // (batch, 1), in int64
  bool uniform = false;
  int64_t known = 0;  // if it is uniform: for all of the batch
};

Cache cacheOf(const Conversion& c, const Ints& key, int64_t past) {
  const Ints total = c.integersIn(6);
  const int64_t all = total.at(0), rows = key[2];
  Cache made{std::max(past, all), rows, c.list({0}), false, 0};
  const auto constant = c.constant(5);
  if (all == rows || past == 0) {
    if (all != rows) c.refuse("the sequence is longer than what was and what is passed");
    made.uniform = true;
  } else if (constant) {
    made.known = constant->getInt(0) + 1 - rows;
    made.uniform = true;
    for (int64_t i = 0; i < constant->size(); ++i)
      made.uniform = made.uniform && constant->getInt(i) + 1 - rows == made.known;
  }
  if (made.uniform) {
    made.before = c.reshape(c.list({made.known}), Ints{1, 1});
  } else {
    const Node length = c.cast(c.in(5), dtype::Int64);
    made.before =
        c.reshape(c.call("add", {length, c.scalar(static_cast<double>(1 - rows), dtype::Int64)}), Ints{key[0], 1});
  }
  return made;
}

Node extended(const Conversion& c, const Cache& cache, const std::optional<Node>& past, const Node& own) {
  if (!past || c.sizeOf(*past, 2) == 0) return own;
  const Ints s = c.shapeOf(own);
  const int64_t had = c.shapeOf(*past)[2];
  if (cache.uniform && cache.known >= 0 && cache.known + cache.rows <= cache.capacity) {
    std::vector<Node> parts;
    if (cache.known > 0) parts.push_back(part(c, *past, 2, 0, cache.known));
    parts.push_back(own);
    const int64_t end = cache.known + cache.rows;
    if (end < cache.capacity) parts.push_back(part(c, *past, 2, end, had));
    return parts.size() == 1 ? parts[0] : joined(c, std::move(parts), 2);
  }
  // Element j is that of the past before the new ones and behind them.
  const Node place = c.expandDims(counted(c, cache.capacity, dtype::Int64), {0});
  const auto number = [&](int64_t n) { return c.scalar(static_cast<double>(n), dtype::Int64); };
  const Node offset = c.call("subtract", {place, cache.before});
  const Node isNew = c.call(
      "logical_and", {c.call("greater_equal", {offset, number(0)}), c.call("less", {offset, number(cache.rows)})});
  const Node old = c.call("minimum", {place, number(had - 1)});
  const Node from = c.call("where", {isNew, c.call("add", {offset, number(had)}), old});
  const Node all = c.permute(joined(c, {*past, own}, 2), {0, 2, 1, 3});
  const Node taken = c.call("gather_nd", {all, c.expandDims(from, {2})}, attrs("batch_dims", 1));
  return c.permute(taken, {0, 2, 1, 3});
}

void refuseUnread(const Conversion& c) {
  for (size_t i = 12; i < 17; ++i)
    if (c.has(i)) c.refuse("quantised caches, norms of heads and padded chunks are not read");
  if (c.wants(3) || c.integer("qk_output", 0) != 0) c.refuse("scores as a result are not read");
  if (c.integer("sliding_window_cache", 0) != 0) c.refuse("a cache that forgets is not read");
  for (const char* name : {"k_quant_type", "v_quant_type"})
    if (const std::string type = c.text(name, "NONE"); type != "NONE")
      c.fail(err::kOnnxAttributeValue(c.title(), name, type));
}

}  // namespace

void groupQueryAttention(const Conversion& c) {
  refuseUnread(c);
  const int64_t heads = c.integer("num_heads"), groups = c.integer("kv_num_heads");
  if (groups <= 0 || heads % groups != 0) c.refuse("the heads are not divided into groups");
  Node q = c.in(0), k = q, v = q;
  const Ints s = c.shapeOf(q);
  if (c.has(1)) {
    q = split(c, q, heads), k = split(c, c.in(1), groups), v = split(c, c.in(2), groups);
  } else {
    const int64_t size = s[2] / (heads + 2 * groups), first = heads * size, second = first + groups * size;
    q = split(c, part(c, c.in(0), 2, 0, first), heads);
    k = split(c, part(c, c.in(0), 2, first, second), groups);
    v = split(c, part(c, c.in(0), 2, second, s[2]), groups);
  }
  const Ints key = c.shapeOf(k);
  if (key[2] != s[1]) c.refuse("it takes as many keys as queries");
  const Cache cache = cacheOf(c, key, c.has(3) ? c.shapeOf(c.in(3))[2] : 0);
  const Node position = c.call("add", {cache.before, counted(c, s[1], dtype::Int64)});  // (batch or 1, rows)
  if (c.integer("do_rotary", 0) != 0) {
    const Node at = c.has(9) ? c.in(9) : c.call("maximum", {position, c.scalar(0, dtype::Int64)});
    const Node cosines = anglesAt(c, c.in(7), at), sines = anglesAt(c, c.in(8), at);
    const bool interleaved = c.integer("rotary_interleaved", 0) != 0;
    q = turned(c, q, cosines, sines, interleaved), k = turned(c, k, cosines, sines, interleaved);
  }
  k = extended(c, cache, c.optionally(3), k), v = extended(c, cache, c.optionally(4), v);
  c.out(1, k);
  c.out(2, v);
  Scores how{.scale = scaleOf(c, key[3]), .softcap = c.number("softcap", 0)};
  const int64_t columns = c.shapeOf(k)[2], window = c.integer("local_window_size", -1);
  const Node row = c.expandDims(position, {1, 3}), column = counted(c, columns, dtype::Int64);
  if (c.integer("causal", 1) == 0) c.refuse("rows that see later ones are not read");
  how.kept = c.call("less_equal", {column, row});
  if (window > 0) {
    const Node near =
        c.call("greater", {c.call("add", {column, c.scalar(static_cast<double>(window), dtype::Int64)}), row});
    how.kept = c.call("logical_and", {*how.kept, near});
  }
  if (c.has(10)) {
    how.bias = c.in(10);
    if (c.shapeOf(*how.bias).back() != columns) c.refuse("the bias has other columns than the cache");
  }
  if (c.has(11))
    how.sinks = c.reshape(c.in(11), Ints{1, heads, 1, 1});
  else if (c.integer("smooth_softmax", -1) == 1)
    how.sinks = c.reshape(c.scalar(0, c.typeOf(q)), Ints{1, 1, 1, 1});
  const auto shared = [&](const Node& x) {
    return heads == groups ? x : c.call("repeat", {x}, attrs("repeats", heads / groups, "axis", 1));
  };
  c.out(merged(c, attend(c, q, shared(k), shared(v), how)));
}

}  // namespace lw::onnx::convert
