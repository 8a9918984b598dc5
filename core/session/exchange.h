// Single actions and runs of a session as texts: what two processes that show the same document tell each other.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/session/session.h"

namespace lw {

// Title, steps, name and marks of an action; its parent is not part of it.
std::string actionToJson(const History& history, int node);
// The action carried out after `parent`, each step checked as if a person had made it; its own parent is not set.
// `parent` has the steps that the action followed where it was written.
Result<History::Node> actionFromJson(const Schedule& parent, std::string_view text);
// Handles that the steps of the schedule from `from` on define, added to `before`.
uint32_t handleCount(const Schedule& schedule, int from = 0, uint32_t before = 0);

std::string runToJson(const RunRecord& run);
// Of a history with so many nodes; fields that are no good have their defaults. Nothing: this is no run.
std::optional<RunRecord> runFromJson(std::string_view text, int nodes);

}  // namespace lw
