// Software pipelines: stages of several iterations run together, compute the same values, wait for their copies, and
// are refused if a statement would come before one that it needs.
#include <gmock/gmock.h>

#include "core/ir/async_copies.h"
#include "core/ir/ops.h"
#include "passes/inject_software_pipeline.h"
#include "passes/thread_sync.h"
#include "tests/emulator/gpu_fixture.h"

namespace lw {
namespace {

using namespace lw::test;
using ::testing::HasSubstr;

// B = (A * 2 + 1) through two intermediates, in a serial loop; each test gives the annotations of the pipeline.
std::string chain(const std::string& notes, const std::string& extent = "16",
                  const std::string& bind = "    sch.bind(t, \"threadIdx.x\")\n") {
  return R"(from tvm.script import tir as T


@T.prim_func
def main(A: T.Buffer((32, )" +
         extent + R"(), "float32"), C: T.Buffer((32, )" + extent + R"(), "float32")):
    A_shared = T.alloc_buffer((32, )" +
         extent + R"(), scope="shared")
    B = T.alloc_buffer((32, )" +
         extent + R"(), scope="shared")
    for t, i in T.grid(32, )" +
         extent + R"():
        with T.block("copy"):
            vt, vi = T.axis.remap("SS", [t, i])
            A_shared[vt, vi] = A[vt, vi]
        with T.block("double"):
            vt, vi = T.axis.remap("SS", [t, i])
            B[vt, vi] = A_shared[vt, vi] * T.float32(2)
        with T.block("plus"):
            vt, vi = T.axis.remap("SS", [t, i])
            C[vt, vi] = B[vt, vi] + T.float32(1)


def schedule(sch):
    t, i = sch.get_loops(sch.get_block("copy"))
)" + bind +
         notes;
}

std::string notes(const std::string& stages, const std::string& order, const std::string& async = "") {
  return "    sch.annotate(i, \"software_pipeline_stage\", " + stages +
         ")\n    sch.annotate(i, \"software_pipeline_order\", " + order + ")\n" +
         (async.empty() ? "" : "    sch.annotate(i, \"software_pipeline_async_stages\", " + async + ")\n");
}

PrimFunc before(const PrimFunc& scheduled) {
  PrimFunc f = scheduled;
  for (const Pass* pass : gpuPipeline().passes) {
    if (pass == &kInjectSoftwarePipelinePass) return f;
    f = *pass->run(f, {});
  }
  return f;
}

// The program after the pass computes the same values when the interpreter runs its threads one after another.
void expectSameAfterPass(const Scheduled& s, const std::string& what) {
  const PrimFunc f = before(s.scheduled);
  ASSERT_TRUE(checkSoftwarePipeline(f).ok()) << what << toText(checkSoftwarePipeline(f).error());
  const PrimFunc piped = injectSoftwarePipeline(f);
  Result<std::vector<Argument>> arguments = makeArguments(s.source, {});
  ASSERT_TRUE(arguments.ok());
  std::vector<Argument> got = *arguments;
  const Status ok = interpret(piped, got);
  ASSERT_TRUE(ok.ok()) << what << toText(ok.error()) << print(piped).text;
  expectSameValues(got, wantedOf(s.source, *arguments), what + print(piped).text);
}

TEST(SoftwarePipeline, EveryStageAndOrderThatIsTakenIsRight) {
  int taken = 0;
  std::vector<std::string> orders{"[0, 1, 2]", "[0, 2, 1]", "[1, 0, 2]", "[1, 2, 0]", "[2, 0, 1]", "[2, 1, 0]"};
  for (int a = 0; a < 3; ++a)
    for (int b = 0; b < 4; ++b)
      for (int c = 0; c < 5; c += 2)
        for (const std::string& order : orders)
          for (const char* async : {"", "[0]"}) {
            const std::string stages =
                                  "[" + std::to_string(a) + ", " + std::to_string(b) + ", " + std::to_string(c) + "]",
                              what = stages + " " + order + async;
            const Scheduled s = scheduledBy(chain(notes(stages, order, async), (a + b) % 2 ? "5" : "2"), "schedule");
            const Status fits = checkSoftwarePipeline(before(s.scheduled));
            const auto after = [&](int x, int y, int ox, int oy) { return y > x || (y == x && oy > ox); };
            const int o[] = {order[1] - '0', order[4] - '0', order[7] - '0'};
            EXPECT_EQ(fits.ok(), after(a, b, o[0], o[1]) && after(b, c, o[1], o[2])) << what;
            if (!fits.ok()) {
              EXPECT_THAT(toText(fits.error()), HasSubstr("would run first")) << what;
              continue;
            }
            ++taken;
            expectSameAfterPass(s, what);
            expectRight(s, what);
            if (HasFailure()) return;
          }
  EXPECT_GT(taken, 50);
}

TEST(SoftwarePipeline, MakesAsManyCopiesAsAreInUse) {
  const auto copies = [](const std::string& stages, const std::string& order) {
    const std::string text =
        print(injectSoftwarePipeline(before(scheduledBy(chain(notes(stages, order)), "schedule").scheduled))).text;
    const size_t at = text.find("A_shared = T.alloc_buffer(") + 26;
    return text.substr(at, text.find(')', at) + 1 - at);
  };
  EXPECT_EQ(copies("[0, 0, 0]", "[0, 1, 2]"), "(32, 1)");
  EXPECT_EQ(copies("[0, 1, 1]", "[0, 1, 2]"), "(2, 32, 1)") << "written before the last round's is read";
  EXPECT_EQ(copies("[0, 1, 1]", "[2, 0, 1]"), "(32, 1)") << "read before the next round writes it";
  EXPECT_EQ(copies("[0, 3, 3]", "[0, 1, 2]"), "(4, 32, 1)");
}

// As many iterations as stages, and fewer.
TEST(SoftwarePipeline, FewIterations) {
  for (const char* extent : {"2", "3", "4"}) {
    const Scheduled s = scheduledBy(chain(notes("[0, 1, 3]", "[0, 1, 2]", "[0]"), extent), "schedule");
    expectSameAfterPass(s, extent);
    expectRight(s, extent);
  }
}

// The number of iterations is known only at the launch.
TEST(SoftwarePipeline, SymbolicExtents) {
  const Scheduled s = scheduledBy(R"(from tvm.script import tir as T


@T.prim_func
def main(a: T.handle, c: T.handle):
    n = T.int32()
    A = T.match_buffer(a, (2, n, 32), "float32")
    C = T.match_buffer(c, (2, n, 32), "float32")
    for b, i, t in T.grid(2, n, 32):
        with T.block("C"):
            vb, vi, vt = T.axis.remap("SSS", [b, i, t])
            C[vb, vi, vt] = A[vb, vi, 31 - vt] + T.float32(1)


def schedule(sch):
    block = sch.get_block("C")
    copy = sch.cache_read(block, 0, "shared")
    b, i, t = sch.get_loops(block)
    sch.bind(b, "blockIdx.x")
    sch.compute_at(copy, i)
    sch.bind(t, "threadIdx.x")
    sch.bind(sch.get_loops(copy)[-1], "threadIdx.x")
)" + notes("[0, 2]", "[0, 1]", "[0]"),
                                  "schedule");
  for (const int64_t n : {1, 2, 3, 9}) {
    const EmulatorReport report = expectRight(s, "n=" + std::to_string(n), {.bind = {{"n", n}}});
    EXPECT_FALSE(report.kernels.empty());
  }
}

int waitsOf(const Stmt& s) {
  int n = 0;
  forEachStmt(s, [&](const Stmt& x) {
    const auto* attr = x.as<AttrStmt>();
    n += attr && attr->key == kAsyncWait;
  });
  return n;
}

// Three tiles and one barrier per iteration. A missing wait, or a wait that permits one more group in flight, is
// reported.
TEST(SoftwarePipeline, EveryWaitIsNeeded) {
  // Two thread blocks of five iterations: more than the three tiles.
  const std::string text = smallerProduct(contents(LW_SOURCE_DIR "/samples/gpu/matmul.py"), 64, 40);
  const Scheduled s = scheduledBy(text, "pipelined");
  const EmulatorReport report = expectRight(s, "pipelined"),
                       one = expectRight(scheduledBy(text, "schedule"), "schedule");
  ASSERT_EQ(report.kernels.size(), 1u);
  EXPECT_EQ(report.kernels[0].barriers, 5);
  EXPECT_EQ(report.kernels[0].sharedBytes, 3 * one.kernels[0].sharedBytes);
  const Result<GpuProgram> program = lowerForGpu(s.scheduled, defaultGpuDevice());
  ASSERT_TRUE(program.ok());
  const int waits = waitsOf(program->lowered.body);
  ASSERT_EQ(waits, 3) << print(program->lowered).text;
  for (int wait = 0; wait < waits; ++wait)
    for (const bool dropped : {true, false}) {
      int at = 0;
      PrimFunc broken = program->lowered;
      broken.body = rewriteStmts(broken.body, [&](const Stmt& x) -> std::optional<Stmt> {
        const auto* attr = x.as<AttrStmt>();
        if (!attr || attr->key != kAsyncWait || at++ != wait) return std::nullopt;
        if (dropped) return attr->body;
        AttrStmt later = *attr;
        later.value = makeConst(dtype::Int32, *asInt(attr->value) + 1);
        return Stmt(std::move(later), x.origin());
      });
      const Result<GpuProgram> split = splitHostDevice(broken);
      Result<std::vector<Argument>> arguments = makeArguments(s.source, {});
      const Result<EmulatorReport> found = emulate(*split, s.scheduled, *arguments);
      ASSERT_TRUE(found.ok());
      EXPECT_THAT(textOf(*found), HasSubstr("while an asynchronous copy by")) << wait << dropped;
      EXPECT_THAT(textOf(*found), HasSubstr("may still be in progress")) << wait << dropped;
    }
}

TEST(SoftwarePipeline, NotesThatDoNotFitAreRefused) {
  const auto refusal = [](const std::string& steps) {
    const Result<GpuProgram> program = lowerForGpu(scheduledBy(chain(steps), "schedule").scheduled, defaultGpuDevice());
    return program.ok() ? "taken" : toText(program.error());
  };
  EXPECT_THAT(refusal(notes("[0, 1]", "[0, 1]")),
              HasSubstr("it has 3 statements, but software_pipeline_stage has 2 numbers"));
  EXPECT_THAT(refusal(notes("[0, 1, 1]", "[0, 1, 1]")), HasSubstr("does not contain each of 0 to 2 once"));
  EXPECT_THAT(refusal(notes("[0, -1, 1]", "[0, 1, 2]")), HasSubstr("stage -1 is negative"));
  EXPECT_THAT(refusal(notes("[0, 1, 99]", "[0, 1, 2]")), HasSubstr("more than 9 stages"));
  EXPECT_THAT(refusal("    sch.annotate(i, \"software_pipeline_stage\", [0, 0, 1])\n"),
              HasSubstr("software_pipeline_order is not a list of integers"));
  EXPECT_THAT(refusal(notes("[1, 0, 1]", "[0, 1, 2]")),
              HasSubstr("statement 1 (block \"double\", stage 0) reads A_shared after statement 0 (block \"copy\", "
                        "stage 1) writes it, but would run first"));
  EXPECT_THAT(refusal(notes("[0, 0, 0]", "[0, 2, 1]")),
              HasSubstr("statement 2 (block \"plus\", stage 0) reads B after statement 1 (block \"double\", stage 0) "
                        "writes it, but would run first"));
}

// Values that one iteration passes to the next one stay in order.
TEST(SoftwarePipeline, KeepsWhatIterationsShare) {
  const auto program = [](const std::string& stages, const std::string& order) {
    return scheduledBy(R"(from tvm.script import tir as T


@T.prim_func
def main(A: T.Buffer((9, 32), "float32"), S: T.Buffer((32,), "float32"), L: T.Buffer((9, 32), "float32")):
    for t in T.thread_binding(32, thread="threadIdx.x"):
        for i in range(8):
            with T.block("last"):
                vi, vt = T.axis.remap("SS", [i, t])
                L[vi, vt] = S[vt]
            with T.block("sum"):
                vi, vt = T.axis.remap("RS", [i, t])
                S[vt] = S[vt] + A[vi, vt]


def schedule(sch):
    t, i = sch.get_loops(sch.get_block("sum"))
)" + notes(stages, order),
                       "schedule");
  };
  const Result<GpuProgram> broken = lowerForGpu(program("[0, 1]", "[0, 1]").scheduled, defaultGpuDevice());
  ASSERT_FALSE(broken.ok());
  EXPECT_THAT(broken.error().message,
              HasSubstr("statement 0 (block \"last\", stage 0) reads S after statement 1 (block \"sum\", stage 1) "
                        "writes it in the previous iteration, but would run first"));
  const Scheduled right = program("[0, 1]", "[1, 0]");
  expectSameAfterPass(right, "the sum first");
  expectRight(right, "the sum first");
}

// Only copies to shared memory are under way in an asynchronous stage: what it writes to global memory is there after a
// barrier.
TEST(SoftwarePipeline, OtherThreadsReadWhatAsynchronousStagesWrite) {
  const Scheduled s = scheduledBy(R"(from tvm.script import tir as T


@T.prim_func
def main(A: T.Buffer((5, 32), "float32"), C: T.Buffer((32, 5), "float32")):
    B = T.alloc_buffer((32, 5))
    for t, i in T.grid(32, 5):
        with T.block("turned"):
            vt, vi = T.axis.remap("SS", [t, i])
            B[vt, vi] = A[vi, 31 - vt]
    for t, i in T.grid(32, 5):
        with T.block("plus"):
            vt, vi = T.axis.remap("SS", [t, i])
            C[vt, vi] = B[vt, vi] + T.float32(1)


def schedule(sch):
    block = sch.get_block("turned")
    t, i = sch.get_loops(block)
    b, t = sch.split(t, [2, 16])
    sch.bind(b, "blockIdx.x")
    sch.bind(t, "threadIdx.x")
    copy = sch.cache_read(block, 0, "shared")
    sch.compute_at(copy, i)
    sch.bind(sch.get_loops(copy)[-1], "threadIdx.x")
)" + notes("[0, 1]", "[0, 1]", "[0, 1]") +
                                      "    sch.reverse_compute_at(sch.get_block(\"plus\"), b)\n",
                                  "schedule");
  expectRight(s, "plus");
}

// The time would double with each branch if what is pending before it were pending twice after it.
TEST(SoftwarePipeline, BranchesDuringACopyTakeNoTime) {
  std::string text = R"(from tvm.script import tir as T


@T.prim_func
def main(A: T.Buffer((32,), "float32"), C: T.Buffer((32,), "float32"), n: T.int32):
    for t in T.thread_binding(32, thread="threadIdx.x"):
        S = T.allocate([32], "float32", "shared")
        S_1 = T.Buffer((32,), data=S, scope="shared")
        with T.attr(0, "async_scope", 1):
            S_1[t] = A[t]
)";
  for (int i = 0; i < 40; ++i) text += "        if n > " + std::to_string(i) + ":\n            C[t] = A[t]\n";
  text += "        with T.attr(0, \"async_wait\", 0):\n            C[t] = S_1[31 - t]\n";
  const SourceFile file = readProgram("branches.py", text);
  ASSERT_FALSE(file.hasErrors()) << file.diagnostics.front().message;
  const PrimFunc synced = threadSync(*file.select(""));
  EXPECT_EQ(barriersOf(synced.body), 1) << print(synced).text;
}

}  // namespace
}  // namespace lw
