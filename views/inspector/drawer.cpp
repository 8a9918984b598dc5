#include "views/inspector/drawer.h"

#include <QEvent>
#include <QStyle>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>

#include "views/widgets/pane.h"

namespace lw {
namespace {

constexpr int kWidth = 290;
constexpr int kLeastLeft = 40;  // of the window, beside a drawer in a narrow one

}  // namespace

Drawer::Drawer(Pane& pane, QWidget* window) : QFrame(window), pane_(&pane), column_(new QVBoxLayout(this)) {
  setObjectName("drawer");
  setAttribute(Qt::WA_StyledBackground);
  hide();
  column_->setContentsMargins(1, 1, 1, 5);
  column_->setSpacing(0);
  auto* header = new PaneHeader(pane.windowTitle(), this);
  pin_ = header->addTool(tr("Pin"), tr("Keep %1 open as a column of its own").arg(pane.windowTitle()));
  close_ = header->addTool(QStringLiteral("✕"), tr("Close %1; its rail opens it again").arg(pane.windowTitle()));
  column_->addWidget(header);
  connect(pin_, &QToolButton::clicked, this, &Drawer::pinRequested);
  connect(close_, &QToolButton::clicked, this, &Drawer::closeRequested);
  pane.installEventFilter(this);
}

void Drawer::setBody(QWidget* body) { column_->addWidget(body, 1); }

void Drawer::setOpen(bool open) {
  if (!open || !pane_) return hide();
  place();
  show();
  raise();
}

// Below the header of the pane that it lies over, which stays in reach, and left of the rail.
void Drawer::place() {
  const QRect rail = pane_->geometry();
  const int right = rail.left() - style()->pixelMetric(QStyle::PM_DockWidgetSeparatorExtent, nullptr, parentWidget());
  const int width = std::min(kWidth, right - kLeastLeft), header = pane_->header()->sizeHint().height();
  setGeometry(right - width, rail.top() + header, width, std::max(header, rail.height() - header));
}

bool Drawer::eventFilter(QObject* watched, QEvent* event) {
  if (watched == pane_ && isVisible() && (event->type() == QEvent::Move || event->type() == QEvent::Resize)) place();
  return QFrame::eventFilter(watched, event);
}

}  // namespace lw
