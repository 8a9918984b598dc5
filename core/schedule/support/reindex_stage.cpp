#include "core/schedule/support/reindex_stage.h"
#include "core/schedule/support/loop_checks.h"

#include <algorithm>

#include "core/analysis/shapes/box.h"
#include "core/analysis/values/value_flow.h"
#include "core/ir/equal.h"
#include "core/ir/ops.h"
#include "core/ir/python_values.h"
#include "core/schedule/support/block_checks.h"
#include "core/schedule/support/index_maps.h"
#include "core/schedule/support/iter_domains.h"
#include "core/schedule/support/stmt_tools.h"
#include "core/support/text.h"
#include "core/text/print/printer.h"

namespace lw {

const Error<Ident, Ident> kOpaqueAccess{
    "reindex.opaque", "block {0} accesses {1} through its pointer, a match_buffer or a block inside of it"};
const Error<Ident, Ident, Snippet, Snippet> kTwoPlaces{"reindex.two-places",
                                                       "block {0} accesses {1} at {2} and at {3}; a copy indexed by "
                                                       "its iteration variables has one element per execution"};
const Error<Snippet, Ident, Ident> kNotByIters{
    "reindex.not-by-iters", "the index {0} of {1} uses more than the iteration variables of block {2}"};
const Error<Ident, Ident, Snippet> kPlaces{
    "reindex.places", "executions of block {0} with different elements of {1} would share one element of the copy{2}"};
const Error<Snippet> kReindexBounds{
    "reindex.bounds",
    "the result {0} of the index map cannot be an index: its range does not start at 0 or has no known end"};
const Error<Ident, Ident, Message> kReindexChanges{"reindex.changes-values",
                                                   "a copy of {0} for block {1} changes the results: {2}"};
const Error<Ident, Ident, Message> kReindexUndecided{
    "reindex.undecided", "it could not be proved that a copy of {0} for block {1} keeps the results ({2})"};

namespace {

std::string placeText(const std::vector<Expr>& indices) {
  std::string text = join(indices, [&](const Expr& e) { return toText(e); });
  return "(" + text + ")";
}

class Places : public Visitor {
 public:
  explicit Places(const Buffer& buffer) : buffer_(buffer) {}
  std::vector<std::vector<Expr>> found;  // each only once
  bool inner = false;                    // a block inside accesses it

  void expr(const Expr& e) override {
    if (const auto* load = e.as<BufferLoad>(); load && load->buffer == buffer_) add(load->indices);
    const BufferLoad* element = passedElement(e);
    inner = inner || (element && element->buffer == buffer_);
    children(e);
  }
  void stmt(const Stmt& s) override {
    if (const auto* block = s.as<Block>(); block && depth_ > 0) inner = inner || usesBuffer(s, buffer_);
    if (const auto* store = s.as<BufferStore>(); store && store->buffer == buffer_) add(store->indices);
    ++depth_;
    children(s);
    --depth_;
  }

 private:
  void add(const std::vector<Expr>& indices) {
    for (const auto& old : found)
      if (equal(old, indices)) return;
    found.push_back(indices);
  }
  const Buffer& buffer_;
  int depth_ = 0;
};

class Redirect : public Rewriter {
 public:
  Redirect(const Buffer& from, const Buffer& to, const std::vector<Expr>& places)
      : from_(from), to_(to), places_(places) {}
  Expr expr(const Expr& e) override {
    const auto* load = e.as<BufferLoad>();
    return load && load->buffer == from_ ? Expr(BufferLoad{to_, places_}) : children(e);
  }
  Stmt stmt(const Stmt& s) override {
    const auto* store = s.as<BufferStore>();
    if (store && store->buffer == from_) return Stmt(BufferStore{to_, places_, expr(store->value)}, s.origin());
    return children(s);
  }

 private:
  const Buffer &from_, &to_;
  const std::vector<Expr>& places_;
};

std::vector<Range> pointAt(const std::vector<Expr>& indices) {
  std::vector<Range> ranges;
  for (const Expr& e : indices) ranges.push_back({e, makeConst(e.dtype(), 1)});
  return ranges;
}

Block redirected(const Block& old, const ReindexStage& stage, const Buffer& cache, const std::vector<Expr>& places) {
  Redirect redirect(stage.buffer, cache, places);
  Block block = old;
  block.body = redirect.stmt(old.body);
  if (old.init) block.init = redirect.stmt(*old.init);
  for (auto* regions : {&block.reads, &block.writes})
    for (BufferRegion& r : *regions)
      if (r.buffer == stage.buffer) r = {cache, pointAt(places)};
  return block;
}

bool usesAny(const std::vector<Expr>& list, const Var& v) {
  return std::any_of(list.begin(), list.end(), [&](const Expr& e) { return usesVar(e, v); });
}

// The copying block under its loops.
class CopyNest {
 public:
  CopyNest(const Snapshot& program, const ReindexStage& stage, const Buffer& cache, const std::vector<Expr>& places)
      : program_(program), stage_(stage), cache_(cache), places_(places) {}

  Stmt build(PrimFunc& ids, BlockId id) {
    const Block& old = program_.block(stage_.block);
    Block block(id, stage_.blockName, Evaluate{0});
    if (stage_.ownLoops) copyLoops(ids);
    VarMap iters;
    for (size_t i = 0; i < old.iters.size(); ++i) {
      const IterVar& iter = old.iters[i];
      if (!usesAny(stage_.original, iter.var) && !usesAny(stage_.places, iter.var)) continue;
      const Var fresh(stage_.ownLoops ? iter.var.name() : "v" + std::to_string(block.iters.size()), iter.var.dtype());
      iters.insert_or_assign(iter.var.key(), fresh);
      block.iters.push_back({fresh, iter.domain, IterKind::Spatial});
      block.bindings.push_back(stage_.ownLoops ? substitute(old.bindings[i], vars_)
                                               : domainLoop(ids, iter.domain, block.bindings.size()));
    }
    dropUnused(block);
    block.predicate = guard(block);
    fill(block, iters);
    Stmt body = std::move(block);
    for (size_t i = loops_.size(); i-- > 0;) {
      loops_[i].body = body;
      body = loops_[i];
    }
    return body;
  }

 private:
  // Makes copies of the block's loops below the site.
  void copyLoops(PrimFunc& ids) {
    for (const LoopId l : program_.loopsAbove(stage_.block)) {
      const For& loop = program_.loop(l);
      analyzer_.bind(loop.var, {loop.min, loop.extent});
      const std::vector<Stmt> path = pathTo(program_.stmt(l), stage_.block);
      const bool holdsSite =
          std::any_of(path.begin() + 1, path.end(), [&](const Stmt& s) { return s.sameAs(stage_.site.holder); });
      if (holdsSite) continue;
      const Var fresh(loop.var.name(), loop.var.dtype());
      const Expr min = substitute(loop.min, vars_), extent = substitute(loop.extent, vars_);
      vars_.insert_or_assign(loop.var.key(), fresh);
      analyzer_.bind(fresh, {min, extent});
      loops_.push_back(For{ids.freshLoop(), fresh, min, extent, ForKind::Serial, "", {}, Evaluate{0}});
    }
  }
  Expr domainLoop(PrimFunc& ids, const Range& domain, size_t number) {
    const Var loop("ax" + std::to_string(number), domain.extent.dtype());
    analyzer_.bind(loop, domain);
    loops_.push_back(For{ids.freshLoop(), loop, domain.min, domain.extent, ForKind::Serial, "", {}, Evaluate{0}});
    return loop;
  }
  void dropUnused(const Block& block) {
    std::vector<For> used;
    for (const For& loop : loops_) {
      bool needed = usesAny(block.bindings, loop.var);
      for (const For& other : loops_)
        needed = needed || usesVar(other.min, loop.var) || usesVar(other.extent, loop.var);
      if (needed) used.push_back(loop);
    }
    loops_ = used;
  }
  // A predicate may have excluded values of split loops at which bindings leave their domain, or at which the domain
  // leaves the buffer.
  Expr guard(const Block& block) const {
    Expr inside = boolConst(true);
    const auto require = [&](const Expr& condition) {
      if (!analyzer_.canProve(condition)) inside = logicalAnd(inside, condition);
    };
    VarMap values;
    for (size_t i = 0; i < block.iters.size(); ++i) {
      const Range& domain = block.iters[i].domain;
      require(ge(block.bindings[i], domain.min));
      require(lt(block.bindings[i], domain.min + domain.extent));
    }
    const Block& old = program_.block(stage_.block);
    for (size_t i = 0, k = 0; i < old.iters.size(); ++i)
      if (k < block.iters.size() &&
          (usesAny(stage_.original, old.iters[i].var) || usesAny(stage_.places, old.iters[i].var)))
        values.insert_or_assign(old.iters[i].var.key(), block.bindings[k++]);
    for (size_t i = 0; i < stage_.original.size(); ++i) {
      const Expr index = substitute(stage_.original[i], values);
      require(ge(index, makeZero(index.dtype())));
      require(lt(index, stage_.buffer->shape[i]));
    }
    return inside;
  }
  void fill(Block& block, const VarMap& iters) const {
    std::vector<Expr> original, places;
    for (const Expr& e : stage_.original) original.push_back(substitute(e, iters));
    for (const Expr& e : places_) places.push_back(substitute(e, iters));
    const Buffer &from = stage_.toCache ? stage_.buffer : cache_, &to = stage_.toCache ? cache_ : stage_.buffer;
    const std::vector<Expr>&read = stage_.toCache ? original : places, &write = stage_.toCache ? places : original;
    block.reads = {{from, pointAt(read)}};
    block.writes = {{to, pointAt(write)}};
    block.body = BufferStore{to, write, BufferLoad{from, read}};
  }

  const Snapshot& program_;
  const ReindexStage& stage_;
  const Buffer& cache_;
  const std::vector<Expr>& places_;
  std::vector<For> loops_;
  VarMap vars_;
  Analyzer analyzer_;
};

StagedCopy build(const Snapshot& program, const ReindexStage& stage, const std::vector<Expr>& places,
                 const std::vector<Expr>& shape) {
  const PrimFunc& before = program.function(program.functionOf(stage.scope));
  StagedCopy result{before, {}, makeBuffer(stage.bufferName, shape, stage.buffer->dtype, stage.storage)};
  result.copy = result.changed.freshBlock();
  const Stmt nest = CopyNest(program, stage, result.cache, places).build(result.changed, result.copy);
  Block scope = program.block(stage.scope);
  scope.body = replaceIn(scope.body, stage.site.holder, insertAt(stage.site, nest));
  scope.body = mapBlocks(scope.body, [&](const Block& block) {
    return block.id == stage.block ? redirected(block, stage, result.cache, places) : block;
  });
  scope.allocs.push_back(result.cache);
  result.changed.body = replaceIn(before.body, program.stmt(stage.scope), scope);
  return result;
}

// ---- does every element have a place of its own in the copy? ----

Box boxOf(const Block& block, const ReindexStage& stage) {
  Box box;
  for (const IterVar& iter : block.iters) {
    if (!usesAny(stage.original, iter.var) && !usesAny(stage.places, iter.var)) continue;
    box.vars.push_back(iter.var);
    box.ranges.push_back(iter.domain);
  }
  return box;
}

Status checkPlaces(const Snapshot& program, const ReindexStage& stage) {
  const Block& block = program.block(stage.block);
  const Box box = boxOf(block, stage);
  const auto fails = [&](const std::vector<Expr>& from, const std::vector<Expr>& to) -> std::optional<Explanation> {
    if (equal(from, to)) return std::nullopt;
    const BoxAnswer answer = determines(box, from, to, program.budget());
    if (answer.yes()) return std::nullopt;
    std::string example = " (not proved)";
    if (answer.no()) {
      example = ": ";
      for (size_t p = 0; p < answer.points.size(); ++p) {
        std::string point;
        for (size_t i = 0; i < box.vars.size(); ++i)
          addItem(point, box.vars[i].name() + "=" + std::to_string(answer.points[p][i]));
        example += (p ? " and (" : "(") + point + ")";
      }
    }
    return aboutBlock(
        kPlaces(block.name, stage.buffer->name, example), stage.block,
        say("different elements of {0} must have different positions in the copy", Ident(stage.buffer->name)));
  };
  if (auto e = fails(stage.places, stage.original)) return std::move(*e);
  // An element that is written must have only one place in the copy: the copy back would not know which place was
  // written last.
  if (!stage.toCache)
    if (auto e = fails(stage.original, stage.places)) return std::move(*e);
  return success();
}

}  // namespace

std::vector<const ErrorKind*> reindexErrors() {
  return {&kOpaqueAccess, &kTwoPlaces, &kNotByIters, &kPlaces, &kReindexChanges, &kReindexUndecided, &kMovingDomain};
}

Result<std::vector<Expr>> onlyPlace(const Snapshot& program, BlockId id, const Buffer& buffer) {
  const Block& block = program.block(id);
  Places places(buffer);
  places.stmt(program.stmt(id));
  const bool opaque = isMatched(program.stmt(id), buffer) || hasOpaqueAccess(program.stmt(id), buffer);
  if (opaque || places.inner || places.found.empty())
    return aboutBlock(kOpaqueAccess(block.name, buffer->name), id, "do this before tensorizing or blockizing");
  if (places.found.size() > 1)
    return aboutBlock(kTwoPlaces(block.name, buffer->name, placeText(places.found[0]), placeText(places.found[1])), id,
                      "cache_read copies the buffer as it is");
  Analyzer analyzer;
  for (const IterVar& iter : block.iters) analyzer.bind(iter.var, iter.domain);
  std::vector<Expr> simple;
  for (const Expr& e : places.found.front()) {
    bool plain = true;
    forEachExpr(e, [&](const Expr& x) { plain = plain && !x.as<BufferLoad>() && !x.as<Ramp>() && !x.as<Let>(); });
    std::vector<Var> inside;
    forEachStmt(program.stmt(id), [&](const Stmt& s) {
      if (const auto* loop = s.as<For>()) inside.push_back(loop->var);
      if (const auto* let = s.as<LetStmt>()) inside.push_back(let->var);
    });
    for (const LoopId l : program.loopsAbove(id)) inside.push_back(program.loop(l).var);
    for (const Var& v : inside) plain = plain && !usesVar(e, v);
    if (!plain)
      return aboutBlock(kNotByIters(toText(e), buffer->name, block.name), id,
                        "cache_read and cache_write copy the buffer as it is");
    simple.push_back(e.as<Var>() ? e : analyzer.simplify(e));
  }
  return simple;
}

Result<StagedCopy> reindexed(const Snapshot& program, const ReindexStage& stage) {
  if (Status ok = checkPlaces(program, stage); !ok) return ok.error();
  // The values that are read are compared for a copy with the layout of the buffer. Other places for the elements do
  // not change the result if they distinguish the elements equally.
  const int function = program.functionOf(stage.block);
  const StagedCopy plain = build(program, stage, stage.original, stage.buffer->shape);
  Correspondence same;
  same.copy = plain.copy;
  same.cache = plain.cache;
  same.cached = stage.buffer;
  const Verdict verdict = keepsValueFlow(program.function(function), plain.changed, same, program.budget());
  const std::string name = program.name(stage.block);
  if (verdict.no())
    return refused(aboutBlock(kReindexChanges(stage.buffer->name, name, verdict.reason), stage.block), verdict);
  if (!verdict.yes()) {
    Explanation e = aboutBlock(kReindexUndecided(stage.buffer->name, name, verdict.reason), stage.block,
                               "cache_read or cache_write may work");
    e.conservative = true;
    return e;
  }
  return build(program, stage, stage.places, stage.shape);
}

std::vector<const ErrorKind*> reindexCacheErrors() {
  std::vector<const ErrorKind*> all = reindexErrors();
  all.insert(all.end(), {&kNoSuchSlot, &kRootBlock, &kMapInputs, &kReindexBounds, &kUnknownStorage});
  return all;
}

Result<StagedCopy> reindexedByMap(const Snapshot& program, const ReindexCache& wanted) {
  const Block& block = program.block(wanted.block);
  const size_t inputs = wanted.map.initial.size();
  if (inputs != block.iters.size())
    return aboutBlock(kMapInputs(inputs, block.name, block.iters.size()), wanted.block,
                      "give one input per iteration variable, in order");
  Result<std::vector<Expr>> original = onlyPlace(program, wanted.block, wanted.buffer);
  if (!original) return original.error();
  const std::string name = wanted.buffer->name + "_" + wanted.storage;
  ReindexStage stage{wanted.block,
                     program.scopeOf(wanted.block),
                     wanted.buffer,
                     wanted.toCache,
                     *original,
                     {},
                     {},
                     name,
                     name,
                     wanted.storage,
                     true,
                     wanted.site};
  Box box;
  std::vector<Expr> iters;
  for (const IterVar& iter : block.iters) {
    box.vars.push_back(iter.var);
    box.ranges.push_back(iter.domain);
    iters.push_back(iter.var);
  }
  stage.places = applyMap(wanted.map, iters, Analyzer());
  const std::vector<Range> ranges = mapRanges(wanted.map, box.ranges);
  for (size_t i = 0; i < stage.places.size(); ++i) {
    if (ranges.size() != stage.places.size() || !staysInside(box, stage.places[i], ranges[i].extent, program.budget()))
      return aboutBlock(kReindexBounds(toText(stage.places[i])), wanted.block, "subtract its start");
    stage.shape.push_back(ranges[i].extent);
  }
  return reindexed(program, stage);
}

std::vector<Candidate> transposedOffers(const Snapshot& program, const Selection& selection, bool written) {
  std::vector<Candidate> offers;
  if (selection.blocks.size() != 1 || !program.scopeOf(selection.blocks.front()).valid()) return offers;
  const BlockId id = selection.blocks.front();
  const Block& block = program.block(id);
  const std::vector<BufferRegion>& regions = written ? block.writes : block.reads;
  for (size_t r = 0; r < regions.size(); ++r) {
    IndexMap map;
    for (const IterVar& iter : block.iters) map.initial.emplace_back(iter.var.name(), iter.var.dtype());
    for (size_t i = block.iters.size(); i-- > 0;) {
      const auto uses = [&](const Range& range) { return usesVar(range.min, block.iters[i].var); };
      if (std::any_of(regions[r].ranges.begin(), regions[r].ranges.end(), uses)) map.final.push_back(map.initial[i]);
    }
    if (!map.final.empty())
      offers.push_back({{id, static_cast<int64_t>(r), "global", map}, regions[r].buffer->name + " transposed"});
  }
  return offers;
}

}  // namespace lw
