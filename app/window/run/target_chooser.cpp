#include "app/window/run/target_chooser.h"

#include <QAbstractItemView>
#include <QThread>
#include <algorithm>

#include "app/models/runs/target_choice.h"
#include "app/models/support/job_runner.h"

namespace lw {

// Finding devices may take a while; the processor is listed from the start.
TargetChooser::TargetChooser(TargetChoice& choice, JobRunner& jobs, const TargetChooser* other) : choice_(choice) {
  setObjectName("targetChooser");
  setAccessibleName(tr("Target"));
  addItem(choice_.name(), choice_.name());
  setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  setMinimumContentsLength(10);
  view()->setMinimumWidth(320);
  if (other)
    connect(other, &TargetChooser::found, this, [this](const std::vector<Target>& targets) {
      found_ = targets;
      fill();
    });
  else
    jobs.run<std::vector<Target>>(
        Channel::Targets, [](const Stop&) { return findTargets(); },
        [this](const std::vector<Target>& targets) {
          found_ = targets;
          fill();
          Q_EMIT found(targets);
        });
  connect(&choice_, &TargetChoice::changed, this, [this] { setCurrentIndex(findData(choice_.name())); });
  connect(this, &QComboBox::currentIndexChanged, this, [this] { choice_.choose(currentData().toString()); });
  connect(this, &QComboBox::currentTextChanged, this, &QWidget::setToolTip);  // the reason of an absent target is long
}

void TargetChooser::allowAbsent(bool allowed) {
  if (allowed == absentAllowed_) return;
  absentAllowed_ = allowed;
  if (!found_.empty()) fill();
}

void TargetChooser::fill() {
  const QSignalBlocker quiet(this);
  clear();
  for (const auto& [descriptor, target] : found_) {
    const QString name = QString::fromUtf8(descriptor->name);
    QString text = target.available ? name : tr("%1 — %2").arg(name, QString::fromStdString(target.reason));
    if (descriptor->onThisProcessor)
      text = tr("%1 · %2 threads").arg(name).arg(std::max(1, QThread::idealThreadCount()));
    addItem(text, name);
    setItemData(count() - 1, QString::fromStdString(target.available ? target.device : target.reason), Qt::ToolTipRole);
    const bool elsewhere = absentAllowed_ && descriptor->driverText;
    if (!target.available && !elsewhere) setItemData(count() - 1, 0, Qt::UserRole - 1);  // cannot be chosen
  }
  setCurrentIndex(findData(choice_.name()));
  setToolTip(currentText());
}

}  // namespace lw
