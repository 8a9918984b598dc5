#include "core/schedule/schedule.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "core/ir/debug_text.h"
#include "core/ir/jumps.h"
#include "core/ir/ops.h"

namespace lw {
namespace {

// for i in range(extent): B[i] = A[i] + 1, as a function with a root block.
PrimFunc elementwise(int extent) {
  PrimFunc f("add_one", Evaluate{0});
  const Buffer a = makeBuffer("A", {extent}, dtype::Float32), b = makeBuffer("B", {extent}, dtype::Float32);
  const Var pa("A", dtype::Handle()), pb("B", dtype::Handle()), i("i"), vi("vi");
  f.params = {pa, pb};
  f.buffers = {{pa, a}, {pb, b}};
  const BlockId root = f.freshBlock();
  const LoopId loop = f.freshLoop();
  Block block(f.freshBlock(), "B", BufferStore{b, {vi}, BufferLoad{a, {vi}} + 1});
  block.iters = {{vi, {0, extent}, IterKind::Spatial}};
  block.bindings = {i};
  block.reads = {{a, {{vi, 1}}}};
  block.writes = {{b, {{vi, 1}}}};
  f.body = Block(root, "root", For{loop, i, 0, extent, ForKind::Serial, "", {}, block});
  return f;
}

StepValue::List list(const Result<StepValue>& r) {
  EXPECT_TRUE(r.ok()) << (r.ok() ? "" : toText(r.error()));
  return r.ok() && r->as<StepValue::List>() ? *r->as<StepValue::List>() : StepValue::List{};
}

TEST(Schedule, HandlesFollowTvm) {
  Schedule sch{Snapshot(elementwise(50))};
  const Result<StepValue> block = sch.apply("get_block", {"B"});
  ASSERT_TRUE(block.ok());
  const StepValue::List first = list(sch.apply("get_loops", {*block})), second = list(sch.apply("get_loops", {*block}));
  ASSERT_EQ(first.size(), 1u);
  EXPECT_EQ(toText(first[0]), "l1");
  EXPECT_EQ(toText(second[0]), "l2") << "each call gives new handles";
  const StepValue::List halves = list(sch.apply("split", {first[0], StepValue::List{StepValue(), 16}}));
  ASSERT_EQ(halves.size(), 2u);
  const Result<StepValue> again = sch.apply("split", {second[0], StepValue::List{2, StepValue()}});
  ASSERT_FALSE(again.ok());
  EXPECT_EQ(again.error().message, "loop i no longer exists: step 1 (split) consumed it");
  EXPECT_EQ(again.error().hint, "use what split returned");
  EXPECT_EQ(sch.stepCount(), 4);
  EXPECT_EQ(toText(sch.step(0).args[1]), "\"main\"") << "a lone function is called main";
}

// What a state knows of jumps follows each change of a function.
TEST(Schedule, StatesKnowTheLoopThatIsLeft) {
  const Snapshot plain(elementwise(50));
  EXPECT_EQ(plain.loopWithJump(), "");
  const LoopId id = plain.loops(0).front();
  const For& loop = plain.loop(id);
  const Stmt leaving =
      withBody(loop, Seq{{loop.body, Evaluate{Expr(Call{dtype::Void(), std::string(kBreakLoop), {}})}}});
  const Snapshot left = plain.withFunction(0, replaceStmt(plain.function(), plain.stmt(id), leaving));
  EXPECT_EQ(left.loopWithJump(), "i");
  const Status refused = Schedule(left).check(kParallel, {id});
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error().message, "loop i contains `break` or `continue`, and steps do not follow such a jump");
  EXPECT_EQ(left.withFunction(0, plain.function()).loopWithJump(), "");
}

// for i in range(16): B[ids[i]] = A[i], over an axis of the given kind, perhaps with the promise that no element is
// written twice.
PrimFunc scatter(IterKind kind, bool promised) {
  PrimFunc f("scatter", Evaluate{0});
  const Buffer a = makeBuffer("A", {16}, dtype::Float32), b = makeBuffer("B", {16}, dtype::Float32),
               ids = makeBuffer("ids", {16}, dtype::Int32);
  const Var pa("A", dtype::Handle()), pb("B", dtype::Handle()), pi("ids", dtype::Handle()), i("i"), vi("vi");
  f.params = {pa, pb, pi};
  f.buffers = {{pa, a}, {pb, b}, {pi, ids}};
  const BlockId root = f.freshBlock();
  const LoopId loop = f.freshLoop();
  Block block(f.freshBlock(), "B", BufferStore{b, {BufferLoad{ids, {vi}}}, BufferLoad{a, {vi}}});
  block.iters = {{vi, {0, 16}, kind}};
  block.bindings = {i};
  block.reads = {{a, {{vi, 1}}}, {ids, {{vi, 1}}}};
  block.writes = {{b, {{0, 16}}}};
  if (promised) block.annotations.emplace("distinct_writes", 1);
  f.body = Block(root, "root", For{loop, i, 0, 16, ForKind::Serial, "", {}, block});
  return f;
}

TEST(Schedule, SaysWhereTheSignatureDecided) {
  const auto checked = [](IterKind kind, const char* primitive, bool promised) {
    const Snapshot program(scatter(kind, promised));
    return findPrimitive(primitive)->check(program, {program.loops(0).front()});
  };
  const Result<Checked> accepted = checked(IterKind::Spatial, "parallel", true);
  ASSERT_TRUE(accepted.ok());
  EXPECT_TRUE(accepted->conservative) << "the promise is trusted, and that is said";
  const Result<Checked> doubted = checked(IterKind::Spatial, "parallel", false);
  ASSERT_FALSE(doubted.ok());
  EXPECT_NE(doubted.error().hint.find("promise it: annotate("), std::string::npos) << doubted.error().hint;
  const Result<Checked> refused = checked(IterKind::Opaque, "vectorize", true);
  ASSERT_FALSE(refused.ok());
  EXPECT_TRUE(refused.error().conservative);
  EXPECT_NE(toText(refused.error())
                .find("note: decided from the block's signature: an access is not affine, or there is too much to "
                      "decide exactly"),
            std::string::npos)
      << toText(refused.error());
  const Snapshot plain(elementwise(50));
  EXPECT_FALSE(findPrimitive("parallel")->check(plain, {plain.loops(0).front()})->conservative);
}

TEST(Schedule, SplitAddsGuardAndKeepsSource) {
  Schedule sch{Snapshot(elementwise(50))};
  const LoopId loop = sch.program().loops(0).front();
  const StepValue::List halves = list(sch.apply("split", {loop, StepValue::List{StepValue(), 16}}));
  ASSERT_EQ(halves.size(), 2u);
  EXPECT_EQ(sch.stepCount(), 3) << "get_block and get_loops were recorded for the loop";
  const std::vector<LoopId> loops = sch.program().loops(0);
  ASSERT_EQ(loops.size(), 2u);
  EXPECT_EQ(sch.program().name(loops[0]), "i_0");
  EXPECT_EQ(debugText(sch.program().loop(loops[0]).extent), "4");
  const Block& block = sch.program().block(sch.program().blocksNamed("B", 0).front());
  EXPECT_EQ(debugText(block.predicate), "(((i_0 * 16) + i_1) < 50)");
  EXPECT_TRUE(sch.source().contains(loop));
  EXPECT_FALSE(sch.program().contains(loop));
  EXPECT_EQ(sch.madeBy(loops[1]), 2);
  EXPECT_EQ(sch.follow(loop, 0, 3), loops) << "a selection moves to what the loop became";
}

TEST(Schedule, ManyStepsAreCheapAndDie) {
  Schedule sch{Snapshot(elementwise(50))};
  const Result<StepValue> block = sch.apply("get_block", {"B"});
  for (int i = 0; i < 100'000; ++i) ASSERT_TRUE(sch.apply(kGetLoops, {*block}).ok());
  EXPECT_EQ(sch.stepCount(), 100'001);
}

TEST(Schedule, RefusalsNamePlaceValuesAndRemedy) {
  Schedule sch{Snapshot(elementwise(50))};
  const LoopId loop = sch.program().loops(0).front();
  const Result<StepValue> less = sch.apply("split", {loop, StepValue::List{5, 8}});
  ASSERT_FALSE(less.ok());
  EXPECT_EQ(less.error().message, "the factors of loop i cover 40 of its 50 iterations");
  EXPECT_EQ(sch.stepCount(), 0) << "a refused step leaves nothing behind";
  const Result<StepValue> kind = sch.apply("split", {"B", StepValue::List{5, 8}});
  ASSERT_FALSE(kind.ok());
  EXPECT_EQ(kind.error().message, "there is no loop named \"B\"");
  EXPECT_EQ(kind.error().hint, "the loops are i");
  const Result<StepValue> factors = sch.apply("split", {"i", 8});
  ASSERT_FALSE(factors.ok());
  EXPECT_EQ(factors.error().message,
            "the argument 'factors' of split must be a list of integers and None, not the number 8");
}

TEST(Catalogue, RanksAndKeysAreGivenOnce) {
  std::set<int> ranks;
  std::set<char> keys;
  for (const Primitive* p : allPrimitives()) {
    const Traits& traits = p->traits;
    EXPECT_TRUE(traits.rank == Traits::kUnranked || ranks.insert(traits.rank).second) << p->name << " shares its rank";
    EXPECT_TRUE(!traits.key || keys.insert(traits.key).second) << p->name << " shares its key";
    EXPECT_TRUE(p->query || std::ranges::find(stepGroups(), p->group) != stepGroups().end())
        << p->name << " is in no group of the tool row";
  }
  EXPECT_EQ(keys.size(), 8u);
}

TEST(Catalogue, TypesOfParametersAreComplete) {
  for (const ParamType type : paramTypes()) {
    const ParamTypeInfo& info = infoOf(type);
    EXPECT_FALSE(info.name.empty());
    EXPECT_TRUE(!info.item || info.list) << info.name;
    EXPECT_TRUE(!info.list || info.typed == Typed::List || info.typed == Typed::Factors) << info.name;
  }
  EXPECT_TRUE(fits(ParamType::Factors, StepValue::List{StepValue(), 8}));
  EXPECT_FALSE(fits(ParamType::Ints, StepValue::List{StepValue(), 8}));
  EXPECT_TRUE(fits(ParamType::Loops, StepValue::List{"i", "j"}));
  EXPECT_FALSE(fits(ParamType::Block, 8));
}

}  // namespace
}  // namespace lw
