// The costs of every loop and block as a table.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "core/analysis/cost/cost.h"

namespace lw {

struct CostRow {
  int depth = 0;
  std::string kind, name;  // "loop", "block"; the first row is the function
  const Cost* cost = nullptr;
};
// The function, and its loops and blocks in program order. `cost` must outlive the rows.
std::vector<CostRow> costRows(const PrimFunc& function, const ProgramCost& cost);

// The cache that so many bytes fit in: "L2"; "memory" if none.
std::string levelOf(double bytes, const std::vector<int64_t>& caches);
nlohmann::json costJson(const PrimFunc& function, const std::vector<CostRow>& rows, const ProgramCost& cost,
                        const std::vector<int64_t>& caches);

}  // namespace lw
