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

ChannelText::ChannelText(RuleContext& context, const Contraction& contraction)
    : MatrixText(context, contraction), space_(context.text) {
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
  setNames();
  setSizes();
  setLayouts();
  setLoops();
  space_.setFlag("finished", !epilogue_.empty());
  setInlined(space_, context_.program, epilogue_);
  space_.setLines("prologue", [this] {
    if (rightPrologue_.valid()) writeComputedBefore(rightPrologue_);
  });
  space_.write(spaceTemplate("channel_tiles"));
}

void ChannelText::setNames() {
  space_.set("name", c_.name);
  space_.set("block", quoted());
  space_.set("left", c_.left.buffer->name);
  space_.set("right", c_.right.buffer->name);
  space_.set("left_read", c_.left.read);
  space_.set("right_read", c_.right.read);
  space_.set("right_writer", rightPrologue_.valid() ? context_.program.name(rightPrologue_) : std::string());
  space_.set("image", put("{} channels, {} pixels in rows of {}", c_.extents[channel_], c_.count(c_.columns),
                          c_.extents[pixel_]));
  space_.set("depth", sizes_.depth);
  space_.set("lanes", sizes_.lanes);
  space_.set("half", sizes_.lanes / 2);
  space_.set("group", kGroup);
  space_.set("dot_sums", kDotSums);
  space_.set("instruction", std::string(kDotOfBytes));
  space_.set("packed_once", std::string(kPackedOnce));
  space_.setFlag("dots", dots_);
  space_.setFlag("right_prologue", rightPrologue_.valid());
  space_.setFlag("one_pixel", c_.extents[pixel_] == 1);
}

void ChannelText::setSizes() {
  Candidates widths;
  for (const TileWidth& t : tiles_) widths.push_back({t.columns, t.weight});
  space_.setChoice("channels", [this, widths] { return decideOrKnow("channels", widths); });
  space_.setChoice("pixels", [this] {
    if (tiles_.size() == 1) return decideOrKnow("pixels", tiles_[0].rows);
    const std::string pixels = text_.fresh("pixels_" + c_.name);
    text_.line(put("{0} = sch.get(sch.sample_categorical({2}[{1}], {3}[{1}]))", pixels, space_.chosen("channels"),
                   dictOf(tiles_, valuesText), dictOf(tiles_, weightsText)));
    return pixels;
  });
  // The weights of a vector of channels should leave half of the second-level cache to the image.
  Candidates parts = {{1, 1}};
  for (int64_t n = 2; n <= 8; n *= 2)
    if (c_.extents[c_.sums[0]] % (n * (dots_ ? kGroup : 1)) == 0) {
      const int64_t bytes = 2 * sizes_.lanes * sizes_.depth * sizes_.bytes / n;
      if (2 * bytes > cacheBytes(context_.machine, 1) / 2) parts.push_back({n, 0.5});
    }
  several_ = parts.size() > 1;
  space_.setFlag("several_parts", several_);
  space_.setChoice("parts", [this, parts] { return decideOrKnow("parts", normalised(parts)); });
  space_.set("or_if", std::string(several_ ? "elif" : "if"));
  space_.setFlag("several_rows",
                 std::any_of(around_.begin(), around_.end(), [&](size_t a) { return c_.extents[a] > 1; }));
  space_.setChoice("order", [this] { return decide("order", {{0, 0.6}, {1, 0.4}}, c_.name); });
}

// Of the result: the sums of a tile, with their channels next to each other, are copied to where they belong.
void ChannelText::setLayouts() {
  Axes results, weights;
  for (const Expr& e : c_.resultIndices)
    for (size_t i = 0; i < c_.iters.size(); ++i)
      if (c_.iters[i].sameAs(*e.as<Var>())) results.push_back(i);
  space_.set("result_layout", [this, results] { return dividedLayout(c_.resultIndices, results); });
  const Axes indexed = axesOf(c_.left.indices);
  for (const Axes* axes : {&c_.batch, &c_.rows, &c_.sums})
    std::copy_if(axes->begin(), axes->end(), std::back_inserter(weights),
                 [&](size_t a) { return std::find(indexed.begin(), indexed.end(), a) != indexed.end(); });
  space_.set("weights_layout", [this, weights] {
    return dots_ ? groupedLayout(c_.left.indices, weights) : dividedLayout(c_.left.indices, weights);
  });
  if (!dots_) return;
  // The data, with the terms that one instruction adds next to each other.
  const size_t group = *groupDimension(c_);
  std::vector<std::string> inputs, grouped;
  for (size_t i = 0; i < c_.right.indices.size(); ++i) {
    inputs.push_back("d" + std::to_string(i));
    grouped.push_back(i == group ? put("d{} // {}", i, kGroup) : inputs.back());
  }
  grouped.push_back(put("d{} % {}", group, kGroup));
  space_.set("data_layout", put("lambda {}: ({})", join(inputs), join(grouped)));
}

std::string ChannelText::dividedLayout(const std::vector<Expr>& indices, const Axes& order) const {
  std::vector<std::string> inputs, divided;
  for (size_t i = 0; i < indices.size(); ++i) {
    const Var* index = indices[i].as<Var>();
    inputs.push_back(index ? index->name() : "unit" + std::to_string(i));
  }
  const std::string channels = space_.chosen("channels");
  for (const size_t a : order) divided.push_back(a == channel_ ? put("{} // {}", name(a), channels) : name(a));
  if (dots_) divided.push_back(put("{} % {} // {}", name(channel_), channels, kDotSums));
  divided.push_back(put("{} % {}", name(channel_), dots_ ? std::to_string(kDotSums) : channels));
  return put("lambda {}: ({})", join(inputs), join(divided));
}

// Of weights: vectors of channels, and in them the terms that one instruction adds.
std::string ChannelText::groupedLayout(const std::vector<Expr>& indices, const Axes& order) const {
  std::vector<std::string> inputs, grouped;
  for (size_t i = 0; i < indices.size(); ++i) {
    const Var* index = indices[i].as<Var>();
    inputs.push_back(index ? index->name() : "unit" + std::to_string(i));
  }
  const std::string term = name(c_.sums[0]), channel = name(channel_), channels = space_.chosen("channels");
  for (const size_t a : order)
    grouped.push_back(a == channel_     ? put("{} // {}", channel, channels)
                      : a == c_.sums[0] ? put("{} // {}", term, kGroup)
                                        : name(a));
  grouped.push_back(put("{} % {} // {}", channel, channels, kDotSums));
  grouped.push_back(put("{} % {} * {} + {} % {}", channel, kDotSums, kGroup, term, kGroup));
  return put("lambda {}: ({})", join(inputs), join(grouped));
}

void ChannelText::setLoops() {
  const auto loops = [this](const Axes& axes) { return join(axes, [this](size_t a) { return loop(a); }); };
  const auto before = [](const std::string& list) { return list.empty() ? list : list + ", "; };
  const std::string first = loop(c_.sums[0]);
  std::vector<std::string> inner = {several_ || dots_ ? "term" : first};
  for (size_t i = 1; i < c_.sums.size(); ++i) inner.push_back(loop(c_.sums[i]));
  space_.set("outermost", several_ ? std::string("part") : inner.front());
  inner.emplace_back("pi");
  if (dots_) inner.emplace_back("cv");
  inner.emplace_back("ci");
  if (dots_) inner.emplace_back("few");
  space_.set("loops", loops(loopOrder(context_.program, c_)));
  space_.set("channel", loop(channel_));
  space_.set("pixel", loop(pixel_));
  space_.set("first", first);
  space_.set("part", std::string(several_ ? ", part" : ""));
  space_.set("outer", before(loops(outer_)));
  space_.set("around", before(loops(around_)));
  space_.set("inner", join(inner));
  const auto shared = std::find_if(around_.begin(), around_.end(), [&](size_t a) { return c_.extents[a] > 1; });
  space_.set("shared", shared == around_.end() ? std::string() : loop(*shared));
}

}  // namespace lw::tune
