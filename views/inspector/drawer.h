// A panel over a neighbour of a folded pane, beside the pane's rail: it shows the body of the pane without taking room
// from the others.
#pragma once

#include <QFrame>
#include <QPointer>

class QToolButton;
class QVBoxLayout;

namespace lw {

class Pane;

class Drawer : public QFrame {
  Q_OBJECT

 public:
  // `pane`: folds to a rail of this window.
  Drawer(Pane& pane, QWidget* window);
  void setBody(QWidget* body);
  void setOpen(bool open);
  QToolButton* pinButton() const { return pin_; }
  QToolButton* closeButton() const { return close_; }

 Q_SIGNALS:
  void pinRequested();
  void closeRequested();

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void place();

  const QPointer<Pane> pane_;
  QVBoxLayout* column_;
  QToolButton *pin_, *close_;
};

}  // namespace lw
