// The checks and offers that cache_read and cache_write share.
#include <algorithm>

#include "core/schedule/support/cache_stage.h"
#include "core/schedule/support/stmt_tools.h"

namespace lw {

Explanation aboutCache(Explanation error, BlockId block, Message hint) {
  error.setHint(std::move(hint));
  error.blocks = {block};
  return error;
}

std::string blockNames(const Snapshot& program, const std::vector<BlockId>& blocks) {
  std::string text;
  for (const BlockId b : blocks) text += (text.empty() ? "" : ", ") + program.name(b);
  return text;
}

Result<CachedBuffer> cachedBuffer(const Snapshot& program, const CacheRequest& request, bool written,
                                  const CacheErrors& errors) {
  const Block& block = program.block(request.block);
  const std::vector<BufferRegion>& regions = written ? block.writes : block.reads;
  if (request.index < 0 || request.index >= static_cast<int64_t>(regions.size()))
    return aboutCache(
        errors.badIndex(block.name, request.index, regions.empty() ? "nothing" : positionsAndNames(regions)),
        request.block, regions.empty() ? "" : "give one of these positions or names");
  if (Status ok = checkStorage(std::string(errors.primitive), request.storage); !ok) return ok.error();
  const BlockId scope = program.scopeOf(request.block);
  if (!scope.valid()) return aboutCache(errors.noScope(block.name), request.block, "name a block inside of it");
  return CachedBuffer{scope, regions[static_cast<size_t>(request.index)].buffer};
}

Status requireReaders(const Snapshot& program, const CacheRequest& request, const Buffer& buffer,
                      const std::vector<BlockId>& readers, const CacheErrors& errors) {
  for (const BlockId b : request.consumers)
    if (std::find(readers.begin(), readers.end(), b) == readers.end()) {
      Explanation e = aboutCache(errors.notConsumer(program.name(b), buffer->name, program.name(request.block)),
                                 request.block, say("its readers there are {0}", blockNames(program, readers)));
      e.blocks.push_back(b);
      return e;
    }
  return success();
}

Status requireNoPointers(const Snapshot& program, const CacheRequest& request, const Buffer& buffer,
                         const std::vector<BlockId>& blocks, const CacheErrors& errors) {
  for (const BlockId b : blocks)
    if (isMatched(program.stmt(b), buffer) || hasOpaqueAccess(program.stmt(b), buffer))
      return aboutCache(errors.pointer(program.name(b), buffer->name), request.block,
                        "cache before tensorizing the block");
  return success();
}

Verdict flowWithCopy(const Snapshot& program, const CopyStage& stage, const StagedCopy& copy) {
  Correspondence same;
  same.copy = copy.copy;
  same.cache = copy.cache;
  same.cached = stage.buffer;
  return keepsValueFlow(program.function(program.functionOf(stage.scope)), copy.changed, same);
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
      offers.push_back({{block, static_cast<int64_t>(i), storage, Value::List{}},
                        regions[i].buffer->name + " " + way + " " + storage});
  return offers;
}

}  // namespace lw
