// How two different values came about, as text and as JSON (backends/interpreter/value_chain.h).
#pragma once

#include <string>
#include <utility>

#include "backends/interpreter/value_chain.h"
#include "core/support/json.h"

namespace lw {

// Lines that end in a newline. `names`: of the two programs.
std::string textOf(const DifferenceChains& chains, const std::pair<std::string, std::string>& names);
// [{"program": "tiled", "links": [...], "more": false}, ...]
nlohmann::json jsonOf(const DifferenceChains& chains, const std::pair<std::string, std::string>& names);

}  // namespace lw
