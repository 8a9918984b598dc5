// Chooses the Python that runs a file, and what the file imports as tvm.
#pragma once

#include <QDialog>
#include <QString>
#include <vector>

class QComboBox;
class QFormLayout;
class QLineEdit;
class QPushButton;

namespace lw {

class WrappingLabel;

struct InterpreterEntry {
  QString title;
  QString path;  // empty: the system's
};

class InterpreterDialog : public QDialog {
  Q_OBJECT

 public:
  // An entry for another interpreter, which has a line for its path, is added. `path`: what is chosen; it may be none
  // of the entries.
  InterpreterDialog(const QString& file, const std::vector<InterpreterEntry>& entries, const QString& path,
                    bool realTvm, QWidget* parent);
  QString path() const;  // as typed; empty: the system's, unless isOther()
  bool isOther() const;  // a path is entered
  bool realTvm() const;
  // What is known of the choice.
  void setFacts(const QString& facts, bool usable);

  QComboBox* pythons() const { return pythons_; }
  QComboBox* tvms() const { return tvms_; }
  QLineEdit* pathLine() const { return path_; }
  QPushButton* useButton() const { return use_; }
  QString facts() const;

 Q_SIGNALS:
  void changed();  // setFacts() is called with what follows

 private:
  void addPath();
  void showPath();

  QFormLayout* lines_;
  QComboBox *pythons_, *tvms_;
  QLineEdit* path_;
  QWidget* pathRow_;
  WrappingLabel* facts_;
  QPushButton *use_, *cancel_;
};

}  // namespace lw
