// Runs of the interpreter that serve to look at: the shown state recorded on small sizes, to be played and stepped
// through, and the values of all its buffers. What a measured run gave is kept here too. All is done in the background,
// when it is wanted.
#pragma once

#include <QObject>

#include "app/services/workbench.h"
#include "views/accesses/playback.h"
#include "views/values/values_model.h"

namespace lw {

class InterpreterRuns : public QObject {
  Q_OBJECT

 public:
  enum Source { kRun, kInterpreter, kSteps };  // of values
  explicit InterpreterRuns(Workbench* workbench, QObject* parent = nullptr);
  Playback* playback() { return &playback_; }
  // The recording of the shown state is wanted from now on, or no longer: while it is, it follows the program.
  void wantRecording(bool wanted);
  bool recording() const;  // under way
  void wantValues(bool wanted, Source source);
  Source source() const { return source_; }
  const ShownValues& values() const { return shown_; }
  QString emptyText() const;  // why there are no values, or no recording
  const QString& recordingText() const { return recordingText_; }

 Q_SIGNALS:
  void valuesChanged();
  void recordingTextChanged();

 private:
  void follow();
  void record();
  void interpret();
  void showValues();
  ShownValues stepValues();
  PrimFunc shownProgram() const;

  Workbench* workbench_;
  Playback playback_;
  bool recordingWanted_ = false, valuesWanted_ = false;
  Source source_ = kRun;
  std::optional<Stmt> recorded_, interpreted_;  // what the answers are about; the body of the shown program
  ShownValues run_, interpreted_values_, shown_;
  QString recordingText_, interpreterText_;
};

}  // namespace lw
