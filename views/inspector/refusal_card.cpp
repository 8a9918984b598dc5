#include "views/inspector/refusal_card.h"

#include <QPushButton>
#include <QStyle>
#include <QVBoxLayout>

#include "app/models/text/translate_messages.h"
#include "app/models/text/witness_text.h"
#include "views/inspector/repair_link.h"
#include "views/widgets/wrapping_label.h"

namespace lw {
namespace {

// Lets a long call wrap after a bracket or between the words of a name.
QString breakable(QString call) {
  return call.size() < 22 ? call : call.replace('(', QStringLiteral("(\u200b")).replace('_', QStringLiteral("_\u200b"));
}

}  // namespace

RefusalCard::RefusalCard(QWidget* parent)
    : QFrame(parent),
      call_(new WrappingLabel("refusalTitle", this)),
      reason_(new WrappingLabel("dim", this)),
      hint_(new WrappingLabel("dim", this)),
      none_(new WrappingLabel("dim", this)),
      assume_(new QPushButton(tr("Assume and check ▸"), this)),
      seek_(new QPushButton(this)) {
  setObjectName("refusal");
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(11, 8, 10, 8);
  column->setSpacing(3);
  for (WrappingLabel* words : {call_, reason_, hint_}) column->addWidget(words);
  links_ = new QVBoxLayout;
  links_->setSpacing(3);
  column->addLayout(links_);
  column->addWidget(none_);
  for (QPushButton* link : {assume_, seek_}) {
    column->addWidget(link, 0, Qt::AlignLeft);
    link->setProperty("class", "link");
    link->setCursor(Qt::PointingHandCursor);
  }
  none_->setWords(tr("No one or two preceding steps make it legal"));
  seek_->setToolTip(tr("Search for steps that make it legal"));
  assume_->setToolTip(tr("It is not known to be illegal: take it, and compare the programs before and after"));
  connect(assume_, &QPushButton::clicked, this, [this] { Q_EMIT assumeRequested(step_); });
  connect(seek_, &QPushButton::clicked, this, [this] {
    seek_->setText(tr("Searching…"));
    Q_EMIT repairsRequested(primitive_);
  });
}

void RefusalCard::setOffer(const StepOffer& offer) {
  primitive_ = offer.primitive;
  const QString call = breakable(QString::fromStdString(offer.call));
  const bool looks = !seek_->isHidden() && call_->text() == call;
  call_->setWords(call);
  QString text = reasonWords(offer.reason);
  if (offer.reason.witness) text = tr("%1: %2").arg(text, shortSentence(*offer.reason.witness));
  if (!text.endsWith('.')) text = tr("%1.").arg(text);
  reason_->setWords(text);
  reason_->setToolTip(offer.reason.witness ? witnessWords(*offer.reason.witness) : QString());
  hint_->setWords(hintWords(offer.reason));
  setRepairs(offer.reason.repairs);
  none_->setHidden(!offer.soughtRepairs || !offer.reason.repairs.empty());
  step_ = QString::fromStdString(offer.call);
  assume_->setHidden(!offer.reason.conservative);
  if (property("undecided").toBool() != offer.reason.conservative) {
    setProperty("undecided", offer.reason.conservative);
    style()->unpolish(this);
    style()->polish(this);
  }
  assume_->setObjectName("assume_" + QString::fromStdString(primitive_->name));
  const bool composite = findPrimitive(primitive_->name) != primitive_;
  seek_->setHidden(offer.soughtRepairs || composite);
  seek_->setObjectName("seek_" + QString::fromStdString(primitive_->name));
  if (!looks) seek_->setText(tr("Find a repair ▸"));
}

void RefusalCard::setRepairs(const std::vector<Repair>& repairs) {
  if (repairs == repairs_) return;
  repairs_ = repairs;
  while (QLayoutItem* item = links_->takeAt(0)) {
    delete item->widget();
    delete item;
  }
  for (const Repair& repair : repairs)
    links_->addWidget(repairLabel(repair, this, [this](const QString& step) { Q_EMIT repairRequested(step); }));
}

}  // namespace lw
