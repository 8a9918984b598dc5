// The checks and offers that cache_read and cache_write share.
#include <algorithm>

#include "core/schedule/support/block_checks.h"
#include "core/schedule/support/cache_stage.h"
#include "core/schedule/support/stmt_tools.h"
#include "core/support/text.h"

namespace lw {

const Error<Ident, Ident, Ident> kNotConsumer{"cache.not-a-consumer",
                                              "block {0} does not read {1} in the scope of block {2}"};

Explanation aboutCache(Explanation error, BlockId block, Message hint) {
  error.setHint(std::move(hint));
  error.blocks = {block};
  return error;
}

std::string blockNames(const Snapshot& program, const std::vector<BlockId>& blocks) {
  return join(blocks, [&](const BlockId b) { return program.name(b); });
}

Result<CachedBuffer> cachedBuffer(const Snapshot& program, const CacheRequest& request, bool written) {
  Result<Buffer> buffer = accessedBuffer(program, request.block, written, request.index);
  if (!buffer) return buffer.error();
  if (Status ok = checkStorage(request.primitive, request.storage); !ok) return ok.error();
  Result<BlockId> scope = requireScope(program, request.block);
  if (!scope) return scope.error();
  return CachedBuffer{*scope, *buffer};
}

Status requireReaders(const Snapshot& program, const CacheRequest& request, const Buffer& buffer,
                      const std::vector<BlockId>& readers) {
  for (const BlockId b : request.consumers)
    if (std::find(readers.begin(), readers.end(), b) == readers.end()) {
      Explanation e = aboutCache(kNotConsumer(program.name(b), buffer->name, program.name(request.block)),
                                 request.block, say("its readers there are {0}", blockNames(program, readers)));
      e.blocks.push_back(b);
      return e;
    }
  return success();
}

Status requireNoPointers(const Snapshot& program, const CacheRequest& request, const Buffer& buffer,
                         const std::vector<BlockId>& blocks) {
  for (const BlockId b : blocks)
    if (Status ok = requireNoPointer(program, b, program.stmt(b), buffer); !ok) {
      Explanation e = ok.error();
      e.blocks = {request.block};
      return e;
    }
  return success();
}

Verdict flowWithCopy(const Snapshot& program, const CopyStage& stage, const StagedCopy& copy) {
  Correspondence same;
  same.copy = copy.copy;
  same.cache = copy.cache;
  same.cached = stage.buffer;
  return keepsValueFlow(program.function(program.functionOf(stage.scope)), copy.changed, same, program.budget());
}

Edit rewriteCache(const Snapshot&, const CachePlan& plan) {
  return Edit{.function = plan.function, .changed = plan.copy.changed, .outputs = {plan.copy.copy}, .fate = {}};
}

std::vector<Candidate> cacheCandidates(const Snapshot& program, const Selection& selection, bool written,
                                       const std::string& way) {
  std::vector<Candidate> offers;
  if (selection.blocks.size() != 1 || !program.scopeOf(selection.blocks.front()).valid()) return offers;
  const BlockId block = selection.blocks.front();
  const std::vector<BufferRegion>& regions = written ? program.block(block).writes : program.block(block).reads;
  for (size_t i = 0; i < regions.size(); ++i)
    for (const std::string& storage : storageScopes())
      offers.push_back({{block, static_cast<int64_t>(i), storage, StepValue::List{}},
                        regions[i].buffer->name + " " + way + " " + storage});
  return offers;
}

}  // namespace lw
