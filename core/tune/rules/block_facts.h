// What the rules ask about a block that no earlier step and no earlier rule has scheduled.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/tune/rules/rule.h"

namespace lw::tune {

struct BlockAxis {
  LoopId loop;
  std::string name;  // of the loop
  size_t iter;       // the position of the iteration variable that the loop drives
  int64_t extent;    // of a symbolic size: kSymbolicExtent
  bool reduce;
  bool symbolic = false;
};

// Stands for sizes that are known only when the kernel runs: more than any tile.
inline constexpr int64_t kSymbolicExtent = 1 << 20;
// Whether a rule can do with loops whose sizes are symbolic.
enum class Sizes : uint8_t { Constant, Symbolic };

// A block whose loops are as they were written: serial, from 0, each drives one iteration variable, and no other block
// shares them.
struct BlockFacts {
  BlockId id;
  std::string name;
  const Block* block;
  // Its only statement; of a tuple that is reduced, the store to the buffer of the widest elements. Null: it has
  // several.
  const BufferStore* store = nullptr;
  bool reduction = false;       // updates one element, or one of each of several buffers, as rfactor can divide
  std::vector<Buffer> tuple;    // what a reduction of several elements updates; empty: another block
  std::vector<BlockAxis> axes;  // one for each loop, outermost first
  std::vector<const BufferLoad*> loads;  // that the stored value, or the combined one, reads

  const Var& var(const BlockAxis& axis) const { return block->iters[axis.iter].var; }
  std::vector<BlockAxis> axesOf(bool reduce) const;
  std::string loopNames() const;        // "i, j"
  std::vector<Buffer> results() const;  // what it stores to; empty: it has several statements
};

// nullopt: another block, and `why` says what it is: "its loop i is not serial".
std::optional<BlockFacts> factsOf(const RuleContext& context, BlockId block, Message& why,
                                  Sizes sizes = Sizes::Constant);
// The blocks that are left, in program order, without the root. Adds to `reasons` why others are not listed.
std::vector<BlockFacts> blocksLeft(const RuleContext& context, std::vector<Message>& reasons,
                                   Sizes sizes = Sizes::Constant);
bool isTaken(const RuleContext& context, BlockId block);
void take(RuleContext& context, BlockId block);

// The axis that the last index of the access adds with the factor 1, and no other axis is in that index; nullptr: none.
const BlockAxis* contiguousAxis(const BlockFacts& facts, const std::vector<Expr>& indices);
// Is the axis in an index of the load?
bool usesAxis(const BlockFacts& facts, const BufferLoad& load, const BlockAxis& axis);
// A reduction that reads two tensors, each of which is used again along an axis of the other: it gains by tiles of the
// result in registers, which other rules make.
bool isContraction(const BlockFacts& facts);
// Reduces few elements for each result, as pooling and depthwise convolutions do, and is no contraction.
bool isWindow(const BlockFacts& facts);
// A copy of one tensor with something else at its border: T.if_then_else of conditions on indices.
bool isPadding(const BlockFacts& facts);
// The load of the largest tensor that the block reads; nullptr: it reads none.
const BufferLoad* mainLoad(const BlockFacts& facts);
// A reduction along the contiguous axis of what it reads: partial results can be in the lanes of a vector.
bool reducesAlongRows(const BlockFacts& facts);
// A function of much more than an addition or multiplication: exp, a division, a root.
bool isCostly(const Expr& value);

int64_t elementsOf(const Buffer& buffer);  // 0: a symbolic size
// With kSymbolicExtent for sizes that are symbolic.
double estimatedElements(const Buffer& buffer);
int64_t bytesOf(const Buffer& buffer);
bool isParameterOf(const RuleContext& context, const Buffer& buffer);
// Does the buffer not fit in the caches that belong to one core alone? One of a symbolic size may not.
bool isLarge(const Machine& machine, const Buffer& buffer);

// The number, or what it is with the sizes that candidates are timed with; a usual size where these are not known.
int64_t estimateOf(const RuleContext& context, const Expr& extent);

// Lets `write` write the steps of each block that is left, or say why not. Returns what the rule returns.
Message forEachBlock(const RuleContext& context, Sizes sizes, const std::function<Message(const BlockFacts&)>& write);
// The message of a rule that fits no block: the reasons, or that there is no block left.
Message noBlock(const RuleContext& context, const std::vector<Message>& reasons);
Message aboutBlock(const BlockFacts& facts, Message reason);  // "block C: ..."
// Why a rule needs the size of the axis as a number, and what to do; empty: it is one.
Message whySymbolic(const RuleContext& context, const BlockAxis& axis);

}  // namespace lw::tune
