// The row above the graph: runs the model, binds its parameters, and tells the time of the whole model, before and
// after the last step.
#pragma once

#include <QWidget>
#include <optional>

class QGridLayout;
class QPushButton;
class QToolButton;

namespace lw {

class WrappingLabel;

struct GraphRunTimes {
  std::optional<double> ms, beforeMs;  // of the model as it is now, and as it was timed before
  bool indistinguishable = false;      // the intervals of the two overlap
  bool waiting = false;                // the model has changed and will be timed
  bool modelled = false;               // by a model of the device, not measured
  int kernels = 0;
  QString check;  // how the result was compared
  bool wrong = false;
  QString failure;  // why it did not run
  QString bound;    // what is bound: "mlp.npz; n = 16"; empty: nothing
  int fused = 0;    // pairs that were dragged together
  QString note;     // of a drag; replaces the other texts
};

class GraphRunBar : public QWidget {
  Q_OBJECT

 public:
  explicit GraphRunBar(QWidget* parent = nullptr);
  void setTimes(const GraphRunTimes& times);
  void setProgress(const QString& phase, double fraction);  // empty: nothing is running
  QString words() const { return words_; }
  QPushButton* runButton() const { return run_; }
  QToolButton* bindButton() const { return bind_; }
  QToolButton* undoButton() const { return undo_; }

 Q_SIGNALS:
  void runRequested();
  void cancelRequested();
  void bindRequested();
  void undoRequested();  // of the last pair

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  void showState();
  void place();  // the texts beside the buttons, or below them in a narrow pane

  QGridLayout* grid_;
  QPushButton* run_;
  QToolButton *undo_, *bind_;
  WrappingLabel* told_;
  GraphRunTimes times_;
  QString phase_, words_;
};

}  // namespace lw
