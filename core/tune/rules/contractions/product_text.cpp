#include "core/tune/rules/contractions/product_text.h"

#include <algorithm>
#include <numeric>

#include "core/analysis/layout_free.h"
#include "core/ir/visit.h"
#include "core/tune/rules/contractions/put.h"

namespace lw::tune {
namespace {

const char* kFilled = "fill_rows or fill_columns";  // then the sums are copied from a larger buffer

std::string dictOf(const std::vector<TileWidth>& tiles, std::string (*text)(const Candidates&)) {
  std::string dict;
  for (const TileWidth& t : tiles) dict += put("{}{}: {}", dict.empty() ? "" : ", ", t.columns, text(t.rows));
  return "{" + dict + "}";
}

std::string upwards(const std::string& a, const std::string& b) { return put("({0} + {1} - 1) // {1}", a, b); }

}  // namespace

ProductText::ProductText(RuleContext& context, const Contraction& contraction, const std::vector<BlockId>& finished)
    : context_(context), text_(context.text), c_(contraction) {
  const DataType type = c_.result->dtype;
  sizes_ = {c_.count(c_.rows), c_.count(c_.columns), c_.count(c_.sums), std::max(1, type.bytes()),
            std::max(1, context.machine.lanes(type.bits))};
  left_ = runOf(c_, c_.left, c_.rows);
  right_ = runOf(c_, c_.right, c_.columns);
  fuses_ = !c_.isMatrixProduct();
  epilogue_ = epilogueOf(context.program, c_, context.taken);
  leftPrologue_ = prologueOf(context.program, c_, c_.left, context.taken);
  rightPrologue_ = prologueOf(context.program, c_, c_.right, context.taken);
  tail_ = fuses_ || !epilogue_.empty();
  leftOnce_ = isWeight(context, c_.left);
  rightOnce_ = isWeight(context, c_.right);
  for (const BlockId b : finished)
    if (context.program.block(b).writes.at(0).buffer.sameAs(c_.left.buffer) && c_.left.indices.size() >= 2)
      alignedLeft_ = context.program.name(b);
}

std::vector<BlockId> ProductText::scheduled() const {
  std::vector<BlockId> all = {c_.block};
  all.insert(all.end(), epilogue_.begin(), epilogue_.end());
  for (const BlockId b : {leftPrologue_, rightPrologue_})
    if (b.valid()) all.push_back(b);
  return all;
}

void ProductText::write() {
  writeSizes();
  if (fuses_) writeFusedAxes();
  if (!epilogue_.empty()) writeEpilogueInlined();
  writePadding();
  writeCopies();
  writeLoops();
  writeRightCopy();
  writeLeftCopy();
  writePrologue(leftPrologue_, leftOnce_ ? "" : "copies_left");
  writePrologue(rightPrologue_, packRight_.empty() ? "" : "packs_right");
  writeInnerLoops();
  writeEpilogue();
}

std::string ProductText::decide(const std::string& what, const Candidates& candidates, const std::string& of) {
  const std::string variable = text_.fresh(of.empty() ? what : what + "_" + of);
  text_.line(variable + " = " + sampled(candidates));
  return variable;
}

std::string ProductText::decideOrKnow(const std::string& what, const Candidates& candidates) {
  return candidates.size() == 1 ? std::to_string(candidates[0].value) : decide(what, candidates, c_.name);
}

std::string ProductText::names(const Axes& axes) const {
  std::vector<std::string> all;
  for (const size_t a : axes) all.push_back(name(a));
  return joined(all);
}

std::string ProductText::fused(const Axes& axes) const {
  std::string index = name(axes[0]);
  for (size_t i = 1; i < axes.size(); ++i) {
    if (i > 1) index = "(" + index + ")";
    index = put("{} * {} + {}", index, c_.extents[axes[i]], name(axes[i]));
  }
  return index;
}

Axes ProductText::axesWith(const Axes& own) const {
  Axes axes = c_.batch;
  axes.insert(axes.end(), own.begin(), own.end());
  axes.insert(axes.end(), c_.sums.begin(), c_.sums.end());
  std::sort(axes.begin(), axes.end());
  return axes;
}

// Whether elements that are next to each other in memory belong to terms of one sum.
bool ProductText::rightIsTransposed() const { return right_.sums > right_.columns; }
bool ProductText::leftIsTransposed() const { return left_.columns > left_.sums; }

void ProductText::writeSizes() {
  text_.comment(put("{}: {} rows, {} columns, sums of {} products of {} and {}.", c_.name, sizes_.height, sizes_.width,
                    sizes_.depth, c_.left.buffer->name, c_.right.buffer->name));
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
  steps_ = decideOrKnow("steps", unrolledSteps(sizes_));
  const Candidates parts = partsOfSums(sizes_, context_.machine);
  onePart_ = parts.size() == 1;
  parts_ = decideOrKnow("parts", parts);
  const std::string panels_at_a_time = decideOrKnow("panels", panelsAtATime(sizes_, context_.machine, fuses_));
  // Tiles at a time are made fewer where as many groups do with fewer.
  text_.line("tiles = " + upwards(std::to_string(sizes_.height), rows_));
  text_.line("groups = " + upwards("tiles", tiles_at_a_time));
  text_.line("tiles = " + upwards("tiles", "groups"));
  text_.line("all_panels = " + upwards(std::to_string(sizes_.width), columns_));
  if (panels_at_a_time == "0") {
    text_.line("panels = all_panels");
  } else {
    text_.line(put("groups = {0} if {0} > 0 else all_panels", panels_at_a_time));
    text_.line("groups = " + upwards("all_panels", "groups"));
    text_.line("panels = " + upwards("all_panels", "groups"));
  }
}

void ProductText::writeFusedAxes() {
  text_.comment(
      put("As a product of matrices: row {}, column {}, term {}.", fused(c_.rows), fused(c_.columns), fused(c_.sums)));
  text_.line(put("tail = sch.reindex({}, (\"write\", 0))", quoted()));
  text_.line(put("left_source = sch.reindex({}, (\"read\", {}))", quoted(), c_.left.read));
  text_.line(put("right_source = sch.reindex({}, (\"read\", {}))", quoted(), c_.right.read));
  const std::string batch = c_.batch.empty() ? "" : names(c_.batch) + ", ";
  const std::string row = fused(c_.rows), column = fused(c_.columns), term = fused(c_.sums);
  const auto layout = [&](const std::string& which, const Axes& inputs, const std::string& a, const std::string& b) {
    text_.line(put("sch.transform_layout({}, {}, lambda {}: ({}{}, {}))", quoted(), which, names(inputs), batch, a, b));
  };
  const std::string leftRead = put("(\"read\", {})", c_.left.read), rightRead = put("(\"read\", {})", c_.right.read);
  if (leftIsTransposed())
    layout(leftRead, axesWith(c_.rows), term, row);
  else
    layout(leftRead, axesWith(c_.rows), row, term);
  if (rightIsTransposed())
    layout(rightRead, axesWith(c_.columns), column, term);
  else
    layout(rightRead, axesWith(c_.columns), term, column);
  Axes results = c_.batch;
  results.insert(results.end(), c_.rows.begin(), c_.rows.end());
  results.insert(results.end(), c_.columns.begin(), c_.columns.end());
  std::sort(results.begin(), results.end());
  layout("(\"write\", 0)", results, row, column);
  Axes all(c_.iters.size());
  std::iota(all.begin(), all.end(), size_t{0});
  text_.line(
      put("sch.transform_block_layout({}, lambda {}: ({}{}, {}, {}))", quoted(), names(all), batch, row, column, term));
  if (epilogue_.empty())
    text_.line(put("sch.transform_block_layout(tail, lambda {}: ({}{}, {}))", names(results), batch, row, column));
}

// What follows elementwise becomes one block.
void ProductText::writeEpilogueInlined() {
  if (fuses_) text_.line("sch.compute_inline(tail)");
  for (size_t i = 0; i + 1 < epilogue_.size(); ++i)
    text_.line(put("sch.compute_inline(\"{}\")", context_.program.name(epilogue_[i])));
  text_.line(put("tail = sch.get_block(\"{}\")", context_.program.name(epilogue_.back())));
  if (!fuses_) return;
  std::vector<std::string> inputs;
  for (const Expr& e : c_.resultIndices) inputs.push_back(e.as<Var>()->name());
  text_.line(put("sch.transform_block_layout(tail, lambda {}: ({}{}, {}))", joined(inputs),
                 c_.batch.empty() ? "" : names(c_.batch) + ", ", fused(c_.rows), fused(c_.columns)));
}

void ProductText::writePadding() {
  const std::string depth = parts_ == "1" ? steps_ : steps_ + " * " + parts_;
  text_.line(put("fill_rows = {} % (tiles * {}) != 0", sizes_.height, rows_));
  text_.line(put("fill_columns = {} % (panels * {}) != 0", sizes_.width, columns_));
  text_.line(put("fill_terms = {} % ({}) != 0", sizes_.depth, depth));
  text_.line("fill_left, fill_right = fill_rows or fill_terms, fill_columns or fill_terms");
  text_.open("if fill_left or fill_right:");
  std::vector<std::string> padding;
  const std::string height = "tiles * " + rows_, width = "panels * " + columns_;
  if (fuses_) {
    padding.assign(c_.batch.size(), "1");
    padding.insert(padding.end(), {height, width, depth});
  } else {
    for (size_t i = 0; i < c_.iters.size(); ++i)
      padding.push_back(i == c_.rows[0] ? height : i == c_.columns[0] ? width : i == c_.sums[0] ? depth : "1");
  }
  text_.line(put("sch.pad_einsum({}, [{}])", quoted(), joined(padding)));
  text_.close();
  text_.open(put("if {}:", kFilled));
  if (tail_)
    text_.line(put("sch.compute_inline(sch.get_consumers({})[0])", quoted()));
  else
    text_.line(put("tail = sch.get_consumers({})[0]", quoted()));
  text_.close();
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
  text_.line(put("left = sch.cache_read({}, {}, \"global\")", quoted(), c_.left.read));
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
  text_.line(put("right = sch.cache_read({}, {}, \"global\")", quoted(), c_.right.read));
  text_.open("if fill_right:");
  text_.line("sch.compute_inline(sch.get_producers(right)[0])");
  text_.close();
  if (!packRight_.empty()) text_.close();
}

void ProductText::writeLoops() {
  std::vector<std::string> loops, batch;
  const auto batchName = [&](size_t i) { return c_.batch.size() == 1 ? "b" : "b" + std::to_string(i); };
  for (size_t i = 0; i < c_.batch.size(); ++i) batch.push_back(batchName(i));
  if (fuses_) {
    loops = batch;
    loops.insert(loops.end(), {"i", "j", "k"});
  } else {
    for (const LoopId l : context_.program.loopsAbove(c_.block)) {
      const Block& block = context_.program.block(c_.block);
      size_t iter = 0;
      while (!block.bindings[iter].as<Var>()->sameAs(context_.program.loop(l).var)) ++iter;
      const auto at = std::find(c_.batch.begin(), c_.batch.end(), iter);
      loops.push_back(at != c_.batch.end()    ? batchName(static_cast<size_t>(at - c_.batch.begin()))
                      : iter == c_.rows[0]    ? "i"
                      : iter == c_.columns[0] ? "j"
                                              : "k");
    }
  }
  text_.line(put("{} = sch.get_loops({})", joined(loops), quoted()));
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
  text_.line(put("sch.reorder({})", joined(batch)));
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
  return put("lambda {}: ({})", joined(inputs), joined(packed));
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
  text_.comment("Rows a power of two apart would fall on the same few sets of the cache.");
  text_.line(put("sch.storage_align(left, 0, {}, {}, {})", c_.batch.size(), 2 * sizes_.lanes, sizes_.lanes));
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
  bool conditional = false;
  forEachExpr(context_.program.block(block).body, [&](const Expr& e) {
    const auto* call = e.as<Call>();
    conditional = conditional || e.as<Select>() || (call && call->op == "if_then_else");
  });
  const double inlined = conditional ? 0.1 : 0.6;
  const std::string variable = decide("inline_" + what, normalised({{0, 1 - inlined}, {1, inlined}}), "");
  text_.open(put("if {} == 1{}:", variable, copied.empty() ? "" : " and " + copied));
  text_.line(put("sch.compute_inline(\"{}\")", what));
  text_.close();
  text_.open("else:");
  text_.line(put("outermost, *_, lanes = sch.get_loops(\"{}\")", what));
  text_.line(put("_, lanes = sch.split(lanes, [None, {}])", sizes_.lanes));
  text_.line("sch.vectorize(lanes)");
  text_.line("sch.parallel(outermost)");
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
  if (c_.batch.empty())
    text_.line("sch.parallel(io if panels == all_panels else jc)");
  else
    text_.line(c_.batch.size() == 1 ? "sch.parallel(b)" : "sch.parallel(b0)");
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
  if (!fuses_) {
    text_.line("*_, lanes = sch.get_loops(tail)");
    text_.line(put("_, lanes = sch.split(lanes, [None, {}])", sizes_.lanes));
    text_.line("sch.vectorize(lanes)");
  }
  if (!tail_) text_.close();
}

}  // namespace lw::tune
