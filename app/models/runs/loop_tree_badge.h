// The counters of an emulated run at a block, as the loop tree shows them.
#pragma once

#include <QString>

#include <map>

#include "core/support/ids.h"

namespace lw {

struct TreeBadge {
  QString words;     // "32 sectors · 1 pass"; for a finding "race"
  QString brief;     // short form: "32"
  QString tip;       // every access in words, one per line
  bool bad = false;  // a finding, or less than half of the transferred data was needed
};
using TreeBadges = std::map<BlockId, TreeBadge>;

}  // namespace lw
