#include "views/widgets/pane.h"

#include <QApplication>
#include <QMainWindow>
#include <QMouseEvent>
#include <QPainter>
#include <QStyleOption>
#include <QVBoxLayout>
#include <algorithm>

#include "views/widgets/prepared_label.h"
#include "views/widgets/wrapping_label.h"

namespace lw {
namespace {

constexpr int kMarkLeft = 10, kMarkWidth = 34;  // of the mark of the pane with the focus
constexpr int kRailWidth = 30, kRailTop = 10;
constexpr int kUnfoldedWidth = 240, kUnfoldedHeight = 230;  // of a pane that was folded when the window opened

// The title of a pane that is folded to a rail, from top to bottom.
class RailButton : public QToolButton {
 public:
  explicit RailButton(QWidget* parent) : QToolButton(parent) {
    setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Expanding);
  }

 protected:
  void paintEvent(QPaintEvent*) override {
    QPainter painter(this);
    const bool lit = hasFocus() || underMouse();
    painter.setPen(palette().color(lit ? QPalette::WindowText : QPalette::PlaceholderText));
    painter.translate(width(), 0);
    painter.rotate(90);
    painter.drawText(QRect(kMarkLeft, 0, height() - kMarkLeft, width()), Qt::AlignLeft | Qt::AlignVCenter,
                     QStringLiteral("«  ") + text());
  }
};

class RailHeader : public QWidget {
 public:
  explicit RailHeader(QWidget* parent) : QWidget(parent) {
    setObjectName("paneHeader");
    setAttribute(Qt::WA_StyledBackground);
  }
  QSize sizeHint() const override { return {kRailWidth, kRailTop}; }
  QSize minimumSizeHint() const override { return sizeHint(); }
};

}  // namespace

Pane::Pane(const QString& name, const QString& title, QWidget* body, const QString& menuTitle) {
  setObjectName(name);
  setWindowTitle(menuTitle.isEmpty() ? title : menuTitle);
  header_ = new PaneHeader(title, this);
  setTitleBarWidget(header_);
  auto* frame = new QFrame(this);
  frame->setObjectName("paneBody");
  auto* layout = new QVBoxLayout(frame);
  layout->setContentsMargins(1, 0, 1, 5);
  layout->setSpacing(0);
  auto* warning = new WrappingLabel("paneWarning", frame);
  header_->setWarningLine(warning);
  layout->addWidget(warning);
  layout->addWidget(body, 1);
  setWidget(frame);
  // The focus also moves while a window is destroyed, when the header may be gone before the pane.
  connect(qApp, &QApplication::focusChanged, header_, [header = header_](QWidget*, const QWidget* now) {
    header->setActive(now && header->parentWidget()->isAncestorOf(now));
  });
}

void Pane::setFoldsTo(Qt::Orientation rail) {
  railSide_ = rail;
  fold_ = header_->addTool({}, {});
  header_->putLast(fold_);
  fold_->setObjectName("foldPane");
  connect(fold_, &QToolButton::clicked, this, [this] { Q_EMIT foldRequested(!folded_); });
  if (rail == Qt::Vertical) {
    rail_ = new RailButton(widget());
    rail_->setText(windowTitle());
    rail_->setObjectName("rail");
    rail_->hide();
    connect(rail_, &QToolButton::clicked, this, &Pane::railClicked);
    static_cast<QVBoxLayout*>(widget()->layout())->addWidget(rail_, 1);
    railHeader_ = new RailHeader(this);
    railHeader_->hide();
  }
  showFold();
}

void Pane::showFold() {
  const bool side = railSide_ == Qt::Vertical;
  fold_->setText(side ? QStringLiteral("»") : folded_ ? QStringLiteral("▴") : QStringLiteral("▾"));
  const QString tip = side      ? (folded_ ? tr("Show or hide %1") : tr("Fold %1 to a rail")).arg(windowTitle())
                      : folded_ ? tr("Unfold this row of panes")
                                : tr("Fold this row of panes to its headers");
  for (QToolButton* button : {fold_, rail_}) {
    if (!button) continue;
    button->setToolTip(tip);
    button->setAccessibleName(tip);
  }
}

void Pane::setFolded(bool folded) {
  if (!fold_ || folded == folded_) return;
  if (folded) unfolded_ = isVisible() ? size() : QSize(kUnfoldedWidth, kUnfoldedHeight);
  folded_ = folded;
  showFold();
  if (!rail_) {
    widget()->setHidden(folded);
    setMaximumHeight(folded ? header_->sizeHint().height() : QWIDGETSIZE_MAX);
  } else {
    QLayout* rows = widget()->layout();
    for (int i = 0; i < rows->count(); ++i)
      if (QWidget* part = rows->itemAt(i)->widget(); part && part->objectName() != QLatin1String("paneWarning"))
        part->setHidden((part == rail_) != folded);
    QWidget *now = folded ? railHeader_ : header_, *before = folded ? header_ : railHeader_;
    setTitleBarWidget(now);
    before->hide();
    now->show();
    setMaximumWidth(folded ? kRailWidth : QWIDGETSIZE_MAX);
  }
  Q_EMIT foldChanged(folded);
  auto* window = qobject_cast<QMainWindow*>(parentWidget());
  if (folded || !window || !unfolded_.isValid()) return;
  const bool side = railSide_ == Qt::Vertical;
  window->resizeDocks({this}, {side ? unfolded_.width() : unfolded_.height()}, side ? Qt::Horizontal : Qt::Vertical);
}

}  // namespace lw
