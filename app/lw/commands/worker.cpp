// lw worker: measures candidates that `lw tune --queue` builds elsewhere.
#include <atomic>
#include <csignal>
#include <cstdio>
#include <iostream>
#include "core/support/json.h"

#include "app/lw/command.h"
#include "app/lw/errors.h"
#include "app/lw/options/queue_options.h"
#include "backends/measure/errors.h"
#include "backends/queue/worker.h"
#include "backends/targets/targets.h"

namespace lw {
namespace {

std::atomic<bool> stopWorking = false;

// The first Ctrl-C ends the worker after its trial, the second one at once: the trial goes to another worker.
void stopAfterTrial(int signal) {
  stopWorking = true;
  std::signal(signal, SIG_DFL);
}

void sayEvent(bool json, const nlohmann::json& event, const std::string& text) {
  if (json)
    std::cout << event.dump() << std::endl;
  else
    std::fprintf(stderr, "%s\n", text.c_str());
}

Status checkWorkerTarget(const CommandLine& arguments) {
  const std::string& name = arguments.get("--target");
  const TargetDescriptor* target = findTarget(name);
  if (!target) return explain(err::kRunTarget(name, "there is no such target"), "run `lw devices` for a list");
  if (target->onThisProcessor && arguments.has("--device"))
    return explain(err::kUsageCombined("--device", "--target " + name), "name the target of the device");
  if (!target->onThisProcessor && arguments.get("--threads") != "1")
    return explain(err::kUsageCombined("--threads", "--target " + name), "leave out --threads");
  return measuredByWorkers(*target);
}

int run(const CommandLine& arguments) {
  WorkerOptions options;
  Result<QueueAddress> address = queueAddress(arguments);
  if (!address) return fail(arguments, address.error(), nullptr, kWrongUsage);
  options.address = *address;
  options.workerClass = arguments.get("--class");
  options.target = arguments.get("--target");
  options.device = arguments.get("--device");
  if (Status s = checkWorkerTarget(arguments); !s) return fail(arguments, s.error(), nullptr, kWrongUsage);
  const Result<int64_t> threads = arguments.integer("--threads");
  if (!threads) return fail(arguments, threads.error(), nullptr, kWrongUsage);
  if (*threads < 1) return fail(arguments, err::kWorkerThreads(*threads), nullptr, kWrongUsage);
  options.threads = static_cast<int>(*threads);
  const bool json = arguments.json();
  options.stop = [] { return stopWorking.load(); };
  options.ready = [&](const std::string& name) {
    sayEvent(json, {{"event", "ready"}, {"class", name}}, "Waiting for trials of class " + name);
  };
  options.lost = [&](const Explanation& why) {
    sayEvent(json, {{"event", "lost"}, {"kind", why.kind}, {"message", why.message}},
             why.message + "; connecting again");
  };
  options.done = [&](tune::Outcome outcome) {
    if (json) sayEvent(json, {{"event", "trial"}, {"outcome", tune::nameOf(outcome)}}, {});
  };
  std::signal(SIGINT, stopAfterTrial);
  std::signal(SIGTERM, stopAfterTrial);
  const Result<int64_t> answered = runWorker(options);
  if (!answered) return fail(arguments, answered.error());
  sayEvent(json, {{"event", "end"}, {"answered", *answered}}, std::to_string(*answered) + " trials answered");
  return kDone;
}

}  // namespace

Command workerCommand() {
  Command c{"worker", "measure candidates that `lw tune --queue` builds elsewhere", {}, run};
  c.options = queueOptions();
  c.options.front().kind = OptionSpec::kRequired;
  c.options.push_back({"--target", "whose kernels it measures; part of the class", std::string(defaultTarget().name),
                       OptionSpec::kValue});
  c.options.push_back({"--device", "number of the device, from 0; part of the class", "", OptionSpec::kValue});
  c.options.push_back({"--threads", "of a kernel; part of the class", "1", OptionSpec::kValue});
  return c;
}

}  // namespace lw
