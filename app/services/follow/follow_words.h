// What a followed session says of itself and of what is done in it, in the language of the window.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <vector>

#include "app/models/follow/follow_state.h"

namespace lw {

class History;
class RunModel;
struct FollowedNumbers;

// The sessions that announce themselves. Takes as long as they need to answer, at most a part of a second each.
std::vector<FollowChoice> followChoices();

QString programWords(const nlohmann::json& document);  // "mm in matmul.py"
QString workingWords(const nlohmann::json& message);   // what the client has asked for: "split(i, [None, 8])", "run"
// Of a message of kind "change", after `history` has it; `Kind::None`: nothing was done.
FollowEvent eventOf(const nlohmann::json& message, const History& history, const FollowedNumbers& numbers,
                    const RunModel& runs);
FollowEvent refusalOf(const nlohmann::json& message);

}  // namespace lw
