// What becomes of a loop or a block by a step that is looked at before it is applied.
#pragma once

#include <QString>

#include "core/support/ids.h"

namespace lw {

struct StepMark {
  LoopId loop;
  BlockId block;
  QString becomes;  // "i_0, i_1", "unrolled", "moves", "goes"
};

}  // namespace lw
