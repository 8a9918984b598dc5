#include "core/trace/branches.h"

#include <algorithm>
#include <map>

namespace lw {

std::vector<Branch> branchesOf(const History& history) {
  std::vector<int> tips;
  for (int i = 1; i < history.size(); ++i)
    if (!history.node(i).removed && history.children(i).empty()) tips.push_back(i);
  std::vector<Branch> branches;
  std::map<int, int> owner;  // node -> the first branch through it
  for (const int tip : tips) {
    const std::vector<int> path = history.pathTo(tip);
    Branch branch;
    branch.tip = tip;
    branch.steps = static_cast<int>(path.size()) - 1;
    size_t shared = 0;
    while (shared + 1 < path.size() && owner.contains(path[shared + 1])) ++shared;
    branch.forkStep = static_cast<int>(shared);
    branch.firstNode = path[std::min(shared + 1, path.size() - 1)];
    if (shared > 0) branch.parent = owner.at(path[shared]);
    for (size_t i = path.size(); i-- > shared + 1 && branch.name.empty();) branch.name = history.node(path[i]).name;
    for (size_t i = shared + 1; i < path.size(); ++i) owner[path[i]] = static_cast<int>(branches.size());
    branches.push_back(std::move(branch));
  }
  return branches;
}

}  // namespace lw
