// A dock of the window: a rounded panel whose header contains the name, the view's buttons and its state.
#pragma once

#include <QButtonGroup>
#include <QDockWidget>
#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>

namespace lw {

class WrappingLabel;

class PaneHeader : public QWidget {
  Q_OBJECT

 public:
  explicit PaneHeader(const QString& title, QWidget* parent = nullptr);
  // Adds a button for one of several contents; the first one is checked. Returns its number.
  int addSwitch(const QString& text);
  void setSwitches(const QStringList& texts);  // replaces the existing ones
  void setSwitch(int number);
  int currentSwitch() const;
  void setSwitchShown(int number, bool shown);
  void setSwitchText(int number, const QString& text);
  void setState(const QString& text, const QColor& color = {});
  // `line` shows a warning that does not fit in the header, in up to two lines.
  void setWarningLine(WrappingLabel* line) { warningLine_ = line; }
  void addRight(QWidget* widget);  // left of the state
  QToolButton* addTool(const QString& text, const QString& tip);
  // To the right of all, where it belongs to the pane and not to a tool beside it.
  void putLast(QWidget* widget) { layout_->addWidget(widget); }
  void setActive(bool active);  // the focus is in this pane
  bool isActive() const { return active_; }

 Q_SIGNALS:
  void switched(int number);
  void doubleClicked();
  void switchMenuRequested(int number, const QPoint& globalPosition);  // the right button on one of the contents

 public:
  // The size hints of the title bar, which determine the layout of the dock.
  QSize sizeHint() const override { return {QWidget::sizeHint().width(), kHeight}; }
  QSize minimumSizeHint() const override { return {kMinimum, kHeight}; }

 protected:
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void mouseDoubleClickEvent(QMouseEvent* event) override;

 private:
  static constexpr int kHeight = 33, kMinimum = 80;
  void fitState();
  QHBoxLayout* layout_;
  QHBoxLayout* switchLayout_;
  QButtonGroup* switches_;
  QLabel *title_ = nullptr, *state_;
  WrappingLabel* warningLine_ = nullptr;
  QString fullState_;
  bool active_ = false;
};

class Pane : public QDockWidget {
  Q_OBJECT

 public:
  // `name` is the key under which the layout is stored; without a title, the buttons name the contents.
  Pane(const QString& name, const QString& title, QWidget* body, const QString& menuTitle = {});
  PaneHeader* header() const { return header_; }
  // Adds a button to the header that folds the pane to a rail at the side, or to its header.
  void setFoldsTo(Qt::Orientation rail);
  void setFolded(bool folded);
  bool isFolded() const { return folded_; }
  QToolButton* foldButton() const { return fold_; }
  // Back from a drawer, which shows the body of a folded pane.
  void setBody(QWidget* body) { static_cast<QBoxLayout*>(widget()->layout())->insertWidget(1, body, 1); }

 Q_SIGNALS:
  void foldRequested(bool folded);  // the button was clicked
  void foldChanged(bool folded);    // its body can move to a drawer, and has to return
  void railClicked();

 private:
  void showFold();

  PaneHeader* header_;
  QWidget* railHeader_ = nullptr;
  QToolButton *fold_ = nullptr, *rail_ = nullptr;
  Qt::Orientation railSide_ = Qt::Vertical;
  QSize unfolded_;
  bool folded_ = false;
};

}  // namespace lw
