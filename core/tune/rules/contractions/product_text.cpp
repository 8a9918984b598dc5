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

std::string upwards(const std::string& a, const std::string& b) { return put("({0} + {1} - 1) // {1}", a, b); }

}  // namespace

ProductText::ProductText(RuleContext& context, const Contraction& contraction, const std::vector<BlockId>& finished)
    : MatrixText(context, contraction), leftOnce_(isWeight(context, c_.left)), rightOnce_(isWeight(context, c_.right)) {
  for (const BlockId b : finished)
    if (context.program.block(b).writes.at(0).buffer.sameAs(c_.left.buffer) && c_.left.indices.size() >= 2)
      alignedLeft_ = context.program.name(b);
}

void ProductText::write() {
  writeSizes();
  if (fuses_) writeFusedAxes();
  if (!epilogue_.empty()) writeEpilogueInlined();
  // Of a symbolic number of terms whole vectors are filled up, so that copies need no conditions.
  const std::string terms = anyDepth_ ? std::to_string(std::lcm(sizes_.lanes, kMostSteps)) : steps_;
  writePadding("tiles * " + rows_, "panels * " + columns_, parts_ == "1" ? terms : terms + " * " + parts_);
  writeCopies();
  writeLoops();
  writeRightCopy();
  writeLeftCopy();
  writePrologue(leftPrologue_, leftOnce_ ? "" : "copies_left");
  writePrologue(rightPrologue_, packRight_.empty() ? "" : "packs_right");
  writeInnerLoops();
  writeEpilogue();
}

void ProductText::writeSizes() {
  const auto number = [](bool any, int64_t size) { return any ? std::string("any number of") : std::to_string(size); };
  text_.comment(put("{}: {} rows, {} columns, sums of {} products of {} and {}.", c_.name,
                    number(anyHeight_, sizes_.height), number(anyWidth_, sizes_.width), number(anyDepth_, sizes_.depth),
                    c_.left.buffer->name, c_.right.buffer->name));
  const std::vector<TileWidth> tiles = registerTiles(sizes_, context_.machine);
  Candidates widths;
  for (const TileWidth& t : tiles) widths.push_back({t.columns, t.weight});
  columns_ = decideOrKnow("columns", widths);
  if (tiles.size() == 1) {
    rows_ = decideOrKnow("rows", tiles[0].rows);
  } else {
    rows_ = text_.fresh("rows_" + c_.name);
    text_.line(put("{0} = sch.get(sch.sample_categorical({2}[{1}], {3}[{1}]))", rows_, columns_,
                   dictOf(tiles, valuesText), dictOf(tiles, weightsText)));
  }
  const std::string tiles_at_a_time = decideOrKnow("tiles", tilesAtATime(sizes_, context_.machine));
  Candidates steps = unrolledSteps(sizes_), parts = partsOfSums(sizes_, context_.machine);
  if (!c_.fillsTerms) {
    const auto divides = [&](int64_t n) { return sizes_.depth % n == 0; };
    std::erase_if(steps, [&](const Weighted& s) { return !divides(s.value); });
    const int64_t most = std::max_element(steps.begin(), steps.end(), [](const Weighted& a, const Weighted& b) {
                           return a.value < b.value;
                         })->value;
    std::erase_if(parts, [&](const Weighted& p) { return !divides(most * p.value); });
  }
  steps_ = decideOrKnow("steps", normalised(steps));
  if (anyDepth_) parts = {{1, 1}};
  onePart_ = parts.size() == 1;
  parts_ = decideOrKnow("parts", normalised(parts));
  Candidates panels = panelsAtATime(sizes_, context_.machine, fuses_);
  if (anyWidth_) std::erase_if(panels, [](const Weighted& p) { return p.value == 0; });
  const std::string panels_at_a_time = decideOrKnow("panels", normalised(panels));
  writeGroups(tiles_at_a_time, panels_at_a_time);
}

void ProductText::writeGroups(const std::string& tiles_at_a_time, const std::string& panels_at_a_time) {
  if (anyHeight_) {
    text_.line("tiles = " + tiles_at_a_time);
  } else {
    // Tiles at a time are made fewer where as many groups do with fewer.
    text_.line("tiles = " + upwards(std::to_string(sizes_.height), rows_));
    text_.line("groups = " + upwards("tiles", tiles_at_a_time));
    text_.line("tiles = " + upwards("tiles", "groups"));
  }
  if (anyWidth_) {
    text_.line("all_panels = None");  // as many as there are
    text_.line("panels = " + panels_at_a_time);
    return;
  }
  text_.line("all_panels = " + upwards(std::to_string(sizes_.width), columns_));
  if (panels_at_a_time == "0") {
    text_.line("panels = all_panels");
  } else {
    text_.line(put("groups = {0} if {0} > 0 else all_panels", panels_at_a_time));
    text_.line("groups = " + upwards("all_panels", "groups"));
    text_.line("panels = " + upwards("all_panels", "groups"));
  }
}

void ProductText::writeCopies() {
  const std::string left = c_.left.buffer->name, right = c_.right.buffer->name;
  const bool window = fuses_ && left_.sums < sizes_.depth;
  if (leftOnce_)
    text_.comment(put("{} is packed once, before the calls.", left));
  else if (window)
    copyLeft_ = decide("copy_" + left, normalised({{1, 0.5}, {2, 0.5}}), c_.name);
  else
    copyLeft_ = decide("copy_" + left, normalised({{0, c_.allocatedLeft ? 0.8 : 0.35}, {1, 0.45}, {2, 0.2}}), c_.name);
  if (!leftOnce_) {
    text_.line(put("copies_left = {} > 0 or fill_left", copyLeft_));
    text_.open("if copies_left:");
  }
  text_.line(put("left = sch.cache_read({}, {}, \"global\"{})", quoted(), c_.left.read,
                 onlyFor(context_, c_.block, c_.left.buffer, quoted())));
  text_.open("if fill_left:");
  text_.line("sch.compute_inline(sch.get_producers(left)[0])");
  text_.close();
  if (!leftOnce_) text_.close();
  const bool small = sizes_.width * sizes_.depth * sizes_.bytes <= cacheBytes(context_.machine, 0);
  if (rightOnce_) text_.comment(put("{} is packed once, before the calls.", right));
  if (!fuses_ && !rightIsTransposed() && !rightOnce_) {
    packRight_ = decide("pack_" + right, normalised({{1, small ? 0.6 : 0.85}, {0, small ? 0.4 : 0.15}}), c_.name);
    text_.line(put("packs_right = {} == 1 or fill_right", packRight_));
    text_.open("if packs_right:");
  }
  text_.line(put("right = sch.cache_read({}, {}, \"global\"{})", quoted(), c_.right.read,
                 onlyFor(context_, c_.block, c_.right.buffer, quoted())));
  text_.open("if fill_right:");
  text_.line("sch.compute_inline(sch.get_producers(right)[0])");
  text_.close();
  if (!packRight_.empty()) text_.close();
}

void ProductText::writeLoops() {
  std::vector<std::string> batch = batchLoops();
  text_.line(put("{} = sch.get_loops({})", join(loops()), quoted()));
  text_.line(put("io, im, ii = sch.split(i, [None, tiles, {}])", rows_));
  text_.line(put("jc, jo, ji = sch.split(j, [None, panels, {}])", columns_));
  text_.line(put("ko, ki = sch.split(k, [None, {}])", steps_));
  batch.insert(batch.end(), {"jc", "io", "jo", "im", "ko", "ki", "ii", "ji"});
  if (!onePart_) {
    text_.line("first, outer = ko, []");
    text_.open(put("if {} > 1:", parts_));
    text_.line(put("first, ko = sch.split(ko, [{}, None])", parts_));
    text_.line("outer = [first]");
    text_.close();
    batch.insert(std::find(batch.begin(), batch.end(), "io"), "*outer");
  }
  text_.line(put("sch.reorder({})", join(batch)));
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

void ProductText::writeRightCopy() {
  if (!packRight_.empty()) text_.open("if packs_right:");
  if (!rightOnce_) text_.line("sch.compute_at(right, jc)");
  const int64_t lanes = sizes_.lanes;
  if (rightIsTransposed()) {
    const int64_t square = std::gcd(lanes, std::gcd(right_.sums, sizes_.depth));
    if (square == lanes && sizes_.width % lanes == 0) {
      text_.comment(put("Squares of {0} x {0} are turned in registers.", lanes));
      text_.open(put("if not fill_right and {} % {} == 0:", columns_, lanes));
      text_.line("*_, line, element = sch.get_loops(right)");
      text_.line(put("lines, line = sch.split(line, [None, {}])", lanes));
      text_.line(put("elements, element = sch.split(element, [None, {}])", lanes));
      text_.line("sch.reorder(lines, elements, element, line)");
      text_.line("sch.unroll(element)");
      text_.line("sch.vectorize(line)");
      text_.close();
    }
  }
  text_.line(put("sch.transform_layout(right, (\"write\", 0), {})", layoutOf(c_.right, rightIsTransposed(), columns_)));
  if (fuses_) text_.line("sch.compute_inline(right_source)");
  if (rightOnce_) return text_.line(put("sch.annotate(right, \"{}\", True)", kPackedOnce));
  if (!rightIsTransposed()) {
    const bool whole = right_.columns >= sizes_.width;
    const int64_t run = std::gcd(lanes, right_.columns);
    if (whole || run >= 4) {
      text_.line("*_, lanes = sch.get_loops(right)");
      text_.line(put("_, lanes = sch.split(lanes, [None, {}])", whole ? columns_ : std::to_string(run)));
      text_.line("sch.vectorize(lanes)");
    }
  }
  if (sizes_.width * sizes_.depth * sizes_.bytes > cacheBytes(context_.machine, 1) && c_.batch.empty()) {
    text_.comment("Past the caches, which would read what is overwritten, and lose what they hold.");
    text_.open("if panels == all_panels:");
    const std::string stream = decide("stream_" + c_.right.buffer->name, normalised({{1, 0.7}, {0, 0.3}}), c_.name);
    text_.open(put("if {} == 1:", stream));
    text_.line("sch.annotate(right, \"pragma_stream_stores\", 1)");
    text_.close();
    text_.close();
  }
  if (!packRight_.empty()) text_.close();
}

void ProductText::writeLeftCopy() {
  if (leftOnce_) {
    text_.line(put("sch.transform_layout(left, (\"write\", 0), {})", layoutOf(c_.left, !leftIsTransposed(), rows_)));
    if (fuses_) text_.line("sch.compute_inline(left_source)");
    return text_.line(put("sch.annotate(left, \"{}\", True)", kPackedOnce));
  }
  text_.open("if copies_left:");
  text_.open(put("if {} < 2:", copyLeft_));
  text_.line("sch.compute_at(left, io)");
  text_.close();
  if (fuses_) text_.line("sch.compute_inline(left_source)");
  const int64_t run = std::gcd(sizes_.lanes, std::gcd(left_.sums, sizes_.depth));
  if (!leftIsTransposed() && run >= 4 && onePart_) {
    text_.line("*_, lanes = sch.get_loops(left)");
    text_.line(put("_, lanes = sch.split(lanes, [None, {}])", run));
    text_.line("sch.vectorize(lanes)");
  }
  if (!anyDepth_) {
    text_.comment("Rows a power of two apart would fall on the same few sets of the cache.");
    text_.line(put("sch.storage_align(left, 0, {}, {}, {})", c_.batch.size(), 2 * sizes_.lanes, sizes_.lanes));
  }
  text_.close();
  const bool spread = !alignedLeft_.empty();
  if (!fuses_ && !spread) return;
  text_.open("else:");
  if (fuses_) text_.line("sch.compute_inline(left_source)");
  if (spread)
    text_.line(put("sch.storage_align(\"{}\", 0, {}, {}, {})", alignedLeft_, c_.left.indices.size() - 2,
                   2 * sizes_.lanes, sizes_.lanes));
  text_.close();
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
  const std::string variable = decide("inline_" + what, normalised({{0, 1 - inlined}, {1, inlined}}), "");
  text_.open(put("if {} == 1{}:", variable, copied.empty() ? "" : " and " + copied));
  text_.line(put("sch.compute_inline(\"{}\")", what));
  text_.close();
  text_.open("else:");
  writeComputedBefore(block);
  text_.close();
}

void ProductText::writeInnerLoops() {
  text_.line(put("init = sch.decompose_reduction({}, {})", quoted(), onePart_ ? "ko" : "first"));
  const bool large = sizes_.width * sizes_.depth * sizes_.bytes > cacheBytes(context_.machine, 1) / 4;
  if (large) {
    text_.open(packRight_.empty() ? "if panels > 1:" : "if packs_right and panels > 1:");
    const std::string ahead = decide("prefetch_" + c_.right.buffer->name, normalised({{1, 0.6}, {0, 0.4}}), c_.name);
    text_.open(put("if {} == 1:", ahead));
    text_.line("sch.prefetch(sch.get(right).writes[0].buffer.name, jo, 1, [im, ko])");
    text_.close();
    text_.close();
  }
  text_.line("*_, init_rows, lanes = sch.get_loops(init)");
  text_.line("sch.vectorize(lanes)");
  text_.line("sch.unroll(ii)");
  text_.line("sch.vectorize(ji)");
  text_.comment("Written out by the code generator: the lowered program stays short.");
  text_.open("for loop in [init_rows, ki]:");
  text_.line("sch.unroll(loop)");
  text_.line("sch.annotate(loop, \"pragma_unroll_explicit\", 0)");
  text_.close();
  writeSharedLoop();
}

// Threads share a loop that runs more than once.
void ProductText::writeSharedLoop() {
  const std::vector<std::string> batch = batchLoops();
  for (size_t i = 0; i < batch.size(); ++i)
    if (c_.extents[c_.batch[i]] > 1) return text_.line(put("sch.parallel({})", batch[i]));
  if (context_.machine.threads > 1)
    text_.line(
        put("sch.parallel(jc if panels != all_panels else io if tiles * {} < {} else jo)", rows_, sizes_.height));
  else
    text_.line("sch.parallel(io if panels == all_panels else jc)");
}

void ProductText::writeEpilogue() {
  if (!tail_) text_.open(put("if {}:", kFilled));
  const std::string what = epilogue_.empty() ? c_.result->name : std::string(context_.program.name(epilogue_.back()));
  if (!onePart_) {
    text_.open(put("if {} > 1:", parts_));
    text_.line("sch.reverse_compute_at(tail, jc)");
    text_.close();
    text_.open("else:");
  }
  const std::string place = decide("finish_" + what, normalised({{1, 0.8}, {0, 0.2}}), "");
  text_.line(put("sch.reverse_compute_at(tail, im if {} == 1 else io)", place));
  if (!onePart_) text_.close();
  const Run written = runOf(c_, {c_.result, c_.resultIndices}, c_.columns);
  if (!fuses_ || written.columns >= sizes_.width) {
    text_.line("*_, lanes = sch.get_loops(tail)");
    text_.line(put("_, lanes = sch.split(lanes, [None, {}])", sizes_.lanes));
    text_.line("sch.vectorize(lanes)");
  }
  if (!tail_) text_.close();
}

}  // namespace lw::tune
