// Which of several candidates runs at which value of a size.
#pragma once

#include <cstddef>
#include <vector>

namespace lw::tune {

// `ms`: of each candidate, its time at each value, in order; 0: it failed there. The result is a candidate for each
// value: as fast as the fastest within noise, with as few changes from value to value as there can be. Each value
// counts alike, whatever a call takes. All candidates have as many values, at least one.
std::vector<size_t> chooseVersions(const std::vector<std::vector<double>>& ms);

}  // namespace lw::tune
