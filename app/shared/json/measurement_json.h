// What a run measured, as JSON.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "backends/measure/measure.h"

namespace lw {

// `steps`: of the schedule; 0 if there is none. `math`: FloatMath as text.
nlohmann::json measurementJson(const Measurement& m, int steps, const std::string& math);
std::string elementText(const FirstDifference& difference);  // "C[0, 5]"
const char* comparisonName(Comparison comparison);           // "faster", "slower", "indistinguishable"

}  // namespace lw
