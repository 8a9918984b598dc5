// Messages of JSON-RPC 2.0.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <variant>

#include "core/support/json.h"
#include "core/text/source.h"

namespace lw::serve {

using Json = nlohmann::json;

inline constexpr size_t kMostMessageBytes = 16 << 20;
inline constexpr size_t kMostBatch = 100;

// Codes of JSON-RPC, and of errors that it leaves to the server.
enum Code : int {
  kParseError = -32700,
  kInvalidRequest = -32600,
  kMethodNotFound = -32601,
  kInvalidParams = -32602,
  kInternalError = -32603,
  kRefused = -32000,         // the engine refuses what was asked for
  kLimit = -32001,           // a limit of the session
  kNoSuchResource = -32002,  // as the Model Context Protocol has it
  kCancelled = -32800,
  kRequestFailed = -32803,  // as the Language Server Protocol has it: right in form, but it cannot be done
};

// Why a request has no result: the reason with its place, and the value that is at fault.
struct Failure {
  int code = kRefused;
  Explanation why;
  std::optional<SourceText> source = {};  // that the span of `why` refers to
  std::string place = {};                 // "steps[1]"; empty: that of the span, or none
  Json value = {};                        // null: none
  Json more = {};                         // further members
};

struct Incoming {
  enum class Kind : uint8_t { Request, Notification, Response } kind = Kind::Request;
  Json id;
  std::string method;
  Json params = Json::object();
};

// A message or a batch of them; refuses what is not JSON or is nested too deeply.
std::variant<Json, Failure> parseMessage(const std::string& text);
// One message of JSON-RPC. `id` is set as far as it can be told.
std::variant<Incoming, Failure> incomingOf(const Json& message, Json& id);

Json resultMessage(const Json& id, Json result);
Json errorMessage(const Json& id, const Failure& failure);
Json notification(const std::string& method, Json params);
// Kind, message, remedy, place, value, witness and repairs.
Json failureJson(const Failure& failure);
std::string textOf(const Json& message);  // on one line; bytes that are not UTF-8 are replaced

}  // namespace lw::serve
