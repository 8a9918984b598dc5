#include "app/window/restyler.h"

#include <QApplication>
#include <QEvent>
#include <QStyle>
#include <QWidget>

namespace lw {

void Restyler::apply(const Theme& theme) {
  QApplication::setPalette(paletteOf(theme));
  const QString sheet = styleSheetOf(theme);
  if (qApp->styleSheet() == sheet) return;
  // Without its cached rules, Qt has no widgets to restyle; it looks rules up again when a widget is painted.
  QApplication::style()->unpolish(qApp);
  qApp->setStyleSheet(sheet);
  for (QWidget* window : QApplication::topLevelWidgets()) restyle(window);
}

// The themes differ in colours only, so no new layout is needed. A widget that was never shown is styled when it is
// shown, except for parts whose size was requested.
void Restyler::restyle(QWidget* widget) {
  const bool styled = widget->testAttribute(Qt::WA_WState_Polished);
  if (styled && widget->isHidden()) return widget->installEventFilter(this);
  if (styled) widget->style()->polish(widget);
  widget->update();
  for (QObject* child : widget->children())
    if (child->isWidgetType()) restyle(static_cast<QWidget*>(child));
}

bool Restyler::eventFilter(QObject* object, QEvent* event) {
  if (event->type() != QEvent::Show) return false;
  object->removeEventFilter(this);
  restyle(static_cast<QWidget*>(object));
  return false;
}

}  // namespace lw
