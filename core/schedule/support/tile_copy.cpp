#include "core/schedule/support/tile_copy.h"
#include "core/schedule/support/block_checks.h"
#include "core/schedule/support/loop_checks.h"

#include <algorithm>

#include "core/analysis/dependence/dependence.h"
#include "core/analysis/values/value_flow.h"
#include "core/ir/ops.h"
#include "core/ir/threads.h"
#include "core/ir/visit.h"
#include "core/schedule/support/cache_stage.h"
#include "core/schedule/support/inline_helpers.h"
#include "core/schedule/support/regions.h"
#include "core/schedule/support/stmt_tools.h"

namespace lw {
namespace {

constexpr Error<Ident, Ident> kOrder{"tile_copy.order",
                                     "under loop {0}, {1} is written after it is read: one copy cannot serve both"};
constexpr Error<Ident, Ident, Message> kChanges{"tile_copy.changes-values",
                                                "a tile of {0} per iteration of loop {1} changes the results: {2}"};
constexpr Error<Ident, Ident, Message> kUndecided{
    "tile_copy.undecided",
    "it could not be proved that a tile of {0} per iteration of loop {1} holds the right values ({2})"};

constexpr Error<Ident, Ident, Ident> kRace{
    "tile_copy.race",
    "with a tile of {0} per iteration of loop {1}, iterations of loop {2}, which run at once, would use elements that "
    "others of them write"};

class Tile {
 public:
  Tile(const Snapshot& program, const TileCopy& request)
      : program_(program), request_(request), loop_(program.loop(request.loop)), block_(program.block(request.block)) {}

  Result<TileCopied> run() {
    Result<Buffer> buffer = accessedBuffer(program_, request_.block, !request_.read, request_.index);
    if (!buffer) return buffer.error();
    if (Status ok = checkStorage(request_.read ? "read_at" : "write_at", request_.storage); !ok) return ok.error();
    const std::vector<BlockId> below = program_.blocksBelow(request_.loop);
    if (std::find(below.begin(), below.end(), request_.block) == below.end())
      return about(kNotAround(program_.name(request_.loop), block_.name), "choose a loop around the block");
    buffer_ = *buffer;
    if (Status ok = requireNoPointer(program_, request_.block, loop_.body, *buffer_); !ok) return ok.error();
    if (Status ok = findPlace(); !ok) return ok.error();
    makeDomain(below);
    TileCopied made = build();
    if (Status ok = verify(made); !ok) return ok.error();
    if (Status ok = checkRaces(made); !ok) return ok.error();
    return made;
  }

 private:
  Explanation about(Explanation e, Message hint) const {
    e.setHint(std::move(hint));
    e.loops = {request_.loop};
    e.blocks = {request_.block};
    return e;
  }
  static bool has(const std::vector<BufferRegion>& regions, const Buffer& buffer) {
    return std::any_of(regions.begin(), regions.end(), [&](const BufferRegion& r) { return r.buffer == buffer; });
  }

  // A tile is copied in before the first statement that reads it, or copied out after the last statement that writes
  // it.
  Status findPlace() {
    const auto* seq = loop_.body.as<Seq>();
    statements_ = seq ? seq->stmts : std::vector<Stmt>{loop_.body};
    std::optional<size_t> firstRead, lastRead, lastWrite;
    for (size_t i = 0; i < statements_.size(); ++i)
      forEachStmt(statements_[i], [&](const Stmt& s) {
        const auto* block = s.as<Block>();
        if (!block) return;
        if (has(block->reads, *buffer_)) firstRead = firstRead.value_or(i), lastRead = i;
        if (has(block->writes, *buffer_)) lastWrite = i;
      });
    const bool wrong = request_.read ? lastWrite && *lastWrite >= *firstRead : lastRead && *lastRead > *lastWrite;
    if (wrong)
      return about(kOrder(program_.name(request_.loop), (*buffer_)->name), "choose a loop around one of them only");
    place_ = request_.read ? *firstRead : *lastWrite + 1;
    return success();
  }

  static bool hasConditions(const Stmt& body) {
    return anyStmt(body, [](const Stmt& s) { return s.as<IfThenElse>(); }) || anyExpr(body, [](const Expr& e) {
             const auto* call = e.as<Call>();
             return call && call->op == Intrinsic::IfThenElse;
           });
  }

  // The box of all accesses in one iteration of the loop, over the loop and those around it.
  void makeDomain(const std::vector<BlockId>& below) {
    Analyzer analyzer;
    std::vector<std::optional<ExprInterval>> box((*buffer_)->shape.size());
    bool first = true;
    for (const BlockId id : below) {
      const Block block = withInferredRegions(program_.block(id));  // declared regions may be wider
      VarMap bindings;
      for (size_t i = 0; i < block.iters.size(); ++i) bindings.emplace(block.iters[i].var.key(), block.bindings[i]);
      RunningVars running;
      bool inside = false;
      for (const LoopId l : program_.loopsAbove(id)) {
        const For& loop = program_.loop(l);
        analyzer.bind(loop.var, {loop.min, loop.extent});
        if (inside || threadsShare(loop, request_.storage)) running.push_back({loop.var, {loop.min, loop.extent}});
        inside = inside || l == request_.loop;
      }
      for (const BufferRegion& region : request_.read ? block.reads : block.writes) {
        if (!(region.buffer == *buffer_)) continue;
        for (size_t i = 0; i < box.size(); ++i) {
          const Range range = substitute(region.ranges[i], bindings);
          // An index that is read from memory may not be read where the block does not run.
          const bool known = (isTrue(block.predicate) && !hasConditions(block.body)) || !loadsMemory(range);
          const std::optional<ExprInterval> values = known ? valuesOf(range, running, analyzer) : std::nullopt;
          if (first)
            box[i] = values;
          else if (box[i] && values)
            box[i] = hull(*box[i], *values, analyzer);
          else
            box[i].reset();
        }
        first = false;
      }
    }
    for (size_t i = 0; i < box.size(); ++i) {
      const Expr& size = (*buffer_)->shape[i];
      if (!box[i])
        domain_.push_back({makeZero(size.dtype()), size});
      else
        domain_.push_back({analyzer.simplify(box[i]->min), analyzer.simplify(box[i]->max - box[i]->min + 1)});
    }
  }

  // The axes of the copying block correspond to the loops by which the tile moves; the loops over the tile are inside
  // the block.
  Block copyBlock(TileCopied& made, const Buffer& from, const Buffer& to) {
    Block block(made.copy, (*buffer_)->name + "_" + request_.storage, Evaluate{0});
    block.annotations = {{"auto_copy", true}};
    VarMap axes;
    std::vector<LoopId> around = program_.loopsAbove(request_.loop);
    around.push_back(request_.loop);
    Analyzer analyzer;
    const auto withAxes = [&](const Expr& e) {
      for (const Var& v : freeVars(e))
        for (const LoopId l : around) {
          const For& loop = program_.loop(l);
          if (!(loop.var == v) || axes.contains(v.key())) continue;
          block.iters.push_back(
              {Var("v" + std::to_string(block.iters.size()), v.dtype()), {loop.min, loop.extent}, IterKind::Spatial});
          block.bindings.push_back(v);
          analyzer.bind(block.iters.back().var, block.iters.back().domain);
          axes.emplace(v.key(), block.iters.back().var);
        }
      return substitute(e, axes);
    };
    std::vector<Range> domain;
    for (const Range& r : domain_) {
      const Expr min = withAxes(r.min);
      domain.push_back({min, withAxes(r.extent)});
    }
    std::vector<For> loops;
    std::vector<Expr> indices;
    Expr guard = boolConst(true);
    for (size_t i = 0; i < domain.size(); ++i) {
      const Expr &min = domain[i].min, &size = (*buffer_)->shape[i];
      const Var var("ax" + std::to_string(i), domain[i].extent.dtype());
      loops.push_back(For{made.changed.freshLoop(),
                          var,
                          makeZero(var.dtype()),
                          domain[i].extent,
                          ForKind::Serial,
                          "",
                          {},
                          Evaluate{0}});
      analyzer.bind(var, {makeZero(var.dtype()), domain[i].extent});
      indices.push_back(min + var);
      for (const Expr& inside : {ge(indices.back(), makeZero(size.dtype())), lt(indices.back(), size)})
        if (!analyzer.canProve(inside)) guard = logicalAnd(guard, inside);
    }
    Stmt body = BufferStore{to, indices, BufferLoad{from, indices}};
    if (!isTrue(guard)) body = IfThenElse{guard, body, {}};
    for (size_t i = loops.size(); i-- > 0;) {
      loops[i].body = body;
      body = loops[i];
    }
    for (size_t i = 0; i < domain.size(); ++i) domain[i] = insideBuffer(domain[i], (*buffer_)->shape[i], analyzer);
    block.reads = {{from, domain}};
    block.writes = {{to, domain}};
    block.body = body;
    return block;
  }

  TileCopied build() {
    const int function = program_.functionOf(request_.loop);
    TileCopied made{function, program_.function(function), {}, false};
    made.copy = made.changed.freshBlock();
    const BufferNode& old = **buffer_;
    cache_ = makeBuffer(old.name + "_" + request_.storage, old.shape, old.dtype, request_.storage);
    const Block copy = request_.read ? copyBlock(made, *buffer_, *cache_) : copyBlock(made, *cache_, *buffer_);
    const BufferMap cached{{buffer_->key(), *cache_}};
    std::vector<Stmt> statements = statements_;
    for (size_t i = 0; i < statements.size(); ++i)
      if (request_.read ? i >= place_ : i < place_) statements[i] = substituteBuffers(statements[i], cached);
    statements.insert(statements.begin() + static_cast<std::ptrdiff_t>(place_), copy);
    Block scope = program_.block(program_.scopeOf(request_.loop));
    scope.allocs.push_back(*cache_);
    scope.body = replaceIn(scope.body, program_.stmt(request_.loop), withBody(loop_, sequence(std::move(statements))));
    made.changed = replaceStmt(made.changed, program_.stmt(scope.id), scope);
    return made;
  }

  Status verify(TileCopied& made) const {
    Correspondence same;
    same.copy = made.copy;
    same.cache = *cache_;
    same.cached = *buffer_;
    const PrimFunc& before = program_.function(made.function);
    const Verdict verdict = keepsValueFlow(before, made.changed, same, program_.budget());
    if (verdict.yes()) return success();
    if (verdict.no())
      return refused(about(kChanges((*buffer_)->name, program_.name(request_.loop), verdict.reason),
                           request_.read ? "choose a loop further inside"
                                         : "choose a loop that writes the whole tile in each iteration"),
                     verdict);
    const bool written = anyStmt(before.body, [&](const Stmt& s) {
      const auto* store = s.as<BufferStore>();
      return (store && store->buffer->data == (*buffer_)->data) || (s.as<Evaluate>() && !isNoOp(s));
    });
    // The tile of an input is correct if it is large enough, which regions ensure that were inferred.
    made.conservative = request_.read && !written && !isDeclaredByHand(program_.stmt(request_.loop));
    if (made.conservative) return success();
    Explanation e = about(kUndecided((*buffer_)->name, program_.name(request_.loop), verdict.reason), {});
    e.conservative = true;
    return e;
  }

  // Where iterations run at once, none may copy what another one has written into the tile.
  Status checkRaces(const TileCopied& made) const {
    std::vector<LoopId> around = program_.loopsAbove(request_.loop);
    around.push_back(request_.loop);
    for (const LoopId id : around) {
      const ForKind kind = program_.loop(id).kind;
      if (kind != ForKind::Parallel && kind != ForKind::Vectorized) continue;
      const Verdict verdict = iterationsIndependent(made.changed, id, program_.budget());
      if (verdict.yes()) continue;
      const bool certain = verdict.no() && !verdict.conservative;
      const PrimFunc& before = program_.function(made.function);
      if (!certain && !iterationsIndependent(before, id, program_.budget()).yes()) continue;
      Explanation e = about(kRace((*buffer_)->name, program_.name(request_.loop), program_.name(id)),
                            "take the step before the loop is made parallel, or choose a loop further inside");
      return refused(std::move(e), verdict);
    }
    return success();
  }

  const Snapshot& program_;
  const TileCopy& request_;
  const For& loop_;
  const Block& block_;
  std::optional<Buffer> buffer_, cache_;
  std::vector<Stmt> statements_;
  size_t place_ = 0;
  std::vector<Range> domain_;
};

}  // namespace

Result<TileCopied> copyTile(const Snapshot& program, const TileCopy& request) { return Tile(program, request).run(); }

std::vector<Candidate> tileCandidates(const Snapshot& program, const Selection& selection, bool read) {
  std::vector<Candidate> offers;
  if (selection.loops.size() != 1) return offers;
  const LoopId loop = selection.loops.front();
  for (const BlockId block : program.blocksBelow(loop)) {
    if (!selection.blocks.empty() && block != selection.blocks.front()) continue;
    const std::vector<BufferRegion>& regions = read ? program.block(block).reads : program.block(block).writes;
    for (size_t i = 0; i < regions.size(); ++i)
      offers.push_back(
          {{loop, block, static_cast<int64_t>(i), "shared"}, regions[i].buffer->name + " of " + program.name(block)});
  }
  return offers;
}

std::vector<const ErrorKind*> tileCopyErrors() {
  return {&kNoSuchSlot, &kNotAround, &kOrder, &kByPointer, &kChanges, &kUndecided, &kRace, &kUnknownStorage};
}

}  // namespace lw
