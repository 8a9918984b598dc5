#include "views/widgets/compact_icon.h"

#include <QAction>
#include <QGuiApplication>
#include <QIconEngine>
#include <QPainter>

namespace lw {
namespace {

// Lines of a program, indented. Drawn in colours of the palette, so that it fits every theme and size.
class CompactEngine : public QIconEngine {
 public:
  void paint(QPainter* painter, const QRect& rect, QIcon::Mode, QIcon::State state) override {
    const QColor ink =
        QGuiApplication::palette().color(state == QIcon::On ? QPalette::WindowText : QPalette::PlaceholderText);
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->translate(rect.topLeft());
    painter->scale(rect.width() / 14.0, rect.height() / 14.0);
    painter->setPen(QPen(ink, 1.5, Qt::SolidLine, Qt::RoundCap));
    painter->drawLine(QPointF(1.5, 2.5), QPointF(12.5, 2.5));
    painter->drawLine(QPointF(4, 5.5), QPointF(12.5, 5.5));
    painter->drawLine(QPointF(6.5, 8.5), QPointF(12.5, 8.5));
    painter->drawLine(QPointF(6.5, 11.5), QPointF(10, 11.5));
    painter->restore();
  }
  QPixmap pixmap(const QSize& size, QIcon::Mode mode, QIcon::State state) override {
    QPixmap picture(size);
    picture.fill(Qt::transparent);
    QPainter painter(&picture);
    paint(&painter, QRect(QPoint(), size), mode, state);
    return picture;
  }
  QIconEngine* clone() const override { return new CompactEngine; }
};

}  // namespace

QToolButton* addCompactSwitch(PaneHeader& header, QAction& compact) {
  QToolButton* button = header.addTool({}, compact.toolTip());
  button->setObjectName("compactCode");
  button->setProperty("class", "tight");
  button->setCheckable(true);
  button->setChecked(compact.isChecked());
  button->setIcon(QIcon(new CompactEngine));
  button->setIconSize({14, 14});
  button->setToolButtonStyle(Qt::ToolButtonIconOnly);
  QObject::connect(button, &QToolButton::clicked, &compact, &QAction::setChecked);
  QObject::connect(&compact, &QAction::toggled, button, &QToolButton::setChecked);
  return button;
}

}  // namespace lw
