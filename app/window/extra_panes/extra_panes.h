// The panes that the user opened in addition to the default ones. They are stored in the settings and restored in the
// next window.
#pragma once

#include <QMainWindow>
#include <QSettings>

#include "app/window/extra_panes/extra_pane.h"

namespace lw {

class ExtraPanes : public QObject {
  Q_OBJECT

 public:
  ExtraPanes(QMainWindow* window, const Services& services, CodePanes* texts);
  // Opens a pane beside `neighbour`.
  ExtraPane* open(ExtraPane::Kind kind, QDockWidget* neighbour);
  void close(ExtraPane* pane);
  void closeAll();
  const std::vector<ExtraPane*>& all() const { return panes_; }
  void setTheme(const Theme& theme);
  void setMetric(TreeMetric metric);  // beside the lines of lowered texts
  // Call this before restoring the layout of the window.
  void restore(const QSettings& settings);
  void save(QSettings& settings) const;

  struct Kept {
    QString name, stage;      // "lowered2"; empty stage: a scheduled program
    std::optional<int> node;  // nullopt: the shown state
    bool locked = false;
    QString target = {};  // empty: that of the window
  };
  std::vector<Kept> kept() const;
  // Replaces the existing panes; their rows are set when the program is loaded.
  void restore(const std::vector<Kept>& panes);

 private:
  ExtraPane* add(ExtraPane::Kind kind, const QString& name);
  void reopen(const QString& name, const QString& stage, const QString& target);
  void restoreRows();
  void tellNodes();
  void shareWidth(const QDockWidget* row);

  QMainWindow* window_;
  const Services& services_;
  CodePanes* texts_;
  Theme theme_;
  TreeMetric metric_ = TreeMetric::Operations;
  std::vector<ExtraPane*> panes_;
  std::vector<Kept> pendingRows_;  // panes whose rows are set when the program is loaded
  int document_ = 0;
};

}  // namespace lw
