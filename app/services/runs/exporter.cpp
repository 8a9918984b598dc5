#include "app/services/runs/exporter.h"

#include <QFileInfo>
#include <QSaveFile>

#include "views/translation/translate_messages.h"

namespace lw {
namespace {

QString failureOf(const std::vector<ExportedFile>& files) {
  for (const ExportedFile& one : files) {
    QSaveFile file(QString::fromStdString(one.path));
    if (!file.open(QIODevice::WriteOnly) || file.write(one.content.data(), qint64(one.content.size())) < 0 ||
        !file.commit())
      return QObject::tr("Cannot write %1: %2").arg(QString::fromStdString(one.path), file.errorString());
  }
  return {};
}

// Not translated: the page is in English.
std::string subjectOf(const RunRow& run) {
  QStringList subject{run.target, run.device};
  if (isOnThisProcessor(run.target))
    subject << QStringLiteral("%1 thread%2").arg(run.threads).arg(run.threads == 1 ? "" : "s");
  if (!run.math.isEmpty()) subject << run.math;
  return subject.join(QStringLiteral(", ")).toStdString();
}

}  // namespace

Exporter::Exporter(const Document& document, const DocumentText& text, const RunRecords& records,
                   const TargetChoice& target, const CodeApproval& approval, Messages& messages, JobRunner& jobs)
    : document_(document),
      text_(text),
      records_(records),
      target_(target),
      approval_(approval),
      messages_(messages),
      jobs_(jobs) {}

StoryStep Exporter::storyStep(int node, std::string& subject) const {
  const History::Node& state = document_.history().node(node);
  StoryStep step{node == 0 ? std::string() : state.title, state.schedule.program(), state.note,
                 state.off ? tr("switched off").toStdString() : state.lost};
  const RunRow* run = records_.model()->of(node);
  if (!run || !run->error.isEmpty()) return step;
  if (!isEmulated(*run)) step.ms = run->medianMs;
  if (run->checked) step.right = run->ok;
  step.reference = "the " + run->referenceKind.toStdString();
  subject = subjectOf(*run);
  return step;
}

ExportInput Exporter::input() const {
  const History& history = document_.history();
  ExportInput input{history.schedule(), history.groupsTo(history.current()), document_.shownFunction()};
  input.allows = approval_.consent();
  input.math = target_.math();
  input.file = document_.workspace().source;
  input.story.title =
      tr("%1: %2")
          .arg(text_.path().isEmpty() ? tr("new program") : QFileInfo(text_.path()).fileName(), document_.function())
          .toStdString();
  for (const int node : history.pathTo(history.current()))
    input.story.steps.push_back(storyStep(node, input.story.subject));
  return input;
}

void Exporter::exportTo(const ExportKind& kind, const QString& path) {
  if (!document_.hasProgram()) return messages_.say(tr("No program: open a file first"));
  messages_.say(tr("Exporting %1…").arg(QFileInfo(path).fileName()));
  jobs_.run<QString>(
      Channel::Export,
      [&kind, input = input(), path](const Stop&) {
        const Result<std::vector<ExportedFile>> files = exportFiles(kind, input, path.toStdString());
        if (!files)
          return tr("Not exported: %1")
              .arg(reasonWords(files.error()) +
                   (files.error().hint.empty() ? QString() : "; " + hintWords(files.error())));
        QString failed = failureOf(*files);
        if (!failed.isEmpty()) return failed;
        return files->size() > 1 ? tr("Exported %1 and %2")
                                       .arg(path, QFileInfo(QString::fromStdString(files->back().path)).fileName())
                                 : tr("Exported %1").arg(path);
      },
      [this](const QString& outcome) { messages_.say(outcome); });
}

}  // namespace lw
