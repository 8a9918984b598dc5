#include "core/trace/history.h"

#include <algorithm>
#include <cassert>

#include "core/ir/equal.h"

namespace lw {

History::History(Snapshot source) { nodes_.push_back({-1, Schedule(std::move(source)), "", "", "", false, -1, ""}); }

History::History(std::vector<Node> nodes, int current) : nodes_(std::move(nodes)), current_(current) {
  assert(!nodes_.empty() && nodes_[0].parent < 0 && current >= 0 && current < size() && !nodes_[current].removed);
}

int History::add(Schedule schedule, std::string title) {
  return append({current_, std::move(schedule), std::move(title), "", "", false, -1, ""});
}

namespace {

bool sameProgram(const Snapshot& a, const Snapshot& b) { return a.sameAs(b) || equal(a.function(), b.function()); }

}  // namespace

int History::append(Node node) {
  for (const int child : children(current_)) {
    Node& known = nodes_[child];
    if (known.title != node.title || known.lost != node.lost || known.off != node.off ||
        !sameProgram(known.schedule.program(), node.schedule.program()))
      continue;
    known.schedule = std::move(node.schedule);  // views were made from this one
    goTo(child);
    return child;
  }
  const int index = size();
  node.parent = current_;
  nodes_.push_back(std::move(node));
  goTo(index);
  return index;
}

bool History::undo() {
  if (!canUndo()) return false;
  const int from = current_;
  current_ = nodes_[from].parent;
  nodes_[current_].lastChild = from;
  return true;
}

bool History::redo() {
  if (!canRedo()) return false;
  current_ = nodes_[current_].lastChild;
  return true;
}

void History::goTo(int index) {
  assert(index >= 0 && index < size() && !nodes_[index].removed);
  current_ = index;
  for (int at = index; nodes_[at].parent >= 0; at = nodes_[at].parent) nodes_[nodes_[at].parent].lastChild = at;
}

void History::rename(int index, std::string name) { nodes_[index].name = std::move(name); }
void History::annotate(int index, std::string note) { nodes_[index].note = std::move(note); }
void History::mark(int index, bool bookmark) { nodes_[index].bookmark = bookmark; }

void History::remove(int index) {
  if (index <= 0 || nodes_[index].removed) return;
  const std::vector<int> path = pathTo(current_);
  const int parent = nodes_[index].parent;
  if (std::find(path.begin(), path.end(), index) != path.end()) current_ = parent;
  nodes_[index].removed = true;
  for (int i = index + 1; i < size(); ++i)  // children come after their parents
    if (nodes_[nodes_[i].parent].removed) nodes_[i].removed = true;
  if (nodes_[parent].lastChild == index) {
    const std::vector<int> others = children(parent);
    nodes_[parent].lastChild = others.empty() ? -1 : others.back();
  }
}

std::vector<int> History::children(int index) const {
  std::vector<int> found;
  for (int i = index + 1; i < size(); ++i)
    if (nodes_[i].parent == index && !nodes_[i].removed) found.push_back(i);
  return found;
}

std::vector<int> History::pathTo(int index) const {
  std::vector<int> path;
  for (int at = index; at >= 0; at = nodes_[at].parent) path.push_back(at);
  std::reverse(path.begin(), path.end());
  return path;
}

std::vector<int> History::variants() const {
  std::vector<int> found;
  for (int i = 0; i < size(); ++i)
    if (!nodes_[i].removed && (!nodes_[i].name.empty() || children(i).empty())) found.push_back(i);
  return found;
}

bool History::isComposed(int index) const {
  const Node& node = nodes_[index];
  if (node.parent < 0) return false;
  int count = 0;
  for (int i = nodes_[node.parent].schedule.stepCount(); i < node.schedule.stepCount(); ++i)
    count += !node.schedule.step(i).primitive->query;
  return count > 1;
}

std::vector<StepGroup> History::groupsTo(int index) const {
  std::vector<StepGroup> groups;
  for (const int at : pathTo(index))
    if (isComposed(at)) {
      const int first = nodes_[nodes_[at].parent].schedule.stepCount();
      groups.push_back({first, nodes_[at].schedule.stepCount() - first, nodes_[at].title});
    }
  return groups;
}

int History::firstNamed(const std::string& name) const {
  for (int i = 0; i < size(); ++i)
    if (!nodes_[i].removed && nodes_[i].name == name) return i;
  return -1;
}

}  // namespace lw
