// Writes the steps that tile one contraction for a GPU: a tile of the result for each block of threads, tiles of both
// factors in shared memory, copied by all threads together, and sums in the registers of each thread.
#pragma once

#include "core/tune/rules/contractions/matrix_text.h"

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

  void writeSizes();
  void writeParts();
  void writeTail();
  void writeLoops();
  void writePrologue(Operand& operand);
  void writeInlined(const Operand& operand);
  void writeSource(const Operand& operand);
  void writeCopy(const Operand& operand);
  void writeOwnCopies();
  void writeStages();
  void writeFinish();
  std::string vectorsFor(const Operand& operand) const;

  const GpuFacts& gpu_;
  Operand leftOperand_, rightOperand_;
  std::string threads_, wide_, tall_, rows_, columns_, apart_, steps_, stages_, parts_;  // variables or numbers
  std::string block_;                                                                    // the expression of the block
};

}  // namespace lw::tune
