// How far the reading of a model is, with a button that ends it.
#pragma once

#include <QTimer>
#include <QWidget>

class QLabel;
class QProgressBar;
class QToolButton;

namespace lw {

class OpeningBar : public QWidget {
  Q_OBJECT

 public:
  explicit OpeningBar(QWidget* parent = nullptr);
  void setProgress(int node, int nodes);  // shown after a moment
  void end();
  QToolButton* cancelButton() const { return cancel_; }

 Q_SIGNALS:
  void cancelRequested();

 private:
  QLabel* words_;
  QProgressBar* progress_;
  QToolButton* cancel_;
  QTimer soon_;
};

}  // namespace lw
