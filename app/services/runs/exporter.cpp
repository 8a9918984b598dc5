#include "app/services/runs/exporter.h"

#include <QFileInfo>
#include <QSaveFile>
#include <algorithm>
#include <cmath>
#include <utility>

#include "app/models/document/document.h"
#include "app/models/document/document_text.h"
#include "app/models/document/messages.h"
#include "app/models/document/no_program.h"
#include "app/models/runs/target_choice.h"
#include "app/models/support/job_runner.h"
#include "app/models/text/translate_messages.h"
#include "app/services/lowering/kept_proofs.h"
#include "app/services/runs/code_approval.h"
#include "app/services/runs/run_records.h"
#include "app/shared/tuning/story_reasons.h"
#include "backends/measure/measure.h"
#include "backends/target/target.h"
#include "backends/tune/tuning_machine.h"

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

PageRun pageRun(const RunRow& run, bool here) {
  const auto number = [](double v) {
    return QString::number(v, 'g', v >= 100 ? int(std::log10(v)) + 1 : 3).toStdString();
  };
  PageRun row{nameOf(run).toStdString(), subjectOf(run), timeText(run.medianMs), {}, number(run.gflops)};
  if (run.samples == 1)
    row.spread = "1 run";
  else if (run.highMs > 0)
    row.spread = timeText(run.lowMs) + " to " + timeText(run.highMs);
  if (run.reference.ms > 0) row.reference = timeText(run.reference.ms);
  if (run.reference.ms > 0 && !run.reference.blas.isEmpty())
    row.reference += " (" + run.reference.blas.toStdString() + ")";
  row.check = !run.checked ? "" : run.ok ? "✓" : "✗ wrong";
  row.wrong = isWrong(run), row.here = here;
  return row;
}

// What all times of the page have in common, in English like the page.
std::vector<std::pair<std::string, std::string>> pageConditions(const RunRow& run) {
  std::vector<std::pair<std::string, std::string>> all = {{"Target", run.target.toStdString()},
                                                          {"Device", run.device.toStdString()}};
  if (isOnThisProcessor(run.target)) all.emplace_back("Threads", std::to_string(run.threads));
  all.emplace_back("Times", "median of the calls of a state, with an interval that contains it");
  if (!run.math.isEmpty()) all.emplace_back("Arithmetic", run.math.toStdString());
  if (run.checked) all.emplace_back("Compared with", "the " + run.reference.kind.toStdString());
  if (!run.reference.blas.isEmpty()) all.emplace_back("Reference by", run.reference.blas.toStdString());
  if (run.otherCores >= 0)
    all.emplace_back("Other programs",
                     QStringLiteral("kept %1 cores busy").arg(run.otherCores, 0, 'f', 1).toStdString());
  return all;
}

}  // namespace

Exporter::Exporter(const Document& document, const DocumentText& text, const RunRecords& records,
                   const KeptProofs& proofs, const TargetChoice& target, const CodeApproval& approval,
                   Messages& messages, JobRunner& jobs)
    : document_(document),
      text_(text),
      records_(records),
      proofs_(proofs),
      target_(target),
      approval_(approval),
      messages_(messages),
      jobs_(jobs) {}

// The number of a state on the page; -1: it is not on it.
int Exporter::stepOf(int node) const {
  const std::vector<int> path = document_.history().pathTo(document_.history().current());
  const auto found = std::find(path.begin(), path.end(), node);
  return found == path.end() ? -1 : static_cast<int>(found - path.begin());
}

StoryStep Exporter::storyStep(int node, std::string& subject) const {
  const History::Node& state = document_.history().node(node);
  StoryStep step{node == 0 ? std::string() : state.title, state.schedule.program(), state.note,
                 state.off ? tr("switched off").toStdString() : state.lost};
  if (const auto kept = proofs_.of(node); kept && (kept->other == 0 || stepOf(kept->other) >= 0))
    step.proved = provedSentence(kept->sums, stepOf(kept->other));
  const RunRow* run = records_.model()->of(node);
  if (!run || !run->error.isEmpty()) return step;
  if (!isEmulated(*run)) step.ms = run->medianMs;
  if (run->checked) step.right = run->ok;
  step.low = run->lowMs, step.high = run->highMs, step.runs = run->samples;
  step.reference = "the " + run->reference.kind.toStdString();
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
  input.story.caches = cacheSizes();
  input.story.function = input.function;
  int from = 0;
  const std::vector<int> path = history.pathTo(history.current());
  for (const int node : path) {
    StoryStep step = storyStep(node, input.story.subject);
    step.from = std::exchange(from, history.node(node).schedule.stepCount()), step.to = from;
    input.story.steps.push_back(std::move(step));
  }
  input.chosen = document_.session()->function();
  input.target = target_.name().toStdString();
  const RunModel& runs = *records_.model();
  const RunRow* shown = runs.of(history.current());
  if (shown && shown->error.isEmpty()) input.story.conditions = pageConditions(*shown);
  for (const RunRow* run : runs.comparable())
    if (std::find(path.begin(), path.end(), run->node) != path.end()) {
      input.runs.push_back(pageRun(*run, run == shown));
      if (run->checked) input.compared = "the " + run->reference.kind.toStdString();
    }
  return input;
}

void Exporter::exportTo(const ExportKind& kind, const QString& path, PageRoofline roofline) {
  if (!document_.hasProgram()) return messages_.say(noProgramWords(document_));
  messages_.say(tr("Exporting %1…").arg(QFileInfo(path).fileName()));
  ExportInput given = input();
  given.roofline = std::move(roofline);
  jobs_.run<QString>(
      Channel::Export,
      [&kind, input = std::move(given), path](const Stop&) mutable {
        if (isPage(kind.format)) addReasons(input.story, tune::thisMachine(0));
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
