// Runs of the interpreter for display: a recording of the shown state on small sizes, for playback and stepping, and
// the values of all buffers. Also holds the values from a measured run. All run in the background when they are
// requested.
#pragma once

#include <QObject>
#include <optional>

#include "app/models/runs/playback.h"
#include "app/models/runs/values_model.h"

namespace lw {

class Document;
class DocumentFiles;
class DocumentText;
class JobRunner;
class RunRecords;
class Runs;
class ShownProgram;

class InterpreterRuns : public QObject {
  Q_OBJECT

 public:
  enum Source { kRun, kInterpreter, kSteps };  // of the values
  InterpreterRuns(const Document& document, const DocumentText& text, const DocumentFiles& files,
                  const ShownProgram& program, const Runs& runs, const RunRecords& records, JobRunner& jobs,
                  QObject* parent);
  Playback* playback() { return &playback_; }
  // Turns the recording of the shown state on or off. While it is on, the recording is updated with the program.
  void setRecordingEnabled(bool enabled);
  bool recording() const;  // a recording is running
  void setValuesEnabled(bool enabled, Source source);
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

  const Document& document_;
  const DocumentText& text_;
  const RunRecords& records_;
  JobRunner& jobs_;
  Playback playback_;
  bool recordingEnabled_ = false, valuesEnabled_ = false;
  Source source_ = kRun;
  std::optional<Stmt> recorded_, interpreted_;  // the bodies of the programs that the answers belong to
  ShownValues run_, interpreted_values_, shown_;
  QString recordingText_, interpreterText_;
};

}  // namespace lw
