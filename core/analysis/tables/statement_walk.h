// What tables of a function's statements have in common: where a statement is, when it runs and under which conditions,
// and the walk that finds it out. Each table (accesses.h, statements.h, core/analysis/cost/cost_table.h) writes loops,
// conditions and values in its own way, and adds its own columns.
#pragma once

#include <compare>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "core/ir/ops.h"
#include "core/ir/stmt.h"

namespace lw::analysis {

// The init of a block, or the rest of it. The statements of each are numbered from 0.
struct BlockPart {
  BlockId block;
  bool isInit = false;
  // What it was before a block was made of the init of another one. `made`: the new block, the old one.
  BlockPart original(const std::optional<std::pair<BlockId, BlockId>>& made) const {
    return made && made->first == block ? BlockPart{made->second, true} : *this;
  }
  friend constexpr auto operator<=>(const BlockPart&, const BlockPart&) = default;
};

// One step of a statement's path from the root: a position in a sequence, or a loop.
struct TimeStep {
  int position = 0;    // in a sequence (loop < 0)
  int dimension = -1;  // index into StatementRow::loops
};

// A statement with all its executions.
template <class Loop, class Condition, class Value>
struct StatementRow {
  BlockId block;            // innermost block around it
  bool isInit = false;      // is in the init of its own block, not in a block inside that init
  int ordinal = 0;          // of the statement within its part of the block
  std::vector<Loop> loops;  // outermost first
  std::vector<TimeStep> time;
  std::vector<Condition> conditions;  // guards and predicates
  // Identifies an execution of the block's statement, whatever loops drive it: the values of the iters of the enclosing
  // blocks (for an init: without the reduce iters), then of the loops inside the innermost block.
  std::vector<Value> key;
  BlockPart part() const { return {block, isInit}; }
};

template <class Loop, class Condition, class Value>
class StatementWalk {
 public:
  virtual ~StatementWalk() = default;

 protected:
  virtual void walk(const Stmt& s) = 0;          // calls visit()
  virtual void loop(const For& n) = 0;           // calls enterLoop(), then walks the body
  virtual void block(const Block& n) = 0;        // calls enterBlock()
  virtual void addCondition(const Expr& e) = 0;  // to around_.conditions

  // Walks what encloses other statements, and leaves the other kinds to the table.
  template <class... Fs>
  void visit(const Stmt& s, const Fs&... others) {
    s.match([&](const For& n) { inside([&] { loop(n); }); }, [&](const Block& n) { inside([&] { block(n); }); },
            [&](const Seq& n) {
              for (size_t i = 0; i < n.stmts.size(); ++i) at(static_cast<int>(i), [&] { walk(n.stmts[i]); });
            },
            [&](const IfThenElse& n) {
              at(0, [&] { addCondition(n.condition), walk(n.thenBody); });
              if (n.elseBody) at(1, [&] { addCondition(logicalNot(n.condition)), walk(*n.elseBody); });
            },
            others...);
  }

  // What `work` adds to the surroundings is removed after it. Nothing is copied.
  template <class F>
  void inside(const F& work) {
    const auto shorten = [](auto& list, size_t size) {
      list.erase(list.begin() + static_cast<std::ptrdiff_t>(size), list.end());
    };
    const size_t loops = around_.loops.size(), time = around_.time.size(), conditions = around_.conditions.size(),
                 key = around_.key.size();
    const Place place = place_;
    work();
    shorten(around_.loops, loops), shorten(around_.time, time);
    shorten(around_.conditions, conditions), shorten(around_.key, key);
    place_ = place;
  }

  void enterLoop(Loop loop) {
    around_.time.push_back({0, static_cast<int>(around_.loops.size())});
    around_.loops.push_back(std::move(loop));
  }

  // Walks the init, for which the reduce iters are at their start, and the body. `values`: of the iters; empty: the
  // table has no keys.
  void enterBlock(const Block& n, const std::vector<Value>& values) {
    place_.block = &n;
    place_.isInit = false;
    place_.loopsOutside = around_.loops.size();
    if (n.init) {
      at(0, [&] {
        place_.isInit = true;
        ordinals_[{n.id, true}] = 0;  // an init may be stated twice (core/analysis/shapes/empty_reductions.h)
        for (size_t i = 0; i < n.iters.size(); ++i)
          if (n.iters[i].kind == IterKind::Reduce)
            addCondition(eq(n.iters[i].var, n.iters[i].domain.min));
          else if (!values.empty())
            around_.key.push_back(values[i]);
        walk(*n.init);
      });
      around_.time.push_back({1, -1});
    }
    around_.key.insert(around_.key.end(), values.begin(), values.end());
    walk(n.body);
  }

  // Of the next statement. Its key lacks the loops inside the innermost block, from place_.loopsOutside on.
  StatementRow<Loop, Condition, Value> nextRow() {
    StatementRow<Loop, Condition, Value> row = around_;
    if (place_.block) row.block = place_.block->id;
    row.isInit = place_.isInit;
    row.ordinal = ordinals_[row.part()]++;
    return row;
  }

  StatementRow<Loop, Condition, Value> around_;
  struct Place {
    const Block* block = nullptr;  // the innermost one
    bool isInit = false;
    size_t loopsOutside = 0;  // of the block
    bool exact = true;        // false: a condition or the length of a loop is not in around_
  } place_;

 private:
  template <class F>
  void at(int position, const F& work) {
    inside([&] {
      around_.time.push_back({position, -1});
      work();
    });
  }

  std::map<BlockPart, int> ordinals_;  // statements seen in each part
};

}  // namespace lw::analysis
