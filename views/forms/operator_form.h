// "New from operator": the user chooses a topi operator and enters shapes, types and values; the form previews the
// source.
#pragma once

#include <QDialog>
#include <vector>

#include "core/te/operator_program.h"
#include "views/theme/theme.h"

class QDialogButtonBox;
class QFormLayout;
class QLabel;
class QLineEdit;
class QListWidget;
class QPlainTextEdit;
class QScrollArea;

namespace lw {

class OperatorForm : public QDialog {
  Q_OBJECT

 public:
  explicit OperatorForm(QWidget* parent);
  void setTheme(const Theme& theme);
  QLineEdit* filter() const { return filter_; }
  QListWidget* list() const { return list_; }
  QLineEdit* editor(const QString& argument) const;  // nullptr: the operator has no such argument
  QPlainTextEdit* source() const { return source_; }
  QLabel* verdict() const { return verdict_; }
  QDialogButtonBox* buttons() const { return buttons_; }

 Q_SIGNALS:
  void created(const std::string& text);

 protected:
  void accept() override;

 private:
  void layOut();
  void fill();
  void applyFilter();
  void showOperator();
  void showSource();

  std::vector<te::OperatorForm> forms_;
  Theme theme_;
  QLineEdit* filter_;
  QListWidget* list_;
  QLabel *summary_, *verdict_;
  QScrollArea* scroll_;
  std::vector<QLineEdit*> editors_;  // of the chosen operator, one for each argument
  QPlainTextEdit* source_;
  QDialogButtonBox* buttons_;
  std::string text_;  // empty: the input gives no program
};

}  // namespace lw
