#include "views/tune/size_view.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QStackedWidget>
#include <QVBoxLayout>

namespace lw {

SizeView::SizeView(QWidget* parent)
    : QWidget(parent),
      edit_(new QLineEdit(this)),
      start_(new QPushButton(tr("Search the sizes ▸"), this)),
      message_(new QLabel(this)),
      empty_(new QLabel(this)),
      pages_(new QStackedWidget(this)),
      chart_(new SizeChart) {
  auto* rows = new QVBoxLayout(this);
  rows->setContentsMargins(0, 4, 0, 0);
  rows->setSpacing(4);
  auto* top = new QHBoxLayout;
  top->setContentsMargins(12, 0, 12, 0);
  top->setSpacing(6);
  edit_->setObjectName("tuneSizes");
  edit_->setProperty("class", "code");
  edit_->setAccessibleName(tr("Sizes"));
  edit_->setToolTip(tr("n=1..4096 doubles the size, n=64..512+64 has a step, n=1,2,4 lists the sizes"));
  start_->setObjectName("tuneSizesStart");
  start_->setFocusPolicy(Qt::TabFocus);  // a click does not move the focus, which a disabled button would lose
  start_->setToolTip(
      tr("Search for each size, then time the best of each at all sizes (Enter). The trials are shared by the sizes"));
  top->addWidget(edit_, 1);
  top->addWidget(start_);
  message_->setObjectName("bad");
  message_->setWordWrap(true);
  message_->setContentsMargins(14, 0, 12, 0);
  empty_->setObjectName("dim");
  empty_->setWordWrap(true);
  empty_->setAlignment(Qt::AlignCenter);
  empty_->setContentsMargins(20, 8, 20, 8);
  auto* scroll = new QScrollArea;
  scroll->setFrameShape(QFrame::NoFrame);
  scroll->setWidgetResizable(true);
  scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  scroll->setFocusPolicy(Qt::NoFocus);
  scroll->setWidget(chart_);
  pages_->addWidget(scroll);
  pages_->addWidget(empty_);
  rows->addLayout(top);
  rows->addWidget(message_);
  rows->addWidget(pages_, 1);
  const auto request = [this] {
    if (start_->isEnabled()) Q_EMIT startRequested(edit_->text());
  };
  connect(edit_, &QLineEdit::returnPressed, this, request);
  connect(start_, &QPushButton::clicked, this, request);
  connect(edit_, &QLineEdit::textEdited, this, [this] { setError({}); });
  connect(chart_, &SizeChart::chosen, this, &SizeView::chosen);
  connect(chart_, &SizeChart::hintChanged, this, &SizeView::hintChanged);
  connect(chart_, &SizeChart::rowShown, this,
          [scroll](const QRect& row) { scroll->ensureVisible(0, row.center().y(), 0, row.height() / 2); });
  setDiagram({});
  showMessage();
}

void SizeView::setSizes(const QStringList& names) {
  if (names == names_) return;
  names_ = names;
  error_.clear();
  edit_->setText(names.isEmpty() ? QString() : QStringLiteral("%1=1..4096").arg(names.front()));
  setState(canStart_);
  showMessage();
}

void SizeView::setState(bool canStart) {
  canStart_ = canStart;
  start_->setEnabled(canStart && !names_.isEmpty());
  edit_->setEnabled(!names_.isEmpty());  // keeps the focus during a search
}

void SizeView::setDiagram(const SizeDiagram& diagram) {
  chart_->setDiagram(diagram);
  pages_->setCurrentIndex(diagram.schedules.empty() ? 1 : 0);
}

void SizeView::setError(const QString& error) {
  error_ = error;
  showMessage();
}

void SizeView::showMessage() {
  message_->setText(error_.isEmpty() ? QString() : QStringLiteral("✗ ") + error_);
  message_->setVisible(!error_.isEmpty());
  empty_->setText(names_.isEmpty() ? tr("Every size of this function is a number. Write one as a variable, n = "
                                        "T.int64(), to search for several sizes.")
                                   : tr("Which schedule wins at which size appears here: a row for each schedule, "
                                        "with its speed at every size beside the fastest one."));
  empty_->setToolTip(empty_->text());
}

}  // namespace lw
