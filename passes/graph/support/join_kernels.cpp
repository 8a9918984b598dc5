#include "passes/graph/support/join_kernels.h"

#include <algorithm>
#include <set>

#include "core/arith/analyzer.h"
#include "core/graph/struct_info.h"
#include "core/ir/ops.h"
#include "core/ir/visit.h"
#include "core/te/create_prim_func.h"
#include "passes/graph/errors.h"

namespace lw {
namespace {

// The root block, which lists no iters; nullptr: the kernel has none.
const Block* rootOf(const PrimFunc& kernel) {
  const auto* root = kernel.body.as<Block>();
  return root && root->iters.empty() ? root : nullptr;
}

Status checkForm(const PrimFunc& kernel) {
  if (!rootOf(kernel)) return err::kJoinNoBlocks(kernel.name);
  if (kernel.params.size() != kernel.buffers.size()) return err::kJoinScalars(kernel.name);
  for (size_t i = 0; i < kernel.params.size(); ++i) {
    if (!kernel.params[i].sameAs(kernel.buffers[i].first)) return err::kJoinScalars(kernel.name);
    const Buffer& buffer = kernel.buffers[i].second;
    if (!buffer->strides.empty() || !isZero(buffer->elemOffset)) return err::kJoinStrided(kernel.name, buffer->name);
  }
  return success();
}

// Finds what the sizes of the second kernel are in terms of the first.
class SizeMatch {
 public:
  Status match(const Buffer& second, const Buffer& first) {
    bool same = second->shape.size() == first->shape.size() && second->dtype == first->dtype;
    for (size_t d = 0; same && d < second->shape.size(); ++d) same = match(second->shape[d], first->shape[d]);
    if (!same) return err::kJoinShapes(textOf(second), textOf(first));
    return success();
  }
  const VarMap& map() const { return map_; }

 private:
  static std::string textOf(const Buffer& buffer) {
    graph::Sizes sizes = buffer->shape;
    for (Expr& size : sizes)
      if (const auto* known = size.as<IntImm>()) size = IntImm{dtype::Int64, known->value};
    return buffer->name + ": " + graph::toText(graph::tensorOf(std::move(sizes), buffer->dtype));
  }
  bool match(const Expr& second, const Expr& first) {
    if (const auto* size = second.as<Var>(); size && !map_.contains(size->key())) {
      if (size->dtype() != first.dtype()) return false;
      map_.emplace(size->key(), first);
      return true;
    }
    const Expr known = substitute(second, map_);
    const auto *a = known.as<IntImm>(), *b = first.as<IntImm>();
    if (a && b) return a->value == b->value;
    return known.dtype() == first.dtype() && Analyzer().canProveEqual(known, first);
  }

  VarMap map_;
};

std::set<std::string> blockNames(const PrimFunc& kernel) {
  std::set<std::string> names;
  forEachStmt(kernel.body, [&](const Stmt& s) {
    if (const auto* block = s.as<Block>()) names.insert(block->name);
  });
  return names;
}

Stmt withOtherNames(const Stmt& body, std::set<std::string> taken) {
  taken.erase("root");
  return rewriteStmts(body, [&](const Stmt& s) -> std::optional<Stmt> {
    const auto* block = s.as<Block>();
    if (!block) return std::nullopt;
    std::string name = block->name;
    for (int suffix = 1; !taken.insert(name).second; ++suffix) name = block->name + "_" + std::to_string(suffix);
    if (name == block->name) return std::nullopt;
    Block renamed = *block;
    renamed.name = name;
    return Stmt(renamed);
  });
}

// The kernel with sizes, buffers, variables and ids of its own.
struct OwnKernel {
  std::vector<std::pair<Var, Buffer>> buffers;
  Stmt body;
};
OwnKernel ownCopy(const PrimFunc& kernel, PrimFunc& ids) {
  OwnKernel own{{}, freshCopy(kernel.body, ids)};
  VarMap sizes;
  BufferMap buffers;
  for (const auto& [param, buffer] : kernel.buffers) {
    for (const Expr& size : buffer->shape)
      for (const Var& var : freeVars(size)) sizes.try_emplace(var.key(), Var(var.name(), var.dtype()));
    BufferNode copy = *buffer;
    copy.data = Var(copy.data.name(), copy.data.dtype());
    for (Expr& size : copy.shape) size = substitute(size, sizes);
    own.buffers.emplace_back(Var(param.name(), param.dtype()), Buffer(std::move(copy)));
    buffers.emplace(buffer.key(), own.buffers.back().second);
  }
  own.body = substitute(substituteBuffers(own.body, buffers), sizes);
  return own;
}

Result<JoinedKernel> joinChecked(const PrimFunc& first, const PrimFunc& second, const std::vector<JoinedInput>& sources,
                                 const std::vector<int>& inside, std::string name) {
  PrimFunc joined(std::move(name), first.body);
  joined.nextId = first.nextId;
  for (const auto& [key, value] : first.attrs)
    if (key != "global_symbol" && second.attrs.contains(key)) joined.attrs.emplace(key, value);
  const auto bufferOf = [&](int param) { return first.buffers[static_cast<size_t>(param)].second; };
  for (size_t i = 0; i < first.buffers.size(); ++i)
    if (std::find(inside.begin(), inside.end(), static_cast<int>(i)) == inside.end())
      joined.buffers.push_back(first.buffers[i]);

  OwnKernel own = ownCopy(second, joined);
  SizeMatch sizes;
  BufferMap buffers;
  for (size_t i = 0; i < sources.size(); ++i) {
    if (sources[i].result < 0) continue;
    const Buffer from = bufferOf(sources[i].result), to = own.buffers[i].second;
    if (const Status same = sizes.match(to, from); !same) return same.error();
    buffers.emplace(to.key(), from);
  }
  for (const auto& [param, buffer] : own.buffers) {
    if (buffers.contains(buffer.key())) continue;
    BufferNode sized = *buffer;
    for (Expr& size : sized.shape) size = substitute(size, sizes.map());
    const Buffer to(std::move(sized));
    buffers.emplace(buffer.key(), to);
    joined.buffers.emplace_back(param, to);
  }
  for (const auto& [param, buffer] : joined.buffers) joined.params.push_back(param);

  const Stmt renamed = withOtherNames(substitute(substituteBuffers(own.body, buffers), sizes.map()), blockNames(first));
  const Block &outer = *rootOf(first), &inner = *renamed.as<Block>();
  Block root(outer.id, outer.name, sequence({outer.body, inner.body}));
  root.allocs = outer.allocs;
  for (const int i : inside) root.allocs.push_back(bufferOf(i));
  root.allocs.insert(root.allocs.end(), inner.allocs.begin(), inner.allocs.end());
  joined.body = root;
  JoinedKernel made{std::move(joined), {}, first.nextId};
  for (const int i : inside) made.inside.push_back(bufferOf(i));
  return made;
}

// The types of the variables that loops and blocks count by.
std::set<int> countingBits(const PrimFunc& kernel) {
  std::set<int> bits;
  forEachStmt(kernel.body, [&](const Stmt& s) {
    if (const auto* loop = s.as<For>()) bits.insert(loop->var.dtype().bits);
    if (const auto* block = s.as<Block>())
      for (const IterVar& iter : block->iters) bits.insert(iter.var.dtype().bits);
  });
  return bits;
}

}  // namespace

Result<JoinedKernel> joinKernels(const PrimFunc& first, const PrimFunc& second, const std::vector<JoinedInput>& sources,
                                 const std::vector<int>& inside, std::string name) {
  for (const PrimFunc* kernel : {&first, &second})
    if (const Status fits = checkForm(*kernel); !fits) return fits.error();
  if (countingBits(first) != countingBits(second))
    return joinChecked(te::withIndexType(first, dtype::Int64), te::withIndexType(second, dtype::Int64), sources, inside,
                       std::move(name));
  return joinChecked(first, second, sources, inside, std::move(name));
}

}  // namespace lw
