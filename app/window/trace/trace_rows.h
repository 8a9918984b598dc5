// The rows of the trace and of the tree of variants, computed from the history.
#pragma once

#include "views/trace/branch_view.h"
#include "views/trace/trace_model.h"

namespace lw {

class Services;

std::vector<TraceRow> traceRows(const Services& services);
std::vector<BranchRow> branchRows(const Services& services);

}  // namespace lw
