#include "backends/queue/worker_class.h"

#include <algorithm>
#include <cctype>
#include <chrono>
#include <thread>
#include "core/support/json.h"

#include "backends/queue/errors.h"
#include "backends/queue/protocol.h"
#include "backends/tune/trial_build.h"

namespace lw {
namespace {

constexpr size_t kLongestName = 100, kLongestPart = 40;

std::optional<WorkerClass> classFrom(const std::string& name, const std::string& body) {
  const nlohmann::json j = nlohmann::json::parse(body, nullptr, false);
  if (!j.is_object() || !j.contains("processor")) return std::nullopt;
  const std::optional<Processor> processor = processorFromJson(j["processor"]);
  if (!processor) return std::nullopt;
  WorkerClass found{name, *processor, j.value("threads", 1), j.value("target", "")};
  if (j.contains("device")) found.device = j["device"].dump();
  return found;
}

std::string encode(const WorkerClass& c) {
  nlohmann::json j{{"processor", toJson(c.processor)}, {"threads", c.threads}, {"target", c.target}};
  if (!c.device.empty()) j["device"] = nlohmann::json::parse(c.device);
  return j.dump();
}

std::string factOf(const std::string& device, const char* fact) {
  const nlohmann::json j = nlohmann::json::parse(device, nullptr, false);
  return j.is_object() ? j.value(fact, "") : "";
}

// What decides how fast its kernels are.
bool isSameMachine(const WorkerClass& a, const WorkerClass& b) {
  const auto facts = [](const WorkerClass& c) {
    return std::tuple(c.processor.model, c.processor.cpu, c.processor.features, c.threads, c.target,
                      factOf(c.device, "name"), factOf(c.device, "version"));
  };
  return facts(a) == facts(b);
}

// Lower case, with '-' for what names of classes may not have.
void addPart(std::string& name, const std::string& part) {
  const size_t end = name.size() + kLongestPart;
  for (const char c : part)
    if (std::isalnum(static_cast<unsigned char>(c)))
      name += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    else if (name.back() != '-')
      name += '-';
  name.resize(std::min(name.size(), end));
  if (name.back() != '-') name += '-';
}

// The description is away for a moment while another one reads it, so that it is asked for more than once.
Result<std::optional<WorkerClass>> described(QueueConnection& connection, const std::string& name) {
  for (int attempt = 0; attempt < 3; ++attempt) {
    if (attempt > 0) std::this_thread::sleep_for(std::chrono::milliseconds(50));
    Result<std::optional<QueueMessage>> message = connection.peek(classQueue(name));
    if (!message) return message.error();
    if (*message) return classFrom(name, (*message)->body);
  }
  return std::optional<WorkerClass>();
}

}  // namespace

WorkerClass ownClass(std::string_view target, int threads, const std::string& device) {
  WorkerClass own{std::string(target) + "-", thisProcessor(), threads, std::string(target), device};
  addPart(own.name, own.processor.model);
  if (!device.empty()) addPart(own.name, factOf(device, "name"));
  own.name += std::to_string(threads);
  return own;
}

std::string measuringDevice(const WorkerClass& workers) {
  return workers.device.empty() ? workers.processor.model : factOf(workers.device, "name");
}

std::string measuredOn(const WorkerClass& workers) { return workers.target + " on " + measuringDevice(workers); }

std::string toText(const WorkerClass& c) {
  if (!c.device.empty())
    return factOf(c.device, "name") + " (" + factOf(c.device, "version") + ") at " + c.processor.model;
  return c.processor.model + " (" + c.processor.cpu + "), kernels on " + std::to_string(c.threads) +
         (c.threads == 1 ? " thread" : " threads");
}

Status checkClassName(const std::string& name) {
  const bool fits = !name.empty() && name.size() <= kLongestName && std::all_of(name.begin(), name.end(), [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) || c == '-' || c == '_';
  });
  if (!fits) return err::kQueueClassName(name);
  return success();
}

Status announceClass(QueueConnection& connection, const QueueAddress& address, const WorkerClass& own) {
  Result<std::optional<WorkerClass>> known = described(connection, own.name);
  if (!known) return known.error();
  if (*known) {
    const WorkerClass& other = **known;
    if (isSameMachine(other, own)) return success();
    return explain(err::kQueueProcessor(own.name, toText(other), toText(own)),
                   "--class gives this machine a class of its own; their times are not compared");
  }
  Result<uint64_t> sequence =
      connection.publish("", classQueue(own.name), {.type = kClassType, .body = encode(own), .replyTo = {}});
  if (!sequence) return sequence.error();
  while (true) {
    Result<std::optional<QueueEvent>> event = connection.wait(30);
    if (!event) return event.error();
    if (!*event) return err::kQueueLost(address.shown(), "it does not confirm a message");
    if (const auto* c = std::get_if<Confirmation>(&**event); c && c->sequence == *sequence) return success();
  }
}

Result<WorkerClass> findClass(const QueueAddress& address, const std::string& name, std::string_view target,
                              int threads, const std::string& device) {
  if (name.empty()) {
    Result<std::string> own = tune::deviceOfTrials({.target = std::string(target), .device = device});
    if (!own) return explain(own.error(), "--class names a class of workers on machines that have such a device");
    return ownClass(target, threads, *own);
  }
  const WorkerClass own = ownClass(target, threads);
  if (name == own.name && !tune::hasDevices(target)) return own;
  if (Status s = checkClassName(name); !s) return s.error();
  Result<QueueConnection> connection = QueueConnection::open(address);
  if (!connection) return std::move(connection).error();
  if (Status s = declareClass(*connection, name); !s) return s.error();
  Result<std::optional<WorkerClass>> found = described(*connection, name);
  if (!found) return found.error();
  if (!*found)
    return explain(err::kQueueNoClass(name, address.shown()),
                   say("start `lw worker --queue URL --class {0}` on a machine of that class first", Ident(name)));
  if ((*found)->target != target)
    return explain(err::kQueueTarget(name, (*found)->target, target), "--class names another class of workers");
  return std::move(**found);
}

}  // namespace lw
