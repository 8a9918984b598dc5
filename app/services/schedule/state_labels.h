// The labels of the states of a history in charts, tables and comparisons; labels are unique.
#pragma once

#include <QString>
#include <vector>

#include "core/trace/branches.h"

namespace lw {

// The name of the branch at this position, or "variant 2".
QString variantName(const std::vector<Branch>& branches, size_t position);
// The name of the branch that ends at this node, from its position alone.
QString variantOf(const std::vector<Branch>& branches, int tip);

// By node: the name that the user gave, "as written", or "step 3"; "step 3 of variant 2" if another variant has a third
// step too. Empty for removed nodes.
std::vector<QString> stateLabels(const History& history);

}  // namespace lw
