// Runs that the user waits for: they build, check and time the shown state, or search for the step that broke the
// result.
#pragma once

#include <QObject>
#include <QStringList>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/models/runs/sweep_row.h"
#include "app/models/runs/values_model.h"
#include "core/support/explanation.h"

namespace lw {

class CodeApproval;
class Document;
class JobRunner;
class Messages;
class RunJobs;
class RunRecords;
struct EmulatorReport;
struct RunDone;

class Runs : public QObject {
  Q_OBJECT

 public:
  Runs(Document& document, RunRecords& records, const RunJobs& runJobs, CodeApproval& approval, Messages& messages,
       JobRunner& jobs);

  void run();
  // Runs the shown state at each size of the row ("n=64..1024"); the times are not recorded with those of other runs.
  // Returns why the text is no row of the function.
  std::optional<Explanation> sweep(const QString& row);
  std::vector<std::string> sizes() const;  // of the shown function, which a row may name
  void cancel();
  void findBreakingStep(int node);  // finds the first state on the path to `node` whose result is wrong
  // The report of the shown state's last run on the GPU emulator; nullptr if it did not run there, or if another target
  // is chosen.
  std::shared_ptr<const EmulatorReport> emulated() const;
  QStringList findings() const;  // of that report, one sentence each

 Q_SIGNALS:
  void progressed(const QString& phase, double fraction);  // empty phase: nothing is running
  void valuesFound(const lw::ShownValues& values);
  void breakingStepFound(int node);
  void swept(const QString& size, const std::vector<lw::SweepRow>& rows);  // after each size

 private:
  struct Search;
  void end() { Q_EMIT progressed({}, 0); }
  void record(const std::string& program, RunDone done);
  void takeSearch(const std::vector<int>& path, const Search& found);

  Document& document_;
  RunRecords& records_;
  const RunJobs& runJobs_;
  CodeApproval& approval_;
  Messages& messages_;
  JobRunner& jobs_;
  bool toldFindings_ = false;  // the status line has the summary of an emulated run
  std::map<std::pair<std::string, int>, std::shared_ptr<const EmulatorReport>> emulated_;  // by program and node
};

}  // namespace lw
