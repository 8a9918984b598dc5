// window-rows: each channel is multiplied with a window of its own and summed up, as in depthwise convolutions. Tiles
// of rows and vectors of columns stay in registers, and what neighbouring rows read is read once.
#include <algorithm>

#include "core/analysis/program/layout_free.h"
#include "core/support/quote.h"
#include "core/support/text.h"
#include "core/tune/rules/all_rules.h"
#include "core/tune/rules/contractions/matrix_text.h"
#include "core/tune/rules/contractions/put.h"
#include "core/tune/rules/contractions/tile_sizes.h"
#include "core/tune/rules/space_template.h"

namespace lw::tune {
namespace {

constexpr int64_t kLargestWindow = 64;  // more terms are not written out

Message windowMisfit(const Snapshot&, const Contraction& c) {
  if (Message why = c.whySymbolic(); !why.empty()) return why;
  if (!c.rows.empty()) return say("has two factors with axes of their own");
  if (c.batch.empty() || c.columns.empty() || c.sums.empty()) return say("is no sum over a window of each channel");
  if (c.count(c.sums) > kLargestWindow) return say("sums {0} terms up, more than can be written out", c.count(c.sums));
  const Var* last = c.resultIndices.back().as<Var>();
  if (!last || !last->sameAs(c.iters[c.columns.back()])) return say("has its columns not along the last dimension");
  return {};
}

// Widths and heights of a tile that leave registers for what is read. Measured on MobileNetV2's and EfficientNet's
// convolutions with AVX-512: four rows of one vector.
Candidates widthsFor(const Contraction& c, int64_t lanes) {
  const int64_t width = c.extents[c.columns.back()];
  Candidates widths;
  for (const int64_t vectors : {1, 2}) {
    const int64_t columns = vectors * lanes;
    if (vectors > 1 && columns >= width + lanes) break;
    const int64_t filled = (width + columns - 1) / columns * columns;
    widths.push_back({columns, (vectors == 1 ? 1.0 : 0.2) * static_cast<double>(width) / static_cast<double>(filled)});
  }
  for (int64_t columns = lanes / 2; columns >= 4 && width % lanes != 0; columns /= 2)
    if (width % columns == 0) widths.push_back({columns, 0.3});
  return normalised(widths);
}

Candidates heightsFor(const Contraction& c) {
  if (c.columns.size() < 2) return {{1, 1}};
  const int64_t height = c.extents[c.columns[c.columns.size() - 2]];
  Candidates heights;
  for (const int64_t rows : {2, 3, 4, 7, 8})
    if (rows <= height) heights.push_back({rows, (height % rows == 0 ? 1.0 : 0.3) * (rows == 4 ? 3 : 1)});
  return heights.empty() ? Candidates{{1, 1}} : normalised(heights);
}

class WindowText {
 public:
  WindowText(RuleContext& context, const Contraction& c)
      : context_(context),
        text_(context.text),
        space_(context.text),
        c_(c),
        lanes_(std::max(1, context.machine.lanes(c.result->dtype.bits))),
        epilogue_(epilogueOf(context.program, c, context.taken)),
        padding_(prologueOf(context.program, c, c.right, context.taken)) {}

  void write() {
    setSizes();
    setPackedWindows();
    setLoops();
    setPadding();
    setEpilogue();
    space_.write(spaceTemplate("window_tiles"));
  }

  std::vector<BlockId> scheduled() const {
    std::vector<BlockId> all = {c_.block};
    all.insert(all.end(), epilogue_.begin(), epilogue_.end());
    if (padding_.valid()) all.push_back(padding_);
    return all;
  }

 private:
  void setSizes() {
    space_.set("name", c_.name);
    space_.set("block", quoted(c_.name));
    space_.set("channels", c_.count(c_.batch));
    space_.set("terms", c_.count(c_.sums));
    space_.set("results", c_.count(c_.columns));
    space_.set("lanes", lanes_);
    space_.setChoice("columns", [this] { return decide("columns", widthsFor(c_, lanes_)); });
    space_.setChoice("rows", [this] { return decide("rows", heightsFor(c_)); });
    space_.setChoice("unroll", [this] { return decide("unroll", {{1, 0.8}, {0, 0.2}}); });
  }
  // The elements of a window one after the other, as the loops read them, where they are not so already.
  void setPackedWindows() {
    space_.setFlag("packs", false);
    if (!isWeight(context_, c_.left)) return;
    Axes read = c_.batch, stored;
    read.insert(read.end(), c_.sums.begin(), c_.sums.end());
    std::vector<std::string> inputs, packed;
    for (const Expr& e : c_.left.indices) {
      const Var* index = e.as<Var>();
      if (!index && asInt(c_.left.buffer->shape[inputs.size()]) != 1) return;
      size_t iter = 0;
      while (index && iter < c_.iters.size() && !index->sameAs(c_.iters[iter])) ++iter;
      inputs.push_back(index ? index->name() : "unit" + std::to_string(inputs.size()));
      if (index && c_.extents[iter] > 1) stored.push_back(iter);
    }
    std::erase_if(read, [&](size_t a) { return c_.extents[a] == 1; });
    if (stored == read || stored.size() != read.size()) return;
    for (const size_t a : read) packed.push_back(c_.iters[a].name());
    space_.setFlag("packs", true);
    space_.set("left", c_.left.buffer->name);
    space_.set("left_read", c_.left.read);
    space_.set("only_for", onlyFor(context_, c_.block, c_.left.buffer, quoted(c_.name)));
    space_.set("stored", join(inputs));
    space_.set("packed", join(packed));
    space_.set("packed_once", std::string(kPackedOnce));
  }
  void setLoops() {
    const bool several = c_.columns.size() > 1;
    Axes outer = c_.batch;
    for (size_t i = 0; i + 2 < c_.columns.size(); ++i) outer.push_back(c_.columns[i]);
    std::vector<std::string> order, sums;
    for (const size_t a : outer) order.push_back(loop(a));
    for (const size_t a : c_.sums) sums.push_back(loop(a));
    if (several) order.emplace_back("yo");
    order.emplace_back("xo");
    // By threads: the first loop that runs more than once.
    const auto shared = std::find_if(outer.begin(), outer.end(), [&](size_t a) { return c_.extents[a] > 1; });
    space_.set("shared", shared != outer.end() ? loop(*shared) : std::string(several ? "yo" : "xo"));
    space_.setFlag("several", several);
    // The loops around the block, named by the iters that they drive.
    space_.set("loops", join(loopOrder(context_.program, c_), [&](size_t a) { return loop(a); }));
    space_.set("x", loop(c_.columns.back()));
    space_.set("y", several ? loop(c_.columns[c_.columns.size() - 2]) : std::string());
    space_.set("outer", join(order));
    space_.set("sums", join(sums));
    space_.set("first_sum", sums.front());
    space_.set("tile", std::string(several ? "yi, xi" : "xi"));
    space_.set("lanes_of_block", std::string(several ? "height, lanes" : "lanes"));
    space_.setList("sums", sums.size(), [this, sums](size_t i) { space_.set("sum", sums[i]); });
  }
  // Where the window's source is computed: as a whole before, for each channel, or in each of its readers. A small
  // channel would be read while its stores are still on their way, and conditions cost most in strided reads.
  void setPadding() {
    constexpr int64_t kSmallChannel = 256;  // elements
    space_.setFlag("padded", padding_.valid());
    if (!padding_.valid()) return;
    const bool small = c_.count(c_.columns) <= kSmallChannel, strided = runOf(c_, c_.right, c_.columns).columns == 0;
    Candidates places = {{small ? 0 : 1, 1}};
    if (!strided) places.push_back({2, small ? 1 : 0.5});
    space_.set("padding", context_.program.name(padding_));
    space_.setFlag("several_places", places.size() > 1);
    space_.setChoice("place", [this, places] {
      const std::string place = text_.fresh("padding_" + c_.name);
      text_.line(place + " = " + sampled(normalised(places)));
      return place;
    });
    constexpr int64_t kMostVectors = 8;  // of a row
    space_.setFlag("small", small);
    space_.setFlag("long_rows", c_.extents[c_.columns.back()] > kMostVectors * lanes_);
  }
  void setEpilogue() {
    space_.setFlag("finished", !epilogue_.empty());
    space_.setFlag("short_rows", c_.columns.size() > 1 && c_.extents[c_.columns.back()] < lanes_);
    space_.set("channel", loop(c_.batch.back()));
    setInlined(space_, context_.program, epilogue_);
  }
  std::string decide(const std::string& what, const Candidates& candidates) {
    if (candidates.size() == 1) return std::to_string(candidates[0].value);
    const std::string variable = text_.fresh(what + "_" + c_.name);
    text_.line(variable + " = " + sampled(candidates));
    return variable;
  }
  std::string loop(size_t iter) const { return "loop_" + c_.iters[iter].name(); }

  RuleContext& context_;
  SpaceText& text_;
  SpaceTemplate space_;
  const Contraction& c_;
  const int64_t lanes_;
  std::vector<BlockId> epilogue_;
  BlockId padding_;
};

Message applyWindowRows(RuleContext& context) {
  return forEachContraction(context, windowMisfit, [&](const Contraction& c) {
    WindowText window(context, c);
    window.write();
    return window.scheduled();
  });
}

}  // namespace

const Rule kWindowRows = {"window-rows", "Computes tiles of rows and vectors of sums over a window of each channel.",
                          applyWindowRows};

}  // namespace lw::tune
