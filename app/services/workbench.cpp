#include "app/services/workbench.h"

#include "app/models/document/change_queue.h"
#include "app/models/document/document.h"
#include "app/models/document/messages.h"
#include "app/models/program/selection_model.h"
#include "app/models/runs/target_choice.h"
#include "app/services/document/kept_files.h"
#include "app/services/document/parsed_text.h"
#include "app/services/follow/following.h"
#include "app/services/jobs/job_threads.h"
#include "app/services/lowering/compared_state.h"
#include "app/services/lowering/kept_proofs.h"
#include "app/services/lowering/lowering.h"
#include "app/services/lowering/pane_states.h"
#include "app/services/models/model_runs.h"
#include "app/services/models/model_weights.h"
#include "app/services/offers/offers.h"
#include "app/services/offers/repair_search.h"
#include "app/services/program/deferred_release.h"
#include "app/services/program/program_updates.h"
#include "app/services/python/python_runs.h"
#include "app/services/runs/auto_measure.h"
#include "app/services/runs/awaited_runs.h"
#include "app/services/runs/code_approval.h"
#include "app/services/runs/exporter.h"
#include "app/services/runs/measuring_turns.h"
#include "app/services/runs/run_job.h"
#include "app/services/runs/run_records.h"
#include "app/services/schedule/composites.h"
#include "app/services/schedule/history_changes.h"
#include "app/services/schedule/queued_steps.h"
#include "app/services/tuning/size_tuning.h"
#include "app/services/tuning/tuning.h"
#include "backends/target/target.h"

namespace lw {

struct Workbench::All {
  explicit All(std::function<bool()> idle) : idle(std::move(idle)) {}
  const std::function<bool()> idle;
  const std::vector<int64_t> caches = cacheSizes();  // sizes in bytes, smallest first
  MeasuringTurns turns;
  JobThreads jobs;  // destroyed last: jobs that it waits for may still use the services
  Messages messages;
  Document document{messages};
  ParsedText text{document, messages, jobs};
  TargetChoice target;
  KeptFiles files{document, text, target, messages, jobs};
  CompositeShelf composites;
  SelectionModel selection{document};
  DeferredRelease released;
  ProgramUpdates program{document, selection, jobs, released, caches};
  RepairSearch repairs{document, messages, jobs};
  QueuedSteps steps{document, program, selection, composites, repairs, messages, jobs};
  HistoryChanges history{document, program, selection, messages, jobs};
  CodeApproval approval;
  Lowering lowering{document, program, target, approval, jobs, released};
  Offers offers{document, program, selection, composites, target, jobs};
  PaneStates states{document, lowering, target, jobs, caches};
  KeptProofs proofs{document};
  ComparedState comparison{document, lowering, target, jobs, proofs, caches};
  RunRecords records{document, text, target, messages};
  RunJobs runJobs{document, records, target, approval, turns};
  AwaitedRuns runs{document, records, runJobs, approval, messages, jobs};
  AutoMeasure autoMeasure{document, program, records, runJobs, target, approval, jobs, idle};
  Exporter exporter{document, text, records, proofs, target, approval, messages, jobs};
  Tuning tuning{document, steps, records, target, approval, messages, turns, jobs};
  SizeTuning sizeTuning{document, steps, tuning, messages, turns, jobs};
  ModelRuns models{document, target, approval, turns, autoMeasure, messages, jobs, idle};
  ModelWeights weights{models, jobs};
  PythonRuns python{document, text, files, steps, history, approval, messages, jobs};
  Following following{document, files, program, selection, steps, history, records, messages, jobs};
};

// Services are connected before any view, so that they are up to date when views are called. Receivers of one signal
// are called in the order in which they are connected here.
Workbench::Workbench(QObject* parent)
    : QObject(parent), all_(std::make_unique<All>([this] { return idle() && !all_->following.watches(); })) {
  connect(&all_->document, &Document::ended, &all_->jobs, [this] { all_->jobs.endScope(JobScope::Document); });
  connectText();
  connectProgram();
  connectTarget();
  connectRuns();
  connectTuning();
}

Workbench::~Workbench() = default;

JobRunner* Workbench::jobs() const { return &all_->jobs; }
Messages* Workbench::messages() const { return &all_->messages; }
Document* Workbench::document() const { return &all_->document; }
DocumentText* Workbench::text() const { return &all_->text; }
DocumentFiles* Workbench::files() const { return &all_->files; }
TargetChoice* Workbench::target() const { return &all_->target; }
CompositeShelf* Workbench::composites() const { return &all_->composites; }
SelectionModel* Workbench::selection() const { return &all_->selection; }
ShownProgram* Workbench::program() const { return &all_->program; }
RepairSearch* Workbench::repairs() const { return &all_->repairs; }
Steps* Workbench::steps() const { return &all_->steps; }
HistoryEditor* Workbench::history() const { return &all_->history; }
Offers* Workbench::offers() const { return &all_->offers; }
CodeApproval* Workbench::approval() const { return &all_->approval; }
Lowering* Workbench::lowering() const { return &all_->lowering; }
PaneStates* Workbench::states() const { return &all_->states; }
StateComparison* Workbench::comparison() const { return &all_->comparison; }
RunRecords* Workbench::records() const { return &all_->records; }
RunJobs* Workbench::runJobs() const { return &all_->runJobs; }
Runs* Workbench::runs() const { return &all_->runs; }
AutoMeasure* Workbench::autoMeasure() const { return &all_->autoMeasure; }
Exporter* Workbench::exporter() const { return &all_->exporter; }
Tuning* Workbench::tuning() const { return &all_->tuning; }
ModelWeights* Workbench::weights() const { return &all_->weights; }
ModelRuns* Workbench::models() const { return &all_->models; }
PythonRuns* Workbench::python() const { return &all_->python; }
Following* Workbench::following() const { return &all_->following; }

auto Workbench::byType() const {
  return std::tuple{document(),    text(),      files(),      target(),          composites(),      selection(),
                    program(),     repairs(),   steps(),      history(),         offers(),          approval(),
                    lowering(),    states(),    comparison(), records(),         runJobs(),         runs(),
                    autoMeasure(), exporter(),  tuning(),     &all_->sizeTuning, models(),          weights(),
                    python(),      following(), jobs(),       messages(),        records()->model()};
}

template <class S>
S* Services::get() const {
  return std::get<S*>(static_cast<const Workbench*>(this)->byType());
}

template AutoMeasure* Services::get() const;
template CodeApproval* Services::get() const;
template CompositeShelf* Services::get() const;
template Document* Services::get() const;
template DocumentFiles* Services::get() const;
template DocumentText* Services::get() const;
template Exporter* Services::get() const;
template Following* Services::get() const;
template HistoryEditor* Services::get() const;
template JobRunner* Services::get() const;
template Lowering* Services::get() const;
template Messages* Services::get() const;
template ModelRuns* Services::get() const;
template ModelWeights* Services::get() const;
template Offers* Services::get() const;
template PaneStates* Services::get() const;
template PythonRuns* Services::get() const;
template RepairSearch* Services::get() const;
template RunJobs* Services::get() const;
template RunModel* Services::get() const;
template RunRecords* Services::get() const;
template Runs* Services::get() const;
template SelectionModel* Services::get() const;
template ShownProgram* Services::get() const;
template SizeTuning* Services::get() const;
template StateComparison* Services::get() const;
template Steps* Services::get() const;
template TargetChoice* Services::get() const;
template Tuning* Services::get() const;

bool Workbench::idle() const {
  return !all_->jobs.busy() && !all_->offers.pausing() && !all_->text.pausing() && all_->document.changes()->empty() &&
         !all_->files.keeping();
}

void Workbench::connectText() {
  connect(&all_->text, &DocumentText::stepsForgotten, &all_->selection, &SelectionModel::clear);
  connect(&all_->text, &DocumentText::replaced, &all_->comparison, [this] {
    all_->comparison.compareWith({});
    all_->comparison.forgetProof();
  });
  connect(&all_->text, &DocumentText::replaced, &all_->composites, [this] {
    if (!all_->document.source()->errorAtTop()) all_->composites.update(all_->document.session()->sharedSource());
  });
  connect(&all_->text, &DocumentText::replaced, &all_->records, &RunRecords::follow);
  connect(&all_->text, &DocumentText::shown, &all_->program, [this] { all_->program.show(); });
  connect(&all_->files, &DocumentFiles::modelRead, &all_->models, &ModelRuns::setFile);
  connect(&all_->files, &DocumentFiles::scheduleRequested, &all_->steps, &Steps::applyFunction);
}

void Workbench::connectProgram() {
  connect(&all_->program, &ShownProgram::functionChanged, &all_->records, &RunRecords::follow);
  connect(&all_->program, &ShownProgram::stateChosen, &all_->approval, &CodeApproval::withdraw);
  connect(&all_->program, &ShownProgram::stateChosen, &all_->records,
          [this] { all_->records.model()->setShown(all_->document.history().current()); });
  all_->program.setFollowers({[this] { all_->lowering.follow(); }, [this] { followProgram(); }});
  connect(&all_->lowering, &Lowering::completed, &all_->offers, &Offers::stagesShown);
  connect(&all_->lowering, &Lowering::machineCodeRequested, &all_->states, &PaneStates::refresh);
  connect(&all_->lowering, &Lowering::machineCodeRequested, &all_->comparison, &ComparedState::addMachineCode);
  connect(&all_->history, &HistoryEditor::changed, &all_->records,
          &RunRecords::refresh);  // before the views read them
  connect(&all_->history, &HistoryEditor::variantRemoved, &all_->comparison, &ComparedState::forgetRemoved);
  connect(&all_->history, &HistoryEditor::refused, &all_->steps, &Steps::refused);
}

// After the panes show another program.
void Workbench::followProgram() {
  Q_EMIT all_->selection.changed();
  all_->offers.refreshSoon();
  all_->states.refresh();
  Q_EMIT all_->history.changed();
  all_->models.followSchedules();
}

void Workbench::connectTarget() {
  connect(&all_->target, &TargetChoice::chosen, this, [this] {
    if (all_->document.hasProgram()) {
      all_->lowering.refresh();
      all_->offers.refreshSoon();
      all_->comparison.refresh();
      all_->states.refresh();
      Q_EMIT all_->history.changed();  // its times depend on target and arithmetic
    }
    all_->autoMeasure.measureSoon();
    all_->files.keep();
  });
}

void Workbench::connectRuns() {
  connect(&all_->comparison, &StateComparison::chosen, &all_->records,
          [this](std::optional<int> node) { all_->records.model()->setCompared(node); });
  connect(&all_->approval, &CodeApproval::granted, this, [this] {
    all_->lowering.refresh();
    all_->runs.run();
  });
  connect(&all_->records, &RunRecords::recorded, &all_->history, &HistoryEditor::changed);
  connect(&all_->comparison, &StateComparison::proofKept, &all_->history, &HistoryEditor::changed);
  connect(&all_->autoMeasure, &AutoMeasure::gaveUp, &all_->history, &HistoryEditor::changed);
  connect(&all_->autoMeasure, &AutoMeasure::estimated, &all_->history, &HistoryEditor::changed);
  connect(&all_->runs, &Runs::breakingStepFound, &all_->history, &HistoryEditor::goTo);
  connect(&all_->files, &DocumentFiles::loaded, &all_->runs, [this] { Q_EMIT all_->runs.progressed({}, 0); });
}

void Workbench::connectTuning() { connect(&all_->text, &DocumentText::parsed, &all_->tuning, &Tuning::followText); }

}  // namespace lw
