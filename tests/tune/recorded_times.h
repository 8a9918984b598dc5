// Spaces, and times of their candidates as JSON lines: {"decisions": {...}, "ms": [...]}, or "why" in place of "ms".
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/tune/cost_model.h"
#include "core/tune/space.h"

namespace lw::tune {

struct TuneSpace {
  std::shared_ptr<const SourceFile> file;
  Space space;
  const PrimFunc& function() const { return space.start().program().function(); }
};
[[noreturn]] void stop(const std::string& why);
TuneSpace openSpace(const std::string& path, const std::string& function);

struct Recorded {
  Decisions decisions;
  std::vector<double> ms;  // empty: it failed
};
std::vector<Recorded> recordedIn(const std::string& path);  // empty: there is no such file
// With the least of the recorded times, as other work on the machine only makes them longer.
std::vector<Sample> samplesOf(const TuneSpace& space, const std::vector<Recorded>& recorded, const Machine& machine);

double rankCorrelation(const std::vector<double>& a, const std::vector<double>& b);  // Spearman's; 0: all are equal

}  // namespace lw::tune
