#include "backends/queue/search_link.h"

#include <random>

#include "backends/measure/measure.h"
#include "backends/queue/errors.h"

namespace lw {
namespace {

constexpr double kLinkTick = 0.01;
constexpr auto kFullPause = std::chrono::milliseconds(300);
constexpr size_t kLargestMessage = size_t{120} << 20;  // RabbitMQ takes 128 MiB unless it is configured otherwise

std::string newSearch() {
  std::random_device random;
  char text[20];
  std::snprintf(text, sizeof text, "%08x%08x", random(), random());
  return text;
}

std::string mebibytes(size_t bytes) { return std::to_string((bytes + (1 << 20) - 1) >> 20) + " MiB"; }

}  // namespace

SearchLink::SearchLink(const SearchLinkOptions& options, std::string ground)
    : options_(options), ground_(std::move(ground)), search_(newSearch()) {}

Result<std::unique_ptr<SearchLink>> SearchLink::start(const SearchLinkOptions& options, std::string ground) {
  if (ground.size() > kLargestMessage)
    return explain(err::kQueueTooLarge(mebibytes(ground.size()), mebibytes(kLargestMessage)),
                   "tune with smaller sizes, or with random inputs");
  std::unique_ptr<SearchLink> link(new SearchLink(options, std::move(ground)));
  if (Status s = link->connect(); !s) return s.error();
  link->thread_ = std::thread([shared = link.get()] { shared->run(); });
  return link;
}

SearchLink::~SearchLink() {
  {
    const std::lock_guard lock(mutex_);
    ended_ = true;
  }
  if (thread_.joinable()) thread_.join();
  if (connection_) (void)connection_->deleteQueue(resultsQueue(search_));  // the server deletes it later otherwise
}

void SearchLink::send(TrialJob job) {
  const std::lock_guard lock(mutex_);
  job.search = search_;
  job.number = next_++;
  outgoing_.push_back(std::move(job));
}

void SearchLink::hold(bool held) {
  const std::lock_guard lock(mutex_);
  held_ = held;
}

bool SearchLink::ended() const {
  const std::lock_guard lock(mutex_);
  return ended_;
}

Status SearchLink::connect() {
  Result<QueueConnection> opened = QueueConnection::open(options_.address);
  if (!opened) return opened.error();
  if (Status s = declareClass(*opened, options_.workerClass); !s) return s;
  if (Status s = declareResults(*opened, search_); !s) return s;
  if (Status s = opened->consume(resultsQueue(search_), "results"); !s) return s;
  connection_.emplace(std::move(*opened));
  for (auto& [number, open] : open_)
    if (!open.confirmed) open.sequence = 0;
  return success();
}

// False: the search ended, or it took too long.
bool SearchLink::connectAgain() {
  const auto until = Clock::now() + std::chrono::duration<double>(options_.patienceSeconds);
  auto pause = std::chrono::milliseconds(100);
  while (!ended()) {
    if (options_.stop && options_.stop()) {
      options_.over(std::nullopt);
      return false;
    }
    const Status connected = connect();
    if (connected) return true;
    connection_.reset();
    if (Clock::now() > until) {
      options_.over(connected.error());
      return false;
    }
    for (const auto next = Clock::now() + pause; !ended() && Clock::now() < next;)
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
    pause = std::min(2 * pause, std::chrono::milliseconds(3000));
  }
  return false;
}

void SearchLink::run() {
  while (!ended()) {
    if (options_.stop && options_.stop()) return options_.over(std::nullopt);
    const Status exchanged = exchange();
    if (exchanged) continue;
    connection_.reset();
    if (ended()) return;
    if (exchanged.error().kind == err::kQueueFull.id) return options_.over(exchanged.error());
    if (options_.notice) options_.notice(exchanged.error());
    if (!connectAgain()) return;
  }
}

Status SearchLink::exchange() {
  if (Status s = sendWaiting(); !s) return s;
  Result<std::optional<QueueEvent>> event = connection_->wait(kLinkTick);
  if (!event) return event.error();
  tellIdle();
  return *event ? take(**event) : success();
}

void SearchLink::tellIdle() {
  if (served_ || open_.empty()) return;
  if (!idleSince_) idleSince_ = Clock::now();
  if (Clock::now() < *idleSince_ + std::chrono::duration<double>(options_.idleSeconds)) return;
  served_ = true;  // this is said once
  if (options_.notice)
    options_.notice(explain(err::kQueueIdle(options_.workerClass, options_.address.shown()),
                            say("start `lw worker --queue URL --class {0}`", Ident(options_.workerClass))));
}

Status SearchLink::sendWaiting() {
  {
    const std::lock_guard lock(mutex_);
    while (!held_ && !outgoing_.empty()) {
      const int number = outgoing_.front().number;
      open_.emplace(number, Open{std::move(outgoing_.front())});
      outgoing_.pop_front();
    }
  }
  for (auto& [number, open] : open_) {
    if (open.sequence != 0 || open.confirmed || Clock::now() < open.notBefore) continue;
    Result<uint64_t> sequence = connection_->publish(kTrialsExchange, trialsKey(options_.workerClass, search_),
                                                     {.type = kTrialType, .body = encodeJob(open.job), .replyTo = {}});
    if (!sequence) return sequence.error();
    open.sequence = *sequence;
  }
  if (fullSince_ && Clock::now() > *fullSince_ + std::chrono::duration<double>(options_.patienceSeconds))
    return explain(err::kQueueFull(trialsQueue(options_.workerClass), options_.address.shown()),
                   "start workers of its class, or let the queue be longer (x-max-length of its policy)");
  return success();
}

Status SearchLink::take(const QueueEvent& event) {
  if (const auto* delivery = std::get_if<Delivery>(&event)) {
    if (Status s = take(*delivery); !s) return s;
    return connection_->acknowledge(delivery->tag);
  }
  if (const auto* confirmation = std::get_if<Confirmation>(&event)) takeConfirmation(*confirmation);
  return success();
}

// A refused job is sent again; the search fails when none was accepted and no result came for too long.
void SearchLink::takeConfirmation(const Confirmation& c) {
  for (auto& [number, open] : open_) {
    if (open.sequence != c.sequence) continue;
    open.confirmed = c.accepted;
    if (c.accepted) {
      fullSince_.reset();
      return;
    }
    open.sequence = 0;
    open.notBefore = Clock::now() + kFullPause;
    if (fullSince_) return;
    fullSince_ = Clock::now();
    if (options_.notice) options_.notice(err::kQueueFull(trialsQueue(options_.workerClass), options_.address.shown()));
    return;
  }
}

Status SearchLink::take(const Delivery& delivery) {
  const QueueMessage& message = delivery.message;
  served_ = true;
  if (message.type == kStartedType) {
    const Result<JobStarted> started = decodeStarted(message.body);
    if (!started || started->groundTo.empty()) return success();
    const Result<uint64_t> sent =
        connection_->publish("", started->groundTo, {kGroundType, ground_, resultsQueue(search_)});
    return sent ? success() : Status(sent.error());
  }
  if (message.type == kResultType) {
    Result<JobResult> result = decodeResult(message.body);
    // Times of another class are none of this search.
    if (result && result->workerClass == options_.workerClass) answer(result->number, std::move(result->results));
    return success();
  }
  if (message.type != kTrialType) return success();
  const Result<TrialJob> dead = decodeJob(message.body);
  if (!dead) return success();
  std::vector<tune::TrialResult> results;
  for (const tune::BuiltTrial& t : dead->trials)
    results.push_back({t.number, tune::Outcome::Crashed, err::kQueueKilled(kDeliveryLimit + 1), {}, t.compileMs});
  answer(dead->number, std::move(results));
  return success();
}

void SearchLink::answer(int number, std::vector<tune::TrialResult> results) {
  const auto found = open_.find(number);
  if (found == open_.end()) return;  // a second answer: the worker lost its connection and another one ran it, too
  const TrialJob job = std::move(found->second.job);
  open_.erase(found);
  if (fullSince_) fullSince_ = Clock::now();
  options_.answered(job, std::move(results));
}

}  // namespace lw
