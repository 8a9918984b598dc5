// The graph pane: the graph functions of the file. A node and its statement in the source are one selection; a double
// click on a call of a kernel opens the kernel in the other panes.
#pragma once

#include <memory>

#include "app/window/feature.h"
#include "core/graph/outline.h"

class QComboBox;
class QToolButton;

namespace lw {

class GraphPanel;
class GraphView;
class ModelControls;
struct GraphDrawing;
struct SourceFile;

class GraphFeature : public Feature {
  Q_OBJECT

 public:
  explicit GraphFeature(WindowContext& window);
  GraphView* view() const;
  GraphPanel* panel() const { return panel_; }
  Pane* pane() const { return pane_; }
  QComboBox* functions() const { return functions_; }
  QToolButton* weights() const { return weights_; }
  bool hasGraph() const { return !names_.isEmpty(); }  // the file has a graph function

  void connectFeatures() override;
  void restore() override;
  void start() override;
  void setTheme(const Theme& theme) override;
  void refreshActions() override;
  bool zoom(QWidget* keys, int by) override;
  void saveLayout(QJsonObject& layout) const override;
  void restoreLayout(const QJsonObject& layout) override;

 private:
  void buildPane();
  void addMenus();
  void showPane();
  void forget();
  void followText();
  void openByItself();
  void giveTreeRoom();
  void shareRow();
  void listFunctions();
  void showFunction();
  void arrangeInBackground(std::shared_ptr<const GraphDrawing> drawing);
  void showEmptyText();
  void showState();
  std::shared_ptr<const graph::Outline> shownOutline() const;
  bool textIsCurrent() const;
  void select(int node);
  void selectAt(int offset);
  void showInSource(bool revealIt);
  void open(int node);
  void openKernel(const QString& name);

  GraphPanel* panel_;
  Pane* pane_;
  QComboBox* functions_;
  QToolButton* weights_;
  ModelControls* controls_;
  QAction *export_, *run_, *cancel_, *parameters_, *undoFusion_, *drafts_;
  std::shared_ptr<const SourceFile> source_;  // that the list of functions is of
  QStringList names_;                         // "main", "Module.main"
  bool current_ = false;                      // the picture is of the chosen function
  bool arranging_ = false;
  bool outdated_ = false;        // the text has errors since; what is shown is of the text before
  bool openedByItself_ = false;  // the pane, for a file with a graph
  bool tookTreeRoom_ = false;    // the loop tree is hidden until the file has a kernel
};

}  // namespace lw
