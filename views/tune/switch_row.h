// A row of buttons, one of which is chosen, for the contents of a part of a pane.
#pragma once

#include <QButtonGroup>
#include <QHBoxLayout>
#include <QToolButton>
#include <QWidget>

namespace lw {

class SwitchRow : public QWidget {
  Q_OBJECT

 public:
  explicit SwitchRow(const QStringList& texts, QWidget* parent = nullptr);
  void setText(int number, const QString& text);
  void choose(int number);
  int chosen() const { return buttons_->checkedId(); }
  QAbstractButton* button(int number) const { return buttons_->button(number); }
  void addRight(QWidget* widget) { row_->addWidget(widget); }

 Q_SIGNALS:
  void switched(int number);

 private:
  QHBoxLayout* row_;
  QButtonGroup* buttons_;
};

}  // namespace lw
