#include "views/model/opening_bar.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QProgressBar>
#include <QToolButton>

namespace lw {
namespace {

constexpr int kSoon = 200;  // ms: models that are read in less show no progress
constexpr int kWidth = 120, kHeight = 6;

}  // namespace

OpeningBar::OpeningBar(QWidget* parent)
    : QWidget(parent), words_(new QLabel(this)), progress_(new QProgressBar(this)), cancel_(new QToolButton(this)) {
  setObjectName("openingBar");
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(0, 0, 0, 0);
  row->setSpacing(8);
  progress_->setFixedSize(kWidth, kHeight);
  progress_->setTextVisible(false);
  progress_->setAccessibleName(tr("Progress of reading the model"));
  cancel_->setText(tr("Cancel"));
  cancel_->setToolTip(tr("Stop reading the model"));
  cancel_->setProperty("class", "quiet");
  row->addWidget(words_);
  row->addWidget(progress_);
  row->addWidget(cancel_);
  soon_.setSingleShot(true);
  soon_.setInterval(kSoon);
  connect(&soon_, &QTimer::timeout, this, &QWidget::show);
  connect(cancel_, &QToolButton::clicked, this, &OpeningBar::cancelRequested);
  hide();
}

void OpeningBar::setProgress(int node, int nodes) {
  progress_->setRange(0, nodes);
  progress_->setValue(node);
  words_->setText(tr("Reading the model: node %1 of %2").arg(node).arg(nodes));
  if (isHidden() && !soon_.isActive()) soon_.start();
}

void OpeningBar::end() {
  soon_.stop();
  hide();
}

}  // namespace lw
