#include "app/window/notices/notices_feature.h"

#include <QComboBox>
#include <QDir>
#include <QFileInfo>
#include <QRegularExpression>

#include "app/models/document/document.h"
#include "app/models/document/document_files.h"
#include "app/models/document/document_text.h"
#include "app/models/runs/run_model.h"
#include "app/models/runs/target_choice.h"
#include "app/models/support/services.h"
#include "app/models/text/translate_messages.h"
#include "app/services/runs/run_records.h"
#include "app/window/documents/documents_feature.h"
#include "app/window/notices/exercise_words.h"
#include "app/window/run/run_feature.h"
#include "app/window/run/target_chooser.h"
#include "app/window/window_context.h"
#include "backends/targets/targets.h"
#include "core/ir/threads.h"

namespace lw {
namespace {

constexpr const char* kChallenge = "challenge";
constexpr const char* kTargets = "targets";

// In the program, or by name in a schedule function.
bool bindsThreads(const Document& document, const std::string& text) {
  return text.find("threadIdx.") != std::string::npos || text.find("blockIdx.") != std::string::npos ||
         (document.hasProgram() && bindsThreads(document.functionAt(0).body));
}

// The file with the next number in the folder of an exercise, "03_vectors.py" after "02_tiles.py"; empty: none.
QString nextExercise(const QString& path) {
  static const QRegularExpression numbered("^(\\d+)_");
  const QFileInfo file(path);
  const QString digits = numbered.match(file.fileName()).captured(1);
  if (digits.isEmpty()) return {};
  const QString next = QString::number(digits.toInt() + 1).rightJustified(digits.size(), '0');
  const QFileInfoList found = file.dir().entryInfoList({next + "_*.py"}, QDir::Files);
  return found.isEmpty() ? QString() : found.front().absoluteFilePath();
}

}  // namespace

NoticesFeature::NoticesFeature(WindowContext& window) : Feature(window), bar_(new NoticeBar) {
  addToTop(bar_, TopPlace::ToolRow, 1);
}

void NoticesFeature::connectFeatures() {
  connect(services_.get<Document>(), &Document::replaced, bar_, &NoticeBar::clear);
  connect(services_.get<DocumentFiles>(), &DocumentFiles::loaded, this, &NoticesFeature::tell);
  connect(services_.get<RunModel>(), &RunModel::shownChanged, this, &NoticesFeature::followChallenge);
  connect(services_.get<RunRecords>(), &RunRecords::recorded, this, &NoticesFeature::followChallenge);
  connect(window_.feature<RunFeature>().targetChooser(), &TargetChooser::found, this, [this] {
    if (bar_->shows(kTargets)) tellTargets();
  });
  connect(services_.get<TargetChoice>(), &TargetChoice::changed, this, [this] { bar_->close(kTargets); });
}

void NoticesFeature::tell() {
  about_.clear();
  hints_.clear();
  hintsShown_ = 0;
  solved_ = false;
  if (services_.get<RunModel>()->challenge()) {
    const ExerciseWords words =
        exerciseWords(services_.get<DocumentText>()->path(), services_.get<DocumentText>()->content());
    about_ = words.about;
    hints_ = words.hints;
    showChallenge();
    followChallenge();
  }
  if (!services_.get<TargetChoice>()->descriptor().kernels &&
      bindsThreads(*services_.get<Document>(), services_.get<DocumentText>()->content()))
    tellTargets();
}

void NoticesFeature::showChallenge() { bar_->show({kChallenge, challengeWords(), challengeActions()}); }

void NoticesFeature::followChallenge() {
  const RunModel& runs = *services_.get<RunModel>();
  if (!bar_->shows(kChallenge) || !runs.challenge()) return;
  const RunRow* run = runs.of(runs.shown());
  if (solved_ || !*runs.challenge() || !run || run->medianMs < 0 || !judge(**runs.challenge(), attemptOf(*run)).met)
    return bar_->setText(kChallenge, challengeWords());
  solved_ = true;
  showChallenge();
}

// One hint at a time; the next exercise when this one is solved.
std::vector<NoticeAction> NoticesFeature::challengeActions() {
  std::vector<NoticeAction> actions;
  if (hintsShown_ < hints_.size())
    actions.push_back({tr("Hint %1 of %2").arg(hintsShown_ + 1).arg(hints_.size()),
                       tr("Shows what may help, one sentence at a time"), [this] {
                         ++hintsShown_;
                         showChallenge();
                       }});
  if (const QString next = solved_ ? nextExercise(services_.get<DocumentText>()->path()) : QString(); !next.isEmpty())
    actions.push_back({tr("Next exercise ▸"), QFileInfo(next).fileName(),
                       [this, next] { window_.feature<DocumentsFeature>().openOrImport(next); }});
  return actions;
}

// The goal, what the run of the shown state achieves of it, and the hints that were asked for.
QString NoticesFeature::challengeWords() const {
  const RunModel& runs = *services_.get<RunModel>();
  if (!runs.challenge()) return {};
  if (!*runs.challenge()) return reasonWords(runs.challenge()->error());
  const Challenge& challenge = **runs.challenge();
  const RunRow* run = runs.of(runs.shown());
  const QString goal = tr("Challenge: %1.").arg(challengeText(challenge));
  const QString reached = !run || run->medianMs < 0 || (isEmulated(*run) && !challenge.onDevice())
                              ? tr("%1 Run (F5) says how far the shown state is.").arg(goal)
                              : tr("%1 The shown state: %2").arg(goal, verdictText(challenge, *run));
  QStringList lines(reached);
  if (!about_.isEmpty()) lines.prepend(about_);
  for (int i = 0; i < hintsShown_; ++i) lines << tr("Hint %1: %2").arg(QString::number(i + 1), hints_[i]);
  return lines.join('\n');
}

// Targets that are not available here are left out.
void NoticesFeature::tellTargets() {
  const QComboBox* targets = window_.feature<RunFeature>().targets();
  Notice notice{kTargets, {}, {}};
  bool emulated = false, device = false;
  for (int i = 0; i < targets->count(); ++i) {
    const QString name = targets->itemData(i).toString();
    const TargetDescriptor* target = findTarget(name.toStdString());
    const QVariant flags = targets->itemData(i, Qt::UserRole - 1);
    if (!target || !target->kernels || (flags.isValid() && flags.toInt() == 0)) continue;
    (target->emulated ? emulated : device) = true;
    notice.actions.push_back({tr("Use %1").arg(name), targets->itemData(i, Qt::ToolTipRole).toString(),
                              [this, name] { services_.get<TargetChoice>()->choose(name); }});
  }
  if (notice.actions.empty()) {  // the devices are not known yet
    for (const TargetDescriptor* target : allTargets())
      if (target->emulated) {
        const QString name = QString::fromUtf8(target->name);
        notice.actions.push_back(
            {tr("Use %1").arg(name), {}, [this, name] { services_.get<TargetChoice>()->choose(name); }});
        emulated = true;
      }
  }
  notice.text = tr("This file is for a GPU: its schedules bind loops to threads, and %1 does not compile such a state.")
                    .arg(services_.get<TargetChoice>()->name());
  if (device) notice.text += QStringLiteral(" ") + tr("A device runs and times it.");
  if (emulated)
    notice.text += QStringLiteral(" ") + tr("The emulator runs it here, finds races and missing barriers and counts "
                                            "memory transactions; its times are not those of a GPU.");
  bar_->show(notice);
}

}  // namespace lw
