#include "app/lw/grading/judged.h"

#include "app/lw/grading/steps_of_trace.h"
#include "core/support/json.h"

namespace lw {

using nlohmann::json;

namespace {

template <class T>
void take(const json& from, const char* name, T& slot) {
  const auto found = from.find(name);
  if (found == from.end() || found->is_null()) return;
  const bool fits = std::is_same_v<T, std::string> ? found->is_string()
                    : std::is_same_v<T, bool>      ? found->is_boolean()
                                                   : found->is_number();
  if (fits) slot = found->get<T>();
}

}  // namespace

nlohmann::ordered_json judgedJson(const Judged& judged) {
  nlohmann::ordered_json j{{"outcome", judged.outcome}, {"words", judged.words}};
  if (!judged.advice.empty()) j["hint"] = judged.advice;
  if (judged.cell > 0) j["cell"] = judged.cell;
  if (judged.line > 0) j["line"] = judged.line, j["column"] = judged.column;
  if (judged.difference)
    j["difference"] = {{"place", judged.difference->element},
                       {"value", judged.difference->got},
                       {"expected", judged.difference->expected},
                       {"count", judged.difference->count}};
  if (!judged.goals.empty()) j["goals"] = nlohmann::ordered_json::array();
  for (const Judged::Goal& goal : judged.goals) {
    nlohmann::ordered_json one{{"what", goal.what}, {"value", nullptr}, {"goal", goal.goal}};
    if (goal.value) one["value"] = *goal.value;
    one["bound"] = goal.bound;
    one["met"] = goal.met;
    j["goals"].push_back(std::move(one));
  }
  if (judged.steps) j["steps"] = *judged.steps;
  if (judged.mostSteps > 0) j["most_steps"] = judged.mostSteps;
  if (judged.right()) j["share"] = judged.share;
  if (judged.byHand) j["by_hand"] = true;
  if (!judged.checkedBy.empty()) j["checked_by"] = judged.checkedBy;
  if (!judged.trace.empty()) j["trace"] = judged.trace, j["used"] = judged.used;
  return j;
}

Judged judgedOf(const json& j) {
  Judged judged;
  if (!j.is_object()) return judged;
  take(j, "outcome", judged.outcome);
  take(j, "words", judged.words);
  take(j, "hint", judged.advice);
  take(j, "cell", judged.cell);
  take(j, "line", judged.line);
  take(j, "column", judged.column);
  take(j, "most_steps", judged.mostSteps);
  take(j, "share", judged.share);
  take(j, "by_hand", judged.byHand);
  take(j, "checked_by", judged.checkedBy);
  take(j, "trace", judged.trace);
  if (!judged.trace.empty()) judged.used = primitivesOf(judged.trace);
  if (const auto steps = j.find("steps"); steps != j.end() && steps->is_number_integer())
    judged.steps = steps->get<int>();
  if (const auto d = j.find("difference"); d != j.end() && d->is_object()) {
    Judged::Difference& difference = judged.difference.emplace();
    take(*d, "place", difference.element);
    take(*d, "value", difference.got);
    take(*d, "expected", difference.expected);
    take(*d, "count", difference.count);
  }
  const auto goals = j.find("goals");
  for (size_t i = 0; goals != j.end() && goals->is_array() && i < goals->size(); ++i) {
    const json& one = (*goals)[i];
    if (!one.is_object()) continue;
    Judged::Goal& goal = judged.goals.emplace_back();
    take(one, "what", goal.what);
    take(one, "goal", goal.goal);
    take(one, "bound", goal.bound);
    take(one, "met", goal.met);
    if (const auto value = one.find("value"); value != one.end() && value->is_number())
      goal.value = value->get<double>();
  }
  return judged;
}

std::string placeOf(const Judged& judged) {
  if (judged.line == 0) return {};
  const std::string line = "line " + std::to_string(judged.line);
  return judged.cell > 0 ? "cell " + std::to_string(judged.cell) + ", " + line : line;
}

}  // namespace lw
