#include "app/services/schedule/queued_steps.h"

#include <QFileInfo>

#include "app/models/document/change_queue.h"
#include "app/models/document/document.h"
#include "app/models/document/messages.h"
#include "app/models/document/no_program.h"
#include "app/models/program/selection_model.h"
#include "app/models/program/state_views.h"
#include "app/models/support/job_runner.h"
#include "app/services/offers/drops.h"
#include "app/services/offers/repair_search.h"
#include "app/services/program/program_updates.h"
#include "app/services/schedule/composites.h"
#include "app/services/schedule/schedule_import.h"
#include "app/services/schedule/step_preview.h"
#include "app/services/schedule/typed_preview.h"
#include "core/te/schedule_code.h"
#include "core/te/te_stages.h"
#include "core/text/print/printer.h"
#include "passes/pipeline.h"

namespace lw {
namespace {

QStringList notesOf(const ScriptRun& run) {
  QStringList notes;
  for (const Message& note : run.notes) notes << QString::fromStdString(note.text());
  return notes;
}

// The program as written, with the working function of `shown`.
Schedule startOf(const Schedule& shown) {
  Schedule start = shown.prefix(0);
  (void)start.workOn(shown.program().functionName(shown.currentFunction()));
  return start;
}

}  // namespace

struct QueuedSteps::Outcome {
  std::vector<TitledState> states;
  std::optional<Explanation> error;
  std::optional<Instruction> refused;  // the step that the error is about, if it is about one
  QString call;
  QStringList notes;  // what a person should know of the steps
  bool fromSource = false;
  std::string variant;
  std::optional<QStringList> replaces;        // of OpenedTrace; other variants keep their names
  bool stays = false;                         // the shown state stays
  std::function<void(int node)> opened;       // of OpenedTrace
  std::optional<int> workingOn;               // the working function after the steps, if it has changed
  std::shared_ptr<const ProgramViews> views;  // of the last state
};

QueuedSteps::QueuedSteps(Document& document, ProgramUpdates& program, SelectionModel& selection,
                         const CompositeShelf& composites, RepairSearch& repairs, Messages& messages, JobRunner& jobs)
    : document_(document),
      program_(program),
      selection_(selection),
      composites_(composites),
      repairs_(repairs),
      messages_(messages),
      jobs_(jobs) {}

bool QueuedSteps::mayApply() {
  if (!document_.hasProgram()) messages_.say(noProgramWords(document_));
  return document_.hasProgram();
}

void QueuedSteps::enqueue(Job job) {
  if (document_.changes()->allows(PersonChange::Schedule)) enqueueOfOthers(std::move(job));
}

void QueuedSteps::enqueueOfOthers(Job job) {
  document_.changes()->enqueue([this, job = std::move(job)] {
    if (!document_.hasProgram()) return document_.changes()->finished();
    jobs_.run<std::shared_ptr<Outcome>>(
        Channel::Step,
        [job, schedule = document_.workingSchedule(), shown = document_.shownFunction(),
         caches = program_.caches()](const Stop& stop) {
          auto outcome = std::make_shared<Outcome>(job(schedule, stop));
          if (outcome->states.empty()) return outcome;
          const Snapshot& made = outcome->states.back().schedule.program();
          const int function =
              outcome->workingOn.value_or(ProgramUpdates::functionAfter(schedule.program(), made, shown));
          outcome->views = std::make_shared<const ProgramViews>(viewsOf(made, function, caches));
          return outcome;
        },
        [this](std::shared_ptr<Outcome> outcome) {
          take(std::move(*outcome));
          document_.changes()->finished();
        });
  });
}

void QueuedSteps::take(Outcome outcome) {
  const History& history = document_.history();
  const Schedule before = history.schedule();
  const int shown = history.current();
  addStates(outcome);
  const int last = history.current();
  const auto tellOpened = [&] {
    if (outcome.opened && !outcome.error) outcome.opened(last);
  };
  if (outcome.stays) {
    document_.workspace().history.goTo(shown);
    if (outcome.error) tellRefusal(outcome);
    program_.show();
    return tellOpened();
  }
  if (outcome.error) tellRefusal(outcome);
  if (outcome.workingOn) document_.workspace().shown = *outcome.workingOn;
  if (outcome.states.empty() && !outcome.fromSource && !outcome.workingOn) return;
  program_.follow(before, history.schedule());
  const bool consumed = !selection_.move(before, history.schedule());
  program_.show(std::move(outcome.views));
  if (!outcome.error) Q_EMIT applied(outcome.call);
  const Schedule& now = history.schedule();
  for (int i = before.stepCount(); i < now.stepCount(); ++i)
    if (now.step(i).assumed) return Q_EMIT assumed(shown, history.current());
  if (consumed) messages_.say(tr("The selection no longer exists after %1").arg(outcome.call));
  for (const QString& note : outcome.notes) messages_.say(tr("Note: %1").arg(note));
  tellOpened();
}

void QueuedSteps::addStates(const Outcome& outcome) {
  History& history = document_.workspace().history;
  if (outcome.fromSource && (!outcome.states.empty() || !outcome.error)) history.goTo(0);
  for (const TitledState& state : outcome.states) {
    // When a named variant grows, the name moves to its new last state.
    const int from = history.current();
    const std::string name = history.node(from).name;
    const bool tip = history.children(from).empty();
    history.add(state.schedule, state.title);
    if (tip && from != 0 && !name.empty() && !outcome.replaces) {
      history.rename(from, {});
      history.rename(history.current(), name);
    }
  }
  const QString name = QString::fromStdString(history.node(history.current()).name);
  const bool free = name.isEmpty() || (outcome.replaces && outcome.replaces->contains(name));
  if (!outcome.variant.empty() && history.current() != 0 && free) history.rename(history.current(), outcome.variant);
}

void QueuedSteps::tellRefusal(const Outcome& outcome) {
  messages_.addStepProblems({problemOf(outcome.call, *outcome.error)});
  messages_.publish();
  Q_EMIT refused(outcome.call, *outcome.error);
  if (outcome.refused && outcome.refused->primitive && outcome.states.empty() && !outcome.fromSource)
    repairs_.seek(outcome.call, *outcome.refused, *outcome.error);
}

void QueuedSteps::apply(const Primitive& primitive, const Arguments& args) {
  if (!document_.hasProgram()) return;
  enqueue([&primitive, args, all = composites_.all()](const Schedule& start, const Stop& stop) {
    Outcome outcome;
    outcome.call = QString::fromStdString(callText(start.program(), primitive, args));
    if (const Composite* composite = compositeIn(*all, primitive)) {
      script::Limits limits = te::withTensors();
      limits.cancelled = stop;
      ScriptRun run = applyComposite(*composite, args, start, limits);
      outcome.states = statesOf(run.schedule, start.stepCount(), run.groups);
      outcome.error = std::move(run.error);
      return outcome;
    }
    Schedule next = start;
    const Result<StepValue> done = next.apply(primitive, args);
    if (done)
      outcome.states.push_back({next, outcome.call.toStdString()});
    else {
      outcome.error = done.error();
      outcome.refused = Instruction{&primitive, args, {}};
    }
    return outcome;
  });
}

// Several calls in one text are one entry of the trace, or nothing if one of them is refused.
void QueuedSteps::applyChain(const QString& text) {
  enqueue([text, forms = composites_.forms(), selected = selection_.current().nodes,
           source = document_.session()->sharedSource()](const Schedule& start, const Stop& stop) {
    Outcome outcome;
    outcome.call = text;
    TypedChain chain = chainOf(text.toStdString(), {start, forms, selected}, source, stop);
    if (const Explanation* error = chain.error())
      outcome.error = *error;
    else
      outcome.states = statesOf(chain.run.schedule, start.stepCount(), chain.run.groups);
    outcome.refused = std::move(chain.run.refused);
    return outcome;
  });
}

void QueuedSteps::applyText(const QString& step) {
  if (!mayApply()) return;
  if (isChain(step.toStdString())) return applyChain(step);
  applyOne(step, false);
}

void QueuedSteps::applyAssuming(const QString& step) {
  if (mayApply()) applyOne(step, true);
}

void QueuedSteps::applyOne(const QString& step, bool assumes) {
  enqueue([text = step.toStdString(), assumes, source = document_.session()->sharedSource()](const Schedule& start,
                                                                                             const Stop& stop) {
    Outcome outcome;
    outcome.call = QString::fromStdString(text).replace('\n', tr(", then "));
    script::Limits limits = te::withTensors();
    limits.cancelled = stop;
    Schedule from = start;
    from.assumeUndecided(assumes);
    ScriptRun run = interpretStep(text, from, limits, source);
    run.schedule.assumeUndecided(false);
    outcome.states = statesOf(run.schedule, start.stepCount(), run.groups);
    if (run.schedule.currentFunction() != start.currentFunction()) outcome.workingOn = run.schedule.currentFunction();
    outcome.error = std::move(run.error);
    outcome.refused = std::move(run.refused);
    outcome.notes = notesOf(run);
    return outcome;
  });
}

void QueuedSteps::showRefusal(const QStringList& steps) {
  if (!document_.hasProgram() || steps.isEmpty()) return;
  enqueueOfOthers([steps, source = document_.session()->sharedSource()](const Schedule& start, const Stop& stop) {
    Outcome outcome;
    outcome.call = steps.last();
    script::Limits limits = te::withTensors();
    limits.cancelled = stop;
    Schedule reached = start;
    for (const QString& step : steps) {
      ScriptRun run = interpretStep(step.toStdString(), reached, limits, source);
      reached = std::move(run.schedule);
      outcome.error = std::move(run.error);
      outcome.refused = std::move(run.refused);
      if (outcome.error) break;
    }
    return outcome;
  });
}

void QueuedSteps::applyFunction(const QString& name) {
  if (!mayApply()) return;
  enqueue([source = document_.session()->sharedSource(), name](const Schedule& start, const Stop& stop) {
    Outcome outcome;
    outcome.call = name + "(sch)";
    outcome.fromSource = true;
    outcome.variant = name.toStdString();
    script::Limits limits;
    limits.cancelled = stop;
    limits.lowered = [](const PrimFunc& f) { return print(lowerForCpu(f)).text; };
    ScriptRun run = interpretScheduleOf(*source, name.toStdString(), startOf(start), limits);
    outcome.states = statesOf(run.schedule, 0, run.groups);
    outcome.error = std::move(run.error);
    outcome.notes = notesOf(run);
    return outcome;
  });
}

void QueuedSteps::importSchedule(const QString& path) {
  if (!document_.hasProgram()) return messages_.say(tr("No program: first open the file that the schedule applies to"));
  enqueue([path](const Schedule& shown, const Stop& stop) {
    Outcome outcome;
    outcome.call = tr("the schedule of %1").arg(QFileInfo(path).fileName());
    outcome.fromSource = true;
    outcome.variant = QFileInfo(path).completeBaseName().toStdString();
    if (!QFileInfo(path).isReadable()) {
      outcome.error.emplace();
      outcome.error->message = tr("%1 cannot be read").arg(path).toStdString();
      return outcome;
    }
    script::Limits limits;
    limits.cancelled = stop;
    ImportedSchedule got = importedSchedule(path, startOf(shown), limits);
    outcome.states = statesOf(got.schedule, 0, got.groups);
    outcome.error = std::move(got.error);
    if (!got.origin.empty()) outcome.notes << QString::fromStdString(got.origin);
    return outcome;
  });
}

void QueuedSteps::openTrace(const OpenedTrace& trace) {
  if (!mayApply()) return;
  enqueue([trace](const Schedule& start, const Stop&) {
    Outcome outcome;
    outcome.call = trace.name;
    outcome.fromSource = true;
    outcome.replaces = trace.replaces;
    outcome.stays = !trace.shown;
    outcome.opened = trace.opened;
    outcome.variant = trace.name.toStdString();
    const Result<Trace> read = traceFromJson(trace.json);
    const Result<Schedule> made = read ? replay(startOf(start), *read) : Result<Schedule>(read.error());
    if (made)
      outcome.states = statesOf(*made, 0);
    else
      outcome.error = made.error();
    return outcome;
  });
}

void QueuedSteps::drop(LoopId loop, BlockId block, LoopId target) {
  if (!document_.hasProgram() || !program_.hasViews()) return;
  const std::optional<DropStep> step =
      dropStep(document_.schedule().program(), program_.views().tree, loop, block, target);
  if (!step) return messages_.say(tr("Not moved: the program has changed in the meantime"));
  apply(*step->primitive, step->args);
}

void QueuedSteps::check(const Primitive& primitive, const Arguments& args) {
  if (!document_.hasProgram()) return;
  struct Verdict {
    QString call;
    std::optional<Explanation> reason;
  };
  jobs_.run<Verdict>(
      Channel::Check,
      [&primitive, args, schedule = document_.workingSchedule(), all = composites_.all()](const Stop& stop) {
        const Composite* composite = compositeIn(*all, primitive);
        const Status status =
            composite ? checkComposite(*composite, args, schedule, stop) : schedule.check(primitive, args);
        return Verdict{QString::fromStdString(callText(schedule.program(), primitive, args)),
                       status ? std::nullopt : std::optional(status.error())};
      },
      [this, wanted = Instruction{&primitive, args, {}}](Verdict verdict) {
        Q_EMIT checked(verdict.call, verdict.reason);
        if (verdict.reason) repairs_.seek(verdict.call, wanted, *verdict.reason);
      });
}

void QueuedSteps::preview(const Primitive& primitive, const Arguments& args) {
  if (!document_.hasProgram()) return;
  jobs_.run<std::shared_ptr<const StepPreview>>(
      Channel::Preview,
      [&primitive, args, schedule = document_.workingSchedule(), all = composites_.all(),
       function = document_.shownFunction()](const Stop& stop) {
        return std::make_shared<const StepPreview>(previewOf(schedule, primitive, args, *all, function, stop));
      },
      [this](const std::shared_ptr<const StepPreview>& made) { Q_EMIT previewed(made); });
}

void QueuedSteps::previewTyped(const QString& text) {
  if (!document_.hasProgram()) return;
  jobs_.run<std::shared_ptr<const TypedPreview>>(
      Channel::Preview,
      [text, schedule = document_.workingSchedule(), forms = composites_.forms(), selected = selection_.current().nodes,
       source = document_.session()->sharedSource(), function = document_.shownFunction()](const Stop& stop) {
        return std::make_shared<const TypedPreview>(
            typedPreviewOf(text, {schedule, forms, selected}, source, function, stop));
      },
      [this](const std::shared_ptr<const TypedPreview>& made) { Q_EMIT typedPreviewed(made); });
}

void QueuedSteps::endPreview() { jobs_.drop(Channel::Preview); }

}  // namespace lw
