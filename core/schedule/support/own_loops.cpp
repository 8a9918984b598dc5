#include "core/schedule/support/own_loops.h"

#include <algorithm>

#include "core/arith/analyzer.h"
#include "core/ir/debug_text.h"
#include "core/ir/ops.h"
#include "core/ir/visit.h"
#include "core/schedule/support/block_checks.h"
#include "core/schedule/support/iter_domains.h"
#include "core/text/print/printer.h"

namespace lw {
namespace {

constexpr Error<Ident, Ident, Snippet> kBinding{
    "own_loops.binding", "iteration variable {0} of block {1} is bound to {2}, not to a loop of its own"};
constexpr Error<Ident, Snippet> kPredicate{"own_loops.predicate", "block {0} has the guard {1}"};
constexpr Error<Ident, Ident> kNotAlone{"own_loops.not-alone",
                                        "loop {0} contains more than block {1}, so the loop cannot be replaced"};
constexpr Error<Ident, Ident> kUnused{
    "own_loops.unused", "no iteration variable of block {1} is bound to loop {0}: the loop only repeats the block"};
constexpr Error<Ident, Snippet> kStart{"own_loops.start", "loop {0} starts at {1}, not at 0"};
constexpr Error<Ident, Snippet, Ident, Ident, Snippet> kPart{
    "own_loops.part", "loop {0} has {1} iterations, but iteration variable {2} of block {3} has {4} values"};
constexpr Error<Ident, Snippet> kKind{"own_loops.kind", "loop {0} is {1}"};
constexpr Error<Ident, Ident> kDirect{
    "own_loops.direct", "the body of block {0} uses loop {1} directly, not through an iteration variable"};

Status checkLoop(const Snapshot& program, const Block& block, LoopId id, const std::string& verb) {
  const For& loop = program.loop(id);
  const Message before = say("{0} before its loops are split, fused or annotated", verb);
  if (Status ok = requirePlain(loop, verb); !ok) return ok;
  if (loop.kind != ForKind::Serial)
    return aboutLoops(kKind(loop.var.name(), std::string(nameOf(loop.kind))), {id}, before);
  if (!isZero(loop.min)) return aboutLoops(kStart(loop.var.name(), toText(loop.min)), {id});
  if (program.blocksBelow(id).size() != 1)
    return aboutLoops(kNotAlone(loop.var.name(), block.name), {id}, "divide the loop with fission first");
  if (usesVar(block.body, loop.var) || (block.init && usesVar(*block.init, loop.var)))
    return aboutLoops(kDirect(block.name, loop.var.name()), {id}, "use the iteration variable instead");
  return success();
}

}  // namespace

std::vector<const ErrorKind*> ownLoopErrors() {
  return {&kBinding, &kPredicate, &kNotAlone,  &kUnused,        &kStart,     &kPart,
          &kKind,    &kDirect,    &kLoopBound, &kLoopAnnotated, &kRootBlock, &kMovingDomain};
}

Result<std::vector<LoopId>> ownLoops(const Snapshot& program, BlockId id, const std::string& verb) {
  if (Result<BlockId> scope = requireScope(program, id); !scope) return scope.error();
  const Result<Snapshot> fixed = withFixedDomains(program, id);
  if (!fixed) return fixed.error();
  const Block& block = fixed->block(id);
  const std::vector<LoopId> loops = program.loopsAbove(id);
  const Message before = say("{0} before its loops are split, fused or annotated", verb);
  if (!isTrue(block.predicate)) return aboutBlock(kPredicate(block.name, toText(block.predicate)), id, before);
  std::vector<LoopId> used;
  for (size_t i = 0; i < block.iters.size(); ++i) {
    const auto* v = block.bindings[i].as<Var>();
    const auto at =
        std::find_if(loops.begin(), loops.end(), [&](LoopId l) { return v && program.loop(l).var.sameAs(*v); });
    if (at == loops.end() || std::find(used.begin(), used.end(), *at) != used.end())
      return aboutBlock(kBinding(block.iters[i].var.name(), block.name, toText(block.bindings[i])), id, before);
    const For& loop = program.loop(*at);
    const Range& domain = block.iters[i].domain;
    if (!isZero(domain.min) || !Analyzer().canProveEqual(loop.extent, domain.extent))
      return aboutLoops(
          kPart(loop.var.name(), toText(loop.extent), block.iters[i].var.name(), block.name, toText(domain.extent)),
          {*at}, say("{0} before its loops are peeled", verb));
    used.push_back(*at);
  }
  for (const LoopId l : loops) {
    if (std::find(used.begin(), used.end(), l) == used.end())
      return aboutLoops(kUnused(program.name(l), block.name), {l});
    if (Status ok = checkLoop(program, block, l, verb); !ok) return ok.error();
  }
  return used;
}

}  // namespace lw
