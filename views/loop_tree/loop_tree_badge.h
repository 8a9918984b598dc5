// What an emulated run counted at a block, as the loop tree tells it.
#pragma once

#include <QString>

#include <map>

#include "core/support/ids.h"

namespace lw {

struct TreeBadge {
  QString words;     // "32 sectors · 1 pass"; of a finding "race"
  QString brief;     // where there is little room: "32"
  QString tip;       // every access in words, one a line
  bool bad = false;  // a finding, or less than half of what is moved was needed
};
using TreeBadges = std::map<BlockId, TreeBadge>;

}  // namespace lw
