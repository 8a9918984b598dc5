#include "views/notices/notice_bar.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>

namespace lw {

NoticeBar::NoticeBar(QWidget* parent) : QWidget(parent), column_(new QVBoxLayout(this)) {
  setObjectName("noticeBar");
  setAccessibleName(tr("Notices about the file"));
  column_->setContentsMargins(0, 0, 0, 0);
  column_->setSpacing(0);
  hide();
}

QWidget* NoticeBar::line(const QString& key) const {
  const auto found = std::find_if(lines_.begin(), lines_.end(),
                                  [&](const QWidget* l) { return l->property("key").toString() == key; });
  return found == lines_.end() ? nullptr : *found;
}

void NoticeBar::show(const Notice& notice) {
  const QWidget* before = line(notice.key);
  const bool keys = before && before->isAncestorOf(window()->focusWidget());
  close(notice.key);
  auto* made = new QFrame(this);
  made->setObjectName("notice");
  made->setProperty("key", notice.key);
  auto* row = new QHBoxLayout(made);
  row->setContentsMargins(12, 5, 8, 5);
  row->setSpacing(8);
  auto* words = new QLabel(notice.text, made);
  words->setObjectName("noticeText");
  words->setWordWrap(true);
  words->setTextFormat(Qt::PlainText);
  row->addWidget(words, 1);
  for (const NoticeAction& action : notice.actions) {
    auto* button = new QPushButton(action.text, made);
    button->setToolTip(action.tip);
    button->setFocusPolicy(Qt::TabFocus);
    connect(button, &QPushButton::clicked, this, action.run, Qt::QueuedConnection);  // it may close the notice
    row->addWidget(button, 0, Qt::AlignTop);
  }
  auto* cross = new QToolButton(made);
  cross->setObjectName("closeNotice");
  cross->setProperty("class", "quiet");
  cross->setText(QStringLiteral("✕"));
  cross->setAccessibleName(tr("Close the notice"));
  cross->setToolTip(cross->accessibleName());
  connect(cross, &QToolButton::clicked, this, [this, key = notice.key] { close(key); }, Qt::QueuedConnection);
  row->addWidget(cross, 0, Qt::AlignTop);
  column_->addWidget(made);
  lines_.push_back(made);
  QWidget::show();
  if (keys) (notice.actions.empty() ? static_cast<QWidget*>(cross) : made->findChild<QPushButton*>())->setFocus();
}

void NoticeBar::setText(const QString& key, const QString& text) {
  if (QWidget* shown = line(key)) shown->findChild<QLabel*>("noticeText")->setText(text);
}

QString NoticeBar::text(const QString& key) const {
  const QWidget* shown = line(key);
  return shown ? shown->findChild<QLabel*>("noticeText")->text() : QString();
}

void NoticeBar::close(const QString& key) {
  QWidget* shown = line(key);
  if (!shown) return;
  std::erase(lines_, shown);
  shown->hide();
  shown->deleteLater();
  setVisible(!lines_.empty());
}

void NoticeBar::clear() {
  while (!lines_.empty()) close(lines_.front()->property("key").toString());
}

}  // namespace lw
