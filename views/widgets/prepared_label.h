// A label that lays its text out once, and not for every repaint of its surroundings.
#pragma once

#include <QLabel>
#include <QStaticText>

namespace lw {

class PreparedLabel : public QLabel {
 public:
  explicit PreparedLabel(const char* name, QWidget* parent = nullptr);
  // Selectable by the mouse, from when the mouse enters the text: a QLabel creates a document for selectable text.
  void setSelectable() { selectable_ = true; }

 protected:
  void enterEvent(QEnterEvent* event) override;
  void paintEvent(QPaintEvent* event) override;

 private:
  bool selectable_ = false;
  QStaticText prepared_;  // the text as painted
};

}  // namespace lw
