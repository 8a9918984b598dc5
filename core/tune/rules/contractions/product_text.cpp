#include "core/tune/rules/contractions/product_text.h"

#include <algorithm>
#include <numeric>

#include "core/analysis/program/layout_free.h"
#include "core/ir/visit.h"
#include "core/support/text.h"
#include "core/tune/rules/contractions/put.h"

namespace lw::tune {
namespace {

constexpr int64_t kMostSteps = 8;  // of the reduction that are written out

}  // namespace

ProductText::ProductText(RuleContext& context, const Contraction& contraction, const std::vector<BlockId>& finished)
    : MatrixText(context, contraction),
      space_(context.text),
      leftOnce_(isWeight(context, c_.left)),
      rightOnce_(isWeight(context, c_.right)),
      packs_(!fuses_ && !rightIsTransposed() && !rightOnce_) {
  for (const BlockId b : finished)
    if (context.program.block(b).writes.at(0).buffer.sameAs(c_.left.buffer) && c_.left.indices.size() >= 2)
      alignedLeft_ = context.program.name(b);
}

void ProductText::write() {
  setNames();
  setSizes();
  setCopies();
  setLoops();
  setRightCopy();
  setLeftCopy();
  setEpilogue();
  space_.setLines("axes_and_padding", [this] {
    if (fuses_) writeFusedAxes();
    if (!epilogue_.empty()) writeEpilogueInlined();
    // Of a symbolic number of terms whole vectors are filled up, so that copies need no conditions.
    const std::string steps = space_.chosen("steps"), parts = space_.chosen("parts");
    const std::string terms = anyDepth_ ? std::to_string(std::lcm(sizes_.lanes, kMostSteps)) : steps;
    writePadding("tiles * " + space_.chosen("rows"), "panels * " + space_.chosen("columns"),
                 parts == "1" ? terms : terms + " * " + parts);
  });
  space_.setLines("prologues", [this] {
    writePrologue(leftPrologue_, leftOnce_ ? "" : " and copies_left");
    writePrologue(rightPrologue_, packs_ ? " and packs_right" : "");
  });
  space_.write(spaceTemplate("product"));
}

void ProductText::setNames() {
  const auto number = [](bool any, int64_t size) { return any ? std::string("any number of") : std::to_string(size); };
  space_.set("block_name", c_.name);
  space_.set("block", quoted());
  space_.set("left", c_.left.buffer->name);
  space_.set("right", c_.right.buffer->name);
  space_.set("rows_said", number(anyHeight_, sizes_.height));
  space_.set("columns_said", number(anyWidth_, sizes_.width));
  space_.set("terms_said", number(anyDepth_, sizes_.depth));
  space_.set("height", sizes_.height);
  space_.set("width", sizes_.width);
  space_.set("lanes", sizes_.lanes);
  space_.set("two_vectors", 2 * sizes_.lanes);
  space_.set("packed_once", std::string(kPackedOnce));
  space_.setFlag("fuses", fuses_);
  space_.setFlag("any_height", anyHeight_);
  space_.setFlag("any_width", anyWidth_);
  space_.setFlag("any_depth", anyDepth_);
  space_.setFlag("left_once", leftOnce_);
  space_.setFlag("right_once", rightOnce_);
  space_.setFlag("packs_right", packs_);
}

void ProductText::setSizes() {
  const std::vector<TileWidth> tiles = registerTiles(sizes_, context_.machine);
  Candidates widths;
  for (const TileWidth& t : tiles) widths.push_back({t.columns, t.weight});
  space_.setChoice("columns", [this, widths] { return decideOrKnow("columns", widths); });
  space_.setChoice("rows", [this, tiles] {
    if (tiles.size() == 1) return decideOrKnow("rows", tiles[0].rows);
    const std::string rows = text_.fresh("rows_" + c_.name);
    text_.line(put("{0} = sch.get(sch.sample_categorical({2}[{1}], {3}[{1}]))", rows, space_.chosen("columns"),
                   dictOf(tiles, valuesText), dictOf(tiles, weightsText)));
    return rows;
  });
  space_.setChoice("tiles_each", [this] { return decideOrKnow("tiles", tilesAtATime(sizes_, context_.machine)); });
  Candidates steps = unrolledSteps(sizes_), parts = partsOfSums(sizes_, context_.machine);
  if (!c_.fillsTerms) {
    const auto divides = [&](int64_t n) { return sizes_.depth % n == 0; };
    std::erase_if(steps, [&](const Weighted& s) { return !divides(s.value); });
    const int64_t most = std::max_element(steps.begin(), steps.end(), [](const Weighted& a, const Weighted& b) {
                           return a.value < b.value;
                         })->value;
    std::erase_if(parts, [&](const Weighted& p) { return !divides(most * p.value); });
  }
  if (anyDepth_) parts = {{1, 1}};
  onePart_ = parts.size() == 1;
  space_.setFlag("one_part", onePart_);
  space_.setChoice("steps", [this, steps] { return decideOrKnow("steps", normalised(steps)); });
  space_.setChoice("parts", [this, parts] { return decideOrKnow("parts", normalised(parts)); });
  Candidates panels = panelsAtATime(sizes_, context_.machine, fuses_);
  if (anyWidth_) std::erase_if(panels, [](const Weighted& p) { return p.value == 0; });
  space_.setChoice("panels_each", [this, panels] {
    const std::string each = decideOrKnow("panels", normalised(panels));
    space_.setFlag("all_at_once", each == "0");
    return each;
  });
}

void ProductText::setCopies() {
  const bool window = fuses_ && left_.sums < sizes_.depth;
  const Candidates left =
      window ? Candidates{{1, 0.5}, {2, 0.5}} : Candidates{{0, c_.allocatedLeft ? 0.8 : 0.35}, {1, 0.45}, {2, 0.2}};
  space_.setChoice("copy_left",
                   [this, left] { return decide("copy_" + c_.left.buffer->name, normalised(left), c_.name); });
  space_.set("left_read", c_.left.read);
  space_.set("left_only", onlyFor(context_, c_.block, c_.left.buffer, quoted()));
  const bool small = sizes_.width * sizes_.depth * sizes_.bytes <= cacheBytes(context_.machine, 0);
  space_.setChoice("pack_right", [this, small] {
    const Candidates pack = {{1, small ? 0.6 : 0.85}, {0, small ? 0.4 : 0.15}};
    return decide("pack_" + c_.right.buffer->name, normalised(pack), c_.name);
  });
  space_.set("right_read", c_.right.read);
  space_.set("right_only", onlyFor(context_, c_.block, c_.right.buffer, quoted()));
}

void ProductText::setLoops() {
  std::vector<std::string> order = batchLoops();
  order.insert(order.end(), {"jc", "io", "jo", "im", "ko", "ki", "ii", "ji"});
  if (!onePart_) order.insert(std::find(order.begin(), order.end(), "io"), "*outer");
  space_.set("loops", join(loops()));
  space_.set("order", join(order));
  space_.set("outermost", std::string(onePart_ ? "ko" : "first"));
  space_.setFlag("large", sizes_.width * sizes_.depth * sizes_.bytes > cacheBytes(context_.machine, 1) / 4);
  space_.set("packs_panels", std::string(packs_ ? "packs_right and panels > 1" : "panels > 1"));
  space_.setChoice("prefetch", [this] {
    return decide("prefetch_" + c_.right.buffer->name, normalised({{1, 0.6}, {0, 0.4}}), c_.name);
  });
  space_.set("shared", [this] { return sharedLoop(); });
}

// The loop that threads share: one that runs more than once.
std::string ProductText::sharedLoop() const {
  const std::vector<std::string> batch = batchLoops();
  for (size_t i = 0; i < batch.size(); ++i)
    if (c_.extents[c_.batch[i]] > 1) return batch[i];
  return context_.machine.threads > 1 ? put("jc if panels != all_panels else io if tiles * {} < {} else jo",
                                            space_.chosen("rows"), sizes_.height)
                                      : "io if panels == all_panels else jc";
}

std::string ProductText::layoutOf(const Factor& factor, bool termsLast, const std::string& size) const {
  // The inputs in the order of the factor's dimensions.
  std::vector<std::string> inputs, packed;
  const std::string panel = "n // " + size, column = "n % " + size;
  for (size_t i = 0; i < c_.batch.size(); ++i) packed.push_back("b" + std::to_string(i));
  if (fuses_) {
    inputs = packed;
    for (const char* last : {termsLast ? "n" : "k", termsLast ? "k" : "n"}) inputs.push_back(last);
  } else {
    for (const Expr& e : factor.indices) {
      const size_t iter = static_cast<size_t>(
          std::find_if(c_.iters.begin(), c_.iters.end(), [&](const Var& v) { return v.sameAs(*e.as<Var>()); }) -
          c_.iters.begin());
      const auto at = std::find(c_.batch.begin(), c_.batch.end(), iter);
      inputs.push_back(at != c_.batch.end() ? "b" + std::to_string(at - c_.batch.begin())
                       : iter == c_.sums[0] ? "k"
                                            : "n");
    }
  }
  packed.insert(packed.end(), {panel, "k", column});
  return put("lambda {}: ({})", join(inputs), join(packed));
}

void ProductText::setRightCopy() {
  const int64_t lanes = sizes_.lanes, run = std::gcd(lanes, right_.columns);
  const bool whole = right_.columns >= sizes_.width;
  space_.setFlag("turns_squares", rightIsTransposed() && sizes_.width % lanes == 0 &&
                                      std::gcd(lanes, std::gcd(right_.sums, sizes_.depth)) == lanes);
  space_.set("right_layout", [this] { return layoutOf(c_.right, rightIsTransposed(), space_.chosen("columns")); });
  space_.setFlag("copies_vectors", !rightOnce_ && !rightIsTransposed() && (whole || run >= 4));
  space_.set("right_run", [=, this] { return whole ? space_.chosen("columns") : std::to_string(run); });
  space_.setFlag("streams", !rightOnce_ && c_.batch.empty() &&
                                sizes_.width * sizes_.depth * sizes_.bytes > cacheBytes(context_.machine, 1));
  space_.setChoice("stream", [this] {
    return decide("stream_" + c_.right.buffer->name, normalised({{1, 0.7}, {0, 0.3}}), c_.name);
  });
}

void ProductText::setLeftCopy() {
  space_.set("left_layout", [this] { return layoutOf(c_.left, !leftIsTransposed(), space_.chosen("rows")); });
  const int64_t run = std::gcd(sizes_.lanes, std::gcd(left_.sums, sizes_.depth));
  space_.setFlag("left_vectors", !leftIsTransposed() && run >= 4 && onePart_);
  space_.set("left_run", run);
  space_.set("batch_axes", static_cast<int64_t>(c_.batch.size()));
  space_.setFlag("spreads", !alignedLeft_.empty());
  space_.setFlag("without_copy", fuses_ || !alignedLeft_.empty());
  space_.set("left_writer", alignedLeft_);
  space_.set("left_line", static_cast<int64_t>(c_.left.indices.size()) - 2);
}

// A factor that an elementwise block computes from parameters: inlined into the copy of the factor, if `copied` says
// that there is one, or computed as a whole before.
void ProductText::writePrologue(BlockId block, const std::string& copied) {
  if (!block.valid()) return;
  const std::string what = context_.program.name(block);
  // A condition for each element that is copied costs more than a copy with the zeros around it.
  const bool conditional = anyExpr(context_.program.block(block).body, [&](const Expr& e) {
    const auto* call = e.as<Call>();
    return e.as<Select>() || (call && call->op == Intrinsic::IfThenElse);
  });
  const double inlined = conditional ? 0.1 : 0.6;
  SpaceTemplate space(text_);
  space.set("block_name", what);
  space.set("copied", copied);
  space.setChoice("inlined",
                  [&] { return decide("inline_" + what, normalised({{0, 1 - inlined}, {1, inlined}}), ""); });
  space.setLines("computed_before", [&] { writeComputedBefore(block); });
  space.write(spaceTemplate("prologue"));
}

void ProductText::setEpilogue() {
  space_.setFlag("tail", tail_);
  space_.set("filled", std::string(kFilled));
  space_.setChoice("finish", [this] {
    const std::string what = epilogue_.empty() ? c_.result->name : std::string(context_.program.name(epilogue_.back()));
    return decide("finish_" + what, normalised({{1, 0.8}, {0, 0.2}}), "");
  });
  const Run written = runOf(c_, {c_.result, c_.resultIndices}, c_.columns);
  space_.setFlag("tail_vectors", !fuses_ || written.columns >= sizes_.width);
}

}  // namespace lw::tune
