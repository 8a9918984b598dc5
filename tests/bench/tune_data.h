// Spaces, and times of their candidates as JSON lines: {"decisions": {...}, "ms": [...]}, or "why" in place of "ms".
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/tune/space.h"

namespace lw::tune_bench {

struct TuneSpace {
  std::shared_ptr<const SourceFile> file;
  tune::Space space;
  const PrimFunc& function() const { return space.start().program().function(); }
};
[[noreturn]] void stop(const std::string& why);
TuneSpace openSpace(const std::string& path, const std::string& function);

struct Recorded {
  tune::Decisions decisions;
  std::vector<double> ms;  // empty: it failed
};
std::vector<Recorded> recordedIn(const std::string& path);  // empty: there is no such file

}  // namespace lw::tune_bench
