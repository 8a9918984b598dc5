// All keys on one page: those of the menus, read from the menus themselves, and those that only one pane has.
#pragma once

#include <QDialog>
#include <QMenuBar>
#include <vector>

#include "app/window/feature.h"
#include "views/theme/theme.h"

class QTextBrowser;

namespace lw {

// A property of an action whose text says more at the moment: the name for the page of keys.
inline constexpr const char* kPlainName = "plainName";

// The actions of a menu bar that have keys, by menu; a menu in a menu stands by itself.
std::vector<KeyGroup> keysOf(const QMenuBar& bar);

class ShortcutSheet : public QDialog {
  Q_OBJECT

 public:
  explicit ShortcutSheet(QWidget* parent);
  void open(const std::vector<KeyGroup>& groups, const Theme& theme);
  QTextBrowser* page() const { return page_; }

 private:
  QTextBrowser* page_;
};

}  // namespace lw
