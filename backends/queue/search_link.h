// The connection of a search to its workers, with a thread of its own: jobs go out, and each comes back once, whatever
// happens to connections and workers meanwhile. Private to backends/queue.
#pragma once

#include <chrono>
#include <deque>
#include <map>
#include <mutex>
#include <thread>

#include "backends/queue/protocol.h"

namespace lw {

struct SearchLinkOptions {
  QueueAddress address;
  std::string workerClass;
  double patienceSeconds = 120;
  double idleSeconds = 5;
  std::function<void(const Explanation& why)> notice;
  // On the thread of the connection. Results of a job that killed its workers say so.
  std::function<void(const TrialJob& job, std::vector<tune::TrialResult> results)> answered;
  std::function<bool()> stop;
  std::function<void(const std::optional<Explanation>& why)> over;  // nothing comes any more; no reason: it was stopped
};

class SearchLink {
 public:
  // `ground`: as encodeGround() writes it.
  static Result<std::unique_ptr<SearchLink>> start(const SearchLinkOptions& options, std::string ground);
  ~SearchLink();            // what is under way is lost
  void send(TrialJob job);  // search and number are filled in
  void hold(bool held);     // keeps back what was not sent yet

 private:
  using Clock = std::chrono::steady_clock;
  struct Open {  // a job without an answer
    TrialJob job;
    bool confirmed = false;
    Clock::time_point notBefore = {};  // when it is sent again
    uint64_t sequence = 0;             // in the present connection; 0: to be sent
  };

  SearchLink(const SearchLinkOptions& options, std::string ground);
  Status connect();
  bool connectAgain();
  void run();
  Status exchange();
  Status sendWaiting();
  Status take(const QueueEvent& event);
  Status take(const Delivery& delivery);
  void takeConfirmation(const Confirmation& confirmation);
  void answer(int number, std::vector<tune::TrialResult> results);
  void tellIdle();
  bool ended() const;

  SearchLinkOptions options_;
  std::string ground_, search_;
  std::optional<QueueConnection> connection_;
  std::map<int, Open> open_;
  std::optional<Clock::time_point> fullSince_;
  std::optional<Clock::time_point> idleSince_;  // jobs are sent, and no worker took one yet
  bool served_ = false;                         // a worker took a job
  mutable std::mutex mutex_;                    // of what follows
  std::deque<TrialJob> outgoing_;
  bool held_ = false, ended_ = false;
  int next_ = 0;
  std::thread thread_;
};

}  // namespace lw
