#include "app/services/document/kept_files.h"

#include <QElapsedTimer>
#include <QFile>
#include <QFileInfo>
#include <QSaveFile>

#include "app/models/document/change_queue.h"
#include "app/models/document/document.h"
#include "app/models/document/messages.h"
#include "app/models/runs/target_choice.h"
#include "app/models/support/job_runner.h"
#include "app/models/text/translate_messages.h"
#include "app/services/document/arguments.h"
#include "app/services/document/autosave.h"
#include "app/services/document/documents.h"
#include "app/services/document/parsed_text.h"
#include "core/onnx/errors.h"

namespace lw {
namespace {

constexpr qint64 kTellPause = 40;  // ms between two messages of a model that is read

int variantsIn(const Session& session) {
  int count = 0;
  for (const auto& [name, workspace] : session.workspaces())
    if (workspace.history.size() > 1) count += int(workspace.history.variants().size());
  return count;
}

}  // namespace

KeptFiles::KeptFiles(Document& document, ParsedText& text, TargetChoice& target, Messages& messages, JobRunner& jobs)
    : document_(document), text_(text), target_(target), messages_(messages), jobs_(jobs) {
  connect(document_.changes(), &ChangeQueue::drained, this, &KeptFiles::keep);
  connect(document_.changes(), &ChangeQueue::changed, this, &KeptFiles::keep);
  connect(&text_, &DocumentText::typed, this, &KeptFiles::keepTyped);
  connect(&text_, &DocumentText::saved, this, &KeptFiles::followDocument);
}

KeptFiles::~KeptFiles() = default;

void KeptFiles::keepIn(const QString& folder) {
  autosave_ = std::make_unique<Autosave>(folder);
  autosave_->follow({});
}

QStringList KeptFiles::recover() {
  if (!autosave_) return {};
  const QStringList left = autosave_->takeCrashed();
  if (!left.isEmpty()) openKept(left.first());
  return left;
}

void KeptFiles::open(const QString& path, const QString& schedule) {
  if (isLink(path)) return load([path](const ModelReading&) { return openLink(path); }, schedule);
  const QString full = QFileInfo(path).absoluteFilePath();
  const QString kept = autosave_ ? autosave_->fileOf(full) : QString();
  if (isSessionFile(full))
    load([full, kept](const ModelReading&) { return openSession(full, kept); }, schedule);
  else
    load([full, kept,
          sizes = sizes_[full]](const ModelReading& reading) { return openProgram(full, kept, {sizes, reading.goOn}); },
         schedule);
}

void KeptFiles::openModel(const QString& path, const std::map<std::string, int64_t>& sizes) {
  sizes_[QFileInfo(path).absoluteFilePath()] = sizes;
  open(path);
}

void KeptFiles::cancelOpening() {
  cancelled_ = true;
  jobs_.cancel(Channel::Open);
}

void KeptFiles::openKept(const QString& copy) {
  load([copy](const ModelReading&) { return lw::openKept(copy); });
}

void KeptFiles::openText(const std::string& text) {
  load([text](const ModelReading&) {
    Opened opened;
    opened.session.emplace(std::string(), text);
    return opened;
  });
}

void KeptFiles::openFollowed(std::function<Session()> read) {
  load([read = std::move(read)](const ModelReading&) {
    Opened opened;
    opened.session.emplace(read());
    return opened;
  });
}

void KeptFiles::openMade(const MadeProgram& made) {
  const QString kept = autosave_ ? autosave_->fileOf(documentOf(made.origin)) : QString();
  load([made, kept](const ModelReading&) { return lw::openMade(made, kept); });
}

// The open document stays until the new one is loaded, so that a file that cannot be opened does not close it.
void KeptFiles::load(Job job, const QString& schedule) {
  close();  // the same document may be opened again
  cancelled_ = false;
  jobs_.runTelling<std::shared_ptr<Opened>>(
      Channel::Open,
      [this, job = std::move(job)](const Stop& stop, const JobRunner::Tell& tell) {
        QElapsedTimer told;
        ModelReading reading;
        reading.goOn = [&](size_t node, size_t nodes) {
          if (!told.isValid() || told.elapsed() > kTellPause) {
            told.start();
            tell([this, node, nodes] { Q_EMIT progressed(int(node), int(nodes)); });
          }
          return !stop();
        };
        return std::make_shared<Opened>(job(reading));
      },
      [this, schedule](std::shared_ptr<Opened> opened) { deliver(std::move(*opened), schedule); });
}

void KeptFiles::deliver(Opened opened, const QString& schedule) {
  // It may have been read to its end before the job was told.
  if (cancelled_ && opened.session)
    return messages_.say(reasonWords(err::kOnnxStopped(fileOf(*opened.session).section('/', -1).toStdString())));
  if (opened.session) {
    take(std::move(opened));
    if (!schedule.isEmpty()) Q_EMIT scheduleRequested(schedule);
    return;
  }
  if (opened.stopped) return messages_.say(reasonWords(*opened.error));
  messages_.setFileProblems(opened.refusal ? opened.refusal->problems
                                           : std::vector<Problem>{problemOf(tr("file"), *opened.error)});
  messages_.publish();
  messages_.say(reasonWords(*opened.error));
  if (opened.refusal) Q_EMIT refused(*opened.refusal);
}

void KeptFiles::take(Opened opened) {
  close();
  messages_.clearStepProblems();
  messages_.setFileProblems({});
  document_.replace(std::move(*opened.session));
  Q_EMIT modelRead(std::move(opened.model));
  followDocument();
  const Session& session = *document_.session();
  Q_EMIT document_.fileChanged();
  Q_EMIT this->opened(fileOf(session));
  target_.restore(session);
  if (!session.layout.empty() && !session.document.empty()) Q_EMIT layoutRequested(session.layout);
  tellWarnings(opened.warnings);
  text_.tellDropped(opened.droppedSteps);
  text_.show();
  Q_EMIT loaded();
  greet(opened);
  keep();
}

void KeptFiles::followDocument() {
  if (autosave_) autosave_->follow(documentOf(*document_.session()));
}

void KeptFiles::tellWarnings(const std::vector<std::string>& warnings) {
  std::vector<Problem> problems;
  for (const std::string& text : warnings) {
    const size_t colon = text.find(": ");
    // A warning about a session file may begin with its location.
    const bool placed = colon != std::string::npos && (text.starts_with("workspaces[") || colon < 12);
    problems.push_back(problemOf(Problem::Severity::Warning,
                                 placed ? QString::fromStdString(text.substr(0, colon)) : tr("session"),
                                 QString::fromStdString(placed ? text.substr(colon + 2) : text)));
  }
  messages_.addFileProblems(problems);
}

void KeptFiles::greet(const Opened& opened) {
  const Session& session = *document_.session();
  const QString name = QFileInfo(documentOf(session)).fileName();
  if (!opened.warnings.empty())
    messages_.say(QString::fromStdString(opened.warnings.front()));
  else if (opened.kept && text_.modified())
    messages_.say(tr("%1: your work from last time is restored, with unsaved changes")
                      .arg(name.isEmpty() ? tr("Untitled") : name));
  else if (opened.kept && variantsIn(session) > 0)
    messages_.say(
        tr("%1: your work from last time is restored (%n variant(s))", nullptr, variantsIn(session)).arg(name));
}

bool KeptFiles::save(const QString& path) {
  QSaveFile file(path);
  const std::string& text = text_.content();
  if (!file.open(QIODevice::WriteOnly) || file.write(text.data(), qint64(text.size())) < 0 || !file.commit()) {
    messages_.say(tr("Cannot write %1: %2").arg(path, file.errorString()));
    return false;
  }
  text_.setSaved(QFileInfo(path).absoluteFilePath());
  if (document_.sessionPath().isEmpty()) Q_EMIT opened(text_.path());
  messages_.say(tr("Saved %1").arg(text_.path()));
  return true;
}

// Runs after all earlier changes; a worker thread writes the file.
void KeptFiles::saveSession(const QString& path) {
  document_.changes()->enqueue([this, path = QFileInfo(path).absoluteFilePath()] {
    if (!document_.session()) return document_.changes()->finished();
    target_.store(*document_.session());
    struct Written {
      Status status;
      std::string hash;
    };
    jobs_.run<std::shared_ptr<Written>>(
        Channel::Step,
        [path, session = *document_.session()](const Stop&) {
          const Status status = lw::saveSession(session, path.toStdString());
          return std::make_shared<Written>(Written{status, hashOf(bytesOf(path))});
        },
        [this, path](std::shared_ptr<Written> written) {
          if (written->status) {
            document_.session()->document = path.toStdString();
            document_.session()->documentHash = written->hash;
            followDocument();
            Q_EMIT document_.fileChanged();
            messages_.say(tr("Saved the session %1").arg(path));
            Q_EMIT opened(path);
          } else {
            messages_.setFileProblems({problemOf(tr("session"), written->status.error())});
            messages_.publish();
            messages_.say(reasonWords(written->status.error()));
          }
          document_.changes()->finished();
        });
  });
}

void KeptFiles::revert() {
  if (const QString session = document_.sessionPath(); !session.isEmpty())
    return load([session](const ModelReading&) { return openSession(session, {}); });
  QFile file(text_.path());
  if (!file.open(QIODevice::ReadOnly))
    return messages_.say(tr("Cannot read %1: %2").arg(text_.path(), file.errorString()));
  text_.reload(file.readAll().toStdString());
}

void KeptFiles::close() {
  text_.commit();
  keep();
  if (autosave_) autosave_->flush();
}

void KeptFiles::keep() {
  if (!autosave_ || !document_.session()) return;
  target_.store(*document_.session());
  autosave_->store(*document_.session(), text_.content());
}

void KeptFiles::keepTyped() {
  if (!autosave_ || !document_.session()) return;
  if (!autosave_->hasCopy()) return keep();
  autosave_->storeTyped(text_.content());
}

bool KeptFiles::keeping() const { return autosave_ && autosave_->busy(); }

QString KeptFiles::keptFile() const {
  return autosave_ && document_.session() ? autosave_->fileOf(documentOf(*document_.session())) : QString();
}

}  // namespace lw
