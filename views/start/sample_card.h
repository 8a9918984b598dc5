// A sample on the start page: a picture of its loop tree, what it teaches and what it reaches. A click, Return or Space
// opens it.
#pragma once

#include <QAbstractButton>
#include <QLabel>

#include "app/models/program/loop_tree_model.h"
#include "views/theme/theme.h"

namespace lw {

struct SampleWords {
  QString kind;  // "Sample", "Challenge", "Lecture"
  QString title, teaches, reaches;
};

// The upper part of a loop tree, drawn small by the painter of the loop tree.
class SamplePicture : public QWidget {
  Q_OBJECT

 public:
  explicit SamplePicture(QWidget* parent);
  void setTree(LoopTree tree);
  void setTheme(const Theme& theme);
  const LoopTree& tree() const { return tree_; }

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  void draw(QPixmap& to) const;

  LoopTree tree_;
  Theme theme_;
  QPixmap drawn_;  // for the size and resolution that it has; null: to be drawn
};

class SampleCard : public QAbstractButton {
  Q_OBJECT

 public:
  SampleCard(const SampleWords& words, QWidget* parent);
  void setTheme(const Theme& theme);
  SamplePicture* picture() const { return picture_; }

 protected:
  void paintEvent(QPaintEvent* event) override;
  void enterEvent(QEnterEvent* event) override;
  void leaveEvent(QEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;

 private:
  Theme theme_;
  SamplePicture* picture_;
  QLabel *kind_, *title_, *teaches_, *reaches_;
};

}  // namespace lw
