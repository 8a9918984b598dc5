// The content of the timeline: how the warps of a block spend their time, kernel by kernel.
#pragma once

#include <QString>
#include <map>
#include <memory>
#include <vector>

#include "backends/emulator/block_timeline.h"

namespace lw {

struct TimelineContent {
  std::shared_ptr<const std::vector<BlockTimeline>> kernels;  // null: there are none
  std::map<BlockId, QString> names;                           // of the program's blocks
  QString why;                                                // there are none

  QString blockAt(Origin origin) const;  // empty: in no block
};

// The first copies that all warps make to a buffer as one copy, so are the second ones, and so on.
std::vector<TimelineCopy> copiesOfAllWarps(const BlockTimeline& kernel);

// "Compute, block C, 312 cycles, stalled in 100 of them"
QString sentenceOf(const TimelineContent& content, const TimelineSpan& span);
QString sentenceOf(const TimelineContent& content, const TimelineCopy& copy);
// "5,120 cycles, 3.6 µs · warps issue instructions 71 %, are stalled 20 %, wait 9 % · copies in flight 64 %, ..."
QString summaryOf(const BlockTimeline& kernel);

}  // namespace lw
