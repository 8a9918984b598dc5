#include "core/schedule/support/cache_stage.h"

#include <algorithm>
#include <array>

#include "core/arith/region.h"
#include "core/ir/ops.h"
#include "core/ir/visit.h"
#include "core/schedule/edit.h"
#include "core/schedule/support/bindings.h"
#include "core/schedule/support/inline_helpers.h"
#include "core/schedule/support/regions.h"
#include "core/schedule/support/stmt_tools.h"
#include "core/support/text.h"
#include "core/text/tir/regions.h"

namespace lw {

const Error<Snippet, Snippet> kUnknownStorage{"storage.unknown", "{0}: there is no storage scope \"{1}\""};

namespace {

bool accesses(const std::vector<BufferRegion>& regions, const Buffer& buffer) {
  return std::any_of(regions.begin(), regions.end(), [&](const BufferRegion& r) { return r.buffer == buffer; });
}

// Searches the body, because declared regions may omit buffers (cache_index, unsafe_hide_buffer_access).
bool loads(const Stmt& s, const Buffer& buffer) {
  return anyExpr(s, [&](const Expr& e) {
    const auto* load = e.as<BufferLoad>();
    return load && load->buffer == buffer;
  });
}
// A block with an init does not count as a reader of the buffer that it updates.
bool updatesOnly(const Block& block, const Buffer& buffer) { return block.init && accesses(block.writes, buffer); }
bool stores(const Stmt& s, const Buffer& buffer) {
  return anyStmt(s, [&](const Stmt& part) {
    const auto* store = part.as<BufferStore>();
    return store && store->buffer == buffer;
  });
}

// The number of leading statements that all paths share.
size_t commonLength(const std::vector<std::vector<Stmt>>& paths, const std::vector<Stmt>& other) {
  size_t n = 0;
  while (n < other.size() &&
         std::all_of(paths.begin(), paths.end(), [&](const auto& p) { return n < p.size() && p[n].sameAs(other[n]); }))
    ++n;
  return n;
}

std::ptrdiff_t positionIn(const Seq& seq, const Stmt& child) {
  for (size_t i = 0; i < seq.stmts.size(); ++i)
    if (seq.stmts[i].sameAs(child)) return static_cast<std::ptrdiff_t>(i);
  return -1;
}

// For each dimension: whether the cache holds only the region, not the whole dimension of the buffer.
using Narrowed = std::vector<bool>;

bool isWhole(const Range& range, const Expr& size, const Analyzer& analyzer) {
  return isZero(range.min) && analyzer.canProveEqual(range.extent, size);
}

struct CopyNest {
  BlockId id;
  const Buffer &from, &to;
  std::string name;
  const std::vector<Range>& region;
  Narrowed narrowed = {};  // empty: the cache has the buffer's shape
  bool toCache = true;

  Stmt make(PrimFunc& ids, Analyzer around) const {
    Block block(id, name, Evaluate{0});
    std::vector<Expr> read, written;
    BufferRegion source{from, {}}, target{to, {}};
    std::vector<For> loops;
    for (size_t i = 0; i < region.size(); ++i) {
      const bool narrow = i < narrowed.size() && narrowed[i];
      const Expr& size = toCache ? from->shape[i] : to->shape[i];
      const Expr extent = narrow ? region[i].extent : size;
      const Var loop("ax" + std::to_string(i), region[i].extent.dtype());
      const Var iter("v" + std::to_string(i), extent.dtype());
      loops.push_back(
          For{ids.freshLoop(), loop, makeZero(loop.dtype()), region[i].extent, ForKind::Serial, "", {}, Evaluate{0}});
      around.bind(loop, {makeZero(loop.dtype()), region[i].extent});
      block.iters.push_back({iter, {makeZero(extent.dtype()), extent}, IterKind::Spatial});
      const Expr place = region[i].min + loop;
      block.bindings.push_back(narrow ? Expr(loop) : place);
      const Expr started = ge(place, makeZero(size.dtype())), inside = lt(place, size);
      const bool whole = isWhole(region[i], size, around);
      for (const Expr& guard : {started, inside})
        if (!whole && !around.canProve(guard)) block.predicate = logicalAnd(block.predicate, guard);
      const Expr inBuffer = narrow ? region[i].min + iter : Expr(iter);
      read.push_back(toCache ? inBuffer : iter);
      written.push_back(toCache ? iter : inBuffer);
      source.ranges.push_back({read.back(), makeConst(iter.dtype(), 1)});
      target.ranges.push_back({written.back(), makeConst(iter.dtype(), 1)});
    }
    block.reads = {source};
    block.writes = {target};
    block.body = BufferStore{to, written, BufferLoad{from, read}};
    Stmt body = std::move(block);
    for (size_t i = loops.size(); i-- > 0;) {
      loops[i].body = body;
      body = loops[i];
    }
    return body;
  }
};

// Lets a block access the cache instead of the buffer. The index in the cache is the distance from the start of the
// region.
class ToRegion : public Rewriter {
 public:
  ToRegion(const Buffer& old, const Buffer& cache, std::vector<Expr> starts, Analyzer known)
      : old_(old), cache_(cache), starts_(std::move(starts)), known_(std::move(known)) {}
  Expr expr(const Expr& e) override {
    const Expr done = children(e);
    const auto* load = done.as<BufferLoad>();
    return load && load->buffer == old_ ? Expr(BufferLoad{cache_, shifted(load->indices)}) : done;
  }
  Stmt stmt(const Stmt& s) override {
    Stmt done = children(s);
    if (const auto* store = done.as<BufferStore>(); store && store->buffer == old_)
      return Stmt(BufferStore{cache_, shifted(store->indices), store->value}, done.origin());
    const auto* block = done.as<Block>();
    if (!block) return done;
    Block changed = *block;
    for (auto* regions : {&changed.reads, &changed.writes})
      for (BufferRegion& r : *regions)
        if (r.buffer == old_) r = shifted(r);
    return Stmt(std::move(changed), done.origin());
  }

 private:
  std::vector<Expr> shifted(std::vector<Expr> indices) const {
    for (size_t i = 0; i < indices.size(); ++i) indices[i] = simplify(indices[i] - starts_[i]);
    return indices;
  }
  // A region of fixed bounds may be declared larger than what the block accesses, and than the cache.
  BufferRegion shifted(BufferRegion region) const {
    region.buffer = cache_;
    for (size_t i = 0; i < region.ranges.size(); ++i) {
      Range& range = region.ranges[i];
      const bool fixed = asInt(range.min) && asInt(range.extent);
      range.min = simplify(range.min - starts_[i]);
      if (fixed) range = insideBuffer(range, cache_->shape[i], known_);
    }
    return region;
  }

  const Buffer &old_, &cache_;
  std::vector<Expr> starts_;
  Analyzer known_;  // the iters that the starts depend on
};

bool isLoopVar(const Snapshot& program, int function, const Var& v) {
  const std::vector<LoopId> loops = program.loops(function);
  return std::any_of(loops.begin(), loops.end(), [&](LoopId l) { return program.loop(l).var == v; });
}
bool isIter(const Snapshot& program, int function, const Var& v) {
  for (const BlockId b : program.blocks(function))
    for (const IterVar& iter : program.block(b).iters)
      if (iter.var == v) return true;
  return false;
}

// The dimensions in which the cache can hold the region only: the region is a part of the dimension, has the same size
// wherever the cache is allocated, and a start that depends on the iters of the scope only, since these identify the
// executions of the copy.
Narrowed narrowedBy(const Snapshot& program, const CopyStage& stage) {
  Narrowed narrowed;
  const int function = program.functionOf(stage.scope);
  for (size_t i = 0; i < stage.region.size(); ++i) {
    const auto& [min, extent] = stage.region[i];
    const std::vector<Var> ofStart = freeVars(min), ofSize = freeVars(extent);
    const bool told =
        std::none_of(ofStart.begin(), ofStart.end(), [&](const Var& v) { return isLoopVar(program, function, v); });
    const bool fixed = !loadsMemory(extent) && std::none_of(ofSize.begin(), ofSize.end(), [&](const Var& v) {
      return isLoopVar(program, function, v) || isIter(program, function, v);
    });
    narrowed.push_back(told && fixed && !isWhole(stage.region[i], stage.buffer->shape[i], Analyzer()));
  }
  return narrowed;
}

// Are these accesses of the block inside the region, in the narrowed dimensions?
bool staysInside(const Snapshot& program, const CopyStage& stage, const Narrowed& narrowed, BlockId id,
                 const std::vector<BufferRegion>& accesses) {
  const Block& block = program.block(id);
  Analyzer analyzer = knowingAll(program, program.functionOf(id));
  std::vector<IterDomain> loops;
  for (const Stmt& s : pathTo(program.block(stage.scope).body, id))
    if (const auto* loop = s.as<For>()) loops.push_back({loop->var, {loop->min, loop->extent}});
  VarMap bindings;
  for (size_t i = 0; i < block.iters.size(); ++i) bindings.emplace(block.iters[i].var.key(), block.bindings[i]);
  for (const BufferRegion& access : accesses) {
    if (!(access.buffer == stage.buffer)) continue;
    const RegionBound bound = relaxRegion(access, bindings, loops, block.predicate, analyzer);
    for (size_t i = 0; i < narrowed.size(); ++i)
      if (narrowed[i] && !covers({IntSet::of(stage.region[i])}, {bound.dims[i]}, analyzer)) return false;
  }
  return true;
}

StagedCopy staged(const Snapshot& program, const CopyStage& stage, const Narrowed& narrowed) {
  const int function = program.functionOf(stage.scope);
  const PrimFunc& before = program.function(function);
  const BufferNode& old = *stage.buffer;
  const std::string name = old.name + "_" + stage.storage;
  std::vector<Expr> shape = old.shape, starts;
  for (size_t i = 0; i < shape.size(); ++i) {
    const bool narrow = i < narrowed.size() && narrowed[i];
    if (narrow) shape[i] = stage.region[i].extent;
    starts.push_back(narrow ? stage.region[i].min : makeZero(shape[i].dtype()));
  }
  StagedCopy result{before, {}, makeBuffer(name, shape, old.dtype, stage.storage)};
  result.copy = result.changed.freshBlock();
  const Buffer &from = stage.toCache ? stage.buffer : result.cache, &to = stage.toCache ? result.cache : stage.buffer;
  const Analyzer known = knowingAll(program, function);
  const Stmt nest =
      CopyNest{result.copy, from, to, name, stage.region, narrowed, stage.toCache}.make(result.changed, known);
  Block scope = program.block(stage.scope);
  scope.body = replaceIn(scope.body, stage.site.holder, insertAt(stage.site, nest));
  const BufferMap cached{{stage.buffer.key(), result.cache}};
  scope.body = mapBlocks(scope.body, [&](const Block& block) {
    if (std::find(stage.redirected.begin(), stage.redirected.end(), block.id) == stage.redirected.end()) return block;
    const Stmt redirected = narrowed.empty() ? substituteBuffers(Stmt(block), cached)
                                             : ToRegion(stage.buffer, result.cache, starts, known).stmt(Stmt(block));
    return *redirected.as<Block>();
  });
  scope.allocs.push_back(result.cache);
  result.changed.body = replaceIn(before.body, program.stmt(stage.scope), scope);
  return result;
}

}  // namespace

Stmt copyNest(PrimFunc& ids, BlockId id, const Buffer& from, const Buffer& to, const std::string& name,
              const std::vector<Range>& region, const Analyzer& around) {
  return CopyNest{id, from, to, name, region}.make(ids, around);
}

Analyzer knowingAll(const Snapshot& program, int function) {
  Analyzer analyzer;
  for (const LoopId l : program.loops(function))
    analyzer.bind(program.loop(l).var, {program.loop(l).min, program.loop(l).extent});
  for (const BlockId b : program.blocks(function))
    for (const IterVar& iter : program.block(b).iters) analyzer.bind(iter.var, iter.domain);
  return analyzer;
}

Stmt insertAt(const CopySite& site, const Stmt& copy) {
  std::vector<Stmt> stmts;
  if (const auto* seq = site.holder.as<Seq>())
    stmts = seq->stmts;
  else
    stmts = {site.holder};
  stmts.insert(stmts.begin() + static_cast<std::ptrdiff_t>(site.index), copy);
  return sequence(std::move(stmts));
}

std::vector<BlockId> readersOf(const Snapshot& program, BlockId scope, const Buffer& buffer) {
  std::vector<BlockId> list;
  for (const BlockId id : program.childBlocks(scope))
    if (accesses(program.block(id).reads, buffer) ||
        (!updatesOnly(program.block(id), buffer) && loads(program.stmt(id), buffer)))
      list.push_back(id);
  return list;
}
std::vector<BlockId> writersOf(const Snapshot& program, BlockId scope, const Buffer& buffer) {
  std::vector<BlockId> list;
  for (const BlockId id : program.childBlocks(scope))
    if (accesses(program.block(id).writes, buffer) || stores(program.stmt(id), buffer)) list.push_back(id);
  return list;
}

std::optional<CopySite> siteBetween(const Snapshot& program, BlockId scope, const std::vector<BlockId>& writers,
                                    const std::vector<BlockId>& readers) {
  const Stmt& body = program.block(scope).body;
  std::vector<std::vector<Stmt>> writerPaths;
  for (const BlockId w : writers) writerPaths.push_back(pathTo(body, w));
  std::optional<CopySite> best;
  size_t depth = 0;
  for (const BlockId r : readers) {
    const std::vector<Stmt> path = pathTo(body, r);
    const size_t common = commonLength(writerPaths, path);
    if (common == 0 || common >= path.size()) continue;
    const auto* seq = path[common - 1].as<Seq>();
    if (!seq) continue;
    std::ptrdiff_t last = -1;
    for (const auto& w : writerPaths) last = std::max(last, positionIn(*seq, w[common]));
    const std::ptrdiff_t at = positionIn(*seq, path[common]);
    if (at <= last) continue;
    const bool closer = best && common == depth && static_cast<size_t>(at) < best->index;
    if (common > depth || closer) best = CopySite{path[common - 1], static_cast<size_t>(at)};
    depth = std::max(depth, common);
  }
  if (best) return best;
  if (!readers.empty()) return std::nullopt;
  const auto* seq = body.as<Seq>();
  return CopySite{body, seq ? seq->stmts.size() : 1};
}

std::vector<Range> writtenBelow(const Snapshot& program, const CopySite& site, const std::vector<BlockId>& writers,
                                const Buffer& buffer) {
  Analyzer analyzer;
  for (const LoopId l : program.loopsAbove(writers.front()))
    analyzer.bind(program.loop(l).var, {program.loop(l).min, program.loop(l).extent});
  std::vector<std::optional<ExprInterval>> all;
  bool first = true;
  for (const BlockId id : writers) {
    const Block& declared = program.block(id);
    const Block block =
        declared.body.as<BufferStore>() ? withInferredRegions(declared) : declared;  // declared regions may be wider
    RunningVars running;
    for (const Stmt& s : pathTo(site.holder, id))
      if (const auto* loop = s.as<For>()) {
        running.push_back({loop->var, {loop->min, loop->extent}});
        analyzer.bind(loop->var, {loop->min, loop->extent});
      }
    VarMap bindings;
    for (size_t i = 0; i < block.iters.size(); ++i) bindings.emplace(block.iters[i].var.key(), block.bindings[i]);
    for (const BufferRegion& w : block.writes) {
      if (!(w.buffer == buffer)) continue;
      for (size_t i = 0; i < w.ranges.size(); ++i) {
        auto values = valuesOf(substitute(w.ranges[i], bindings), running, analyzer);
        if (first)
          all.push_back(values);
        else if (all[i] && values)
          all[i] = hull(*all[i], *values, analyzer);
        else
          all[i].reset();
      }
      first = false;
    }
  }
  std::vector<Range> region;
  for (size_t i = 0; i < buffer->shape.size(); ++i) {
    const Expr zero = makeZero(buffer->shape[i].dtype()), &size = buffer->shape[i];
    if (i >= all.size() || !all[i]) {
      region.push_back({zero, size});
      continue;
    }
    const Expr low = analyzer.simplify(all[i]->min), high = analyzer.simplify(all[i]->max);
    const bool wide = analyzer.canProve(le(low, zero)) && analyzer.canProve(ge(high, size - 1));
    if (wide)
      region.push_back({zero, size});
    else
      region.push_back({low, analyzer.simplify(high - low + 1)});
  }
  return region;
}

CopySite siteBeside(const Snapshot& program, BlockId block, bool after) {
  const Stmt& body = program.block(program.scopeOf(block)).body;
  const auto* seq = body.as<Seq>();
  const std::vector<Stmt> path = pathTo(body, block);
  const std::ptrdiff_t at = seq && path.size() > 1 ? positionIn(*seq, path[1]) : 0;
  return {body, static_cast<size_t>(at) + (after ? 1 : 0)};
}

StagedCopy stageCopy(const Snapshot& program, const CopyStage& stage) { return staged(program, stage, {}); }

std::optional<StagedCopy> stageRegion(const Snapshot& program, const CopyStage& stage, bool readsInside) {
  if (!stage.site.holder.sameAs(program.block(stage.scope).body)) return std::nullopt;
  const Narrowed narrowed = narrowedBy(program, stage);
  if (std::none_of(narrowed.begin(), narrowed.end(), [](bool narrow) { return narrow; })) return std::nullopt;
  for (const BlockId id : stage.redirected) {
    const Block& block = program.block(id);
    const tir::BlockRegions found = tir::inferRegions(block, {stage.buffer});
    if (!staysInside(program, stage, narrowed, id, found.writes)) return std::nullopt;
    if (!readsInside && !staysInside(program, stage, narrowed, id, found.reads)) return std::nullopt;
  }
  return staged(program, stage, narrowed);
}

std::vector<std::string> storageScopes() { return {"global", "shared", "local", "shared.dyn", "warp"}; }

Status checkStorage(const std::string& primitive, const std::string& storage) {
  constexpr std::array kRanks{"global", "shared", "local", "warp", "wmma", "m16n8k8", "mma", "texture", "amx", "metal"};
  const std::string rank = storage.substr(0, storage.find('.'));
  if (std::find(kRanks.begin(), kRanks.end(), rank) != kRanks.end()) return success();
  return explain(
      kUnknownStorage(primitive, storage),
      "known scopes are global, shared, shared.dyn, local, warp, and names such as wmma.accumulator or global.vtcm");
}

std::string positionsAndNames(const std::vector<BufferRegion>& regions) {
  std::string text;
  for (size_t i = 0; i < regions.size(); ++i) addItem(text, std::to_string(i) + " (" + regions[i].buffer->name + ")");
  return text;
}

}  // namespace lw
