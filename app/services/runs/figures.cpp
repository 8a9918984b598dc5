#include "app/services/runs/figures.h"

#include <QThread>
#include <QTimer>
#include <algorithm>

#include "app/models/document/document.h"
#include "app/models/document/document_text.h"
#include "app/models/support/job_runner.h"
#include "app/models/text/translate_messages.h"
#include "app/services/runs/measuring_turns.h"
#include "app/services/runs/run_records.h"
#include "backends/measure/machine.h"
#include "backends/measure/model_beside_times.h"
#include "backends/measure/model_costs.h"
#include "backends/target/target.h"
#include "core/ir/ndarray.h"

namespace lw {
namespace {

constexpr int kRetryMs = 700;  // after a run had priority
constexpr int kMostAgain = 3;
constexpr int kMostWaits = 2;  // for a quiet machine
constexpr int kLookMs = 150;   // at what else runs

// Of the file's text; nullopt: it sets no goal that is counted on the processor.
std::optional<Challenge> countedChallenge(const std::string& text) {
  const auto found = challengeFromComments(text);
  const bool counts = found && *found &&
                      std::any_of((*found)->counted.begin(), (*found)->counted.end(),
                                  [](const CountedGoal& goal) { return !goal.what->onDevice; });
  return counts ? std::optional(**found) : std::nullopt;
}

}  // namespace

Figures::Figures(const Document& document, const DocumentText& text, RunRecords& records, MeasuringTurns& turns,
                 JobRunner& jobs, QObject* parent)
    : QObject(parent),
      document_(document),
      text_(text),
      records_(records),
      turns_(turns),
      jobs_(jobs),
      caches_(cacheSizes()),
      threads_(cpuInfo().cores) {
  connect(records_.model(), &QAbstractItemModel::rowsInserted, this, &Figures::follow);
  connect(records_.model(), &QAbstractItemModel::modelReset, this, &Figures::follow);
  connect(records_.model(), &RunModel::shownChanged, this, &Figures::changed);
}

const PrimFunc* Figures::programOf(int node) const {
  if (!document_.hasProgram() || node >= document_.history().size()) return nullptr;
  const Snapshot& program = document_.history().node(node).schedule.program();
  return document_.shownFunction() < program.functionCount() ? &program.function(document_.shownFunction()) : nullptr;
}

const WorkProfile* Figures::profileOfNode(int node) const {
  const auto found = known_.find(node);
  const PrimFunc* program = programOf(node);
  return found != known_.end() && program && found->second.body.sameAs(program->body) ? &found->second.profile
                                                                                      : nullptr;
}

// After every run: updates the figures, and requests the machine's peaks if they are not known.
void Figures::follow() {
  if (records_.model()->rowCount() > 0) requestPeaks();
  profileNext();
  std::map<int, RunFigures> figures;  // by row, because a share of the peak belongs to a single run
  bool doubtful = false;              // the peaks
  const std::vector<RunRow>& runs = records_.model()->runs();
  const std::optional<Challenge> challenge = countedChallenge(text_.content());
  for (size_t row = 0; row < runs.size(); ++row) {
    const RunRow& run = runs[row];
    const WorkProfile* profile = profileOfNode(run.node);
    if (!profile || run.medianMs <= 0 || !run.aside.isEmpty() || !isOnThisProcessor(run.target)) continue;
    RunFigures f;
    const TimeEstimate estimate = estimateFor(*profile, run.threads);
    f.estimateMs = estimate.ms;
    f.bound = estimate.bound < 0 ? tr("operations") : tr("bytes from %1").arg(pathName(size_t(estimate.bound)));
    if (challenge) addModel(*challenge, run, estimate, f);
    const std::optional<Peaks>& peaks = run.threads == 1 ? peaks_.one : peaks_.all;
    if (peaks && peaks->threads == run.threads) {
      const double share = run.gflops / peaks->gflops(profile->floatBits);
      f.abovePeak = share > kAbovePeak;
      f.peakFraction = f.abovePeak ? 0 : std::min(1.0, share);
      const bool better = !isQuiet(peaks->load) && run.otherCores >= 0 && run.otherCores <= kQuietCores;
      doubtful = doubtful || f.abovePeak || better;
    }
    figures.emplace(int(row), std::move(f));
  }
  records_.model()->setFigures(figures);
  Q_EMIT changed();
  if (doubtful) measurePeaksAgain();
}

void Figures::addModel(const Challenge& challenge, const RunRow& run, const TimeEstimate& estimate,
                       RunFigures& figures) const {
  const Known& known = known_.at(run.node);
  figures.model = known.model;
  const Attempt attempt = attemptOf(run);
  if (known.model && attempt.correct) figures.missing = messageWords(missingWords(challenge, attempt, *known.model));
  if (countsCycles(challenge))
    figures.beside =
        messageWords(modelBesideTimes(attempt, {run.threads, known.profile.parallel, estimate, caches_.size()}));
}

void Figures::profileNext() {
  std::vector<std::pair<int, PrimFunc>> wanted;
  for (const RunRow& run : records_.model()->runs())
    if (const PrimFunc* program = programOf(run.node); program && !profileOfNode(run.node))
      wanted.emplace_back(run.node, *program);
  if (wanted.empty()) return;
  using Found = std::vector<std::pair<int, Known>>;
  const InputSpec said = inputsFromComments(text_.content());
  const bool counts = countedChallenge(text_.content()).has_value();
  jobs_.run<Found>(
      Channel::Profile,
      [wanted, caches = caches_, said, counts](const Stop& stop) {
        Found found;
        for (const auto& [node, program] : wanted) {
          if (stop()) break;
          found.emplace_back(node, Known{program.body, profileOf(program, caches, sizesNamed(program, said.bind)), {}});
          if (counts) found.back().second.model = std::make_shared<const ModelledCosts>(modelledCosts(program));
        }
        return found;
      },
      [this](Found found) {
        for (auto& [node, known] : found) known_.insert_or_assign(node, std::move(known));
        if (!found.empty()) follow();
      });
}

void Figures::requestPeaks() {
  if (asked_) return;
  asked_ = true;
  takePeaks({knownPeaks(1), knownPeaks(threads_)});
  if (!peaks_.one || !peaks_.all) measurePeaksNow(false);
}

void Figures::measurePeaksAgain() {
  if (again_ >= kMostAgain || jobs_.busy(Channel::Peaks)) return;
  ++again_;
  measurePeaksNow(true);
}

// On a quiet machine, if it becomes quiet soon; a busy one measures too little.
void Figures::measurePeaksNow(bool again) {
  Q_EMIT measuringChanged(tr("Measuring this machine's peaks…"));
  struct Answer {
    Both peaks;
    QString failure;
    bool cancelled = false, busy = false;
  };
  jobs_.run<Answer>(
      Channel::Peaks,
      [threads = threads_, turns = &turns_, again, patient = waited_ < kMostWaits](const Stop& stop) {
        Answer answer;
        if (patient) {
          const LoadMeter meter;
          QThread::msleep(kLookMs);
          const std::optional<MachineLoad> load = meter.load();
          answer.busy = answer.cancelled = load && !isQuiet(*load);
          if (answer.busy) return answer;
        }
        const MeasuringTurns::Turn turn = turns->ofRun(stop);
        // Those of one thread are measured with those of several.
        for (const int count : {threads, 1}) {
          const bool measured = count == 1 && threads > 1;
          const Result<Peaks> peaks = again && !measured ? measurePeaks(count, stop) : machinePeaks(count, stop);
          answer.cancelled = stop();
          if (!peaks) answer.failure = reasonWords(peaks.error());
          if (answer.cancelled || !peaks) break;
          (count == 1 ? answer.peaks.one : answer.peaks.all) = *peaks;
        }
        if (threads == 1) answer.peaks.all = answer.peaks.one;
        return answer;
      },
      [this, again](Answer answer) {
        Q_EMIT measuringChanged({});
        waited_ += answer.busy ? 1 : 0;
        if (answer.cancelled) return QTimer::singleShot(kRetryMs, this, [this, again] { measurePeaksNow(again); });
        failure_ = answer.failure;
        takePeaks(std::move(answer.peaks));
      });
}

void Figures::takePeaks(Both peaks) {
  if (!peaks.one && !peaks.all) return Q_EMIT changed();
  peaks_ = std::move(peaks);
  follow();
}

QString Figures::pathName(size_t level) const {
  return level + 1 < caches_.size() ? tr("L%1").arg(level + 2) : tr("memory");
}

// Traffic beyond L1 comes from L2, and so on; traffic beyond the last cache comes from memory.
MachineRoofs Figures::roofsFor(const WorkProfile& profile, int threads) const {
  const std::optional<Peaks>& peaks = profile.parallel && threads > 1 && peaks_.all ? peaks_.all : peaks_.one;
  if (!peaks) return {};
  MachineRoofs roofs{peaks->gflops32, peaks->gflops64, {}};
  for (size_t level = 1; level < peaks->caches.size(); ++level) roofs.gbps.push_back(peaks->caches[level].gbps);
  roofs.gbps.push_back(peaks->gbps);
  return roofs;
}

TimeEstimate Figures::estimateFor(const WorkProfile& profile, int threads) const {
  return estimateTime(profile, roofsFor(profile, threads));
}

// Serial code cannot reach the roofs of several threads.
QString Figures::appliesText(const RooflinePoint& point, int threads) const {
  if (!peaks_.one || !peaks_.all || peaks_.all->threads == 1) return {};
  const int bits = floatBitsAt(point.node);
  const auto number = [](double gflops) { return QString::number(gflops, 'f', 0); };
  if (!point.parallel)
    return tr("%1 has no parallel loop: it runs on one thread, and the dashed roof of one thread (%2 GFLOP/s) applies. "
              "With parallel on an outer loop, the solid roof of %3 threads (%4 GFLOP/s) applies.")
        .arg(point.label, number(peaks_.one->gflops(bits)))
        .arg(peaks_.all->threads)
        .arg(number(peaks_.all->gflops(bits)));
  if (threads > 1)
    return tr("%1 has a parallel loop and ran on %2 threads: the solid roof of %3 threads applies.")
        .arg(point.label)
        .arg(threads)
        .arg(peaks_.all->threads);
  return tr("%1 has a parallel loop, but ran on one thread: the dashed roof of one thread applies.").arg(point.label);
}

int Figures::floatBitsAt(int node) const {
  const WorkProfile* profile = profileOfNode(node);
  return profile ? profile->floatBits : 32;
}

RooflineContent Figures::roofline() const {
  RooflineContent content;
  content.machine =
      QString::fromStdString(cpuInfo().model) + (threads_ == 1 ? tr(", 1 thread") : tr(", %1 threads").arg(threads_));
  if (!failure_.isEmpty())
    content.note = tr("This machine's peaks are not known: %1").arg(failure_);
  else if (!peaks_.all)
    content.note = tr("Measuring this machine's peaks; this takes some seconds");
  if (peaks_.all) content.gflops = peaks_.all->gflops32, content.gflops64 = peaks_.all->gflops64;
  const size_t paths = std::max<size_t>(caches_.size(), 1);
  const WorkProfile all{.parallel = true};
  const MachineRoofs roofs = roofsFor(all, threads_);
  for (size_t i = 0; i < paths; ++i) content.roofs.push_back({pathName(i), i < roofs.gbps.size() ? roofs.gbps[i] : 0});
  const RunModel& runs = *records_.model();
  const bool cpu = isOnThisProcessor(runs.target());
  if (!cpu)
    content.note = tr("The roofs are those of this machine's processor. Choose cpu to see the states that ran on it.");
  const RunRow* shown = runs.of(runs.shown());
  for (const RunRow* run : cpu ? runs.comparable() : std::vector<const RunRow*>()) {
    const int node = run->node;
    RooflinePoint point{node, nameOf(*run), run->gflops, 0, 0, {}, false, isWrong(*run), run == shown};
    if (run->lowMs > 0 && run->highMs > run->lowMs)
      point.low = run->gflops * run->medianMs / run->highMs, point.high = run->gflops * run->medianMs / run->lowMs;
    if (const WorkProfile* profile = profileOfNode(node)) {
      // Counts the operations of the program as written: redundant operations of a state do not count.
      const double flops = run->gflops * run->medianMs * 1e6;
      for (const double bytes : profile->traffic) point.intensity.push_back(bytes > 0 ? flops / bytes : 0);
      point.parallel = profile->parallel;
      content.wide = profile->floatBits == 64;
    }
    content.points.push_back(std::move(point));
  }
  if (shown) content.shown = shown->node;
  if (peaks_.one) content.gflopsOne = peaks_.one->gflops(content.wide ? 64 : 32);
  const auto here =
      std::find_if(content.points.begin(), content.points.end(), [](const RooflinePoint& p) { return p.here; });
  if (here != content.points.end()) content.applies = appliesText(*here, shown->threads);
  if (peaks_.all && !isQuiet(peaks_.all->load))
    content.doubt = tr("These peaks were measured while %1 other cores were busy, so they may be greater")
                        .arg(peaks_.all->load.busy(), 0, 'f', 1);
  return content;
}

}  // namespace lw
