// All variants of one program: a tree of schedules. A node is the result of one action (which may have recorded several
// steps). Undo goes to the parent, redo to the child that was left last. An action at an inner node starts a branch.
#pragma once

#include <string>
#include <vector>

#include "core/schedule/schedule.h"
#include "core/trace/trace.h"

namespace lw {

class History {
 public:
  struct Node {
    int parent;  // -1: the source
    Schedule schedule;
    std::string title;  // of the action: "split(i, [None, 8])"; the source: ""
    std::string name;   // of the variant; empty: none was given
    std::string note;
    bool removed = false;   // numbers of the others stay valid
    int lastChild = -1;     // where redo goes
    std::string lost = {};  // why the action no longer fits the source; the schedule is then the parent's
    bool off = false;       // switched off by the user; the schedule is the parent's
    bool bookmark = false;
    std::string by = {};  // the client of `lw serve` that carried it out; empty: the person at the window
  };

  explicit History(Snapshot source);
  // A tree that was assembled elsewhere (loaded, carried over): the source first, parents before their children.
  History(std::vector<Node> nodes, int current);

  int current() const { return current_; }
  const Schedule& schedule() const { return nodes_[current_].schedule; }
  const Node& node(int index) const { return nodes_[index]; }
  int size() const { return static_cast<int>(nodes_.size()); }  // including removed ones

  // Records the result of an action at the current node and goes there. The same result leads to the existing node.
  int add(Schedule schedule, std::string title);
  // The same for a node that was assembled elsewhere, also one whose action does not fit.
  int append(Node node);
  bool canUndo() const { return nodes_[current_].parent >= 0; }
  bool canRedo() const { return nodes_[current_].lastChild >= 0; }
  bool undo();
  bool redo();
  void goTo(int index);  // any node: click-to-view, switching variants

  void rename(int index, std::string name);
  void annotate(int index, std::string note);
  void mark(int index, bool bookmark);
  // Removes the node and everything below it; the source stays. If the current node is removed, the parent becomes
  // current.
  void remove(int index);

  std::vector<int> children(int index) const;        // in the order of creation
  std::vector<int> pathTo(int index) const;          // from the source
  std::vector<int> variants() const;                 // named nodes and tips, in the order of creation
  int firstNamed(const std::string& name) const;     // -1: none
  bool isComposed(int index) const;                  // its action carried out several steps, queries not counted
  std::vector<StepGroup> groupsTo(int index) const;  // the composed actions on the way there

 private:
  std::vector<Node> nodes_;
  int current_ = 0;
};

}  // namespace lw
