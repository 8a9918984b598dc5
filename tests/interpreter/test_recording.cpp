// Runs that are kept step by step.
#include "backends/interpreter/recording.h"

#include <gtest/gtest.h>

#include <cmath>

#include "core/ir/ops.h"

namespace lw {
namespace {

// T[i] = A[i] * 2 for i < 3; then B[i] = T[i] + 1.
struct TwoStages {
  Buffer a = makeBuffer("A", {3}, dtype::Float32), b = makeBuffer("B", {3}, dtype::Float32),
         t = makeBuffer("T", {3}, dtype::Float32);
  PrimFunc f{"two", Evaluate{0}};
  BlockId first, second;
  LoopId loop;

  TwoStages() {
    const Var pa("pa", dtype::Handle()), pb("pb", dtype::Handle());
    f.params = {pa, pb};
    f.buffers = {{pa, a}, {pb, b}};
    Block root(f.freshBlock(), "root",
               sequence({stage("T", t, a, true, first, &loop), stage("B", b, t, false, second, nullptr)}));
    root.allocs = {t};
    f.body = root;
  }
  Stmt stage(const char* name, const Buffer& to, const Buffer& from, bool doubled, BlockId& id, LoopId* around) {
    const Var i("i"), v("v");
    const Expr value = BufferLoad{from, {v}};
    id = f.freshBlock();
    Block block(
        id, name,
        BufferStore{to, {v}, doubled ? value * makeFloat(dtype::Float32, 2) : value + makeFloat(dtype::Float32, 1)});
    block.iters = {{v, {0, 3}, IterKind::Spatial}};
    block.bindings = {i};
    const LoopId own = f.freshLoop();
    if (around) *around = own;
    return For{own, i, 0, 3, ForKind::Serial, "", {}, block};
  }
  std::vector<Argument> arguments() const {
    NDArray in = NDArray::zeros(dtype::Float32, {3});
    for (int i = 0; i < 3; ++i) in.set(i, i + 1);
    return {in, NDArray::zeros(dtype::Float32, {3})};
  }
};

TEST(Recording, KeepsEveryAccessInOrder) {
  const TwoStages p;
  const Result<Recording> r = record(p.f, p.arguments());
  ASSERT_TRUE(r.ok()) << r.error().message;
  ASSERT_EQ(r->memories.size(), 3u);
  EXPECT_EQ(r->memories[0].name, "A");
  EXPECT_EQ(r->memories[2].name, "T");
  EXPECT_FALSE(r->memories[2].parameter);
  EXPECT_FALSE(r->memories[0].stored);
  EXPECT_TRUE(r->memories[2].stored);
  EXPECT_TRUE(r->complete);
  ASSERT_EQ(r->accesses.size(), 12u) << "a load and a store of each of six blocks";
  const Recording::Access& load = r->accesses[2];
  EXPECT_EQ(load.memory, 0);
  EXPECT_EQ(load.element, 1);
  EXPECT_FALSE(load.store);
  EXPECT_EQ(load.value, 2);
  const Recording::Access& store = r->accesses[3];
  EXPECT_EQ(store.memory, 2);
  EXPECT_TRUE(store.store);
  EXPECT_EQ(store.value, 4);
  EXPECT_TRUE(std::isnan(store.before)) << "nothing was written there yet";
  EXPECT_EQ(r->addressOf(r->accesses[2]) - r->addressOf(r->accesses[0]), 4);
  EXPECT_EQ(r->addressOf(r->accesses[1]) % 4096, 0);
}

TEST(Recording, NamesTheBlockAndTheIteration) {
  const TwoStages p;
  const Result<Recording> r = record(p.f, p.arguments());
  ASSERT_TRUE(r.ok());
  ASSERT_EQ(r->instances.size(), 7u) << "the run, and three executions of two blocks";
  const Recording::Instance& last = r->instances[6];
  EXPECT_EQ(last.block, p.second);
  EXPECT_EQ(last.name, "B");
  EXPECT_EQ(last.firstAccess, 10u);
  EXPECT_EQ(r->loopValues(last), (std::vector<std::pair<std::string, int64_t>>{{"i", 2}}));
  EXPECT_EQ(r->accesses[10].instance, 6);
  EXPECT_EQ(r->accesses[5].instance, 3);
}

TEST(Recording, ReplayGoesForwardAndBack) {
  const TwoStages p;
  const Result<Recording> r = record(p.f, p.arguments());
  ASSERT_TRUE(r.ok());
  Replay replay(*r);
  replay.moveTo(12);
  EXPECT_EQ(replay.valuesOf(1), (std::vector<double>{3, 5, 7}));
  EXPECT_EQ(replay.valuesOf(2), (std::vector<double>{2, 4, 6}));
  replay.moveTo(4);
  EXPECT_EQ(replay.valuesOf(1), (std::vector<double>{0, 0, 0}));
  EXPECT_EQ(replay.valuesOf(2)[1], 4);
  EXPECT_TRUE(std::isnan(replay.valuesOf(2)[2]));
  replay.moveTo(0);
  EXPECT_TRUE(std::isnan(replay.valuesOf(2)[0]));
  replay.moveTo(99);
  EXPECT_EQ(replay.position(), 12u);
}

TEST(Recording, FinalValuesOfEveryBuffer) {
  const TwoStages p;
  const auto values = finalValues(p.f, p.arguments());
  ASSERT_TRUE(values.ok());
  ASSERT_EQ(values->size(), 3u);
  EXPECT_EQ((*values)[0].name, "A");
  EXPECT_FALSE((*values)[0].stored);
  EXPECT_TRUE((*values)[1].stored);
  EXPECT_EQ((*values)[1].values.getDouble(2), 7);
  EXPECT_EQ((*values)[2].name, "T");
  EXPECT_FALSE((*values)[2].parameter);
  EXPECT_EQ((*values)[2].values.getDouble(1), 4);
}

TEST(Recording, StopsAtItsLimit) {
  const TwoStages p;
  const Result<Recording> r = record(p.f, p.arguments(), {.accesses = 5});
  ASSERT_TRUE(r.ok());
  EXPECT_FALSE(r->complete);
  EXPECT_EQ(r->accesses.size(), 5u);
}

}  // namespace
}  // namespace lw
