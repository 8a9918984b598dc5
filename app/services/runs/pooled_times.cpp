#include "app/services/runs/pooled_times.h"

#include <algorithm>
#include <map>

#include "backends/runner/statistics.h"
#include "backends/target/load.h"

namespace lw {
namespace {

constexpr double kOtherSpeed = 1.03;  // a reference that differs by more was timed at another speed of the machine

using Rows = std::vector<RunRow*>;

// The quiet ones, unless there are none.
Rows quietOnes(const Rows& group) {
  Rows quiet;
  std::copy_if(group.begin(), group.end(), std::back_inserter(quiet),
               [](const RunRow* row) { return row->otherCores <= kQuietCores; });
  return quiet.empty() ? group : quiet;
}

TimeSummary ownTime(const RunRow& row) {
  TimeSummary time;
  time.count = std::max(row.samples, 1);
  time.median = row.medianMs, time.min = row.minMs, time.max = row.maxMs;
  time.medianLow = row.lowMs, time.medianHigh = row.highMs;
  return time;
}

TimeSummary ownReference(const RunRow& row) {
  TimeSummary time;
  time.count = std::max(row.reference.samples, 1);
  time.median = time.min = time.max = row.reference.ms;
  const bool known = row.reference.lowMs > 0;
  time.medianLow = known ? row.reference.lowMs : row.reference.ms;
  time.medianHigh = known ? row.reference.highMs : row.reference.ms;
  return time;
}

void poolReference(const Rows& group) {
  std::vector<TimeSummary> batches;
  for (const RunRow* row : quietOnes(group)) batches.push_back(ownReference(*row));
  const TimeSummary all = pooled(batches);
  for (RunRow* row : group) {
    const double factor = all.median / row->reference.ms;
    if (std::max(factor, 1 / factor) > kOtherSpeed) {
      row->lowMs = std::min(row->lowMs, row->lowMs * factor);
      row->highMs = std::max(row->highMs, row->highMs * factor);
    }
    row->reference.ms = all.median;
    row->reference.lowMs = all.medianLow, row->reference.highMs = all.medianHigh;
    row->reference.samples = all.count;
  }
}

void poolCode(const Rows& group) {
  const Rows counted = quietOnes(group);
  std::vector<TimeSummary> batches;
  for (const RunRow* row : counted) batches.push_back(ownTime(*row));
  const TimeSummary all = pooled(batches);
  for (RunRow* row : group) {
    row->gops *= row->medianMs / all.median;
    row->gflops *= row->medianMs / all.median, row->gbps *= row->medianMs / all.median;
    row->figures.peakFraction *= row->medianMs / all.median;
    row->medianMs = all.median, row->minMs = all.min, row->maxMs = all.max;
    row->lowMs = all.medianLow, row->highMs = all.medianHigh;
    row->samples = all.count;
    row->together = int(counted.size());
  }
}

}  // namespace

void poolTimes(std::vector<RunRow>& rows) {
  std::map<QString, Rows> references, codes;
  for (RunRow& row : rows) {
    if (row.medianMs <= 0 || isWrong(row) || isEmulated(row)) continue;
    const QString apart = row.conditions + row.aside + QChar('\n');
    if (row.reference.ms > 0) references[apart + row.reference.kind + QChar('\n') + row.reference.blas].push_back(&row);
    if (!row.code.isEmpty()) codes[apart + row.code].push_back(&row);
  }
  for (const auto& [key, group] : references) poolReference(group);
  for (const auto& [key, group] : codes)
    if (group.size() > 1) poolCode(group);
  // The program as written has one time, too, whenever it was compared with.
  for (RunRow& row : rows)
    for (const RunRow& start : rows)
      if (row.baselineMs > 0 && start.step == 0 && start.medianMs > 0 && !isWrong(start) && start.math == row.math &&
          start.conditions == row.conditions && start.aside == row.aside)
        row.baselineMs = start.medianMs;
}

}  // namespace lw
