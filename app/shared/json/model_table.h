// Where a program spends the cycles of the model of a course, beside the goal that its file sets.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>

#include "backends/measure/model_costs.h"

namespace lw {

struct ModelGoal {
  std::string asked;     // "26 times fewer cycles than the start, in at most 12 steps"
  std::string counted;   // "4.07 of 26 times fewer cycles"; empty: nothing of the processor is counted
  bool reached = false;  // all that is counted; times and steps are not judged here
  std::string missing;   // what most of a count that is too large is spent on; empty: nothing is missing
};
struct ModelTable {
  ModelledCosts costs;
  std::optional<ModelGoal> goal;  // nothing: the file sets none
};
// `text`: of the file. `original`: the function as written.
ModelTable modelTable(const std::string& text, const PrimFunc& original, const PrimFunc& scheduled);

nlohmann::json toJson(const ModelTable& table);

}  // namespace lw
