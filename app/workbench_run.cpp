// Running the shown state: built, checked and timed on a worker, in a child process.
#include "app/workbench.h"
#ifdef LW_MEASURE
#include "backends/measure/measure.h"
#endif

namespace lw {
#ifndef LW_MEASURE
void Workbench::run() { Q_EMIT notice(tr("this build cannot run programs")); }
#else
namespace {

constexpr double kSampleMs = 2;  // a sample shorter than this measures the clock more than the kernel

QString differenceText(const FirstDifference& d) {
  QStringList index;
  for (const int64_t i : d.index) index << QString::number(i);
  return QObject::tr("%1[%2] is %3, should be %4 (%5 elements differ)")
      .arg(QString::fromStdString(d.buffer), index.join(", "))
      .arg(d.got)
      .arg(d.expected)
      .arg(d.count);
}

void fill(RunRow& row, const Measurement& m) {
  row.target = QString::fromStdString(m.target);
  row.device = QString::fromStdString(m.device);
  row.threads = m.threads;
  row.samples = m.time.count;
  row.medianMs = m.time.median;
  row.minMs = m.time.min;
  row.maxMs = m.time.max;
  row.lowMs = m.time.medianLow;
  row.highMs = m.time.medianHigh;
  row.compileMs = m.compileMs;
  row.gflops = m.gflops;
  row.gbps = m.gbps;
  row.peakFraction = m.peakFraction;
  row.checked = m.checked;
  row.ok = m.ok;
  row.maxAbsError = m.maxAbsError;
  row.maxRelError = m.maxRelError;
  if (m.difference) row.difference = differenceText(*m.difference);
  row.referenceKind = QString::fromStdString(m.referenceKind);
  if (m.referenceTime.count > 0) row.referenceMs = m.referenceTime.median;
  if (m.baselineMs > 0) row.baselineMs = m.baselineMs;
}

QString failureText(const Explanation& e) {
  QString text = QString::fromStdString(e.message);
  if (!e.hint.empty()) text += "; " + QString::fromStdString(e.hint);
  return text;
}

}  // namespace

void Workbench::run() {
  if (!history_ || !source_ || !original_) return Q_EMIT notice(tr("no program: open a file first"));
  if (worker_.busy(Worker::kRun)) return Q_EMIT notice(tr("a run is under way: cancel it first"));
  RunRow row;
  row.node = history_->current();
  row.step = int(history_->pathTo(row.node).size()) - 1;
  row.call = row.step == 0 ? tr("as written") : QString::fromStdString(history_->node(row.node).title);
  const std::string& name = history_->node(row.node).name;
  row.label = !name.empty()   ? QString::fromStdString(name)
              : row.step == 0 ? tr("as written")
                              : tr("step %1").arg(row.step);
  Q_EMIT runProgress(tr("starting"), 0);
  worker_.run<RunRow>(
      Worker::kRun,
      [this, row, source = source_, original = *original_, scheduled = history_->schedule().program().function(0),
       target = target_.toStdString()](const Stop& stop) mutable {
        MeasureOptions options;
        options.target = target;
        options.cancelled = stop;
        // The slow start needs no second timing: it is the baseline itself.
        options.baseline = false;
        options.minMs = kSampleMs;
        options.progress = [this](const std::string& phase, double fraction) {
          worker_.post([this, text = QString::fromStdString(phase), fraction] { Q_EMIT runProgress(text, fraction); });
        };
        const Result<Measurement> measured = measure(*source, original, scheduled, options);
        row.cancelled = stop();
        if (measured)
          fill(row, *measured);
        else
          row.error = failureText(measured.error());
        return row;
      },
      [this](RunRow done) {
        // The unscheduled program's own run is the baseline of the others.
        if (done.baselineMs < 0 && done.step > 0)
          for (const RunRow& earlier : runs_.runs())
            if (earlier.step == 0 && earlier.medianMs > 0 && earlier.target == done.target)
              done.baselineMs = earlier.medianMs;
        recordRun(std::move(done));
      });
}

#endif
}  // namespace lw
