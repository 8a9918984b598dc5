#include "core/session/replan.h"

#include <algorithm>

#include "core/session/carry_over.h"

namespace lw {
namespace {

size_t placeOf(const std::vector<PlannedStep>& plan, int node) {
  return static_cast<size_t>(
      std::find_if(plan.begin(), plan.end(), [&](const PlannedStep& s) { return s.node == node; }) - plan.begin());
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

int Replan::droppedSteps() const {
  return static_cast<int>(
      std::count_if(nodes.begin(), nodes.end(), [](const History::Node& n) { return !n.lost.empty(); }));
}

std::vector<PlannedStep> planOf(const History& history, int tip) {
  std::vector<PlannedStep> plan;
  for (const int node : history.pathTo(tip))
    if (node != 0) plan.push_back({node, {}, history.node(node).off});
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
  const auto at = plan.begin() + static_cast<std::ptrdiff_t>(placeOf(plan, node));
  if (at == plan.end() || by == 0 || (by < 0 ? -by > at - plan.begin() : by >= plan.end() - at)) return false;
  if (by < 0)
    std::rotate(at + by, at, at + 1);
  else
    std::rotate(at, at + 1, at + by + 1);
  return true;
}

bool switchStep(std::vector<PlannedStep>& plan, int node, bool off) {
  const size_t at = placeOf(plan, node);
  if (at == plan.size() || plan[at].off == off) return false;
  plan[at].off = off;
  return true;
}

Replan replan(const Workspace& workspace, int tip, const std::vector<PlannedStep>& steps) {
  const History& history = workspace.history;
  const std::vector<int> path = history.pathTo(tip);
  size_t same = 0;
  while (same < steps.size() && same + 1 < path.size() && steps[same].node == path[same + 1] &&
         steps[same].title.empty() && steps[same].off == history.node(path[same + 1]).off)
    ++same;
  Replan made;
  made.start = path[same];
  Schedule at = history.node(made.start).schedule;
  for (size_t i = same; i < steps.size(); ++i) {
    const History::Node& old = history.node(steps[i].node);
    History::Node node{-1, at, steps[i].title.empty() ? old.title : steps[i].title, "", old.note};
    node.bookmark = old.bookmark;
    node.off = steps[i].off;
    const std::string function = old.schedule.program().functionName(old.schedule.currentFunction());
    const Schedule start = workingOn(at, function);
    if (node.off)
      node.schedule = start;
    else if (steps[i].title.empty() && old.lost.empty() && !old.off)
      redoAction(node, start, old, history.node(old.parent).schedule.stepCount(), workspace.source);
    else
      redoByTitle(node, start, workspace.source);
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
  if (!name.empty() && tip != oldTip && history.node(tip).name.empty() && tip != 0)
    history.rename(tip, furtherName(history, name));
  return tip;
}

}  // namespace lw
