#include "views/widgets/lock_icon.h"

#include <QCoreApplication>
#include <QIconEngine>
#include <QPainter>
#include <QPainterPath>

namespace lw {
namespace {

QString tr(const char* text) { return QCoreApplication::translate("lw", text); }

// Drawn in the palette's text colour, so that it fits every theme and size.
class LockEngine : public QIconEngine {
 public:
  void paint(QPainter* painter, const QRect& rect, QIcon::Mode, QIcon::State state) override {
    const QColor ink =
        qApp ? QGuiApplication::palette().color(state == QIcon::On ? QPalette::WindowText : QPalette::PlaceholderText)
             : QColor(Qt::gray);
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->translate(rect.topLeft());
    painter->scale(rect.width() / 14.0, rect.height() / 14.0);
    QPainterPath bow;
    const qreal left = state == QIcon::On ? 4 : 6.6;
    bow.moveTo(left, 7);
    bow.lineTo(left, 4.6);
    bow.arcTo(QRectF(left, 1.6, 6, 6), 180, -180);
    if (state == QIcon::On) bow.lineTo(left + 6, 7);
    painter->setPen(QPen(ink, 1.5));
    painter->drawPath(bow);
    painter->setPen(Qt::NoPen);
    painter->setBrush(ink);
    painter->drawRoundedRect(QRectF(2.4, 6.8, 9.2, 6.2), 1.4, 1.4);
    painter->restore();
  }
  QPixmap pixmap(const QSize& size, QIcon::Mode mode, QIcon::State state) override {
    QPixmap picture(size);
    picture.fill(Qt::transparent);
    QPainter painter(&picture);
    paint(&painter, QRect(QPoint(), size), mode, state);
    return picture;
  }
  QIconEngine* clone() const override { return new LockEngine; }
};

}  // namespace

QToolButton* addLock(PaneHeader& header) {
  QToolButton* lock = header.addTool({}, {});
  lock->setObjectName("lockPane");
  lock->setProperty("class", "tight");
  lock->setCheckable(true);
  lock->setIcon(QIcon(new LockEngine));
  lock->setIconSize({14, 14});
  lock->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
  showLock(*lock, {});
  return lock;
}

void showLock(QToolButton& lock, const QString& at) {
  const bool on = lock.isChecked();
  lock.setText(on ? at : QString());
  lock.setToolButtonStyle(lock.text().isEmpty() ? Qt::ToolButtonIconOnly : Qt::ToolButtonTextBesideIcon);
  const QString tip = !on            ? tr("Lock this pane: it stops following the selection and the shown state")
                      : at.isEmpty() ? tr("Locked: it does not follow the selection or the shown state")
                                     : tr("Locked at %1: it does not follow the selection or the shown state").arg(at);
  lock.setToolTip(tip);
  lock.setAccessibleName(tip);
}

}  // namespace lw
