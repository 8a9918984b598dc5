#include "app/services/workbench.h"

#include "app/services/drops.h"
#include "backends/target/target.h"
#include "core/te/schedule_code.h"
#include "core/te/te_stages.h"
#include "core/text/print/printer.h"
#include "passes/pipeline.h"
#include "views/inspector/witness_text.h"
#include "views/translation/translate_messages.h"

namespace lw {
namespace {

constexpr int kParsePause = 350;    // milliseconds without a key before the text is read again
constexpr int kOffersPause = 100;   // ms in which the stages come first
constexpr int kMeasurePause = 600;  // ms without a wish, before steps are timed in the background

bool changed(const Snapshot& before, const Snapshot& after, int function) {
  return function >= before.functionCount() || !before.function(function).body.sameAs(after.function(function).body);
}

// A step on another function of a class brings that one to sight.
int shownAfter(const Snapshot& before, const Snapshot& after, int shown) {
  if (changed(before, after, shown)) return shown;
  for (int f = 0; f < after.functionCount(); ++f)
    if (changed(before, after, f)) return f;
  return shown;
}

template <class Id, class Lists>
std::vector<Id> ofAll(const Snapshot& program, Lists lists) {
  std::vector<Id> all;
  for (int f = 0; f < program.functionCount(); ++f) {
    const std::vector<Id> some = (program.*lists)(f);
    all.insert(all.end(), some.begin(), some.end());
  }
  return all;
}

}  // namespace

Problem problemOf(const QString& call, const Explanation& e) {
  QString message = reasonWords(e);
  if (e.witness) message += ": " + shortSentence(*e.witness);
  return {Problem::Severity::Refusal,
          call,
          message,
          e.witness ? witnessWords(*e.witness) : QString(),
          hintWords(e),
          {},
          e.repairs,
          e.loops,
          e.blocks,
          e.witness};
}

Workbench::Workbench(QObject* parent) : QObject(parent), caches_(cacheSizes()) {
  parsePause_.setSingleShot(true);
  parsePause_.setInterval(kParsePause);
  connect(&parsePause_, &QTimer::timeout, this, &Workbench::parse);
  offersPause_.setSingleShot(true);
  connect(&offersPause_, &QTimer::timeout, this, &Workbench::refreshOffers);
  connect(this, &Workbench::historyChanged, this, &Workbench::refreshRuns);  // before the views ask for them
  measurePause_.setSingleShot(true);
  measurePause_.setInterval(kMeasurePause);
  connect(&measurePause_, &QTimer::timeout, this, &Workbench::measureNext);
}

Workbench::~Workbench() = default;

// ---- the queue of changes ----

void Workbench::enqueue(Task task) {
  Q_EMIT changeAsked();
  tasks_.push_back(std::move(task));
  nextTask();
}

void Workbench::change(std::function<void()> now) {
  enqueue([this, now = std::move(now)] {
    now();
    finished();
  });
}

void Workbench::nextTask() {
  if (working_) return;
  if (tasks_.empty()) return keep();
  working_ = true;
  const Task task = std::move(tasks_.front());
  tasks_.pop_front();
  task();
}

void Workbench::finished() {
  working_ = false;
  nextTask();
}

// ---- steps ----

Schedule Workbench::workingSchedule() const {
  Schedule schedule = history().schedule();
  (void)schedule.workOn(schedule.program().functionName(shownFunction()));
  return schedule;
}

// One at a time, in order: each starts from what the one before left.
void Workbench::enqueueStep(StepJob job) {
  enqueue([this, job = std::move(job)] {
    if (!hasProgram()) return finished();
    worker_.run<std::shared_ptr<StepResult>>(
        Worker::kStep,
        [job, schedule = workingSchedule(), shown = shownFunction(), caches = caches_](const Stop& stop) {
          auto result = std::make_shared<StepResult>(job(schedule, stop));
          if (result->states.empty()) return result;
          const Snapshot& made = result->states.back().schedule.program();
          result->views = std::make_shared<const ProgramViews>(
              viewsOf(made, result->workingOn.value_or(shownAfter(schedule.program(), made, shown)), caches));
          return result;
        },
        [this, document = document_](std::shared_ptr<StepResult> result) {
          if (document != document_) return;
          takeStep(std::move(*result));
          finished();
        });
  });
}

void Workbench::takeStep(StepResult result) {
  History& history = session_->workspace().history;
  const Schedule before = history.schedule();
  if (result.fromSource && (!result.states.empty() || !result.error)) history.goTo(0);
  for (const TitledState& state : result.states) {
    // A named variant that grows keeps its name at its tip.
    const int from = history.current();
    const std::string name = history.node(from).name;
    const bool tip = history.children(from).empty();
    history.add(state.schedule, state.title);
    if (tip && from != 0 && !name.empty()) {
      history.rename(from, {});
      history.rename(history.current(), name);
    }
  }
  if (!result.variant.empty() && history.current() != 0 && history.node(history.current()).name.empty())
    history.rename(history.current(), result.variant);
  if (result.error) {
    stepProblems_.insert(stepProblems_.begin(), problemOf(result.call, *result.error));
    Q_EMIT problemsChanged();
    Q_EMIT stepRefused(result.call, *result.error);
  }
  const bool seek = result.error && result.refused && result.refused->primitive;
  if (seek && result.states.empty() && !result.fromSource) seekRepairs(result.call, *result.refused, *result.error);
  if (result.workingOn) session_->workspace().shown = *result.workingOn;
  if (result.states.empty() && !result.fromSource && !result.workingOn) return;
  followChange(before, history.schedule());
  const bool consumed = !moveSelection(before, history.schedule());
  show(std::move(result.views));
  if (!result.error) Q_EMIT stepApplied(result.call);
  if (consumed) Q_EMIT notice(tr("%1 consumed what was selected").arg(result.call));
  for (const QString& line : result.output)
    if (line.startsWith(QLatin1String("note: "))) Q_EMIT notice(line);
}

// The search may take seconds; a newer one takes its place.
void Workbench::seekRepairs(const QString& call, const Instruction& wanted, const Explanation& reason) {
  if (findPrimitive(wanted.primitive->name) != wanted.primitive) return;  // a composite
  worker_.run<Explanation>(
      Worker::kRepair,
      [schedule = workingSchedule(), wanted, reason](const Stop& stop) {
        return repairsWithin(stop, schedule, *wanted.primitive, wanted.args, reason);
      },
      [this, call, reason](Explanation found) {
        if (found.repairs == reason.repairs) return;
        for (Problem& problem : stepProblems_)
          if (problem.place == call) problem.repairs = found.repairs;
        Q_EMIT problemsChanged();
        Q_EMIT repairsFound(call, found);
      });
}

void Workbench::seekRepairs(const Primitive& primitive) {
  const StepOffer* refused = offer(primitive.name);
  if (!refused || refused->state != StepOffer::State::Refused || findPrimitive(primitive.name) != &primitive) return;
  worker_.run<Explanation>(
      Worker::kAdvice,
      [schedule = workingSchedule(), &primitive, args = refused->args, reason = refused->reason](const Stop& stop) {
        return repairsWithin(stop, schedule, primitive, args, reason);
      },
      [this, &primitive, call = refused->call](Explanation found) {
        for (StepOffer& offer : offers_) {
          if (offer.primitive != &primitive || offer.call != call) continue;
          offer.soughtRepairs = true;
          offer.reason = found;
        }
        Q_EMIT offersChanged();
      });
}

void Workbench::followChange(const Schedule& before, const Schedule& after) {
  int& shown = session_->workspace().shown;
  const int now = shownAfter(before.program(), after.program(), shown);
  if (now == shown) return;
  shown = now;
  selection_ = {};
  showRuns();
  Q_EMIT fileChanged();
}

void Workbench::applyStep(const Primitive& primitive, const Arguments& args) {
  if (!hasProgram()) return;
  enqueueStep([&primitive, args, all = shelf_.all()](const Schedule& start, const Stop& stop) {
    StepResult result;
    result.call = QString::fromStdString(callText(start.program(), primitive, args));
    if (const Composite* composite = compositeIn(*all, primitive)) {
      script::Limits limits = te::withTensors();
      limits.cancelled = stop;
      ScriptRun run = applyComposite(*composite, args, start, limits);
      result.states = statesOf(run.schedule, start.stepCount(), run.groups);
      result.error = std::move(run.error);
      return result;
    }
    Schedule next = start;
    const Result<Value> done = next.apply(primitive, args);
    if (done)
      result.states.push_back({next, result.call.toStdString()});
    else {
      result.error = done.error();
      result.refused = Instruction{&primitive, args, {}};
    }
    return result;
  });
}

void Workbench::applyText(const QString& step) {
  if (!hasProgram()) return Q_EMIT notice(tr("no program: open a file first"));
  enqueueStep([text = step.toStdString(), source = session_->sharedSource()](const Schedule& start, const Stop& stop) {
    StepResult result;
    result.call = QString::fromStdString(text).replace('\n', tr(", then "));
    script::Limits limits = te::withTensors();
    limits.cancelled = stop;
    ScriptRun run = interpretStep(text, start, limits, source);
    result.states = statesOf(run.schedule, start.stepCount(), run.groups);
    if (run.schedule.currentFunction() != start.currentFunction()) result.workingOn = run.schedule.currentFunction();
    result.error = std::move(run.error);
    result.refused = std::move(run.refused);
    return result;
  });
}

void Workbench::applyFunction(const QString& name) {
  if (!hasProgram()) return Q_EMIT notice(tr("no program: open a file first"));
  enqueueStep([source = session_->sharedSource(), name](const Schedule& start, const Stop& stop) {
    StepResult result;
    result.call = name + "(sch)";
    result.fromSource = true;
    result.variant = name.toStdString();
    script::Limits limits;
    limits.cancelled = stop;
    limits.lowered = [](const PrimFunc& f) { return print(lowerForCpu(f)).text; };
    Schedule first = start.prefix(0);
    (void)first.workOn(start.program().functionName(start.currentFunction()));
    ScriptRun run = interpretScheduleOf(*source, name.toStdString(), first, limits);
    result.states = statesOf(run.schedule, 0, run.groups);
    result.error = std::move(run.error);
    for (const std::string& line : run.output) result.output << QString::fromStdString(line);
    return result;
  });
}

void Workbench::checkStep(const Primitive& primitive, const Arguments& args) {
  if (!hasProgram()) return;
  struct Verdict {
    QString call;
    std::optional<Explanation> reason;
  };
  worker_.run<Verdict>(
      Worker::kCheck,
      [&primitive, args, schedule = workingSchedule(), all = shelf_.all()](const Stop& stop) {
        const Composite* composite = compositeIn(*all, primitive);
        const Status status =
            composite ? checkComposite(*composite, args, schedule, stop) : schedule.check(primitive, args);
        return Verdict{QString::fromStdString(callText(schedule.program(), primitive, args)),
                       status ? std::nullopt : std::optional(status.error())};
      },
      [this, wanted = Instruction{&primitive, args, {}}](Verdict verdict) {
        Q_EMIT stepChecked(verdict.call, verdict.reason);
        if (verdict.reason) seekRepairs(verdict.call, wanted, *verdict.reason);
      });
}

void Workbench::checkDrops(LoopId loop, BlockId block) {
  if (!hasProgram() || !hasViews()) return;
  const int drag = ++drag_;
  worker_.run<bool>(
      Worker::kDrops,
      [this, drag, schedule = workingSchedule(), views = views_, loop, block](const Stop& stop) {
        lw::checkDrops(schedule, views->tree, loop, block, stop, [&](std::vector<DropVerdict> verdicts) {
          worker_.post([this, drag, verdicts = std::move(verdicts)] {
            if (drag == drag_) Q_EMIT dropsChecked(verdicts);
          });
        });
        return true;
      },
      [](bool) {});
}

void Workbench::endDrag() {
  ++drag_;
  worker_.cancel(Worker::kDrops);
}

void Workbench::dropAt(LoopId loop, BlockId block, LoopId target) {
  if (!hasProgram() || !hasViews()) return;
  const std::optional<DropStep> step = dropStep(schedule().program(), views().tree, loop, block, target);
  if (!step) return Q_EMIT notice(tr("not moved: meanwhile the program is another one"));
  applyStep(*step->primitive, step->args);
}

void Workbench::checkCandidates(const Primitive& primitive, const std::vector<Candidate>& candidates) {
  if (!hasProgram()) return;
  using Reasons = std::vector<std::optional<Explanation>>;
  worker_.run<Reasons>(
      Worker::kCandidates,
      [&primitive, candidates, schedule = workingSchedule()](const Stop& stop) {
        Reasons reasons;
        for (const Candidate& candidate : candidates) {
          if (stop()) break;
          const Status status = quickCheck(schedule, primitive, candidate.args);
          reasons.push_back(status || isUndecided(status.error()) ? std::nullopt : std::optional(status.error()));
        }
        return reasons;
      },
      [this, &primitive](Reasons reasons) { Q_EMIT candidatesChecked(&primitive, reasons); });
}

// `acted`: the node whose action the person looks at, which is undone, redone or was clicked.
void Workbench::moveTo(int node, int acted) {
  History& history = session_->workspace().history;
  if (node < 0 || node >= history.size() || history.node(node).removed || node == history.current()) return;
  const Schedule before = history.schedule();
  history.goTo(node);
  if (const int parent = history.node(acted).parent; parent >= 0)
    followChange(history.node(parent).schedule, history.node(acted).schedule);
  const bool there = moveSelection(before, history.schedule());
  show();
  if (!there) Q_EMIT notice(tr("what was selected is not in this state"));
}

void Workbench::goTo(int node) {
  change([this, node] {
    if (hasProgram() && node >= 0 && node < history().size()) moveTo(node, node);
  });
}

void Workbench::undo() {
  change([this] {
    if (!hasProgram() || !history().canUndo()) return;
    const int undone = history().current();
    Q_EMIT notice(tr("undone: %1").arg(QString::fromStdString(history().node(undone).title)));
    moveTo(history().node(undone).parent, undone);
  });
}

void Workbench::redo() {
  change([this] {
    if (!hasProgram() || !history().canRedo()) return;
    const int next = history().node(history().current()).lastChild;
    Q_EMIT notice(tr("redone: %1").arg(QString::fromStdString(history().node(next).title)));
    moveTo(next, next);
  });
}

void Workbench::rename(int node, const QString& name) {
  change([this, node, name] {
    if (!hasProgram()) return;
    session_->workspace().history.rename(node, name.toStdString());
    Q_EMIT historyChanged();
  });
}

void Workbench::annotate(int node, const QString& note) {
  change([this, node, note] {
    if (!hasProgram()) return;
    session_->workspace().history.annotate(node, note.toStdString());
    Q_EMIT historyChanged();
  });
}

void Workbench::mark(int node, bool bookmark) {
  change([this, node, bookmark] {
    if (!hasProgram()) return;
    session_->workspace().history.mark(node, bookmark);
    Q_EMIT historyChanged();
  });
}

void Workbench::removeVariant(int node) {
  change([this, node] {
    if (!hasProgram()) return;
    const Schedule before = history().schedule();
    session_->workspace().history.remove(node);
    if (comparedNode_ && history().node(*comparedNode_).removed) compareWith({});
    moveSelection(before, history().schedule());
    show();
  });
}

std::vector<int> Workbench::shownPath() const {
  if (!hasProgram()) return {};
  std::vector<int> path = history().pathTo(history().current());
  for (int next = history().node(path.back()).lastChild; next >= 0; next = history().node(next).lastChild)
    path.push_back(next);
  return path;
}

// ---- what is shown ----

// `made`: by the job that made the state. The history is told with the views, so that all that changes is painted once.
void Workbench::show(std::shared_ptr<const ProgramViews> made) {
  dropQuestion();
  offersKnown_ = false;
  worker_.cancel(Worker::kMeasure);  // what is shown now comes first
  measureSoon();
  runs_.setShown(history().current());
  const auto take = [this](std::shared_ptr<const ProgramViews> views) {
    takeViews(std::move(views));
    refreshStates();
    Q_EMIT historyChanged();
  };
  if (made && made->function.body.sameAs(history().schedule().program().function(shownFunction()).body)) {
    ++showing_;
    take(std::move(made));
  } else {
    worker_.run<std::shared_ptr<const ProgramViews>>(
        Worker::kShow,
        [program = history().schedule().program(), function = shownFunction(), caches = caches_](const Stop&) {
          return std::make_shared<const ProgramViews>(viewsOf(program, function, caches));
        },
        [this, take, number = ++showing_, document = document_](std::shared_ptr<const ProgramViews> views) {
          if (number == showing_ && document == document_ && hasProgram()) take(std::move(views));
        });
  }
}

void Workbench::takeViews(std::shared_ptr<const ProgramViews> views) {
  drop(std::exchange(views_, std::move(views)));
  stagesAwaited_ = true;
  lower();
  Q_EMIT programChanged();
  Q_EMIT selectionChanged();
  offersPause_.start(kOffersPause);  // what is seen comes first
}

void Workbench::refreshOffers() {
  offersPause_.stop();
  if (!hasProgram()) return;
  offersKnown_ = false;
  worker_.cancel(Worker::kComposites);  // about another selection
  worker_.run<std::vector<StepOffer>>(
      Worker::kOffers,
      [schedule = workingSchedule(), nodes = selection_.nodes](const Stop& stop) {
        return offersAt(schedule, nodes, stop);
      },
      [this](std::vector<StepOffer> offers) {
        offers_ = std::move(offers);
        offersKnown_ = true;
        Q_EMIT offersChanged();
        refreshCompositeOffers();
      });
}

// After the others, because each check carries a composite out.
void Workbench::refreshCompositeOffers() {
  worker_.run<std::vector<StepOffer>>(
      Worker::kComposites,
      [schedule = workingSchedule(), nodes = selection_.nodes, all = shelf_.all()](const Stop& stop) {
        return compositeOffersAt(schedule, nodes, *all, stop);
      },
      [this](std::vector<StepOffer> offers) {
        std::erase_if(offers_, [](const StepOffer& o) { return isComposite(*o.primitive); });
        offers_.insert(offers_.end(), offers.begin(), offers.end());
        Q_EMIT offersChanged();
      });
}

const StepOffer* Workbench::offer(const std::string& primitive) const {
  if (!offersKnown_) return nullptr;
  for (const StepOffer& o : offers_)
    if (o.primitive->name == primitive) return &o;
  return nullptr;
}

// ---- selection ----

void Workbench::select(const LinkedSelection& selection) {
  if (!hasProgram()) return;
  const Snapshot& program = history().schedule().program();
  selection_ = {};
  selection_.buffer = selection.buffer;
  for (const LoopId loop : selection.nodes.loops)
    if (program.contains(loop)) selection_.nodes.loops.push_back(loop);
  for (const BlockId block : selection.nodes.blocks)
    if (program.contains(block)) selection_.nodes.blocks.push_back(block);
  Q_EMIT selectionChanged();
  refreshOffers();
}

// Forward to what the nodes became; back (undo, an earlier row) to what they came from.
bool Workbench::moveSelection(const Schedule& before, const Schedule& after) {
  const int from = before.stepCount(), to = after.stepCount();
  const bool had = !selection_.nodes.loops.empty() || !selection_.nodes.blocks.empty();
  LinkedSelection moved;
  moved.buffer = selection_.buffer;
  const auto carry = [&](auto id, const auto& candidates, auto& list) {
    using Id = decltype(id);
    if (after.program().contains(id)) return list.push_back(id);
    if (to >= from && before.program().contains(id)) {
      const std::vector<Id> became = after.follow(id, from, to);
      if (!became.empty() && after.program().contains(became.front())) list.push_back(became.front());
      return;
    }
    for (const Id old : candidates)
      for (const Id now : before.follow(old, to, from))
        if (now == id) return list.push_back(old);
  };
  for (const LoopId loop : selection_.nodes.loops)
    carry(loop, ofAll<LoopId>(after.program(), &Snapshot::loops), moved.nodes.loops);
  for (const BlockId block : selection_.nodes.blocks)
    carry(block, ofAll<BlockId>(after.program(), &Snapshot::blocks), moved.nodes.blocks);
  selection_ = moved;
  return !had || !selection_.nodes.loops.empty() || !selection_.nodes.blocks.empty();
}

// Functions of a class have ids of their own in a program; in the text they are numbered on.
uint32_t Workbench::idShift() const {
  const Snapshot& program = history().node(0).schedule.program();
  const Result<PrimFunc> written = session_->workspace().source->select(session_->function());
  const BlockId root = program.rootBlock(shownFunction());
  const Block* first = written ? written->body.as<Block>() : nullptr;
  return first && root.valid() ? root.value - first->id.value : 0;
}

BlockId Workbench::inSource(BlockId block) const {
  const bool written = hasProgram() && block.valid() && history().node(0).schedule.program().contains(block);
  return written ? BlockId{block.value - idShift()} : BlockId();
}

Selection Workbench::selectionInSource() const {
  Selection found;
  if (!hasProgram()) return found;
  const Schedule& now = history().schedule();
  const uint32_t shift = idShift();
  for (const LoopId loop : now.source().loops(shownFunction()))
    for (const LoopId became : now.follow(loop, 0, now.stepCount()))
      if (selection_.holds(became)) found.loops.push_back(LoopId{loop.value - shift});
  for (const BlockId block : now.source().blocks(shownFunction()))
    for (const BlockId became : now.follow(block, 0, now.stepCount()))
      if (selection_.holds(became)) found.blocks.push_back(BlockId{block.value - shift});
  return found;
}

void Workbench::selectFromSource(LoopId loop, BlockId block) {
  if (!hasProgram()) return;
  const Schedule& now = history().schedule();
  const uint32_t shift = idShift();
  const auto here = [&](auto id) {
    id.value += shift;
    return id;
  };
  const auto shown = [&](auto id) {
    return now.source().contains(id) && now.source().functionOf(id) == shownFunction();
  };
  LinkedSelection next;
  if (loop.valid() && shown(here(loop)))
    next.nodes.loops = now.follow(here(loop), 0, now.stepCount());
  else if (block.valid() && shown(here(block)))
    next.nodes.blocks = now.follow(here(block), 0, now.stepCount());
  if (next.nodes.loops.size() > 1) next.nodes.loops.resize(1);
  if (next.empty()) return;
  select(next);
}

std::vector<Problem> Workbench::problems() const {
  std::vector<Problem> all = sourceProblems_;
  all.insert(all.end(), stepProblems_.begin(), stepProblems_.end());
  all.insert(all.end(), documentProblems_.begin(), documentProblems_.end());
  return all;
}

void Workbench::setTarget(const QString& target) {
  if (target == target_ || target.isEmpty()) return;
  target_ = target;
  Q_EMIT targetChanged();
  showStagesAnew();
  if (hasProgram()) Q_EMIT historyChanged();  // its times are those on the chosen target
  measureSoon();
  keep();
}

void Workbench::showStagesAnew() {
  if (!hasProgram()) return;
  lower();
  prepareComparison();
  refreshStates();
}

}  // namespace lw
