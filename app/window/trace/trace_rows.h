// The rows of the trace and of the tree of variants, computed from the history.
#pragma once

#include "app/services/workbench.h"
#include "views/trace/branch_view.h"
#include "views/trace/trace_model.h"

namespace lw {

std::vector<TraceRow> traceRows(Workbench& workbench);
std::vector<BranchRow> branchRows(Workbench& workbench);

}  // namespace lw
