// What a run found of a program that sums in floats of 16 bits or less (backends/measure/sum_errors.h): its results as
// written are further from exact ones than a result may be.
#pragma once

#include <cstdint>
#include <string>

namespace lw {

struct SumNote {
  std::string block, type;  // with the sums that lose most, and the type of its accumulator
  int64_t terms = 0;        // of one element; 0: a symbolic size
  double own = 0;           // the largest error of the program as written, as a share of the largest result
  double tolerance = 0;     // as such a share
  double wide = -1;         // the largest error with sums in float32; below 0: unknown
  std::string steps;        // that make the sums of the state float32, one a line; empty: they are not possible
  friend bool operator==(const SumNote&, const SumNote&) = default;
};

}  // namespace lw
