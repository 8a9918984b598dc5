// Creates and connects the services behind the window. No service owns a widget, so that each can be tested without a
// window.
#pragma once

#include <QObject>
#include <memory>
#include <tuple>

#include "app/models/support/services.h"

namespace lw {

class AutoMeasure;
class CodeApproval;
class CompositeShelf;
class Document;
class DocumentFiles;
class DocumentText;
class Exporter;
class Following;
class HistoryEditor;
class JobRunner;
class Lowering;
class Messages;
class ModelRuns;
class ModelWeights;
class Offers;
class PaneStates;
class PythonRuns;
class RepairSearch;
class RunJobs;
class RunRecords;
class Runs;
class SelectionModel;
class ShownProgram;
class StateComparison;
class Steps;
class TargetChoice;
class Tuning;

class Workbench : public QObject, public Services {
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
  RunRecords* records() const;
  RunJobs* runJobs() const;
  Runs* runs() const;
  AutoMeasure* autoMeasure() const;
  Exporter* exporter() const;
  Tuning* tuning() const;
  ModelRuns* models() const;
  ModelWeights* weights() const;
  PythonRuns* python() const;
  Following* following() const;
  bool idle() const;  // no job is running: what is shown is up to date

 private:
  friend class Services;
  struct All;
  auto byType() const;
  void connectText();
  void connectProgram();
  void followProgram();
  void connectTarget();
  void connectRuns();
  void connectTuning();
  const std::unique_ptr<All> all_;
};

}  // namespace lw
