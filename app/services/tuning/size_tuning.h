// Tuning for several values of a size: which schedule wins where. It takes the choices of the search for one size
// (Tuning), and does not run beside it.
#pragma once

#include <QObject>

#include "app/services/tuning/size_search.h"
#include "app/services/tuning/tuning.h"

namespace lw {

class SizeTuning : public QObject {
  Q_OBJECT

 public:
  SizeTuning(Document& document, Steps& steps, Tuning& tuning, Messages& messages, MeasuringTurns& turns,
             JobRunner& jobs);
  ~SizeTuning() override;

  // A row of sizes as parseSizeRow() reads it: "n=1..4096". Why no search begins; empty: it has begun.
  QString start(const QString& row);
  void pause(bool paused);
  void stop();  // nothing is kept
  bool running() const { return control_ != nullptr; }
  bool paused() const { return paused_; }

  struct Progress {
    enum class Phase : uint8_t { Preparing, Searching, Comparing } phase = Phase::Preparing;
    int64_t value = 0;  // at which candidates are prepared or measured
    int trials = 0, wanted = 0;
  };
  const Progress& progress() const { return progress_; }
  const QString& size() const { return size_; }            // of the last search
  const SearchEnd& ending() const { return ending_; }      // of the last search
  const SizeDiagram& diagram() const { return diagram_; }  // of the last search that ended; without schedules: none
  void open(int schedule);                                 // as a variant, which is shown

 Q_SIGNALS:
  void stateChanged();
  void diagramChanged();

 private:
  void forget();
  void end(const SizeEnd& end);

  Document& document_;
  Steps& steps_;
  Tuning& tuning_;
  Messages& messages_;
  MeasuringTurns& turns_;
  JobRunner& jobs_;
  std::shared_ptr<TuneControl> control_;  // of the search that runs
  bool paused_ = false;
  Progress progress_;
  QString size_, function_;
  SearchEnd ending_;
  SizeDiagram diagram_;
};

}  // namespace lw
