// The variants of a history as a tree of lines: each line of steps branches off another line at some step.
#pragma once

#include <string>
#include <vector>

#include "core/trace/history.h"

namespace lw {

struct Branch {
  int tip = 0;        // its last node
  int parent = -1;    // position in the list of the branch that it branches off; -1: it starts at the source
  int forkStep = 0;   // the last step that it shares with the parent; 0: the source
  int firstNode = 0;  // its first own node
  int steps = 0;      // from the source to the tip
  std::string name;   // of the tip or the named node nearest to it; empty: none was given
};

// Parents come before the branches that branch off them, in the order of creation.
std::vector<Branch> branchesOf(const History& history);

}  // namespace lw
