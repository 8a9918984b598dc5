// Puts a theme on all windows. Palette and style sheet are the application's; a new sheet would have Qt style every
// widget anew, and most are hidden: pages, lists of combo boxes, menus. What is seen is styled at once, the rest when
// it is shown.
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
