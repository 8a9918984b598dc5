// The library of composites on programs of several kinds and shapes, also such that no tile divides: the interpreter
// and, for the CPU, the compiled code give what the unscheduled program gives. Inputs are small integers, so that sums
// are exact.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <random>
#include <sstream>

#include "backends/cpu/cpu.h"
#include "backends/interpreter/interpreter.h"
#include "backends/runner/runner.h"
#include "core/ir/intrin_meaning.h"
#include "core/script/composite.h"
#include "core/text/print/printer.h"
#include "passes/pipeline.h"

namespace lw {
namespace {

using testing::HasSubstr;
using Arrays = std::vector<Argument>;

std::string number(int64_t n) { return std::to_string(n); }
std::string buffer(const std::string& name, const std::string& shape, const std::string& type) {
  return name + ": T.Buffer((" + shape + "), \"" + type + "\")";
}

// C = A @ B, or A @ B.T; with an epilogue D = C + 1 behind it.
std::string product(int64_t m, int64_t n, int64_t k, const std::string& type, bool transposed, bool epilogue) {
  const std::string result = epilogue ? "D" : "C";
  std::string text = "from tvm.script import tir as T\n\n\n@T.prim_func\ndef mm(" +
                     buffer("A", number(m) + ", " + number(k), type) + ", " +
                     buffer("B", transposed ? number(n) + ", " + number(k) : number(k) + ", " + number(n), type) +
                     ", " + buffer(result, number(m) + ", " + number(n), type) + "):\n";
  if (epilogue) text += "    C = T.alloc_buffer((" + number(m) + ", " + number(n) + "), \"" + type + "\")\n";
  text += "    for i, j, k in T.grid(" + number(m) + ", " + number(n) + ", " + number(k) +
          "):\n        with T.block(\"C\"):\n"
          "            vi, vj, vk = T.axis.remap(\"SSR\", [i, j, k])\n            with T.init():\n                "
          "C[vi, vj] = T." +
          type +
          "(0)\n"
          "            C[vi, vj] = C[vi, vj] + A[vi, vk] * " +
          (transposed ? "B[vj, vk]" : "B[vk, vj]") + "\n";
  if (epilogue)
    text += "    for i, j in T.grid(" + number(m) + ", " + number(n) +
            "):\n        with T.block(\"D\"):\n            vi, vj = T.axis.remap(\"SS\", [i, j])\n"
            "            D[vi, vj] = C[vi, vj] + T." +
            type + "(1)\n";
  return text;
}

// B[i] = sum or max of a row or of a column of A.
std::string reduction(int64_t rows, int64_t columns, const std::string& type, bool overRows, bool maximum) {
  const std::string at = overRows ? "A[vk, vi]" : "A[vi, vk]";
  const int64_t n = overRows ? columns : rows, k = overRows ? rows : columns;
  const std::string start = !maximum ? "T." + type + "(0)" : "T.min_value(\"" + type + "\")";
  return "from tvm.script import tir as T\n\n\n@T.prim_func\ndef red(" +
         buffer("A", number(rows) + ", " + number(columns), type) + ", " + buffer("B", number(n) + ",", type) +
         "):\n    for i, k in T.grid(" + number(n) + ", " + number(k) +
         "):\n        with T.block(\"B\"):\n            vi, vk = T.axis.remap(\"SR\", [i, k])\n"
         "            with T.init():\n                B[vi] = " +
         start + "\n            B[vi] = " + (maximum ? "T.max(B[vi], " + at + ")" : "B[vi] + " + at) + "\n";
}

std::string difference(const PrimFunc& f, const Arrays& got, const Arrays& wanted) {
  for (size_t i = 0; i < got.size(); ++i)
    if (const auto* a = std::get_if<NDArray>(&got[i]))
      if (const Mismatch m = compareArrays(*a, std::get<NDArray>(wanted[i]), 0, 0); m.count)
        return f.params[i].name() + ": " + std::to_string(m.count) + " elements differ, got " + std::to_string(m.got) +
               ", expected " + std::to_string(m.expected);
  return "";
}

std::string compiled(const PrimFunc& f, Arrays arguments, const Arrays& wanted) {
  Result<CpuModule> code = compileForCpu(lowerForCpu(f));
  if (!code) return "code generation: " + code.error().message;
  const KernelSignature signature = signatureOf(f);
  RunRequest request{.kernel = {code->object, code->symbol, code->failures, f.name}, .threads = 2, .repeat = 0};
  std::vector<std::vector<int64_t>> shapes;
  for (Argument& a : arguments) {
    auto& array = std::get<NDArray>(a);
    request.buffers.push_back({signature.buffers[shapes.size()].name, array.data.data(), array.data.size()});
    shapes.push_back(array.shape);
  }
  request.scalars = *resolveScalars(signature, shapes, {});
  request.runner.timeoutSeconds = 20;
  if (Result<RunReport> report = runKernel(request); !report) return "run: " + report.error().message;
  return difference(f, arguments, wanted);
}

// The program after the steps gives what it gave before.
void expectSame(const std::string& text, const std::vector<std::string>& steps, bool compile) {
  SCOPED_TRACE(text);
  const SourceFile file = parseSource("program.py", text);
  ASSERT_FALSE(file.hasErrors()) << file.diagnostics.front().message;
  const PrimFunc before = *file.select("");
  Schedule schedule{Snapshot(before)};
  for (const std::string& step : steps) {
    SCOPED_TRACE(step);
    const ScriptRun run = interpretStep(step, schedule);
    ASSERT_FALSE(run.error) << toText(*run.error);
    schedule = run.schedule;
  }
  InputSpec inputs;
  inputs.ranges.emplace("*", *parseValueRange("integers"));
  const Arrays arguments = *makeArguments(before, inputs);
  Arrays wanted = arguments, got = arguments;
  ASSERT_TRUE(interpret(before, wanted).ok());
  const PrimFunc& after = schedule.program().function();
  const Status ran = interpret(after, got);
  ASSERT_TRUE(ran.ok()) << toText(ran.error()) << print(after).text;
  EXPECT_EQ(difference(before, got, wanted), "");
  if (compile) EXPECT_EQ(compiled(after, arguments, wanted), "");
}

TEST(Composites, TileVectoriseUnroll) {
  expectSame(product(64, 64, 64, "float32", false, false), {"tile_vectorise_unroll(C, 16, 16)"}, true);
  expectSame(product(64, 64, 64, "float32", false, false), {"tile_vectorise_unroll(C)"}, true);
  expectSame(product(33, 50, 21, "float32", true, false), {"tile_vectorise_unroll(C, 16, 8, 2)"}, true);
  expectSame(product(20, 31, 9, "int32", false, true),
             {"tile_vectorise_unroll(C, 8, 16, 3)", "reverse_compute_at(D, C_init.j_0)"}, true);
  expectSame(product(1, 7, 1, "float64", false, false), {"tile_vectorise_unroll(C, 4, 4)"}, true);
  std::mt19937 random(7);
  const auto draw = [&](int most) { return static_cast<int64_t>(1 + random() % static_cast<unsigned>(most)); };
  for (int i = 0; i < 12; ++i)
    expectSame(
        product(draw(40), draw(40), draw(30), i % 3 ? "float32" : "int32", i % 2 == 0, i % 4 == 0),
        {"tile_vectorise_unroll(C, " + number(draw(20)) + ", " + number(draw(20)) + ", " + number(draw(6)) + ")"},
        true);
}

TEST(Composites, Gebp) {
  expectSame(product(64, 192, 64, "float32", false, false), {"gebp(C, 32)"}, true);
  expectSame(product(37, 53, 91, "float32", false, false), {"gebp(C)"}, true);
  expectSame(product(37, 53, 91, "float32", true, false), {"gebp(C, transposed=True)"}, true);
  expectSame(product(37, 128, 48, "float32", true, false), {"gebp(C, transposed=True)"}, true);  // turned in squares
  expectSame(product(7, 96, 40, "float64", true, true), {"gebp(C, transposed=True)"}, true);
  expectSame(product(9, 1152, 128, "float32", true, false), {"gebp(C, transposed=True)"}, true);  // panels in groups
  expectSame(product(20, 31, 9, "int32", false, true), {"gebp(C, 8, 16, 4)"}, true);
  expectSame(product(9, 16, 70, "float64", false, false), {"gebp(C, columns=16, steps=32)"}, true);
  expectSame(product(1, 1, 1, "float32", false, false), {"gebp(C)"}, true);
  for (const int64_t columns : {1, 8, 23, 40, 57})
    expectSame(product(20, columns, 33, "float32", false, columns > 8), {"gebp(C)"}, true);  // half vectors
  expectSame(product(9, 1031, 130, "float32", false, false), {"gebp(C)"}, true);  // panels are asked for ahead
  std::mt19937 random(6);
  const auto draw = [&](int most) { return static_cast<int64_t>(1 + random() % static_cast<unsigned>(most)); };
  for (int i = 0; i < 12; ++i)
    expectSame(product(draw(50), draw(50), draw(40), i % 3 ? "float32" : "int32", i % 2 == 0, i % 4 == 0),
               {"gebp(C, " + number(draw(24)) + ", " + number(draw(16)) + ", " + number(draw(8)) + ", " +
                number(draw(40)) + ", " + (i % 2 == 0 ? "True" : "False") + ")"},
               true);
}

// The innermost loops of assembly: from a label to the jump back to it, without a label between.
std::vector<std::string> innermostLoops(const std::string& assembly) {
  std::vector<std::string> loops;
  std::istringstream in(assembly);
  std::string line, label, body;
  while (std::getline(in, line)) {
    if (!line.empty() && line[0] == '.' && line.back() == ':') {
      label = line.substr(0, line.size() - 1);
      body.clear();
    } else if (!label.empty() && line.find("\tj") == 0 && line.ends_with("\t" + label)) {
      loops.push_back(body);
      label.clear();
    } else {
      body += line + "\n";
    }
  }
  return loops;
}

size_t count(const std::string& text, const std::string& word) {
  size_t n = 0;
  for (size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + 1)) ++n;
  return n;
}

// Nothing but the products, what they read, what is asked for early, and the end of the loop: no spill, no store, no
// sum that waits in memory. Four steps at a time, and as many rows as leave the fewest to be filled up.
TEST(Composites, GebpKeepsItsTileInRegisters) {
  const struct {
    int64_t m, n, k;
    size_t rows, vectors, steps;
  } cases[] = {{256, 256, 256, 4, 4, 4}, {130, 512, 512, 6, 4, 4}, {35, 512, 512, 5, 4, 4},  {121, 99, 200, 6, 4, 4},
               {24, 512, 300, 6, 4, 4},  {130, 96, 512, 13, 2, 4}, {121, 96, 200, 11, 2, 4}, {64, 48, 512, 8, 3, 4}};
  for (const auto& c : cases) {
    SCOPED_TRACE(number(c.m) + " x " + number(c.n) + " x " + number(c.k));
    const SourceFile file = parseSource("program.py", product(c.m, c.n, c.k, "float32", false, false));
    ScriptRun run = interpretStep("gebp(C)", Schedule{Snapshot(*file.select(""))});
    ASSERT_FALSE(run.error) << toText(*run.error);
    const Result<CpuModule> code =
        compileForCpu(lowerForCpu(run.schedule.program().function()), {.asmText = true, .cpu = "znver4"});
    ASSERT_TRUE(code.ok());
    size_t kernels = 0;
    for (const std::string& loop : innermostLoops(code->asmText)) {
      const size_t products = count(loop, "vfmadd");
      if (products == 0) continue;
      ++kernels;
      EXPECT_EQ(products, c.vectors * c.rows * c.steps) << loop;
      EXPECT_EQ(count(loop, "vbroadcastss"), c.rows * c.steps) << loop;
      EXPECT_EQ(count(loop, "zmmword ptr"), c.vectors * c.steps) << loop;
      EXPECT_EQ(count(loop, "rsp"), 0u) << loop;
      EXPECT_LE(count(loop, "\n"), products + c.rows * c.steps + c.vectors * c.steps + 10) << loop;
    }
    EXPECT_GE(kernels, 1u) << code->asmText;
  }
}

std::string narrowProduct(const std::string& sample, const std::string& side) {
  std::ifstream in(LW_SOURCE_DIR "/samples/hardware/" + sample);
  std::ostringstream all;
  all << in.rdbuf();
  std::string program = all.str();
  const size_t at = program.find("N = 256");
  return at == std::string::npos ? program : program.replace(at, 7, "N = " + side);
}

// Products of bytes: what makes them unsigned is done where they are packed, and what comes off again is summed up in a
// loop of its own, so that an element of the left factor is one load and nothing else.
TEST(Composites, GebpDotKeepsItsTileInRegisters) {
  const struct {
    const char* side;
    size_t rows;
  } cases[] = {{"256", 4}, {"768", 6}, {"2304", 6}};  // the panels of the last are asked for early
  for (const auto& c : cases) {
    SCOPED_TRACE(c.side);
    const SourceFile file = parseSource("program.py", narrowProduct("int8_matmul.py", c.side));
    ScriptRun run = interpretStep("gebp_dot(C, \"dot_16x4_vnni_signed\", 4)",
                                  Schedule{Snapshot(*file.select("")).withIntrinsics(file.intrinsics)});
    ASSERT_FALSE(run.error) << toText(*run.error);
    const Result<CpuModule> code =
        compileForCpu(lowerForCpu(run.schedule.program().function()), {.asmText = true, .cpu = "znver4"});
    ASSERT_TRUE(code.ok());
    size_t kernels = 0, panels = 0;
    for (const std::string& loop : innermostLoops(code->asmText)) {
      const size_t products = count(loop, "vpdpbusd");
      if (products == 0) continue;
      const bool panel = products == count(loop, "vpaddd");
      ++(panel ? panels : kernels);
      if (panel) continue;
      EXPECT_EQ(products, 4 * c.rows) << loop;
      EXPECT_EQ(count(loop, "vpbroadcastd"), c.rows) << loop;
      EXPECT_EQ(count(loop, "dword ptr"), c.rows) << loop;
      EXPECT_EQ(count(loop, "zmmword ptr"), 4u) << loop;
      EXPECT_EQ(count(loop, "rsp"), 0u) << loop;
      EXPECT_LE(count(loop, "\n"), products + c.rows + 4 + 5) << loop;
    }
    EXPECT_GE(kernels, 1u) << code->asmText;
    EXPECT_GE(panels, 1u) << code->asmText;
  }
}

// The samples with sides that nothing divides, and with tiles of other sizes. What the instructions compute is their
// description.
TEST(Composites, GebpDot) {
  const struct {
    const char *sample, *side, *step;
  } cases[] = {{"int8_matmul.py", "32", "gebp_dot(C, \"dot_16x4_vnni_signed\", 4)"},
               {"int8_matmul.py", "37", "gebp_dot(C, \"dot_16x4_vnni_signed\", 4)"},
               {"int8_matmul.py", "64", "gebp_dot(C, \"dot_16x4_vnni_signed\", 4, vectors=2)"},
               {"int8_matmul.py", "29", "gebp_dot(C, \"dot_16x4_vnni_signed\", 4, rows=12, tile_rows=6, vectors=3)"},
               {"bfloat16_matmul.py", "32", "gebp_dot(C, \"dot_16x2_bf16\", 2)"},
               {"bfloat16_matmul.py", "21", "gebp_dot(C, \"dot_16x2_bf16\", 2, tile_rows=4, vectors=1)"}};
  for (const auto& c : cases) {
    SCOPED_TRACE(std::string(c.sample) + ", " + c.side + ": " + c.step);
    const SourceFile file = parseSource(c.sample, narrowProduct(c.sample, c.side));
    ASSERT_FALSE(file.hasErrors()) << file.diagnostics.front().message;
    const Schedule start{Snapshot(*file.select("")).withIntrinsics(file.intrinsics)};
    const ScriptRun run = interpretStep(c.step, start);
    ASSERT_FALSE(run.error) << toText(*run.error);
    const PrimFunc& before = start.program().function();
    Result<Arrays> arguments = makeArguments(before, InputSpec{});
    ASSERT_TRUE(arguments.ok()) << toText(arguments.error());
    Arrays wanted = *arguments, got = *arguments;
    ASSERT_TRUE(interpret(before, wanted).ok());
    const Status ran = interpret(asDescribed(run.schedule.program().function(), file.intrinsics), got);
    ASSERT_TRUE(ran.ok()) << toText(ran.error());
    for (size_t i = 0; i < got.size(); ++i)
      if (const auto* array = std::get_if<NDArray>(&got[i]))
        EXPECT_EQ(compareArrays(*array, std::get<NDArray>(wanted[i]), 1e-4, 1e-4).count, 0) << i;
  }
}

TEST(Composites, BlockedReduction) {
  expectSame(reduction(12, 64, "float32", false, false), {"blocked_reduction(k)"}, true);
  expectSame(reduction(12, 64, "float32", true, false), {"blocked_reduction(k, 4)"}, true);
  expectSame(reduction(9, 70, "int32", false, true), {"blocked_reduction(k, 8)"}, true);
  expectSame(reduction(1, 1000, "float32", false, false), {"blocked_reduction(B.k, lanes=32)"}, true);
  expectSame(product(10, 11, 37, "float32", false, true), {"blocked_reduction(C.k, 8)"}, true);
  std::mt19937 random(8);
  const auto draw = [&](int most) { return static_cast<int64_t>(1 + random() % static_cast<unsigned>(most)); };
  for (int i = 0; i < 10; ++i)
    expectSame(reduction(15 + draw(30), 15 + draw(45), i % 2 ? "float32" : "int32", i % 3 == 0, i % 4 == 0),
               {"blocked_reduction(k, " + number(draw(16)) + ")"}, true);
}

TEST(Composites, GpuMatmulStaging) {
  expectSame(product(32, 32, 32, "float32", false, false), {"gpu_matmul_staging(C, 16, 16, 4, 4, 8)"}, false);
  expectSame(product(32, 32, 32, "float32", true, false), {"gpu_matmul_staging(C, 16, 16, 2, 4, 8, vector=2)"}, false);
  expectSame(product(64, 64, 32, "float16", false, false), {"gpu_matmul_staging(C, step_k=8)"}, false);
  std::mt19937 random(9);
  const auto draw = [&](int most) { return static_cast<int64_t>(1 + random() % static_cast<unsigned>(most)); };
  for (int i = 0; i < 8; ++i) {
    const int64_t m = draw(3), n = draw(3);
    expectSame(product(draw(20), draw(20), draw(20), i % 2 ? "float32" : "int32", i % 3 == 0, i % 4 == 0),
               {"gpu_matmul_staging(C, " + number(m * draw(4)) + ", " + number(n * draw(4)) + ", " + number(m) + ", " +
                number(n) + ", " + number(draw(9)) + ", " + number(1 + i % 2) + ")"},
               false);
  }
}

TEST(Composites, TensorCoreMatmul) {
  expectSame(product(64, 64, 64, "float16", false, false), {"tensor_core_matmul(C, types=\"f16f16f16\")"}, true);
  expectSame(product(128, 64, 96, "float16", true, true),
             {"tensor_core_matmul(C, types=\"f16f16f16\", transposed=True, ahead=1)"}, true);
  expectSame(product(32, 128, 64, "float16", false, false),
             {"tensor_core_matmul(C, 32, 64, 1, 4, 16, \"f16f16f16\", vector=4, ahead=2)"}, false);
  expectSame(product(48, 96, 48, "float16", true, false),
             {"tensor_core_matmul(C, 48, 32, 3, 1, 48, \"f16f16f16\", True, 1)"}, false);
}

TEST(Composites, MmaMatmul) {
  expectSame(product(64, 64, 64, "float16", false, false), {"mma_matmul(C, types=\"f16f16f16\")"}, true);
  expectSame(product(128, 64, 96, "float16", true, true),
             {"mma_matmul(C, types=\"f16f16f16\", transposed=True, ahead=2)"}, true);
  expectSame(product(32, 128, 64, "float16", false, false),
             {"mma_matmul(C, 32, 64, 1, 4, 16, \"f16f16f16\", vector=4, ahead=1)"}, false);
}

TEST(Composites, CooperativeFetch) {
  const std::vector<std::string> stage{
      "split(i, [None, 8])", "bind(i_0, \"blockIdx.x\")", "bind(i_1, \"threadIdx.x\")", "cache_read(C, 1, \"shared\")",
      "split(k, [None, 5])", "reorder(k_0, j)",           "compute_at(B_shared, k_0)"};
  for (const char* fetch : {"cooperative_fetch(B_shared, threads_x=8)", "cooperative_fetch(B_shared, 2, 1, 8, 4)",
                            "cooperative_fetch(B_shared, 1, threads_x=8, vector=2)"}) {
    std::vector<std::string> steps = stage;
    steps.emplace_back(fetch);
    expectSame(product(24, 16, 15, "float32", false, false), steps, false);
    expectSame(product(19, 13, 11, "float32", true, false), steps, false);
  }
}

TEST(Composites, SayWhatTheyCannotTake) {
  const auto refusal = [](const std::string& text, const char* step) {
    const SourceFile file = parseSource("program.py", text);
    const Schedule start{Snapshot(*file.select(""))};
    const ScriptRun run = interpretStep(step, start);
    EXPECT_EQ(run.schedule.stepCount(), 0) << step;
    return run.error ? run.error->message : std::string("none");
  };
  const std::string rows = reduction(8, 16, "float32", false, false), mm = product(16, 16, 16, "float32", false, false);
  EXPECT_EQ(refusal(rows, "tile_vectorise_unroll(B)"),
            "tile_vectorise_unroll cannot be applied: the block has 2 loops; a matrix product has three: i, j, k");
  EXPECT_EQ(refusal(rows, "gebp_dot(B, \"dot\")"),
            "gebp_dot cannot be applied: the block has 2 loops; a matrix product has three: i, j, k");
  EXPECT_EQ(refusal(rows, "gebp(B)"),
            "gebp cannot be applied: the block has 2 loops; a matrix product has three: i, j, k");
  EXPECT_EQ(refusal(rows, "blocked_reduction(k, 17)"),
            "blocked_reduction cannot be applied: the loop has 16 iterations, fewer than 17 lanes");
  EXPECT_EQ(refusal(mm, "gpu_matmul_staging(C, 16, 16, 3)"),
            "gpu_matmul_staging cannot be applied: block_m is not a multiple of thread_m");
  EXPECT_EQ(refusal(mm, "tensor_core_matmul(C, 48)"),
            "tensor_core_matmul cannot be applied: block_m is not a multiple of 16 * warps_m");
  EXPECT_EQ(refusal(mm, "tensor_core_matmul(C, types=\"f32\")"),
            "tensor_core_matmul cannot be applied: types is not f16f16f32, f16f16f16, bf16bf16f32 or s8s8s32");
  EXPECT_EQ(refusal(mm, "mma_matmul(C, types=\"f32\")"),
            "mma_matmul cannot be applied: types is not f16f16f32, f16f16f16, bf16bf16f32, i8i8i32, "
            "e4m3e4m3f32, e5m2e5m2f32, e4m3e4m3f16 or e5m2e5m2f16");
  EXPECT_EQ(refusal(mm, "wgmma_matmul(C, 96)"),
            "wgmma_matmul cannot be applied: block_n is not 64, 128 or 256 times groups_n");
  EXPECT_EQ(refusal(mm, "wgmma_matmul(C, types=\"i8i8i32\")"),
            "wgmma_matmul cannot be applied: wgmma multiplies elements of one byte by a matrix that is stored by "
            "columns");
  EXPECT_EQ(refusal(mm, "mma_matmul(C, step_k=24)"), "mma_matmul cannot be applied: step_k is not a multiple of 16");
  EXPECT_THAT(refusal(mm, "tensor_core_matmul(C, 16, 16, 1, 1, 16)"),
              HasSubstr("does not compute what \"wmma_load_16x16x16_f16_a_shared\" computes"));
  EXPECT_THAT(refusal(mm, "blocked_reduction(j)"),
              HasSubstr("step 2 of blocked_reduction, rfactor(j_1, 0) in line 15 of reduction.py, is refused: no "
                        "reduction variable of block C is bound to loop j_1"));
  EXPECT_THAT(refusal(mm, "tile_vectorise_unroll(C, 0)"),
              HasSubstr("step 1 of tile_vectorise_unroll, split(i, [None, 0])"));
}

}  // namespace
}  // namespace lw
