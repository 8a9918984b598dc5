// States of a followed session, from its messages to a history and back. Plain functions, safe on any thread.
#pragma once

#include <map>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "core/session/session.h"

namespace lw {

// A new document with the text and function that the message names.
Session sessionFrom(const nlohmann::json& message);

// Which state of the session each state of the window's history is.
struct FollowedNumbers {
  static constexpr int kUnsent = -1, kSent = -2;  // kSent: the session has not said its number yet
  std::map<int, int> local;                       // by the session's number
  std::vector<int> remote;                        // by the window's; as in the session, kUnsent or kSent
  std::vector<std::string> names;                 // that the session knows
  std::vector<bool> removed;
  int current = 0;  // the session's current state, in the window's numbers

  explicit FollowedNumbers(const History& history);
  void pair(int remoteNode, int localNode, const History& history);
  nlohmann::json placeOf(int localNode) const;
};

// The history after a message of kind "change".
struct FollowedChange {
  History history;
  FollowedNumbers numbers;
  int added = 0;  // states
  std::vector<RunRecord> runs;
  std::optional<Explanation> error;  // a step of the session is refused here: the window cannot go on
};
FollowedChange changed(History history, FollowedNumbers numbers, const nlohmann::json& message);

// A message with what the window's history has and the session does not; nothing: there is no difference. `numbers`
// then counts it as sent.
std::optional<nlohmann::json> unsentOf(const History& history, FollowedNumbers& numbers);

}  // namespace lw
