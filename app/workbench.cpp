#include "app/workbench.h"

#include <QFile>
#include <QFileInfo>
#include <QSaveFile>

#include "core/script/schedule_script.h"
#include "views/witness_text.h"

namespace lw {
namespace {

constexpr int kParsePause = 350;  // milliseconds without a key before the text is read again

Problem problemOf(const Diagnostic& d, const SourceText& source) {
  const LineColumn at = source.locate(d.span.valid() ? d.span.begin : 0);
  return {d.severity == Diagnostic::Severity::Error ? Problem::Severity::Error : Problem::Severity::Warning,
          QStringLiteral("%1:%2").arg(at.line).arg(at.column),
          QString::fromStdString(d.message),
          {},
          QString::fromStdString(d.hint),
          d.span,
          {},
          {},
          {}};
}

Problem problemOf(const QString& call, const Explanation& e) {
  QString message = QString::fromStdString(e.message);
  if (e.witness) message += ": " + shortSentence(*e.witness);
  return {Problem::Severity::Refusal,
          call,
          message,
          e.witness ? QString::fromStdString(e.witness->sentence()) : QString(),
          QString::fromStdString(e.hint),
          {},
          e.repairs,
          e.loops,
          e.blocks};
}

}  // namespace

Workbench::Workbench(QObject* parent) : QObject(parent) {
  parsePause_.setSingleShot(true);
  parsePause_.setInterval(kParsePause);
  connect(&parsePause_, &QTimer::timeout, this, &Workbench::parse);
}

Workbench::~Workbench() = default;

// ---- the file ----

void Workbench::open(const QString& path) {
  QFile file(path);
  if (!file.open(QIODevice::ReadOnly)) return Q_EMIT notice(tr("cannot read %1: %2").arg(path, file.errorString()));
  openText(QFileInfo(path).absoluteFilePath(), file.readAll().toStdString());
}

void Workbench::openText(const QString& path, const std::string& text, const std::string& traceJson) {
  path_ = path;
  text_ = text;
  modified_ = !traceJson.empty();
  source_.reset();
  original_.reset();
  history_.reset();
  function_.clear();
  selection_ = {};
  steps_.clear();
  stepProblems_.clear();
  runs_.clear();
  pendingTrace_ = traceJson;
  Q_EMIT fileChanged();
  parse();
}

bool Workbench::save(const QString& path) {
  QSaveFile file(path);
  if (!file.open(QIODevice::WriteOnly) || file.write(text_.data(), qint64(text_.size())) < 0 || !file.commit()) {
    Q_EMIT notice(tr("cannot write %1: %2").arg(path, file.errorString()));
    return false;
  }
  path_ = QFileInfo(path).absoluteFilePath();
  modified_ = false;
  Q_EMIT fileChanged();
  Q_EMIT notice(tr("saved %1").arg(path_));
  return true;
}

void Workbench::sourceEdited(const std::string& text) {
  text_ = text;
  if (!modified_) {
    modified_ = true;
    Q_EMIT fileChanged();
  }
  parsePause_.start();
}

void Workbench::parse() {
  const std::string name = QFileInfo(path_).fileName().toStdString();
  worker_.run<std::shared_ptr<const SourceFile>>(
      Worker::kParse,
      [name, text = text_](const Stop&) { return std::make_shared<const SourceFile>(parseSource(name, text)); },
      [this](std::shared_ptr<const SourceFile> source) { takeSource(std::move(source)); });
}

QStringList Workbench::scheduleFunctions() const {
  QStringList names;
  if (source_)
    for (const std::string& name : source_->scheduleFunctions()) names << QString::fromStdString(name);
  return names;
}

QStringList Workbench::functionNames() const {
  QStringList names;
  if (!source_) return names;
  for (const PrimFunc& f : source_->functions) names << QString::fromStdString(f.name);
  for (const Module& m : source_->modules)
    for (const PrimFunc& f : m.functions) names << QString::fromStdString(m.name + "." + f.name);
  return names;
}

void Workbench::chooseFunction(const QString& name) {
  if (!source_ || name == function_) return;
  function_ = name;
  history_.reset();
  original_.reset();
  takeSource(source_);
}

void Workbench::takeSource(std::shared_ptr<const SourceFile> source) {
  source_ = std::move(source);
  sourceProblems_.clear();
  for (const Diagnostic& d : source_->diagnostics) sourceProblems_.push_back(problemOf(d, source_->source));
  if (!source_->hasErrors()) {
    Result<PrimFunc> function = source_->select(function_.toStdString());
    const QStringList names = functionNames();
    if (!function && !names.isEmpty()) {
      function_ = names.contains(function_) ? function_ : names.first();
      function = source_->select(function_.toStdString());
    }
    if (!function) {
      sourceProblems_.push_back(problemOf(tr("file"), function.error()));
    } else if (!history_) {
      startHistory(*function);
    } else {
      original_ = *function;
      rebase(Snapshot(*function));
    }
  }
  Q_EMIT sourceParsed();
  Q_EMIT problemsChanged();
  if (history_)
    show();
  else
    Q_EMIT programChanged();
}

void Workbench::startHistory(const PrimFunc& function) {
  original_ = function;
  history_.emplace(Snapshot(function));
  if (pendingTrace_.empty()) return;
  const std::string json = std::exchange(pendingTrace_, {});
  enqueue([json](const Schedule& start, const Stop&) {
    StepResult result{{}, {}, tr("recovered steps"), {}, true, {}};
    Result<Trace> trace = traceFromJson(json);
    if (!trace) return result.error = trace.error(), result;
    Result<Schedule> schedule = replay(start.source(), *trace);
    if (!schedule) return result.error = schedule.error(), result;
    result.states = statesOf(*schedule, 0);
    return result;
  });
}

// Nothing of the trace is lost: what no longer applies is told, the old variant's other steps stay.
void Workbench::rebase(const Snapshot& source) {
  const History old = std::move(*history_);
  const std::vector<int> path = old.pathTo(old.current());
  const int depth = int(path.size()) - 1;
  history_.emplace(source);
  stepProblems_.clear();
  int target = 0;
  for (const int tip : old.variants()) {
    Replayed again = replayOnto(source, old.node(tip).schedule);
    history_->goTo(0);
    const std::vector<int> oldPath = old.pathTo(tip);
    const bool shown = std::find(oldPath.begin(), oldPath.end(), old.current()) != oldPath.end();
    int reached = 0;
    for (const TitledState& state : statesOf(again.schedule, 0)) {
      history_->add(state.schedule, state.title);
      if (shown && ++reached == depth) target = history_->current();
    }
    if (shown && reached < depth) target = history_->current();
    if (!old.node(tip).name.empty() && history_->current() != 0)
      history_->rename(history_->current(), old.node(tip).name);
    for (const Replayed::Casualty& lost : again.casualties)
      stepProblems_.push_back(problemOf(QString::fromStdString(lost.text), lost.why));
  }
  history_->goTo(target);
  selection_ = {};
}

// ---- steps ----

void Workbench::enqueue(StepJob job) {
  steps_.push_back(std::move(job));
  nextStep();
}

// One at a time, in order: each starts from what the one before left.
void Workbench::nextStep() {
  if (stepping_ || steps_.empty() || !history_) return;
  stepping_ = true;
  StepJob job = std::move(steps_.front());
  steps_.pop_front();
  worker_.run<StepResult>(
      Worker::kStep,
      [job = std::move(job), schedule = history_->schedule()](const Stop& stop) { return job(schedule, stop); },
      [this](StepResult result) {
        stepping_ = false;
        takeStep(std::move(result));
        nextStep();
      });
}

void Workbench::takeStep(StepResult result) {
  if (!history_) return;
  const Schedule before = history_->schedule();
  if (result.fromSource && (!result.states.empty() || !result.error)) history_->goTo(0);
  for (const TitledState& state : result.states) {
    // A named variant that grows keeps its name at its tip.
    const int from = history_->current();
    const std::string name = history_->node(from).name;
    const bool tip = history_->children(from).empty();
    history_->add(state.schedule, state.title);
    if (tip && from != 0 && !name.empty()) {
      history_->rename(from, {});
      history_->rename(history_->current(), name);
    }
  }
  if (!result.variant.empty() && history_->current() != 0 && history_->node(history_->current()).name.empty())
    history_->rename(history_->current(), result.variant);
  if (result.error) {
    stepProblems_.insert(stepProblems_.begin(), problemOf(result.call, *result.error));
    Q_EMIT problemsChanged();
    Q_EMIT stepRefused(result.call, *result.error);
  }
  if (result.states.empty() && !result.fromSource) return;
  moveSelection(before, history_->schedule());
  show();
  if (!result.error) Q_EMIT stepApplied(result.call);
}

void Workbench::applyStep(const Primitive& primitive, const Arguments& args) {
  if (!history_) return;
  enqueue([&primitive, args](const Schedule& start, const Stop&) {
    StepResult result;
    result.call = QString::fromStdString(callText(start.program(), primitive, args));
    Schedule next = start;
    const Result<Value> done = next.apply(primitive, args);
    if (done)
      result.states.push_back({next, result.call.toStdString()});
    else
      result.error = done.error();
    return result;
  });
}

void Workbench::applyText(const QString& step) {
  if (!history_) return Q_EMIT notice(tr("no program: open a file first"));
  enqueue([text = step.toStdString()](const Schedule& start, const Stop& stop) {
    StepResult result;
    result.call = QString::fromStdString(text);
    script::Limits limits;
    limits.cancelled = stop;
    ScriptRun run = interpretStep(text, start, limits);
    result.states = statesOf(run.schedule, start.stepCount());
    result.error = std::move(run.error);
    return result;
  });
}

void Workbench::applyFunction(const QString& name) {
  if (!history_) return Q_EMIT notice(tr("no program: open a file first"));
  enqueue([source = source_, name](const Schedule& start, const Stop& stop) {
    StepResult result;
    result.call = name + "(sch)";
    result.fromSource = true;
    result.variant = name.toStdString();
    script::Limits limits;
    limits.cancelled = stop;
    ScriptRun run = interpretSchedule(*source, name.toStdString(), start.prefix(0), limits);
    result.states = statesOf(run.schedule, 0);
    result.error = std::move(run.error);
    for (const std::string& line : run.output) result.output << QString::fromStdString(line);
    return result;
  });
}

void Workbench::checkStep(const Primitive& primitive, const Arguments& args) {
  if (!history_) return;
  struct Verdict {
    QString call;
    std::optional<Explanation> reason;
  };
  worker_.run<Verdict>(
      Worker::kCheck,
      [&primitive, args, schedule = history_->schedule()](const Stop&) {
        const Status status = schedule.check(primitive, args);
        return Verdict{QString::fromStdString(callText(schedule.program(), primitive, args)),
                       status ? std::nullopt : std::optional(status.error())};
      },
      [this](Verdict verdict) { Q_EMIT stepChecked(verdict.call, verdict.reason); });
}

void Workbench::checkCandidates(const Primitive& primitive, const std::vector<Candidate>& candidates) {
  if (!history_) return;
  using Reasons = std::vector<std::optional<Explanation>>;
  worker_.run<Reasons>(
      Worker::kCandidates,
      [&primitive, candidates, schedule = history_->schedule()](const Stop& stop) {
        Reasons reasons;
        for (const Candidate& candidate : candidates) {
          if (stop()) break;
          const Status status = schedule.check(primitive, candidate.args);
          reasons.push_back(status ? std::nullopt : std::optional(status.error()));
        }
        return reasons;
      },
      [this, &primitive](Reasons reasons) { Q_EMIT candidatesChecked(&primitive, reasons); });
}

void Workbench::goTo(int node) {
  if (!history_ || node == history_->current()) return;
  const Schedule before = history_->schedule();
  history_->goTo(node);
  moveSelection(before, history_->schedule());
  show();
}

void Workbench::undo() {
  if (history_ && history_->canUndo()) goTo(history_->node(history_->current()).parent);
}

void Workbench::redo() {
  if (history_ && history_->canRedo()) goTo(history_->node(history_->current()).lastChild);
}

void Workbench::rename(int node, const QString& name) {
  if (!history_) return;
  history_->rename(node, name.toStdString());
  Q_EMIT historyChanged();
}

std::vector<int> Workbench::shownPath() const {
  if (!history_) return {};
  std::vector<int> path = history_->pathTo(history_->current());
  for (int next = history_->node(path.back()).lastChild; next >= 0; next = history_->node(next).lastChild)
    path.push_back(next);
  return path;
}

// ---- what is shown ----

void Workbench::show() {
  Q_EMIT historyChanged();
  worker_.run<std::shared_ptr<const ProgramViews>>(
      Worker::kShow,
      [program = history_->schedule().program()](const Stop&) {
        return std::make_shared<const ProgramViews>(viewsOf(program));
      },
      [this](std::shared_ptr<const ProgramViews> views) {
        views_ = std::move(views);
        Q_EMIT programChanged();
        Q_EMIT selectionChanged();
        refreshOffers();
      });
  lower();
}

void Workbench::lower() {
  worker_.run<std::vector<StageText>>(
      Worker::kLower,
      [function = history_->schedule().program().function(0), target = target_.toStdString()](const Stop& stop) {
        return stagesOf(function, target, stop);
      },
      [this](std::vector<StageText> stages) {
        const QString why = stages.empty() ? tr("there is no lowering for %1 yet").arg(target_) : QString();
        Q_EMIT stagesChanged(std::move(stages), why);
      });
}

void Workbench::refreshOffers() {
  if (!history_) return;
  worker_.run<std::vector<StepOffer>>(
      Worker::kOffers,
      [schedule = history_->schedule(), nodes = selection_.nodes](const Stop& stop) {
        return offersAt(schedule, nodes, stop);
      },
      [this](std::vector<StepOffer> offers) {
        offers_ = std::move(offers);
        Q_EMIT offersChanged();
      });
}

const StepOffer* Workbench::offer(const std::string& primitive) const {
  for (const StepOffer& o : offers_)
    if (o.primitive->name == primitive) return &o;
  return nullptr;
}

// ---- selection ----

void Workbench::select(const LinkedSelection& selection) {
  if (!history_) return;
  const Snapshot& program = history_->schedule().program();
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
void Workbench::moveSelection(const Schedule& before, const Schedule& after) {
  const int from = before.stepCount(), to = after.stepCount();
  const bool lost = !selection_.nodes.loops.empty() || !selection_.nodes.blocks.empty();
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
  for (const LoopId loop : selection_.nodes.loops) carry(loop, after.program().loops(0), moved.nodes.loops);
  for (const BlockId block : selection_.nodes.blocks) carry(block, after.program().blocks(0), moved.nodes.blocks);
  selection_ = moved;
  if (lost && selection_.nodes.loops.empty() && selection_.nodes.blocks.empty())
    Q_EMIT notice(tr("the step consumed what was selected"));
}

Selection Workbench::selectionInSource() const {
  Selection found;
  if (!history_) return found;
  const Schedule& now = history_->schedule();
  for (const LoopId loop : now.source().loops(0))
    for (const LoopId became : now.follow(loop, 0, now.stepCount()))
      if (selection_.holds(became)) found.loops.push_back(loop);
  for (const BlockId block : now.source().blocks(0))
    for (const BlockId became : now.follow(block, 0, now.stepCount()))
      if (selection_.holds(became)) found.blocks.push_back(block);
  return found;
}

void Workbench::selectFromSource(LoopId loop, BlockId block) {
  if (!history_) return;
  const Schedule& now = history_->schedule();
  LinkedSelection next;
  if (loop.valid() && now.source().contains(loop))
    next.nodes.loops = now.follow(loop, 0, now.stepCount());
  else if (block.valid() && now.source().contains(block))
    next.nodes.blocks = now.follow(block, 0, now.stepCount());
  if (next.nodes.loops.size() > 1) next.nodes.loops.resize(1);
  if (next.empty()) return;
  select(next);
}

std::vector<Problem> Workbench::problems() const {
  std::vector<Problem> all = sourceProblems_;
  all.insert(all.end(), stepProblems_.begin(), stepProblems_.end());
  return all;
}

std::string Workbench::traceJson() const {
  if (!pendingTrace_.empty()) return pendingTrace_;  // recovered, waiting for a text without errors
  return history_ && schedule().stepCount() > 0 ? toJson(traceOf(schedule())) : std::string();
}

void Workbench::setTarget(const QString& target) {
  if (target == target_) return;
  target_ = target;
  if (history_) lower();
}

void Workbench::cancelRun() { worker_.cancel(Worker::kRun); }

void Workbench::recordRun(RunRow row) {
  if (row.cancelled) {  // the person's wish, and no failure
    Q_EMIT runProgress({}, 0);
    return Q_EMIT notice(tr("run cancelled"));
  }
  if (!row.error.isEmpty()) {
    stepProblems_.insert(stepProblems_.begin(), {Problem::Severity::Error, row.label, row.error, {}, {}, {}, {}, {}, {}});
    Q_EMIT problemsChanged();
  }
  runs_.add(std::move(row));
  Q_EMIT runProgress({}, 0);
  Q_EMIT historyChanged();
}

}  // namespace lw
