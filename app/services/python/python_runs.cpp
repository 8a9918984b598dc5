#include "app/services/python/python_runs.h"

#include <QDir>
#include <QFileInfo>
#include <QSaveFile>
#include <algorithm>

#include "app/models/document/change_queue.h"
#include "app/models/document/document.h"
#include "app/models/document/document_files.h"
#include "app/models/document/document_text.h"
#include "app/models/document/messages.h"
#include "app/models/schedule/history_editor.h"
#include "app/models/schedule/steps.h"
#include "app/models/support/job_runner.h"
#include "app/models/text/translate_messages.h"
#include "app/services/document/documents.h"
#include "app/services/document/python_files.h"
#include "app/services/python/read_factories.h"
#include "app/services/python/script_errors.h"
#include "app/services/runs/code_approval.h"
#include "backends/onnx/onnx_source.h"
#include "core/text/print/program_hash.h"

namespace lw {
namespace {

constexpr size_t kMostNotes = 20;

QString folderOf(const QString& path) { return QFileInfo(path).isDir() ? path : QFileInfo(path).absolutePath(); }

// What the user allows: the text, and which Python runs it if it is not the usual one.
std::string allowedText(const PythonChoice& python, const std::string& text) {
  if (python.isDefault()) return text;
  return "# by " + python.interpreter.toStdString() + (python.realTvm ? " with its own tvm\n" : "\n") + text;
}

}  // namespace

PythonRuns::PythonRuns(Document& document, DocumentText& text, DocumentFiles& files, Steps& steps,
                       HistoryEditor& history, CodeApproval& approval, Messages& messages, JobRunner& jobs)
    : document_(document),
      text_(text),
      files_(files),
      steps_(steps),
      history_(history),
      approval_(approval),
      messages_(messages),
      jobs_(jobs) {
  connect(&files_, &DocumentFiles::loaded, this, &PythonRuns::follow);
  connect(&text_, &DocumentText::replaced, this, [this] {  // typed, and needs Python now
    if (path_.isEmpty() && isUntitled()) followPath();
  });
  connect(&text_, &DocumentText::saved, this, [this] {
    followPath();
    Q_EMIT followed();
  });
}

void PythonRuns::follow() {
  followPath();
  tellErrors();
  Q_EMIT followed();
  applySchedule();
}

bool PythonRuns::isUntitled() const {
  const Session* session = document_.session();
  return session && !session->origin && session->path().empty();
}

// A text without a file has one of its own, in a folder of its own, for Python: another text is another file.
QString PythonRuns::pathNow() const {
  const Session* session = document_.session();
  if (!session) return {};
  if (session->origin && isOnnxPath(session->origin->ran)) return {};  // Python has no part in it
  if (!isUntitled()) return QString::fromStdString(session->origin ? session->origin->ran : session->path());
  if (texts_.isEmpty() || !pythonNeedOf(session->source())) return {};
  return texts_ + '/' + QString::fromStdString(hashOf(text_.content())) + QStringLiteral("/untitled.py");
}

void PythonRuns::followPath() {
  const QString path = pathNow();
  if (path == path_) return;
  path_ = path;
  choice_ = choices_.of(path_);
  forget();
}

void PythonRuns::forget() {
  jobs_.drop(Channel::Collect);
  made_.reset();
  Q_EMIT runningChanged();
}

void PythonRuns::setChoices(const PythonChoices& choices) {
  choices_ = choices;
  const PythonChoice choice = choices_.of(path_);
  if (choice == choice_) return;
  choice_ = choice;
  forget();
}

void PythonRuns::choose(const PythonChoice& choice) {
  PythonChoices choices = choices_;
  choices.choose(path_, choice);
  setChoices(choices);
  Q_EMIT choicesChanged();
}

QString PythonRuns::missingPackage() const { return made_ ? lw::missingPackage(made_->collected) : QString(); }

std::optional<PythonNeed> PythonRuns::need() const {
  const Session* session = document_.session();
  if (!session || (session->origin && !session->origin->name.empty())) return std::nullopt;
  if (path_.isEmpty()) return std::nullopt;
  if (session->origin && QFileInfo(path_).isDir()) return PythonNeed{};
  if (std::optional<PythonNeed> need = pythonNeedOf(session->source())) return need;
  return session->origin ? std::optional<PythonNeed>(PythonNeed{}) : std::nullopt;
}

bool PythonRuns::mayRun() const {
  const std::string text = isUntitled() ? text_.content() : textForConsent(path_);
  return !path_.isEmpty() && approval_.allowsPython(allowedText(choice_, text));
}

// What the user read is what runs: the file has no other text than the one that is shown.
bool PythonRuns::isTextOfFile() {
  const Session* session = document_.session();
  if (!session) return true;
  if (isUntitled()) return writeUntitled();
  if (session->origin) {
    if (!session->origin->name.empty() || !isNotebook(path_) || shownTextOf(path_) == session->origin->text)
      return true;
    files_.open(path_);
    return false;
  }
  const std::string now = bytesOf(path_);
  if (now == text_.content()) return true;
  if (text_.modified()) {
    messages_.say(tr("Save %1 first: Python runs the file as it is saved").arg(QFileInfo(path_).fileName()));
    return false;
  }
  text_.reload(now);
  messages_.say(tr("%1 was changed by another program. Its new text is shown: read it, then run it again")
                    .arg(QFileInfo(path_).fileName()));
  return false;
}

bool PythonRuns::writeUntitled() {
  followPath();
  if (path_.isEmpty()) return false;
  const std::string& text = text_.content();
  QDir().mkpath(QFileInfo(path_).absolutePath());
  QSaveFile file(path_);
  if (file.open(QIODevice::WriteOnly) && file.write(text.data(), qint64(text.size())) >= 0 && file.commit())
    return true;
  messages_.say(tr("Cannot write %1: %2").arg(path_, file.errorString()));
  return false;
}

void PythonRuns::allow() {
  if (path_.isEmpty() || !isTextOfFile()) return;
  approval_.allowPython(allowedText(choice_, textForConsent(path_)));
  run();
}

bool PythonRuns::running() const { return jobs_.busy(Channel::Collect); }

void PythonRuns::stop() { jobs_.cancel(Channel::Collect); }

void PythonRuns::run(const QString& call) {
  if (path_.isEmpty()) return messages_.say(tr("Nothing to run: open a Python file, a notebook or a folder"));
  if (!isTextOfFile()) return;
  const std::string allowed = textForConsent(path_);
  if (!approval_.allowsPython(allowedText(choice_, allowed))) {
    if (made_ && made_->isRead && !call.isEmpty()) return callByReading(call, allowed);
    return Q_EMIT consentNeeded();
  }
  jobs_.run<std::shared_ptr<Ran>>(
      Channel::Collect,
      [path = path_, python = choice_, allowed, call = call.toStdString()](const Stop& stop) {
        return runFile(path, python, allowed, call, stop);
      },
      [this, call](std::shared_ptr<Ran> ran) {
        Q_EMIT runningChanged();
        take(ran, call);
      },
      [this] { Q_EMIT runningChanged(); });
  Q_EMIT runningChanged();
}

std::shared_ptr<PythonRuns::Ran> PythonRuns::runFile(const QString& path, const PythonChoice& python,
                                                     const std::string& allowed, const std::string& call,
                                                     const Stop& stop) {
  auto ran = std::make_shared<Ran>();
  CollectRequest request;
  request.file = path.toStdString();
  request.interpreter = python.interpreter.toStdString();
  if (python.realTvm) request.tvm = "real";
  request.call = call;
  request.cancelled = stop;
  Result<Collected> collected = collect(request);
  if (!collected) {
    ran->error = collected.error();
    return ran;
  }
  if (textForConsent(path) != allowed) {
    ran->error.emplace();
    ran->error->message = tr("%1 was changed while it ran").arg(QFileInfo(path).fileName()).toStdString();
    ran->error->hint = tr("run it again").toStdString();
    return ran;
  }
  ran->made = std::make_shared<MadeFile>(MadeFile{path, python, allowed, std::move(*collected), {}});
  const auto keep = [&](const std::string& file) {
    const QString named = QString::fromStdString(file);
    if (!file.empty() && QFileInfo(named).isFile()) ran->made->texts.try_emplace(file, shownTextOf(named));
  };
  for (const CollectedProgram& program : ran->made->collected.programs) keep(program.file);
  for (const auto& factory : ran->made->collected.factories) keep(factory.file);
  return ran;
}

void PythonRuns::read() {
  const Session* session = document_.session();
  if (path_.isEmpty() || !session || session->origin) return;
  MadeFile made{path_, choice_, {}, readFactories(session->source(), path_), {}, true};
  if (made.collected.factories.empty()) return;
  made.texts.emplace(path_.toStdString(), session->text());
  made_ = std::make_shared<MadeFile>(std::move(made));
  Q_EMIT ended();
  Q_EMIT choiceNeeded();
}

void PythonRuns::callByReading(const QString& call, const std::string& text) {
  auto ran = std::make_shared<Ran>();
  const std::string path = path_.toStdString();
  Result<Collected> collected = readCall(readProgram(path, text), path_, call);
  if (collected)
    ran->made = std::make_shared<MadeFile>(MadeFile{path_, choice_, {}, std::move(*collected), {{path, text}}, true});
  else
    ran->error = collected.error();
  take(ran, call);
}

// ---- what it made ----

void PythonRuns::take(const std::shared_ptr<Ran>& ran, const QString& call) {
  if (ran->error) {
    if (ran->error->kind == "collect.cancelled") return Q_EMIT failed(tr("Python was stopped"), {});
    messages_.setFileProblems({problemOf(QFileInfo(path_).fileName(), *ran->error)});
    messages_.publish();
    return Q_EMIT failed(reasonWords(*ran->error), hintWords(*ran->error));
  }
  made_ = ran->made;
  messages_.setFileProblems({});
  tellErrors();
  Q_EMIT ended();
  openAfter(call);
}

// A program that is shown and was made again is shown with its steps; a single result opens at once.
void PythonRuns::openAfter(const QString& call) {
  const Collected& all = made_->collected;
  const auto& origin = document_.session()->origin;
  if (!call.isEmpty()) {
    if (all.called.size() == 1) return open(all.called.front(), call, -1);
    if (!all.called.empty()) return Q_EMIT choiceNeeded();
    if (const ScriptError* error = errorOfCall(all))
      return Q_EMIT failed(
          QString::fromStdString(error->message).section('\n', 0, 0),
          framesOf(error->traceback, folderOf(path_)).section('\n', -1).section(QStringLiteral(":  "), 0, 0));
    return Q_EMIT failed(tr("%1 returned no program").arg(call),
                         all.errors.empty() ? tr("call a function that returns one") : tr("see Problems"));
  }
  if (origin && !origin->name.empty())
    for (size_t i = 0; i < all.programs.size(); ++i)
      if (all.programs[i].name == origin->name) return open(int(i), QString::fromStdString(origin->call), -1);
  const size_t choices = all.programs.size() + all.schedules.size() + all.factories.size();
  if (choices == 1 && all.programs.size() == 1) return openProgram(0);
  if (choices > 0) return Q_EMIT choiceNeeded();
  Q_EMIT failed(tr("%1 ran and made no program").arg(QFileInfo(path_).fileName()),
                all.errors.empty() ? tr("it has no function with @T.prim_func, and calls none that makes one")
                                   : tr("see Problems"));
}

void PythonRuns::openProgram(int program) { open(program, {}, -1); }

void PythonRuns::openSchedule(int schedule) {
  if (made_ && schedule >= 0 && schedule < int(made_->collected.schedules.size()))
    open(made_->collected.schedules[size_t(schedule)].program, {}, schedule);
}

MadeProgram PythonRuns::madeProgram(const CollectedProgram& program, const QString& call) const {
  const std::string file = program.file.empty() ? path_.toStdString() : program.file;
  const auto text = made_->texts.find(file);
  return {program.source,
          {path_.toStdString(), file, text == made_->texts.end() ? std::string() : text->second, program.name,
           call.toStdString(), program.lines}};
}

// A program that is shown keeps its document: the text is replaced as if it had been edited.
void PythonRuns::open(int program, const QString& call, int schedule) {
  if (!made_ || program < 0 || program >= int(made_->collected.programs.size())) return;
  const MadeProgram made = madeProgram(made_->collected.programs[size_t(program)], call);
  const Session* session = document_.session();
  if (schedule < 0 && session && session->origin && documentOf(*session->origin) == documentOf(made.origin))
    return replaceShown(made);
  opening_ = documentOf(made.origin);
  schedule_ = schedule;
  files_.openMade(made);
}

void PythonRuns::replaceShown(const MadeProgram& made) {
  const std::string& text = made.source->source.text;
  if (text_.modified() && text_.content() != text) {
    messages_.say(tr("%1 makes another text now. Your changes of the earlier one are shown.")
                      .arg(QString::fromStdString(made.origin.name)));
    return Q_EMIT replaced();
  }
  document_.changes()->run([this, origin = made.origin] {
    if (document_.session()) document_.session()->origin = origin;
  });
  if (text_.content() != text || text_.modified()) text_.reload(text);
  document_.changes()->run([this] { Q_EMIT replaced(); });
}

// A variant that an earlier window kept under this name has the user's changes: it is shown.
void PythonRuns::applySchedule() {
  const int wanted = std::exchange(schedule_, -1);
  if (wanted < 0 || !made_ || documentOf(*document_.session()) != opening_ || !document_.hasProgram()) return;
  const CollectedSchedule& schedule = made_->collected.schedules[size_t(wanted)];
  const CollectedProgram& program = made_->collected.programs[size_t(schedule.program)];
  if (!schedule.function.empty() && !program.source->modules.empty())
    document_.chooseFunction(QString::fromStdString(program.source->modules.front().name + "." + schedule.function));
  document_.changes()->run([this, trace = schedule.trace, name = QString::fromStdString(schedule.name)] {
    if (!document_.hasProgram()) return;
    if (const int node = document_.history().firstNamed(name.toStdString()); node > 0) return history_.goTo(node);
    steps_.openTrace({trace, name, {name}});
  });
}

QString PythonRuns::shownCall() const {
  const Session* session = document_.session();
  return session && session->origin ? QString::fromStdString(session->origin->call) : QString();
}

// ---- errors of the file ----

std::vector<Diagnostic> PythonRuns::errorsIn(const std::string& file, const std::string& text) const {
  std::vector<Diagnostic> found;
  if (!made_) return found;
  const std::string named = file.empty() ? path_.toStdString() : file;  // of a text without one
  const SourceText source = makeSource(named, text);
  for (const ScriptError& error : made_->collected.errors) {
    if (!error.file.empty() && error.file != named) continue;
    const Span span = spanOfLine(source, error.line);
    if (!span.valid()) continue;
    Diagnostic d;
    d.span = span;
    d.kind = "python";
    d.message = error.message;
    found.push_back(std::move(d));
  }
  return found;
}

void PythonRuns::tellErrors() {
  if (!made_) return;
  std::vector<Problem> problems;
  const Session& session = *document_.session();
  const std::string file = session.origin ? session.origin->file : path_.toStdString();
  const SourceText shown = makeSource(file, session.origin ? session.origin->text : session.text());
  const auto add = [&](const ScriptError& error, Problem::Severity severity) {
    const std::string& named = error.file.empty() ? file : error.file;
    QString place = QFileInfo(QString::fromStdString(named)).fileName();
    if (error.line > 0) place += ':' + QString::number(error.line);
    Problem problem = problemOf(severity, place, QString::fromStdString(error.message));
    problem.hint = framesOf(error.traceback, folderOf(path_));
    problem.detail = QString::fromStdString(error.traceback);
    problem.inOrigin = true;
    if (named == file) problem.span = spanOfLine(shown, error.line);
    problems.push_back(std::move(problem));
  };
  for (const ScriptError& error : made_->collected.errors) add(error, Problem::Severity::Error);
  const std::vector<ScriptError>& notes = made_->collected.notes;
  for (size_t i = 0; i < std::min(kMostNotes, notes.size()); ++i) add(notes[i], Problem::Severity::Warning);
  messages_.addFileProblems(problems);
  messages_.publish();
}

}  // namespace lw
