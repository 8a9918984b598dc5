// The controls of a search: start, pause and stop, what is searched, and options that are folded away.
#pragma once

#include <QStringList>
#include <QWidget>

#include "app/models/tuning/tune_choices.h"

class QCheckBox;
class QComboBox;
class QLabel;
class QLineEdit;
class QProgressBar;
class QPushButton;
class QSpinBox;
class QToolButton;

namespace lw {

class WrappingLabel;

struct TuneState {
  bool canStart = false, running = false, paused = false;
  bool continues = false;    // there are candidates that a start adds to
  bool candidates = false;   // there are some
  QString words;             // how far it is, how it ended
  bool failed = false;       // `words` is an error
  int done = 0, wanted = 0;  // of the progress bar; wanted 0: none
  QString note;              // what to know of times on the target and its machine, or what is wrong with these
  bool noteFailed = false;   // `note` is what is wrong
  bool threads = true;       // the kernel runs on threads of the processor
  bool devices = false;      // the target has devices, which are numbered
  QStringList models;        // of devices that are emulated; empty: the target is not an emulator
  QString deviceModel;       // that is emulated
  bool operator==(const TuneState&) const = default;
};

class TuneControls : public QWidget {
  Q_OBJECT

 public:
  explicit TuneControls(QWidget* parent = nullptr);
  void setState(const TuneState& state);
  void setChoices(const TuneChoices& choices);
  void setSpaces(const QStringList& functions);  // besides the one that rules write
  const TuneChoices& choices() const { return choices_; }
  void unfold(bool options);
  void setTargets(QWidget* chooser);  // is put before the spaces

 Q_SIGNALS:
  void startRequested();
  void pauseRequested(bool paused);
  void stopRequested();
  void clearRequested();
  void choicesChanged(const lw::TuneChoices& choices);

 private:
  void buildRow();
  void buildOptions();
  void buildMachine();  // the widgets for what measures
  void showMachine();   // those that the target and the choices have
  void read();          // the choices from the widgets
  QComboBox* boxOf(const char* name, const QString& tip, const QList<std::pair<QString, QString>>& entries);
  QSpinBox* numberOf(const char* name, const QString& tip, int from, int to);

  TuneChoices choices_;
  TuneState state_;
  bool setting_ = false;
  QPushButton *start_, *pause_, *stop_;
  QToolButton *fold_, *clear_;
  QComboBox *space_, *from_, *strategy_, *model_, *machine_, *deviceModel_;
  QLineEdit* host_;
  QWidget *row_, *targets_;
  QSpinBox *trials_, *seconds_, *seed_, *threads_, *device_;
  QCheckBox* resume_;
  QWidget* options_;
  WrappingLabel *words_, *note_;
  QProgressBar* progress_;
};

}  // namespace lw
