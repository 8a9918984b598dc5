// What is said of a candidate whose result differs from the expected one.
#pragma once

#include <string>

#include "backends/tune/errors.h"
#include "core/ir/ndarray.h"
#include "core/support/text.h"

namespace lw::tune {

inline Explanation wrongResult(const std::string& buffer, const std::vector<int64_t>& at, double got, double expected,
                               int64_t count) {
  std::string index = join(at, [&](const int64_t i) { return std::to_string(i); });
  return explain(err::kTuneWrong(buffer, index, std::to_string(got), std::to_string(expected), count),
                 "`lw run` with the steps of the candidate compares everything");
}
inline Explanation wrongResult(const std::string& buffer, const Mismatch& worst) {
  return wrongResult(buffer, worst.at, worst.got, worst.expected, worst.count);
}

}  // namespace lw::tune
