// Writes the steps that tile one contraction for registers and caches: packed panels of the right factor, rows of the
// left one in the second-level cache, tiles of sums in registers, as Goto and van de Geijn block matrix products.
#pragma once

#include "core/tune/rules/contractions/matrix_text.h"

namespace lw::tune {

class ProductText : public MatrixText {
 public:
  // `finished`: the blocks that finish the results of earlier contractions. Rows of what they write can be spread.
  ProductText(RuleContext& context, const Contraction& contraction, const std::vector<BlockId>& finished);
  void write();

 private:
  void writeSizes();
  void writeGroups(const std::string& tiles_at_a_time, const std::string& panels_at_a_time);
  void writeCopies();
  void writeLoops();
  void writeRightCopy();
  void writeLeftCopy();
  void writePrologue(BlockId block, const std::string& copied);
  void writeInnerLoops();
  void writeSharedLoop();
  void writeEpilogue();
  // Of a factor in panels of `size` rows or columns: the elements of a term are consecutive.
  std::string layoutOf(const Factor& factor, bool termsLast, const std::string& size) const;

  bool leftOnce_, rightOnce_;  // the factor is a weight, which is packed once, before the calls
  std::string columns_, rows_, tiles_, steps_, parts_, panels_;  // expressions of the sizes
  bool onePart_ = true;
  std::string alignedLeft_;           // the block that writes the left factor, if its rows can be spread
  std::string copyLeft_, packRight_;  // variables; empty: always
};

}  // namespace lw::tune
