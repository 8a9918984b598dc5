// Creates and connects the services behind the window. No service owns a widget, so that each can be tested without a
// window.
#pragma once

#include "app/services/document/document_files.h"
#include "app/services/lowering/pane_states.h"
#include "app/services/lowering/state_comparison.h"
#include "app/services/models/model_runs.h"
#include "app/services/offers/offer_search.h"
#include "app/services/offers/offers.h"
#include "app/services/python/python_runs.h"
#include "app/services/runs/auto_measure.h"
#include "app/services/runs/exporter.h"
#include "app/services/runs/runs.h"
#include "app/services/schedule/history_editor.h"
#include "app/services/schedule/steps.h"
#include "app/services/tuning/tuning.h"

namespace lw {

class Workbench : public QObject {
  Q_OBJECT

 public:
  explicit Workbench(QObject* parent = nullptr);
  ~Workbench() override;

  JobRunner* jobs() const;
  Messages* messages() const;
  Document* document() const;
  DocumentText* text() const;
  DocumentFiles* files() const;
  TargetChoice* target() const;
  CompositeShelf* composites() const;
  SelectionModel* selection() const;
  ShownProgram* program() const;
  RepairSearch* repairs() const;
  Steps* steps() const;
  HistoryEditor* history() const;
  Offers* offers() const;
  CodeApproval* approval() const;
  Lowering* lowering() const;
  PaneStates* states() const;
  StateComparison* comparison() const;
  MeasuringTurns* turns() const;
  RunRecords* records() const;
  RunJobs* runJobs() const;
  Runs* runs() const;
  AutoMeasure* autoMeasure() const;
  Exporter* exporter() const;
  Tuning* tuning() const;
  ModelRuns* models() const;
  PythonRuns* python() const;
  bool idle() const;  // no job is running: what is shown is up to date

 private:
  struct Services;
  void connectText();
  void connectProgram();
  void connectTarget();
  void connectRuns();
  void connectTuning();
  const std::unique_ptr<Services> all_;
};

}  // namespace lw
