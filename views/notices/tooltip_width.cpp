#include "views/notices/tooltip_width.h"

#include <QApplication>
#include <QCursor>
#include <QEvent>
#include <QLabel>
#include <QScreen>
#include <algorithm>

namespace lw {
namespace {

constexpr int kBelow = 21;  // pixels from the mouse to a tooltip, as Qt places it

void fit(QLabel& tip) {
  const int needed = tip.heightForWidth(tip.width());
  if (needed > 0 && needed != tip.height()) tip.resize(tip.width(), needed);
  const QRect room = tip.screen()->availableGeometry();
  if (tip.geometry().bottom() <= room.bottom()) return;
  const int above = QCursor::pos().y() - kBelow / 2 - tip.height();
  tip.move(tip.x(), std::max(room.top(), above));
}

}  // namespace

TooltipWidth::TooltipWidth(QObject* parent) : QObject(parent) { qApp->installEventFilter(this); }

bool TooltipWidth::eventFilter(QObject* object, QEvent* event) {
  const bool polished = event->type() == QEvent::Polish;
  if (!polished && event->type() != QEvent::Resize && event->type() != QEvent::Show) return false;
  if (!object->inherits("QTipLabel")) return false;
  auto* tip = static_cast<QLabel*>(object);
  if (polished) tip->setMaximumWidth(kMost);
  if (polished || tip->width() < kMost) return false;
  if (!tip->wordWrap()) tip->setWordWrap(true);
  fit(*tip);
  return false;
}

}  // namespace lw
