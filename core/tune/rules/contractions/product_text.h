// Writes the steps that tile one contraction for registers and caches: packed panels of the right factor, rows of the
// left one in the second-level cache, tiles of sums in registers, as Goto and van de Geijn block matrix products.
#pragma once

#include "core/tune/rules/contractions/matrix_text.h"
#include "core/tune/rules/space_template.h"

namespace lw::tune {

class ProductText : public MatrixText {
 public:
  // `finished`: the blocks that finish the results of earlier contractions. Rows of what they write can be spread.
  ProductText(RuleContext& context, const Contraction& contraction, const std::vector<BlockId>& finished);
  void write();

 private:
  // What the template of the space asks for (resources/spaces/product.py).
  void setNames();
  void setSizes();
  void setCopies();
  void setLoops();
  void setRightCopy();
  void setLeftCopy();
  void setEpilogue();
  void writePrologue(BlockId block, const std::string& copied);
  std::string sharedLoop() const;
  // Of a factor in panels of `size` rows or columns: the elements of a term are consecutive.
  std::string layoutOf(const Factor& factor, bool termsLast, const std::string& size) const;

  SpaceTemplate space_;
  const bool leftOnce_, rightOnce_;  // the factor is a weight, which is packed once, before the calls
  const bool packs_;                 // packing the right factor is a choice
  bool onePart_ = true;
  std::string alignedLeft_;  // the block that writes the left factor, if its rows can be spread
};

}  // namespace lw::tune
