// Index maps in traces: TVM's serialised node graphs. Nodes are in a list, children before parents, and refer to each
// other by position.
#pragma once

#include <string>
#include <string_view>

#include "core/schedule/value.h"
#include "core/support/result.h"

namespace lw {

// `indented`: attributes are written on several lines, inputs are not.
std::string indexMapToJson(const IndexMap& map, bool indented);
Result<IndexMap> indexMapFromJson(std::string_view text);

}  // namespace lw
