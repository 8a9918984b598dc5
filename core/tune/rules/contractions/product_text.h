// Writes the steps that tile one contraction for registers and caches: packed panels of the right factor, rows of the
// left one in the second-level cache, tiles of sums in registers, as Goto and van de Geijn block matrix products.
// A contraction that is no matrix product as it is written becomes one by reindexing its operands.
#pragma once

#include "core/tune/rules/contractions/contraction.h"
#include "core/tune/rules/contractions/tile_sizes.h"
#include "core/tune/rules/rule.h"

namespace lw::tune {

class ProductText {
 public:
  // `finished`: the blocks that finish the results of earlier contractions. Rows of what they write can be spread.
  ProductText(RuleContext& context, const Contraction& contraction, const std::vector<BlockId>& finished);
  void write();
  BlockId last() const { return epilogue_.empty() ? c_.block : epilogue_.back(); }  // writes the finished result
  std::vector<BlockId> scheduled() const;  // the block and the elementwise ones that go with it

 private:
  void writeSizes();
  void writeFusedAxes();
  void writeEpilogueInlined();
  void writePadding();
  void writeCopies();
  void writeLoops();
  void writeRightCopy();
  void writeLeftCopy();
  void writePrologue(BlockId block, const std::string& copied);
  void writeInnerLoops();
  void writeEpilogue();

  // The variable that takes the choice: "rows_C". `of`: a name that tells it from those of other blocks.
  std::string decide(const std::string& what, const Candidates& candidates, const std::string& of);
  // A choice that is made at run time only where there is one.
  std::string decideOrKnow(const std::string& what, const Candidates& candidates);
  std::string fused(const Axes& axes) const;  // "y * 28 + x"
  std::string names(const Axes& axes) const;  // "y, x"
  std::string quoted() const { return "\"" + c_.name + "\""; }
  std::string name(size_t iter) const { return c_.iters[iter].name(); }
  Axes axesWith(const Axes& own) const;  // those of the batch, of one factor and of the sums, in order
  // Of a factor in panels of `size` rows or columns: the elements of a term are consecutive.
  std::string layoutOf(const Factor& factor, bool termsLast, const std::string& size) const;
  bool leftIsTransposed() const;
  bool rightIsTransposed() const;

  RuleContext& context_;
  SpaceText& text_;
  const Contraction& c_;
  ProductSizes sizes_;
  Run left_, right_;
  bool fuses_ = false;                         // the axes are fused, and the operands reindexed
  bool leftOnce_ = false, rightOnce_ = false;  // the factor is a weight, which is packed once, before the calls
  bool tail_ = false;                          // a block copies or transforms the finished sums, whatever is filled up
  std::vector<BlockId> epilogue_;
  BlockId leftPrologue_, rightPrologue_;
  std::string columns_, rows_, tiles_, steps_, parts_, panels_;  // expressions of the sizes
  bool onePart_ = true;
  std::string alignedLeft_;           // the block that writes the left factor, if its rows can be spread
  std::string copyLeft_, packRight_;  // variables; empty: always
};

}  // namespace lw::tune
