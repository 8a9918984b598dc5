#include "core/tune/rules/contractions/matrix_text.h"

#include <algorithm>
#include <numeric>

#include "core/ir/visit.h"
#include "core/support/text.h"
#include "core/tune/rules/contractions/put.h"

namespace lw::tune {

MatrixText::MatrixText(RuleContext& context, const Contraction& contraction)
    : context_(context), text_(context.text), c_(contraction) {
  const DataType type = c_.result->dtype;
  const auto estimate = [&](const Axes& axes) {
    int64_t count = 1;
    for (const size_t a : axes) count *= estimateOf(context, context.program.block(c_.block).iters[a].domain.extent);
    return count;
  };
  const int64_t lanes = std::max(1, context.machine.lanes(type.bits));
  sizes_ = {estimate(c_.rows), estimate(c_.columns), estimate(c_.sums), std::max(1, type.bytes()), lanes};
  anyHeight_ = c_.isSymbolic(c_.rows);
  anyWidth_ = c_.isSymbolic(c_.columns);
  anyDepth_ = c_.isSymbolic(c_.sums);
  // What is filled up to whole vectors has no fewer elements.
  if (anyWidth_) sizes_.width = (sizes_.width + lanes - 1) / lanes * lanes;
  if (anyDepth_) sizes_.depth = (sizes_.depth + lanes - 1) / lanes * lanes;
  left_ = runOf(c_, c_.left, c_.rows);
  right_ = runOf(c_, c_.right, c_.columns);
  fuses_ = !c_.isMatrixProduct();
  epilogue_ = epilogueOf(context.program, c_, context.taken);
  leftPrologue_ = prologueOf(context.program, c_, c_.left, context.taken);
  rightPrologue_ = prologueOf(context.program, c_, c_.right, context.taken);
  tail_ = fuses_ || !epilogue_.empty();
}

std::vector<BlockId> MatrixText::scheduled() const {
  std::vector<BlockId> all = {c_.block};
  all.insert(all.end(), epilogue_.begin(), epilogue_.end());
  for (const BlockId b : {leftPrologue_, rightPrologue_})
    if (b.valid()) all.push_back(b);
  return all;
}

std::string MatrixText::decide(const std::string& what, const Candidates& candidates, const std::string& of) {
  const std::string variable = text_.fresh(of.empty() ? what : what + "_" + of);
  text_.line(variable + " = " + sampled(candidates));
  return variable;
}

std::string MatrixText::decideOrKnow(const std::string& what, const Candidates& candidates) {
  return candidates.size() == 1 ? std::to_string(candidates[0].value) : decide(what, candidates, c_.name);
}

std::string MatrixText::names(const Axes& axes) const {
  std::vector<std::string> all;
  for (const size_t a : axes) all.push_back(name(a));
  return join(all);
}

std::string MatrixText::fused(const Axes& axes) const {
  std::string index;
  bool fuses = false;  // several axes already
  for (const size_t a : axes) {
    if (c_.extents[a] == 1) continue;
    if (index.empty()) {
      index = name(a);
      continue;
    }
    index = put(fuses ? "({}) * {} + {}" : "{} * {} + {}", index, c_.extents[a], name(a));
    fuses = true;
  }
  return index;
}

Axes MatrixText::axesOf(const std::vector<Expr>& indices) const {
  Axes axes;
  for (size_t i = 0; i < c_.iters.size(); ++i)
    if (std::any_of(indices.begin(), indices.end(), [&](const Expr& e) { return usesVar(e, c_.iters[i]); }))
      axes.push_back(i);
  return axes;
}

// Whether elements that are next to each other in memory belong to terms of one sum.
bool MatrixText::rightIsTransposed() const { return right_.sums > right_.columns; }
bool MatrixText::leftIsTransposed() const { return left_.columns > left_.sums; }

std::vector<std::string> MatrixText::batchLoops() const {
  std::vector<std::string> batch;
  for (size_t i = 0; i < c_.batch.size(); ++i) batch.push_back(c_.batch.size() == 1 ? "b" : "b" + std::to_string(i));
  return batch;
}

// As a whole, before the contraction.
void MatrixText::writeComputedBefore(BlockId block) {
  text_.line(put("outermost, *_, lanes = sch.get_loops(\"{}\")", context_.program.name(block)));
  text_.line(put("_, lanes = sch.split(lanes, [None, {}])", sizes_.lanes));
  text_.line("sch.vectorize(lanes)");
  text_.line("sch.parallel(outermost)");
}

std::vector<std::string> MatrixText::loops() const {
  const std::vector<std::string> batch = batchLoops();
  if (fuses_) {
    std::vector<std::string> loops = batch;
    loops.insert(loops.end(), {"i", "j", "k"});
    return loops;
  }
  std::vector<std::string> loops;
  for (const LoopId l : context_.program.loopsAbove(c_.block)) {
    const Block& block = context_.program.block(c_.block);
    size_t iter = 0;
    while (!block.bindings[iter].as<Var>()->sameAs(context_.program.loop(l).var)) ++iter;
    const auto at = std::find(c_.batch.begin(), c_.batch.end(), iter);
    loops.push_back(at != c_.batch.end()    ? batch[static_cast<size_t>(at - c_.batch.begin())]
                    : iter == c_.rows[0]    ? "i"
                    : iter == c_.columns[0] ? "j"
                                            : "k");
  }
  return loops;
}

void MatrixText::writeFusedAxes() {
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
    layout(leftRead, axesOf(c_.left.indices), term, row);
  else
    layout(leftRead, axesOf(c_.left.indices), row, term);
  if (rightIsTransposed())
    layout(rightRead, axesOf(c_.right.indices), column, term);
  else
    layout(rightRead, axesOf(c_.right.indices), term, column);
  const Axes results = axesOf(c_.resultIndices);
  layout("(\"write\", 0)", results, row, column);
  Axes all(c_.iters.size());
  std::iota(all.begin(), all.end(), size_t{0});
  text_.line(
      put("sch.transform_block_layout({}, lambda {}: ({}{}, {}, {}))", quoted(), names(all), batch, row, column, term));
  if (epilogue_.empty())
    text_.line(put("sch.transform_block_layout(tail, lambda {}: ({}{}, {}))", names(results), batch, row, column));
}

// What follows elementwise becomes one block.
void MatrixText::writeEpilogueInlined() {
  if (fuses_) text_.line("sch.compute_inline(tail)");
  for (size_t i = 0; i + 1 < epilogue_.size(); ++i)
    text_.line(put("sch.compute_inline(\"{}\")", context_.program.name(epilogue_[i])));
  text_.line(put("tail = sch.get_block(\"{}\")", context_.program.name(epilogue_.back())));
  if (!fuses_) return;
  std::vector<std::string> inputs;
  for (const Expr& e : c_.resultIndices) inputs.push_back(e.as<Var>()->name());
  text_.line(put("sch.transform_block_layout(tail, lambda {}: ({}{}, {}))", join(inputs),
                 c_.batch.empty() ? "" : names(c_.batch) + ", ", fused(c_.rows), fused(c_.columns)));
}

void MatrixText::writePadding(const std::string& height, const std::string& width, const std::string& depth) {
  const auto fill = [&](const char* what, bool any, int64_t size, const std::string& multiple) {
    text_.line(any ? put("fill_{} = True", what) : put("fill_{} = {} % ({}) != 0", what, size, multiple));
  };
  fill("rows", anyHeight_, sizes_.height, height);
  fill("columns", anyWidth_, sizes_.width, width);
  fill("terms", anyDepth_, sizes_.depth, depth);
  text_.line("fill_left, fill_right = fill_rows or fill_terms, fill_columns or fill_terms");
  text_.open("if fill_left or fill_right:");
  std::vector<std::string> padding;
  if (fuses_) {
    padding.assign(c_.batch.size(), "1");
    padding.insert(padding.end(), {height, width, depth});
  } else {
    for (size_t i = 0; i < c_.iters.size(); ++i)
      padding.push_back(i == c_.rows[0] ? height : i == c_.columns[0] ? width : i == c_.sums[0] ? depth : "1");
  }
  text_.line(put("sch.pad_einsum({}, [{}])", quoted(), join(padding)));
  text_.close();
  text_.open(put("if {}:", kFilled));
  if (tail_)
    text_.line(put("sch.compute_inline(sch.get_consumers({})[0])", quoted()));
  else
    text_.line(put("tail = sch.get_consumers({})[0]", quoted()));
  text_.close();
}

}  // namespace lw::tune
