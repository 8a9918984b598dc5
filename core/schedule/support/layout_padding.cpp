// Finds or makes the writers of the places of a new layout that no element takes.
#include <algorithm>

#include "core/analysis/values/value_flow.h"
#include "core/ir/equal.h"
#include "core/ir/ops.h"
#include "core/schedule/edit.h"
#include "core/schedule/support/layout_change.h"
#include "core/schedule/support/quick_legality.h"
#include "core/schedule/support/stmt_tools.h"

namespace lw {
namespace {

// The stores of a block and of its init, without those of the blocks inside it.
std::vector<const BufferStore*> storesOf(const Block& block, bool& understood) {
  std::vector<const BufferStore*> stores;
  const auto collect = [&](const Stmt& root) {
    forEachStmt(root, [&](const Stmt& s) {
      if (const auto* store = s.as<BufferStore>())
        stores.push_back(store);
      else if (!s.as<For>() && !s.as<Seq>() && !s.as<IfThenElse>() && !s.as<LetStmt>())
        understood = false;
    });
  };
  if (block.init) collect(*block.init);
  collect(block.body);
  return stores;
}

// A writer whose loops run over the buffer in the order of its indices: the loops, outermost first, and the position of
// the first of the iters that are the indices of all stores.
struct WholeWriter {
  std::vector<LoopId> loops;
  size_t firstIter = 0;
};

bool storesAt(const Block& block, const std::vector<const BufferStore*>& stores, const Buffer& buffer, size_t first) {
  const size_t rank = static_cast<size_t>(buffer.rank());
  for (const BufferStore* store : stores) {
    if (!(store->buffer == buffer)) return false;
    for (size_t i = 0; i < rank; ++i) {
      const auto* v = store->indices[i].as<Var>();
      if (!v || !v->sameAs(block.iters[first + i].var)) return false;
    }
  }
  return true;
}

std::optional<WholeWriter> wholeWriter(const Snapshot& program, BlockId id, const Buffer& buffer) {
  const Block& block = program.block(id);
  bool understood = block.matches.empty() && block.allocs.empty() && isTrue(block.predicate);
  const std::vector<const BufferStore*> stores = storesOf(block, understood);
  const size_t rank = static_cast<size_t>(buffer.rank());
  if (!understood || stores.empty() || rank == 0) return std::nullopt;
  size_t first = 0;
  while (first + rank <= block.iters.size() && !storesAt(block, stores, buffer, first)) ++first;
  if (first + rank > block.iters.size()) return std::nullopt;
  WholeWriter writer{{}, first};
  const std::vector<LoopId> above = program.loopsAbove(id);
  for (size_t i = 0; i < rank; ++i) {
    const auto* v = block.bindings[first + i].as<Var>();
    const auto at =
        std::find_if(above.begin(), above.end(), [&](LoopId l) { return v && program.loop(l).var.sameAs(*v); });
    if (at == above.end() || block.iters[first + i].kind != IterKind::Spatial) return std::nullopt;
    const For& loop = program.loop(*at);
    if (usesVar(block.body, loop.var) || (block.init && usesVar(*block.init, loop.var))) return std::nullopt;
    const bool whole = isZero(loop.min) && equal(loop.extent, buffer->shape[i]) && loop.kind == ForKind::Serial &&
                       loop.annotations.empty();
    // The loops must be directly nested in each other.
    const bool follows = writer.loops.empty() || (program.loop(writer.loops.back()).body.as<For>() &&
                                                  program.loop(writer.loops.back()).body.as<For>()->id == *at);
    if (!whole || !follows) return std::nullopt;
    writer.loops.push_back(*at);
  }
  // There must be no other block below, and these loops must drive no other iter.
  if (program.blocksBelow(writer.loops.front()).size() != 1) return std::nullopt;
  for (size_t k = 0; k < block.bindings.size(); ++k)
    if (k < first || k >= first + rank)
      for (const LoopId l : writer.loops)
        if (usesVar(block.bindings[k], program.loop(l).var)) return std::nullopt;
  for (const LoopId l : above)
    if (program.isAncestor(writer.loops.back(), l))
      for (const LoopId outer : writer.loops)
        if (usesVar(program.loop(l).min, program.loop(outer).var) ||
            usesVar(program.loop(l).extent, program.loop(outer).var))
          return std::nullopt;
  return writer;
}

Stmt underLoops(const std::vector<Var>& vars, const std::vector<Expr>& extents, const std::vector<LoopId>& ids,
                Stmt body) {
  for (size_t i = vars.size(); i-- > 0;)
    body =
        For{ids[i], vars[i],        makeZero(vars[i].dtype()), cast(vars[i].dtype(), extents[i]), ForKind::Serial, "",
            {},     std::move(body)};
  return body;
}

class Filler {
 public:
  Filler(const Snapshot& program, int function, const Padding& padding)
      : program_(program), function_(function), padding_(padding) {}

  std::optional<Padded> run() {
    std::vector<BlockId> writers;
    for (const BlockId id : program_.blocks(function_))
      if (storesHere(program_.block(id))) writers.push_back(id);
    if (writers.empty()) return std::nullopt;
    Padded result{program_.function(function_), {}};
    std::vector<std::pair<Stmt, Stmt>> replacements;
    for (const BlockId id : writers) {
      const auto writer = wholeWriter(program_, id, padding_.from);
      if (!writer || !mayRunInNewOrder(*writer, id)) {
        replacements.clear();
        break;
      }
      const std::vector<LoopId> ids = freshLoops(result.changed);
      replacements.emplace_back(program_.stmt(writer->loops.front()), filled(*writer, program_.block(id), ids));
      for (const LoopId old : writer->loops) result.replaced.emplace_back(old, ids);
    }
    if (replacements.empty()) {
      result.replaced.clear();
      replacements.push_back(afterLast(writers.back(), result.changed));
    }
    const PrimFunc numbered = result.changed;
    result.changed = replaceStmts(numbered, replacements);
    return result;
  }

 private:
  bool storesHere(const Block& block) const {
    bool found = false;
    const auto look = [&](const Stmt& s) {
      if (const auto* store = s.as<BufferStore>()) found |= store->buffer == padding_.from;
    };
    // Blocks inside are examined separately.
    std::function<void(const Stmt&)> walk = [&](const Stmt& root) {
      if (const auto* inner = root.as<Block>(); inner && inner->id != block.id) return;
      look(root);
      root.match([&](const For& n) { walk(n.body); },
                 [&](const Seq& n) {
                   for (const Stmt& s : n.stmts) walk(s);
                 },
                 [&](const Block& n) {
                   if (n.init) walk(*n.init);
                   walk(n.body);
                 },
                 [&](const IfThenElse& n) {
                   walk(n.thenBody);
                   if (n.elseBody) walk(*n.elseBody);
                 },
                 [&](const While& n) { walk(n.body); }, [&](const LetStmt& n) { walk(n.body); },
                 [&](const Allocate& n) { walk(n.body); }, [&](const DeclBuffer& n) { walk(n.body); },
                 [&](const AttrStmt& n) { walk(n.body); }, [&](const AssertStmt& n) { walk(n.body); },
                 [](const BufferStore&) {}, [](const Evaluate&) {});
    };
    walk(Stmt(block));
    return found;
  }

  std::vector<LoopId> freshLoops(PrimFunc& ids) const {
    std::vector<LoopId> loops;
    for (size_t i = 0; i < padding_.inverse.outputs.size(); ++i) loops.push_back(ids.freshLoop());
    return loops;
  }

  // The variables of the old loops as functions of the variables of the new loops.
  VarMap oldLoops(const WholeWriter& writer) const {
    VarMap values;
    for (size_t i = 0; i < writer.loops.size(); ++i) {
      const Var& var = program_.loop(writer.loops[i]).var;
      values.insert_or_assign(var.key(), cast(var.dtype(), padding_.inverse.inputs[i]));
    }
    return values;
  }

  // The order of execution changes from the order of the old indices to that of the new ones. The same executions,
  // without the padding, must read the same values.
  bool mayRunInNewOrder(const WholeWriter& writer, BlockId id) const {
    const std::vector<LoopId> above = program_.loopsAbove(id);
    const std::vector<LoopId> chain(std::find(above.begin(), above.end(), writer.loops.front()), above.end());
    if (provablyReorderable(program_, chain)) return true;
    PrimFunc reordered = program_.function(function_);
    Stmt body = substitute(program_.loop(writer.loops.back()).body, oldLoops(writer));
    body = mapBlocks(body, [&](const Block& b) {
      Block guarded = b;
      guarded.predicate = logicalAnd(b.predicate, logicalNot(padding_.inverse.padding));
      return guarded;
    });
    const Stmt nest = underLoops(padding_.inverse.outputs, padding_.to->shape, freshLoops(reordered), body);
    reordered = replaceStmt(reordered, program_.stmt(writer.loops.front()), nest);
    return keepsValueFlow(program_.function(function_), reordered, {}, program_.budget()).yes();
  }

  // The nest over the new layout. It stores to the new buffer, and the pad value where a place is padding; its loads
  // still name the old buffer.
  Stmt filled(const WholeWriter& writer, const Block& old, const std::vector<LoopId>& ids) const {
    const InverseMap& inverse = padding_.inverse;
    std::vector<Var> iters, loops;  // new variables for this nest
    VarMap toIters, values;
    for (const Var& v : inverse.outputs) {
      loops.emplace_back(v.name(), v.dtype());
      iters.emplace_back("v_" + v.name(), v.dtype());
      toIters.insert_or_assign(v.key(), iters.back());
    }
    for (size_t i = 0; i < inverse.inputs.size(); ++i) {
      const Var& var = old.iters[writer.firstIter + i].var;
      values.insert_or_assign(var.key(), cast(var.dtype(), substitute(inverse.inputs[i], toIters)));
    }
    Block block = old;
    spliceIters(block, writer, iters, loops);
    const std::vector<Expr> places(iters.begin(), iters.end());
    const Expr isPadding = substitute(inverse.padding, toIters),
               value = applyMap(padding_.value, places, Analyzer()).front();
    const auto refill = [&](const Stmt& root) {
      return rewriteStmts(root, [&](const Stmt& s) -> std::optional<Stmt> {
        const auto* store = s.as<BufferStore>();
        if (!store) return std::nullopt;
        const Expr kept = substitute(store->value, values);
        return Stmt(BufferStore{padding_.to, places,
                                Call{kept.dtype(), "if_then_else", {isPadding, cast(kept.dtype(), value), kept}}},
                    s.origin());
      });
    };
    block.body = substitute(refill(old.body), values);
    if (old.init) block.init = substitute(refill(*old.init), values);
    for (BufferRegion& r : block.reads) r = substitute(r, values);
    std::vector<Range> element;
    for (const Var& v : iters) element.push_back({v, makeConst(v.dtype(), 1)});
    for (BufferRegion& r : block.writes)
      r = r.buffer == padding_.from ? BufferRegion{padding_.to, element} : substitute(r, values);
    const Stmt inside = replaceIn(program_.loop(writer.loops.back()).body, program_.stmt(old.id), block);
    return underLoops(loops, padding_.to->shape, ids, inside);
  }

  void spliceIters(Block& block, const WholeWriter& writer, const std::vector<Var>& iters,
                   const std::vector<Var>& loops) const {
    const auto at = static_cast<std::ptrdiff_t>(writer.firstIter),
               rank = static_cast<std::ptrdiff_t>(padding_.from.rank());
    block.iters.erase(block.iters.begin() + at, block.iters.begin() + at + rank);
    block.bindings.erase(block.bindings.begin() + at, block.bindings.begin() + at + rank);
    for (size_t i = 0; i < iters.size(); ++i) {
      const DataType type = iters[i].dtype();
      const auto place = at + static_cast<std::ptrdiff_t>(i);
      block.iters.insert(block.iters.begin() + place,
                         {iters[i], {makeZero(type), cast(type, padding_.to->shape[i])}, IterKind::Spatial});
      block.bindings.insert(block.bindings.begin() + place, loops[i]);
    }
  }

  // Adds a block after the nest of the last writer, which fills the padding.
  std::pair<Stmt, Stmt> afterLast(BlockId last, PrimFunc& ids) const {
    const InverseMap& inverse = padding_.inverse;
    Block block(ids.freshBlock(), "buffer_" + padding_.to->name + "_padding", Evaluate{0}, inverse.padding);
    std::vector<Expr> places;
    std::vector<Range> element;
    for (size_t i = 0; i < inverse.outputs.size(); ++i) {
      const Var& loop = inverse.outputs[i];
      const Var iter("v_" + loop.name(), loop.dtype());
      block.iters.push_back(
          {iter, {makeZero(loop.dtype()), cast(loop.dtype(), padding_.to->shape[i])}, IterKind::Spatial});
      block.bindings.push_back(loop);
      places.push_back(iter);
      element.push_back({iter, makeConst(iter.dtype(), 1)});
    }
    block.writes = {{padding_.to, element}};
    block.body = BufferStore{padding_.to, places,
                             cast(padding_.to->dtype, applyMap(padding_.value, places, Analyzer()).front())};
    const Stmt nest = underLoops(inverse.outputs, padding_.to->shape, freshLoops(ids), block);
    // The block is placed after the outermost loop that drives an iter of the writer.
    const Block& writer = program_.block(last);
    Stmt behind = program_.stmt(last);
    for (const LoopId l : program_.loopsAbove(last)) {
      const auto drives = [&](const Expr& e) { return usesVar(e, program_.loop(l).var); };
      if (std::none_of(writer.bindings.begin(), writer.bindings.end(), drives)) continue;
      behind = program_.stmt(l);
      break;
    }
    return {behind, sequence({behind, nest})};
  }

  const Snapshot& program_;
  int function_;
  const Padding& padding_;
};

}  // namespace

std::optional<Padded> fillPadding(const Snapshot& program, int function, const Padding& padding) {
  return Filler(program, function, padding).run();
}

}  // namespace lw
