// Messages of refused steps: every kind of refusal of every primitive.
#include <gtest/gtest.h>

#include <set>

#include "core/script/schedule_script.h"
#include "core/text/print/printer.h"

namespace lw {
namespace {

const std::string kHead = "from tvm.script import tir as T\n\n\n@T.prim_func\n";

// Two nests over the same rows: an elementwise one, and a row sum that uses it.
const std::string kRows = kHead + R"(def rows(A: T.Buffer((50, 8), "float32"), S: T.Buffer((50,), "float32")):
    B = T.alloc_buffer((50, 8), "float32")
    for i, j in T.grid(50, 8):
        with T.block("B"):
            vi, vj = T.axis.remap("SS", [i, j])
            B[vi, vj] = A[vi, vj] + T.float32(1)
    for m, k in T.grid(50, 8):
        with T.block("S"):
            vm, vk = T.axis.remap("SR", [m, k])
            with T.init():
                S[vm] = T.float32(0)
            S[vm] = S[vm] + B[vm, vk]
)";

// A triangle, and two blocks below one loop.
const std::string kTriangle =
    kHead + R"(def triangle(A: T.Buffer((8, 8), "int32"), B: T.Buffer((8, 8), "int32"), C: T.Buffer((8,), "int32")):
    for i in range(8):
        for j in range(i + 1):
            with T.block("B"):
                vi, vj = T.axis.remap("SS", [i, j])
                B[vi, vj] = A[vi, vj]
    for p in range(8):
        for q in range(8):
            with T.block("twice"):
                vp, vq = T.axis.remap("SS", [p, q])
                B[vp, vq] = A[vp, vq] * 2
        with T.block("C"):
            vp = T.axis.spatial(8, p)
            C[vp] = A[vp, 0]
)";

const std::string kScan = kHead + R"(def scan(A: T.Buffer((40,), "int32"), n: T.int32):
    for i in range(39):
        with T.block("scan"):
            vi = T.axis.opaque(39, i)
            A[vi + 1] = A[vi] + A[vi + 1]
    for s in range(n):
        with T.block("clear"):
            vs = T.axis.spatial(n, s)
            A[vs] = 0
)";

const std::string kSkewed = kHead + R"(def skewed(A: T.Buffer((9, 9), "int32")):
    for i, j in T.grid(8, 8):
        with T.block("A"):
            vi, vj = T.axis.remap("SS", [i, j])
            A[vi + 1, vj] = A[vi, vj + 1] + 1
)";

const std::string kDiagonals = kHead + R"(def diagonals(A: T.Buffer((8,), "int32"), B: T.Buffer((4, 4), "int32")):
    for m, l in T.grid(4, 4):
        with T.block("W"):
            vm, vl = T.axis.remap("SS", [m, l])
            A[vm - vl + 3] = B[vm, vl]
)";

const std::string kChain = kHead + R"(def chain(A: T.Buffer((16,), "int32"), D: T.Buffer((16,), "int32")):
    B = T.alloc_buffer((16,), "int32")
    C = T.alloc_buffer((16,), "int32")
    for i in range(16):
        with T.block("B"):
            vi = T.axis.spatial(16, i)
            B[vi] = A[vi] + 1
    for j in range(16):
        with T.block("C"):
            vj = T.axis.spatial(16, j)
            C[vj] = B[15 - vj]
    for k in range(16):
        with T.block("D"):
            vk = T.axis.spatial(16, k)
            D[vk] = C[vk] + B[vk]
)";

const std::string kSums = kHead + R"(def sums(a: T.handle, s: T.handle):
    n, m = T.int32(), T.int32()
    A = T.match_buffer(a, (n, m), "float32")
    S = T.match_buffer(s, (n,), "float32")
    for i, k in T.grid(n, m):
        with T.block("S"):
            vi, vk = T.axis.remap("SR", [i, k])
            with T.init():
                S[vi] = T.float32(0)
            S[vi] = S[vi] + A[vi, vk]
)";

const std::string kNothing = kHead + R"(def nothing(A: T.Buffer((4, 0), "float32"), S: T.Buffer((4,), "float32")):
    for i, k in T.grid(4, 0):
        with T.block("S"):
            vi, vk = T.axis.remap("SR", [i, k])
            with T.init():
                S[vi] = T.float32(0)
            S[vi] = S[vi] + A[vi, vk]
)";

const std::string kBare = kHead + R"(def bare(A: T.Buffer((10,), "int32")):
    with T.block("whole"):
        for i in range(10):
            A[i] = i
)";

struct Refusal {
  const std::string* program;
  const char* steps;  // the body of def schedule(sch)
  const char* kind;
  const char* message;
};

const Refusal kRefusals[] = {
    {&kRows, "sch.get_block(\"Q\")", "get_block.unknown", "there is no block named \"Q\" in rows"},
    {&kRows, "sch.get_block(\"B\", func_name=\"other\")", "get_block.unknown-function",
     "there is no function named \"other\""},
    {&kRows, "sch.split(\"i\", [])", "split.no-factors", "loop i cannot be split into zero loops"},
    {&kRows, "sch.split(\"i\", [None, None])", "split.two-open", "2 of the factors are None, but at most one may be"},
    {&kRows, "sch.split(\"i\", [None, 0])", "split.not-positive", "factor 1 is 0; a loop has at least one iteration"},
    {&kRows, "sch.split(\"i\", [None, -4])", "split.not-positive", "factor 1 is -4; a loop has at least one iteration"},
    {&kRows, "sch.split(\"i\", [6, 8])", "split.covers-less", "the factors of loop i cover 48 of its 50 iterations"},
    {&kRows, "sch.split(\"i\", [100000, 100000])", "split.too-large",
     "the product of the factors of loop i exceeds 2147483647"},
    {&kRows, "sch.split(\"i\", [None, 16], disable_predication=True)", "split.unguarded",
     "without a guard the factors of loop i run 64 iterations instead of 50"},
    {&kRows, "sch.bind(\"i\", \"blockIdx.x\")\n    sch.split(\"i\", [2, 25])", "loop.bound",
     "loop i is bound to blockIdx.x"},
    {&kRows, "sch.annotate(\"i\", \"key\", 1)\n    sch.split(\"i\", [2, 25])", "loop.annotated",
     "loop i carries the annotation \"key\""},
    {&kScan, "sch.split(\"s\", [4, 4])", "split.covers-less", "the factors of loop s cover 16 of its n iterations"},
    {&kScan, "sch.vectorize(\"s\")", "vectorize.unknown-extent",
     "loop s has the extent n; the number of lanes must be a constant"},
    {&kScan, "sch.parallel(\"i\")", "loop.carries-dependence",
     "the iterations of loop i depend on each other, so it cannot run in parallel"},
    {&kRows, "sch.parallel(\"k\")", "loop.carries-reduction",
     "loop k carries the reduction of block \"S\", so it cannot run in parallel"},
    {&kRows, "sch.vectorize(\"k\")", "loop.carries-reduction",
     "loop k carries the reduction of block \"S\", so it cannot become vector lanes"},
    {&kRows, "sch.bind(\"k\", \"blockIdx.x\")", "loop.carries-reduction",
     "loop k carries the reduction of block \"S\", so it cannot be bound to blockIdx.x"},
    {&kRows, "sch.atomic(\"S\")", "atomic.init",
     "block S initialises S in its own init, which another iteration could run after updates"},
    {&kRows, "sch.atomic(\"B\")", "atomic.no-update",
     "block B does not update a single element: it does not combine B with one new value by +, *, min, max, and, or"},
    {&kRows, "sch.decompose_reduction(\"S\", \"k\")\n    sch.atomic(\"S_update\")\n    sch.atomic(\"S_update\")",
     "atomic.already", "the update of block S_update is atomic already"},
    {&kRows, "sch.bind(\"i\", \"warp\")", "bind.unknown-axis", "there is no thread axis \"warp\""},
    {&kRows, "sch.bind(\"i\", \"threadIdx.x\")\n    sch.bind(\"j\", \"threadIdx.x\")", "bind.axis-twice",
     "loop i around it is already bound to threadIdx.x"},
    {&kRows, "sch.fuse(\"j\", \"i\")", "fuse.not-nested", "loop i is not directly inside loop j"},
    {&kRows, "sch.decompose_reduction(\"S\", \"i\")", "loop.not-around", "loop i does not contain block S"},
    {&kTriangle, "sch.fuse(\"p\", \"q\")", "fuse.not-only-child", "loop p contains more than loop q"},
    {&kTriangle, "sch.fuse(\"i\", \"j\")", "fuse.dependent-bounds", "the bounds of loop j depend on loop i"},
    {&kNothing, "sch.split(\"k\", [2, 4])", "split.no-iteration",
     "loop k has no iteration, but its factors have 8: the reduction would not be empty any more"},
    {&kSums, "sch.fuse(\"i\", \"k\")", "fuse.empty-reduction",
     "the reduction of block S over loop k may have no iteration, and the fused loop would not tell for which "
     "iterations of loop i the init of S is to run then"},
    {&kTriangle, "sch.reorder(\"j\", \"i\")", "reorder.dependent-bounds",
     "the bounds of loop j depend on loop i, which would be inside it"},
    {&kTriangle, "sch.reorder(\"q\", \"p\")", "reorder.branch",
     "loop p contains more than one statement, so it cannot be interchanged with q"},
    {&kTriangle, "sch.reorder(\"i\", \"p\")", "reorder.not-one-nest", "loops i and p are not in one nest"},
    {&kRows, "sch.reorder(\"i\", \"j\", \"i\")", "loop.twice", "loop i is given twice"},
    {&kRows, "sch.reorder()", "loop.too-few", "reorder needs at least 1 loops, not 0"},
    {&kSkewed, "sch.reorder(\"j\", \"i\")", "reorder.dependence", "the order j, i would reverse a dependence"},
    {&kDiagonals, "sch.parallel(\"l\")\n    sch.reorder(\"l\", \"m\")", "reorder.race",
     "in the order l, m, the iterations of loop l would depend on each other, but they run at the same time"},
    {&kRows, "sch.merge(\"i\")", "loop.too-few", "merge needs at least 2 loops, not 1"},
    {&kRows, "sch.merge(\"i\", \"j\")", "merge.inside", "loop j is inside loop i"},
    {&kRows, "sch.merge(\"i\", \"k\")", "merge.other-depth", "i is at depth 1 of its nest and k at depth 2"},
    {&kTriangle, "sch.merge(\"j\", \"q\")", "merge.not-only-child", "loop p contains more than loop q"},
    {&kChain, "sch.merge(\"i\", \"j\")", "merge.dependence", "sharing the loops i and j would reverse a dependence"},
    {&kChain, "sch.merge(\"i\", \"k\")", "merge.between",
     "block \"C\" must run after the nest of i and before the nest of k"},
    {&kRows, "sch.annotate(\"i\", \"\", 1)", "annotate.no-key", "an annotation needs a name"},
    {&kRows, "sch.annotate(\"i\", \"pragma_unroll_explicit\", \"yes\")", "annotate.no-number",
     "the annotation \"pragma_unroll_explicit\" takes a number"},
    {&kRows, "sch.annotate(\"i\", \"pragma_stream_stores\", [1])", "annotate.no-number",
     "the annotation \"pragma_stream_stores\" takes a number"},
    {&kRows, "sch.unannotate(\"i\", \"key\")", "unannotate.absent", "loop i has no annotation \"key\""},
    {&kRows, "sch.add_unit_loop(\"root\")", "add_unit_loop.root",
     "block \"root\" is the root block of the function, so no loop can enclose it"},
    {&kBare, "sch.add_unit_loop(\"whole\")", "add_unit_loop.root",
     "block \"whole\" is the root block of the function, so no loop can enclose it"},
    {&kRows, "sch.split(\"i\", [5, 10], True, False, 3)", "argument.too-many", "split takes 4 arguments, not 5"},
    {&kRows, "sch.split(\"i\", parts=[5, 10])", "argument.unknown", "split has no argument 'parts'"},
    {&kRows, "sch.split(\"i\")", "argument.missing",
     "split needs the argument 'factors': extents, outermost first; None: whatever remains"},
    {&kRows, "sch.split(\"i\", [5, 10], factors=[1])", "argument.twice", "split is given the argument 'factors' twice"},
    {&kRows, "sch.split(\"i\", [5, \"x\"])", "argument.type",
     "the argument 'factors' of split must be a list of integers and None, not the string \"x\""},
    {&kRows, "sch.parallel(\"row\")", "schedule.unknown-loop", "there is no loop named \"row\""},
    {&kRows, "l = sch.get_loops(\"B\")\n    sch.fuse(*l)\n    sch.split(l[0], [5, 10])", "schedule.consumed",
     "loop i no longer exists: step 1 (fuse) consumed it"},
    {&kRows, "sch.split(\"i\", [5, 10])\n    sch.parallel(\"i\")", "schedule.consumed",
     "loop i no longer exists: step 1 (split) consumed it"},
    {&kChain, "sch.compute_inline(\"B\")\n    sch.cache_read(\"B\", 0, \"local\")", "schedule.consumed",
     "block B no longer exists: step 1 (compute_inline) consumed it"},
};

ScriptRun runOn(const std::string& program, const std::string& steps) {
  const SourceFile file = parseSource("case.py", program + "\n\ndef schedule(sch):\n    " + steps + "\n");
  for (const Diagnostic& d : file.diagnostics) ADD_FAILURE() << render(d, file.source);
  return interpretSchedule(file, "schedule", Schedule(Snapshot(file.functions.at(0))));
}

TEST(Refusals, SayWhatAndWhere) {
  for (const Refusal& r : kRefusals) {
    const ScriptRun run = runOn(*r.program, r.steps);
    if (!run.error) {
      ADD_FAILURE() << r.steps << " was accepted:\n" << print(run.schedule.program().function(0)).text;
      continue;
    }
    EXPECT_EQ(run.error->kind, r.kind) << r.steps;
    EXPECT_EQ(run.error->message, r.message) << r.steps;
  }
}

// A snapshot lists no loops and blocks of an init; whoever shows a refusal asks it for their names.
TEST(Refusals, NameNothingInsideOfAnInit) {
  const ScriptRun run = runOn(R"(from tvm.script import tir as T


@T.prim_func
def sums(A: T.Buffer((4, 8, 16), "float32"), S: T.Buffer((1,), "float32")):
    for n in range(4):
        with T.block("S_o"):
            vn_o = T.axis.spatial(4, n)
            vi_o = T.axis.reduce(1, 0)
            T.reads(A[vn_o, 0:8, 0:16])
            T.writes(S[0])
            with T.init():
                for z in range(1):
                    with T.block("S_init"):
                        vz = T.axis.spatial(1, z)
                        S[vz] = T.float32(0)
            for i, k in T.grid(8, 16):
                with T.block("S"):
                    vi, vk = T.axis.remap("RR", [i, k])
                    S[0] = S[0] + A[vn_o, vi, vk]
)",
                              "sch.parallel(\"n\")");
  ASSERT_TRUE(run.error);
  EXPECT_EQ(run.error->kind, "loop.carries-dependence");
  ASSERT_TRUE(run.error->witness);
  EXPECT_EQ(run.error->witness->first.block, "S_init");
  for (const BlockId block : run.error->blocks) EXPECT_TRUE(run.schedule.program().contains(block));
}

// The signatures decide here, as the exact analysis may do next to nothing, and one statement is inside of an init.
TEST(Refusals, SignaturesAreReadBesideAnInit) {
  const SourceFile file = parseSource("case.py", R"(from tvm.script import tir as T


@T.prim_func
def rows(A: T.Buffer((7, 18), "int32"), M: T.Buffer((7,), "int32"), S: T.Buffer((7,), "int32")):
    with T.block("both"):
        T.reads()
        T.writes()
        with T.block("first"):
            T.reads()
            T.writes()
            with T.block("S_o"):
                vi_o = T.axis.spatial(1, 0)
                vk_o = T.axis.reduce(1, 0)
                T.reads(A[0, 0:18], M[0])
                T.writes(S[0])
                with T.init():
                    with T.block("S_init"):
                        T.reads()
                        T.writes(S[0])
                        S[0] = 0
                for i0, k in T.grid(1, 18):
                    with T.block("S"):
                        vk = T.axis.reduce(18, k)
                        T.reads(S[0], A[0, 0:18], M[0])
                        T.writes(S[0])
                        S[0] = S[0] + A[0, vk] - M[0]
        with T.block("rest"):
            T.reads()
            T.writes()
            M_global = T.alloc_buffer((7,), "int32")
            for i in range(1, 7):
                for ax0 in range(6):
                    with T.block("M_global"):
                        v0 = T.axis.spatial(7, 1 + ax0)
                        T.reads(M[v0])
                        T.writes(M_global[v0])
                        M_global[v0] = M[v0]
                for k in range(18):
                    with T.block("S_rest"):
                        vi, vk = T.axis.remap("SR", [i, k])
                        T.reads(A[1:7, 0:18], M_global[1:7])
                        T.writes(S[1:7])
                        with T.init():
                            S[vi] = 0
                        S[vi] = S[vi] + (A[vi, vk] - M_global[vi])
)");
  for (const Diagnostic& d : file.diagnostics) ADD_FAILURE() << render(d, file.source);
  const Schedule schedule(Snapshot(file.functions.at(0)).withBudget(ProofBudget(1)));
  const Status status = schedule.check(kParallel, {schedule.program().loopsNamed("i").front()});
  EXPECT_TRUE(status || status.error().conservative) << toText(status.error());
}

// The exact analysis may do next to nothing, and the copy has what each iteration of the loop reads.
TEST(Refusals, InitsReadNoCopyThatTheirLoopMakes) {
  const SourceFile file = parseSource("case.py", R"(from tvm.script import tir as T


@T.prim_func
def some(a: T.handle, b: T.Buffer((2,), "int32"), D: T.Buffer((2,), "int32")):
    m = T.int32()
    A = T.match_buffer(a, (2, m), "int32")
    C = T.alloc_buffer((2,), "int32")
    for i, j in T.grid(2, m):
        with T.block("C"):
            vi, vj = T.axis.remap("SR", [i, j])
            with T.init():
                C[vi] = b[vi]
            C[vi] = T.max(C[vi], A[vi, vj])
    for i in range(2):
        with T.block("D"):
            vi = T.axis.spatial(2, i)
            D[vi] = C[vi] * 2


def schedule(sch):
    block = sch.get_block("C")
    sch.read_at(sch.get_loops(block)[1], block, "b", "local")
)");
  for (const Diagnostic& d : file.diagnostics) ADD_FAILURE() << render(d, file.source);
  const ScriptRun run =
      interpretSchedule(file, "schedule", Schedule(Snapshot(file.functions.at(0)).withBudget(ProofBudget(1))));
  ASSERT_TRUE(run.error);
  EXPECT_EQ(run.error->kind, "reduction.init-reads");
  EXPECT_EQ(run.error->message,
            "the init of block C also runs where the reduction over loop j has no iteration, but b_local, which it "
            "reads, would be written inside this loop");
}

// Whoever limits the proofs asks about many steps; to look for other places would ask about many more.
TEST(Refusals, NameOtherPlacesOnlyWithoutALimit) {
  const SourceFile file = parseSource("case.py", R"(from tvm.script import tir as T


@T.prim_func
def turned(A: T.Buffer((8, 16), "float32"), C: T.Buffer((8, 16), "float32")):
    B = T.alloc_buffer((8, 16), "float32")
    for i, j in T.grid(8, 16):
        with T.block("B"):
            vi, vj = T.axis.remap("SS", [i, j])
            B[vi, vj] = A[vi, vj] + T.float32(1)
    for i, j in T.grid(8, 16):
        with T.block("C"):
            vi, vj = T.axis.remap("SS", [i, j])
            C[vi, vj] = B[vi, 15 - vj] + B[vi, vj]
)");
  for (const Diagnostic& d : file.diagnostics) ADD_FAILURE() << render(d, file.source);
  const Schedule schedule(Snapshot(file.functions.at(0)));
  const Arguments under = {"C", "B.j", false, -1};
  const Status whole = schedule.check(kReverseComputeAt, under);
  const Status limited = schedule.check(kReverseComputeAt, under, ProofBudget(10 * kQuickOperations));
  ASSERT_FALSE(whole);
  ASSERT_FALSE(limited);
  EXPECT_EQ(whole.error().hint, "choose loop B.i, further outside");
  EXPECT_EQ(limited.error().message, whole.error().message);
  EXPECT_EQ(limited.error().hint, "");
}

TEST(Refusals, EveryKindIsCovered) {
  std::set<std::string> covered;
  for (const Refusal& r : kRefusals) covered.insert(r.kind);
  // These kinds need two modules or two programs: see test_conformance and test_schedule.
  covered.insert(
      {"get_block.ambiguous", "merge.other-extent", "merge.not-siblings", "bind.other-extent", "split.no-block"});
  covered.insert("split.bound-from-memory");  // covered by tests/golden/fuzz
  const std::set<std::string> mine{"get_block", "loop", "split",    "fuse",       "reorder",      "merge",
                                   "vectorize", "bind", "annotate", "unannotate", "add_unit_loop"};
  for (const Primitive* primitive : allPrimitives())
    for (const ErrorKind* kind : primitive->errors)
      if (mine.contains(std::string(kind->id.substr(0, kind->id.find('.'))))) {
        EXPECT_TRUE(covered.contains(std::string(kind->id))) << kind->id << " of " << primitive->name;
      }
}

}  // namespace
}  // namespace lw
