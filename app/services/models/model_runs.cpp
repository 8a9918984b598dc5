#include "app/services/models/model_runs.h"

#include <algorithm>

#include "app/models/document/document.h"
#include "app/models/document/messages.h"
#include "app/models/runs/target_choice.h"
#include "app/models/support/job_runner.h"
#include "app/models/text/translate_messages.h"
#include "app/services/models/lowered_nodes.h"
#include "app/services/models/opened_model.h"
#include "app/services/runs/auto_measure.h"
#include "app/services/runs/code_approval.h"
#include "app/services/runs/measuring_turns.h"
#include "backends/cpu/object_store.h"
#include "backends/measure/errors.h"
#include "backends/targets/targets.h"
#include "backends/tune/model_drafts.h"

namespace lw {
namespace {

constexpr int kModelPause = 600;             // ms without steps
constexpr double kModelSampleMs = 2;         // a shorter sample measures the clock rather than the model
constexpr double kModelCompileSeconds = 30;  // time limit of the compiler

ModelTime modelTimeOf(const ModelMeasurement& m, const std::vector<std::string>& nodes) {
  ModelTime time{m.whole.time.median, m.whole.time.medianLow, m.whole.time.medianHigh, m.steps};
  for (size_t i = 0; i < time.steps.size(); ++i) time.steps[i].result = nodes[i];
  time.checked = m.whole.checked;
  time.ok = m.whole.ok;
  time.reference = QString::fromStdString(m.whole.referenceKind);
  if (const auto& d = m.whole.difference) {
    QStringList index;
    for (const int64_t i : d->index) index << QString::number(i);
    time.difference = QObject::tr("%1[%2] is %3, should be %4 (%5 elements differ)")
                          .arg(QString::fromStdString(d->buffer), index.join(", "))
                          .arg(d->got)
                          .arg(d->expected)
                          .arg(d->count);
  }
  if (m.whole.emulated) {
    time.modelled = true;
    time.ms = time.lowMs = time.highMs = m.whole.emulated->modelledMs;
    for (const EmulatedStep& step : m.emulated) time.findings += int(step.report.findings.size());
  } else if (m.whole.referenceTime.count > 0) {
    time.referenceMs = m.whole.referenceTime.median;
  }
  return time;
}

QString modelFailure(const Explanation& e) {
  const QString hint = hintWords(e);
  return hint.isEmpty() ? reasonWords(e) : reasonWords(e) + "; " + hint;
}

}  // namespace

ModelRuns::ModelRuns(Document& document, const TargetChoice& target, const CodeApproval& approval,
                     MeasuringTurns& turns, const AutoMeasure& autoMeasure, Messages& messages, JobRunner& jobs,
                     std::function<bool()> idle)
    : document_(document),
      target_(target),
      approval_(approval),
      turns_(turns),
      autoMeasure_(autoMeasure),
      messages_(messages),
      jobs_(jobs),
      idle_(std::move(idle)) {
  pause_.setSingleShot(true);
  pause_.setInterval(kModelPause);
  connect(&pause_, &QTimer::timeout, this, &ModelRuns::timeBeside);
  connect(&target_, &TargetChoice::changed, this, &ModelRuns::followSchedules);
  connect(&target_, &TargetChoice::mathChanged, this, &ModelRuns::followSchedules);
  connect(&document_, &Document::replaced, this, [this] {
    binding_ = {};
    fused_.clear();
    setFile(nullptr);
    show({});
  });
}

void ModelRuns::forget() {
  for (const Channel channel : {Channel::ModelPlan, Channel::ModelRun, Channel::ModelMeasure}) jobs_.drop(channel);
  pause_.stop();
  plan_ = {};
  timed_.clear();
  last_ = before_ = std::nullopt;
  failure_.clear();
  Q_EMIT progressed({}, 0);
}

void ModelRuns::show(ChosenModel model) {
  const bool none = !hasModel() && !model.source;
  if (none || (model.source == model_.source && model.name() == model_.name())) return;
  forget();
  model_ = std::move(model);
  planAgain();
}

void ModelRuns::bind(ModelBinding binding) {
  forget();
  binding_ = std::move(binding);
  planAgain();
}

void ModelRuns::setFile(std::shared_ptr<const OpenedModel> file) {
  file_ = std::move(file);
  testData_ = file_ && !file_->testData.empty() ? file_->testData.front() : std::string();
}

void ModelRuns::setTestData(const std::string& folder) {
  testData_ = folder;
  followSchedules();
}

BoundParameters ModelRuns::parameters() const { return plan_.bound.empty() ? bindingOfRun().constants : plan_.bound; }

// With the constants that were read when the file was opened, as long as the text names it.
ModelBinding ModelRuns::bindingOfRun() const {
  ModelBinding binding = binding_;
  if (!file_ || !hasModel() || !binding.path.empty()) return binding;
  const OnnxOrigin named = onnxOriginOf(model_.source->source.text, model_.source->source.name);
  if (named.path == file_->origin.path && named.sizes == file_->origin.sizes) binding.constants = file_->constants;
  return binding;
}

// The functions of a class share a history; those outside of classes have one each.
ModelState ModelRuns::state() const {
  ModelState state;
  state.target = &target_.descriptor();
  state.math = target_.math();
  state.fused = fused_;
  state.drafts = drafts_;
  state.testData = testData_;
  const Session* session = document_.session();
  if (!session || !hasModel()) return state;
  for (const auto& [program, workspace] : session->workspaces()) {
    const size_t dot = program.find('.');
    const bool inClass = !model_.module.empty() && program.substr(0, dot) == model_.module;
    if (workspace.source != model_.source || !(inClass || (model_.module.empty() && dot == std::string::npos)))
      continue;
    const Schedule& schedule = workspace.history.schedule();
    const int count = std::min(schedule.source().functionCount(), schedule.program().functionCount());
    for (int i = 0; i < count; ++i) {
      const PrimFunc& kernel = schedule.program().function(i);
      if (!kernel.body.sameAs(schedule.source().function(i).body)) state.kernels.insert_or_assign(kernel.name, kernel);
    }
  }
  return state;
}

void ModelRuns::judge(const std::string& one, const std::string& other, std::function<void(FusionVerdict)> deliver) {
  jobs_.run<FusionVerdict>(
      Channel::ModelParameters,
      [model = model_, plan = plan_, one, other](const Stop&) { return judgeFusion(model, plan, one, other); },
      std::move(deliver));
}

void ModelRuns::fuse(const FusionVerdict& verdict) {
  if (!verdict.legal() || !hasModel()) return;
  fused_.emplace_back(verdict.producer, verdict.consumer);
  followSchedules();
}

void ModelRuns::setFused(std::vector<std::pair<std::string, std::string>> fused) {
  fused_ = std::move(fused);
  followSchedules();
}

void ModelRuns::undoFusion() {
  if (fused_.empty()) return;
  fused_.pop_back();
  followSchedules();
}

void ModelRuns::setDrafts(bool on) {
  drafts_ = on;
  followSchedules();
}

void ModelRuns::planAgain() {
  state_ = state();
  Q_EMIT changed();
  if (!hasModel() || model_.source->hasErrors()) return;
  jobs_.run<ModelPlan>(
      Channel::ModelPlan,
      [model = model_, binding = bindingOfRun(), state = state_](const Stop&) { return planOf(model, binding, state); },
      [this](ModelPlan plan) {
        plan_ = std::move(plan);
        if (plan_.error && failure_.isEmpty()) failure_ = modelFailure(*plan_.error);
        Q_EMIT changed();
      });
}

void ModelRuns::followSchedules() {
  if (!hasModel()) return;
  const ModelState now = state();
  if (same(now, state_)) return;
  jobs_.cancel(Channel::ModelMeasure);
  const auto known = std::find_if(timed_.begin(), timed_.end(), [&](const Timed& t) { return same(t.state, now); });
  if (known != timed_.end()) choose(int(known - timed_.begin()));
  failure_.clear();
  planAgain();
  if (known == timed_.end()) timeSoon();
}

// ---- runs ----

void ModelRuns::timeSoon() {
  if (last_ && autoMeasure_.on()) pause_.start();
}

void ModelRuns::timeBeside() {
  if (!hasModel() || time() || jobs_.busy(Channel::ModelRun)) return;
  if (!idle_() || jobs_.busy(Channel::Measure) || jobs_.busy(Channel::ModelMeasure)) return timeSoon();
  jobs_.run<Done>(
      Channel::ModelMeasure, [job = job(true)](const Stop& stop) { return job(stop, {}); },
      [this, state = state_](Done done) { take(state, std::move(done), false); });
}

void ModelRuns::run() {
  if (!hasModel()) return messages_.say(tr("No model: open a file with a graph function first"));
  if (running() || jobs_.busy(Channel::Run)) return messages_.say(tr("A run is in progress: cancel it first"));
  pause_.stop();
  failure_.clear();
  Q_EMIT progressed(tr("starting"), 0);
  jobs_.runTelling<Done>(
      Channel::ModelRun,
      [this, job = job(false)](const Stop& stop, const JobRunner::Tell& tell) {
        return job(stop, [&](const std::string& phase, double fraction) {
          tell([this, phase, fraction] { Q_EMIT progressed(phaseWords(phase), fraction); });
        });
      },
      [this, state = state_](Done done) { take(state, std::move(done), true); }, [this] { Q_EMIT progressed({}, 0); });
}

QString ModelRuns::phaseWords(const std::string& phase) {
  if (phase == "scheduling") return tr("scheduling the kernels");
  if (phase == "compiling") return tr("compiling");
  if (phase == "running") return tr("running");
  if (phase == "checking") return tr("checking the result");
  if (phase == "timing") return tr("timing the model");
  if (phase == "timing each kernel") return tr("timing each kernel");
  return tr("starting");
}

void ModelRuns::cancel() { jobs_.cancel(Channel::ModelRun); }
bool ModelRuns::running() const { return jobs_.busy(Channel::ModelRun); }

ModelRuns::Job ModelRuns::job(bool quick) const {
  ModelOptions options;
  options.steps = true;
  options.measure.cpu.allows = approval_.consent();
  options.measure.cpu.math = target_.math();
  options.measure.cpu.objects = objectFolder();
  options.measure.cpu.maxSeconds = kModelCompileSeconds;
  options.measure.target = target_.name().toStdString();
  options.measure.repeat = quick ? 5 : 10;
  options.measure.maxSeconds = quick ? 1.5 : 5;
  options.measure.minMs = kModelSampleMs;
  options.measure.peaks = false;
  options.measure.inputs.bind = binding_.sizes;
  options.target = &target_.descriptor();
  return [options, model = model_, binding = bindingOfRun(), state = state_, file = file_, &turns = turns_](
             const Stop& stop, const std::function<void(const std::string&, double)>& progress) -> Done {
    const auto failed = [&](const Explanation& why) { return Done{std::nullopt, why, stop()}; };
    const MeasuringTurns::Turn turn = turns.ofRun(stop);
    if (stop()) return {std::nullopt, std::nullopt, true};
    const Result<ModelInFile> found = boundModel(model, binding);
    if (!found) return failed(found.error());
    ModelOptions asked = options;
    asked.measure.cancelled = stop;
    asked.measure.progress = progress;
    ExpectedRun expected;
    if (file && !state.testData.empty()) {
      Result<ExpectedRun> read = readExpectedRun(*file, state.testData);
      if (!read) return failed(read.error());
      expected = *std::move(read);
      asked.measure.given = std::move(expected.inputs);
    }
    std::vector<GraphStage> stages;
    Result<graph::Model> last =
        modelToRun(*found, putSchedules(state), asked, [&](const LoweredGraph& lowered) { stages = lowered.stages; });
    if (!last) return failed(last.error());
    LoweredNodes nodes(model, stages, *last);
    if (Status s = nodes.fuse(state.fused, *last); !s) return failed(s.error());
    std::map<std::string, double> expectedMs;
    if (state.drafts && asked.target->onThisProcessor) {
      if (progress) progress("scheduling", 0);
      expectedMs = tune::draftKernels(*model.source, asked.measure, *last);
      if (stop()) return {std::nullopt, std::nullopt, true};
    }
    const Result<ModelMeasurement> measured =
        measureModel(*model.source, *last, *last->graph.find(model.function), asked);
    if (!measured) return failed(measured.error());
    ModelTime time = modelTimeOf(*measured, nodes.nodesOfSteps(*last, measured->program));
    time.expectedMs = std::move(expectedMs);
    time.outputs = compareOutputs(expected, measured->whole.outputs);
    return {std::move(time), std::nullopt, stop()};
  };
}

void ModelRuns::choose(int timed) {
  if (last_ && *last_ != timed) before_ = last_;
  last_ = timed;
}

void ModelRuns::take(const ModelState& state, Done done, bool asked) {
  if (asked) Q_EMIT progressed({}, 0);
  if (done.cancelled) {
    if (asked) messages_.say(tr("Run cancelled"));
    return timeSoon();
  }
  QString problem;
  if (done.error) problem = failure_ = modelFailure(*done.error);
  if (done.time) {
    const auto known = std::find_if(timed_.begin(), timed_.end(), [&](const Timed& t) { return same(t.state, state); });
    const int at = int(known - timed_.begin());
    if (known == timed_.end())
      timed_.push_back({state, std::move(*done.time)});
    else
      known->time = std::move(*done.time);
    choose(at);
    const ModelTime& time = timed_[size_t(at)].time;
    if (time.checked && !time.ok) problem = tr("The result is wrong: %1").arg(time.difference);
    if (time.findings > 0)
      problem = tr("The emulator found faults in the kernels: run them by themselves to see which");
  }
  if (!problem.isEmpty()) {
    Problem row = done.error ? problemOf(QString::fromStdString(model_.name()), *done.error)
                             : problemOf(Problem::Severity::Error, QString::fromStdString(model_.name()), problem);
    messages_.addStepProblems({row});
    messages_.publish();
    messages_.say(problem);
  }
  Q_EMIT changed();
}

// ---- answers ----

bool ModelRuns::isWaiting() const { return last_ && !time() && autoMeasure_.on(); }

const ModelTime* ModelRuns::time() const {
  return last_ && same(timed_[size_t(*last_)].state, state_) ? &timed_[size_t(*last_)].time : nullptr;
}

const ModelTime* ModelRuns::before() const {
  const std::optional<int> at = time() ? before_ : last_;
  return at && timed_[size_t(*at)].state.target == state_.target ? &timed_[size_t(*at)].time : nullptr;
}

GraphFigures ModelRuns::figures() const {
  GraphFigures figures = plan_.figures;
  const ModelTime* now = time();
  for (const ModelStepTime& step : now ? now->steps : std::vector<ModelStepTime>()) {
    if (step.result.empty()) continue;
    GraphNodeFigures& node = figures.nodes[step.result];  // an operator may need several kernels
    node.microseconds = node.microseconds.value_or(0) + step.ms * 1000;
    node.share = node.share.value_or(0) + step.share;
    if (const auto drafted = now->expectedMs.find(step.callee); drafted != now->expectedMs.end())
      node.expectedMs = node.expectedMs.value_or(0) + drafted->second;
    if (step.callers.empty()) continue;
    std::string kernel;
    for (size_t i = 1; i < step.callers.size(); ++i) kernel += step.callers[i].function + ".";
    node.kernels.push_back({kernel + step.callee, step.ms * 1000, step.share});
  }
  return figures;
}

}  // namespace lw
