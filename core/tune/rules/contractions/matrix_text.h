// A contraction as a product of matrices, one for each element of the batch: what every rule that tiles it writes. A
// contraction that is no matrix product as it is written becomes one by reindexing its operands.
#pragma once

#include "core/support/quote.h"
#include "core/tune/rules/contractions/contraction.h"
#include "core/tune/rules/contractions/tile_sizes.h"
#include "core/tune/rules/rule.h"
#include "core/tune/rules/space_template.h"

namespace lw::tune {

// The condition, of a space, that the sums are copied from a larger buffer.
inline constexpr const char* kFilled = "fill_rows or fill_columns";

// Sets the list "inlined" to all blocks of an epilogue but the last one, and "last" to that one. The template is
// written while program and epilogue are alive.
void setInlined(SpaceTemplate& space, const Snapshot& program, const std::vector<BlockId>& epilogue);

class MatrixText {
 public:
  MatrixText(RuleContext& context, const Contraction& contraction);
  BlockId last() const { return epilogue_.empty() ? c_.block : epilogue_.back(); }  // writes the finished result
  std::vector<BlockId> scheduled() const;  // the block and the elementwise ones that go with it

 protected:
  void writeFusedAxes();
  void writeEpilogueInlined();
  // Fills the matrices up to multiples of these expressions.
  void writePadding(const std::string& height, const std::string& width, const std::string& depth);

  void writeComputedBefore(BlockId block);  // a prologue, as a whole

  // The variable that takes the choice: "rows_C". `of`: a name that tells it from those of other blocks.
  std::string decide(const std::string& what, const Candidates& candidates, const std::string& of);
  // A choice that is made at run time only where there is one.
  std::string decideOrKnow(const std::string& what, const Candidates& candidates);
  std::vector<std::string> batchLoops() const;  // "b", or "b0", "b1"
  std::vector<std::string> loops() const;       // of the block, in order: those of the batch, "i", "j", "k"
  std::string fused(const Axes& axes) const;    // "y * 28 + x", without axes of one iteration
  std::string names(const Axes& axes) const;    // "y, x"
  std::string quoted() const { return lw::quoted(c_.name); }
  std::string name(size_t iter) const { return c_.iters[iter].name(); }
  // Those that the indices use, in order: the dimensions of what `reindex` makes of the operand.
  Axes axesOf(const std::vector<Expr>& indices) const;
  bool leftIsTransposed() const;
  bool rightIsTransposed() const;

  void setMatrix(SpaceTemplate& space) const;  // what axes are of the matrices

  RuleContext& context_;
  SpaceText& text_;
  const Contraction& c_;
  ProductSizes sizes_;                    // of symbolic sizes: estimates
  bool anyHeight_, anyWidth_, anyDepth_;  // symbolic: always filled up
  Run left_, right_;
  bool fuses_ = false;  // the axes are fused, and the operands reindexed
  bool tail_ = false;   // a block copies or transforms the finished sums, whatever is filled up
  std::vector<BlockId> epilogue_;
  BlockId leftPrologue_, rightPrologue_;
};

}  // namespace lw::tune
