#include "core/session/replan.h"

#include <algorithm>

#include "core/session/carry_over.h"

namespace lw {
namespace {

size_t placeOf(const std::vector<PlannedStep>& plan, int node) {
  return static_cast<size_t>(std::find_if(plan.begin(), plan.end(), [&](const PlannedStep& s) { return s.node == node; }) - plan.begin());
}

// "tiled" -> "tiled 2", "tiled 2" -> "tiled 3"; a name that no variant has.
std::string furtherName(const History& history, const std::string& name) {
  std::string stem = name;
  while (!stem.empty() && std::isdigit(static_cast<unsigned char>(stem.back()))) stem.pop_back();
  if (stem == name || stem.empty() || stem.back() != ' ') stem = name + " ";
  int number = 2;
  while (history.firstNamed(stem + std::to_string(number)) >= 0) ++number;
  return stem + std::to_string(number);
}

}  // namespace

int Replan::casualties() const {
  return static_cast<int>(std::count_if(nodes.begin(), nodes.end(), [](const History::Node& n) { return !n.lost.empty(); }));
}

std::vector<PlannedStep> planOf(const History& history, int tip) {
  std::vector<PlannedStep> plan;
  for (const int node : history.pathTo(tip))
    if (node != 0) plan.push_back({node});
  return plan;
}

bool changeStep(std::vector<PlannedStep>& plan, int node, const std::string& title) {
  const size_t at = placeOf(plan, node);
  if (at == plan.size() || title.empty()) return false;
  plan[at].title = title;
  return true;
}

bool dropStep(std::vector<PlannedStep>& plan, int node) {
  const size_t at = placeOf(plan, node);
  if (at == plan.size()) return false;
  plan.erase(plan.begin() + static_cast<std::ptrdiff_t>(at));
  return true;
}

bool moveStep(std::vector<PlannedStep>& plan, int node, int by) {
  const size_t at = placeOf(plan, node);
  if (at == plan.size() || (by < 0 ? at == 0 : at + 1 == plan.size())) return false;
  std::swap(plan[at], plan[by < 0 ? at - 1 : at + 1]);
  return true;
}

Replan replan(const Workspace& workspace, int tip, const std::vector<PlannedStep>& steps) {
  const History& history = workspace.history;
  const std::vector<int> path = history.pathTo(tip);
  size_t same = 0;
  while (same < steps.size() && same + 1 < path.size() && steps[same].node == path[same + 1] && steps[same].title.empty()) ++same;
  Replan made;
  made.start = path[same];
  Schedule at = history.node(made.start).schedule;
  for (size_t i = same; i < steps.size(); ++i) {
    const History::Node& old = history.node(steps[i].node);
    History::Node node{-1, at, steps[i].title.empty() ? old.title : steps[i].title, "", old.note};
    const std::string function = old.schedule.program().functionName(old.schedule.currentFunction());
    const Schedule start = workingOn(at, function);
    if (steps[i].title.empty() && old.lost.empty()) redoAction(node, start, old, history.node(old.parent).schedule.stepCount(), workspace.source);
    else redoByTitle(node, start, workspace.source);
    at = node.schedule;
    made.nodes.push_back(std::move(node));
  }
  return made;
}

int grow(History& history, const Replan& made, int oldTip) {
  const std::string name = history.node(oldTip).name;
  history.goTo(made.start);
  for (const History::Node& node : made.nodes) history.append(node);
  const int tip = history.current();
  if (!name.empty() && tip != oldTip && history.node(tip).name.empty() && tip != 0) history.rename(tip, furtherName(history, name));
  return tip;
}

}  // namespace lw
