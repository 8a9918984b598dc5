#include "views/loop_tree_model.h"

#include <algorithm>
#include <set>

#include "core/analysis/work.h"
#include "core/ir/ops.h"
#include "core/ir/visit.h"
#include "core/text/printer.h"

namespace lw {
namespace {

std::string firstLine(const std::string& text) { return text.substr(0, text.find('\n')); }

// `C[i] = C[i] + x` is read faster as `C[i] += x`.
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
  explicit Builder(const PrimFunc& function) : function_(function), total_(std::max(1.0, countWork(function).flops)) {
    forEachStmt(function.body, [this](const Stmt& s) {
      if (const Block* block = s.as<Block>()) noteReductions(*block);
    });
  }

  LoopTree build() {
    const Block* root = function_.body.as<Block>();
    if (root && root->iters.empty() && root->name == "root") {
      if (root->init) add(*root->init, -1, 1);
      add(root->body, -1, 1);
    } else {
      add(function_.body, -1, 1);
    }
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

  double shareOf(const Stmt& s, double times) const {
    PrimFunc part = function_;
    part.body = s;
    return std::min(1.0, countWork(part).flops * times / total_);
  }

  void addLoop(const For& loop, const Stmt& s, int parent, double times) {
    LoopTreeNode node;
    node.loop = loop.id;
    node.name = loop.var.name();
    node.extent = toText(loop.extent);
    node.forKind = loop.kind;
    node.reduce = reduced_.contains(loop.var.key());
    node.chip = chipOf(loop, node.reduce);
    node.share = shareOf(s, times);
    const std::optional<int64_t> extent = asInt(loop.extent);
    add(loop.body, append(std::move(node), parent), times * double(extent.value_or(1)));
  }

  void addBlock(const Block& block, int parent, double times) {
    LoopTreeNode node;
    node.kind = LoopTreeNode::Kind::Block;
    node.block = block.id;
    node.name = block.name;
    node.reads = bufferNames(block.reads);
    node.writes = bufferNames(block.writes);
    if (!isOne(block.predicate)) node.predicate = toText(block.predicate);
    const bool leaf = block.body.as<BufferStore>() || block.body.as<Evaluate>();
    if (leaf) node.statement = shortStatement(block.body);
    if (block.init) node.init = firstLine(toText(*block.init));
    const int index = append(std::move(node), parent);
    if (!leaf) add(block.body, index, times);
  }

  void addOther(const Stmt& s, int parent) {
    LoopTreeNode node;
    node.kind = LoopTreeNode::Kind::Statement;
    node.name = firstLine(toText(s));
    append(std::move(node), parent);
  }

  // A statement that only holds another: a line for itself, then what it holds on the same level.
  void addAround(const Stmt& s, const Stmt& body, int parent, double times) {
    addOther(s, parent);
    add(body, parent, times);
  }

  void add(const Stmt& s, int parent, double times) {
    s.match([&](const For& n) { addLoop(n, s, parent, times); }, [&](const Block& n) { addBlock(n, parent, times); },
            [&](const Seq& n) {
              for (const Stmt& child : n.stmts) add(child, parent, times);
            },
            [&](const IfThenElse& n) {
              addAround(s, n.thenBody, parent, times);
              if (n.elseBody) add(*n.elseBody, parent, times);
            },
            [&](const While& n) { addAround(s, n.body, parent, times); },
            [&](const LetStmt& n) { addAround(s, n.body, parent, times); },
            [&](const Allocate& n) { addAround(s, n.body, parent, times); },
            [&](const DeclBuffer& n) { add(n.body, parent, times); },
            [&](const AttrStmt& n) { add(n.body, parent, times); },
            [&](const AssertStmt& n) { addAround(s, n.body, parent, times); },
            [&](const BufferStore&) { addOther(s, parent); }, [&](const Evaluate&) { addOther(s, parent); });
  }

  const PrimFunc& function_;
  double total_;
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

LoopTree buildLoopTree(const Snapshot& program, int function) {
  if (function < 0 || function >= program.functionCount()) return {};
  return Builder(program.function(function)).build();
}

}  // namespace lw
