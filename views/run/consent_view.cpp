#include "views/run/consent_view.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>

namespace lw {

ConsentView::ConsentView(QWidget* parent) : QWidget(parent) {
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(12, 8, 12, 8);
  column->setSpacing(8);
  auto* row = new QHBoxLayout;
  row->setSpacing(8);
  question_ = new QLabel(this);
  question_->setWordWrap(true);
  question_->setObjectName("consentQuestion");
  allow_ = new QPushButton(tr("Allow"), this);
  allow_->setObjectName("allowCode");
  allow_->setToolTip(tr("Compile and run this text, now and in the future; you are asked again for any other text"));
  refuse_ = new QPushButton(tr("Do not allow"), this);
  refuse_->setObjectName("refuseCode");
  row->addWidget(question_, 1);
  row->addWidget(refuse_);
  row->addWidget(allow_);
  code_ = new QPlainTextEdit(this);
  code_->setReadOnly(true);
  code_->setProperty("class", "code");
  code_->setLineWrapMode(QPlainTextEdit::NoWrap);
  code_->setFrameShape(QFrame::NoFrame);
  code_->setTabChangesFocus(true);
  code_->setAccessibleName(tr("Code that the program contains"));
  column->addLayout(row);
  column->addWidget(code_, 1);
  connect(allow_, &QPushButton::clicked, this, [this] { Q_EMIT answered(true); });
  connect(refuse_, &QPushButton::clicked, this, [this] { Q_EMIT answered(false); });
}

// The safe answer has the focus.
void ConsentView::ask(const QString& what, const QString& code) {
  question_->setText(
      tr("The program contains %1. It would be compiled and run on this computer with your permissions. Read it first.")
          .arg(what));
  code_->setPlainText(code);
  refuse_->setFocus();
}

}  // namespace lw
