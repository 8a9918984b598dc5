// The effect of a previewed step on a loop or a block, or its difference from the state that is compared with.
#pragma once

#include <QString>

#include "core/support/ids.h"

namespace lw {

struct StepMark {
  LoopId loop;
  BlockId block;
  QString becomes;  // "i_0, i_1", "unrolled", "moves", "goes"; of a difference: "new", "was serial"
  bool difference = false;
};

}  // namespace lw
