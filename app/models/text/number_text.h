// Numbers as the window shows them everywhere.
#pragma once

#include <QString>
#include <vector>

#include "core/analysis/cost/cost.h"

namespace lw {

QString timeOf(double ms);  // "612 ms", "2.31 ms", "1.20 s"
// "1.0 MB", "48 KB", "12 B".
QString bytesText(double bytes);
// "2.1 G", "340 k".
QString countText(double count);
// "L2", "memory".
QString levelText(size_t level, const std::vector<int64_t>& caches);
// "1.0 MB ▸ L2".
QString workingSet(const Cost& cost, const std::vector<int64_t>& caches);

}  // namespace lw
