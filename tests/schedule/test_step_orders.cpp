// The same steps in every order: they give the same program in each order that is accepted, and an order is refused
// only where a step names what does not exist yet, or a consumer that is not there yet.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <set>

#include "core/schedule/support/quick_legality.h"
#include "core/script/schedule_script.h"
#include "core/text/print/printer.h"
#include "core/text/tir/parser.h"

namespace lw::step_orders {
namespace {

constexpr const char* kTiles = R"(
@T.prim_func
def chain(x: T.handle, y: T.handle, r: T.handle):
    n = T.int32()
    X = T.match_buffer(x, (n,), "float32")
    Y = T.match_buffer(y, (n,), "float32")
    R = T.match_buffer(r, (n,), "float32")
    P = T.alloc_buffer((n,), "float32")
    Q = T.alloc_buffer((n,), "float32")
    for i in range(n):
        with T.block("P"):
            v = T.axis.spatial(n, i)
            P[v] = X[v] * Y[v]
    for i in range(n):
        with T.block("Q"):
            v = T.axis.spatial(n, i)
            Q[v] = P[v] - T.float32(3)
    for i in range(n):
        with T.block("R"):
            v = T.axis.spatial(n, i)
            R[v] = Q[v] + X[v]
)";

// Neighbouring tiles share elements of the intermediates.
constexpr const char* kHalo = R"(
@T.prim_func
def halo(x: T.handle, r: T.handle):
    n = T.int32()
    X = T.match_buffer(x, (n + 2,), "float32")
    R = T.match_buffer(r, (n,), "float32")
    P = T.alloc_buffer((n + 2,), "float32")
    Q = T.alloc_buffer((n + 1,), "float32")
    for i in range(n + 2):
        with T.block("P"):
            v = T.axis.spatial(n + 2, i)
            P[v] = X[v] * T.float32(2)
    for i in range(n + 1):
        with T.block("Q"):
            v = T.axis.spatial(n + 1, i)
            Q[v] = P[v] * P[v + 1]
    for i in range(n):
        with T.block("R"):
            v = T.axis.spatial(n, i)
            R[v] = Q[v] + Q[v + 1]
)";

Schedule start(const char* text) { return Schedule(Snapshot(*parseSource("orders.py", text).select(""))); }

struct Orders {
  int accepted = 0;
  std::set<std::string> programs, refusals;  // the programs that they give; the kinds of their refusals
};

// The first step stays the first: the others name its loops.
Orders inAllOrders(const char* program, std::vector<std::string> steps) {
  Orders orders;
  std::sort(steps.begin() + 1, steps.end());
  do {
    Schedule s = start(program);
    bool fine = true;
    for (size_t i = 0; i < steps.size() && fine; ++i) {
      const ScriptRun run = interpretStep(steps[i], s);
      if (run.error) orders.refusals.insert(run.error->kind);
      fine = !run.error;
      s = run.schedule;
    }
    if (!fine) continue;
    ++orders.accepted;
    orders.programs.insert(print(s.program().function()).text);
  } while (std::next_permutation(steps.begin() + 1, steps.end()));
  return orders;
}

struct OrderRow {
  const char* program;
  std::vector<std::string> steps;
  int accepted;
};

TEST(StepOrders, GiveTheSameProgramWhereTheyAreAccepted) {
  const OrderRow rows[] = {
      {kTiles, {"split('R.i', [16, None])", "parallel('R.i_0')", "compute_at('Q', 'R.i_0')"}, 2},
      {kTiles,
       {"split('R.i', [16, None])", "parallel('R.i_0')", "compute_at('Q', 'R.i_0')", "compute_at('P', 'R.i_0')"},
       3},
      {kTiles,
       {"split('R.i', [None, 8])", "vectorize('R.i_1')", "compute_at('Q', 'R.i_1')", "compute_at('P', 'R.i_1')"},
       3},
      {kTiles,
       {"split('R.i', [None, 8])", "parallel('R.i_0')", "vectorize('R.i_1')", "compute_at('Q', 'R.i_0')",
        "compute_at('P', 'R.i_0')"},
       12},
      {kTiles,
       {"split('Q.i', [None, 3, 7])", "reverse_compute_at('R', 'Q.i_1')", "compute_at('P', 'Q.i_0')", "unroll('Q.i_1')",
        "parallel('Q.i_0')"},
       24},
      {kTiles,
       {"split('Q.i', [None, 32])", "parallel('Q.i_0')", "reverse_compute_at('R', 'Q.i_0')",
        "compute_at('P', 'Q.i_0')"},
       6},
      {kHalo,
       {"split('R.i', [16, None])", "parallel('R.i_0')", "compute_at('Q', 'R.i_0')", "compute_at('P', 'R.i_0')"},
       3},
      {kHalo,
       {"split('R.i', [None, 8])", "parallel('R.i_0')", "compute_at('Q', 'R.i_0')", "compute_at('P', 'R.i_0')"},
       3},
      {kHalo, {"split('R.i', [None, 8])", "vectorize('R.i_1')", "compute_at('Q', 'R.i_1')"}, 2},
  };
  const std::set<std::string> early = {"compute_at.no-partner"};
  for (const OrderRow& row : rows) {
    const Orders orders = inAllOrders(row.program, row.steps);
    EXPECT_EQ(orders.accepted, row.accepted) << row.steps.front() << ", " << row.steps.back();
    EXPECT_EQ(orders.programs.size(), 1u) << row.steps.front() << ", " << row.steps.back();
    EXPECT_TRUE(std::includes(early.begin(), early.end(), orders.refusals.begin(), orders.refusals.end()))
        << row.steps.front() << ": " << testing::PrintToString(orders.refusals);
  }
}

// Not by the signatures of the blocks.
TEST(StepOrders, TilesOfSymbolicSizeAreProvedToBeIndependent) {
  for (const char* program : {kTiles, kHalo}) {
    Schedule s = start(program);
    for (const char* step : {"split('R.i', [16, None])", "compute_at('Q', 'R.i_0')", "compute_at('P', 'R.i_0')"}) {
      const ScriptRun run = interpretStep(step, s);
      ASSERT_FALSE(run.error) << toText(*run.error);
      s = run.schedule;
    }
    EXPECT_TRUE(provablyIndependent(s.program(), s.program().loopsNamed("i_0").front()));
    for (const LoopId inner : s.program().loopsNamed("i_1")) EXPECT_TRUE(provablyIndependent(s.program(), inner));
  }
}

// A step larger than a tile by one, smaller by one, and a store that a later tile repeats.
TEST(StepOrders, TilesThatOverlapAreNotIndependent) {
  const auto tiles = [](const std::string& index, const std::string& extent) {
    return start(("@T.prim_func\ndef f(a: T.handle, s: T.int32):\n    A = T.match_buffer(a, (1000,), \"int32\")\n"
                  "    for x in range(4):\n        for i in range(" +
                  extent + "):\n            with T.block(\"B\"):\n                A[" + index + "] = x\n")
                     .c_str());
  };
  const auto proved = [&](const std::string& index, const std::string& extent) {
    const Schedule s = tiles(index, extent);
    return provablyIndependent(s.program(), s.program().loopsNamed("x").front());
  };
  EXPECT_TRUE(proved("x * s + i", "s"));
  EXPECT_TRUE(proved("x * (s + 1) + i", "s"));
  EXPECT_FALSE(proved("x * s + i", "s + 1"));
  EXPECT_FALSE(proved("x * (s - 1) + i", "s"));
  EXPECT_TRUE(proved("x * ((s + 15) // 16) + i", "(s + 15) // 16"));
  EXPECT_FALSE(proved("x * ((s + 15) // 16) + i", "(s + 16) // 16"));
  EXPECT_FALSE(proved("x * s + i * 2", "s"));
  EXPECT_FALSE(proved("x * i", "s"));
}

// Two stores with tiles of the size s + a or (s + a) // b: where they are proved to be independent, no two iterations
// store to one element, whatever s is.
TEST(StepOrders, IndependentTilesAgreeWithEnumeration) {
  std::mt19937 random(5);
  const auto pick = [&](int low, int high) { return std::uniform_int_distribution<int>(low, high)(random); };
  struct Size {
    int add, by;
    std::string text() const { return "((s + " + std::to_string(add) + ") // " + std::to_string(by) + ")"; }
    int at(int s) const { return s + add < 0 ? -((-(s + add) + by - 1) / by) : (s + add) / by; }
  };
  int proofs = 0;
  for (int round = 0; round < 1500; ++round) {
    const Size step{pick(0, 3), pick(1, 3)};
    struct Store {
      Size extent;
      int factor, offset;
    };
    std::vector<Store> stores;
    std::string body;
    for (int n = pick(1, 2); n > 0; --n) {
      const Store& store = stores.emplace_back(
          Store{pick(0, 2) ? step : Size{pick(0, 3), pick(1, 3)}, pick(0, 3) ? 1 : 2, pick(0, 3) ? 0 : pick(-1, 1)});
      body += "        for i in range(" + store.extent.text() + "):\n            A[x * " + step.text() + " + i * " +
              std::to_string(store.factor) + " + " + std::to_string(store.offset) + "] = x\n";
    }
    const Schedule s = start(("@T.prim_func\ndef f(a: T.handle, s: T.int32):\n    A = T.match_buffer(a, (1000,), "
                              "\"int32\")\n    for x in range(4):\n" +
                              body)
                                 .c_str());
    if (!provablyIndependent(s.program(), s.program().loopsNamed("x").front())) continue;
    ++proofs;
    for (int size = -4; size <= 9; ++size) {
      std::map<int, int> writers;
      for (int x = 0; x < 4; ++x)
        for (const Store& store : stores)
          for (int i = 0; i < store.extent.at(size); ++i)
            ASSERT_EQ(writers.emplace(x * step.at(size) + i * store.factor + store.offset, x).first->second, x)
                << "s = " << size << "\n"
                << body;
    }
  }
  EXPECT_GT(proofs, 100);
}

}  // namespace
}  // namespace lw::step_orders
