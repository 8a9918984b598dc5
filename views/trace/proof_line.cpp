#include "views/trace/proof_line.h"

#include <QHBoxLayout>
#include <QStyle>
#include <QToolButton>
#include <QVBoxLayout>

#include "views/widgets/wrapping_label.h"

namespace lw {
namespace {

QToolButton* button(const char* name, const QString& text, QWidget* parent) {
  auto* made = new QToolButton(parent);
  made->setObjectName(name);
  made->setText(text);
  made->setToolButtonStyle(Qt::ToolButtonTextOnly);
  return made;
}

}  // namespace

ProofLine::ProofLine(QWidget* parent)
    : QWidget(parent),
      text_(new WrappingLabel("proofText", this)),
      detail_(new WrappingLabel("dim", this)),
      stop_(button("stopProof", tr("Stop"), this)),
      show_(button("showDifference", tr("Show the difference"), this)),
      close_(button("closeProof", QStringLiteral("✕"), this)) {
  setObjectName("proofLine");
  setAttribute(Qt::WA_StyledBackground);
  auto* columns = new QHBoxLayout(this);
  columns->setContentsMargins(8, 4, 8, 4);
  columns->setSpacing(6);
  auto* words = new QVBoxLayout;
  words->setSpacing(1);
  words->addWidget(text_);
  words->addWidget(detail_);
  columns->addLayout(words, 1);
  for (QToolButton* b : {stop_, show_, close_}) columns->addWidget(b, 0, Qt::AlignTop);
  close_->setToolTip(tr("Close"));
  close_->setAccessibleName(tr("Close"));
  connect(stop_, &QToolButton::clicked, this, &ProofLine::stopRequested);
  connect(show_, &QToolButton::clicked, this, &ProofLine::differenceRequested);
  connect(close_, &QToolButton::clicked, this, &ProofLine::closeRequested);
  hide();
}

void ProofLine::showRunning(const QString& text) {
  text_->setWords(text);
  detail_->setWords({});
  stop_->show();
  show_->hide();
  close_->hide();
  show();
}

void ProofLine::showAnswer(Kind kind, const QString& text, const QString& detail, bool differs) {
  const QString sign = kind == Kind::Good ? QStringLiteral("✓ ") : kind == Kind::Bad ? QStringLiteral("✗ ") : QString();
  text_->setWords(sign + text);
  detail_->setWords(detail);
  stop_->hide();
  show_->setVisible(differs);
  close_->show();
  show();
}

QString ProofLine::text() const { return isHidden() ? QString() : text_->text(); }

}  // namespace lw
