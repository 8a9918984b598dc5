#include "core/schedule/support/relocate.h"
#include "core/schedule/support/loop_checks.h"

#include <algorithm>

#include "core/analysis/written_first.h"
#include "core/arith/counts.h"
#include "core/ir/ops.h"
#include "core/ir/visit.h"
#include "core/schedule/support/cache_stage.h"
#include "core/schedule/support/iter_domains.h"
#include "core/schedule/support/quick_legality.h"
#include "core/schedule/support/relocation_demands.h"
#include "core/schedule/support/stmt_tools.h"
#include "core/support/text.h"

namespace lw {
namespace {

constexpr Error<Ident, Ident> kOwnLoop{"compute_at.own-loop", "loop {0} already contains block {1}"};
constexpr Error<Ident, Ident, Snippet, Snippet> kOtherScope{
    "compute_at.other-scope", "block {0} and loop {1} are not in the same block scope ({2} and {3})"};
constexpr Error<Message, Ident, Ident> kNoPartner{"compute_at.no-partner", "no {0} of block {1} is under loop {2}"};
constexpr Error<Ident, Message, Ident, Ident, Message> kPartnerOutside{
    "compute_at.partner-outside", "block {0}, a {1} of block {2}, is not under loop {3}: {4}"};
constexpr Error<Ident, Ident, Ident, Message, Message> kNoPlace{
    "compute_at.no-place", "under loop {0}, block {1}, which block {2} {3}, is too {4}"};
constexpr Error<int64_t, Ident, Ident, int64_t, int64_t> kBadIndex{
    "compute_at.bad-index",
    "block {2} cannot take position {0} under loop {1}: the positions between its producers and its consumers are {3} "
    "to {4}"};
constexpr Error<Ident, Ident, Ident, Message> kOutput{
    "compute_at.output", "block {0} writes {1}, a result of its scope, and under loop {2} {3}"};
constexpr Error<Ident, Ident, Message> kChanges{"compute_at.changes-values",
                                                "moving block {0} under loop {1} changes the results: {2}"};
constexpr Error<Ident, Ident> kRace{
    "compute_at.race", "loop {0} runs in parallel, and its iterations would share what block {1} computes"};
constexpr Error<Ident, Ident, Message, Message> kUndecided{
    "compute_at.undecided", "it could not be proved that block {0} computes the same under loop {1}: {2} ({3})"};

class Relocation {
 public:
  Relocation(const Snapshot& program, const Move& move)
      : program_(program), move_(move), block_(program.block(move.block)), loop_(program.loop(move.loop)) {}

  Result<Moved> run() {
    if (Status ok = checkPlaces(); !ok) return ok.error();
    scope_ = program_.scopeOf(move_.block);
    collectPartners();
    if (Status ok = checkPartners(); !ok) return ok.error();
    std::optional<Explanation> disorder;
    Result<size_t> position = findPosition(disorder);
    if (!position) return position.error();
    Moved moved = build(*position, false);
    if (disorder && !keepsValueFlow(program_.function(moved.function), moved.changed, {}, program_.budget()).yes())
      return *disorder;
    Result<bool> exact = verify(moved);
    if (!exact && move_.reverse && exact.error().kind == kChanges.id)
      if (std::optional<Moved> whole = withWholeDomains(*position)) return *whole;
    if (!exact) return exact.error();
    moved.conservative = !*exact;
    return moved;
  }

 private:
  Explanation about(Explanation e, Message hint) const {
    e.setHint(std::move(hint));
    e.blocks = {move_.block};
    e.loops = {move_.loop};
    return e;
  }
  std::string blockName() const { return block_.name; }
  std::string loopName() const { return program_.name(move_.loop); }
  std::string scopeName(BlockId b) const { return b.valid() ? program_.name(b) : std::string("none"); }

  Status checkPlaces() const {
    if (program_.isAncestor(move_.loop, move_.block))
      return about(kOwnLoop(loopName(), blockName()),
                   move_.reverse ? "choose a loop of a producer" : "choose a loop of a consumer");
    const BlockId mine = program_.scopeOf(move_.block), there = program_.scopeOf(move_.loop);
    if (!mine.valid() || mine != there)
      return about(kOtherScope(blockName(), loopName(), scopeName(mine), scopeName(there)),
                   say("choose a loop directly inside block {0}", scopeName(mine)));
    return success();
  }

  void collectPartners() {
    for (const BlockId id : program_.childBlocks(scope_)) {
      if (id == move_.block) continue;
      const Block& other = program_.block(id);
      if (touches(other.writes, block_.reads)) producers_.push_back(id);
      if (touches(other.reads, block_.writes)) consumers_.push_back(id);
    }
  }
  const std::vector<BlockId>& partners() const { return move_.reverse ? producers_ : consumers_; }
  const char* partnerWord() const { return move_.reverse ? "producer" : "consumer"; }
  bool under(BlockId b) const { return program_.isAncestor(move_.loop, b); }

  Status checkPartners() const {
    if (std::any_of(partners().begin(), partners().end(), [&](BlockId b) { return under(b); })) return success();
    std::string names = join(partners(), [&](const BlockId b) { return program_.name(b); });
    return about(
        kNoPartner(partnerWord(), blockName(), loopName()),
        names.empty() ? say("the block has no {0}", partnerWord()) : say("choose a loop around {0}", Ident(names)));
  }

  std::vector<Stmt> statements() const {
    const auto* seq = loop_.body.as<Seq>();
    return seq ? seq->stmts : std::vector<Stmt>{loop_.body};
  }
  // `disorder`: the block would follow a consumer or precede a producer, which matters only if they share elements.
  Result<size_t> findPosition(std::optional<Explanation>& disorder) const {
    const std::vector<Stmt> list = statements();
    size_t first = 0, last = list.size();
    BlockId producer, consumer;
    for (size_t i = 0; i < list.size(); ++i) {
      for (const BlockId b : producers_)
        if (!pathTo(list[i], b).empty()) first = i + 1, producer = b;
      for (const BlockId b : consumers_)
        if (i < last && !pathTo(list[i], b).empty()) last = i, consumer = b;
    }
    if (first > last) {
      Explanation e = move_.reverse
                          ? about(kNoPlace(loopName(), program_.name(consumer), blockName(), "feeds", "early"),
                                  "move the consumer first")
                          : about(kNoPlace(loopName(), program_.name(producer), blockName(), "reads", "late"),
                                  "move the producer first");
      e.blocks.push_back(move_.reverse ? consumer : producer);
      if (move_.index >= 0) return e;
      disorder = std::move(e);
      return move_.reverse ? first : last;
    }
    if (move_.index == -1) return last;
    if (move_.index == -2) return first;
    if (move_.index < static_cast<int64_t>(first) || move_.index > static_cast<int64_t>(last))
      return about(kBadIndex(move_.index, loopName(), blockName(), first, last),
                   "-1 is the last possible position, -2 the first");
    return static_cast<size_t>(move_.index);
  }

  Analyzer knownAbove() const {
    Analyzer analyzer;
    for (LoopId id : program_.loopsAbove(move_.loop))
      analyzer.bind(program_.loop(id).var, {program_.loop(id).min, program_.loop(id).extent});
    analyzer.bind(loop_.var, {loop_.min, loop_.extent});
    return analyzer;
  }

  // A consumer may also run where it reads nothing of its producers, for example because of a condition: axes that no
  // loop around its new place drives then run through their whole domain. nullopt: not proven to be right.
  std::optional<Moved> withWholeDomains(size_t position) const {
    Moved moved = build(position, true);
    if (!keepsValueFlow(program_.function(moved.function), moved.changed, {}, program_.budget()).yes() ||
        !checkRaces(moved))
      return std::nullopt;
    return moved;
  }
  bool usesLoopsAround(const ExprInterval& values) const {
    std::vector<LoopId> loops = program_.loopsAbove(move_.loop);
    loops.push_back(move_.loop);
    return std::any_of(loops.begin(), loops.end(), [&](LoopId l) {
      return usesVar(values.min, program_.loop(l).var) || usesVar(values.max, program_.loop(l).var);
    });
  }
  Moved build(size_t position, bool wholeDomains) const {
    Moved moved{program_.functionOf(move_.block), program_.function(program_.functionOf(move_.block)), {}, {}};
    Analyzer analyzer = knownAbove();
    std::vector<IterSpan> spans = spansFor(block_, demandsOn(program_, move_, partners(), analyzer), analyzer);
    for (size_t i = 0; wholeDomains && i < spans.size(); ++i) {
      const Range& domain = block_.iters[i].domain;
      if (!usesLoopsAround(spans[i].values))
        spans[i] = {{domain.min, analyzer.simplify(domain.min + domain.extent - 1)}, {}};
    }
    Block block = block_;
    block.predicate = boolConst(true);
    std::vector<For> loops;
    for (size_t i = 0; i < spans.size(); ++i) {
      const DataType type = block.iters[i].var.dtype();
      const ExprInterval& values = spans[i].values;
      const Expr start = cast(type, values.min), extent = cast(type, analyzer.simplify(values.max - values.min + 1));
      block.bindings[i] = start;
      if (move_.preserveUnitLoops || !isOne(extent)) {
        const Var var("ax" + std::to_string(loops.size()), type);
        loops.push_back(
            For{moved.changed.freshLoop(), var, makeZero(type), extent, ForKind::Serial, "", {}, Evaluate{0}});
        block.bindings[i] = start + var;
        analyzer.bind(var, {makeZero(type), extent});
      }
      if (!spans[i].limits) continue;
      for (const Expr& guard : {ge(block.bindings[i], cast(type, spans[i].limits->min)),
                                lt(block.bindings[i], cast(type, analyzer.simplify(spans[i].limits->max + 1)))})
        if (!analyzer.canProve(guard)) block.predicate = logicalAnd(block.predicate, guard);
    }
    for (const Expr& guard : ownGuards(block.bindings))
      if (!analyzer.canProve(guard)) block.predicate = logicalAnd(block.predicate, guard);
    block.predicate = analyzer.simplify(block.predicate);
    Stmt nest = std::move(block);
    for (size_t i = loops.size(); i-- > 0;) {
      loops[i].body = nest;
      nest = loops[i];
    }
    for (const For& l : loops) moved.newLoops.push_back(l.id);
    for (const LoopId l : program_.loopsAbove(move_.block))
      if (!program_.isAncestor(l, move_.loop)) moved.oldLoops.push_back(l);
    std::vector<Stmt> list = statements();
    list.insert(list.begin() + static_cast<std::ptrdiff_t>(position), nest);
    Block scope = program_.block(scope_);
    scope.body = removeBlock(scope.body, move_.block).value_or(scope.body);
    scope.body = replaceIn(scope.body, program_.stmt(move_.loop), withBody(loop_, sequence(std::move(list))));
    moved.changed.body = replaceIn(moved.changed.body, program_.stmt(scope_), scope);
    return moved;
  }

  // ---- proof that values stay the same ----

  std::optional<Buffer> result() const {
    const Block& scope = program_.block(scope_);
    for (const BufferRegion& w : block_.writes)
      if (std::none_of(scope.allocs.begin(), scope.allocs.end(), [&](const Buffer& b) { return b == w.buffer; }))
        return w.buffer;
    return std::nullopt;
  }
  std::optional<BlockId> outside() const {
    for (const BlockId b : partners())
      if (!under(b)) return b;
    return std::nullopt;
  }

  // true: proven; false: accepted by the signatures.
  Result<bool> verify(const Moved& moved) const {
    const PrimFunc& before = program_.function(moved.function);
    Verdict flow = keepsValueFlow(before, moved.changed, {}, program_.budget());
    if (flow.no())
      if (const auto sorted = inIterOrder(before)) flow = keepsValueFlow(*sorted, moved.changed, {}, program_.budget());
    if (flow.no()) return refused(refusal(flow.reason), flow);
    if (!flow.yes())
      if (Message missing = missingFact(moved); !missing.empty()) {
        Explanation e = about(kUndecided(blockName(), loopName(), missing, flow.reason),
                              move_.reverse ? "" : "cache_write first, and move the block that fills the cache");
        e.conservative = true;
        return e;
      }
    if (Status ok = checkRaces(moved); !ok) return ok.error();
    return flow.yes();
  }
  // The new loops follow the order of the iters. If the loops of a reduction have another order, the moved program is
  // compared with the program whose loops are reordered, provided that reordering keeps the results. nullopt: the order
  // is the same, or reordering changes results.
  std::optional<PrimFunc> inIterOrder(const PrimFunc& before) const {
    if (!block_.init) return std::nullopt;
    std::vector<LoopId> own;  // the loops that contain only the block, outermost first
    const std::vector<LoopId> above = program_.loopsAbove(move_.block);
    for (size_t i = above.size(); i-- > 0;) {
      const Stmt& body = program_.loop(above[i]).body;
      if (!body.sameAs(own.empty() ? program_.stmt(move_.block) : program_.stmt(own.front()))) break;
      own.insert(own.begin(), above[i]);
    }
    const auto rank = [&](LoopId id) {
      size_t i = 0;
      while (i < block_.bindings.size() && !usesVar(block_.bindings[i], program_.loop(id).var)) ++i;
      return i;
    };
    std::vector<LoopId> sorted = own;
    std::stable_sort(sorted.begin(), sorted.end(), [&](LoopId a, LoopId b) { return rank(a) < rank(b); });
    if (sorted == own || !reorderKeepsResults(before, sorted, program_.budget()).yes()) return std::nullopt;
    Stmt nest = program_.stmt(move_.block);
    for (size_t i = sorted.size(); i-- > 0;) nest = withBody(program_.loop(sorted[i]), nest);
    return replaceStmt(before, program_.stmt(own.front()), nest);
  }
  Explanation refusal(Message reason) const {
    if (!move_.reverse)
      if (const auto buffer = result()) {
        return about(kOutput(blockName(), (*buffer)->name, loopName(), reason),
                     "cache_write first: the block then fills a cache that can be computed per iteration");
      }
    if (const auto other = outside(); other && !move_.reverse) {
      Explanation e =
          about(kPartnerOutside(program_.name(*other), partnerWord(), blockName(), loopName(), reason),
                say("move block {0} under the loop first, or merge the nests", Ident(program_.name(*other))));
      e.blocks.push_back(*other);
      return e;
    }
    return about(kChanges(blockName(), loopName(), reason), {});
  }

  // Without exact analysis: the first condition on signatures that is not fulfilled. Empty: all are fulfilled.
  Message missingFact(const Moved& moved) const {
    for (const BufferRegion& w : block_.writes)
      if (writersOf(program_, scope_, w.buffer).size() > 1)
        return say("{0} has several writers", Ident(w.buffer->name));
    for (const IterVar& iter : block_.iters)
      if (iter.kind != IterKind::Spatial && !(iter.kind == IterKind::Reduce && block_.init))
        return say("iteration variable {0} is neither spatial nor reduced with an init", Ident(iter.var.name()));
    for (const BufferRegion& r : block_.reads)
      if (!block_.init && touches({r}, block_.writes)) return "the block reads what it writes";
    if (Message twice = mayWriteTwice(distinctWrites(block_)); !twice.empty()) return twice;
    if (Message hidden = hiddenRead(); !hidden.empty()) return hidden;
    if (Message declared = declaredByHand(program_, scope_); !declared.empty()) return declared;
    if (const auto other = outside()) return say("block {0} is not under the loop", Ident(program_.name(*other)));
    if (!move_.reverse && result()) return "the block writes a result";
    for (const Expr& guard : conjuncts(block_.predicate))
      if (!keepsDomain(guard)) return "the block has a guard other than that of a split";
    return move_.reverse ? missingOfConsumer(moved) : missingOfProducer(moved);
  }
  // Finds a read that the declared regions omit (cache_index, unsafe_hide_buffer_access): signatures do not describe a
  // value that is passed on by such a read.
  Message hiddenRead() const {
    Message found;
    for (const BlockId b : program_.childBlocks(scope_)) {
      const Block& reader = program_.block(b);
      const auto look = [&](const Expr& e) {
        const auto* load = e.as<BufferLoad>();
        if (!load) return;
        const std::vector<BufferRegion> read{{load->buffer, {}}};
        if (touches(reader.reads, read) || touches(reader.writes, read)) return;
        const std::vector<BlockId> writers = writersOf(program_, scope_, load->buffer);
        const auto isLate = [&](BlockId w) { return w != b && !comesBeforeLoop(w); };
        const bool matters =
            b == move_.block ? std::any_of(writers.begin(), writers.end(), isLate) : touches(block_.writes, read);
        if (matters)
          found = say("block {0} reads {1} and does not declare it", Ident(reader.name), Ident(load->buffer->name));
      };
      if (reader.init) forEachExpr(*reader.init, look);
      forEachExpr(reader.body, look);
    }
    return found;
  }
  bool comesBeforeLoop(BlockId b) const {
    for (const BlockId other : program_.childBlocks(scope_)) {
      if (under(other)) return false;
      if (other == b) return true;
    }
    return false;
  }
  // Guards of the block that its domains do not imply, over the new values of its iters: for example, the last round of
  // a reduction that rfactor divided has no values for some of them.
  std::vector<Expr> ownGuards(const std::vector<Expr>& values) const {
    VarMap moved;  // loops that are the binding of one iter each
    for (size_t i = 0; i < values.size(); ++i)
      if (const auto* loop = block_.bindings[i].as<Var>()) moved.insert_or_assign(loop->key(), values[i]);
    std::vector<Expr> guards;
    for (const Expr& guard : conjuncts(block_.predicate)) {
      const Expr now = substitute(guard, moved);
      if (!keepsDomain(guard) && !usesLeftLoop(now)) guards.push_back(now);
    }
    return guards;
  }
  // Whether the expression uses a loop around the block that is not around its new place.
  bool usesLeftLoop(const Expr& e) const {
    const std::vector<LoopId> above = program_.loopsAbove(move_.block);
    return std::any_of(above.begin(), above.end(), [&](LoopId l) {
      return l != move_.loop && !program_.isAncestor(l, move_.loop) && usesVar(e, program_.loop(l).var);
    });
  }
  // Whether the guard holds for all values of the iters in their domains.
  bool keepsDomain(const Expr& guard) const {
    const auto* n = guard.as<Binary>();
    if (!n || n->op != BinaryOp::LT) return isTrue(guard);
    const Analyzer analyzer;
    for (size_t i = 0; i < block_.iters.size(); ++i) {
      const Range& domain = block_.iters[i].domain;
      if (n->a.dtype() != block_.bindings[i].dtype() || !analyzer.canProveEqual(block_.bindings[i], n->a)) continue;
      if (analyzer.canProve(le(domain.min + domain.extent, n->b))) return true;
    }
    return false;
  }
  // Whether bounds, bindings or guards before the block read what it writes. Signatures do not describe such reads. In
  // the order of the text.
  bool isReadBefore(const Moved& moved) const {
    bool reached = false, read = false;
    const auto look = [&](const Expr& root) {
      forEachExpr(root, [&](const Expr& e) {
        const auto* load = e.as<BufferLoad>();
        read = read || (load && std::any_of(block_.writes.begin(), block_.writes.end(),
                                            [&](const BufferRegion& w) { return w.buffer == load->buffer; }));
      });
    };
    forEachStmt(moved.changed.body, [&](const Stmt& s) {
      const auto* block = s.as<Block>();
      reached = reached || (block && block->id == move_.block);
      if (reached) return;
      if (block) {
        for (const Expr& binding : block->bindings) look(binding);
        look(block->predicate);
      } else if (const auto* loop = s.as<For>()) {
        look(loop->min);
        look(loop->extent);
      } else if (const auto* branch = s.as<IfThenElse>()) {
        look(branch->condition);
      }
    });
    return read;
  }
  // If memory decides which elements the block computes at its new place, this memory must have been written by then,
  // and must not be written again under the loop.
  Message decidedTooEarly(const Moved& moved) const {
    Message missing;
    const auto look = [&](const Expr& root) {
      forEachExpr(root, [&](const Expr& e) {
        const auto* load = e.as<BufferLoad>();
        if (!load) return;
        for (const BlockId w : writersOf(program_, scope_, load->buffer))
          if (w != move_.block && (under(w) || comesAfter(w)))
            missing = say("block {0} writes {1}, which determines what it computes", Ident(program_.name(w)),
                          Ident(load->buffer->name));
      });
    };
    forEachStmt(moved.changed.body, [&](const Stmt& s) {
      const auto* block = s.as<Block>();
      if (!block || block->id != move_.block) return;
      for (const Expr& binding : block->bindings) look(binding);
      look(block->predicate);
    });
    return missing;
  }
  // Whether the loops around the block run through the whole domains of its iters. At its new place it runs for parts
  // of the domains, whatever loops it had.
  bool runsForWholeDomains(const Moved& moved) const {
    const PrimFunc& before = program_.function(moved.function);
    const analysis::Statements all = analysis::collectStatements(before);
    const auto own = std::find_if(all.all.begin(), all.all.end(), [&](const analysis::Statement& s) {
      return within(move_.block, s.block) && !s.isInit;
    });
    if (own == all.all.end()) return false;
    Analyzer known = knownSizes(before);
    const std::vector<LoopId> above = program_.loopsAbove(move_.block);
    Produced produced{block_.bindings, {}, {}, own->reduced};
    for (size_t i = 0; i < own->domains.size(); ++i)
      if (std::find(above.begin(), above.end(), own->loops[i]->id) != above.end())
        produced.loops.push_back(own->domains[i]);
      else
        known.bind(own->domains[i].var, own->domains[i].range);
    for (const Expr& condition : own->conditions)  // the others hold at the new place as well
      if (std::any_of(produced.loops.begin(), produced.loops.end(),
                      [&](const IterDomain& d) { return usesVar(condition, d.var); }))
        produced.conditions.push_back(condition);
    std::vector<Expr> wanted;
    for (const IterVar& iter : block_.iters) {
      wanted.push_back(Var(iter.var.name(), iter.var.dtype()));
      known.bind(*wanted.back().as<Var>(), iter.domain);
    }
    return reaches(produced, wanted, known);
  }
  Message missingOfProducer(const Moved& moved) const {
    if (!runsForWholeDomains(moved)) return "it might run for a part of the values of its iteration variables";
    if (isReadBefore(moved)) return "what it writes determines which iterations of another block run before it";
    if (Message early = decidedTooEarly(moved); !early.empty()) return early;
    for (const BlockId p : producers_)
      if (under(p))
        return say("its producer {0} is under the loop and may not have computed enough", Ident(program_.name(p)));
    for (const BlockId b : program_.childBlocks(scope_))
      if (b != move_.block && comesAfter(b) && touches(program_.block(b).writes, block_.reads))
        return say("block {0} writes what it reads", Ident(program_.name(b)));
    return {};
  }
  bool within(BlockId outer, BlockId block) const { return outer == block || program_.isAncestor(outer, block); }
  // The new loops of a consumer cover everything between the least and the greatest element that is written; some
  // elements between them may not be written.
  Message readsWhatIsNotWritten(const Moved& moved) const {
    const analysis::Statements all = analysis::collectStatements(moved.changed);
    if (!all.understood) return "there are statements that cannot be analysed";
    for (const analysis::Statement& reader : all.all) {
      if (!within(move_.block, reader.block)) continue;
      const analysis::Knowledge known(reader);
      for (const analysis::Touch& read : reader.loads) {
        const auto isProducer = [&](size_t w) {
          const BlockId b = all.all[w].block;
          return under(b) && std::any_of(producers_.begin(), producers_.end(), [&](BlockId p) { return within(p, b); });
        };
        const std::vector<size_t>& writers = all.writersOf(read.buffer->data.key());
        const auto feeds = [&](size_t w) { return analysis::provablyWrittenFirst(reader, read, known, all.all[w], 0); };
        if (std::any_of(writers.begin(), writers.end(), isProducer) &&
            std::none_of(writers.begin(), writers.end(), feeds))
          return say("it may read elements of {0} that are not computed yet", Ident(read.buffer->name));
      }
    }
    return {};
  }
  // Whether the values of the block's iters, over all loops around it, are the same before and after the move.
  bool runsForSameIters(const Moved& moved) const {
    const analysis::Statements before = analysis::collectStatements(program_.function(moved.function)),
                               after = analysis::collectStatements(moved.changed);
    const auto of = [&](const analysis::Statements& all) {
      const auto found = std::find_if(all.all.begin(), all.all.end(), [&](const analysis::Statement& s) {
        return s.block == move_.block && !s.isInit;
      });
      return found == all.all.end() ? nullptr : &*found;
    };
    const analysis::Statement *was = of(before), *is = of(after);
    if (!was || !is || was->key.size() != is->key.size()) return false;
    return reaches({is->key, is->domains, is->conditions, is->reduced}, was->key,
                   analysis::Knowledge(*was).analyzer()) &&
           reaches({was->key, was->domains, was->conditions, was->reduced}, is->key,
                   analysis::Knowledge(*is).analyzer());
  }
  Message missingOfConsumer(const Moved& moved) const {
    for (const BlockId p : producers_)
      if (comesAfter(p)) return say("block {0} runs after it and writes what it reads", Ident(program_.name(p)));
    for (const BufferRegion& r : block_.reads)
      for (const BlockId p : producers_) {
        if (!touches(program_.block(p).writes, {r})) continue;
        for (size_t i = 0; i < r.ranges.size(); ++i) {
          if (!r.ranges[i].min.as<Var>() || !isOne(r.ranges[i].extent))
            return say("it reads {0} at an index that is not one of its iteration variables", Ident(r.buffer->name));
          for (const IterVar& iter : block_.iters)
            if (usesVar(r.ranges[i].min, iter.var) &&
                !Analyzer().canProve(le(iter.domain.min + iter.domain.extent, r.buffer->shape[i])))
              return say("it runs beyond the end of {0}", Ident(r.buffer->name));
        }
        for (const IterVar& iter : program_.block(p).iters)
          if (iter.kind != IterKind::Spatial) return say("its producer {0} is a reduction", Ident(program_.name(p)));
      }
    for (const BlockId c : consumers_)
      if (!comesAfter(c)) return say("its consumer {0} runs before it", Ident(program_.name(c)));
    for (const BlockId b : program_.childBlocks(scope_))
      if (b != move_.block && !comesAfter(b) && touches(program_.block(b).reads, block_.writes))
        return say("block {0} reads what it overwrites", Ident(program_.name(b)));
    if (!runsForSameIters(moved)) return "it might not run for the same values of its iteration variables";
    return readsWhatIsNotWritten(moved);
  }
  bool comesAfter(BlockId other) const {
    const std::vector<BlockId> blocks = program_.childBlocks(scope_);
    return std::find(blocks.begin(), blocks.end(), other) > std::find(blocks.begin(), blocks.end(), move_.block);
  }

  // What `parallel` says of the loop: a step is accepted before it if it is accepted after it.
  static bool mayRunAtOnce(const Snapshot& program, LoopId loop, const Verdict& verdict) {
    return provablyIndependent(program, loop) ||
           accepted(verdict, program.budget(), [&] { return signatureAllowsParallel(program, loop, false); });
  }
  Status checkRaces(const Moved& moved) const {
    std::vector<LoopId> loops = program_.loopsAbove(move_.loop);
    loops.push_back(move_.loop);
    for (const LoopId id : loops) {
      const For& l = program_.loop(id);
      const bool atOnce = l.kind == ForKind::Parallel || l.kind == ForKind::Vectorized;
      if (!atOnce || program_.isAncestor(id, move_.block)) continue;
      const Verdict verdict = iterationsIndependent(moved.changed, id, program_.budget());
      if (verdict.yes()) continue;
      if (!verdict.no() || verdict.conservative) {
        if (mayRunAtOnce(program_.withFunction(moved.function, moved.changed), id, verdict)) continue;
        // The program itself may have the loop without a proof.
        const PrimFunc& before = program_.function(moved.function);
        if (!mayRunAtOnce(program_, id, iterationsIndependent(before, id, program_.budget()))) continue;
      }
      Explanation e = about(kRace(program_.name(id), blockName()), {});
      e.witness = verdict.witness;
      e.conservative = !verdict.no() || verdict.conservative;
      e.loops.push_back(id);
      return e;
    }
    return success();
  }

  const Snapshot& program_;
  const Move& move_;
  const Block& block_;
  const For& loop_;
  BlockId scope_;
  std::vector<BlockId> producers_, consumers_;
};

}  // namespace

Result<Moved> moveUnder(const Snapshot& program, const Move& move) {
  Result<Moved> moved = Relocation(program, move).run();
  if (!moved && moved.error().remedy.empty() && (moved.error().kind == kChanges.id || moved.error().kind == kRace.id))
    return explain(moved.error(), otherPlace(program, move));
  return moved;
}

bool isMoved(const Snapshot& program, const Move& move) { return Relocation(program, move).run().ok(); }

bool isQuicklyMoved(const Snapshot& program, const Move& move, unsigned long operations) {
  return isMoved(program.withBudget(ProofBudget(operations)), move);
}

std::vector<const ErrorKind*> relocationErrors() {
  return {&kOwnLoop,  &kOtherScope, &kNoPartner, &kPartnerOutside, &kNoPlace,
          &kBadIndex, &kOutput,     &kChanges,   &kRace,           &kUndecided};
}

}  // namespace lw
