// Schedules of other files, and files for others.
#include <QFileInfo>
#include <QSaveFile>

#include "app/services/workbench.h"
#include "core/te/schedule_code.h"
#include "core/te/te_stages.h"
#include "core/trace/tuning_record.h"
#include "views/translation/translate_messages.h"

namespace lw {
namespace {

struct Imported {
  Schedule schedule;
  std::vector<StepGroup> groups = {};
  std::optional<Explanation> error = {};
  std::string origin = {};
};

Imported fromScript(ScriptRun run) {
  return {std::move(run.schedule), std::move(run.groups), std::move(run.error), {}};
}

// A trace names its function apply_trace; other files say which schedule they hold by its name, or hold only one.
Imported fromPython(const QString& path, std::string text, const Schedule& start, const script::Limits& limits) {
  if (text.find("def apply_trace(") != std::string::npos)
    return fromScript(
        interpretTracePython(makeSource(path.toStdString(), std::move(text)), start, te::withTensors(limits)));
  return fromScript(interpretScheduleOf(readProgram(path.toStdString(), std::move(text)), "", start, limits));
}

Imported fromJson(const std::string& text, const Schedule& start) {
  const Result<ReadTrace> read = readTraceText(text);
  if (!read) return {start, {}, read.error(), {}};
  Result<Schedule> replayed = replay(start, read->trace);
  if (!replayed) return {start, {}, replayed.error(), {}};
  return {std::move(*replayed), {}, {}, read->origin()};
}

QString failureOf(const std::vector<ExportedFile>& files) {
  for (const ExportedFile& one : files) {
    QSaveFile file(QString::fromStdString(one.path));
    if (!file.open(QIODevice::WriteOnly) || file.write(one.content.data(), qint64(one.content.size())) < 0 ||
        !file.commit())
      return QObject::tr("cannot write %1: %2").arg(QString::fromStdString(one.path), file.errorString());
  }
  return {};
}

}  // namespace

void Workbench::importSchedule(const QString& path) {
  if (!hasProgram()) return Q_EMIT notice(tr("no program: open the file that the schedule is for first"));
  enqueueStep([path](const Schedule& shown, const Stop& stop) {
    StepResult result;
    result.call = tr("the schedule of %1").arg(QFileInfo(path).fileName());
    result.fromSource = true;
    result.variant = QFileInfo(path).completeBaseName().toStdString();
    if (!QFileInfo(path).isReadable()) {
      result.error.emplace();
      result.error->message = tr("%1 cannot be read").arg(path).toStdString();
      return result;
    }
    Schedule start = shown.prefix(0);
    (void)start.workOn(shown.program().functionName(shown.currentFunction()));
    script::Limits limits;
    limits.cancelled = stop;
    const bool python = path.endsWith(QLatin1String(".py"), Qt::CaseInsensitive);
    Imported got = python ? fromPython(path, bytesOf(path), start, limits) : fromJson(bytesOf(path), start);
    result.states = statesOf(got.schedule, 0, got.groups);
    result.error = std::move(got.error);
    if (!got.origin.empty()) result.output << QStringLiteral("note: %1").arg(QString::fromStdString(got.origin));
    return result;
  });
}

void Workbench::exportTo(const ExportKind& kind, const QString& path) {
  if (!hasProgram()) return Q_EMIT notice(tr("no program: open a file first"));
  const History& history = this->history();
  ExportInput input{history.schedule(), history.groupsTo(history.current()), shownFunction()};
  input.allows = consent();
  input.math = math_;
  input.file = session_->workspace().source;
  input.story.title =
      tr("%1: %2").arg(path_.isEmpty() ? tr("new program") : QFileInfo(path_).fileName(), function()).toStdString();
  for (const int node : history.pathTo(history.current())) {
    const History::Node& state = history.node(node);
    StoryStep step{node == 0 ? std::string() : state.title, state.schedule.program(), state.note,
                   state.off ? tr("switched off").toStdString() : state.lost};
    if (const RunRow* run = runs_.of(node); run && run->error.isEmpty()) {
      if (!isEmulated(*run)) step.ms = run->medianMs;
      if (run->checked) step.right = run->ok;
      step.reference = "the " + run->referenceKind.toStdString();
      QStringList subject{run->target, run->device};  // the page is in English
      if (run->target == QLatin1String("cpu"))
        subject << QStringLiteral("%1 thread%2").arg(run->threads).arg(run->threads == 1 ? "" : "s");
      if (!run->math.isEmpty()) subject << run->math;
      input.story.subject = subject.join(QStringLiteral(", ")).toStdString();
    }
    input.story.steps.push_back(std::move(step));
  }
  Q_EMIT notice(tr("exporting %1…").arg(QFileInfo(path).fileName()));
  worker_.run<QString>(
      Worker::kExport,
      [&kind, input = std::move(input), path](const Stop&) {
        const Result<std::vector<ExportedFile>> files = exportFiles(kind, input, path.toStdString());
        if (!files)
          return tr("not exported: %1")
              .arg(reasonWords(files.error()) +
                   (files.error().hint.empty() ? QString() : "; " + hintWords(files.error())));
        const QString failed = failureOf(*files);
        if (!failed.isEmpty()) return failed;
        return files->size() > 1 ? tr("exported %1 and %2")
                                       .arg(path, QFileInfo(QString::fromStdString(files->back().path)).fileName())
                                 : tr("exported %1").arg(path);
      },
      [this](const QString& outcome) { Q_EMIT notice(outcome); });
}

}  // namespace lw
