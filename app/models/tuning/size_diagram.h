// Which schedule wins at which value of a size: what a search over several values found.
#pragma once

#include <QString>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace lw {

struct SizeTime {
  double ms = 0, lowMs = 0, highMs = 0;  // with the interval of the median; 0: it failed
  bool operator==(const SizeTime&) const = default;
};

struct SizeSchedule {
  int64_t foundAt = 0;          // the value for which the search found it
  QString decisions;            // "rows 8, columns 4 × 16"
  std::string trace;            // as JSON
  std::vector<SizeTime> times;  // at each value of the diagram
  bool operator==(const SizeSchedule&) const = default;
};

struct SizeDiagram {
  QString size;                         // "n"
  std::vector<int64_t> values;          // ascending
  std::vector<SizeSchedule> schedules;  // those that run first, by growing size
  std::vector<size_t> chosen;           // a schedule for each value
  // From the first value on: a schedule runs up to `most`, the last one for all others.
  struct Range {
    size_t schedule = 0;
    std::optional<int64_t> most;
    bool operator==(const Range&) const = default;
  };
  std::vector<Range> ranges;

  double fastestAt(size_t value) const {
    double least = 0;
    for (const SizeSchedule& s : schedules)
      if (const double ms = s.times[value].ms; ms > 0 && (least == 0 || ms < least)) least = ms;
    return least;  // 0: all failed
  }
  bool operator==(const SizeDiagram&) const = default;
};

}  // namespace lw
