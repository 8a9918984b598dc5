#include "core/trace/trace.h"

#include <gtest/gtest.h>

#include "core/ir/equal.h"
#include "core/ir/ops.h"
#include "core/trace/history.h"

namespace lw {
namespace {

// for r in range(extent): for c in range(6): Q[r, c] = P[r, c] + 1
PrimFunc rows(int extent, const char* outer = "r") {
  PrimFunc f("rows", Evaluate{0});
  const Buffer a = makeBuffer("P", {extent, 6}, dtype::Float32), b = makeBuffer("Q", {extent, 6}, dtype::Float32);
  const Var pa("P", dtype::Handle()), pb("Q", dtype::Handle()), r(outer), c("c"), vr("vr"), vc("vc");
  f.params = {pa, pb};
  f.buffers = {{pa, a}, {pb, b}};
  const BlockId root = f.freshBlock();
  const LoopId outerLoop = f.freshLoop(), innerLoop = f.freshLoop();
  Block block(f.freshBlock(), "Q", BufferStore{b, {vr, vc}, BufferLoad{a, {vr, vc}} + 1});
  block.iters = {{vr, {0, extent}, IterKind::Spatial}, {vc, {0, 6}, IterKind::Spatial}};
  block.bindings = {r, c};
  block.reads = {{a, {{vr, 1}, {vc, 1}}}};
  block.writes = {{b, {{vr, 1}, {vc, 1}}}};
  f.body = Block(
      root, "root",
      For{outerLoop, r, 0, extent, ForKind::Serial, "", {}, For{innerLoop, c, 0, 6, ForKind::Serial, "", {}, block}});
  return f;
}

constexpr const char* kJson = R"([
  [
    ["GetBlock", [], ["Q", "main"], ["b0"]],
    ["GetLoops", ["b0"], [], ["l1", "l2"]],
    ["Split", ["l1", "None", 8], [true, false], ["l3", "l4"]],
    ["Reorder", ["l3", "l2", "l4"], [], []],
    ["Fuse", ["l3", "l2"], [1], ["l5"]],
    ["Annotate", ["l5", {"m": "\"x\"", "n": [4, 0.5]}], ["size"], []],
    ["Parallel", ["l5"], [], []]
  ],
  []
]
)";

TEST(Trace, JsonIsReadAndWrittenAsTvmDoes) {
  const Result<Trace> trace = traceFromJson(kJson);
  ASSERT_TRUE(trace.ok()) << toText(trace.error());
  EXPECT_EQ(toJson(*trace), kJson);
  const Result<Schedule> schedule = replay(Snapshot(rows(48)), *trace);
  ASSERT_TRUE(schedule.ok()) << toText(schedule.error());
  EXPECT_EQ(toJson(traceOf(*schedule)), kJson) << "our own trace is the one that was replayed";
  EXPECT_NE(toJson(*trace, Dialect::Tvm).find("[\"GetSBlock\", [], [\"Q\", \"main\"], [\"b0\"]]"), std::string::npos);
}

// Where TVM writes an argument as an attribute, a sampled number is written by its name.
TEST(Trace, SampledNumbersAreReadInAttributes) {
  const std::string text = R"([
  [
    ["SampleCategorical", [], [[1, 2], [0.5, 0.5]], ["v0"]],
    ["GetBlock", [], ["Q", "main"], ["b1"]],
    ["GetLoops", ["b1"], [], ["l2", "l3"]],
    ["Prefetch", ["l2", []], ["P", "v0"], ["b4"]]
  ],
  [[0, 1]]
]
)";
  const Result<Trace> trace = traceFromJson(text);
  ASSERT_TRUE(trace.ok()) << toText(trace.error());
  const Result<Schedule> schedule = replay(Snapshot(rows(48)), *trace);
  ASSERT_TRUE(schedule.ok()) << toText(schedule.error());
  EXPECT_EQ(toJson(traceOf(*schedule)), toJson(*trace));
  EXPECT_NE(toJson(*trace).find("\"v0\"]"), std::string::npos) << toJson(*trace);
}

TEST(Trace, PythonNamesArgumentsAsTvmDoes) {
  const Result<Trace> trace = traceFromJson(kJson);
  ASSERT_TRUE(trace.ok());
  EXPECT_EQ(toPython(*trace), R"(def apply_trace(sch):
    b0 = sch.get_block(name="Q", func_name="main")
    l1, l2 = sch.get_loops(block=b0)
    l3, l4 = sch.split(loop=l1, factors=[None, 8], preserve_unit_iters=True, disable_predication=False)
    sch.reorder(l3, l2, l4)
    l5 = sch.fuse(l3, l2, preserve_unit_iters=True)
    sch.annotate(block_or_loop=l5, ann_key="size", ann_val={"m": "x", "n": [4, 0.5]})
    sch.parallel(loop=l5)
)");
}

TEST(Trace, BadJsonIsRefusedWithThePlace) {
  const auto message = [](const char* text) { return traceFromJson(text).error().message; };
  EXPECT_EQ(message("[[], []"), message("[[], []"));
  EXPECT_TRUE(message("[[], []").starts_with("the trace is not JSON: "));
  EXPECT_EQ(message("{}"), "the trace should be a list of instructions and a list of decisions");
  EXPECT_EQ(message(R"([[["Splt", [], [], []]], []])"), "instruction 0 is of the unknown kind \"Splt\"");
  EXPECT_EQ(message(R"([[["Split", ["l7", 2, 3], [true, false], []]], []])"),
            "instruction 0 (Split) uses l7, which no instruction before it defines");
  EXPECT_EQ(message(R"([[["GetLoops", [], [], []]], []])"), "instruction 0 (GetLoops) has 0 inputs, but takes 1");
  EXPECT_EQ(message(R"([[["GetBlock", [1], ["a", "main"], []]], []])"),
            "instruction 0 (GetBlock) has 1 inputs, but takes 0");
  EXPECT_EQ(message(R"([[17], []])"), "instruction 0 should be [kind, inputs, attributes, outputs]");
}

TEST(Trace, ReplayOntoAnEditedProgramReportsCasualties) {
  const Result<Trace> trace = traceFromJson(kJson);
  const Result<Schedule> old = replay(Snapshot(rows(48)), *trace);
  ASSERT_TRUE(old.ok());
  const Replayed larger = replayOnto(Snapshot(rows(96)), *old);
  EXPECT_TRUE(larger.droppedSteps.empty());
  const Replayed renamed = replayOnto(Snapshot(rows(48, "row")), *old);
  EXPECT_TRUE(renamed.droppedSteps.empty()) << "a renamed loop is found by its position";
  PrimFunc other = rows(48);
  const auto* root = other.body.as<Block>();
  Block copy = *root;
  copy.body = mapBlocks(root->body, [](const Block& b) {
    Block r = b;
    r.name = "R";
    return r;
  });
  other.body = copy;
  const Replayed lost = replayOnto(Snapshot(other), *old);
  ASSERT_EQ(lost.droppedSteps.size(), 7u);
  EXPECT_EQ(lost.droppedSteps[0].why.message, "there is no block named \"Q\" in rows");
  EXPECT_EQ(lost.droppedSteps[1].why.message, "block Q of the earlier program has no counterpart in this one");
  EXPECT_EQ(lost.droppedSteps[2].text, "split(r, [None, 8])");
}

TEST(History, UndoRedoAndBranches) {
  History history{Snapshot(rows(48))};
  EXPECT_FALSE(history.undo());
  Schedule first = history.schedule();
  ASSERT_TRUE(first.apply("parallel", {"r"}).ok());
  const int parallel = history.add(first, "parallel(r)");
  ASSERT_TRUE(history.undo());
  Schedule second = history.schedule();
  ASSERT_TRUE(second.apply("vectorize", {"c"}).ok());
  const int vectorized = history.add(second, "vectorize(c)");
  EXPECT_EQ(history.children(0), (std::vector{parallel, vectorized}));
  history.goTo(parallel);
  EXPECT_TRUE(history.undo());
  EXPECT_TRUE(history.redo());
  EXPECT_EQ(history.current(), parallel) << "redo goes where undo came from";
  history.rename(vectorized, "lanes");
  EXPECT_EQ(history.firstNamed("lanes"), vectorized);
  history.goTo(0);
  Schedule again = history.schedule();
  ASSERT_TRUE(again.apply("parallel", {"r"}).ok());
  EXPECT_EQ(history.add(again, "parallel(r)"), parallel)
      << "the same step at the same place is the branch that is there";
  EXPECT_EQ(history.children(0), (std::vector{parallel, vectorized}));
  EXPECT_TRUE(history.schedule().program().sameAs(again.program()));
  history.goTo(vectorized);
  history.remove(vectorized);
  EXPECT_EQ(history.current(), 0);
  EXPECT_EQ(history.variants(), std::vector{parallel});
}

}  // namespace
}  // namespace lw
