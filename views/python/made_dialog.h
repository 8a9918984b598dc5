// What Python made of a file: programs, schedules with their steps, and factories with a form for their parameters. The
// chosen one is shown on the right.
#pragma once

#include <QDialog>
#include <vector>

#include "views/python/factory_form.h"
#include "views/theme/theme.h"

class QLabel;
class QLineEdit;
class QListWidget;
class QListWidgetItem;
class QPushButton;
class QScrollArea;

namespace lw {

class CodeView;
class WrappingLabel;

class MadeDialog : public QDialog {
  Q_OBJECT

 public:
  explicit MadeDialog(QWidget* parent);
  // `said`: a sentence at the bottom, about errors of the file; empty: none. `packages`: they may be due to packages
  // that another interpreter has. While the dialog is visible, the chosen entry and the field with the keys stay.
  void setEntries(const QString& file, std::vector<MadeEntry> entries, const QString& said, bool packages = false);
  void select(MadeEntry::Kind kind, int number);
  void setBusy(const QString& what);  // a call runs; empty: none
  void say(const QString& text);      // why a call failed: below its form
  void setTheme(const Theme& theme);

  QLineEdit* filter() const { return filter_; }
  QListWidget* list() const { return list_; }
  CodeView* preview() const { return preview_; }
  FactoryForm* form() const { return form_; }  // nullptr: no factory is chosen
  QPushButton* openButton() const { return open_; }
  QPushButton* stopButton() const { return stop_; }
  QPushButton* interpreterButton() const { return interpreter_; }
  QString words() const;    // at the bottom
  QString failure() const;  // below the form

 Q_SIGNALS:
  void programChosen(int program);
  void scheduleChosen(int schedule);
  void callRequested(int factory, const std::vector<std::pair<QString, QString>>& values);
  void stopRequested();
  void interpreterRequested();  // another one is to be chosen

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void layOut();
  void fillList();
  void addHeading(const QString& text);
  void applyFilter();
  void fitForm();
  void showEntry();
  void showButtons();
  void choose();
  const MadeEntry* current() const;

  std::vector<MadeEntry> entries_;
  QLineEdit* filter_;
  QListWidget* list_;
  QLabel* heading_;
  QScrollArea* scroll_;
  FactoryForm* form_ = nullptr;
  CodeView* preview_;
  WrappingLabel *wrong_, *said_;
  QPushButton *interpreter_, *open_, *stop_, *close_;
  QString busy_, failure_, about_;
  Theme theme_;
};

}  // namespace lw
