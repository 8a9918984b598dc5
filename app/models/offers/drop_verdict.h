// Whether the dragged loop or block may be dropped on a loop, and the resulting step.
#pragma once

#include <QMetaType>
#include <QString>
#include <vector>

#include "core/support/ids.h"

namespace lw {

struct DropVerdict {
  LoopId target;
  bool legal = false;
  QString call;    // "reorder(k, j)"
  QString reason;  // why it is refused
};

}  // namespace lw
Q_DECLARE_METATYPE(lw::DropVerdict)
