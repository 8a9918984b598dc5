#include "core/tune/rules/contractions/matrix_text.h"

#include <algorithm>

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
  return join(axes, [this](size_t a) { return name(a); });
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

void MatrixText::writeComputedBefore(BlockId block) {
  SpaceTemplate space(text_);
  space.set("written_before", context_.program.name(block));
  space.set("lanes", sizes_.lanes);
  space.write(spaceTemplate("computed_before"));
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

void MatrixText::setMatrix(SpaceTemplate& space) const {
  const std::string row = fused(c_.rows), column = fused(c_.columns), term = fused(c_.sums);
  const auto both = [](bool turned, const std::string& a, const std::string& b) {
    return turned ? put("{}, {}", b, a) : put("{}, {}", a, b);
  };
  space.set("block", quoted());
  space.set("left_read", c_.left.read);
  space.set("right_read", c_.right.read);
  space.set("row", row);
  space.set("column", column);
  space.set("term", term);
  space.set("batch", c_.batch.empty() ? "" : names(c_.batch) + ", ");
  space.set("left_iters", names(axesOf(c_.left.indices)));
  space.set("right_iters", names(axesOf(c_.right.indices)));
  space.set("result_iters", names(axesOf(c_.resultIndices)));
  space.set("stored_iters",
            [this] { return join(c_.resultIndices, [](const Expr& e) { return e.as<Var>()->name(); }); });
  space.set("iters", join(c_.iters, [](const Var& v) { return v.name(); }));
  space.set("left_matrix", both(leftIsTransposed(), row, term));
  space.set("right_matrix", both(rightIsTransposed(), term, column));
  space.setFlag("fuses", fuses_);
  space.setFlag("epilogue", !epilogue_.empty());
  setInlined(space, context_.program, epilogue_);
}

void MatrixText::writeFusedAxes() {
  SpaceTemplate space(text_);
  setMatrix(space);
  space.write(spaceTemplate("fused_axes"));
}

void MatrixText::writeEpilogueInlined() {
  SpaceTemplate space(text_);
  setMatrix(space);
  space.write(spaceTemplate("epilogue"));
}

void MatrixText::writePadding(const std::string& height, const std::string& width, const std::string& depth) {
  struct Size {
    const char* what;
    bool any;
    int64_t extent;
    const std::string& multiple;
    const Axes& axes;
  };
  const Size sizes[] = {{"rows", anyHeight_, sizes_.height, height, c_.rows},
                        {"columns", anyWidth_, sizes_.width, width, c_.columns},
                        {"terms", anyDepth_, sizes_.depth, depth, c_.sums}};
  std::vector<std::string> padding(fuses_ ? c_.batch.size() + 3 : c_.iters.size(), "1");
  for (size_t i = 0; i < 3; ++i) padding[fuses_ ? c_.batch.size() + i : sizes[i].axes[0]] = sizes[i].multiple;
  SpaceTemplate space(text_);
  space.set("block", quoted());
  space.set("padding", join(padding));
  space.set("filled", kFilled);
  space.setFlag("tail", tail_);
  space.setList("sizes", 3, [&](size_t i) {
    space.set("size", sizes[i].what);
    space.set("extent", sizes[i].extent);
    space.set("multiple", sizes[i].multiple);
    space.setFlag("any", sizes[i].any);
  });
  space.write(spaceTemplate("padding"));
}

void setInlined(SpaceTemplate& space, const Snapshot& program, const std::vector<BlockId>& epilogue) {
  if (!epilogue.empty()) space.set("last", program.name(epilogue.back()));
  space.setList("inlined", epilogue.empty() ? 0 : epilogue.size() - 1,
                [&space, &program, &epilogue](size_t i) { space.set("inlined", program.name(epilogue[i])); });
}

}  // namespace lw::tune
