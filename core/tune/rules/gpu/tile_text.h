// Writes the steps that tile one contraction for a GPU: a tile of the result for each block of threads, tiles of both
// factors in shared memory, copied by all threads together, and sums in the registers of each thread.
#pragma once

#include "core/tune/rules/contractions/matrix_text.h"
#include "core/tune/rules/space_template.h"

namespace lw::tune {

class GpuTileText : public MatrixText {
 public:
  GpuTileText(RuleContext& context, const Contraction& contraction);
  void write();

 private:
  struct Operand {
    const Factor& factor;
    BlockId prologue;
    std::string variable;      // "left"
    bool transposed;           // its terms are not next to each other in shared memory
    int64_t run;               // elements that are next to each other in memory, along the inner axis of the tile
    std::string inlined = {};  // the variable that says whether the prologue is
  };

  // What the template asks for (resources/spaces/gpu_tiles.py).
  void setNames();
  void setThreads();
  void setTiles();
  void setParts();
  void setOperand(Operand& operand);
  void setPrologue(Operand& operand);
  std::string drawLanes(const Operand& operand, const std::string& wish);
  std::string lengthOf(const Operand& operand) const;
  std::string height() const;  // of a tile, in rows: an expression
  std::string width() const;
  std::string named(const std::string& what) const { return what + "_" + c_.name; }

  const GpuFacts& gpu_;
  Operand leftOperand_, rightOperand_;
  SpaceTemplate space_;
  bool inParts_ = false;  // the sums
};

}  // namespace lw::tune
