// A row of values of one symbolic size, at each of which a function runs.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/ir/stmt.h"
#include "core/support/result.h"

namespace lw {

struct SizeRow {
  std::string size;
  std::vector<int64_t> values;  // ascending, at most 64
};

// "n=64..1024": doubled until 1024 is reached; "n=64..512+64": with this step; "n=100,200,400". Refuses names that are
// no sizes of the function, and rows that are empty or too long.
Result<SizeRow> parseSizeRow(std::string_view text, const PrimFunc& function);

}  // namespace lw
