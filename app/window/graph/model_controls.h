// What is done with the shown model in the graph pane: its run, its parameters, and nodes that are dragged together.
#pragma once

#include <QJsonObject>
#include <QObject>

#include "app/services/models/model_plan.h"
#include "views/graph/graph_run_bar.h"

class QAction;

namespace lw {

class GraphPanel;
class ModelRuns;
class WindowContext;

class ModelControls : public QObject {
  Q_OBJECT

 public:
  ModelControls(WindowContext& window, GraphPanel& panel);
  void openParameters();
  void saveLayout(QJsonObject& layout) const;
  void restoreLayout(const QJsonObject& layout);

 private:
  void showState();
  void drag(int from, int to);
  void drop(int from, int to);
  QString boundText() const;
  QString nameOf(int node) const;

  WindowContext& window_;
  ModelRuns& models_;
  GraphPanel& panel_;
  GraphRunBar& bar_;
  QString dragged_;                       // what the bar tells of a drag; empty: nothing is dragged
  std::optional<FusionVerdict> verdict_;  // of the nodes below
  int from_ = -1, to_ = -1;
};

}  // namespace lw
