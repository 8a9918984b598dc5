// A state of the shown function besides the shown one, with the texts of its program and of its stages.
#pragma once

#include <QString>
#include <memory>
#include <set>
#include <string>

#include "app/models/lowering/stage_model.h"
#include "backends/cpu/float_math.h"

namespace lw {

struct OtherState {
  int node = 0;
  QString label;  // "step 3"
  std::string printed;
  Stages stages;
  std::shared_ptr<const StageProgram> program = {};  // the program that was printed
  QString target = {};
  FloatMath math = {};
};

}  // namespace lw
