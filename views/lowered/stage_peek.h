// The list of stages with its names, above the dots of the folded list and the text, while the mouse is over it.
#pragma once

#include <QListView>
#include <QTimer>

namespace lw {

class StagePeek : public QObject {
  Q_OBJECT

 public:
  static constexpr int kWidth = 152;  // all names fit
  // Clicks choose stages as in the list of dots. A child of `view`.
  StagePeek(QListView& dots, QWidget& view);
  void setAllowed(bool allowed);  // false: the list has names itself
  QListView* names() const { return names_; }

 protected:
  bool eventFilter(QObject* object, QEvent* event) override;

 private:
  void open();

  QListView& dots_;
  QListView* names_;
  QTimer close_;  // the mouse may leave for a moment
  bool allowed_ = false;
};

}  // namespace lw
