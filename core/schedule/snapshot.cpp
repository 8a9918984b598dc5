#include "core/schedule/snapshot.h"

#include <algorithm>
#include <cassert>
#include <unordered_map>

#include "core/ir/jumps.h"
#include "core/ir/visit.h"

namespace lw {
namespace {

class Shifter : public Rewriter {
 public:
  explicit Shifter(uint32_t by) : by_(by) {}
  Expr expr(const Expr& e) override { return e; }
  Stmt stmt(const Stmt& s) override {
    Stmt done = children(s);
    if (const auto* loop = done.as<For>()) {
      For copy = *loop;
      copy.id.value += by_;
      return Stmt(std::move(copy), done.origin());
    }
    if (const auto* block = done.as<Block>()) {
      Block copy = *block;
      copy.id.value += by_;
      return Stmt(std::move(copy), done.origin());
    }
    return done;
  }

 private:
  uint32_t by_;
};

// Gives every function except the first new ids, and raises all nextIds above every id.
void makeIdsUnique(Module& module) {
  uint32_t next = 1;
  for (PrimFunc& f : module.functions) {
    if (&f != &module.functions.front()) {
      f.body = Shifter(next - 1).stmt(f.body);
      f.nextId += next - 1;
    }
    next = f.nextId;
  }
  for (PrimFunc& f : module.functions) f.nextId = next;
}

bool sharesBuffer(const std::vector<BufferRegion>& a, const std::vector<BufferRegion>& b) {
  return std::any_of(a.begin(), a.end(), [&](const BufferRegion& x) {
    return std::any_of(b.begin(), b.end(), [&](const BufferRegion& y) { return x.buffer == y.buffer; });
  });
}

}  // namespace

struct Snapshot::Data {
  struct Node {
    Stmt stmt;
    NodeRef parent;
    BlockId scope;
    int function;
    std::vector<NodeRef> children = {};
  };
  Module module;
  bool lone = false;
  std::shared_ptr<const std::vector<TensorIntrin>> intrinsics = nullptr;  // null: none
  std::unordered_map<LoopId, Node> loops;
  std::unordered_map<BlockId, Node> blocks;
  std::vector<std::vector<LoopId>> loopOrder;  // per function
  std::vector<std::vector<BlockId>> blockOrder;
  std::string loopWithJump;

  const Node& at(LoopId id) const {
    const auto found = loops.find(id);
    assert(found != loops.end());
    return found->second;
  }
  const Node& at(BlockId id) const {
    const auto found = blocks.find(id);
    assert(found != blocks.end());
    return found->second;
  }
  const Node* at(NodeRef ref) const {
    if (const auto* loop = std::get_if<LoopId>(&ref)) return &at(*loop);
    if (const auto* block = std::get_if<BlockId>(&ref)) return &at(*block);
    return nullptr;
  }
};

struct Snapshot::Builder {
  Data& data;
  int function = 0;

  void link(NodeRef parent, NodeRef child) {
    if (const auto* loop = std::get_if<LoopId>(&parent)) data.loops.at(*loop).children.push_back(child);
    if (const auto* block = std::get_if<BlockId>(&parent)) data.blocks.at(*block).children.push_back(child);
  }

  void walk(const Stmt& s, NodeRef parent, BlockId scope) {
    s.match(
        [&](const For& loop) {
          data.loops.insert_or_assign(loop.id, Data::Node{s, parent, scope, function});
          data.loopOrder[function].push_back(loop.id);
          link(parent, loop.id);
          walk(loop.body, loop.id, scope);
        },
        [&](const Block& block) {  // an init statement has no handles: it is a part of its block
          data.blocks.insert_or_assign(block.id, Data::Node{s, parent, scope, function});
          data.blockOrder[function].push_back(block.id);
          link(parent, block.id);
          walk(block.body, block.id, block.id);
        },
        [&](const Seq& seq) {
          for (const Stmt& child : seq.stmts) walk(child, parent, scope);
        },
        [&](const IfThenElse& branch) {
          walk(branch.thenBody, parent, scope);
          if (branch.elseBody) walk(*branch.elseBody, parent, scope);
        },
        [&](const While& loop) { walk(loop.body, parent, scope); },
        [&](const LetStmt& let) { walk(let.body, parent, scope); },
        [&](const Allocate& allocate) { walk(allocate.body, parent, scope); },
        [&](const DeclBuffer& decl) { walk(decl.body, parent, scope); },
        [&](const AttrStmt& attr) { walk(attr.body, parent, scope); },
        [&](const AssertStmt& check) { walk(check.body, parent, scope); }, [](const BufferStore&) {},
        [](const Evaluate&) {});
  }

  static std::shared_ptr<Data> build(Module module, bool lone) {
    auto data = std::make_shared<Data>();
    data->module = std::move(module);
    data->lone = lone;
    data->loopOrder.resize(data->module.functions.size());
    data->blockOrder.resize(data->module.functions.size());
    Builder builder{*data};
    for (const PrimFunc& f : data->module.functions) {
      builder.walk(f.body, {}, {});
      if (data->loopWithJump.empty()) data->loopWithJump = lw::loopWithJump(f);
      ++builder.function;
    }
    return data;
  }
};

Snapshot::Snapshot(Module module) {
  makeIdsUnique(module);
  data_ = Builder::build(std::move(module), false);
}

Snapshot::Snapshot(PrimFunc function) {
  Module module;
  module.functions.push_back(std::move(function));
  data_ = Builder::build(std::move(module), true);
}

Snapshot Snapshot::withFunction(int index, PrimFunc function) const {
  Module module = data_->module;
  uint32_t next = function.nextId;
  module.functions[index] = std::move(function);
  for (const PrimFunc& f : module.functions) next = std::max(next, f.nextId);
  for (PrimFunc& f : module.functions) f.nextId = next;
  const std::shared_ptr<Data> data = Builder::build(std::move(module), data_->lone);
  data->intrinsics = data_->intrinsics;
  return Snapshot(std::shared_ptr<const Data>(data), budget_);
}

Snapshot Snapshot::withIntrinsics(std::vector<TensorIntrin> intrinsics) const {
  const auto data = std::make_shared<Data>(*data_);
  data->intrinsics = std::make_shared<const std::vector<TensorIntrin>>(std::move(intrinsics));
  return Snapshot(std::shared_ptr<const Data>(data), budget_);
}

Snapshot Snapshot::withBudget(ProofBudget budget) const { return Snapshot(data_, std::move(budget)); }

const std::vector<TensorIntrin>& Snapshot::intrinsics() const {
  static const std::vector<TensorIntrin> none;
  return data_->intrinsics ? *data_->intrinsics : none;
}

const Module& Snapshot::module() const { return data_->module; }
int Snapshot::functionCount() const { return static_cast<int>(data_->module.functions.size()); }
const PrimFunc& Snapshot::function(int index) const { return data_->module.functions.at(index); }
bool Snapshot::isLoneFunction() const { return data_->lone; }
const std::string& Snapshot::loopWithJump() const { return data_->loopWithJump; }

std::string Snapshot::functionName(int index) const {
  return data_->lone ? "main" : data_->module.functions.at(index).name;
}

std::optional<int> Snapshot::findFunction(std::string_view name) const {
  for (int i = 0; i < functionCount(); ++i)
    if (functionName(i) == name || function(i).name == name) return i;
  return std::nullopt;
}

bool Snapshot::contains(LoopId loop) const { return data_->loops.contains(loop); }
bool Snapshot::contains(BlockId block) const { return data_->blocks.contains(block); }
const For& Snapshot::loop(LoopId id) const { return *data_->at(id).stmt.as<For>(); }
const Block& Snapshot::block(BlockId id) const { return *data_->at(id).stmt.as<Block>(); }
const Stmt& Snapshot::stmt(LoopId id) const { return data_->at(id).stmt; }
const Stmt& Snapshot::stmt(BlockId id) const { return data_->at(id).stmt; }
int Snapshot::functionOf(LoopId id) const { return data_->at(id).function; }
int Snapshot::functionOf(BlockId id) const { return data_->at(id).function; }
NodeRef Snapshot::parent(LoopId id) const { return data_->at(id).parent; }
NodeRef Snapshot::parent(BlockId id) const { return data_->at(id).parent; }
BlockId Snapshot::scopeOf(LoopId id) const { return data_->at(id).scope; }
BlockId Snapshot::scopeOf(BlockId id) const { return data_->at(id).scope; }
std::vector<NodeRef> Snapshot::children(LoopId id) const { return data_->at(id).children; }
std::vector<NodeRef> Snapshot::children(BlockId id) const { return data_->at(id).children; }

namespace {

template <class Data>
std::vector<LoopId> loopsFrom(const Data& data, NodeRef at) {
  std::vector<LoopId> loops;
  while (const auto* loop = std::get_if<LoopId>(&at)) {
    loops.push_back(*loop);
    at = data.at(*loop).parent;
  }
  std::reverse(loops.begin(), loops.end());
  return loops;
}

template <class Data>
bool isAbove(const Data& data, NodeRef outer, NodeRef inner) {
  const auto* node = data.at(inner);
  while (node) {
    if (node->parent == outer) return true;
    node = data.at(node->parent);
  }
  return false;
}

}  // namespace

std::vector<LoopId> Snapshot::loopsAbove(BlockId id) const { return loopsFrom(*data_, parent(id)); }
std::vector<LoopId> Snapshot::loopsAbove(LoopId id) const { return loopsFrom(*data_, parent(id)); }
bool Snapshot::isAncestor(LoopId outer, LoopId inner) const { return isAbove(*data_, outer, inner); }
bool Snapshot::isAncestor(LoopId outer, BlockId inner) const { return isAbove(*data_, outer, inner); }
bool Snapshot::isAncestor(BlockId outer, LoopId inner) const { return isAbove(*data_, outer, inner); }
bool Snapshot::isAncestor(BlockId outer, BlockId inner) const { return isAbove(*data_, outer, inner); }

std::vector<BlockId> Snapshot::blocksBelow(LoopId id) const {
  std::vector<BlockId> found;
  std::vector<NodeRef> todo{id};
  while (!todo.empty()) {
    const NodeRef at = todo.back();
    todo.pop_back();
    if (const auto* block = std::get_if<BlockId>(&at)) {
      found.push_back(*block);
      continue;
    }
    const std::vector<NodeRef>& children = data_->at(at)->children;
    todo.insert(todo.end(), children.rbegin(), children.rend());
  }
  return found;
}

std::vector<BlockId> Snapshot::childBlocks(BlockId scope) const {
  std::vector<BlockId> found;
  for (const BlockId id : data_->blockOrder[functionOf(scope)])
    if (scopeOf(id) == scope) found.push_back(id);
  return found;
}

BlockId Snapshot::rootBlock(int function) const {
  const std::vector<BlockId>& order = data_->blockOrder.at(function);
  return order.empty() || scopeOf(order.front()).valid() ? BlockId{} : order.front();
}

std::vector<LoopId> Snapshot::loops(int function) const { return data_->loopOrder.at(function); }
std::vector<BlockId> Snapshot::blocks(int function) const { return data_->blockOrder.at(function); }

std::vector<BlockId> Snapshot::producers(BlockId id) const {
  std::vector<BlockId> found;
  const BlockId scope = scopeOf(id);
  if (!scope.valid()) return found;
  for (const BlockId other : childBlocks(scope)) {
    if (other == id) break;
    if (sharesBuffer(block(other).writes, block(id).reads) || sharesBuffer(block(other).writes, block(id).writes))
      found.push_back(other);
  }
  return found;
}

std::vector<BlockId> Snapshot::consumers(BlockId id) const {
  std::vector<BlockId> found;
  const BlockId scope = scopeOf(id);
  if (!scope.valid()) return found;
  bool after = false;
  for (const BlockId other : childBlocks(scope)) {
    if (after &&
        (sharesBuffer(block(id).writes, block(other).reads) || sharesBuffer(block(id).writes, block(other).writes)))
      found.push_back(other);
    after = after || other == id;
  }
  return found;
}

bool Snapshot::isOutput(BlockId id) const {
  const BlockId scope = scopeOf(id);
  if (!scope.valid()) return true;
  const std::vector<Buffer>& allocs = block(scope).allocs;
  const std::vector<BufferRegion>& writes = block(id).writes;
  return std::any_of(writes.begin(), writes.end(), [&](const BufferRegion& region) {
    return std::find(allocs.begin(), allocs.end(), region.buffer) == allocs.end();
  });
}

std::vector<BlockId> Snapshot::outputBlocks(BlockId scope) const {
  std::vector<BlockId> found;
  for (const BlockId id : childBlocks(scope))
    if (isOutput(id)) found.push_back(id);
  return found;
}

std::string Snapshot::name(LoopId id) const { return loop(id).var.name(); }
std::string Snapshot::name(BlockId id) const { return block(id).name; }

std::vector<BlockId> Snapshot::blocksNamed(std::string_view name, int function) const {
  std::vector<BlockId> found;
  for (const BlockId id : data_->blockOrder.at(function))
    if (block(id).name == name) found.push_back(id);
  return found;
}

std::vector<LoopId> Snapshot::loopsNamed(std::string_view name) const {
  std::vector<LoopId> found;
  for (const std::vector<LoopId>& order : data_->loopOrder)
    for (const LoopId id : order)
      if (loop(id).var.name() == name) found.push_back(id);
  return found;
}

}  // namespace lw
