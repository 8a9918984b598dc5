#include "views/run/sweep_view.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QStyle>
#include <QToolButton>
#include <QVBoxLayout>

namespace lw {

SweepView::SweepView(QWidget* parent)
    : QWidget(parent),
      edit_(new QLineEdit(this)),
      run_(new QPushButton(tr("Run the row"), this)),
      performance_(new QToolButton(this)),
      message_(new QLabel(this)),
      chart_(new SweepChart(this)) {
  auto* rows = new QVBoxLayout(this);
  rows->setContentsMargins(0, 0, 0, 0);
  rows->setSpacing(4);
  auto* top = new QHBoxLayout;
  top->setSpacing(6);
  edit_->setObjectName("sweepEdit");
  edit_->setProperty("class", "code");
  edit_->setAccessibleName(tr("Sizes"));
  edit_->setToolTip(tr("n=64..1024 doubles the size, n=64..512+64 has a step, n=100,200,400 lists the sizes"));
  run_->setToolTip(tr("Build, check and time the shown state at each size (Enter)"));
  performance_->setText(tr("GFLOP/s"));
  performance_->setProperty("class", "quiet");
  performance_->setCheckable(true);
  performance_->setToolTip(tr("Show the performance instead of the time"));
  auto* close = new QToolButton(this);
  close->setObjectName("closeSweep");
  close->setProperty("class", "quiet");
  close->setText(QStringLiteral("✕"));
  close->setToolTip(tr("Back to the chart of all runs"));
  close->setAccessibleName(close->toolTip());
  message_->setWordWrap(true);
  top->addWidget(edit_, 1);
  for (QWidget* widget : std::initializer_list<QWidget*>{run_, performance_}) top->addWidget(widget);
  top->addStretch();
  top->addWidget(close);
  rows->addLayout(top);
  rows->addWidget(message_);
  rows->addWidget(chart_, 1);
  const auto request = [this] {
    if (run_->isEnabled()) Q_EMIT rowRequested(edit_->text());
  };
  connect(edit_, &QLineEdit::returnPressed, this, request);
  connect(run_, &QPushButton::clicked, this, request);
  connect(edit_, &QLineEdit::textEdited, this, [this] { setError({}); });
  connect(performance_, &QToolButton::toggled, chart_, &SweepChart::showPerformance);
  connect(close, &QToolButton::clicked, this, &SweepView::closeRequested);
  showMessage();
}

void SweepView::setSizes(const QStringList& names) {
  if (names == names_) return;
  names_ = names;
  error_.clear();
  chart_->setRows({}, {});
  edit_->setText(names.isEmpty() ? QString() : QStringLiteral("%1=64..1024").arg(names.front()));
  for (QWidget* widget : std::initializer_list<QWidget*>{edit_, run_, performance_}) {
    widget->setEnabled(!names.isEmpty());
    widget->setVisible(!names.isEmpty());
  }
  showMessage();
}

void SweepView::setRunning(bool running) { run_->setEnabled(!running && !names_.isEmpty()); }

void SweepView::setError(const QString& error) {
  error_ = error;
  showMessage();
}

void SweepView::showMessage() {
  const bool bad = !error_.isEmpty();
  message_->setText(bad                ? QStringLiteral("✗ ") + error_
                    : names_.isEmpty() ? tr("Every size of this function is a number. Write one as a variable, n = "
                                            "T.int64(), to run it at several sizes.")
                                       : QString());
  message_->setObjectName(bad ? "bad" : "dim");
  message_->style()->unpolish(message_);
  message_->style()->polish(message_);
  message_->setVisible(!message_->text().isEmpty());
  chart_->setVisible(!names_.isEmpty());
}

}  // namespace lw
