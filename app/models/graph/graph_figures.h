// What is measured and planned of the nodes of a graph, by the names of the values that the nodes make. All of it may
// be missing; a view shows what there is.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace lw {

// A kernel of a graph function that a node calls.
struct GraphKernelTime {
  std::string kernel;  // after the names of functions between them: "inner.relu"
  double microseconds, share;
  friend bool operator==(const GraphKernelTime&, const GraphKernelTime&) = default;
};

struct GraphNodeFigures {
  std::optional<double> microseconds;         // of one run
  std::optional<double> share;                // of the whole run, 0 to 1
  int group = -1;                             // the nodes of a group are one kernel; -1: not fused
  std::optional<double> expectedMs = {};      // by the cost model, which scheduled the kernel
  std::vector<GraphKernelTime> kernels = {};  // of the function that it calls, in the order of the run
  friend bool operator==(const GraphNodeFigures&, const GraphNodeFigures&) = default;
};

// Where a value is kept, from the node that makes it to the one that uses it last.
struct GraphMemory {
  std::string value, lastUse;  // lastUse: the name of the value that is made from it last
  int64_t offset = 0, bytes = 0;
  friend bool operator==(const GraphMemory&, const GraphMemory&) = default;
};

struct GraphFigures {
  std::map<std::string, GraphNodeFigures> nodes;
  std::vector<GraphMemory> memory;  // as it is planned
  const GraphNodeFigures* find(const std::string& value) const {
    const auto found = nodes.find(value);
    return found == nodes.end() ? nullptr : &found->second;
  }
  friend bool operator==(const GraphFigures&, const GraphFigures&) = default;
};

}  // namespace lw
