#include "passes/support/atomic_kernels.h"

#include <algorithm>
#include <functional>

#include "core/ir/update.h"
#include "core/ir/visit.h"
#include "passes/errors.h"

namespace lw {
namespace {

// Collects the accesses of one kernel to global memory: atomic updates, and others.
class KernelAccesses : public Visitor {
 public:
  struct Access {
    Buffer buffer;
    BlockId block;
    std::string name;
  };
  std::vector<Access> atomic, others;
  void expr(const Expr& e) override {
    if (const auto* load = e.as<BufferLoad>()) add(load->buffer);
    children(e);
  }
  void stmt(const Stmt& s) override {
    const Block* outer = block_;
    const void* outerUpdated = updated_;
    if (const auto* block = s.as<Block>()) block_ = block;
    if (const BufferStore* store = atomicStore(s)) updated_ = store->buffer->data.key();
    if (const auto* store = s.as<BufferStore>()) add(store->buffer);
    children(s);
    block_ = outer;
    updated_ = outerUpdated;
  }

 private:
  void add(const Buffer& buffer) {
    if (!buffer->scope.empty() && buffer->scope != "global") return;
    (buffer->data.key() == updated_ ? atomic : others)
        .push_back({buffer, block_ ? block_->id : BlockId(), block_ ? block_->name : std::string()});
  }
  const Block* block_ = nullptr;
  const void* updated_ = nullptr;
};

std::optional<Explanation> unorderedIn(const Stmt& kernel) {
  KernelAccesses found;
  found.stmt(kernel);
  for (const auto& a : found.atomic)
    for (const auto& b : found.others) {
      if (!(a.buffer->data == b.buffer->data)) continue;
      Explanation e = explain(err::kGpuAtomicUnordered(a.buffer->name, a.name, b.name),
                              "initialise it in a kernel of its own (decompose_reduction at the outermost loop, or "
                              "fission), and read it in a later one");
      e.blocks = {a.block, b.block};
      return e;
    }
  return std::nullopt;
}

}  // namespace

// Every outermost loop that contains loops bound to threads is a kernel.
Status checkAtomicKernels(const PrimFunc& f) {
  std::optional<Explanation> error;
  const std::function<void(const Stmt&)> walk = [&](const Stmt& s) {
    if (error) return;
    if (const auto* seq = s.as<Seq>())
      std::for_each(seq->stmts.begin(), seq->stmts.end(), walk);
    else if (const auto* block = s.as<Block>())
      walk(block->body);
    else if (s.as<For>())
      error = unorderedIn(s);
  };
  walk(f.body);
  if (error) return *error;
  return success();
}

}  // namespace lw
