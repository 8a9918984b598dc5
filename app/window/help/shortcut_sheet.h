// All keyboard shortcuts on one page: those of the menus, read from the menus, and those of single panes.
#pragma once

#include <QDialog>
#include <QMenuBar>
#include <vector>

#include "app/window/feature.h"
#include "views/theme/theme.h"

class QTextBrowser;

namespace lw {

// A property of actions whose text changes with the state: the name to show on the shortcut sheet.
inline constexpr const char* kPlainName = "plainName";

// The actions of a menu bar that have keys, by menu; a submenu is a separate group.
std::vector<KeyGroup> keysOf(const QMenuBar& bar);

class ShortcutSheet : public QDialog {
  Q_OBJECT

 public:
  explicit ShortcutSheet(QWidget* parent);
  void openSheet(const std::vector<KeyGroup>& groups, const Theme& theme);
  QTextBrowser* page() const { return page_; }

 private:
  QTextBrowser* page_;
};

}  // namespace lw
