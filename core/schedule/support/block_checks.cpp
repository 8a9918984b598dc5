#include "core/schedule/support/block_checks.h"

#include <algorithm>

#include "core/ir/python_values.h"
#include "core/ir/visit.h"
#include "core/schedule/support/buffer_arguments.h"
#include "core/schedule/support/cache_stage.h"
#include "core/schedule/support/stmt_tools.h"

namespace lw {

const Error<Ident, Message, int64_t, Message, Message> kNoSuchSlot{"block.no-such-buffer",
                                                                   "block {0} has no {1} buffer {2}; it {3} {4}"};
const Error<Ident, Message, Message> kNotAllocated{"buffer.not-allocated",
                                                   "buffer {0} is {1}: the caller determines {2}"};
const Error<Ident> kSeenOtherwise{
    "buffer.seen-otherwise",
    "buffer {0} is accessed through its pointer or a match_buffer, which would not follow the change"};
const Error<Ident, Ident> kByPointer{
    "buffer.pointer",
    "block {0} accesses {1} through its pointer or a match_buffer, which would keep the layout and scope of the old "
    "buffer"};
const Error<int64_t, Ident, int64_t> kMapInputs{
    "block.map-inputs", "the index map has {0} inputs, but block {1} has {2} iteration variables"};
const Error<Ident, Ident> kOtherScopes{"block.other-scope", "blocks {0} and {1} are not in the same block scope"};
const Error<Ident> kRootBlock{"block.root", "block {0} is the root of the function; there is no block around it"};

Explanation aboutBlock(Explanation e, BlockId block, Message hint) {
  e.setHint(std::move(hint));
  e.blocks = {block};
  return e;
}

Result<Buffer> accessedBuffer(const Snapshot& program, BlockId id, bool written, int64_t index) {
  const Block& block = program.block(id);
  if (const Buffer* b = bufferAt(block, written, index)) return *b;
  const std::vector<BufferRegion>& regions = written ? block.writes : block.reads;
  return aboutBlock(kNoSuchSlot(block.name, written ? "write" : "read", index, written ? "writes" : "reads",
                                regions.empty() ? "nothing" : positionsAndNames(regions)),
                    id, regions.empty() ? "" : "give one of these positions or names");
}

bool isAllocated(const PrimFunc& function, const Buffer& buffer) {
  return anyStmt(function.body, [&](const Stmt& s) {
    const auto* block = s.as<Block>();
    return block && std::find(block->allocs.begin(), block->allocs.end(), buffer) != block->allocs.end();
  });
}

bool isParameter(const PrimFunc& function, const Buffer& buffer) {
  return std::any_of(function.buffers.begin(), function.buffers.end(),
                     [&](const auto& p) { return p.second == buffer; });
}

Status requireAllocated(const Snapshot& program, BlockId block, const Buffer& buffer, const std::string& what) {
  const PrimFunc& function = program.function(program.functionOf(block));
  if (isAllocated(function, buffer)) return success();
  const bool parameter = isParameter(function, buffer);
  return aboutBlock(
      kNotAllocated(buffer->name, parameter ? "a parameter of the function" : "part of another buffer", what), block,
      "cache_read or cache_write makes an internal buffer");
}

namespace {

// Finds other buffers over the same memory, and addresses into it.
class Aliases : public Visitor {
 public:
  explicit Aliases(const Buffer& buffer) : buffer_(buffer) {}
  bool found = false;
  void bufferUse(const Buffer& b) override { found = found || (b->data == buffer_->data && !(b == buffer_)); }
  void bufferDef(const Buffer& b) override { bufferUse(b); }
  void expr(const Expr& e) override {  // code that has an element's address may reach other elements
    const BufferLoad* load = passedElement(e);
    found = found || (load && load->buffer == buffer_);
    children(e);
  }

 private:
  const Buffer& buffer_;
};

bool hasAlias(const Stmt& body, const Buffer& buffer) {
  Aliases aliases(buffer);
  aliases.stmt(body);
  return aliases.found;
}

}  // namespace

Status requirePlainAccesses(const Snapshot& program, BlockId block, const Buffer& buffer) {
  const Stmt& body = program.function(program.functionOf(block)).body;
  if (!isMatched(body, buffer) && !hasOpaqueAccess(body, buffer) && !hasAlias(body, buffer)) return success();
  return aboutBlock(kSeenOtherwise(buffer->name), block, "do this before tensorizing");
}

Status requireNoPointer(const Snapshot& program, BlockId block, const Stmt& stmt, const Buffer& buffer) {
  if (!isMatched(stmt, buffer) && !hasOpaqueAccess(stmt, buffer)) return success();
  return aboutBlock(kByPointer(program.name(block), buffer->name), block,
                    "copy the buffer before tensorizing the block");
}

Result<BlockId> requireScope(const Snapshot& program, BlockId block) {
  const BlockId scope = program.scopeOf(block);
  if (scope.valid()) return scope;
  return aboutBlock(kRootBlock(program.name(block)), block, "name a block inside of it");
}

}  // namespace lw
