// Carries out the runs that the user waits for, one at a time.
#pragma once

#include <map>

#include "app/models/runs/runs.h"

namespace lw {

class CodeApproval;
class Document;
class JobRunner;
class Messages;
class RunJobs;
class RunRecords;
struct RunDone;

class AwaitedRuns : public Runs {
  Q_OBJECT

 public:
  AwaitedRuns(Document& document, RunRecords& records, const RunJobs& runJobs, CodeApproval& approval,
              Messages& messages, JobRunner& jobs);

  void run() override;
  std::optional<Explanation> sweep(const QString& row) override;
  std::vector<std::string> sizes() const override;
  void cancel() override;
  void findBreakingStep(int node) override;
  std::shared_ptr<const EmulatorReport> emulated() const override;
  QStringList findings() const override;

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
