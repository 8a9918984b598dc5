// The default places and widths of the panes.
#pragma once

#include <QMainWindow>
#include <vector>

#include "app/window/feature.h"

namespace lw {

class PaneLayout {
 public:
  PaneLayout(QMainWindow& window, std::vector<PanePlace> places);
  void reset();                                 // all panes to their default places
  void enlarge(const Pane* pane, bool larger);  // most of the window, or its default share
  // Shows only this pane until it is called again for any pane.
  void maximize(const QDockWidget* pane);
  bool maximized() const { return !before_.isEmpty(); }
  void setTabs(bool tabs);  // of the panes in the bottom row
  bool hasTabs() const;
  void restore();            // if a pane is maximized
  QByteArray state() const;  // of all panes, as without the maximized one

 private:
  std::vector<PanePlace> rowOf(PaneRow row) const;
  QDockWidget* firstOf(PaneRow row) const;
  void resizeRow(PaneRow row);

  QMainWindow& window_;
  const std::vector<PanePlace> places_;
  QByteArray before_;  // while a pane is maximized
};

}  // namespace lw
