// Turns what a search measured into the record of a run, which the Run pane, comparisons and variants show like any
// other.
#pragma once

#include "app/services/tuning/tune_search.h"
#include "core/session/session.h"

namespace lw {

class RunRecords;

// A record with the conditions under which a search measures; it has no times yet.
RunRecord conditionsOf(const TuneSetup& setup, const RunRecords& records);
// Of a candidate that was timed. `scheduled`: its function; `original`: the function as written.
RunRecord runOf(const tune::Trial& trial, RunRecord conditions, const PrimFunc& original, const PrimFunc& scheduled);

}  // namespace lw
