// Which nodes of the picture the calls of a lowered model come from. Passes make values of their own, and one kernel
// may do what several nodes say.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "app/services/models/model_plan.h"
#include "passes/graph/graph_pipeline.h"

namespace lw {

class LoweredNodes {
 public:
  // `stages`: of the passes, which led to `last`.
  LoweredNodes(const ChosenModel& model, const std::vector<GraphStage>& stages, const graph::Model& last);
  // Joins pairs of nodes by hand, one after another. An error: the first pair that is not possible; the others are
  // done.
  Status fuse(const std::vector<std::pair<std::string, std::string>>& pairs, graph::Model& last);
  Result<graph::Model> joined(const graph::Model& last, const std::string& producer, const std::string& consumer) const;
  bool together(const std::string& one, const std::string& other) const;  // one kernel does both
  void number(GraphFigures& figures) const;                               // the groups of nodes
  // The node that each step is told of: its own, the call of the function that it is in, or the one that needs its
  // result; empty: there is none.
  std::vector<std::string> nodesOfSteps(const graph::Model& last, const ModelProgram& program) const;

 private:
  using Key = const graph::ValueNode*;
  void add(const graph::Value& value);
  Key kernelOf(Key value) const;
  Key kernelOf(const std::string& node) const;  // nullptr: the node is no call
  std::string nameOf(const std::string& value, Span span) const;

  std::string function_;
  std::shared_ptr<const graph::Outline> outline_;
  std::map<std::string, int> named_;
  std::vector<graph::Value> values_;  // the keys below stay valid
  std::map<std::string, Key> valueOf_;
  std::map<Key, std::string> nodeOf_;
  std::map<Key, Key> into_;  // a producer, and the consumer whose kernel computes it, too
};

}  // namespace lw
