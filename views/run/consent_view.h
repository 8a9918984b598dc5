// Asks whether foreign code in a program may be compiled and run on this computer, and shows the code unchanged.
#pragma once

#include <QWidget>

class QLabel;
class QPlainTextEdit;
class QPushButton;

namespace lw {

class ConsentView : public QWidget {
  Q_OBJECT

 public:
  explicit ConsentView(QWidget* parent = nullptr);
  // `what`: "C code (12 lines) with tmm16".
  void ask(const QString& what, const QString& code);
  QPushButton* allowButton() const { return allow_; }
  QPushButton* refuseButton() const { return refuse_; }
  QPlainTextEdit* code() const { return code_; }

 Q_SIGNALS:
  void answered(bool allowed);

 private:
  QLabel* question_;
  QPlainTextEdit* code_;
  QPushButton *allow_, *refuse_;
};

}  // namespace lw
