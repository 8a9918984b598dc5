// The model of counts.h as a tree: what one execution of each loop of a lowered program takes.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "backends/measure/model_costs.h"

namespace lw {

struct LoopTerm {
  LoopId loop = {};  // invalid: the whole function
  std::string name = {};
  ForKind kind = ForKind::Serial;
  double extent = 0;
  double entry = 0;  // cycles of one execution outside of its iterations
  ModelLimit entryLimit = ModelLimit::Operations;
  double once = 0;  // cycles of one iteration without inner loops
  ModelLimit limit = ModelLimit::Operations;
  double rounds = 0;                      // iterations that follow one another: those of one core
  double lines = 0;                       // of one execution, without inner loops
  std::vector<LoopTerm> inner = {};       // in program order
  std::map<BlockId, double> blocks = {};  // shares of the stores of each block in the statements beside inner loops
  double cycles() const;                  // of one execution with inner loops
  double allLines() const;
};
LoopTerm modelTerms(const PrimFunc& lowered);

}  // namespace lw
