// One connection to a RabbitMQ server, for one thread. Messages that are published are confirmed by the server, and
// those that are received are acknowledged one by one. Whatever fails ends the connection: open another one.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "backends/queue/address.h"

namespace lw {

struct QueueMessage {
  std::string type;  // what is in the body
  std::string body;
  std::string replyTo;  // a queue; empty: none
};

struct Delivery {
  uint64_t tag = 0;      // for acknowledge()
  std::string consumer;  // as consume() names it
  QueueMessage message;
};
struct Confirmation {
  uint64_t sequence = 0;  // from publish()
  bool accepted = true;   // false: the queue is full
};
struct Unroutable {  // a mandatory message, before its confirmation
  uint64_t sequence = 0;
};
using QueueEvent = std::variant<Delivery, Confirmation, Unroutable>;

using QueueArguments = std::vector<std::pair<const char*, std::variant<int64_t, const char*>>>;

class QueueConnection {
 public:
  static Result<QueueConnection> open(const QueueAddress& address);
  QueueConnection(QueueConnection&&) noexcept;
  QueueConnection& operator=(QueueConnection&&) noexcept;
  ~QueueConnection();

  Status declareTopic(const std::string& exchange);
  Status declareQueue(const std::string& name, const QueueArguments& arguments);
  Result<std::string> declareOwnQueue();  // ends with the connection; the server names it
  Status bind(const std::string& queue, const std::string& exchange, const std::string& key);
  Status deleteQueue(const std::string& name);
  Status limitUnacknowledged(int messages);  // of each consumer from now on
  Status consume(const std::string& queue, const std::string& consumer);
  // The first message of a queue, which stays there.
  Result<std::optional<QueueMessage>> peek(const std::string& queue);
  // The number by which it is confirmed. `mandatory`: an Unroutable tells that no queue takes it.
  Result<uint64_t> publish(const std::string& exchange, const std::string& key, const QueueMessage& message,
                           bool mandatory = false);
  Status acknowledge(uint64_t tag);
  Status giveBack(uint64_t tag);  // to another consumer
  Status refuse(uint64_t tag);    // to the dead letters
  // Waits for an event; nothing: none came in time. Also keeps the connection alive: call it every few seconds.
  Result<std::optional<QueueEvent>> wait(double seconds);

 private:
  struct Impl;
  explicit QueueConnection(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace lw
