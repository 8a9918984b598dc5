// Index maps in traces: TVM's serialised node graphs. Nodes stand in a list, children before parents, and refer to each
// other by position.
#pragma once

#include <string>
#include <string_view>

#include "core/schedule/value.h"
#include "core/support/result.h"

namespace lw {

// `indented`: attributes are laid out over lines, inputs are not.
std::string indexMapToJson(const IndexMap& map, bool indented);
Result<IndexMap> indexMapFromJson(std::string_view text);

}  // namespace lw
