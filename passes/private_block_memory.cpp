#include "passes/private_block_memory.h"

#include "core/analysis/dependence/dependence.h"
#include "core/analysis/gpu/thread_exchange.h"
#include "core/ir/threads.h"
#include "core/ir/visit.h"
#include "passes/errors.h"

namespace lw {
namespace {

// Whether each thread can have its own copy of the buffer. The plan of allocations makes such a buffer local later.
bool belongsToThread(const PrimFunc& f, const Buffer& b) {
  return anyStmt(f.body, [&](const Stmt& s) {
    const auto* loop = s.as<For>();
    return loop && isKernelAxis(*loop) && !bindsThreads(loop->body) && privateToIteration(f, b, loop->id);
  });
}

}  // namespace

PrimFunc privateBlockMemory(const PrimFunc& f) {
  if (!bindsThreads(f.body)) return f;
  BufferMap shared;
  forEachStmt(f.body, [&](const Stmt& s) {
    const auto* block = s.as<Block>();
    if (!block) return;
    for (const Buffer& b : block->allocs) {
      if (b->scope != "global" || !threadBlocksMayMeet(f, b) || belongsToThread(f, b) || !privateToThreadBlock(f, b))
        continue;
      BufferNode node = *b;
      node.scope = "shared";
      shared.emplace(b.key(), Buffer(std::move(node)));
    }
  });
  if (shared.empty()) return f;
  PrimFunc result = f;
  result.body = substituteBuffers(f.body, shared);
  return result;
}

Status checkBlockExchange(const PrimFunc& before) {
  const auto found = exchangeBetweenThreadBlocks(before);
  if (!found) return success();
  Explanation e = explain(err::kGpuBlockExchange(found->buffer->name),
                          "compute what a thread block reads in that block, or in an earlier kernel");
  e.blocks = found->blocks;
  return e;
}

const Pass kPrivateBlockMemoryPass{.name = "private_block_memory",
                                   .label = "block memory",
                                   .help = "Put what each thread block computes for itself in shared memory.",
                                   .check = programOnly<checkBlockExchange>,
                                   .run = programOnly<privateBlockMemory>};

}  // namespace lw
