// How `lw run` tells what it measured.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "app/shared/json/measurement_json.h"

namespace lw {

// A table under a title.
void printMeasurement(const std::string& title, const Measurement& m, const std::string& math);
// Of --sweep: one line, or one object, for each size.
struct SweptSize {
  int64_t value = 0;
  Result<Measurement> measured;
};
nlohmann::json sweepJson(const std::string& size, const std::vector<SweptSize>& points);
void printSweepTitle(const std::string& title, const std::string& size, bool integers);
void printSwept(const SweptSize& point);
void printRow(const char* label, const std::string& text);  // a further line of the table
std::string format(const char* pattern, double value);      // as printf formats one number

}  // namespace lw
