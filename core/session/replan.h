// A variant with one of its actions changed, left out or moved. The later actions are carried out again, as far as they
// fit.
#pragma once

#include <string>
#include <vector>

#include "core/session/session.h"

namespace lw {

struct PlannedStep {
  int node = 0;            // whose action it is
  std::string title = {};  // replaces the action: "split(i, [None, 16])"; empty: as recorded
  bool off = false;        // kept as a row, but not carried out
};

struct Replan {
  int start = 0;  // the node that the new ones follow; earlier nodes are unchanged
  std::vector<History::Node>
      nodes;  // one after the other; those that do not fit have `lost` and leave the program as it is
  int droppedSteps() const;
};

// `tip`: the last node of the variant. `steps`: its whole plan, without the source; see the functions below.
Replan replan(const Workspace& workspace, int tip, const std::vector<PlannedStep>& steps);

std::vector<PlannedStep> planOf(const History& history, int tip);
// Changes to a plan; false: nothing to do (no such node, or no place to move to).
bool changeStep(std::vector<PlannedStep>& plan, int node, const std::string& title);
bool dropStep(std::vector<PlannedStep>& plan, int node);
bool moveStep(std::vector<PlannedStep>& plan, int node, int by);  // by this many places, earlier if negative
bool switchStep(std::vector<PlannedStep>& plan, int node, bool off);

// Adds the new nodes to the tree and shows the last one. The variant's name stays with the old one; the new one gets it
// with a number. Returns the last node.
int grow(History& history, const Replan& made, int oldTip);

}  // namespace lw
