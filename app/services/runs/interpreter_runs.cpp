#include "app/services/runs/interpreter_runs.h"

#include <algorithm>
#include <cmath>

#include "app/models/document/document.h"
#include "app/models/document/document_files.h"
#include "app/models/document/document_text.h"
#include "app/models/document/no_program.h"
#include "app/models/program/shown_program.h"
#include "app/models/runs/runs.h"
#include "app/models/support/job_runner.h"
#include "app/models/text/translate_messages.h"
#include "app/services/runs/run_records.h"
#include "backends/emulator/warp_recording.h"
#include "backends/target/target.h"
#include "core/analysis/shapes/index_ranges.h"
#include "core/ir/threads.h"
#include "core/ir/visit.h"
#include "core/trace/shrunk_program.h"
#include "passes/pipeline.h"

namespace lw {
namespace {

constexpr double kMostStores = 1.5e6;  // limit for the interpreter while the user waits: about a second
constexpr int64_t kSmallSize = 16;     // for a symbolic size in a copy

CacheShape machineL1() {
  const std::vector<int64_t> sizes = cacheSizes();
  const int64_t bytes = sizes.empty() ? 32 << 10 : sizes.front();
  const int ways = bytes % (12 << 10) == 0 ? 12 : 8;  // 48 KiB caches usually have twelve ways
  return {static_cast<int>(bytes / ways / 64), ways, 64};
}

// The sizes from the file's comments, at most kSmallSize if `small`; all others are kSmallSize.
InputSpec inputsFor(const PrimFunc& function, const std::string& text, bool small) {
  InputSpec spec = inputsFromComments(text);
  for (const std::string& name : symbolicSizes(function)) {
    const auto said = spec.bind.find(name);
    if (said == spec.bind.end())
      spec.bind[name] = kSmallSize;
    else if (small)
      said->second = std::min(said->second, kSmallSize);
  }
  return withIndexRanges(function, std::move(spec));
}

double bytesOf(const PrimFunc& function) {
  double bytes = 0;
  for (const auto& [handle, buffer] : function.buffers) {
    double elements = 1;
    for (const Expr& extent : buffer->shape) {
      const auto* known = extent.as<IntImm>();
      elements *= known ? static_cast<double>(known->value) : kSmallSize;
    }
    bytes += elements * buffer->dtype.bytes();
  }
  return bytes;
}

// The copy and the program have the same loops and blocks in the same order.
void pairUp(const PrimFunc& copy, const PrimFunc& program, RecordedProgram& to) {
  const Snapshot a(copy), b(program);
  const std::vector<BlockId> blocksA = a.blocks(0), blocksB = b.blocks(0);
  for (size_t i = 0; i < blocksA.size() && i < blocksB.size(); ++i) to.blocks.emplace(blocksA[i], blocksB[i]);
  const std::vector<LoopId> loopsA = a.loops(0), loopsB = b.loops(0);
  for (size_t i = 0; i < loopsA.size() && i < loopsB.size(); ++i) to.loops.emplace(loopsA[i], loopsB[i]);
}

// Runs as a GPU does if loops are bound to threads and kernels can be made; otherwise as the CPU does.
Result<Recording> recordRun(const PrimFunc& function, const std::vector<Argument>& arguments, const Stop& stop,
                            QString& noKernels) {
  if (bindsThreads(function.body)) {
    const Result<GpuProgram> kernels = lowerForGpu(function, defaultGpuDevice());
    Result<Recording> run = kernels ? recordKernels(*kernels, function, arguments, {.cancelled = stop})
                                    : Result<Recording>(kernels.error());
    if (run && run->ofWarps()) return run;
    if (!run) noKernels = reasonWords(run.error());
  }
  return record(function, arguments, {.cancelled = stop});
}

RecordedProgram recordCopy(const Schedule& schedule, int function, const std::string& text, const Stop& stop) {
  const PrimFunc& program = schedule.program().function(function);
  const ToyProgram toy = toyOf(schedule, function, stop);
  RecordedProgram made;
  made.sizes = toy.sizes;
  made.machine = machineL1();
  made.cache = scaledCache(made.machine, bytesOf(program), bytesOf(toy.function));
  Result<std::vector<Argument>> arguments = makeArguments(toy.function, inputsFor(toy.function, text, true));
  if (!arguments) return {.why = reasonWords(arguments.error())};
  Result<Recording> recording = recordRun(toy.function, *arguments, stop, made.noKernels);
  if (!recording) return {.why = reasonWords(recording.error())};
  made.recording = std::make_shared<const Recording>(std::move(*recording));
  // The recording uses the ids of the function.
  pairUp(toy.function, program, made);
  return made;
}

ShownArray shownArray(const FinalValue& value, const std::vector<FinalValue>& reference) {
  std::optional<NDArray> should;
  for (const FinalValue& other : reference)
    if (other.name == value.name && other.stored && other.values.shape == value.values.shape) should = other.values;
  const ShownArray::Role role = !value.parameter ? ShownArray::Role::Intermediate
                                : value.stored   ? ShownArray::Role::Output
                                                 : ShownArray::Role::Input;
  return ShownArray::of(QString::fromStdString(value.name), role, value.values, std::move(should));
}

struct Interpreted {
  ShownValues values;
  QString why;
};

// Runs the whole program if it is small enough, and otherwise a copy with small sizes; the reference is the program as
// written, with the same inputs.
Interpreted interpretState(const Schedule& schedule, int function, const std::string& text, const Stop& stop) {
  PrimFunc program = schedule.program().function(function), written = schedule.source().function(function);
  QString origin = QObject::tr("by the interpreter");
  const bool large = storesOf(program) > kMostStores || storesOf(written) > kMostStores;
  if (large) {
    ToyProgram toy = toyOf(schedule, function, stop);
    QStringList sizes;
    for (const auto& [from, to] : toy.sizes)
      if (from != to) sizes << QObject::tr("%1 → %2").arg(from).arg(to);
    origin = QObject::tr("by the interpreter, on a smaller copy: extents %1").arg(sizes.join(", "));
    written = shrinkSource(written, toy.sizes);
    program = std::move(toy.function);
    if (storesOf(program) > kMostStores)
      return {{},
              QObject::tr("The interpreter would take too long (%L1 stores), and the steps allow no smaller sizes")
                  .arg(storesOf(program), 0, 'f', 0)};
  }
  const InputSpec inputs = inputsFor(program, text, large);
  const Result<std::vector<Argument>> arguments = makeArguments(program, inputs);
  if (!arguments) return {{}, reasonWords(arguments.error())};
  const Result<std::vector<FinalValue>> got = finalValues(program, *arguments, stop);
  if (!got) return {{}, reasonWords(got.error())};
  const Result<std::vector<FinalValue>> expected = finalValues(written, *arguments, stop);
  Interpreted made;
  made.values.origin = origin;
  made.values.reference = referenceName(QStringLiteral("unscheduled program"));
  for (const FinalValue& value : *got)
    made.values.arrays.push_back(shownArray(value, expected ? *expected : std::vector<FinalValue>()));
  return made;
}

}  // namespace

InterpreterRuns::InterpreterRuns(const Document& document, const DocumentText& text, const DocumentFiles& files,
                                 const ShownProgram& program, const Runs& runs, const RunRecords& records,
                                 JobRunner& jobs, QObject* parent)
    : QObject(parent), document_(document), text_(text), records_(records), jobs_(jobs) {
  connect(&program, &ShownProgram::changed, this, &InterpreterRuns::follow);
  connect(&runs, &Runs::valuesFound, this, [this](const ShownValues& values) {
    run_ = values;
    showValues();
  });
  connect(&files, &DocumentFiles::opened, this, [this] { run_ = {}, showValues(); });
  connect(&playback_, &Playback::moved, this, [this] {
    if (valuesEnabled_ && source_ == kSteps) showValues();
  });
}

PrimFunc InterpreterRuns::shownProgram() const {
  return document_.schedule().program().function(document_.shownFunction());
}

// Updates only what a view shows.
void InterpreterRuns::follow() {
  if (recordingEnabled_ || (valuesEnabled_ && source_ == kSteps)) record();
  if (valuesEnabled_ && source_ == kInterpreter) interpret();
  if (valuesEnabled_) showValues();
}

void InterpreterRuns::setRecordingEnabled(bool enabled) {
  recordingEnabled_ = enabled;
  follow();
}

void InterpreterRuns::setValuesEnabled(bool enabled, Source source) {
  valuesEnabled_ = enabled;
  source_ = source;
  follow();
}

bool InterpreterRuns::recording() const { return jobs_.busy(Channel::Record); }

void InterpreterRuns::record() {
  if (!document_.hasProgram()) {
    recorded_.reset();
    jobs_.drop(Channel::Record);
    recordingText_ = noProgramWords(document_);
    playback_.setProgram({});
    return Q_EMIT recordingTextChanged();
  }
  const Stmt body = shownProgram().body;
  if (recorded_ && recorded_->sameAs(body)) return;
  recorded_ = body;
  recordingText_ = tr("Recording a run of a smaller copy…");
  playback_.setProgram({});
  Q_EMIT recordingTextChanged();
  jobs_.run<RecordedProgram>(
      Channel::Record,
      [schedule = document_.schedule(), function = document_.shownFunction(),
       text = text_.content()](const Stop& stop) { return recordCopy(schedule, function, text, stop); },
      [this](RecordedProgram made) {
        recordingText_ = made.why.isEmpty() ? QString() : tr("This program cannot be played: %1").arg(made.why);
        playback_.setProgram(std::move(made));
        Q_EMIT recordingTextChanged();
        if (valuesEnabled_ && source_ == kSteps) showValues();
      });
}

void InterpreterRuns::interpret() {
  if (!document_.hasProgram()) return;
  const Stmt body = shownProgram().body;
  if (interpreted_ && interpreted_->sameAs(body)) return;
  interpreted_ = body;
  interpreted_values_ = {};
  interpreterText_ = tr("Running the interpreter…");
  jobs_.run<Interpreted>(
      Channel::Interpret,
      [schedule = document_.schedule(), function = document_.shownFunction(),
       text = text_.content()](const Stop& stop) { return interpretState(schedule, function, text, stop); },
      [this](Interpreted made) {
        interpreted_values_ = std::move(made.values);
        interpreterText_ = made.why;
        showValues();
      });
}

QString InterpreterRuns::emptyText() const {
  if (!document_.hasProgram()) return noProgramWords(document_);
  switch (source_) {
    case kRun:
      return tr(
          "Not run yet. Run (F5) to see the values of all inputs and outputs; the interpreter also shows intermediate "
          "buffers.");
    case kInterpreter:
      return interpreterText_;
    case kSteps:
      return recordingText_;
  }
  return {};
}

ShownValues InterpreterRuns::stepValues() {
  ShownValues values;
  if (playback_.empty()) return values;
  const Recording& recording = playback_.recording();
  for (size_t i = 0; i < recording.memories.size(); ++i) {
    const Recording::Memory& memory = recording.memories[i];
    NDArray array = NDArray::zeros(memory.type.element(), memory.shape);
    const std::vector<double>& now = playback_.valuesOf(i);
    for (size_t e = 0; e < now.size() && e < size_t(array.scalars()); ++e)
      array.set(int64_t(e), memory.type.isFloat() || !std::isnan(now[e]) ? now[e] : 0);
    const ShownArray::Role role = !memory.parameter ? ShownArray::Role::Intermediate
                                  : memory.stored   ? ShownArray::Role::Output
                                                    : ShownArray::Role::Input;
    values.arrays.push_back(ShownArray::of(QString::fromStdString(memory.name), role, std::move(array)));
  }
  return values;
}

void InterpreterRuns::showValues() {
  if (!valuesEnabled_) return;
  shown_ = !document_.hasProgram()   ? ShownValues()
           : source_ == kRun         ? run_
           : source_ == kInterpreter ? interpreted_values_
                                     : stepValues();
  if (source_ == kRun && !shown_.text.isEmpty() && shown_.text != records_.textHash())
    shown_.origin = tr("%1, earlier text").arg(shown_.origin);
  Q_EMIT valuesChanged();
}

}  // namespace lw
