// Documents: opened, saved, kept in the recovery folder and brought back from it.
#include <QFile>
#include <QFileInfo>
#include <QSaveFile>

#include "app/services/workbench.h"
#include "core/analysis/well_formed.h"
#include "views/translation/translate_messages.h"

namespace lw {
namespace {

Problem problemOf(const Diagnostic& d, const SourceText& source) {
  const LineColumn at = source.locate(d.span.valid() ? d.span.begin : 0);
  return {d.severity == Diagnostic::Severity::Error ? Problem::Severity::Error : Problem::Severity::Warning,
          QStringLiteral("%1:%2").arg(at.line).arg(at.column),
          inWords(d.message),
          {},
          inWords(d.hint),
          d.span,
          {},
          {},
          {}};
}

Problem warning(const QString& place, const QString& message) {
  return {Problem::Severity::Warning, place, message, {}, {}, {}, {}, {}, {}};
}

int variantsIn(const Session& session) {
  int count = 0;
  for (const auto& [name, workspace] : session.workspaces())
    if (workspace.history.size() > 1) count += int(workspace.history.variants().size());
  return count;
}

}  // namespace

void Workbench::keepIn(const QString& folder) {
  autosave_ = std::make_unique<Autosave>(folder);
  autosave_->follow({});
}

QStringList Workbench::recover() {
  if (!autosave_) return {};
  const QStringList left = autosave_->takeCrashed();
  if (!left.isEmpty()) openKept(left.first());
  return left;
}

void Workbench::open(const QString& path, const QString& schedule) {
  const QString full = QFileInfo(path).absoluteFilePath();
  const QString kept = autosave_ ? autosave_->fileOf(full) : QString();
  if (isSessionFile(full))
    load([full, kept] { return openSession(full, kept); }, schedule);
  else
    load([full, kept] { return openProgram(full, kept); }, schedule);
}

void Workbench::openKept(const QString& copy) {
  load([copy] { return lw::openKept(copy); });
}

void Workbench::openText(const std::string& text) {
  load([text] {
    Opened opened;
    opened.session.emplace(std::string(), text);
    return opened;
  });
}

// What is open stays until the new one is there: a file that cannot be opened takes nothing away.
void Workbench::load(std::function<Opened()> job, const QString& schedule) {
  close();  // it may be the same document
  worker_.run<std::shared_ptr<Opened>>(
      Worker::kOpen, [job = std::move(job)](const Stop&) { return std::make_shared<Opened>(job()); },
      [this, schedule](std::shared_ptr<Opened> opened) {
        if (opened->session) {
          take(std::move(*opened));
          if (!schedule.isEmpty()) applyFunction(schedule);
          return;
        }
        documentProblems_ = {lw::problemOf(tr("file"), *opened->error)};
        Q_EMIT problemsChanged();
        Q_EMIT notice(QString::fromStdString(opened->error->message));
      });
}

void Workbench::take(Opened opened) {
  close();
  ++document_;
  tasks_.clear();
  working_ = false;
  parsePause_.stop();
  worker_.cancel(Worker::kRun);
  worker_.cancel(Worker::kMeasure);
  untimed_.clear();
  timing_ = -1;
  worker_.cancel(Worker::kParse);
  session_ = std::move(*opened.session);
  path_ = QString::fromStdString(session_->path());
  text_ = session_->text();
  savedHash_ = session_->savedHash;
  if (autosave_) autosave_->follow(documentOf(*session_));
  selection_ = {};
  stepProblems_.clear();
  emulated_.clear();
  documentProblems_.clear();
  views_.reset();
  Q_EMIT documentReplaced();
  Q_EMIT fileChanged();
  Q_EMIT documentOpened(documentOf(*session_));
  if (!session_->target.empty() && QString::fromStdString(session_->target) != target_) {
    target_ = QString::fromStdString(session_->target);
    Q_EMIT targetChanged();
  }
  // Words of a later version are left aside.
  if (const Result<FloatMath> math = parseFloatMath(session_->math); math && !(*math == math_)) {
    math_ = *math;
    Q_EMIT floatMathChanged();
  }
  if (!session_->layout.empty() && !session_->document.empty()) Q_EMIT layoutRequested(session_->layout);
  tell(opened.droppedSteps, opened.warnings);
  showSource();
  Q_EMIT runProgress({}, 0);
  const QString name = QFileInfo(documentOf(*session_)).fileName();
  if (!opened.warnings.empty())
    Q_EMIT notice(QString::fromStdString(opened.warnings.front()));
  else if (opened.kept && (variantsIn(*session_) > 0 || modified()))
    Q_EMIT notice(
        modified()
            ? tr("%1: your work of last time is back, with changes that are not saved yet")
                  .arg(name.isEmpty() ? tr("untitled") : name)
            : tr("%1: your work of last time is back (%n variant(s))", nullptr, variantsIn(*session_)).arg(name));
  keep();
}

bool Workbench::save(const QString& path) {
  QSaveFile file(path);
  if (!file.open(QIODevice::WriteOnly) || file.write(text_.data(), qint64(text_.size())) < 0 || !file.commit()) {
    Q_EMIT notice(tr("cannot write %1: %2").arg(path, file.errorString()));
    return false;
  }
  path_ = QFileInfo(path).absoluteFilePath();
  savedHash_ = hashOf(text_);
  change([this, path = path_.toStdString(), hash = savedHash_] {
    if (!session_) return;
    session_->setPath(path);
    session_->savedHash = hash;
    if (autosave_) autosave_->follow(documentOf(*session_));
  });
  Q_EMIT fileChanged();
  if (sessionPath().isEmpty()) Q_EMIT documentOpened(path_);
  Q_EMIT notice(tr("saved %1").arg(path_));
  return true;
}

// After all that was asked for before; written on the worker.
void Workbench::saveSession(const QString& path) {
  enqueue([this, path = QFileInfo(path).absoluteFilePath()] {
    if (!session_) return finished();
    session_->target = target_.toStdString();
    session_->math = toText(math_);
    struct Written {
      Status status;
      std::string hash;
    };
    worker_.run<std::shared_ptr<Written>>(
        Worker::kStep,
        [path, session = *session_](const Stop&) {
          const Status status = lw::saveSession(session, path.toStdString());
          return std::make_shared<Written>(Written{status, hashOf(bytesOf(path))});
        },
        [this, path, document = document_](std::shared_ptr<Written> written) {
          if (document != document_) return;
          if (written->status) {
            session_->document = path.toStdString();
            session_->documentHash = written->hash;
            if (autosave_) autosave_->follow(path);
            Q_EMIT fileChanged();
            Q_EMIT notice(tr("saved the session %1").arg(path));
            Q_EMIT documentOpened(path);
          } else {
            documentProblems_ = {lw::problemOf(tr("session"), written->status.error())};
            Q_EMIT problemsChanged();
            Q_EMIT notice(reasonWords(written->status.error()));
          }
          finished();
        });
  });
}

void Workbench::revert() {
  if (const QString session = sessionPath(); !session.isEmpty())
    return load([session] { return openSession(session, {}); });
  QFile file(path_);
  if (!file.open(QIODevice::ReadOnly)) return Q_EMIT notice(tr("cannot read %1: %2").arg(path_, file.errorString()));
  text_ = file.readAll().toStdString();
  savedHash_ = hashOf(text_);
  change([this, hash = savedHash_] {
    if (session_) session_->savedHash = hash;
  });
  Q_EMIT fileChanged();
  parsePause_.stop();
  parse();
}

void Workbench::close() {
  if (session_ && session_->text() != text_) session_->setText(text_);  // typed within the last moment
  keep();
  if (autosave_) autosave_->flush();
}

QString Workbench::sessionPath() const { return session_ ? QString::fromStdString(session_->document) : QString(); }
QString Workbench::keptFile() const {
  return autosave_ && session_ ? autosave_->fileOf(documentOf(*session_)) : QString();
}
bool Workbench::modified() const { return savedHash_.empty() ? !text_.empty() : savedHash_ != hashOf(text_); }

bool Workbench::changedOnDisk() const {
  return !path_.isEmpty() && !savedHash_.empty() && QFile::exists(path_) && hashOf(bytesOf(path_)) != savedHash_;
}

void Workbench::setLayout(const std::string& layout) {
  if (session_) session_->layout = layout;
}

void Workbench::keep() {
  if (!autosave_ || !session_) return;
  session_->target = target_.toStdString();
  session_->math = toText(math_);
  autosave_->store(*session_);
}

void Workbench::sourceEdited(const std::string& text) {
  const bool before = modified();
  text_ = text;
  if (modified() != before) Q_EMIT fileChanged();
  parsePause_.start();
}

void Workbench::parse() {
  const std::string name = QFileInfo(path_).fileName().toStdString();
  worker_.run<std::shared_ptr<const SourceFile>>(
      Worker::kParse,
      [name, text = text_](const Stop&) { return std::make_shared<const SourceFile>(readProgram(name, text)); },
      [this, document = document_](std::shared_ptr<const SourceFile> source) {
        if (document == document_) takeSource(std::move(source));
      });
}

// The variants are carried over to the new text, behind the steps that are under way.
void Workbench::takeSource(std::shared_ptr<const SourceFile> text) {
  struct Carried {
    Session session;
    std::vector<DroppedStep> droppedSteps;
  };
  enqueue([this, text = std::move(text)] {
    worker_.run<std::shared_ptr<Carried>>(
        Worker::kStep,
        [text, session = session_, path = path_.toStdString(), hash = savedHash_](const Stop&) {
          if (!session) {
            Session made(path, text);
            made.savedHash = hash;
            return std::make_shared<Carried>(Carried{std::move(made), {}});
          }
          auto carried = std::make_shared<Carried>(Carried{*session, {}});
          carried->droppedSteps = carried->session.setSource(text);
          return carried;
        },
        [this, document = document_](std::shared_ptr<Carried> carried) {
          if (document != document_) return;
          const std::string before = hasProgram() ? session_->workspace().hash : std::string();
          session_ = std::move(carried->session);
          if (!source()->errorAtTop()) {
            stepProblems_.clear();
            if (!hasProgram() || session_->workspace().hash != before) selection_ = {};
            tell(carried->droppedSteps, {});
          }
          showSource();
          finished();
        });
  });
}

void Workbench::tell(const std::vector<DroppedStep>& droppedSteps, const std::vector<std::string>& warnings) {
  for (const std::string& text : warnings) {
    const size_t colon = text.find(": ");
    const bool placed = text.starts_with("workspaces[") || colon < 12;  // a place in a session file
    documentProblems_.push_back(
        placed && colon != std::string::npos
            ? warning(QString::fromStdString(text.substr(0, colon)), QString::fromStdString(text.substr(colon + 2)))
            : warning(tr("session"), QString::fromStdString(text)));
  }
  for (const DroppedStep& lost : droppedSteps) {
    Problem problem = lw::problemOf(QString::fromStdString(lost.variant), lost.why);
    problem.hint = tr("it stays in the trace and is tried again with the next text");
    stepProblems_.push_back(std::move(problem));
  }
}

void Workbench::showSource() {
  compareWith({});
  sourceProblems_.clear();
  if (!source()->errorAtTop() && shelf_.update(session_->sharedSource())) Q_EMIT compositesChanged();
  for (const Diagnostic& d : source()->diagnostics) sourceProblems_.push_back(problemOf(d, source()->source));
  if (!source()->hasErrors() && !hasProgram())
    if (const Result<Program> none = programOf(*source(), ""); !none)
      sourceProblems_.push_back(lw::problemOf(tr("file"), none.error()));
  warnings_.clear();
  seekWarnings();
  showRuns();
  Q_EMIT sourceParsed();
  Q_EMIT problemsChanged();
  if (hasProgram())
    show();
  else
    Q_EMIT programChanged();
}

std::vector<Diagnostic> Workbench::diagnostics() const {
  std::vector<Diagnostic> all = source() ? source()->diagnostics : std::vector<Diagnostic>();
  all.insert(all.end(), warnings_.begin(), warnings_.end());
  return all;
}

void Workbench::seekWarnings() {
  if (source()->errorAtTop()) return worker_.cancel(Worker::kWarn);
  worker_.run<std::vector<Diagnostic>>(
      Worker::kWarn, [file = session_->sharedSource()](const Stop&) { return wellFormednessWarnings(*file); },
      [this, document = document_, file = session_->sharedSource()](std::vector<Diagnostic> warnings) {
        if (document != document_ || source() != file.get() || warnings.empty()) return;
        warnings_ = std::move(warnings);
        for (const Diagnostic& d : warnings_) sourceProblems_.push_back(problemOf(d, file->source));
        Q_EMIT sourceParsed();
        Q_EMIT problemsChanged();
      });
}

QStringList Workbench::scheduleFunctions() const {
  QStringList names;
  if (source())
    for (const std::string& name : source()->scheduleFunctions()) names << QString::fromStdString(name);
  return names;
}

QStringList Workbench::functionNames() const {
  QStringList names;
  if (session_)
    for (const std::string& name : session_->functions()) names << QString::fromStdString(name);
  return names;
}

QString Workbench::function() const { return session_ ? QString::fromStdString(session_->function()) : QString(); }

// The other functions keep their variants, runs and place.
void Workbench::chooseFunction(const QString& name) {
  change([this, name] {
    if (!session_ || name == function()) return;
    if (const Status chosen = session_->choose(name.toStdString()); !chosen)
      return Q_EMIT notice(reasonWords(chosen.error()));
    selection_ = {};
    stepProblems_.clear();
    showSource();
    Q_EMIT fileChanged();
  });
}

}  // namespace lw
