#include "core/tune/rules/contractions/channel_text.h"

#include <algorithm>
#include <cmath>
#include <iterator>

#include "core/analysis/program/layout_free.h"
#include "core/schedule/support/dot_intrinsics.h"
#include "core/support/text.h"
#include "core/tune/rules/contractions/put.h"

namespace lw::tune {
namespace {

// The last axis with more than one iteration; nothing: there is none.
std::optional<size_t> lastLong(const Contraction& c, const Axes& axes) {
  for (size_t i = axes.size(); i-- > 0;)
    if (c.extents[axes[i]] > 1) return axes[i];
  return std::nullopt;
}

// Every index is an iter of its own, or the only element of its dimension.
bool indexedByIters(const Factor& factor) {
  for (size_t i = 0; i < factor.indices.size(); ++i)
    if (!factor.indices[i].as<Var>() && asInt(factor.buffer->shape[i]) != 1) return false;
  return true;
}

constexpr int64_t kDotSums = 16, kGroup = 4;

// The dimension of the right factor whose index is the first axis that is summed up.
std::optional<size_t> groupDimension(const Contraction& c) {
  for (size_t i = 0; i < c.right.indices.size(); ++i)
    if (const Var* index = c.right.indices[i].as<Var>(); index && index->sameAs(c.iters[c.sums[0]])) return i;
  return std::nullopt;
}

}  // namespace

ChannelText::ChannelText(RuleContext& context, const Contraction& contraction) : MatrixText(context, contraction) {
  const std::optional<size_t> channel = lastLong(c_, c_.rows);
  std::optional<size_t> pixel = lastLong(c_, c_.columns);
  if (!pixel && !c_.columns.empty()) pixel = c_.columns.back();
  if (!fuses_ || !c_.plain || !channel || !pixel || c_.isSymbolic(c_.rows) || c_.isSymbolic({*pixel}) ||
      c_.isSymbolic(c_.sums) || !isWeight(context, c_.left) || !indexedByIters(c_.left))
    return;
  channel_ = *channel;
  pixel_ = *pixel;
  outer_ = c_.batch;
  std::copy_if(c_.rows.begin(), c_.rows.end(), std::back_inserter(outer_), [&](size_t a) { return a != channel_; });
  std::copy_if(c_.columns.begin(), c_.columns.end(), std::back_inserter(around_),
               [&](size_t a) { return a != pixel_; });
  tiles_ = exactTiles(sizes(), context.machine);
  dots_ = usesDots();
  if (dots_) std::erase_if(tiles_, [&](const TileWidth& t) { return t.columns % kDotSums != 0; });
}

bool ChannelText::usesDots() const {
  const Machine& machine = context_.machine;
  if (!machine.dotProducts || machine.vectorBits < 512 || c_.result->dtype != dtype::Int32) return false;
  if (c_.left.buffer->dtype != dtype::Int(8) || c_.right.buffer->dtype != dtype::UInt(8)) return false;
  if (c_.extents[c_.sums[0]] % kGroup != 0 || c_.extents[pixel_] == 1) return false;
  const bool divides =
      std::any_of(tiles_.begin(), tiles_.end(), [](const TileWidth& t) { return t.columns % kDotSums == 0; });
  return divides && groupDimension(c_).has_value();
}

ProductSizes ChannelText::sizes() const {
  ProductSizes sizes = sizes_;
  sizes.height = c_.extents[pixel_];
  sizes.width = c_.extents[channel_];
  return sizes;
}

double ChannelText::weight() const {
  if (dots_) return 0.95;  // tiles of rows and columns have no instruction that adds several products
  // Cycles of an element that is copied, or written where its neighbours are not, and multiply-adds of a cycle.
  constexpr double kScattered = 2, kInVectors = 0.3;
  const double multiplyAdds = 2.0 * static_cast<double>(sizes_.lanes);
  const double copied = right_.columns >= 4 && right_.columns % 4 == 0 ? kInVectors : kScattered;
  const double product =
      leastCost(sizes_, context_.machine) + copied * multiplyAdds / static_cast<double>(sizes_.height);
  const double direct =
      leastExactCost(sizes(), context_.machine) + kScattered * multiplyAdds / static_cast<double>(sizes_.depth);
  return 1 / (1 + std::pow(direct / product, 8));
}

void ChannelText::write() {
  writeSizes();
  writeResult();
  writePackedWeights();
  if (dots_) writeGroupedData();
  writeLoops();
  if (rightPrologue_.valid()) writeComputedBefore(rightPrologue_);
  writeTail();
  writeInnerLoops();
}

void ChannelText::writeSizes() {
  text_.comment(put("{}: {} channels, {} pixels in rows of {}, sums of {} products of {} and {}.", c_.name,
                    c_.extents[channel_], c_.count(c_.columns), c_.extents[pixel_], sizes_.depth, c_.left.buffer->name,
                    c_.right.buffer->name));
  Candidates widths;
  for (const TileWidth& t : tiles_) widths.push_back({t.columns, t.weight});
  channels_ = decideOrKnow("channels", widths);
  if (tiles_.size() == 1) {
    pixels_ = decideOrKnow("pixels", tiles_[0].rows);
  } else {
    pixels_ = text_.fresh("pixels_" + c_.name);
    text_.line(put("{0} = sch.get(sch.sample_categorical({2}[{1}], {3}[{1}]))", pixels_, channels_,
                   dictOf(tiles_, valuesText), dictOf(tiles_, weightsText)));
  }
  // The weights of a vector of channels should leave half of the second-level cache to the image.
  Candidates parts = {{1, 1}};
  for (int64_t n = 2; n <= 8; n *= 2)
    if (c_.extents[c_.sums[0]] % (n * (dots_ ? kGroup : 1)) == 0) {
      const int64_t bytes = 2 * sizes_.lanes * sizes_.depth * sizes_.bytes / n;
      if (2 * bytes > cacheBytes(context_.machine, 1) / 2) parts.push_back({n, 0.5});
    }
  parts_ = decideOrKnow("parts", normalised(parts));
  const bool rows = std::any_of(around_.begin(), around_.end(), [&](size_t a) { return c_.extents[a] > 1; });
  if (rows) first_ = decide("order", {{0, 0.6}, {1, 0.4}}, c_.name);
}

std::string ChannelText::dividedLayout(const std::vector<Expr>& indices, const Axes& order) const {
  std::vector<std::string> inputs, divided;
  for (size_t i = 0; i < indices.size(); ++i) {
    const Var* index = indices[i].as<Var>();
    inputs.push_back(index ? index->name() : "unit" + std::to_string(i));
  }
  for (const size_t a : order) divided.push_back(a == channel_ ? put("{} // {}", name(a), channels_) : name(a));
  if (dots_) divided.push_back(put("{} % {} // {}", name(channel_), channels_, kDotSums));
  divided.push_back(put("{} % {}", name(channel_), dots_ ? std::to_string(kDotSums) : channels_));
  return put("lambda {}: ({})", join(inputs), join(divided));
}

// Of weights: vectors of channels, and in them the terms that one instruction adds.
std::string ChannelText::groupedLayout(const std::vector<Expr>& indices, const Axes& order) const {
  std::vector<std::string> inputs, grouped;
  for (size_t i = 0; i < indices.size(); ++i) {
    const Var* index = indices[i].as<Var>();
    inputs.push_back(index ? index->name() : "unit" + std::to_string(i));
  }
  const std::string term = name(c_.sums[0]), channel = name(channel_);
  for (const size_t a : order)
    grouped.push_back(a == channel_     ? put("{} // {}", channel, channels_)
                      : a == c_.sums[0] ? put("{} // {}", term, kGroup)
                                        : name(a));
  grouped.push_back(put("{} % {} // {}", channel, channels_, kDotSums));
  grouped.push_back(put("{} % {} * {} + {} % {}", channel, kDotSums, kGroup, term, kGroup));
  return put("lambda {}: ({})", join(inputs), join(grouped));
}

// The data, with the terms that one instruction adds next to each other.
void ChannelText::writeGroupedData() {
  const size_t group = *groupDimension(c_);
  std::vector<std::string> inputs, grouped;
  for (size_t i = 0; i < c_.right.indices.size(); ++i) {
    inputs.push_back("d" + std::to_string(i));
    grouped.push_back(i == group ? put("d{} // {}", i, kGroup) : inputs.back());
  }
  grouped.push_back(put("d{} % {}", group, kGroup));
  text_.comment(put("Terms of one instruction are next to each other: it adds {} products.", kGroup));
  if (rightPrologue_.valid())
    text_.line(put("data = sch.get_block(\"{}\")", context_.program.name(rightPrologue_)));
  else
    text_.line(put("data = sch.cache_read({}, {}, \"global\")", quoted(), c_.right.read));
  text_.line(put("sch.transform_layout(data, (\"write\", 0), lambda {}: ({}))", join(inputs), join(grouped)));
  if (!rightPrologue_.valid()) text_.line("sch.parallel(sch.get_loops(data)[1])");
}

// The sums of a tile, with their channels next to each other, are copied to where they belong.
void ChannelText::writeResult() {
  text_.line(put("tail = sch.cache_write({}, 0, \"global\")", quoted()));
  Axes order;
  for (const Expr& e : c_.resultIndices)
    for (size_t i = 0; i < c_.iters.size(); ++i)
      if (c_.iters[i].sameAs(*e.as<Var>())) order.push_back(i);
  text_.line(put("sch.transform_layout({}, (\"write\", 0), {})", quoted(), dividedLayout(c_.resultIndices, order)));
  if (epilogue_.empty()) return;
  text_.line("sch.compute_inline(tail)");
  for (size_t i = 0; i + 1 < epilogue_.size(); ++i)
    text_.line(put("sch.compute_inline(\"{}\")", context_.program.name(epilogue_[i])));
  text_.line(put("tail = sch.get_block(\"{}\")", context_.program.name(epilogue_.back())));
}

void ChannelText::writePackedWeights() {
  Axes order;
  const Axes indexed = axesOf(c_.left.indices);
  for (const Axes* axes : {&c_.batch, &c_.rows, &c_.sums})
    std::copy_if(axes->begin(), axes->end(), std::back_inserter(order),
                 [&](size_t a) { return std::find(indexed.begin(), indexed.end(), a) != indexed.end(); });
  text_.comment(put("{} is packed once, before the calls.", c_.left.buffer->name));
  text_.line(put("weights = sch.cache_read({}, {}, \"global\")", quoted(), c_.left.read));
  text_.line(put("sch.transform_layout(weights, (\"write\", 0), {})",
                 dots_ ? groupedLayout(c_.left.indices, order) : dividedLayout(c_.left.indices, order)));
  text_.line(put("sch.annotate(weights, \"{}\", True)", kPackedOnce));
}

void ChannelText::writeLoops() {
  const Axes order = loopOrder(context_.program, c_);
  text_.line(put("{} = sch.get_loops({})", join(order, [&](size_t a) { return loop(a); }), quoted()));
  if (dots_)
    text_.line(put("co, cv, ci = sch.split({}, [None, {} // {}, {}])", loop(channel_), channels_, kDotSums, kDotSums));
  else
    text_.line(put("co, ci = sch.split({}, [None, {}])", loop(channel_), channels_));
  text_.line(put("po, pi = sch.split({}, [None, {}])", loop(pixel_), pixels_));
  const bool several = parts_ != "1";
  const std::string first = loop(c_.sums[0]);
  if (dots_)
    text_.line(put("{}term, few = sch.split({}, [{}None, {}])", several ? "part, " : "", first,
                   several ? parts_ + ", " : "", kGroup));
  else if (several)
    text_.line(put("part, term = sch.split({}, [{}, None])", first, parts_));
  std::vector<std::string> outer, around, inner;
  for (const size_t a : outer_) outer.push_back(loop(a));
  for (const size_t a : around_) around.push_back(loop(a));
  inner.push_back(several || dots_ ? "term" : first);
  for (size_t i = 1; i < c_.sums.size(); ++i) inner.push_back(loop(c_.sums[i]));
  inner.emplace_back("pi");
  if (dots_) inner.emplace_back("cv");
  inner.emplace_back("ci");
  if (dots_) inner.emplace_back("few");
  const std::string part = several ? ", part" : "";
  const std::string units = outer.empty() ? "" : join(outer) + ", ", rows = around.empty() ? "" : join(around) + ", ";
  if (!first_.empty()) text_.open(put("if {} == 0:", first_));
  text_.line(put("sch.reorder({}co{}, {}po, {})", units, part, rows, join(inner)));
  if (!first_.empty()) {
    text_.close();
    text_.open("else:");
    text_.line(put("sch.reorder({}{}co{}, po, {})", units, rows, part, join(inner)));
    text_.close();
  }
  text_.line(put("init = sch.decompose_reduction({}, {})", quoted(), several ? "part" : inner.front()));
  if (first_.empty()) return text_.line("sch.parallel(co)");
  const auto shared = std::find_if(around_.begin(), around_.end(), [&](size_t a) { return c_.extents[a] > 1; });
  text_.line(put("sch.parallel(co if {} == 0 else {})", first_, loop(*shared)));
}

void ChannelText::writeInnerLoops() {
  if (dots_) {
    text_.line("*_, pixel, vector, lanes = sch.get_loops(init)");
    for (const char* l : {"pixel", "vector", "pi", "cv"}) text_.line(put("sch.unroll({})", l));
    text_.line("sch.vectorize(lanes)");
    text_.line(put("sch.tensorize(ci, \"{}\")", kDotOfBytes));
    return;
  }
  text_.open(put("for block in [init, sch.get_block(\"{}_update\")]:", c_.name));
  text_.line("*_, pixel, lanes = sch.get_loops(block)");
  text_.line("sch.unroll(pixel)");
  text_.line("sch.vectorize(lanes)");
  text_.close();
}

void ChannelText::writeTail() {
  const bool several = parts_ != "1";
  text_.line(put("sch.reverse_compute_at(tail, {})", several ? put("po if {} == 1 else co", parts_) : "po"));
  if (c_.extents[pixel_] == 1) {
    text_.line("sch.vectorize(sch.get_loops(tail)[-1])");
    return;
  }
  text_.line("*_, channel, lanes = sch.get_loops(tail)");
  const int64_t half = sizes_.lanes / 2;
  text_.line(put("square = {} if {} > {} else {}", sizes_.lanes, pixels_, half, half));
  if (several) {
    text_.open(put("if {} > 1:", parts_));
    text_.line(put("_, lanes = sch.split(lanes, [None, {}])", sizes_.lanes));
    text_.close();
  }
  text_.open(put("{} {} <= square and {} % square == 0:", several ? "elif" : "if", pixels_, channels_));
  text_.comment("Squares of pixels and channels are turned in registers.");
  text_.line("_, channel = sch.split(channel, [None, square])");
  text_.line("sch.unroll(channel)");
  text_.close();
  text_.line("sch.vectorize(lanes)");
}

}  // namespace lw::tune
