// What the child sends back, as JSON: data from a program of others.
#pragma once

#include <string_view>

#include "backends/collect/collect.h"

namespace lw {

// Checks every field and limit, makes names unique (`sch`, `sch_1`), and reads each program again. `cancelled` as in
// CollectRequest. An error names `file`, which was run, and the field.
Result<Collected> readCollected(std::string_view json, const std::string& file,
                                const std::function<bool()>& cancelled = {});

}  // namespace lw
