// What a search measured, as the record of a run: the Run pane, comparisons and variants show it like any other run.
#pragma once

#include "app/services/tuning/tuning.h"
#include "core/session/session.h"

namespace lw {

// Under which a search measures. The record has no times yet.
RunRecord conditionsOf(const TuneSetup& setup, const RunRecords& records);
// Of a candidate that was timed. `scheduled`: its function; `original`: the function as written.
RunRecord runOf(const tune::Trial& trial, RunRecord conditions, const PrimFunc& original, const PrimFunc& scheduled);

}  // namespace lw
