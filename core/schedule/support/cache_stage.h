// Shared by cache_read and cache_write: a new buffer, a block that copies between the new buffer and the old one, and
// the place of that block.
#pragma once

#include "core/analysis/values/value_flow.h"
#include "core/arith/analyzer.h"
#include "core/ir/buffer.h"
#include "core/schedule/primitive.h"

namespace lw {

// The place of the copy: in `holder`, a sequence or any other statement of the scope, before position `index`.
struct CopySite {
  Stmt holder;
  size_t index = 0;
};

struct CopyStage {
  BlockId scope;
  Buffer buffer;              // the old one
  std::vector<Range> region;  // what is copied
  CopySite site;
  std::vector<BlockId> redirected;  // these blocks access the cache instead of the buffer
  std::string storage;              // scope of the cache
  bool toCache = true;              // true: copies from the buffer to the cache; false: from the cache to the buffer
};
struct StagedCopy {
  PrimFunc changed;
  BlockId copy;
  Buffer cache;
};
// Makes a cache of the buffer's shape, in which every element keeps its index.
StagedCopy stageCopy(const Snapshot& program, const CopyStage& stage);
// Makes a cache that holds only the region, if no loop of the scope is around the copy and all redirected accesses are
// inside the region. Writes are checked here; `readsInside` says that the caller has checked the reads. nullopt: the
// cache would be the same as that of stageCopy().
std::optional<StagedCopy> stageRegion(const Snapshot& program, const CopyStage& stage, bool readsInside);

// The copying block under its loops. Elements outside of the buffer are guarded, unless `around`, which knows the loops
// and iters around the nest, proves that there are none.
Stmt copyNest(PrimFunc& ids, BlockId id, const Buffer& from, const Buffer& to, const std::string& name,
              const std::vector<Range>& region, const Analyzer& around);
Analyzer knowingAll(const Snapshot& program, int function);  // knows the ranges of all loops and iters
Stmt insertAt(const CopySite& site, const Stmt& copy);       // the statement that replaces site.holder
// The place before or after the statement of the scope that contains the block.
CopySite siteBeside(const Snapshot& program, BlockId block, bool after);

// Blocks of the scope that read the buffer according to their declared regions, in program order.
std::vector<BlockId> readersOf(const Snapshot& program, BlockId scope, const Buffer& buffer);
std::vector<BlockId> writersOf(const Snapshot& program, BlockId scope, const Buffer& buffer);

// The innermost place after all `writers` and before the first of `readers` that comes after them; the end of the scope
// if there is none. nullopt: a reader comes between the writers.
std::optional<CopySite> siteBetween(const Snapshot& program, BlockId scope, const std::vector<BlockId>& writers,
                                    const std::vector<BlockId>& readers);

// What the blocks write to the buffer while the loops between the site and them run, clipped to the buffer.
std::vector<Range> writtenBelow(const Snapshot& program, const CopySite& site, const std::vector<BlockId>& writers,
                                const Buffer& buffer);

// The arguments of cache_read and cache_write, and what the errors of both report.
struct CacheRequest {
  std::string primitive;
  BlockId block;
  int64_t index = 0;  // position in the block's reads or writes
  std::string storage;
  const std::vector<BlockId>& consumers;
};
struct CachedBuffer {
  BlockId scope;
  Buffer buffer;
};
Explanation aboutCache(Explanation error, BlockId block, Message hint);
// The cached buffer and the scope in which the copy is made.
Result<CachedBuffer> cachedBuffer(const Snapshot& program, const CacheRequest& request, bool written);
// Checks that all consumers that are named are among the readers.
Status requireReaders(const Snapshot& program, const CacheRequest& request, const Buffer& buffer,
                      const std::vector<BlockId>& readers);
// Checks that none of the blocks accesses the buffer by a pointer or a match_buffer.
Status requireNoPointers(const Snapshot& program, const CacheRequest& request, const Buffer& buffer,
                         const std::vector<BlockId>& blocks);

struct CachePlan {
  int function;
  StagedCopy copy;
  bool conservative = false;  // accepted by the signatures of the blocks
};
// Whether every execution of the changed function reads the same values, in part through the copy.
Verdict flowWithCopy(const Snapshot& program, const CopyStage& stage, const StagedCopy& copy);
Edit rewriteCache(const Snapshot& program, const CachePlan& plan);
// Offers a cache in each storage scope for each buffer that the selected block reads or writes. `way`: "into",
// "through".
std::vector<Candidate> cacheCandidates(const Snapshot& program, const Selection& selection, bool written,
                                       const std::string& way);
std::string blockNames(const Snapshot& program, const std::vector<BlockId>& blocks);  // "B, C"

Status checkStorage(const std::string& primitive, const std::string& storage);
std::vector<std::string> storageScopes();                                 // offered by popups
std::string positionsAndNames(const std::vector<BufferRegion>& regions);  // "0 (A), 1 (W)"

extern const Error<Snippet, Snippet> kUnknownStorage;
extern const Error<Ident, Ident, Ident> kNotConsumer;  // "block {0} does not read {1} in the scope of block {2}"

}  // namespace lw
