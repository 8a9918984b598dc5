// Maps the bytes of a text to the nodes of the IR.
#pragma once

#include <string>
#include <vector>

#include "core/ir/stmt.h"
#include "core/support/explanation.h"

namespace lw {

struct MappedRange {
  enum class Kind : uint8_t { Function, Loop, Block, Statement, Expression, Buffer, Variable };
  Span span;
  Kind kind;
  LoopId loop;                 // Kind::Loop: of `for`, and of the loop's name in a T.grid line
  BlockId block;               // Kind::Block; for other kinds, the block around the node
  std::string name;            // as printed: loop, block, buffer, variable
  const void* node = nullptr;  // Stmt::key(), Expr::key(), Buffer::key() or Var::key(); valid while the function lives
};

class SourceMap {
 public:
  void add(MappedRange range) { ranges_.push_back(std::move(range)); }
  void shift(int from, int by);  // text of this length was inserted at `from`
  void finish();                 // sorts: outer before inner
  const std::vector<MappedRange>& ranges() const { return ranges_; }
  std::vector<Span> spansOf(LoopId loop) const;  // the whole extent of the loop, starting with the lines of its header
  std::vector<Span> spansOf(BlockId block) const;
  std::vector<Span> spansOf(const void* node) const;
  const MappedRange* innermostAt(int offset) const;  // nullptr: there is no node
  // The innermost loop or block around the offset.
  const MappedRange* scopeAt(int offset) const;

 private:
  std::vector<MappedRange> ranges_;
};

}  // namespace lw
