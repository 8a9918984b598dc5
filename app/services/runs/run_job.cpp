#include "app/services/runs/run_job.h"

#include <QDateTime>

#include "app/models/document/document.h"
#include "app/models/runs/target_choice.h"
#include "app/models/text/translate_messages.h"
#include "app/services/runs/code_approval.h"
#include "app/services/runs/measuring_turns.h"
#include "app/services/runs/run_records.h"
#include "backends/cpu/object_store.h"
#include "backends/emulator/emulator.h"
#include "backends/measure/counts.h"
#include "backends/targets/targets.h"
#include "core/support/text.h"
#include "core/text/print/printer.h"

namespace lw {
namespace {

constexpr double kCompileSeconds = 30;  // time limit of the compiler
constexpr double kPartSeconds = 5;      // time limit of a part of the program, of an estimate
constexpr double kSampleMs = 2;         // a shorter sample measures the clock rather than the kernel

QString differenceText(const FirstDifference& d) {
  QStringList index;
  for (const int64_t i : d.index) index << QString::number(i);
  return QObject::tr("%1[%2] is %3, should be %4 (%5 elements differ)")
      .arg(QString::fromStdString(d.buffer), index.join(", "))
      .arg(d.got)
      .arg(d.expected)
      .arg(d.count);
}

void fill(RunRecord& record, const Measurement& m) {
  record.target = m.target;
  record.device = m.device;
  record.threads = m.threads;
  record.runs = m.time.count;
  record.medianMs = m.time.median;
  record.minMs = m.time.min;
  record.maxMs = m.time.max;
  record.lowMs = m.time.medianLow;
  record.highMs = m.time.medianHigh;
  for (const std::string& weight : m.packedOnce) addItem(record.packedOnce, weight);
  record.packingMs = m.packingMs;
  record.compileMs = m.compileMs;
  record.codeKnown = m.codeKnown;
  record.gflops = m.gflops, record.gops = m.gops();
  record.gbps = m.gbps;
  record.peakFraction = m.peakFraction;
  record.checked = m.checked;
  record.ok = m.ok;
  record.maxAbsError = m.maxAbsError;
  record.maxRelError = m.maxRelError;
  if (m.difference) record.difference = differenceText(*m.difference).toStdString();
  if (m.emulated && !m.emulated->clean()) {
    record.checked = true;
    record.difference = summaryOf(*m.emulated);
  }
  record.referenceKind = m.referenceKind;
  if (m.referenceTime.count > 0) record.referenceMs = m.referenceTime.median;
  record.referenceRuns = m.referenceTime.count;
  record.referenceLowMs = m.referenceTime.medianLow, record.referenceHighMs = m.referenceTime.medianHigh;
  if (m.blas)
    record.blasLibrary = m.blas->library, record.blasKernels = m.blas->name, record.blasExpected = m.blas->expected;
  if (m.load) record.otherCores = m.load->busy();
  record.code = m.codeHash;
  record.abovePeak = m.abovePeak;
  if (m.baselineMs > 0) record.baselineMs = m.baselineMs;
}

// `scheduled`: the state that ran, which may have no such sums any more.
void noteSums(RunRecord& record, const SumErrors& sums, const PrimFunc& scheduled) {
  if (!sums.misses || narrowSumsOf(scheduled).empty()) return;
  SumNote note{sums.longest.name, toString(sums.longest.buffer->dtype), sums.longest.terms};
  note.own = sums.own, note.tolerance = sums.tolerance, note.wide = sums.wide;
  if (const auto remedy = withWideSums(scheduled))
    note.steps = QString::fromStdString(remedy->second).replace("; ", "\n").toStdString();
  record.sums = std::move(note);
}

ShownValues valuesOf(const Measurement& m) {
  ShownValues values;
  values.reference = referenceName(QString::fromStdString(m.referenceKind));
  for (size_t i = 0; i < m.outputs.size(); ++i)
    values.arrays.push_back(ShownArray::of(QString::fromStdString(m.outputs[i].first), ShownArray::Role::Output,
                                           m.outputs[i].second,
                                           i < m.expected.size() ? std::optional(m.expected[i].second) : std::nullopt));
  for (const auto& [name, array] : m.inputs)
    values.arrays.push_back(ShownArray::of(QString::fromStdString(name), ShownArray::Role::Input, array));
  return values;
}

// What a challenge may ask for; `original` as written, `scheduled` as it ran.
void count(RunRecord& record, const Measurement& m, const PrimFunc& original, const PrimFunc& scheduled) {
  if (m.emulated) {
    record.counts = countsOf(*m.emulated);
  } else {
    record.counts = countsOf(scheduled);
    record.startCounts = countsOf(original);
  }
}

bool isLate(const Explanation& e) {
  return e.message.find("did not end within") != std::string::npos ||
         e.message.find("did not finish within") != std::string::npos;
}

QString failureText(const Explanation& e) {
  QString text = reasonWords(e);
  if (!e.hint.empty()) text += "; " + hintWords(e);
  return text;
}

}  // namespace

RunJobs::RunJobs(const Document& document, const RunRecords& records, const TargetChoice& target,
                 const CodeApproval& approval, MeasuringTurns& turns)
    : document_(document),
      records_(records),
      target_(target),
      approval_(approval),
      turns_(turns),
      measure_([](const SourceFile& source, const PrimFunc& original, const PrimFunc& scheduled,
                  const MeasureOptions& options) { return measure(source, original, scheduled, options); }),
      estimate_([](const SourceFile& source, const PrimFunc& original, const PrimFunc& scheduled,
                   const MeasureOptions& options) { return estimate(source, original, scheduled, options); }) {}

RunLimits RunJobs::requested() const {
  constexpr double kSeconds = 1;  // for each sample; fewer samples are taken of a slow state
  return {.samples = settings_.samples,
          .seconds = kSeconds * settings_.samples,
          .timeoutSeconds = double(settings_.timeoutSeconds),
          .keepValues = true};
}

RunJob RunJobs::of(int node, const RunLimits& limits) const {
  RunRecord record;
  record.node = node;
  record.function = document_.session()->function();
  record.program = records_.programHash();
  record.context = records_.contextHash();
  record.target = target_.name().toStdString();
  if (target_.descriptor().floatMath) record.math = toText(target_.math());
  record.when = QDateTime::currentDateTimeUtc().toString(Qt::ISODate).toStdString();
  const int function = document_.shownFunction();
  const Schedule& state = document_.history().node(node).schedule;
  return [record, limits, source = document_.workspace().source, original = state.source().function(function),
          scheduled = state.program().function(function), allows = approval_.consent(), math = target_.math(),
          measure = measure_, threads = settings_.threads,
          &turns = turns_](const Stop& stop, const RunProgress& progress) {
    RunDone done{record, false};
    const MeasuringTurns::Turn turn = turns.ofRun(stop);
    done.record.state = hashOf(print(scheduled).text);
    MeasureOptions options;
    options.cpu.allows = allows;
    options.cpu.math = math;
    options.cpu.objects = objectFolder();
    options.cpu.maxSeconds = kCompileSeconds;
    options.target = record.target;
    options.cancelled = stop;
    options.threads = threads;
    options.repeat = limits.samples;
    options.maxSeconds = limits.seconds;
    options.timeoutSeconds = limits.timeoutSeconds;
    // The unscheduled program is the baseline itself and needs no second timing.
    options.baseline = false;
    options.keepValues = limits.keepValues;
    options.peaks = false;  // measured when the user does not wait
    options.minMs = limits.samples > 1 ? kSampleMs : 0;
    options.progress = progress;
    if (limits.size) options.inputs.bind.insert_or_assign(limits.size->first, limits.size->second);
    const Result<Measurement> measured = measure(*source, original, scheduled, options);
    done.cancelled = stop();
    if (measured) {
      fill(done.record, *measured);
      if (measured->sums) noteSums(done.record, *measured->sums, scheduled);
      if (challengeFromComments(source->source.text)) count(done.record, *measured, original, scheduled);
      if (measured->emulated) {
        done.emulated = QString::fromStdString(summaryOf(*measured->emulated));
        done.report = std::make_shared<const EmulatorReport>(*measured->emulated);
      }
      if (limits.keepValues) done.values = valuesOf(*measured);
    } else {
      done.record.error = failureText(measured.error()).toStdString();
      done.late = isLate(measured.error());
    }
    return done;
  };
}

EstimateJob RunJobs::estimateOf(int node) const {
  const int function = document_.shownFunction();
  const Schedule& state = document_.history().node(node).schedule;
  MeasureOptions options;
  options.target = target_.name().toStdString();
  options.cpu.allows = approval_.consent();
  options.cpu.math = target_.math();
  options.cpu.objects = objectFolder();
  options.cpu.maxSeconds = kCompileSeconds;
  options.timeoutSeconds = kPartSeconds;
  return [options, source = document_.workspace().source, original = state.source().function(function),
          scheduled = state.program().function(function), estimate = estimate_,
          &turns = turns_](const Stop& stop) -> std::optional<RunEstimate> {
    const MeasuringTurns::Turn turn = turns.ofRun(stop);
    MeasureOptions now = options;
    now.cancelled = stop;
    Result<RunEstimate> found = estimate(*source, original, scheduled, now);
    if (!found || stop()) return std::nullopt;
    return *found;
  };
}

}  // namespace lw
