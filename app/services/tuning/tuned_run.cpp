#include "app/services/tuning/tuned_run.h"

#include <algorithm>

#include "app/services/runs/run_records.h"
#include "backends/runner/statistics.h"
#include "backends/target/target.h"
#include "backends/tune/trial_build.h"
#include "core/analysis/cost/work.h"
#include "core/ir/ops.h"
#include "core/text/print/printer.h"

namespace lw {
namespace {

bool hasSymbolicSize(const PrimFunc& function) {
  for (const Var& param : function.params) {
    const Buffer* buffer = function.bufferOf(param);
    if (buffer &&
        std::any_of((*buffer)->shape.begin(), (*buffer)->shape.end(), [](const Expr& e) { return !asInt(e); }))
      return true;
  }
  return false;
}

}  // namespace

RunRecord conditionsOf(const TuneSetup& setup, const RunRecords& records) {
  RunRecord record;
  record.function = setup.name;
  record.program = records.programHash();
  record.context = records.contextHash();
  record.target = setup.target->name;
  const bool here = setup.target->onThisProcessor;
  if (here) record.device = cpuInfo().model;
  MeasureOptions measured;
  measured.threads = here ? setup.threads : 0;  // of the reference
  record.threads = tune::threadsOf(measured);
  if (setup.target->floatMath) record.math = toText(setup.math);
  return record;
}

RunRecord runOf(const tune::Trial& trial, RunRecord record, const PrimFunc& original, const PrimFunc& scheduled) {
  const TimeSummary time = summarize(trial.ms);
  record.when = trial.when;
  record.state = hashOf(print(scheduled).text);
  record.runs = time.count;
  record.medianMs = time.median;
  record.minMs = time.min;
  record.maxMs = time.max;
  record.lowMs = time.medianLow;
  record.highMs = time.medianHigh;
  record.compileMs = trial.compileMs;
  record.checked = record.ok = true;             // a wrong candidate is not timed
  record.maxAbsError = record.maxRelError = -1;  // not kept
  if (!hasSymbolicSize(original)) {
    const Work work = countWork(original, {});
    record.gflops = work.flops / time.median / 1e6;
    if (work.flops == 0) record.gops = work.operations / time.median / 1e6;
    record.gbps = work.bytes / time.median / 1e6;
  }
  return record;
}

}  // namespace lw
