// What cache_read and cache_write share: a new buffer, a block that copies between it and the old one, and the place
// for that block.
#pragma once

#include "core/analysis/value_flow.h"
#include "core/arith/analyzer.h"
#include "core/ir/buffer.h"
#include "core/schedule/primitive.h"

namespace lw {

// Where the copy goes: into `holder`, a sequence or any other statement of the scope, before position `index`.
struct CopySite {
  Stmt holder;
  size_t index = 0;
};

struct CopyStage {
  BlockId scope;
  Buffer buffer;              // the old one
  std::vector<Range> region;  // what is copied
  CopySite site;
  std::vector<BlockId> redirected;  // they access the cache instead
  std::string storage;              // scope of the cache
  bool toCache = true;              // buffer -> cache, or cache -> buffer
};
struct StagedCopy {
  PrimFunc changed;
  BlockId copy;
  Buffer cache;
};
// With a cache of the buffer's shape, in which every element keeps its place.
StagedCopy stageCopy(const Snapshot& program, const CopyStage& stage);
// With a cache that holds the region only, where the copy is in no loop of the scope and what goes to the cache stays
// in the region: of what is written this is proven here, of what is read `readsInside` says that it is known. nullopt:
// the cache would be the one of stageCopy().
std::optional<StagedCopy> stageRegion(const Snapshot& program, const CopyStage& stage, bool readsInside);

// The copying block under its loops. Elements outside of the buffer are guarded off, where `around`, which knows the
// loops and iters around it, cannot prove that there are none.
Stmt copyNest(PrimFunc& ids, BlockId id, const Buffer& from, const Buffer& to, const std::string& name,
              const std::vector<Range>& region, const Analyzer& around);
Analyzer knowingAll(const Snapshot& program, int function);  // the ranges of all loops and iters
Stmt insertAt(const CopySite& site, const Stmt& copy);       // what takes the place of site.holder
// Before or after the statement of the scope that holds the block.
CopySite siteBeside(const Snapshot& program, BlockId block, bool after);

// Blocks of the scope, in program order, by their declared regions.
std::vector<BlockId> readersOf(const Snapshot& program, BlockId scope, const Buffer& buffer);
std::vector<BlockId> writersOf(const Snapshot& program, BlockId scope, const Buffer& buffer);

// The innermost place after all `writers` and before the first of `readers` that comes after them; the end of the scope
// where there is none. nullopt: a reader stands among the writers.
std::optional<CopySite> siteBetween(const Snapshot& program, BlockId scope, const std::vector<BlockId>& writers,
                                    const std::vector<BlockId>& readers);

// What the blocks write to the buffer while the loops between them and the site run, inside the buffer.
std::vector<Range> writtenBelow(const Snapshot& program, const CopySite& site, const std::vector<BlockId>& writers,
                                const Buffer& buffer);

// The arguments of cache_read and cache_write, and what both report alike.
struct CacheRequest {
  std::string primitive;
  BlockId block;
  int64_t index = 0;  // among what the block reads or writes
  std::string storage;
  const std::vector<BlockId>& consumers;
};
struct CachedBuffer {
  BlockId scope;
  Buffer buffer;
};
Explanation aboutCache(Explanation error, BlockId block, Message hint);
// The buffer that is cached and the scope that the copy goes into.
Result<CachedBuffer> cachedBuffer(const Snapshot& program, const CacheRequest& request, bool written);
// Whether all consumers that are named are among the readers.
Status requireReaders(const Snapshot& program, const CacheRequest& request, const Buffer& buffer,
                      const std::vector<BlockId>& readers);
// Whether none of the blocks accesses the buffer by a pointer or a match_buffer.
Status requireNoPointers(const Snapshot& program, const CacheRequest& request, const Buffer& buffer,
                         const std::vector<BlockId>& blocks);

struct CachePlan {
  int function;
  StagedCopy copy;
  bool conservative = false;  // decided by signatures
};
// How every execution of the changed function gets what it reads, with the copy between.
Verdict flowWithCopy(const Snapshot& program, const CopyStage& stage, const StagedCopy& copy);
Edit rewriteCache(const Snapshot& program, const CachePlan& plan);
// A cache in each storage scope for each buffer that the selected block reads or writes; `way`: "into", "through".
std::vector<Candidate> cacheCandidates(const Snapshot& program, const Selection& selection, bool written,
                                       const std::string& way);
std::string blockNames(const Snapshot& program, const std::vector<BlockId>& blocks);  // "B, C"

Status checkStorage(const std::string& primitive, const std::string& storage);
std::vector<std::string> storageScopes();                                 // offered by popups
std::string positionsAndNames(const std::vector<BufferRegion>& regions);  // "0 (A), 1 (W)"

extern const Error<Snippet, Snippet> kUnknownStorage;
extern const Error<Ident, Ident, Ident> kNotConsumer;  // "block {0} does not read {1} in the scope of block {2}"

}  // namespace lw
