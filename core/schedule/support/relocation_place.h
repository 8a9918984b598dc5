// Where a block moves: the loop, the blocks that it exchanges data with, and its position among the loop's statements.
#pragma once

#include <optional>

#include "core/schedule/support/relocate.h"

namespace lw {

// A move that was asked for. References: the program and the move outlive it.
struct MovePlace {
  MovePlace(const Snapshot& program, const Move& move);
  // Whether the loop is a place for the block, which exchanges data with a block there. Fills the fields below.
  Status find();
  // `disorder`: the block would follow a consumer or precede a producer, which matters only if they share elements.
  Result<size_t> position(std::optional<Explanation>& disorder) const;

  Explanation about(Explanation e, Message hint) const;
  std::string blockName() const { return block.name; }
  std::string loopName() const { return program.name(move.loop); }
  const std::vector<BlockId>& partners() const { return move.reverse ? producers : consumers; }
  const char* partnerWord() const { return move.reverse ? "producer" : "consumer"; }
  bool under(BlockId b) const { return program.isAncestor(move.loop, b); }
  std::vector<Stmt> statements() const;  // of the loop
  // Whether the text has this block after the one that moves.
  bool comesAfter(BlockId other) const;
  std::optional<Buffer> result() const;    // that the block writes, and that is used outside of its scope
  std::optional<BlockId> outside() const;  // a partner that is not under the loop

  const Snapshot& program;
  const Move& move;
  const Block& block;
  const For& loop;
  BlockId scope;
  std::vector<BlockId> producers, consumers;

 private:
  Status checkScopes() const;
  Status checkPartners() const;
};

std::vector<const ErrorKind*> placeErrors();

}  // namespace lw
