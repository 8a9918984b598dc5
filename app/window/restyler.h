// Applies a theme to all windows. Palette and style sheet belong to the application. Qt would restyle every widget for
// a new style sheet, but most are hidden: pages, lists of combo boxes, menus. So visible widgets are styled at once,
// and the others when they are shown.
#pragma once

#include <QObject>

#include "views/theme/theme.h"

namespace lw {

class Restyler : public QObject {
  Q_OBJECT

 public:
  using QObject::QObject;
  void apply(const Theme& theme);

 protected:
  bool eventFilter(QObject* object, QEvent* event) override;

 private:
  void restyle(QWidget* widget);
};

}  // namespace lw
