// What the states of a history are called in charts, tables and comparisons: each by a label that no other state has.
#pragma once

#include <QString>
#include <vector>

#include "core/trace/branches.h"

namespace lw {

// Of the branch at this position: its name, or "variant 2".
QString variantName(const std::vector<Branch>& branches, size_t position);
// Of the branch that ends at this node, by its position alone.
QString variantOf(const std::vector<Branch>& branches, int tip);

// By node: the name that a person gave, "as written", "step 3"; "step 3 of variant 2" where another variant has a third
// step too. Empty for nodes that were removed.
std::vector<QString> stateLabels(const History& history);

}  // namespace lw
