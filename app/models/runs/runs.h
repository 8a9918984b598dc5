// Runs that the user waits for: they build, check and time the shown state, or search for the step that broke the
// result.
#pragma once

#include <QObject>
#include <QStringList>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/models/runs/sweep_row.h"
#include "app/models/runs/values_model.h"
#include "core/support/explanation.h"

namespace lw {

struct EmulatorReport;

class Runs : public QObject {
  Q_OBJECT

 public:
  ~Runs() override;

  virtual void run() = 0;
  // Runs the shown state at each size of the row ("n=64..1024"); the times are not recorded with those of other runs.
  // Returns why the text is no row of the function.
  virtual std::optional<Explanation> sweep(const QString& row) = 0;
  virtual std::vector<std::string> sizes() const = 0;  // of the shown function, which a row may name
  virtual void cancel() = 0;
  virtual void findBreakingStep(int node) = 0;  // finds the first state on the path to `node` whose result is wrong
  // The report of the shown state's last run on the GPU emulator; nullptr if it did not run there, or if another target
  // is chosen.
  virtual std::shared_ptr<const EmulatorReport> emulated() const = 0;
  virtual QStringList findings() const = 0;  // of that report, one sentence each

 Q_SIGNALS:
  void progressed(const QString& phase, double fraction);  // empty phase: nothing is running
  void valuesFound(const lw::ShownValues& values);
  void breakingStepFound(int node);
  void swept(const QString& size, const std::vector<lw::SweepRow>& rows);  // after each size
};

}  // namespace lw
