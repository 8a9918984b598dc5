// A search over several values of a size, on a thread of its own: a space for each value, and then the best of each at
// all values. Safe on any thread.
#pragma once

#include "app/models/tuning/size_diagram.h"
#include "app/services/tuning/tune_search.h"

namespace lw {

struct SizeSetup {
  TuneSetup tune;  // its trials are those of all values together
  std::string size;
  std::vector<int64_t> values;  // ascending
};

// Told on the thread of the search.
struct SizeEvents {
  std::function<void(int64_t value)> preparing;
  std::function<void(int64_t value, const tune::TuneProgress&)> done;  // a candidate at this value
  std::function<void()> comparing;                                     // the best of each value, at all values
};

struct SizeEnd {
  std::optional<Explanation> error;
  bool stopped = false;  // before it knew which schedules win
  SizeDiagram diagram;   // without schedules: no candidate was right
};
SizeEnd searchSizes(const SizeSetup& asked, TuneControl& control, const MakeRunner& make, const SizeEvents& events,
                    const Stop& stop);

}  // namespace lw
