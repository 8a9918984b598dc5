#include "views/graph/graph_run_bar.h"

#include <QGridLayout>
#include <QPushButton>
#include <QResizeEvent>
#include <QStyle>
#include <QToolButton>

#include "views/graph/graph_words.h"
#include "views/theme/theme.h"
#include "views/widgets/wrapping_label.h"

namespace lw {
namespace {

constexpr int kBeside = 420;  // pixels; in a narrower pane the texts are below the buttons

QString inTime(double ms) { return timeText({ms * 1000, std::nullopt, -1}); }

void setLook(QWidget* widget, const char* look) {
  if (widget->objectName() == QLatin1String(look)) return;
  widget->setObjectName(QLatin1String(look));
  widget->style()->unpolish(widget);
  widget->style()->polish(widget);
}

}  // namespace

GraphRunBar::GraphRunBar(QWidget* parent)
    : QWidget(parent),
      grid_(new QGridLayout(this)),
      run_(new QPushButton(this)),
      undo_(new QToolButton(this)),
      bind_(new QToolButton(this)),
      told_(new WrappingLabel("dim", this)) {
  grid_->setContentsMargins(10, 4, 8, 5);
  grid_->setSpacing(6);
  grid_->setColumnStretch(1, 1);
  run_->setObjectName("runModel");
  run_->setFocusPolicy(Qt::TabFocus);
  bind_->setObjectName("bindParameters");
  bind_->setProperty("class", "quiet");
  bind_->setText(tr("Parameters…"));
  bind_->setToolTip(tr("Bind parameters to the arrays of a .npz file, and symbolic sizes to numbers"));
  bind_->setAccessibleName(bind_->toolTip());
  grid_->addWidget(run_, 0, 0, Qt::AlignTop | Qt::AlignLeft);
  undo_->setObjectName("undoFusion");
  undo_->setProperty("class", "quiet");
  undo_->setText(tr("Undo fusion"));
  undo_->setToolTip(tr("Take the two nodes apart that were dragged together last"));
  undo_->setAccessibleName(undo_->toolTip());
  undo_->hide();
  grid_->addWidget(undo_, 0, 2, Qt::AlignTop);
  grid_->addWidget(bind_, 0, 3, Qt::AlignTop);
  place();
  connect(run_, &QPushButton::clicked, this,
          [this] { phase_.isEmpty() ? Q_EMIT runRequested() : Q_EMIT cancelRequested(); });
  connect(undo_, &QToolButton::clicked, this, &GraphRunBar::undoRequested);
  connect(bind_, &QToolButton::clicked, this, &GraphRunBar::bindRequested);
  showState();
}

void GraphRunBar::place() {
  const bool beside = width() >= kBeside;
  grid_->removeWidget(told_);
  if (beside)
    grid_->addWidget(told_, 0, 1, Qt::AlignVCenter);
  else
    grid_->addWidget(told_, 1, 0, 1, 4);
}

void GraphRunBar::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  if ((event->oldSize().width() >= kBeside) != (width() >= kBeside)) place();
}

void GraphRunBar::setTimes(const GraphRunTimes& times) {
  times_ = times;
  showState();
}

void GraphRunBar::setProgress(const QString& phase, double fraction) {
  phase_ = phase.isEmpty() ? QString()
           : fraction > 0  ? tr("%1 … %2 %").arg(phase).arg(int(fraction * 100))
                           : tr("%1 …").arg(phase);
  showState();
}

void GraphRunBar::showState() {
  const bool running = !phase_.isEmpty();
  run_->setText(running ? tr("Cancel") : tr("Run model"));
  run_->setToolTip(running ? tr("Stop the run of the model (Shift+F6)")
                           : tr("Compile the model, check its result and time each kernel in its place (F6)"));
  run_->setAccessibleName(run_->text());
  bind_->setEnabled(!running);
  undo_->setEnabled(!running);
  undo_->setVisible(times_.fused > 0);
  QStringList parts;
  QString strong;
  if (!times_.note.isEmpty()) {
    parts << times_.note;
  } else if (running) {
    parts << phase_;
  } else if (!times_.failure.isEmpty()) {
    parts << times_.failure;
  } else if (times_.ms) {
    strong = inTime(*times_.ms);
    if (times_.modelled) parts << tr("by a model of the device");
    parts << (times_.kernels == 1 ? tr("for 1 kernel") : tr("for %1 kernels").arg(times_.kernels));
    if (times_.beforeMs && times_.indistinguishable)
      parts << tr("indistinguishable from %1 before").arg(inTime(*times_.beforeMs));
    else if (times_.beforeMs && *times_.beforeMs >= *times_.ms)
      parts << tr("%1 before: %2 × faster").arg(inTime(*times_.beforeMs)).arg(*times_.beforeMs / *times_.ms, 0, 'f', 2);
    else if (times_.beforeMs)
      parts << tr("%1 before: %2 × slower").arg(inTime(*times_.beforeMs)).arg(*times_.ms / *times_.beforeMs, 0, 'f', 2);
    if (!times_.check.isEmpty()) parts << times_.check;
  } else if (times_.beforeMs) {
    parts << (times_.waiting ? tr("%1 before the change; the model will be timed").arg(inTime(*times_.beforeMs))
                             : tr("%1 before the change; run the model again").arg(inTime(*times_.beforeMs)));
  } else {
    parts << tr("Run the model to see the time of each kernel in its place");
  }
  if (!running && times_.note.isEmpty() && !times_.bound.isEmpty()) parts << times_.bound;
  const QString plain = parts.join(QStringLiteral(" · "));
  words_ = strong.isEmpty() ? plain : strong + " " + plain;
  const bool bad = !running && times_.note.isEmpty() && (!times_.failure.isEmpty() || times_.wrong);
  setLook(told_, bad ? "graphRunFailure" : "dim");
  told_->setLinks((strong.isEmpty() ? QString() : strongWords(strong) + " ") + plain.toHtmlEscaped(), words_);
  setAccessibleDescription(words_);
}

}  // namespace lw
