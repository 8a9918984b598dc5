#include "app/models/program/loop_tree_model.h"

#include <algorithm>
#include <map>
#include <set>

#include "app/models/program/block_signs.h"
#include "core/ir/ops.h"
#include "core/ir/update.h"
#include "core/ir/visit.h"
#include "core/text/print/printer.h"

namespace lw {
namespace {

std::string firstLine(const std::string& text) { return text.substr(0, text.find('\n')); }

// Shortens `C[i] = C[i] + x` to `C[i] += x`.
std::string shortStatement(const Stmt& s) {
  std::string text = firstLine(toText(s));
  const size_t equals = text.find(" = ");
  if (!s.as<BufferStore>() || equals == std::string::npos) return text;
  const std::string place = text.substr(0, equals), again = place + " + ";
  return text.compare(equals + 3, again.size(), again) == 0 ? place + " += " + text.substr(equals + 3 + again.size())
                                                            : text;
}

std::vector<std::string> bufferNames(const std::vector<BufferRegion>& regions) {
  std::vector<std::string> names;
  for (const BufferRegion& region : regions)
    if (std::find(names.begin(), names.end(), region.buffer->name) == names.end()) names.push_back(region.buffer->name);
  return names;
}

std::string chipOf(const For& loop, bool reduce) {
  switch (loop.kind) {
    case ForKind::Serial:
      return reduce ? "reduce" : "serial";
    case ForKind::Parallel:
      return "parallel";
    case ForKind::Vectorized:
      return "vectorized";
    case ForKind::Unrolled:
      return "unrolled";
    case ForKind::ThreadBinding:
      return loop.thread;
  }
  return {};
}

class Builder {
 public:
  Builder(const PrimFunc& function, const std::vector<int64_t>& caches)
      : function_(function), cost_(std::make_shared<const ProgramCost>(costOf(function, caches))) {
    tree_.costs = cost_;
    tree_.whole = cost_->whole;
    tree_.assumed = cost_->assumed;
    tree_.caches = caches;
    forEachStmt(function.body, [this](const Stmt& s) {
      if (const Block* block = s.as<Block>()) noteReductions(*block);
    });
  }

  LoopTree build() {
    const Block* root = function_.body.as<Block>();
    if (root && root->iters.empty() && root->name == "root") {
      if (root->init) add(*root->init, -1);
      add(root->body, -1);
    } else {
      add(function_.body, -1);
    }
    findFlows();
    return std::move(tree_);
  }

 private:
  void noteReductions(const Block& block) {
    for (size_t i = 0; i < block.iters.size() && i < block.bindings.size(); ++i)
      if (block.iters[i].kind == IterKind::Reduce)
        for (const Var& v : freeVars(block.bindings[i])) reduced_.insert(v.key());
  }

  int append(LoopTreeNode node, int parent) {
    const int index = int(tree_.nodes.size());
    node.parent = parent;
    node.depth = parent < 0 ? 0 : tree_.nodes[size_t(parent)].depth + 1;
    tree_.nodes.push_back(std::move(node));
    (parent < 0 ? tree_.roots : tree_.nodes[size_t(parent)].children).push_back(index);
    return index;
  }

  void charge(LoopTreeNode& node, const Cost& cost) const {
    node.cost = cost;
    if (cost_->whole.flops > 0) node.flopShare = std::min(1.0, cost.flops / cost_->whole.flops);
    if (cost_->whole.bytes > 0) node.byteShare = std::min(1.0, cost.bytes / cost_->whole.bytes);
  }

  void addLoop(const For& loop, int parent) {
    LoopTreeNode node;
    node.loop = loop.id;
    node.name = loop.var.name();
    node.extent = toText(loop.extent);
    node.forKind = loop.kind;
    node.reduce = reduced_.contains(loop.var.key());
    node.chip = chipOf(loop, node.reduce);
    charge(node, cost_->loops.at(loop.id));
    add(loop.body, append(std::move(node), parent));
  }

  void addBlock(const Block& block, int parent) {
    LoopTreeNode node;
    node.kind = LoopTreeNode::Kind::Block;
    node.block = block.id;
    node.name = block.name;
    node.reads = bufferNames(block.reads);
    node.writes = bufferNames(block.writes);
    if (!isOne(block.predicate)) node.predicate = toText(block.predicate);
    const BufferStore* atomic = atomicStore(block.body);
    const bool leaf = atomic || block.body.as<BufferStore>() || block.body.as<Evaluate>();
    if (leaf) node.statement = atomic ? "atomic " + shortStatement(*atomic) : shortStatement(block.body);
    if (block.init) node.init = firstLine(toText(*block.init));
    charge(node, cost_->blocks.at(block.id));
    const int index = append(std::move(node), parent);
    if (!leaf) add(block.body, index);
  }

  void addOther(const Stmt& s, int parent) {
    LoopTreeNode node;
    node.kind = LoopTreeNode::Kind::Statement;
    node.name = firstLine(toText(s));
    append(std::move(node), parent);
  }

  // Adds a statement that encloses one other: a row for itself, followed by the inner statement on the same level.
  void addAround(const Stmt& s, const Stmt& body, int parent) {
    addOther(s, parent);
    add(body, parent);
  }

  void add(const Stmt& s, int parent) {
    s.match([&](const For& n) { addLoop(n, parent); }, [&](const Block& n) { addBlock(n, parent); },
            [&](const Seq& n) {
              for (const Stmt& child : n.stmts) add(child, parent);
            },
            [&](const IfThenElse& n) {
              addAround(s, n.thenBody, parent);
              if (n.elseBody) add(*n.elseBody, parent);
            },
            [&](const While& n) { addAround(s, n.body, parent); },
            [&](const LetStmt& n) { addAround(s, n.body, parent); },
            [&](const Allocate& n) { addAround(s, n.body, parent); }, [&](const DeclBuffer& n) { add(n.body, parent); },
            [&](const AttrStmt& n) { add(n.body, parent); }, [&](const AssertStmt& n) { addAround(s, n.body, parent); },
            [&](const BufferStore&) { addOther(s, parent); }, [&](const Evaluate&) { addOther(s, parent); });
  }

  static bool names(const std::vector<std::string>& list, const std::string& name) {
    return std::find(list.begin(), list.end(), name) != list.end();
  }

  void findFlows() {
    std::map<std::string, int> lastWriter;
    for (int i = 0; i < int(tree_.nodes.size()); ++i) {
      const LoopTreeNode& node = tree_.nodes[size_t(i)];
      if (node.kind != LoopTreeNode::Kind::Block || !node.children.empty()) continue;
      for (const std::string& name : node.reads)
        if (const auto from = lastWriter.find(name); from != lastWriter.end())
          tree_.flows.push_back({from->second, i, name, {}});
      for (const std::string& name : node.writes) {
        // A value that a block updates flows to its next execution. With an init, the buffer is not among the block's
        // reads.
        const bool updates = !node.init.empty() || names(node.reads, name);
        if (const std::string loops = updates ? reductionAround(i) : std::string(); !loops.empty())
          tree_.flows.push_back({i, i, name, loops});
        lastWriter[name] = i;
      }
    }
  }

  std::string reductionAround(int block) const {
    std::string loops;
    for (int at = tree_.nodes[size_t(block)].parent; at >= 0; at = tree_.nodes[size_t(at)].parent)
      if (tree_.nodes[size_t(at)].reduce) loops = tree_.nodes[size_t(at)].name + (loops.empty() ? "" : ", ") + loops;
    return loops;
  }

  const PrimFunc& function_;
  const std::shared_ptr<const ProgramCost> cost_;
  std::set<const void*> reduced_;
  LoopTree tree_;
};

}  // namespace

int LoopTree::find(LoopId loop) const {
  for (size_t i = 0; i < nodes.size(); ++i)
    if (loop.valid() && nodes[i].loop == loop) return int(i);
  return -1;
}

int LoopTree::find(BlockId block) const {
  for (size_t i = 0; i < nodes.size(); ++i)
    if (block.valid() && nodes[i].block == block) return int(i);
  return -1;
}

LoopTree buildLoopTree(const Snapshot& program, int function, const std::vector<int64_t>& caches) {
  if (function < 0 || function >= program.functionCount()) return {};
  LoopTree tree = Builder(program.function(function), caches).build();
  const BlockSigns signs = signsOf(tree);
  for (LoopTreeNode& node : tree.nodes)
    if (const auto sign = signs.numbers.find(node.block); sign != signs.numbers.end()) {
      node.sign = sign->second;
      node.letter = blockLetter(signs.names, node.sign).toStdString();
    }
  return tree;
}

size_t cacheFor(double bytes, const std::vector<int64_t>& caches) {
  size_t level = 0;
  while (level < caches.size() && bytes > double(caches[level])) ++level;
  return level;
}

}  // namespace lw
