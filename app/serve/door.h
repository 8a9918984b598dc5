// A door: how clients of one protocol name the methods and read their answers.
#pragma once

#include <memory>

#include "app/serve/method.h"
#include "app/serve/session.h"

namespace lw::serve {

// A request for a method of the table.
struct MethodCall {
  const Method* method;
  Json arguments;
  Json progressToken = {};  // null: nobody asked for progress
};

class Door {
 public:
  virtual ~Door() = default;
  // What a request comes to: an answer of the door itself, an error, or a call of a method.
  virtual std::variant<Json, Failure, MethodCall> decide(const Incoming& request, ServeSession& session) = 0;
  // The whole message that answers the call.
  virtual Json answered(const Json& id, Json result) const = 0;
  virtual Json failed(const Json& id, const Failure& failure) const = 0;
  virtual Json progressed(const Json& token, double done, double total, const std::string& what) const = 0;
  // The id of the request that a message asks to cancel; nothing: it asks for something else.
  virtual std::optional<Json> cancels(const Incoming& message) const = 0;
  virtual bool answersCancelled() const = 0;  // does a cancelled request get an answer?
  virtual bool takesBatches() const = 0;
};

std::unique_ptr<Door> jsonRpcDoor();
std::unique_ptr<Door> mcpDoor();  // Model Context Protocol

}  // namespace lw::serve
