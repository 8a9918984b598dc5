// Running the shown state: built, checked and timed on a worker, in a child process.
#include <QCryptographicHash>
#include <QDateTime>

#include "app/services/state_labels.h"
#include "app/services/workbench.h"
#include "backends/cpu/object_store.h"
#include "backends/emulator/emulator.h"
#include "backends/measure/measure.h"
#include "backends/targets/targets.h"
#include "views/translation/translate_messages.h"

namespace lw {
namespace {

constexpr double kCompileSeconds = 30;  // longer than that, and the code is no use to anybody
constexpr double kSampleMs = 2;         // a sample shorter than this measures the clock more than the kernel

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
  record.compileMs = m.compileMs;
  record.codeKnown = m.codeKnown;
  record.gflops = m.gflops;
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
  if (m.baselineMs > 0) record.baselineMs = m.baselineMs;
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

// A row for each finding; the newest problems stand first.
std::vector<Problem> problemsOf(const EmulatorReport& report) {
  std::vector<Problem> list;
  for (const GpuFinding& finding : report.findings) {
    Problem problem{
        Problem::Severity::Error,  {}, reasonWords(finding.explanation), {}, hintWords(finding.explanation), {}, {}, {},
        finding.explanation.blocks};
    list.push_back(std::move(problem));
  }
  return list;
}

QString failureText(const Explanation& e) {
  QString text = reasonWords(e);
  if (!e.hint.empty()) text += "; " + hintWords(e);
  return text;
}

}  // namespace

Workbench::RunJob Workbench::runJob(int node, const RunLimits& limits, RunProgress progress) {
  RunRecord record;
  record.node = node;
  record.function = session_->function();
  record.program = shownHash_;
  record.context = contextHash_;
  record.target = target_.toStdString();
  if (targetDescriptor().floatMath) record.math = toText(math_);
  record.when = QDateTime::currentDateTimeUtc().toString(Qt::ISODate).toStdString();
  const int function = shownFunction();
  const Schedule& state = history().node(node).schedule;
  return [record, limits, progress = std::move(progress), source = session_->workspace().source,
          original = state.source().function(function), scheduled = state.program().function(function),
          choices = codeChoices()](const Stop& stop) {
    RunDone done{record, false};
    done.record.state = hashOf(print(scheduled).text);
    MeasureOptions options;
    options.cpu.allows = choices.allows;
    options.cpu.math = choices.math;
    options.cpu.objects = objectFolder();
    options.cpu.maxSeconds = kCompileSeconds;
    options.target = record.target;
    options.cancelled = stop;
    options.repeat = limits.samples;
    options.maxSeconds = limits.seconds;
    options.timeoutSeconds = limits.timeoutSeconds;
    // The slow start needs no second timing: it is the baseline itself.
    options.baseline = false;
    options.keepValues = limits.keepValues;
    options.peaks = false;  // they are measured when nobody waits
    options.minMs = limits.samples > 1 ? kSampleMs : 0;
    options.progress = progress;
    const Result<Measurement> measured = measure(*source, original, scheduled, options);
    done.cancelled = stop();
    if (measured) {
      fill(done.record, *measured);
      if (measured->emulated) {
        done.emulated = QString::fromStdString(summaryOf(*measured->emulated));
        done.report = std::make_shared<const EmulatorReport>(*measured->emulated);
      }
      if (limits.keepValues) done.values = valuesOf(*measured);
    } else {
      done.record.error = failureText(measured.error()).toStdString();
    }
    return done;
  };
}

void Workbench::run() {
  if (!hasProgram()) return Q_EMIT notice(tr("no program: open a file first"));
  if (worker_.busy(Worker::kRun)) return Q_EMIT notice(tr("a run is under way: cancel it first"));
  if (askForCode(schedule().program().function(shownFunction()))) return;
  for (const Worker::Channel waiting : {Worker::kMeasure, Worker::kPeaks}) worker_.cancel(waiting);
  Q_EMIT runProgress(tr("starting"), 0);
  const auto progress = [this](const std::string& phase, double fraction) {
    worker_.post([this, text = QString::fromStdString(phase), fraction] { Q_EMIT runProgress(text, fraction); });
  };
  worker_.run<RunDone>(
      Worker::kRun, runJob(history().current(), {.keepValues = true}, progress),
      [this, document = document_, program = session_->program()](RunDone done) {
        if (document != document_ || done.cancelled) {  // the person's wish, and no failure
          Q_EMIT runProgress({}, 0);
          if (document == document_) Q_EMIT notice(tr("run cancelled"));
          return;
        }
        change([this, program, done = std::move(done)]() mutable {
          const int node = done.record.node;
          if (done.report) emulated_.insert_or_assign({done.record.program, node}, done.report);
          done.values.text = QString::fromStdString(done.record.program + done.record.context);
          recordRun(program, std::move(done.record), done.report ? problemsOf(*done.report) : std::vector<Problem>());
          if (hasProgram() && node < history().size())
            done.values.origin = node == 0 ? tr("of the run as written")
                                           : tr("of the run of %1").arg(stateLabels(history())[size_t(node)]);
          Q_EMIT valuesFound(done.values);
          if (!done.emulated.isEmpty()) Q_EMIT notice(done.emulated);
          Q_EMIT runProgress({}, 0);
        });
      });
}

static QString codeHash(const std::string& text) {
  return QString::fromLatin1(
      QCryptographicHash::hash(QByteArray::fromStdString(text), QCryptographicHash::Sha256).toHex());
}

CodeConsent Workbench::consent() const {
  return [allowed = allowedCode_](const std::string& text) { return allowed.contains(codeHash(text)); };
}

void Workbench::setAllowedCode(const QStringList& hashes) { allowedCode_ = {hashes.begin(), hashes.end()}; }

bool Workbench::isAllowed(const PrimFunc& function) const {
  const std::vector<std::string> texts = foreignCode(function);
  return std::all_of(texts.begin(), texts.end(),
                     [this](const std::string& text) { return allowedCode_.contains(codeHash(text)); });
}

bool Workbench::askForCode(const PrimFunc& function) {
  for (const std::string& text : foreignCode(function)) {
    if (allowedCode_.contains(codeHash(text))) continue;
    askedCode_ = text;
    Q_EMIT consentRequested(QString::fromStdString(describeCode(text)), QString::fromStdString(text));
    return true;
  }
  return false;
}

void Workbench::dropQuestion() {
  if (askedCode_.empty()) return;
  askedCode_.clear();
  Q_EMIT consentRequested({}, {});
}

void Workbench::answerConsent(bool allowed) {
  const std::string text = std::exchange(askedCode_, {});
  Q_EMIT consentRequested({}, {});
  if (text.empty()) return;
  if (!allowed) return Q_EMIT notice(tr("not run: the program's code was not allowed"));
  allowedCode_.insert(codeHash(text));
  Q_EMIT codeAllowed(codeHash(text));
  lower();
  run();
}

std::shared_ptr<const EmulatorReport> Workbench::emulated() const {
  const auto found = hasProgram() ? emulated_.find({shownHash_, history().current()}) : emulated_.end();
  return found == emulated_.end() ? nullptr : found->second;
}

void Workbench::setFloatMath(const FloatMath& math) {
  if (math == math_) return;
  math_ = math;
  Q_EMIT floatMathChanged();
  showStagesAnew();
  if (hasProgram()) Q_EMIT historyChanged();  // its times are those by the chosen arithmetic
  measureSoon();
  keep();
}

void Workbench::cancelRun() { worker_.cancel(Worker::kRun); }

}  // namespace lw
