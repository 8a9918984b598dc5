// Performance figures besides the runs themselves: this machine's peaks, the modelled cost of each state that ran, and
// the estimates and the roofline that follow from both. All are computed in the background.
#pragma once

#include <QObject>
#include <map>
#include <memory>
#include <optional>

#include "app/models/runs/roofline_model.h"
#include "backends/target/peaks.h"
#include "core/text/challenge.h"

namespace lw {

class Document;
class DocumentText;
class JobRunner;
class MeasuringTurns;
class RunRecords;
struct ModelledCosts;
struct RunFigures;
struct RunRow;

class Figures : public QObject {
  Q_OBJECT

 public:
  Figures(const Document& document, const DocumentText& text, RunRecords& records, MeasuringTurns& turns,
          JobRunner& jobs, QObject* parent);
  // Requests the peaks: they are loaded, or measured while nothing else runs.
  void requestPeaks();
  RooflineContent roofline() const;

 Q_SIGNALS:
  void changed();
  void measuringChanged(const QString& what);  // empty: nothing is measured

 private:
  struct Known {
    Stmt body;  // of the analysed program
    WorkProfile profile;
    std::shared_ptr<const ModelledCosts> model;  // where the file has a challenge that counts
  };
  struct Both {
    std::optional<Peaks> one, all;
  };
  void follow();
  void profileNext();
  void addModel(const Challenge& challenge, const RunRow& run, const TimeEstimate& estimate, RunFigures& figures) const;
  void takePeaks(Both peaks);
  void measurePeaksAgain();
  void measurePeaksNow(bool again);
  const PrimFunc* programOf(int node) const;
  const WorkProfile* profileOfNode(int node) const;
  MachineRoofs roofsFor(const WorkProfile& profile, int threads) const;
  TimeEstimate estimateFor(const WorkProfile& profile, int threads) const;
  QString pathName(size_t level) const;
  QString appliesText(const RooflinePoint& point, int threads) const;
  int floatBitsAt(int node) const;

  const Document& document_;
  const DocumentText& text_;
  RunRecords& records_;
  MeasuringTurns& turns_;
  JobRunner& jobs_;
  const std::vector<int64_t> caches_;
  const int threads_;
  std::map<int, Known> known_;  // by node
  Both peaks_;
  bool asked_ = false;  // whether peaks were requested
  int again_ = 0;    // how often they were measured again, because a run exceeded them or they came from a busy machine
  int waited_ = 0;   // how often the machine was too busy to measure them
  QString failure_;  // why there are no peaks
};

}  // namespace lw
