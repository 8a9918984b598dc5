#include "backends/queue/worker_class.h"

#include <algorithm>
#include <cctype>
#include <chrono>
#include <nlohmann/json.hpp>
#include <thread>

#include "backends/queue/errors.h"
#include "backends/queue/protocol.h"

namespace lw {
namespace {

constexpr size_t kLongestName = 100;

std::optional<WorkerClass> classFrom(const std::string& name, const std::string& body) {
  const nlohmann::json j = nlohmann::json::parse(body, nullptr, false);
  if (!j.is_object() || !j.contains("processor")) return std::nullopt;
  const std::optional<Processor> processor = processorFromJson(j["processor"]);
  if (!processor) return std::nullopt;
  return WorkerClass{name, *processor, j.value("threads", 1)};
}

std::string encode(const WorkerClass& c) {
  return nlohmann::json{{"processor", toJson(c.processor)}, {"threads", c.threads}}.dump();
}

std::string toText(const WorkerClass& c) {
  return c.processor.model + " (" + c.processor.cpu + "), kernels on " + std::to_string(c.threads) +
         (c.threads == 1 ? " thread" : " threads");
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

WorkerClass ownClass(std::string_view target, int threads) {
  WorkerClass own{"", thisProcessor(), threads};
  std::string name = std::string(target) + "-";
  for (const char c : own.processor.model)
    if (std::isalnum(static_cast<unsigned char>(c)))
      name += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    else if (name.back() != '-')
      name += '-';
  name.resize(std::min(name.size(), kLongestName - 10));
  if (name.back() == '-') name.pop_back();
  own.name = name + "-" + std::to_string(threads);
  return own;
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
    if (other.processor.model == own.processor.model && other.processor.cpu == own.processor.cpu &&
        other.processor.features == own.processor.features && other.threads == own.threads)
      return success();
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
                              int threads) {
  const WorkerClass own = ownClass(target, threads);
  if (name.empty() || name == own.name) return own;
  if (Status s = checkClassName(name); !s) return s.error();
  Result<QueueConnection> connection = QueueConnection::open(address);
  if (!connection) return std::move(connection).error();
  if (Status s = declareClass(*connection, name); !s) return s.error();
  Result<std::optional<WorkerClass>> found = described(*connection, name);
  if (!found) return found.error();
  if (!*found)
    return explain(err::kQueueNoClass(name, address.shown()),
                   say("start `lw worker --queue URL --class {0}` on a machine of that class first", Ident(name)));
  return std::move(**found);
}

}  // namespace lw
