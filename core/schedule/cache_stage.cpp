#include "core/schedule/cache_stage.h"

#include <algorithm>
#include <array>

#include "core/ir/ops.h"
#include "core/ir/visit.h"
#include "core/schedule/edit.h"
#include "core/schedule/inline_helpers.h"
#include "core/schedule/regions.h"
#include "core/schedule/stmt_tools.h"

namespace lw {

const ErrorKind kUnknownStorage{"storage.unknown", "{0}: there is no storage scope \"{1}\""};

namespace {

bool accesses(const std::vector<BufferRegion>& regions, const Buffer& buffer) {
  return std::any_of(regions.begin(), regions.end(), [&](const BufferRegion& r) { return r.buffer == buffer; });
}

// Declared regions may leave buffers out (cache_index, unsafe_hide_buffer_access).
bool loads(const Stmt& s, const Buffer& buffer) {
  bool found = false;
  forEachExpr(s, [&](const Expr& e) {
    if (const auto* load = e.as<BufferLoad>()) found = found || load->buffer == buffer;
  });
  return found;
}
// What an initialised block updates does not count as read.
bool updatesOnly(const Block& block, const Buffer& buffer) { return block.init && accesses(block.writes, buffer); }
bool stores(const Stmt& s, const Buffer& buffer) {
  bool found = false;
  forEachStmt(s, [&](const Stmt& part) {
    if (const auto* store = part.as<BufferStore>()) found = found || store->buffer == buffer;
  });
  return found;
}

// How many leading statements all paths share.
size_t commonLength(const std::vector<std::vector<Stmt>>& paths, const std::vector<Stmt>& other) {
  size_t n = 0;
  while (n < other.size() && std::all_of(paths.begin(), paths.end(), [&](const auto& p) { return n < p.size() && p[n].sameAs(other[n]); })) ++n;
  return n;
}

std::ptrdiff_t positionIn(const Seq& seq, const Stmt& child) {
  for (size_t i = 0; i < seq.stmts.size(); ++i)
    if (seq.stmts[i].sameAs(child)) return static_cast<std::ptrdiff_t>(i);
  return -1;
}

}  // namespace

Stmt copyNest(PrimFunc& ids, BlockId id, const Buffer& from, const Buffer& to, const std::string& name, const std::vector<Range>& region,
              Analyzer analyzer, Analyzer around) {
  Block block(id, name, Evaluate{0});
  std::vector<Expr> indices;
  std::vector<Range> element;
  std::vector<For> loops;
  for (size_t i = 0; i < region.size(); ++i) {
    const Expr& size = from->shape[i];
    const Var loop("ax" + std::to_string(i), region[i].extent.dtype());
    const Var iter("v" + std::to_string(i), size.dtype());
    loops.push_back(For{ids.freshLoop(), loop, makeZero(loop.dtype()), region[i].extent, ForKind::Serial, "", {}, Evaluate{0}});
    for (Analyzer* known : {&analyzer, &around}) known->bind(loop, {makeZero(loop.dtype()), region[i].extent});
    block.iters.push_back({iter, {makeZero(size.dtype()), size}, IterKind::Spatial});
    block.bindings.push_back(region[i].min + loop);
    const Expr inside = lt(block.bindings.back(), size);
    const bool whole = isZero(region[i].min) && analyzer.canProveEqual(region[i].extent, size);
    const Expr started = ge(block.bindings.back(), makeZero(size.dtype()));
    if (!whole && !around.canProve(started)) block.predicate = logicalAnd(block.predicate, started);
    if (!whole && !analyzer.canProve(inside)) block.predicate = logicalAnd(block.predicate, inside);
    indices.push_back(iter);
    element.push_back({iter, makeConst(iter.dtype(), 1)});
  }
  block.reads = {{from, element}};
  block.writes = {{to, element}};
  block.body = BufferStore{to, indices, BufferLoad{from, indices}};
  Stmt body = std::move(block);
  for (size_t i = loops.size(); i-- > 0;) {
    loops[i].body = body;
    body = loops[i];
  }
  return body;
}

Analyzer knowingAll(const Snapshot& program, int function) {
  Analyzer analyzer;
  for (const LoopId l : program.loops(function)) analyzer.bind(program.loop(l).var, {program.loop(l).min, program.loop(l).extent});
  for (const BlockId b : program.blocks(function))
    for (const IterVar& iter : program.block(b).iters) analyzer.bind(iter.var, iter.domain);
  return analyzer;
}

Stmt insertAt(const CopySite& site, const Stmt& copy) {
  std::vector<Stmt> stmts;
  if (const auto* seq = site.holder.as<Seq>()) stmts = seq->stmts;
  else stmts = {site.holder};
  stmts.insert(stmts.begin() + static_cast<std::ptrdiff_t>(site.index), copy);
  return sequence(std::move(stmts));
}

std::vector<BlockId> readersOf(const Snapshot& program, BlockId scope, const Buffer& buffer) {
  std::vector<BlockId> list;
  for (const BlockId id : program.childBlocks(scope))
    if (accesses(program.block(id).reads, buffer) || (!updatesOnly(program.block(id), buffer) && loads(program.stmt(id), buffer))) list.push_back(id);
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
  for (const LoopId l : program.loopsAbove(writers.front())) analyzer.bind(program.loop(l).var, {program.loop(l).min, program.loop(l).extent});
  std::vector<std::optional<Interval>> all;
  bool first = true;
  for (const BlockId id : writers) {
    const Block& declared = program.block(id);
    const Block block = declared.body.as<BufferStore>() ? withInferredRegions(declared) : declared;  // declared ones may be wider
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
        if (first) all.push_back(values);
        else if (all[i] && values) all[i] = hull(*all[i], *values, analyzer);
        else all[i].reset();
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
    if (wide) region.push_back({zero, size});
    else region.push_back({low, analyzer.simplify(high - low + 1)});
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

StagedCopy stageCopy(const Snapshot& program, const CopyStage& stage) {
  const PrimFunc& before = program.function(program.functionOf(stage.scope));
  const BufferNode& old = *stage.buffer;
  const std::string name = old.name + "_" + stage.storage;
  StagedCopy result{before, {}, makeBuffer(name, old.shape, old.dtype, stage.storage)};
  result.copy = result.changed.freshBlock();
  const Buffer &from = stage.toCache ? stage.buffer : result.cache, &to = stage.toCache ? result.cache : stage.buffer;
  const Stmt nest = copyNest(result.changed, result.copy, from, to, name, stage.region, Analyzer(), knowingAll(program, program.functionOf(stage.scope)));
  Block scope = program.block(stage.scope);
  scope.body = replaceIn(scope.body, stage.site.holder, insertAt(stage.site, nest));
  const BufferMap cached{{stage.buffer.key(), result.cache}};
  scope.body = mapBlocks(scope.body, [&](const Block& block) {
    const bool redirected = std::find(stage.redirected.begin(), stage.redirected.end(), block.id) != stage.redirected.end();
    return redirected ? *substituteBuffers(Stmt(block), cached).as<Block>() : block;
  });
  scope.allocs.push_back(result.cache);
  result.changed.body = replaceIn(before.body, program.stmt(stage.scope), scope);
  return result;
}

std::vector<std::string> storageScopes() { return {"global", "shared", "local", "shared.dyn", "warp"}; }

Status checkStorage(const std::string& primitive, const std::string& storage) {
  constexpr std::array kRanks{"global", "shared", "local", "warp", "wmma", "m16n8k8", "mma", "texture", "amx", "metal"};
  const std::string rank = storage.substr(0, storage.find('.'));
  if (std::find(kRanks.begin(), kRanks.end(), rank) != kRanks.end()) return success();
  return explain(kUnknownStorage, {primitive, storage}, "known are global, shared, shared.dyn, local, warp, and names such as wmma.accumulator or global.vtcm");
}

std::string positionsAndNames(const std::vector<BufferRegion>& regions) {
  std::string text;
  for (size_t i = 0; i < regions.size(); ++i) text += (i ? ", " : "") + std::to_string(i) + " (" + regions[i].buffer->name + ")";
  return text;
}

}  // namespace lw
