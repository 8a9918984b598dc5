// How often sequences of words occur: TfIdfVectorizer on words that are numbers.
#include <algorithm>

#include "core/ir/ops.h"
#include "core/onnx/operators/operators.h"

namespace lw::onnx::convert {
namespace {

using graph::Node;
using Ints = std::vector<int64_t>;

// The words of the pool's sequences of this length, and where their counts are in the result.
struct Grams {
  int64_t length = 0;
  std::vector<Ints> words;
  Ints places;
};

std::vector<Grams> gramsOf(const Conversion& c) {
  const Ints pool = c.integers("pool_int64s").value_or(Ints{});
  const Ints starts = c.integers("ngram_counts").value_or(Ints{});
  const Ints places = c.integers("ngram_indexes").value_or(Ints{});
  if (pool.empty() || places.empty()) c.refuse("words that are texts are not read");
  std::vector<Grams> all;
  size_t place = 0;
  for (size_t i = 0; i < starts.size(); ++i) {
    Grams grams{.length = static_cast<int64_t>(i) + 1, .words = {}, .places = {}};
    const int64_t end = i + 1 < starts.size() ? starts[i + 1] : static_cast<int64_t>(pool.size());
    if (starts[i] < 0 || end > static_cast<int64_t>(pool.size()) || (end - starts[i]) % grams.length != 0)
      c.refuse("the pool is not divided into sequences");
    for (int64_t at = starts[i]; at < end; at += grams.length) {
      if (place == places.size()) c.refuse("there are more sequences than places of their counts");
      grams.words.emplace_back(pool.begin() + at, pool.begin() + at + grams.length);
      grams.places.push_back(places[place++]);
    }
    all.push_back(std::move(grams));
  }
  return all;
}

// How often each sequence occurs in the rows of x, with so many other words between two of its own: (rows, sequences).
std::optional<Node> countsOf(const Conversion& c, const Node& x, const Grams& grams, int64_t between) {
  const int64_t words = c.shapeOf(x)[1], step = between + 1, starts = words - (grams.length - 1) * step;
  if (starts <= 0) return std::nullopt;
  std::optional<Node> found;
  for (int64_t k = 0; k < grams.length; ++k) {
    NDArray own = c.zeros(c.typeOf(x), {static_cast<int64_t>(grams.words.size())});
    for (size_t g = 0; g < grams.words.size(); ++g)
      own.setInt(static_cast<int64_t>(g), grams.words[g][static_cast<size_t>(k)]);
    const auto at = [](int64_t n) { return Expr(IntImm{dtype::Int64, n}); };
    const Node part = c.slice(x, {1}, {at(k * step)}, {at(k * step + starts)}, {1});
    const Node same = c.call("equal", {c.expandDims(part, {2}), c.array(std::move(own))});
    found = found ? c.call("logical_and", {*found, same}) : same;
  }
  return c.reduce("sum", c.cast(*found, dtype::Float32), {1}, false);
}

}  // namespace

void tfIdfVectorizer(const Conversion& c) {
  const std::string mode = c.text("mode", "");
  if (mode != "TF" && mode != "IDF" && mode != "TFIDF") c.fail(err::kOnnxAttributeValue(c.title(), "mode", mode));
  const int64_t least = c.integer("min_gram_length"), most = c.integer("max_gram_length");
  const Node given = c.in(0);
  const bool flat = c.rankOf(given) == 1;
  const Node x = flat ? c.expandDims(given, {0}) : given;
  std::vector<Node> counts;
  Ints places;
  for (const Grams& grams : gramsOf(c)) {
    places.insert(places.end(), grams.places.begin(), grams.places.end());
    const auto n = static_cast<int64_t>(grams.words.size());
    if (n == 0) continue;
    std::optional<Node> sum;
    const bool counted = grams.length >= least && grams.length <= most;
    const int64_t skipped = grams.length == 1 ? 0 : c.integer("max_skip_count");  // nothing lies inside of one word
    for (int64_t between = 0; counted && between <= skipped; ++between)
      if (const std::optional<Node> found = countsOf(c, x, grams, between))
        sum = sum ? c.call("add", {*sum, *found}) : *found;
    const graph::Sizes none{c.sizesOf(x)[0], IntImm{dtype::Int64, n}};
    counts.push_back(sum ? *sum : c.call("zeros", {c.shape(none)}, attrs("dtype", dtype::Float32)));
  }
  // Column p of the result is the sequence whose place is p, or 0.
  const auto size = static_cast<int64_t>(places.size());
  const int64_t width = *std::max_element(places.begin(), places.end()) + 1;
  counts.push_back(
      c.call("zeros", {c.shape({c.sizesOf(x)[0], IntImm{dtype::Int64, 1}})}, attrs("dtype", dtype::Float32)));
  Ints columns(static_cast<size_t>(width), size);
  for (int64_t i = 0; i < size; ++i) {
    if (places[static_cast<size_t>(i)] < 0) c.refuse("a place of a count is negative");
    columns[static_cast<size_t>(places[static_cast<size_t>(i)])] = i;
  }
  const Node all = c.call("concat", {graph::TupleNode{std::move(counts)}}, attrs("axis", 1));
  Node made = c.call("take", {all, c.list(columns)}, attrs("axis", 1));
  if (mode == "IDF") made = c.call("minimum", {made, c.scalar(1, dtype::Float32)});
  if (const auto scales = c.numbers("weights"); mode != "TF" && scales) {
    if (static_cast<int64_t>(scales->size()) != width || !std::is_sorted(places.begin(), places.end()))
      c.refuse("weights of sequences in another order than that of their counts are not read");
    NDArray weights = c.zeros(dtype::Float32, {width});
    for (int64_t i = 0; i < width; ++i) weights.set(i, (*scales)[static_cast<size_t>(i)]);
    made = c.call("multiply", {made, c.array(std::move(weights))});
  }
  c.out(flat ? c.reshape(made, Ints{width}) : made);
}

}  // namespace lw::onnx::convert
