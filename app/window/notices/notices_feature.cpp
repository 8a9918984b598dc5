#include "app/window/notices/notices_feature.h"

#include <QComboBox>

#include "app/window/run/run_feature.h"
#include "app/window/run/target_chooser.h"
#include "app/window/window_context.h"
#include "backends/targets/targets.h"
#include "core/ir/threads.h"
#include "views/translation/translate_messages.h"

namespace lw {
namespace {

constexpr const char* kChallenge = "challenge";
constexpr const char* kTargets = "targets";

// In the program, or by name in a schedule function.
bool bindsThreads(const Document& document, const std::string& text) {
  return text.find("threadIdx.") != std::string::npos || text.find("blockIdx.") != std::string::npos ||
         (document.hasProgram() && bindsThreads(document.functionAt(0).body));
}

}  // namespace

NoticesFeature::NoticesFeature(WindowContext& window) : Feature(window), bar_(new NoticeBar) {
  addToTop(bar_, TopPlace::ToolRow, 1);
}

void NoticesFeature::connectFeatures() {
  connect(workbench_.document(), &Document::replaced, bar_, &NoticeBar::clear);
  connect(workbench_.files(), &DocumentFiles::loaded, this, &NoticesFeature::tell);
  connect(workbench_.records()->model(), &RunModel::shownChanged, this,
          [this] { bar_->setText(kChallenge, challengeWords()); });
  connect(workbench_.records(), &RunRecords::recorded, this, [this] { bar_->setText(kChallenge, challengeWords()); });
  connect(window_.feature<RunFeature>().targetChooser(), &TargetChooser::found, this, [this] {
    if (bar_->shows(kTargets)) tellTargets();
  });
  connect(workbench_.target(), &TargetChoice::changed, this, [this] { bar_->close(kTargets); });
}

void NoticesFeature::tell() {
  if (workbench_.records()->model()->challenge()) bar_->show({kChallenge, challengeWords(), {}});
  if (!workbench_.target()->descriptor().kernels && bindsThreads(*workbench_.document(), workbench_.text()->content()))
    tellTargets();
}

// The goal, and what the run of the shown state achieves of it.
QString NoticesFeature::challengeWords() const {
  const RunModel& runs = *workbench_.records()->model();
  if (!runs.challenge()) return {};
  if (!*runs.challenge()) return reasonWords(runs.challenge()->error());
  const Challenge& challenge = **runs.challenge();
  const RunRow* run = runs.of(runs.shown());
  const QString goal = tr("Challenge: %1.").arg(challengeText(challenge));
  return !run || run->medianMs < 0 || isEmulated(*run)
             ? tr("%1 Run (F5) says how far the shown state is.").arg(goal)
             : tr("%1 The shown state: %2").arg(goal, verdictText(challenge, *run));
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
                              [this, name] { workbench_.target()->choose(name); }});
  }
  if (notice.actions.empty()) {  // the devices are not known yet
    for (const TargetDescriptor* target : allTargets())
      if (target->emulated) {
        const QString name = QString::fromUtf8(target->name);
        notice.actions.push_back({tr("Use %1").arg(name), {}, [this, name] { workbench_.target()->choose(name); }});
        emulated = true;
      }
  }
  notice.text = tr("This file is for a GPU: its schedules bind loops to threads, and %1 does not compile such a state.")
                    .arg(workbench_.target()->name());
  if (device) notice.text += QStringLiteral(" ") + tr("A device runs and times it.");
  if (emulated)
    notice.text += QStringLiteral(" ") + tr("The emulator runs it here, finds races and missing barriers and counts "
                                            "memory transactions; its times are not those of a GPU.");
  bar_->show(notice);
}

}  // namespace lw
