// Shared by reindex and reindex_cache_read/write: a copy of what a block accesses of a buffer, with a layout given by
// the block's iters. The block accesses one element per execution, at the indices `original`; the copy stores it at the
// indices `places`.
#pragma once

#include "core/schedule/define.h"
#include "core/schedule/support/cache_stage.h"

namespace lw {

extern const Error<Ident, Ident>
    kOpaqueAccess;  // "block {0} accesses {1} through its pointer, a match_buffer or a block inside of it"
extern const Error<Ident, Ident, Snippet, Snippet> kTwoPlaces;  // "block {0} accesses {1} at {2} and at {3}"
extern const Error<Snippet, Ident, Ident>
    kNotByIters;  // "index {0} of {1} is made of more than the iters of block {2}"
extern const Error<Ident, Ident, Snippet>
    kPlaces;  // "executions of block {0} that access different elements of {1} would share a place"
extern const Error<Ident, Ident, Message> kReindexChanges;  // "a copy of {0} for block {1} changes the results: {2}"
std::vector<const ErrorKind*> reindexErrors();
extern const Error<Snippet> kReindexBounds;  // "the result {0} of the index map cannot be an index ..."
std::vector<const ErrorKind*> reindexCacheErrors();

struct ReindexStage {
  BlockId block, scope;
  Buffer buffer;
  bool toCache = true;         // true: the block reads the copy; false: it writes the copy
  std::vector<Expr> original;  // over the block's iters
  std::vector<Expr> places;
  std::vector<Expr> shape;  // of the copy
  std::string bufferName, blockName, storage;
  bool ownLoops = false;  // true: under loops like those of the block; false: under loops over the iters' domains
  CopySite site;
};

// The only indices at which the block accesses the buffer, over its iters, simplified.
Result<std::vector<Expr>> onlyPlace(const Snapshot& program, BlockId block, const Buffer& buffer);

// Checks that every execution finds its element in the copy, and that all results stay the same.
Result<StagedCopy> reindexed(const Snapshot& program, const ReindexStage& stage);

// The arguments of reindex_cache_read and reindex_cache_write, with the place of the copy.
struct ReindexCache {
  BlockId block;
  Buffer buffer;
  bool toCache;
  std::string storage;
  IndexMap map;  // from the block's iters to the indices in the copy
  CopySite site;
};
Result<StagedCopy> reindexedByMap(const Snapshot& program, const ReindexCache& wanted);
// Offers, for each buffer that the block reads (or writes), a copy whose dimensions are its iters in reverse order.
std::vector<Candidate> transposedOffers(const Snapshot& program, const Selection& selection, bool written);

}  // namespace lw
