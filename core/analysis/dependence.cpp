#include "core/analysis/dependence.h"

#include <isl/ctx.h>
#include <isl/map.h>
#include <isl/options.h>
#include <isl/point.h>
#include <isl/set.h>
#include <isl/val.h>

#include <algorithm>
#include <functional>
#include <memory>
#include <set>

#include "core/analysis/accesses.h"
#include "core/analysis/isl_sets.h"
#include "core/analysis/proof_budget.h"
#include "core/analysis/same_iteration.h"
#include "core/analysis/written_first.h"
#include "core/ir/visit.h"

namespace lw {
namespace {

using analysis::Access;
using analysis::AccessTable;
using analysis::collectAccesses;
using analysis::Instance;

using isl_sets::CtxFree;
using isl_sets::SetFree;
using SetPtr = std::unique_ptr<isl_set, SetFree>;

using Conjunction = std::vector<std::string>;

std::string substituteAt(const std::string& text, const std::string& prefix) {
  std::string result;
  for (const char c : text) {
    if (c == '@')
      result += prefix;
    else
      result += c;
  }
  return result;
}

// The dependence problem of two instances: dimensions a0.. of the first, b0.. of the second, e0.. of the element.
class Problem {
 public:
  Problem(isl_ctx* ctx, const AccessTable& table, const Instance& first, const Instance& second)
      : ctx_(ctx), table_(table), first_(first), second_(second) {}

  Conjunction domain(const Instance& x, const std::string& prefix) const {
    Conjunction c;
    for (size_t i = 0; i < x.loops.size(); ++i) {
      const std::string v = prefix + std::to_string(i);
      const std::string min = substituteAt(x.loops[i].min, prefix), extent = substituteAt(x.loops[i].extent, prefix);
      if (!min.empty()) c.push_back(min + " <= " + v);
      if (!min.empty() && !extent.empty()) c.push_back(v + " < " + min + " + " + extent);
    }
    for (const std::string& condition : x.conditions) c.push_back(substituteAt(condition, prefix));
    return c;
  }

  // Both access element e.
  Conjunction conflict(const Access& a, const Access& b) const {
    Conjunction c;
    const bool sameShape = a.indices.size() == b.indices.size();
    for (size_t i = 0; i < a.indices.size(); ++i) c.push_back(touches(a, i, "a"));
    if (sameShape)
      for (size_t i = 0; i < b.indices.size(); ++i) c.push_back(touches(b, i, "b"));
    for (const std::string& condition : a.conditions) c.push_back(substituteAt(condition, "a"));
    for (const std::string& condition : b.conditions) c.push_back(substituteAt(condition, "b"));
    std::erase(c, "");
    return c;
  }

  // nullptr: ISL gave up.
  SetPtr solve(const std::vector<Conjunction>& parts, size_t elements) const {
    std::string text;
    if (!table_.parameters.empty()) {
      text = "[";
      for (size_t i = 0; i < table_.parameters.size(); ++i) text += (i ? ", " : "") + table_.parameters[i];
      text += "] -> ";
    }
    text += "{ [";
    const char* separator = "";
    const auto add = [&](const char* prefix, size_t count) {
      for (size_t i = 0; i < count; ++i) {
        text += separator + (prefix + std::to_string(i));
        separator = ", ";
      }
    };
    add("a", first_.loops.size());
    add("b", second_.loops.size());
    add("e", elements);
    text += "] : 0 = 0";
    for (const Conjunction& part : parts)
      for (const std::string& c : part) text += " and " + c;
    for (const std::string& p : table_.parameters) text += " and " + p + " >= 1";
    text += " }";
    return SetPtr(isl_set_read_from_str(ctx_, text.c_str()));
  }

  Witness witness(isl_set* set, const Access& a, const Access& b) const {
    Witness w;
    isl_ctx_reset_operations(ctx_);  // a conflict is known: its witness may cost the same again
    SetPtr least(isl_set_lexmin(isl_set_copy(set)));
    isl_point* point = isl_set_sample_point(least ? isl_set_copy(least.get()) : isl_set_copy(set));
    int at = 0;
    const auto next = [&]() -> int64_t {
      isl_val* v = isl_point_get_coordinate_val(point, isl_dim_set, at++);
      const int64_t n = v ? isl_val_get_num_si(v) : 0;
      isl_val_free(v);
      return n;
    };
    const auto fill = [&](const Instance& x, Witness::Point& p) {
      p.block = x.blockName;
      for (const auto& loop : x.loops) p.iteration.emplace_back(loop.name, next());
    };
    fill(first_, w.first);
    fill(second_, w.second);
    w.element = a.buffer->name + "[";
    for (size_t i = 0; i < a.indices.size(); ++i) {
      const bool known = !a.indices[i].min.empty() || (i < b.indices.size() && !b.indices[i].min.empty());
      const int64_t value = next();
      w.element += (i ? ", " : "") + (known ? std::to_string(value) : std::string("?"));
    }
    w.element += "]";
    const bool update = reads(first_, a.data) && reads(second_, a.data);
    w.dependence = !a.write ? "anti" : !b.write ? "flow" : update ? "update" : "output";
    isl_point_free(point);
    return w;
  }

 private:
  static bool reads(const Instance& x, const void* data) {
    return std::any_of(x.accesses.begin(), x.accesses.end(),
                       [&](const Access& a) { return a.data == data && !a.write; });
  }
  static std::string touches(const Access& x, size_t dimension, const std::string& prefix) {
    const auto& index = x.indices[dimension];
    if (index.min.empty()) return "";
    const std::string e = "e" + std::to_string(dimension), min = substituteAt(index.min, prefix);
    if (index.extent == "1" || index.extent == "(1)") return e + " = " + min;
    return min + " <= " + e + " and " + e + " < " + min + " + " + substituteAt(index.extent, prefix);
  }

  isl_ctx* ctx_;
  const AccessTable& table_;
  const Instance& first_;
  const Instance& second_;
};

// Does the text speak of this dimension ("@1", but not "@12")?
bool mentions(const std::string& text, const std::string& dimension) {
  for (size_t at = text.find(dimension); at != std::string::npos; at = text.find(dimension, at + 1))
    if (at + dimension.size() == text.size() || !std::isdigit(static_cast<unsigned char>(text[at + dimension.size()])))
      return true;
  return false;
}

std::string dim(const char* prefix, int i) { return prefix + std::to_string(i); }

// All ways in which the first instance (a) can precede the second (b) in program order.
std::vector<Conjunction> precedes(const Instance& first, const Instance& second) {
  std::vector<Conjunction> ways;
  Conjunction same;
  for (size_t i = 0; i < first.time.size() && i < second.time.size(); ++i) {
    const auto &s = first.time[i], &t = second.time[i];
    if (s.dimension < 0) {
      if (s.position == t.position) continue;
      if (s.position < t.position) ways.push_back(same);
      return ways;
    }
    Conjunction way = same;
    way.push_back(dim("a", s.dimension) + " < " + dim("b", t.dimension));
    ways.push_back(std::move(way));
    same.push_back(dim("a", s.dimension) + " = " + dim("b", t.dimension));
  }
  return ways;
}

Conjunction swapRoles(Conjunction c) {
  for (std::string& text : c)
    for (char& x : text) {
      if (x == 'a')
        x = 'b';
      else if (x == 'b')
        x = 'a';
    }
  return c;
}

int dimensionOf(const Instance& x, LoopId loop) {
  for (size_t i = 0; i < x.loops.size(); ++i)
    if (x.loops[i].id == loop) return static_cast<int>(i);
  return -1;
}

// One question about a function: holds the context, the access table and the answer found so far.
class Query {
 public:
  Query(const PrimFunc& f, unsigned long operations)
      : table_(collectAccesses(f)), ctx_(isl_ctx_alloc()), operations_(operations) {
    isl_options_set_on_error(ctx_.get(), ISL_ON_ERROR_CONTINUE);
    isl_ctx_set_max_operations(ctx_.get(), ProofBudget::allowed(operations));
  }
  const AccessTable& table() const { return table_; }
  isl_ctx* ctx() const { return ctx_.get(); }
  Verdict verdict;
  bool decided() const { return verdict.no() && !verdict.conservative; }

  // Answers No if one of the ways admits a conflict of x and y; `exempt` pairs are ignored.
  void forbid(const Instance& x, const Instance& y, const std::vector<Conjunction>& ways,
              const std::function<bool(const Access&, const Access&)>& exempt) {
    if (ways.empty()) return;
    const Problem problem(ctx_.get(), table_, x, y);
    const Conjunction dx = problem.domain(x, "a"), dy = problem.domain(y, "b");
    std::set<std::string> asked;  // a statement may contain the same access several times
    for (const Access& a : x.accesses)
      for (const Access& b : y.accesses) {
        if (decided()) return;
        if ((!a.write && !b.write) || a.data != b.data || exempt(a, b)) continue;
        const Conjunction touch = problem.conflict(a, b);
        std::string key;
        for (const std::string& t : touch) key += t + ";";
        if (!asked.insert(key).second && !verdict.no()) continue;
        for (const Conjunction& way : ways) tryWay(problem, x, y, a, b, {dx, dy, touch, way});
      }
  }

  void giveUp(Message reason) {
    if (verdict.no()) return;
    verdict.answer = Verdict::Answer::Unknown;
    verdict.conservative = true;
    verdict.reason = std::move(reason);
  }

 private:
  void tryWay(const Problem& problem, const Instance& x, const Instance& y, const Access& a, const Access& b,
              const std::vector<Conjunction>& parts) {
    const bool rough = x.approximateDomain || y.approximateDomain || a.approximate || b.approximate ||
                       a.indices.size() != b.indices.size();
    if (decided() || (verdict.no() && rough)) return;
    const SetPtr set = problem.solve(parts, a.indices.size());
    const isl_bool empty = set ? isl_set_is_empty(set.get()) : isl_bool_error;
    if (empty == isl_bool_true) return;
    if (empty == isl_bool_error) {
      isl_ctx_reset_error(ctx_.get());
      ProofBudget::ranOut(operations_);
      return giveUp(say("the dependence of {0} was not decided within the limit of operations", Ident(a.buffer->name)));
    }
    verdict.answer = Verdict::Answer::No;
    verdict.reason = {};
    verdict.conservative = rough;
    verdict.witness = problem.witness(set.get(), a, b);
    verdict.blocks = {x.block, y.block};
  }

  AccessTable table_;
  std::unique_ptr<isl_ctx, CtxFree> ctx_;
  unsigned long operations_;
};

bool neverExempt(const Access&, const Access&) { return false; }

// Is every read of the buffer inside the loop fed by a write of the same iteration?
bool isPrivate(Query& query, const void* data, LoopId loop) {
  const AccessTable& table = query.table();
  if (!table.allocated.contains(data)) return false;
  for (const Instance& x : table.instances)
    for (const Access& a : x.accesses)
      if (a.data == data && dimensionOf(x, loop) < 0) return false;
  for (const Instance& reader : table.instances)
    for (const Access& read : reader.accesses) {
      if (read.data != data || read.write) continue;
      if (reader.approximateDomain || read.approximate) return false;
      // Uncovered = executions of the reader with their elements, minus those that an earlier write of the iteration
      // covers.
      const Problem own(query.ctx(), table, reader, reader);
      Conjunction same;
      for (size_t i = 0; i < reader.loops.size(); ++i) same.push_back(dim("a", i) + " = " + dim("b", i));
      SetPtr uncovered = own.solve({own.domain(reader, "a"), own.conflict(read, read), same}, read.indices.size());
      if (!uncovered) return false;
      const int count = static_cast<int>(reader.loops.size());
      uncovered.reset(isl_set_project_out(uncovered.release(), isl_dim_set, count, count));
      for (const Instance& writer : table.instances)
        for (const Access& write : writer.accesses) {
          if (write.data != data || !write.write || writer.approximateDomain || write.approximate) continue;
          const int d = dimensionOf(writer, loop), r = dimensionOf(reader, loop);
          Conjunction prefix;
          for (int i = 0; i <= std::min(d, r); ++i) prefix.push_back(dim("a", i) + " = " + dim("b", i));
          const Problem pair(query.ctx(), table, reader, writer);
          for (const Conjunction& before : precedes(writer, reader)) {
            SetPtr fed = pair.solve({pair.domain(reader, "a"), pair.domain(writer, "b"), pair.conflict(read, write),
                                     prefix, swapRoles(before)},
                                    read.indices.size());
            if (!fed) return false;
            fed.reset(
                isl_set_project_out(fed.release(), isl_dim_set, count, static_cast<unsigned>(writer.loops.size())));
            uncovered.reset(isl_set_subtract(uncovered.release(), fed.release()));
            if (!uncovered) return false;
          }
        }
      if (isl_set_is_empty(uncovered.get()) != isl_bool_true) return false;
    }
  return true;
}

// Buffers of which every iteration of the loop could have its own copy.
std::set<const void*> privatesOf(Query& query, LoopId loop) {
  std::set<const void*> privates, looked;  // only asked for membership
  for (const Instance& x : query.table().instances)
    for (const Access& a : x.accesses)
      if (a.write && dimensionOf(x, loop) >= 0 && looked.insert(a.data).second && isPrivate(query, a.data, loop))
        privates.insert(a.data);
  return privates;
}

// The order of the instances of both nests if `newOrder` permutes loops: (common) loops in the new nesting order.
std::vector<Conjunction> precedesPermuted(const Instance& first, const Instance& second,
                                          const std::vector<LoopId>& newOrder) {
  std::vector<LoopId> positions;  // the loops of newOrder in their current order
  for (const auto& loop : first.loops)
    if (std::find(newOrder.begin(), newOrder.end(), loop.id) != newOrder.end()) positions.push_back(loop.id);
  if (positions.size() != newOrder.size()) return precedes(first, second);
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
  return precedes(p, q);
}

std::vector<Conjunction> both(const std::vector<Conjunction>& x, const std::vector<Conjunction>& y) {
  std::vector<Conjunction> all;
  for (const Conjunction& a : x)
    for (const Conjunction& b : y) {
      Conjunction c = a;
      c.insert(c.end(), b.begin(), b.end());
      all.push_back(std::move(c));
    }
  return all;
}

std::vector<Conjunction> swapAll(std::vector<Conjunction> ways) {
  for (Conjunction& c : ways) c = swapRoles(std::move(c));
  return ways;
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

Verdict iterationsIndependent(const PrimFunc& function, LoopId loop) {
  if (analysis::provablyIndependent(analysis::collectStatements(function), loop)) return {};
  return iterationsIndependentExactly(function, loop);
}

Verdict iterationsIndependentExactly(const PrimFunc& function, LoopId loop, unsigned long operations) {
  Query query(function, operations);
  const std::set<const void*> privates = privatesOf(query, loop);
  const auto& instances = query.table().instances;
  // A witness with two updates of a reduction explains more than one with its init.
  for (const bool withInit : {false, true})
    for (const Instance& x : instances)
      for (const Instance& y : instances) {
        const int d = dimensionOf(x, loop);
        if (d < 0 || dimensionOf(y, loop) != d || (x.isInit || y.isInit) != withInit) continue;
        Conjunction way;
        for (int i = 0; i < d; ++i) way.push_back(dim("a", i) + " = " + dim("b", i));
        way.push_back(dim("a", d) + " < " + dim("b", d));
        const bool atomic = x.atomic && x.atomic == y.atomic && x.reduced == y.reduced;
        query.forbid(x, y, {way}, [&](const Access& a, const Access&) {
          return privates.contains(a.data) || (atomic && a.data == x.reduced);
        });
      }
  return query.verdict;
}

bool privateToIteration(const PrimFunc& function, const Buffer& buffer, LoopId loop) {
  return analysis::provablyPrivate(analysis::collectStatements(function), buffer->data.key(), loop) ||
         privateToIterationExactly(function, buffer, loop);
}

bool privateToIterationExactly(const PrimFunc& function, const Buffer& buffer, LoopId loop, unsigned long operations) {
  Query query(function, operations);
  return isPrivate(query, buffer->data.key(), loop);
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
      query.forbid(x, y, both(precedes(x, y), swapAll(precedesPermuted(y, x, newOrder))), exempt);
    }
}

}  // namespace

Verdict reorderKeepsResults(const PrimFunc& function, const std::vector<LoopId>& newOrder, unsigned long operations) {
  Query query(function, operations);
  forbidReversals(query, newOrder, {});
  if (query.verdict.yes()) return query.verdict;
  // Data that an iteration writes for itself alone may be written in any order.
  Query again(function, operations);
  const std::set<const void*> privates = privatesOf(again, innermost(again.table(), newOrder));
  if (privates.empty()) return query.verdict;
  forbidReversals(again, newOrder, privates);
  return again.verdict;
}

Verdict mergeKeepsResults(const PrimFunc& function, const std::vector<LoopId>& first,
                          const std::vector<LoopId>& second) {
  if (analysis::provablyMergeable(analysis::collectStatements(function), first, second)) return {};
  return mergeKeepsResultsExactly(function, first, second);
}

Verdict mergeKeepsResultsExactly(const PrimFunc& function, const std::vector<LoopId>& first,
                                 const std::vector<LoopId>& second, unsigned long operations) {
  Query query(function, operations);
  const auto& instances = query.table().instances;
  for (const Instance& x : instances)
    for (const Instance& y : instances) {
      if (dimensionOf(x, first.front()) < 0 || dimensionOf(y, second.front()) < 0) continue;
      // After the merge, execution b of y precedes execution a of x if b's merged iteration is smaller.
      std::vector<Conjunction> ways;
      Conjunction same;
      for (int i = 0; i < dimensionOf(x, first.front()); ++i) same.push_back(dim("a", i) + " = " + dim("b", i));
      for (size_t i = 0; i < first.size() && i < second.size(); ++i) {
        const int p = dimensionOf(x, first[i]), q = dimensionOf(y, second[i]);
        if (p < 0 || q < 0) break;
        const std::string a = dim("a", p) + " - " + substituteAt(x.loops[p].min, "a");
        const std::string b = dim("b", q) + " - " + substituteAt(y.loops[q].min, "b");
        Conjunction way = same;
        way.push_back(b + " < " + a);
        ways.push_back(std::move(way));
        same.push_back(a + " = " + b);
      }
      query.forbid(x, y, ways, neverExempt);
    }
  return query.verdict;
}

namespace {

// What two executions of the block have in common if they may differ in their spatial and reduce iters.
Conjunction sameButIters(const Block& block, const analysis::EnclosingBlock& own, const Instance& x) {
  Conjunction same;
  for (size_t i = 0; i < own.loopsOutside; ++i) {
    const std::string loop = std::string("@") + std::to_string(i);
    const bool followed = std::any_of(own.values.begin(), own.values.end(),
                                      [&](const std::string& value) { return mentions(value, loop); });
    if (!followed) same.push_back(dim("a", static_cast<int>(i)) + " = " + dim("b", static_cast<int>(i)));
  }
  const auto equal = [&](const std::string& value) {
    same.push_back(substituteAt(value, "a") + " = " + substituteAt(value, "b"));
  };
  for (const analysis::EnclosingBlock& outer : x.blocks) {
    if (outer.id == own.id) break;
    for (const std::string& value : outer.values) equal(value);
  }
  for (size_t i = 0; i < block.iters.size(); ++i)
    if (block.iters[i].kind != IterKind::Spatial && block.iters[i].kind != IterKind::Reduce) equal(own.values[i]);
  return same;
}

const analysis::EnclosingBlock* enclosing(const Instance& x, BlockId block) {
  const auto at = std::find_if(x.blocks.begin(), x.blocks.end(), [&](const auto& b) { return b.id == block; });
  return at == x.blocks.end() ? nullptr : &*at;
}

}  // namespace

Verdict spatialIterHolds(const PrimFunc& function, const Block& block, size_t iter, unsigned long operations) {
  Query query(function, operations);
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
      if (std::any_of(p->values.begin(), p->values.end(), [](const std::string& v) { return v.empty(); })) continue;
      Conjunction way = sameButIters(block, *p, x);
      way.push_back(substituteAt(p->values[iter], "a") + " < " + substituteAt(q->values[iter], "b"));
      query.forbid(x, y, {way}, exempt);
    }
  return query.verdict;
}

Verdict mayExchange(const PrimFunc& function, const Stmt& first, const Stmt& second, unsigned long operations) {
  Query query(function, operations);
  std::set<uint32_t> firstLoops, secondLoops;
  const std::set<uint32_t> firstBlocks = blocksUnder(first, firstLoops),
                           secondBlocks = blocksUnder(second, secondLoops);
  const auto& instances = query.table().instances;
  for (const Instance& x : instances)
    for (const Instance& y : instances) {
      if (!isUnder(x, firstBlocks, firstLoops) || !isUnder(y, secondBlocks, secondLoops)) continue;
      Conjunction same;  // in the same iteration of the common loops
      for (size_t i = 0; i < std::min(x.loops.size(), y.loops.size()) && x.loops[i].id == y.loops[i].id; ++i)
        same.push_back(dim("a", static_cast<int>(i)) + " = " + dim("b", static_cast<int>(i)));
      query.forbid(x, y, {same}, neverExempt);
    }
  return query.verdict;
}

}  // namespace lw
