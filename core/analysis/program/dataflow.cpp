#include "core/analysis/program/dataflow.h"

#include <algorithm>
#include <map>

#include "core/ir/visit.h"

namespace lw {

int Dataflow::find(BlockId block) const {
  const auto at = std::find_if(nodes.begin(), nodes.end(),
                               [&](const DataflowNode& n) { return block.valid() && n.block == block; });
  return at == nodes.end() ? -1 : static_cast<int>(at - nodes.begin());
}

int Dataflow::find(const std::string& input) const {
  const auto at = std::find_if(nodes.begin(), nodes.end(), [&](const DataflowNode& n) {
    return n.kind == DataflowNode::Kind::Input && n.name == input;
  });
  return at == nodes.end() ? -1 : static_cast<int>(at - nodes.begin());
}

namespace {

bool holdsBlocks(const Block& block) {
  return anyStmt(block.body, [&](const Stmt& s) { return s.as<Block>(); });
}

}  // namespace

Dataflow dataflowOf(const PrimFunc& function) {
  std::vector<Block> blocks;
  forEachStmt(function.body, [&](const Stmt& s) {
    if (const auto* b = s.as<Block>(); b && !b->writes.empty() && !holdsBlocks(*b)) blocks.push_back(*b);
  });
  const auto written = [&](const Buffer& buffer) {
    return std::any_of(blocks.begin(), blocks.end(), [&](const Block& b) {
      return std::any_of(b.writes.begin(), b.writes.end(),
                         [&](const BufferRegion& w) { return w.buffer.key() == buffer.key(); });
    });
  };
  Dataflow flow;
  std::map<const void*, int> writer;  // Buffer::key() -> its last node so far; only looked up
  std::vector<const void*> parameters;
  for (const auto& [handle, buffer] : function.buffers) {
    parameters.push_back(buffer.key());
    if (written(buffer)) continue;
    writer[buffer.key()] = static_cast<int>(flow.nodes.size());
    flow.nodes.push_back({DataflowNode::Kind::Input, buffer->name, buffer, {}, false});
  }
  for (const Block& b : blocks) {
    const int self = static_cast<int>(flow.nodes.size());
    for (const BufferRegion& r : b.reads) {
      const auto from = writer.find(r.buffer.key());
      const std::pair<int, int> edge{from == writer.end() ? self : from->second, self};
      if (edge.first != self && std::find(flow.edges.begin(), flow.edges.end(), edge) == flow.edges.end())
        flow.edges.push_back(edge);
    }
    const Buffer& out = b.writes.front().buffer;
    const bool output = std::find(parameters.begin(), parameters.end(), out.key()) != parameters.end();
    const bool reduces =
        std::any_of(b.iters.begin(), b.iters.end(), [](const IterVar& i) { return i.kind == IterKind::Reduce; });
    // The update of a decomposed reduction continues from its initial value, which its regions do not declare.
    if (const auto start = writer.find(out.key()); start != writer.end() && reduces && !b.init) {
      const std::pair<int, int> edge{start->second, self};
      if (std::find(flow.edges.begin(), flow.edges.end(), edge) == flow.edges.end()) flow.edges.push_back(edge);
    }
    for (const BufferRegion& w : b.writes) writer[w.buffer.key()] = self;
    flow.nodes.push_back({output ? DataflowNode::Kind::Output : DataflowNode::Kind::Stage, b.name, out, b.id, reduces});
  }
  std::sort(flow.edges.begin(), flow.edges.end());
  return flow;
}

}  // namespace lw
