#include "core/analysis/dependence/dependence.h"

#include <algorithm>
#include <functional>
#include <set>

#include "core/analysis/dependence/own_reads.h"
#include "core/analysis/dependence/same_iteration.h"
#include "core/analysis/proofs.h"
#include "core/analysis/tables/accesses.h"
#include "core/analysis/tables/isl_sets.h"
#include "core/analysis/values/small_programs.h"
#include "core/analysis/values/written_first.h"
#include "core/ir/visit.h"

namespace lw {
namespace {

using analysis::Access;
using analysis::AccessTable;
using analysis::AffineCondition;
using analysis::AffineExpr;
using analysis::collectAccesses;
using analysis::Conjunction;
using analysis::IndexRange;
using analysis::Instance;

void append(Conjunction& to, const Conjunction& more) { to.insert(to.end(), more.begin(), more.end()); }

// Two statements in one question: the dimensions of the first are its loops, those of the second come after them.
class Pair {
 public:
  Pair(const Instance& first, const Instance& second) : first_(first), second_(second) {}
  const Instance& first() const { return first_; }
  const Instance& second() const { return second_; }
  size_t rank() const { return first_.loops.size() + second_.loops.size(); }

  static AffineExpr ofFirst(int dimension) { return AffineExpr::dim(dimension); }
  AffineExpr ofSecond(int dimension) const { return AffineExpr::dim(dimension + offset()); }
  AffineExpr ofSecond(const AffineExpr& e) const { return e.shifted(offset()); }
  AffineCondition same(int a, int b) const { return AffineCondition::equal(ofFirst(a), ofSecond(b)); }
  AffineCondition before(int a, int b) const { return AffineCondition::less(ofFirst(a), ofSecond(b)); }
  AffineCondition after(int a, int b) const { return AffineCondition::less(ofSecond(b), ofFirst(a)); }

  Conjunction domains() const {
    Conjunction c = domainOf(first_);
    append(c, shifted(domainOf(second_)));
    return c;
  }
  // Both access one element: the dimensions after those of the loops.
  Conjunction conflict(const Access& a, const Access& b) const {
    Conjunction c = a.conditions;
    append(c, shifted(b.conditions));
    for (size_t i = 0; i < a.indices.size(); ++i)
      if (a.indices[i]) append(c, touches(i, a.indices[i]->min, a.indices[i]->extent));
    if (a.indices.size() != b.indices.size()) return c;
    for (size_t i = 0; i < b.indices.size(); ++i)
      if (b.indices[i]) append(c, touches(i, ofSecond(b.indices[i]->min), ofSecond(b.indices[i]->extent)));
    return c;
  }

 private:
  int offset() const { return static_cast<int>(first_.loops.size()); }
  Conjunction shifted(Conjunction c) const {
    for (AffineCondition& condition : c) condition = condition.shifted(offset());
    return c;
  }
  static Conjunction domainOf(const Instance& x) {
    Conjunction c = x.conditions;
    for (size_t i = 0; i < x.loops.size(); ++i) {
      const AffineExpr v = AffineExpr::dim(static_cast<int>(i));
      const auto &min = x.loops[i].min, &extent = x.loops[i].extent;
      if (min) c.push_back(AffineCondition::atMost(*min, v));
      if (min && extent) c.push_back(AffineCondition::less(v, *min + *extent));
    }
    return c;
  }
  Conjunction touches(size_t dimension, const AffineExpr& min, const AffineExpr& extent) const {
    const AffineExpr e = AffineExpr::dim(static_cast<int>(rank() + dimension));
    if (extent == AffineExpr(1)) return {AffineCondition::equal(e, min)};
    return analysis::inRange(e, min, extent);
  }

  const Instance& first_;
  const Instance& second_;
};

bool reads(const Instance& x, const void* data) {
  return std::any_of(x.accesses.begin(), x.accesses.end(), [&](const Access& a) { return a.data == data && !a.write; });
}

// `point`: the loops of both, then the element.
Witness witnessAt(const std::vector<int64_t>& point, const Pair& pair, const Access& a, const Access& b) {
  Witness w;
  size_t at = 0;
  const auto fill = [&](const Instance& x, Witness::Point& p) {
    p.block = x.blockName;
    for (const auto& loop : x.loops) p.iteration.emplace_back(loop.name, point[at++]);
  };
  fill(pair.first(), w.first);
  fill(pair.second(), w.second);
  w.element = a.buffer->name + "[";
  for (size_t i = 0; i < a.indices.size(); ++i, ++at) {
    const bool known = a.indices[i] || (i < b.indices.size() && b.indices[i]);
    w.element += (i ? ", " : "") + (known ? std::to_string(point[at]) : std::string("?"));
  }
  w.element += "]";
  const bool update = reads(pair.first(), a.data) && reads(pair.second(), a.data);
  w.dependence = !a.write ? "anti" : !b.write ? "flow" : update ? "update" : "output";
  return w;
}

// A way in which an execution of the first statement of a pair can precede one of the second: in the iterations that
// the conditions relate.
using Way = Conjunction;

// One loop of each of two statements.
struct CommonLoop {
  int first, second;
};
// All ways of `first` to precede `second` in program order, as loops with equal iterations and then one with a smaller
// iteration of the first.
struct Precedence {
  std::vector<CommonLoop> same;
  std::optional<CommonLoop> smaller = {};
};
std::vector<Precedence> precedences(const Instance& first, const Instance& second) {
  std::vector<Precedence> ways;
  std::vector<CommonLoop> same;
  for (size_t i = 0; i < first.time.size() && i < second.time.size(); ++i) {
    const auto &s = first.time[i], &t = second.time[i];
    if (s.dimension < 0) {
      if (s.position == t.position) continue;
      if (s.position < t.position) ways.push_back({same});
      return ways;
    }
    ways.push_back({same, CommonLoop{s.dimension, t.dimension}});
    same.push_back({s.dimension, t.dimension});
  }
  return ways;
}
// The first statement of the pair precedes the second.
std::vector<Way> precedes(const Pair& pair, const std::vector<Precedence>& ways) {
  std::vector<Way> all;
  for (const Precedence& p : ways) {
    Way& way = all.emplace_back();
    for (const CommonLoop& l : p.same) way.push_back(pair.same(l.first, l.second));
    if (p.smaller) way.push_back(pair.before(p.smaller->first, p.smaller->second));
  }
  return all;
}
// The second statement of the pair precedes the first; `ways` are those of (second, first).
std::vector<Way> follows(const Pair& pair, const std::vector<Precedence>& ways) {
  std::vector<Way> all;
  for (const Precedence& p : ways) {
    Way& way = all.emplace_back();
    for (const CommonLoop& l : p.same) way.push_back(pair.same(l.second, l.first));
    if (p.smaller) way.push_back(pair.after(p.smaller->second, p.smaller->first));
  }
  return all;
}

int dimensionOf(const Instance& x, LoopId loop) {
  for (size_t i = 0; i < x.loops.size(); ++i)
    if (x.loops[i].id == loop) return static_cast<int>(i);
  return -1;
}

// One question about a function: holds the context, the access table and the answer found so far.
class Query {
 public:
  Query(const PrimFunc& f, ProofBudget budget)
      : table_(collectAccesses(f)),
        budget_(std::move(budget)),
        context_(budget_.operations(kDependenceOperations)),
        space_(context_, table_.sizes) {
    for (const int size : table_.sizes) positive_.push_back(AffineCondition::atMost(1, AffineExpr::size(size)));
  }
  const AccessTable& table() const { return table_; }
  const analysis::IslContext& context() const { return context_; }
  Verdict verdict;
  bool decided() const { return verdict.no() && !verdict.conservative; }

  // The iterations of both statements with an element of this rank after them. Throws where isl gives up.
  isl::set solutions(const Pair& pair, const std::vector<const Conjunction*>& parts, size_t elements) const {
    Conjunction all = positive_;
    for (const Conjunction* part : parts) append(all, *part);
    return space_.where({"", pair.rank() + elements}, all);
  }

  // Answers No if one of the ways admits a conflict of the pair; `exempt` accesses are ignored.
  void forbid(const Pair& pair, const std::vector<Way>& ways,
              const std::function<bool(const Access&, const Access&)>& exempt) {
    if (ways.empty()) return;
    const Conjunction domains = pair.domains();
    std::set<Conjunction> asked;  // a statement may contain the same access several times
    for (const Access& a : pair.first().accesses)
      for (const Access& b : pair.second().accesses) {
        if (decided()) return;
        if ((!a.write && !b.write) || a.data != b.data || exempt(a, b)) continue;
        const Conjunction touch = pair.conflict(a, b);
        if (!asked.insert(touch).second && !verdict.no()) continue;
        for (const Way& way : ways) tryWay(pair, a, b, {&domains, &touch, &way});
      }
  }

 private:
  void tryWay(const Pair& pair, const Access& a, const Access& b, const std::vector<const Conjunction*>& parts) {
    const Instance &x = pair.first(), &y = pair.second();
    const bool rough = x.approximateDomain || y.approximateDomain || a.approximate || b.approximate ||
                       a.indices.size() != b.indices.size();
    if (decided() || (verdict.no() && rough)) return;
    const size_t rank = pair.rank() + a.indices.size();
    std::optional<isl::set> set;
    const std::optional<bool> empty = context_.ask([&] {
      set = solutions(pair, parts, a.indices.size());
      return set->is_empty();
    });
    if (empty == true) return;
    if (!empty) {
      if (context_.ranOut()) budget_.exhaust();
      isl_ctx_reset_error(context_.get().get());
      return giveUp(
          say("the dependence of {0} could not be analysed within the limit of operations", Ident(a.buffer->name)));
    }
    verdict.answer = Verdict::Answer::No;
    verdict.reason = {};
    verdict.conservative = rough;
    const auto point = context_.ask([&] { return leastPoint(context_, *set, rank); });
    verdict.witness = witnessAt(point.value_or(std::vector<int64_t>(rank)), pair, a, b);
    verdict.blocks = {x.block, y.block};
  }
  void giveUp(Message reason) {
    if (verdict.no()) return;
    verdict.answer = Verdict::Answer::Unknown;
    verdict.conservative = true;
    verdict.reason = std::move(reason);
  }

  AccessTable table_;
  ProofBudget budget_;
  analysis::IslContext context_;
  analysis::SetSpace space_;
  Conjunction positive_;  // sizes are at least 1
};

bool neverExempt(const Access&, const Access&) { return false; }

// The executions of the reader with their elements (after a copy of the reader's loops, which is projected out), minus
// those that an earlier write of the same iteration of the loop covers: is nothing left? Throws where isl gives up.
bool isFed(const Query& query, const Instance& reader, const Access& read, LoopId loop) {
  const Pair own(reader, reader);
  const size_t count = reader.loops.size();
  const Conjunction domains = own.domains(), touched = own.conflict(read, read);
  Conjunction same;
  for (size_t i = 0; i < count; ++i) same.push_back(own.same(static_cast<int>(i), static_cast<int>(i)));
  isl::set uncovered =
      analysis::without(query.solutions(own, {&domains, &touched, &same}, read.indices.size()), count, count);
  for (const Instance& writer : query.table().instances)
    for (const Access& write : writer.accesses) {
      if (write.data != read.data || !write.write || writer.approximateDomain || write.approximate) continue;
      const Pair pair(reader, writer);
      const Conjunction both = pair.domains(), conflict = pair.conflict(read, write);
      Conjunction prefix;
      for (int i = 0; i <= std::min(dimensionOf(writer, loop), dimensionOf(reader, loop)); ++i)
        prefix.push_back(pair.same(i, i));
      for (const Way& before : follows(pair, precedences(writer, reader)))
        uncovered = uncovered.subtract(
            analysis::without(query.solutions(pair, {&both, &conflict, &prefix, &before}, read.indices.size()), count,
                              writer.loops.size()));
    }
  return uncovered.is_empty();
}

// Is every read of the buffer inside the loop fed by a write of the same iteration?
bool readsOwn(const Query& query, const void* data, LoopId loop) {
  for (const Instance& reader : query.table().instances)
    for (const Access& read : reader.accesses) {
      if (read.data != data || read.write || dimensionOf(reader, loop) < 0) continue;
      if (reader.approximateDomain || read.approximate) return false;
      if (query.context().ask([&] { return isFed(query, reader, read, loop); }) != true) return false;
    }
  return true;
}

bool isPrivate(const Query& query, const void* data, LoopId loop) {
  const AccessTable& table = query.table();
  if (!table.allocated.contains(data)) return false;
  for (const Instance& x : table.instances)
    for (const Access& a : x.accesses)
      if (a.data == data && dimensionOf(x, loop) < 0) return false;
  return readsOwn(query, data, loop);
}

// Buffers of which every iteration of the loop could have its own copy.
std::set<const void*> privatesOf(const Query& query, LoopId loop) {
  std::set<const void*> privates, looked;  // only asked for membership
  for (const Instance& x : query.table().instances)
    for (const Access& a : x.accesses)
      if (a.write && dimensionOf(x, loop) >= 0 && looked.insert(a.data).second && isPrivate(query, a.data, loop))
        privates.insert(a.data);
  return privates;
}

// The same as precedences() once the loops are nested in this order.
std::vector<Precedence> precedencesPermuted(const Instance& first, const Instance& second,
                                            const std::vector<LoopId>& newOrder) {
  std::vector<LoopId> positions;  // the loops of newOrder in their current order
  for (const auto& loop : first.loops)
    if (std::find(newOrder.begin(), newOrder.end(), loop.id) != newOrder.end()) positions.push_back(loop.id);
  if (positions.size() != newOrder.size()) return precedences(first, second);
  Instance p = first, q = second;
  const auto permute = [&](Instance& x) {
    for (auto& step : x.time) {
      if (step.dimension < 0) continue;
      const auto at = std::find(positions.begin(), positions.end(), x.loops[step.dimension].id);
      if (at == positions.end()) continue;
      step.dimension = dimensionOf(x, newOrder[static_cast<size_t>(at - positions.begin())]);
    }
  };
  permute(p);
  permute(q);
  return precedences(p, q);
}

std::vector<Way> both(const std::vector<Way>& x, const std::vector<Way>& y) {
  std::vector<Way> all;
  for (const Way& a : x)
    for (const Way& b : y) {
      all.push_back(a);
      append(all.back(), b);
    }
  return all;
}

std::set<uint32_t> blocksUnder(const Stmt& s, std::set<uint32_t>& loops) {
  std::set<uint32_t> blocks;
  forEachStmt(s, [&](const Stmt& x) {
    if (const auto* block = x.as<Block>()) blocks.insert(block->id.value);
    if (const auto* loop = x.as<For>()) loops.insert(loop->id.value);
  });
  return blocks;
}

bool isUnder(const Instance& x, const std::set<uint32_t>& blocks, const std::set<uint32_t>& loops) {
  return blocks.contains(x.block.value) ||
         std::any_of(x.loops.begin(), x.loops.end(), [&](const auto& l) { return loops.contains(l.id.value); });
}

}  // namespace

Verdict iterationsIndependent(const PrimFunc& function, LoopId loop, const ProofBudget& budget) {
  return decide(Question::IterationsIndependent, budget, [&](Prover prover, const Verdict& before) {
    std::optional<Verdict> answer;
    if (prover == Prover::SameIteration) {
      if (analysis::provablyIndependent(analysis::collectStatements(function), loop)) answer.emplace();
    } else if (prover == Prover::Dependence) {
      answer = iterationsIndependentExactly(function, loop, budget);
    } else if (prover == Prover::Enumeration && before.conservative) {
      const auto known = analysis::independentWhenRun(function, loop, budget);
      if (!known) return answer;
      answer.emplace();
      if (*known) return answer;
      answer = before;
      answer->answer = Verdict::Answer::No;
      answer->conservative = false;
      answer->witness.reset();  // it may be none
    }
    return answer;
  });
}

Verdict iterationsIndependentExactly(const PrimFunc& function, LoopId loop, const ProofBudget& budget) {
  Query query(function, budget);
  const std::set<const void*> privates = privatesOf(query, loop);
  const auto& instances = query.table().instances;
  // A witness with two updates of a reduction explains more than one with its init.
  for (const bool withInit : {false, true})
    for (const Instance& x : instances)
      for (const Instance& y : instances) {
        const int d = dimensionOf(x, loop);
        if (d < 0 || dimensionOf(y, loop) != d || (x.isInit || y.isInit) != withInit) continue;
        const Pair pair(x, y);
        Way way;
        for (int i = 0; i < d; ++i) way.push_back(pair.same(i, i));
        way.push_back(pair.before(d, d));
        const bool atomic = x.atomic && x.atomic == y.atomic && x.reduced == y.reduced;
        query.forbid(pair, {way}, [&](const Access& a, const Access&) {
          return privates.contains(a.data) || (atomic && a.data == x.reduced);
        });
      }
  return query.verdict;
}

bool privateToIteration(const PrimFunc& function, const Buffer& buffer, LoopId loop, const ProofBudget& budget) {
  return decide(Question::PrivateToIteration, budget,
                [&](Prover prover, const Verdict&) {
                  const bool yes =
                      prover == Prover::WrittenFirst
                          ? analysis::provablyPrivate(analysis::collectStatements(function), buffer->data.key(), loop)
                          : privateToIterationExactly(function, buffer, loop, budget);
                  return yes ? std::optional<Verdict>(Verdict()) : std::nullopt;
                })
      .yes();
}

bool privateToIterationExactly(const PrimFunc& function, const Buffer& buffer, LoopId loop, const ProofBudget& budget) {
  Query query(function, budget);
  return isPrivate(query, buffer->data.key(), loop);
}

bool readsOwnWrites(const PrimFunc& function, const Buffer& buffer, LoopId loop, const ProofBudget& budget) {
  if (analysis::provablyReadsOwnWrites(analysis::collectStatements(function), buffer->data.key(), loop)) return true;
  const Query query(function, budget);
  return readsOwn(query, buffer->data.key(), loop);
}

namespace {

// The innermost of the loops, which are nested in one chain.
LoopId innermost(const AccessTable& table, const std::vector<LoopId>& loops) {
  LoopId inner = loops.front();
  for (const Instance& x : table.instances)
    for (const LoopId l : loops)
      if (dimensionOf(x, l) > dimensionOf(x, inner)) inner = l;
  return inner;
}

void forbidReversals(Query& query, const std::vector<LoopId>& newOrder, const std::set<const void*>& privates) {
  const auto& instances = query.table().instances;
  for (const Instance& x : instances)
    for (const Instance& y : instances) {
      const auto inside = [&](const Instance& i) {
        return std::any_of(newOrder.begin(), newOrder.end(), [&](LoopId l) { return dimensionOf(i, l) >= 0; });
      };
      if (!inside(x) || !inside(y)) continue;
      const auto exempt = [&](const Access& a, const Access& b) {
        return (&x == &y && x.reduced && a.data == x.reduced && b.data == x.reduced) || privates.contains(a.data);
      };
      const Pair pair(x, y);
      query.forbid(pair, both(precedes(pair, precedences(x, y)), follows(pair, precedencesPermuted(y, x, newOrder))),
                   exempt);
    }
}

}  // namespace

Verdict reorderKeepsResults(const PrimFunc& function, const std::vector<LoopId>& newOrder, const ProofBudget& budget) {
  return decide(Question::ReorderKeepsResults, budget, [&](Prover prover, const Verdict&) -> std::optional<Verdict> {
    if (prover != Prover::Dependence) return std::nullopt;
    Query query(function, budget);
    forbidReversals(query, newOrder, {});
    if (query.verdict.yes()) return query.verdict;
    // Data that an iteration writes for itself alone may be written in any order.
    Query again(function, budget);
    const std::set<const void*> privates = privatesOf(again, innermost(again.table(), newOrder));
    if (privates.empty()) return query.verdict;
    forbidReversals(again, newOrder, privates);
    return again.verdict;
  });
}

Verdict mergeKeepsResults(const PrimFunc& function, const std::vector<LoopId>& first, const std::vector<LoopId>& second,
                          const ProofBudget& budget) {
  return decide(Question::MergeKeepsResults, budget, [&](Prover prover, const Verdict&) {
    std::optional<Verdict> answer;
    if (prover == Prover::Dependence)
      answer = mergeKeepsResultsExactly(function, first, second, budget);
    else if (analysis::provablyMergeable(analysis::collectStatements(function), first, second))
      answer.emplace();
    return answer;
  });
}

Verdict mergeKeepsResultsExactly(const PrimFunc& function, const std::vector<LoopId>& first,
                                 const std::vector<LoopId>& second, const ProofBudget& budget) {
  Query query(function, budget);
  const auto& instances = query.table().instances;
  for (const Instance& x : instances)
    for (const Instance& y : instances) {
      if (dimensionOf(x, first.front()) < 0 || dimensionOf(y, second.front()) < 0) continue;
      const Pair pair(x, y);
      // After the merge, an execution of y precedes one of x if its merged iteration is smaller.
      std::vector<Way> ways;
      Way same;
      for (int i = 0; i < dimensionOf(x, first.front()); ++i) same.push_back(pair.same(i, i));
      for (size_t i = 0; i < first.size() && i < second.size(); ++i) {
        const int p = dimensionOf(x, first[i]), q = dimensionOf(y, second[i]);
        if (p < 0 || q < 0) break;
        const AffineExpr a = Pair::ofFirst(p) - x.loops[p].min.value_or(0),
                         b = pair.ofSecond(AffineExpr::dim(q) - y.loops[q].min.value_or(0));
        ways.push_back(same);
        ways.back().push_back(AffineCondition::less(b, a));
        same.push_back(AffineCondition::equal(a, b));
      }
      query.forbid(pair, ways, neverExempt);
    }
  return query.verdict;
}

namespace {

// What two executions of the block have in common if they may differ in their spatial and reduce iters.
// nullopt: a value is unknown.
std::optional<Way> sameButIters(const Pair& pair, const Block& block, const analysis::EnclosingBlock& own) {
  Way same;
  for (size_t i = 0; i < own.loopsOutside; ++i) {
    const int loop = static_cast<int>(i);
    if (std::none_of(own.values.begin(), own.values.end(), [&](const auto& value) { return value->uses(loop); }))
      same.push_back(pair.same(loop, loop));
  }
  const auto equal = [&](const AffineExpr& value) {
    same.push_back(AffineCondition::equal(value, pair.ofSecond(value)));
  };
  for (const analysis::EnclosingBlock& outer : pair.first().blocks) {
    if (outer.id == own.id) break;
    for (const auto& value : outer.values) {
      if (!value) return std::nullopt;
      equal(*value);
    }
  }
  for (size_t i = 0; i < block.iters.size(); ++i)
    if (block.iters[i].kind != IterKind::Spatial && block.iters[i].kind != IterKind::Reduce) equal(*own.values[i]);
  return same;
}

const analysis::EnclosingBlock* enclosing(const Instance& x, BlockId block) {
  const auto at = std::find_if(x.blocks.begin(), x.blocks.end(), [&](const auto& b) { return b.id == block; });
  return at == x.blocks.end() ? nullptr : &*at;
}

Verdict spatialIterHoldsExactly(const PrimFunc& function, const Block& block, size_t iter, const ProofBudget& budget) {
  Query query(function, budget);
  const auto& instances = query.table().instances;
  std::set<const void*> elsewhere;  // memory that other blocks use too
  for (const Instance& x : instances)
    for (const Access& a : x.accesses)
      if (!enclosing(x, block.id) || !query.table().allocated.contains(a.data)) elsewhere.insert(a.data);
  const auto exempt = [&](const Access& a, const Access&) { return !elsewhere.contains(a.data); };
  for (const Instance& x : instances)
    for (const Instance& y : instances) {
      const auto *p = enclosing(x, block.id), *q = enclosing(y, block.id);
      if (!p || !q || x.approximate || y.approximate) continue;
      const auto known = [](const auto& values) {
        return std::all_of(values.begin(), values.end(), [](const auto& value) { return value.has_value(); });
      };
      if (!known(p->values) || !known(q->values)) continue;
      const Pair pair(x, y);
      std::optional<Way> way = sameButIters(pair, block, *p);
      if (!way) continue;
      way->push_back(AffineCondition::less(*p->values[iter], pair.ofSecond(*q->values[iter])));
      query.forbid(pair, {*way}, exempt);
    }
  return query.verdict;
}

Verdict mayExchangeExactly(const PrimFunc& function, const Stmt& first, const Stmt& second, const ProofBudget& budget) {
  Query query(function, budget);
  std::set<uint32_t> firstLoops, secondLoops;
  const std::set<uint32_t> firstBlocks = blocksUnder(first, firstLoops),
                           secondBlocks = blocksUnder(second, secondLoops);
  const auto& instances = query.table().instances;
  for (const Instance& x : instances)
    for (const Instance& y : instances) {
      if (!isUnder(x, firstBlocks, firstLoops) || !isUnder(y, secondBlocks, secondLoops)) continue;
      const Pair pair(x, y);
      Way same;  // in the same iteration of the common loops
      for (size_t i = 0; i < std::min(x.loops.size(), y.loops.size()) && x.loops[i].id == y.loops[i].id; ++i)
        same.push_back(pair.same(static_cast<int>(i), static_cast<int>(i)));
      query.forbid(pair, {same}, neverExempt);
    }
  return query.verdict;
}

}  // namespace

Verdict spatialIterHolds(const PrimFunc& function, const Block& block, size_t iter, const ProofBudget& budget) {
  return decide(Question::SpatialIterHolds, budget, [&](Prover, const Verdict&) -> std::optional<Verdict> {
    return spatialIterHoldsExactly(function, block, iter, budget);
  });
}

Verdict mayExchange(const PrimFunc& function, const Stmt& first, const Stmt& second, const ProofBudget& budget) {
  return decide(Question::MayExchange, budget, [&](Prover, const Verdict&) -> std::optional<Verdict> {
    return mayExchangeExactly(function, first, second, budget);
  });
}

}  // namespace lw
