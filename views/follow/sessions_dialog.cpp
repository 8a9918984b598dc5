#include "views/follow/sessions_dialog.h"

#include <QHBoxLayout>
#include <QListWidget>
#include <QPushButton>
#include <QVBoxLayout>

#include "views/widgets/wrapping_label.h"

namespace lw {
namespace {

constexpr QSize kLeastSize(560, 320);

}  // namespace

SessionsDialog::SessionsDialog(QWidget* parent)
    : QDialog(parent),
      list_(new QListWidget(this)),
      words_(new WrappingLabel("dim", this)),
      refresh_(new QPushButton(tr("Look again"), this)),
      cancel_(new QPushButton(tr("Cancel"), this)),
      follow_(new QPushButton(tr("Follow"), this)) {
  setObjectName("sessionsDialog");
  setWindowTitle(tr("Follow a session"));
  setMinimumSize(kLeastSize);
  list_->setAccessibleName(tr("Sessions of lw serve"));
  list_->setSpacing(2);
  follow_->setProperty("class", "primary");
  follow_->setDefault(true);
  follow_->setEnabled(false);
  refresh_->setAutoDefault(false);
  cancel_->setAutoDefault(false);
  auto* buttons = new QHBoxLayout;
  buttons->setSpacing(8);
  buttons->addWidget(refresh_);
  buttons->addStretch(1);
  buttons->addWidget(cancel_);
  buttons->addWidget(follow_);
  auto* rows = new QVBoxLayout(this);
  rows->setContentsMargins(16, 16, 16, 14);
  rows->setSpacing(12);
  rows->addWidget(list_, 1);
  rows->addWidget(words_);
  rows->addLayout(buttons);
  connect(refresh_, &QPushButton::clicked, this, &SessionsDialog::refreshRequested);
  connect(cancel_, &QPushButton::clicked, this, &QDialog::reject);
  connect(follow_, &QPushButton::clicked, this, &SessionsDialog::choose);
  connect(list_, &QListWidget::itemActivated, this, &SessionsDialog::choose);
  connect(list_, &QListWidget::currentRowChanged, this, &SessionsDialog::showChosen);
  words_->setWords(tr("Looking for sessions…"));
}

void SessionsDialog::setChoices(const std::vector<FollowChoice>& choices) {
  const QString before = list_->currentItem() ? list_->currentItem()->data(Qt::UserRole).toString() : QString();
  list_->clear();
  for (const FollowChoice& choice : choices) {
    const QString programs =
        choice.programs.isEmpty() ? tr("no program is open yet") : choice.programs.join(QStringLiteral("\n"));
    const QString note = choice.followed ? tr(" (another window follows it)") : QString();
    auto* item = new QListWidgetItem(choice.client + note + '\n' + programs, list_);
    item->setData(Qt::UserRole, choice.path);
    item->setToolTip(choice.path);
    if (choice.followed) item->setFlags(Qt::NoItemFlags);
    if (choice.path == before) list_->setCurrentItem(item);
  }
  for (int row = 0; row < list_->count() && list_->currentRow() < 0; ++row)
    if (list_->item(row)->flags() & Qt::ItemIsEnabled) list_->setCurrentRow(row);
  words_->setWords(choices.empty()
                       ? tr("No session can be followed. A script or an agent announces its session when it starts lw "
                            "serve --follow, or calls the method follow; it has to run as the same user.")
                       : tr("You see each step and run of the session as it is made, and may take over."));
  showChosen();
  list_->setFocus();
}

void SessionsDialog::setRefusal(const QString& why) { words_->setWords(why); }

QString SessionsDialog::words() const { return words_->text(); }

void SessionsDialog::showChosen() {
  const QListWidgetItem* item = list_->currentItem();
  follow_->setEnabled(item && item->flags() & Qt::ItemIsEnabled);
}

void SessionsDialog::choose() {
  if (!follow_->isEnabled()) return;
  Q_EMIT chosen(list_->currentItem()->data(Qt::UserRole).toString());
  accept();
}

}  // namespace lw
