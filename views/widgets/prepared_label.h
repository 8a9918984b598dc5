// A label whose words are laid out once, not whenever something beside it is painted.
#pragma once

#include <QLabel>
#include <QStaticText>

namespace lw {

class PreparedLabel : public QLabel {
 public:
  explicit PreparedLabel(const char* name, QWidget* parent = nullptr);
  // By the mouse, once it comes to the words: a label of Qt makes a document of words that can be selected.
  void setSelectable() { selectable_ = true; }

 protected:
  void enterEvent(QEnterEvent* event) override;
  void paintEvent(QPaintEvent* event) override;

 private:
  bool selectable_ = false;
  QStaticText prepared_;  // the words as they were painted
};

}  // namespace lw
