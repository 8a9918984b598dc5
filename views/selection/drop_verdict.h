// Whether what is dragged in the loop tree may be dropped on a loop, and what that step would be.
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
  QString reason;  // why not
};

}  // namespace lw
Q_DECLARE_METATYPE(lw::DropVerdict)
