// The rows of the trace and of the tree of variants, computed from the history.
#pragma once

#include "views/trace/branch_view.h"
#include "views/trace/trace_model.h"

namespace lw {

class Workbench;

std::vector<TraceRow> traceRows(Workbench& workbench);
std::vector<BranchRow> branchRows(Workbench& workbench);

}  // namespace lw
