// Code that creates its schedule itself, in functions and at the top level of a file: the programs and schedules of the
// file, the steps of its calls, and the messages of errors.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "backends/interpreter/interpreter.h"
#include "core/te/read_program.h"
#include "core/te/schedule_code.h"
#include "core/text/print/printer.h"

namespace lw {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

const std::string kProduct = R"(import tvm
from tvm import te

n = 64
A = te.placeholder((n, n), name="A")
B = te.placeholder((n, n), name="B")
k = te.reduce_axis((0, n), name="k")
C = te.compute((n, n), lambda i, j: te.sum(A[i, k] * B[k, j], axis=k), name="C")
D = te.compute((n, n), lambda i, j: C[i, j] + 1, name="D")
)";

SourceFile fileOf(const std::string& code) {
  SourceFile file = readProgram("te.py", kProduct + code);
  for (const Diagnostic& d : file.diagnostics)
    EXPECT_NE(d.severity, Diagnostic::Severity::Error) << render(d, file.source);
  return file;
}
std::vector<std::string> functionsOf(const SourceFile& file) {
  std::vector<std::string> names;
  for (const PrimFunc& f : file.functions) names.push_back(f.name);
  return names;
}
ScriptRun runOf(const SourceFile& file, const std::string& schedule = "", const std::string& function = "") {
  return interpretScheduleOf(file, schedule, Schedule(Snapshot(*file.select(function))));
}
std::string stepsOf(const ScriptRun& run) {
  std::string text;
  for (const Instruction& i : run.schedule.instructions())
    if (i.primitive->name.rfind("get_", 0) != 0) text += (text.empty() ? "" : " ") + i.primitive->name;
  return text;
}
// The error message for code at the top level of a file, with s made for D.
std::string told(const std::string& code) {
  const SourceFile file = fileOf("s = te.create_schedule(D.op)\n" + code);
  const ScriptRun run = runOf(file);
  return run.error ? run.error->message + " | " + run.error->hint : std::string("accepted");
}

TEST(ScheduleCode, AtTheTopOfAFileIsTheScheduleOfMain) {
  const SourceFile file = fileOf(
      "s = te.create_schedule(D.op)\nxo, xi = s[C].split(C.op.axis[0], factor=4)\ns[C].unroll(xi)\nprint(tvm.lower(s, "
      "[A, B, D], simple_mode=True))\n");
  EXPECT_THAT(functionsOf(file), ElementsAre("main"));
  EXPECT_THAT(file.scheduleFunctions(), ElementsAre("schedule"));
  const ScriptRun run = runOf(file);
  ASSERT_FALSE(run.error) << toText(*run.error);
  EXPECT_EQ(stepsOf(run), "split unroll decompose_reduction");
  ASSERT_EQ(run.output.size(), 1u);
  EXPECT_THAT(run.output[0], HasSubstr("T.unroll(4)"));
  EXPECT_EQ(run.stepSpans.size(), static_cast<size_t>(run.schedule.stepCount()));
}

TEST(ScheduleCode, FunctionsWithEqualProgramsAreSchedulesOfOneFunction) {
  const SourceFile file = fileOf(R"(
def plain():
    return te.create_schedule(D.op)

def tiled():
    s = te.create_schedule([D.op])
    s[D].tile(D.op.axis[0], D.op.axis[1], 8, 8)
    return s

def other():
    s = te.create_schedule(C.op)
    s[C].parallel(C.op.axis[0])
    return tvm.build(s, [A, B, C], name="product")
)");
  EXPECT_THAT(functionsOf(file), ElementsAre("main", "product"));
  EXPECT_THAT(file.scheduleFunctions(), ElementsAre("plain", "tiled", "other"));
  EXPECT_EQ(stepsOf(runOf(file, "tiled", "main")), "tile decompose_reduction");
  EXPECT_EQ(stepsOf(runOf(file, "other", "product")), "parallel decompose_reduction");
  const ScriptRun wrong = runOf(file, "other", "main");
  ASSERT_TRUE(wrong.error);
  EXPECT_THAT(wrong.error->message, HasSubstr("creates another program here than main"));
  EXPECT_THAT(wrong.error->hint, HasSubstr("choose the function"));
}

TEST(ScheduleCode, SeveralAtTheTopAreNumbered) {
  const SourceFile file = fileOf(
      "s = te.create_schedule(D.op)\ns[C].unroll(C.op.axis[0])\nt: te.Schedule = "
      "te.create_schedule(D.op)\nt[C].parallel(C.op.axis[0])\ntvm.lower(t, [A, B, D]).show()\n");
  EXPECT_THAT(functionsOf(file), ElementsAre("main"));
  EXPECT_THAT(file.scheduleFunctions(), ElementsAre("schedule", "schedule_1"));
  EXPECT_EQ(stepsOf(runOf(file)), "unroll decompose_reduction");
  EXPECT_EQ(stepsOf(runOf(file, "schedule_1")), "parallel decompose_reduction");
}

// lower(s, [...]) lists the function's parameters, wherever it is called; results that it omits are still parameters.
TEST(ScheduleCode, LowerNamesTheParameters) {
  const auto parameters = [](const std::string& code) {
    std::vector<std::string> names;
    const PrimFunc f = *fileOf(code).select("");
    for (const auto& [handle, buffer] : f.buffers) names.push_back(buffer->name);
    return names;
  };
  EXPECT_THAT(parameters("s = te.create_schedule(D.op)\n"), ElementsAre("A", "B", "D"));
  EXPECT_THAT(parameters("s = te.create_schedule(D.op)\nprint(tvm.lower(s, [B, D, A]))\n"), ElementsAre("B", "D", "A"));
  EXPECT_THAT(parameters("s = te.create_schedule([C.op, D.op])\nf = tvm.build(s, args=[A, B, C])\n"),
              ElementsAre("A", "B", "C", "D"));
  const SourceFile missing =
      readProgram("te.py", kProduct + "s = te.create_schedule(D.op)\nprint(tvm.lower(s, [A, D]))\n");
  ASSERT_TRUE(missing.hasErrors());
  EXPECT_THAT(render(missing.diagnostics.front(), missing.source),
              testing::AllOf(HasSubstr("B has no value"), HasSubstr("lower(s, [...])"), HasSubstr("create_schedule")));
}

TEST(ScheduleCode, FunctionsThatTakeAScheduleMayNameTensorsOfTheFile) {
  const SourceFile file = fileOf(
      "\ndef build():\n    return te.create_prim_func([A, B, D])\n\n\ndef schedule(s):\n    xo, xi = "
      "s[D].split(D.op.axis[0], 8)\n    s[C].compute_at(s[D], xo)\n    ko, ki = s[C].split(k, 4)\n");
  const ScriptRun run = runOf(file);
  ASSERT_FALSE(run.error) << toText(*run.error);
  EXPECT_EQ(stepsOf(run), "split compute_at split");
}

// Tensors denote the blocks of the schedule to which they are passed.
TEST(ScheduleCode, CopiesOfAScheduleHaveTensorsToo) {
  const SourceFile file = fileOf(
      "\ndef build():\n    return te.create_prim_func([A, B, D])\n\n\ndef schedule(s):\n    t = s.copy()\n    xo, xi = "
      "t[D].split(D.op.axis[0], 8)\n    t[C].compute_at(t[D], xo)\n    s[D].parallel(D.op.axis[0])\n    return t\n");
  const ScriptRun run = runOf(file);
  ASSERT_FALSE(run.error) << toText(*run.error);
  EXPECT_EQ(stepsOf(run), "split compute_at");
}

TEST(ScheduleCode, CachesTakeOverTheAxesOfTheResult) {
  const SourceFile file = fileOf(R"(s = te.create_schedule(C.op)
CC = s.cache_write(C, "global")
mo, no, mi, ni = s[C].tile(C.op.axis[0], C.op.axis[1], 16, 16)
s[CC].compute_at(s[C], no)
mc, nc = s[CC].op.axis
ko, ki = s[CC].split(C.op.reduce_axis[0], factor=4)
s[CC].reorder(ko, mc, ki, nc)
s[CC].vectorize(nc)
AA = s.cache_read(A, "local", [CC])
s[AA].compute_at(s[CC], ko)
)");
  const ScriptRun run = runOf(file);
  ASSERT_FALSE(run.error) << toText(*run.error);
  const PrimFunc before = *file.select(""), after = run.schedule.program().function();
  std::vector<Argument> a = *makeArguments(before, {}), b = a;
  ASSERT_TRUE(interpret(before, a));
  ASSERT_TRUE(interpret(after, b));
  EXPECT_EQ(compareArrays(std::get<NDArray>(b.back()), std::get<NDArray>(a.back()), 1e-4, 1e-5).count, 0);
}

TEST(ScheduleCode, MistakesHaveARemedy) {
  EXPECT_EQ(told("s[C].split(C.op.axis[1], 4)\ns[C].reorder(C.op.axis[1], C.op.axis[0])\n"),
            "j was split into j_0 and j_1 earlier | use one of them");
  EXPECT_EQ(told("s[C].compute_inline()\n").substr(0, 9), "block C i");
  EXPECT_EQ(told("s[D].compute_at(s[C], C.op.axis[0])\n").substr(0, 7), "no cons");
  EXPECT_EQ(told("s[A].parallel(A.op.axis[0])\n"),
            "A is an input: no block computes it | choose a tensor that is computed");
  EXPECT_EQ(told("E = te.compute((n,), lambda i: A[i, i], name=\"E\")\ns[E].parallel(E.op.axis[0])\n"),
            "E is not computed by this schedule | pass the output operations to te.create_schedule");
  EXPECT_EQ(told("s[C].split(te.reduce_axis((0, n), name=\"r\"), 4)\n"),
            "axis r is not part of any tensor of this schedule | axes are those of a tensor: C.op.axis[0], "
            "C.op.reduce_axis[0]");
  EXPECT_EQ(told("s[C].split(D.op.axis[0], 4)\n"), "loop i is not around C | the loops around it are i, j, k");
  EXPECT_EQ(told("f = tvm.build(s, [A, B, D])\nf(1, 2, 3)\n"),
            "schedules are not run by their own code | `lw run` and the Run button build and time them");
  EXPECT_THAT(told("tvm.lower([A, B, D])\n"), HasSubstr("tvm.lower takes the schedule first"));
  EXPECT_EQ(told("exit(0)\ns[A].parallel(0)\n"), "accepted");
  const SourceFile none = readProgram("te.py", "from tvm import te\ns = te.create_schedule(3)\n");
  ASSERT_TRUE(none.hasErrors());
  EXPECT_THAT(none.diagnostics.front().message, HasSubstr("takes operations, not an integer"));
}

TEST(ScheduleCode, OnlyInFilesWithASchedulesLooseStatementsAreCarriedOut) {
  const SourceFile file = readProgram("te.py", kProduct + "print(n)\n");
  ASSERT_FALSE(file.hasErrors());
  EXPECT_THAT(file.diagnostics.front().message, HasSubstr("only Python can carry it out"));
}

// ---- te.decl_tensor_intrin ----

const std::string kGemv = R"(
def gemv(m, l, parts):
    a = te.placeholder((l,), name="a")
    b = te.placeholder((m, l), name="b")
    k = te.reduce_axis((0, l), name="k")
    c = te.compute((m,), lambda i: te.sum(a[k] * b[i, k], axis=k), name="c")
    Ab = tvm.tir.decl_buffer(a.shape, a.dtype, name="A", offset_factor=1, strides=[1])
    Bb = tvm.tir.decl_buffer(b.shape, b.dtype, name="B", offset_factor=1, strides=[te.var("s1"), 1])
    Cb = tvm.tir.decl_buffer(c.shape, c.dtype, name="C", offset_factor=1, strides=[1])

    def code(ins, outs):
        aa, bb = ins
        cc = outs[0]

        def work(name):
            ib = tvm.tir.ir_builder.create()
            ib.emit(tvm.tir.call_extern("int32", name, cc.access_ptr("w"), aa.access_ptr("r"), bb.access_ptr("r"), m, l, bb.strides[0]))
            return ib.get()

        def reset():
            ib = tvm.tir.ir_builder.create()
            ib.emit(tvm.tir.call_extern("int32", "gemv_reset", cc.access_ptr("w"), m))
            return ib.get()

        return (work("gemv_body"), reset(), work("gemv_update")) if parts else work("gemv_body")

    return te.decl_tensor_intrin(c.op, code, binds={a: Ab, b: Bb, c: Cb})

A = te.placeholder((8, 32), name="A")
B = te.placeholder((16, 32), name="B")
z = te.reduce_axis((0, 32), name="z")
C = te.compute((8, 16), lambda i, j: te.sum(A[i, z] * B[j, z], axis=z), name="C")
s = te.create_schedule(C.op)
x, y = C.op.axis
yo, yi = s[C].split(y, factor=4)
)";

std::string loweredGemv(const std::string& code) {
  const SourceFile file = readProgram("te.py", "import tvm\nfrom tvm import te\n" + kGemv + code);
  for (const Diagnostic& d : file.diagnostics)
    if (d.severity == Diagnostic::Severity::Error) return d.message;
  const ScriptRun run =
      interpretScheduleOf(file, "", Schedule(Snapshot(*file.select("")).withIntrinsics(file.intrinsics)));
  return run.error ? run.error->message + " | " + run.error->hint : print(run.schedule.program().function()).text;
}

TEST(TensorIntrinsics, OfOnePartReplaceTheStartOfTheReductionToo) {
  const std::string text = loweredGemv("s[C].reorder(x, yo, yi, z)\ns[C].tensorize(yi, gemv(4, 32, False))\n");
  EXPECT_THAT(text, HasSubstr("T.call_extern(\"int32\", \"gemv_body\", "
                              "T.tvm_access_ptr(T.type_annotation(\"float32\"), C_1.data, C_1.elem_offset, 4, 2)"));
  EXPECT_THAT(text, HasSubstr("4, 32, B_1.strides[0])"));
  EXPECT_THAT(text, testing::Not(HasSubstr("T.float32(0")));
}

TEST(TensorIntrinsics, OfThreePartsStartAndUpdateWhereTheReductionGoesOnOutside) {
  const std::string text = loweredGemv(
      "zo, zi = s[C].split(z, factor=8)\ns[C].reorder(x, yo, zo, yi, zi)\ns[C].tensorize(yi, gemv(4, 8, True))\n");
  EXPECT_THAT(text, HasSubstr("\"gemv_reset\""));
  EXPECT_THAT(text, HasSubstr("\"gemv_update\""));
  EXPECT_THAT(text, testing::Not(HasSubstr("T.float32(0")));
  EXPECT_THAT(text, testing::Not(HasSubstr("gemv_body")));
}

TEST(TensorIntrinsics, DeclaredTwiceAreOneAndOthersHaveTheirOwnNames) {
  const SourceFile file =
      readProgram("te.py", "import tvm\nfrom tvm import te\n" + kGemv +
                               "s[C].reorder(x, yo, yi, z)\nfirst = gemv(4, 32, False)\nagain = gemv(4, 32, "
                               "False)\ns[C].tensorize(yi, again)\nother = gemv(8, 32, False)\n");
  std::vector<std::string> names;
  for (const TensorIntrin& t : file.intrinsics) names.push_back(t.name);
  EXPECT_THAT(names, ElementsAre("intrin_c", "intrin_c_1"));
}

TEST(TensorIntrinsics, SayWhatDoesNotFit) {
  EXPECT_THAT(loweredGemv("s[C].reorder(x, yo, yi, z)\ns[C].tensorize(yi, gemv(8, 32, False))\n"),
              HasSubstr("does not compute what \"intrin_c\" computes"));
  EXPECT_THAT(loweredGemv("te.decl_tensor_intrin(A, lambda ins, outs: None)\n"), HasSubstr("A is not a te.compute"));
  EXPECT_THAT(loweredGemv("te.decl_tensor_intrin(C.op, lambda ins, outs: 3)\n"),
              HasSubstr("must return statements, not"));
  EXPECT_THAT(loweredGemv("te.decl_tensor_intrin(C.op, lambda ins, outs: None, binds=3)\n"),
              HasSubstr("binds must be a dictionary"));
  EXPECT_THAT(loweredGemv("b = tvm.tir.decl_buffer((4, 4), strides=[1])\n"),
              HasSubstr("has 2 dimensions and 1 strides"));
  EXPECT_THAT(loweredGemv("tvm.tir.ir_builder.create().for_range(0, 4)\n"),
              HasSubstr("has no method 'for_range' here | ib.emit(call) and ib.get()"));
}

}  // namespace
}  // namespace lw
