#include "core/schedule/support/relocation_place.h"

#include <algorithm>

#include "core/schedule/support/stmt_tools.h"
#include "core/support/text.h"

namespace lw {
namespace {

constexpr Error<Ident, Ident> kOwnLoop{"compute_at.own-loop", "loop {0} already contains block {1}"};
constexpr Error<Ident, Ident, Snippet, Snippet> kOtherScope{
    "compute_at.other-scope", "block {0} and loop {1} are not in the same block scope ({2} and {3})"};
constexpr Error<Message, Ident, Ident> kNoPartner{"compute_at.no-partner", "no {0} of block {1} is under loop {2}"};
constexpr Error<Ident, Ident, Ident, Message, Message> kNoPlace{
    "compute_at.no-place", "under loop {0}, block {1}, which block {2} {3}, is too {4}"};
constexpr Error<int64_t, Ident, Ident, int64_t, int64_t> kBadIndex{
    "compute_at.bad-index",
    "block {2} cannot take position {0} under loop {1}: the positions between its producers and its consumers are {3} "
    "to {4}"};

std::string scopeName(const Snapshot& program, BlockId b) { return b.valid() ? program.name(b) : std::string("none"); }

}  // namespace

MovePlace::MovePlace(const Snapshot& program, const Move& move)
    : program(program), move(move), block(program.block(move.block)), loop(program.loop(move.loop)) {}

Explanation MovePlace::about(Explanation e, Message hint) const {
  e.setHint(std::move(hint));
  e.blocks = {move.block};
  e.loops = {move.loop};
  return e;
}

Status MovePlace::find() {
  if (Status ok = checkScopes(); !ok) return ok;
  scope = program.scopeOf(move.block);
  for (const BlockId id : program.childBlocks(scope)) {
    if (id == move.block) continue;
    const Block& other = program.block(id);
    if (touches(other.writes, block.reads)) producers.push_back(id);
    if (touches(other.reads, block.writes)) consumers.push_back(id);
  }
  return checkPartners();
}

Status MovePlace::checkScopes() const {
  if (program.isAncestor(move.loop, move.block))
    return about(kOwnLoop(loopName(), blockName()),
                 move.reverse ? "choose a loop of a producer" : "choose a loop of a consumer");
  const BlockId mine = program.scopeOf(move.block), there = program.scopeOf(move.loop);
  if (!mine.valid() || mine != there)
    return about(kOtherScope(blockName(), loopName(), scopeName(program, mine), scopeName(program, there)),
                 say("choose a loop directly inside block {0}", scopeName(program, mine)));
  return success();
}

Status MovePlace::checkPartners() const {
  if (std::any_of(partners().begin(), partners().end(), [&](BlockId b) { return under(b); })) return success();
  std::string names = join(partners(), [&](const BlockId b) { return program.name(b); });
  return about(kNoPartner(partnerWord(), blockName(), loopName()), names.empty()
                                                                       ? say("the block has no {0}", partnerWord())
                                                                       : say("choose a loop around {0}", Ident(names)));
}

std::vector<Stmt> MovePlace::statements() const {
  const auto* seq = loop.body.as<Seq>();
  return seq ? seq->stmts : std::vector<Stmt>{loop.body};
}

Result<size_t> MovePlace::position(std::optional<Explanation>& disorder) const {
  const std::vector<Stmt> list = statements();
  size_t first = 0, last = list.size();
  BlockId producer, consumer;
  for (size_t i = 0; i < list.size(); ++i) {
    for (const BlockId b : producers)
      if (!pathTo(list[i], b).empty()) first = i + 1, producer = b;
    for (const BlockId b : consumers)
      if (i < last && !pathTo(list[i], b).empty()) last = i, consumer = b;
  }
  if (first > last) {
    Explanation e = move.reverse ? about(kNoPlace(loopName(), program.name(consumer), blockName(), "feeds", "early"),
                                         "move the consumer first")
                                 : about(kNoPlace(loopName(), program.name(producer), blockName(), "reads", "late"),
                                         "move the producer first");
    e.blocks.push_back(move.reverse ? consumer : producer);
    if (move.index >= 0) return e;
    disorder = std::move(e);
    return move.reverse ? first : last;
  }
  if (move.index == -1) return last;
  if (move.index == -2) return first;
  if (move.index < static_cast<int64_t>(first) || move.index > static_cast<int64_t>(last))
    return about(kBadIndex(move.index, loopName(), blockName(), first, last),
                 "-1 is the last possible position, -2 the first");
  return static_cast<size_t>(move.index);
}

bool MovePlace::comesAfter(BlockId other) const {
  const std::vector<BlockId> blocks = program.childBlocks(scope);
  return std::find(blocks.begin(), blocks.end(), other) > std::find(blocks.begin(), blocks.end(), move.block);
}

std::optional<Buffer> MovePlace::result() const {
  const Block& around = program.block(scope);
  for (const BufferRegion& w : block.writes)
    if (std::none_of(around.allocs.begin(), around.allocs.end(), [&](const Buffer& b) { return b == w.buffer; }))
      return w.buffer;
  return std::nullopt;
}

std::optional<BlockId> MovePlace::outside() const {
  for (const BlockId b : partners())
    if (!under(b)) return b;
  return std::nullopt;
}

std::vector<const ErrorKind*> placeErrors() { return {&kOwnLoop, &kOtherScope, &kNoPartner, &kNoPlace, &kBadIndex}; }

}  // namespace lw
