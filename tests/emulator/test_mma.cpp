// mma and ldmatrix, in TVM's spelling: on tiles of the scope warp, and on registers of threads. What a lane has is
// compared with the tables of the PTX ISA, which are written out here once more.
#include <gmock/gmock.h>

#include <cstdlib>
#include <cstring>
#include <map>
#include <random>

#include "core/analysis/gpu/warp_operations.h"
#include "core/ir/equal.h"
#include "core/ir/mma_layout.h"
#include "core/ir/ops.h"
#include "core/ir/warp_matrix.h"
#include "core/schedule/all_primitives.h"
#include "core/schedule/support/warp_intrinsics.h"
#include "tests/emulator/gpu_fixture.h"

namespace lw {
namespace {

using namespace lw::test;
using ::testing::HasSubstr;

std::string with(std::string text, const std::map<std::string, std::string>& values) {
  for (const auto& [name, value] : values)
    for (size_t at = 0; (at = text.find("{" + name + "}", at)) != std::string::npos; at += value.size())
      text.replace(at, name.size() + 2, value);
  return text;
}
std::string changed(std::string text, const std::string& from, const std::string& to) {
  EXPECT_THAT(text, HasSubstr(from));
  for (size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size())
    text.replace(at, from.size(), to);
  return text;
}

InputSpec smallIntegers() {
  InputSpec inputs;
  inputs.ranges.emplace("*", ValueRange{ValueRange::Kind::Integers});
  return inputs;
}

struct Types {
  std::string in, sum, names;
  int k;
};
const Types kTypes[] = {{"float16", "float32", "f16f16f32", 16},         {"float16", "float16", "f16f16f16", 16},
                        {"bfloat16", "float32", "bf16bf16f32", 16},      {"int8", "int32", "i8i8i32", 32},
                        {"float8_e4m3fn", "float32", "e4m3e4m3f32", 32}, {"float8_e5m2", "float32", "e5m2e5m2f32", 32},
                        {"float8_e4m3fn", "float16", "e4m3e4m3f16", 32}, {"float8_e5m2", "float16", "e5m2e5m2f16", 32}};

// Two tiles in each direction, of which a warp computes one.
std::string tiles(const Types& types, bool transposedA, bool transposedB, const std::string& memory = "shared") {
  const auto wide = [&](const std::string& x) {
    return types.in == types.sum ? x : "T.Cast(\"" + types.sum + "\", " + x + ")";
  };
  const std::string k = std::to_string(types.k), k2 = std::to_string(2 * types.k);
  const std::string in = types.names.substr(0, types.names[0] == 'b' || types.names[0] == 'e' ? 4
                                               : types.names[0] == 'i'                        ? 2
                                                                                              : 3);
  const std::string sum = types.names.substr(2 * in.size()), dyn = memory == "shared" ? "" : "_dyn";
  const auto layout = [&](bool byK) { return types.k == 16 ? "lanes" : byK ? "lanes_of_columns" : "lanes_of_bytes"; };
  return with(R"(from tvm.script import tir as T


@T.prim_func
def matmul(A: T.Buffer(({ashape}), "{in}"), B: T.Buffer(({bshape}), "{in}"), C: T.Buffer((32, 32), "{sum}")):
    for i, j, k in T.grid(32, 32, {k2}):
        with T.block("C"):
            vi, vj, vk = T.axis.remap("SSR", [i, j, k])
            with T.init():
                C[vi, vj] = T.{sum}(0)
            C[vi, vj] = C[vi, vj] + {a} * {b}


def lanes(i, j):
    return [i // 16, j // 16, 4 * (i % 8) + j % 8 // 2, 4 * (j % 16 // 8) + i % 16 // 8 * 2 + j % 2]


def lanes_of_bytes(i, j):
    return [i // 16, j // 32, 4 * (i % 8) + j % 16 // 4, 8 * (j % 32 // 16) + i % 16 // 8 * 4 + j % 4]


def lanes_of_columns(i, j):
    return [i // 32, j // 16, i % 16 // 4 + 4 * (j % 8), 8 * (j % 16 // 8) + i % 32 // 16 * 4 + i % 4]


def schedule(sch):
    block = sch.get_block("C")
    i, j, k = sch.get_loops(block)
    i0, i1 = sch.split(i, [None, 16])
    j0, j1 = sch.split(j, [None, 16])
    k0, kk, k1 = sch.split(k, [None, 1, {k}])
    sch.reorder(i0, j0, k0, kk, i1, j1, k1)
    sch.bind(i0, "blockIdx.x")
    sch.bind(j0, "threadIdx.y")
    result = sch.cache_write(block, 0, "warp")
    sch.reverse_compute_at(result, j0)
    for operand in range(2):
        copy = sch.cache_read(block, operand, "{memory}")
        sch.compute_at(copy, k0)
        ax0, ax1 = sch.get_loops(copy)[-2:]
        rest, lane = sch.split(sch.fuse(ax0, ax1), [None, 32])
        sch.bind(lane, "threadIdx.x")
    for operand, layout, name in [(0, {layouta}, "a{transa}"), (1, {layoutb}, "b{transb}")]:
        own = sch.cache_read(block, operand, "warp")
        sch.compute_at(own, kk)
        sch.transform_layout(own, ("write", 0), layout)
        sch.tensorize(sch.get_loops(own)[-2], "mma_ldmatrix_{tin}_" + name + "{dyn}")
    sch.transform_layout(block, ("write", 0), lanes)
    start = sch.decompose_reduction(block, k0)
    sch.tensorize(sch.get_loops(start)[-2], "mma_fill_16x16_{tsum}")
    sch.tensorize(i1, "mma_{types}{ends}")
    sch.tensorize(sch.get_loops(result)[-2], "mma_store_16x16_{tsum}_global_")
)",
              {{"in", types.in},
               {"sum", types.sum},
               {"k", k},
               {"k2", k2},
               {"ashape", transposedA ? k2 + ", 32" : "32, " + k2},
               {"bshape", transposedB ? "32, " + k2 : k2 + ", 32"},
               {"a", wide(transposedA ? "A[vk, vi]" : "A[vi, vk]")},
               {"b", wide(transposedB ? "B[vj, vk]" : "B[vk, vj]")},
               {"memory", memory},
               {"layouta", layout(transposedA)},
               {"layoutb", layout(!transposedB)},
               {"transa", transposedA ? "_trans" : ""},
               {"transb", transposedB ? "_trans" : ""},
               {"ends", std::string(transposedA ? "_trans_a" : "") + (transposedB ? "_trans_b" : "")},
               {"types", types.names},
               {"tin", in},
               {"tsum", sum},
               {"dyn", dyn}});
}

void expectInterpreted(const Scheduled& s, const std::string& what) {
  Result<std::vector<Argument>> arguments = makeArguments(s.source, smallIntegers());
  ASSERT_TRUE(arguments.ok());
  const std::vector<Argument> wanted = wantedOf(s.source, *arguments);
  const Status ran = interpret(s.scheduled, *arguments);
  ASSERT_TRUE(ran.ok()) << what << ": " << toText(ran.error());
  expectSameValues(*arguments, wanted, what);
}

TEST(MmaTiles, EveryTypeAndLayoutIsRight) {
  for (const Types& types : kTypes)
    for (const bool transposedA : {false, true})
      for (const bool transposedB : {false, true}) {
        if (transposedA && types.k == 32) continue;  // ldmatrix does not transpose bytes
        const std::string what = types.names + (transposedA ? " a" : "") + (transposedB ? " b" : "");
        const Scheduled s = scheduledBy(tiles(types, transposedA, transposedB), "schedule");
        expectInterpreted(s, what);
        expectRight(s, what, smallIntegers());
        int operations = 0;
        forEachStmt(describeWarpOperations(s.scheduled).body, [&](const Stmt& x) {
          const auto* n = x.as<AttrStmt>();
          operations += n && n->key == kWarpMatrix;
        });
        EXPECT_EQ(operations, 5) << what;
      }
  expectRight(scheduledBy(tiles(kTypes[0], false, false, "shared.dyn"), "schedule"), "dynamic", smallIntegers());
}

// The same program, decomposed before the layouts are transformed, where the exact analysis is quick.
std::string decomposedFirst(const std::string& text) {
  const std::string step = "    start = sch.decompose_reduction(block, k0)\n",
                    place = "    sch.reverse_compute_at(result, j0)\n";
  const std::string first = changed(changed(text, step, ""), place, place + step);
  return changed(first, "sch.cache_read(block, operand,", "sch.cache_read(block, operand + 1,");  // 0: the sums
}

TEST(MmaTiles, EveryStepKeepsResults) {
  const std::string text = decomposedFirst(tiles(kTypes[0], false, true));
  const std::string calls[] = {"sch.tensorize(sch.get_loops(own)[-2]", "sch.tensorize(sch.get_loops(start)[-2]",
                               "sch.tensorize(i1", "sch.tensorize(sch.get_loops(result)[-2]"};
  for (int chosen = 0; chosen < 16; ++chosen) {
    std::string some = text;
    for (int call = 0; call < 4; ++call)
      if (!(chosen >> call & 1)) some = changed(some, calls[call], changed(calls[call], "sch.tensorize", "print"));
    expectInterpreted(scheduledBy(some, "schedule"), some);
  }
}

TEST(MmaTiles, AreOffered) {
  const Snapshot program(
      scheduledBy(decomposedFirst(changed(tiles(kTypes[0], false, false), "sch.tensorize", "print")), "schedule")
          .scheduled);
  const auto offered = [&](const char* block) {
    std::string names;
    for (const LoopId loop : program.loopsAbove(program.blocksNamed(block, 0).front()))
      for (const Candidate& c : kTensorize.candidates(program, Selection{{loop}, {}}))
        names += (names.empty() ? "" : " ") + c.label;
    return names;
  };
  EXPECT_EQ(offered("A_shared_warp"),
            "mma_ldmatrix_f16_a mma_ldmatrix_f16_a_trans mma_ldmatrix_f16_b mma_ldmatrix_f16_b_trans");
  EXPECT_EQ(offered("C_init"), "mma_fill_16x16_f32");
  EXPECT_EQ(offered("C_update"), "mma_f16f16f32");
  EXPECT_EQ(offered("C_warp"), "mma_store_16x16_f32_global_");
  EXPECT_EQ(offered("A_shared"), "");
}

TEST(MmaTiles, PrintedProgramsReadAgain) {
  for (const Types& types : {kTypes[0], kTypes[3], kTypes[4]}) {
    const PrimFunc f = scheduledBy(tiles(types, false, true), "schedule").scheduled;
    for (const PrimFunc& one : {f, describeWarpOperations(f)}) {
      const std::string text = print(one).text;
      const SourceFile again = readProgram("again.py", text);
      ASSERT_FALSE(again.hasErrors()) << again.diagnostics.front().message << "\n" << text;
      EXPECT_TRUE(equal(*again.select(""), one)) << text;
    }
  }
}

// The composite in random sizes, types and layouts, with copies ahead or not.
TEST(MmaTiles, RandomProductsAreRight) {
  std::mt19937 random(57);
  const auto draw = [&](int most) { return static_cast<int>(1 + random() % static_cast<unsigned>(most)); };
  const char* const count = std::getenv("LW_RANDOM_MMA");
  for (int n = 0, all = count ? std::atoi(count) : 6; n < all; ++n) {
    const Types& types = kTypes[random() % std::size(kTypes)];
    const bool transposed = random() % 2 == 0;
    const int warpsM = draw(2), warpsN = draw(2), rows = 16 * warpsM * draw(2), columns = 16 * warpsN * draw(2);
    const int step = types.k * draw(2);
    const auto text = [](int value) { return std::to_string(value); };
    const std::string wide =
        types.in == types.sum ? "A[vi, vk] * {b}" : "T.Cast(\"{sum}\", A[vi, vk]) * T.Cast(\"{sum}\", {b})";
    const std::string program = with(with(R"(from composites.gpu_matmul import mma_matmul
from tvm.script import tir as T


@T.prim_func
def matmul(A: T.Buffer(({m}, {k}), "{in}"), B: T.Buffer({bshape}, "{in}"), C: T.Buffer(({m}, {n}), "{sum}")):
    for i, j, k in T.grid({m}, {n}, {k}):
        with T.block("C"):
            vi, vj, vk = T.axis.remap("SSR", [i, j, k])
            with T.init():
                C[vi, vj] = T.{sum}(0)
            C[vi, vj] = C[vi, vj] + {product}


def schedule(sch):
    mma_matmul(sch, sch.get_block("C"), {rows}, {columns}, {wm}, {wn}, {step}, "{types}", {transposed}, {vector}, {ahead})
)",
                                          {{"product", wide}, {"bshape", transposed ? "({n}, {k})" : "({k}, {n})"}}),
                                     {{"m", text(rows * draw(2))},
                                      {"n", text(columns * draw(2))},
                                      {"k", text(step * (2 + draw(2)))},
                                      {"b", transposed ? "B[vj, vk]" : "B[vk, vj]"},
                                      {"in", types.in},
                                      {"sum", types.sum},
                                      {"rows", text(rows)},
                                      {"columns", text(columns)},
                                      {"wm", text(warpsM)},
                                      {"wn", text(warpsN)},
                                      {"step", text(step)},
                                      {"types", types.names},
                                      {"transposed", transposed ? "True" : "False"},
                                      {"vector", text(random() % 2 ? 4 : 1)},
                                      {"ahead", text(draw(3) - 1)}});
    expectRight(scheduledBy(program, "schedule"), program, smallIntegers());
  }
}

// Of tiles that are loaded for the other operand, or by columns, the product decides.
TEST(MmaTiles, LoadsFollowTheirProduct) {
  const Scheduled s = scheduledBy(
      changed(tiles(kTypes[0], false, false), "\"mma_ldmatrix_f16_\" + name", "\"mma_ldmatrix_f16_a\""), "schedule");
  expectInterpreted(s, "both as a");
  expectRight(s, "both as a", smallIntegers());
}

TEST(MmaTiles, MistakesAreRefused) {
  const std::string text = tiles(kTypes[0], false, false);
  const auto refusal = [](const Scheduled& s) {
    const Result<GpuProgram> lowered = lowerForGpu(s.scheduled, defaultGpuDevice());
    EXPECT_FALSE(lowered.ok());
    return lowered.ok() ? "" : lowered.error().message + " -- " + lowered.error().hint;
  };
  const Scheduled some =
      scheduledBy(changed(text, "sch.tensorize(sch.get_loops(start)[-2], \"mma_fill_16x16_f32\")", "pass"), "schedule");
  EXPECT_THAT(refusal(some), HasSubstr("block \"C_init\" accesses elements of C_warp, but memory of the scope "
                                       "mma.accumulator is distributed over the threads of a warp"));
  EXPECT_THAT(refusal(scheduledBy(changed(text, "[None, 32]", "[None, 16]"), "schedule")),
              HasSubstr("but threadIdx.x has 16 iterations"));
}

// The instructions, by the PTX ISA: g is the number of a group of four lanes, q that of the lane in it.
struct Instruction {
  std::string in, sum, inWord, sumWord;
  int m, k;
  std::string rowOfA, kOfA;  // of element e
  std::string kOfB;          // in column g
};
const Instruction kInstructions[] = {
    {"float16", "float32", "fp16", "fp32", 16, 8, "g + e // 2 * 8", "q * 2 + e % 2", "q * 2 + e"},
    {"float16", "float16", "fp16", "fp16", 16, 8, "g + e // 2 * 8", "q * 2 + e % 2", "q * 2 + e"},
    {"float16", "float32", "fp16", "fp32", 16, 16, "g + e // 2 % 2 * 8", "q * 2 + e % 2 + e // 4 * 8",
     "q * 2 + e % 2 + e // 2 * 8"},
    {"float16", "float16", "fp16", "fp16", 16, 16, "g + e // 2 % 2 * 8", "q * 2 + e % 2 + e // 4 * 8",
     "q * 2 + e % 2 + e // 2 * 8"},
    {"bfloat16", "float32", "bf16", "fp32", 16, 8, "g + e // 2 * 8", "q * 2 + e % 2", "q * 2 + e"},
    {"bfloat16", "float32", "bf16", "fp32", 16, 16, "g + e // 2 % 2 * 8", "q * 2 + e % 2 + e // 4 * 8",
     "q * 2 + e % 2 + e // 2 * 8"},
    {"float32", "float32", "tf32", "fp32", 16, 4, "g + e * 8", "q", "q"},
    {"float32", "float32", "tf32", "fp32", 16, 8, "g + e % 2 * 8", "q + e // 2 * 4", "q + e * 4"},
    {"int8", "int32", "int8", "int32", 8, 16, "g", "q * 4 + e", "q * 4 + e"},
    {"int8", "int32", "int8", "int32", 16, 16, "g + e // 4 * 8", "q * 4 + e % 4", "q * 4 + e"},
    {"int8", "int32", "int8", "int32", 16, 32, "g + e // 4 % 2 * 8", "q * 4 + e % 4 + e // 8 * 16",
     "q * 4 + e % 4 + e // 4 * 16"},
    {"uint8", "int32", "uint8", "int32", 16, 32, "g + e // 4 % 2 * 8", "q * 4 + e % 4 + e // 8 * 16",
     "q * 4 + e % 4 + e // 4 * 16"},
    {"float8_e4m3fn", "float32", "e4m3", "fp32", 16, 32, "g + e // 4 % 2 * 8", "q * 4 + e % 4 + e // 8 * 16",
     "q * 4 + e % 4 + e // 4 * 16"},
    {"float8_e5m2", "float32", "e5m2", "fp32", 16, 32, "g + e // 4 % 2 * 8", "q * 4 + e % 4 + e // 8 * 16",
     "q * 4 + e % 4 + e // 4 * 16"},
    {"float64", "float64", "fp64", "fp64", 8, 4, "g", "q", "q"}};

// Each warp of two has a product of its own.
std::string registers(const Instruction& p) {
  const auto number = [](int n) { return std::to_string(n); };
  return with(R"(from tvm.script import tir as T


@T.prim_func
def main(A: T.Buffer((2, {m}, {k}), "{in}"), B: T.Buffer((2, {k}, 8), "{in}"), C: T.Buffer((2, {m}, 8), "{sum}")):
    for bx in T.thread_binding(1, thread="blockIdx.x"):
        for ty in T.thread_binding(2, thread="threadIdx.y"):
            for tx in T.thread_binding(32, thread="threadIdx.x"):
                with T.block("warp"):
                    T.reads(A[0:2, 0:{m}, 0:{k}], B[0:2, 0:{k}, 0:8])
                    T.writes(C[0:2, 0:{m}, 0:8])
                    a = T.alloc_buffer(({ofa},), "{in}", scope="local")
                    b = T.alloc_buffer(({ofb},), "{in}", scope="local")
                    c = T.alloc_buffer(({ofc},), "{sum}", scope="local")
                    for e in range({ofa}):
                        a[e] = A[ty, {rowa}, {ka}]
                    for e in range({ofb}):
                        b[e] = B[ty, {kb}, tx // 4]
                    for e in range({ofc}):
                        c[e] = T.{sum}(0)
                    T.evaluate(T.ptx_mma("m{m}n8k{k}", "row", "col", "{inw}", "{inw}", "{sumw}", a.data, 0, b.data, 0, c.data, 0, False, dtype="{sum}"))
                    for e in range({ofc}):
                        C[ty, tx // 4 + e // 2 * 8, tx % 4 * 2 + e % 2] = c[e]
)",
              {{"m", number(p.m)},
               {"k", number(p.k)},
               {"in", p.in},
               {"sum", p.sum},
               {"inw", p.inWord},
               {"sumw", p.sumWord},
               {"ofa", number(p.m * p.k / 32)},
               {"ofb", number(p.k / 4)},
               {"ofc", number(p.m / 4)},
               {"rowa", with(changed(p.rowOfA, "g", "{g}"), {{"g", "tx // 4"}})},
               {"ka", with(changed(p.kOfA, "q", "{q}"), {{"q", "tx % 4"}})},
               {"kb", with(changed(p.kOfB, "q", "{q}"), {{"q", "tx % 4"}})}});
}

std::vector<Argument> productsOf(const Instruction& p, const std::vector<Argument>& arguments) {
  const std::string wide =
      p.in == p.sum ? "A[w, i, k] * B[w, k, j]" : "T.Cast(\"{sum}\", A[w, i, k]) * T.Cast(\"{sum}\", B[w, k, j])";
  const std::string text = with(with(R"(from tvm.script import tir as T


@T.prim_func
def main(A: T.Buffer((2, {m}, {k}), "{in}"), B: T.Buffer((2, {k}, 8), "{in}"), C: T.Buffer((2, {m}, 8), "{sum}")):
    for w, i, j in T.grid(2, {m}, 8):
        C[w, i, j] = T.{sum}(0)
        for k in range({k}):
            C[w, i, j] = C[w, i, j] + {wide}
)",
                                     {{"wide", wide}}),
                                {{"m", std::to_string(p.m)}, {"k", std::to_string(p.k)}, {"in", p.in}, {"sum", p.sum}});
  const SourceFile file = readProgram("plain.py", text);
  EXPECT_FALSE(file.hasErrors());
  return wantedOf(*file.select(""), arguments);
}

Scheduled asWritten(const std::string& text) {
  return scheduledBy(text + "\n\ndef schedule(sch):\n    pass\n", "schedule");
}

TEST(MmaRegisters, EveryInstructionIsRight) {
  for (const Instruction& p : kInstructions) {
    const std::string what = p.inWord + " m" + std::to_string(p.m) + "k" + std::to_string(p.k);
    const Scheduled s = asWritten(registers(p));
    Result<std::vector<Argument>> arguments = makeArguments(s.source, smallIntegers());
    ASSERT_TRUE(arguments.ok());
    const std::vector<Argument> wanted = productsOf(p, *arguments);
    const Result<GpuProgram> program = lowerForGpu(s.scheduled, defaultGpuDevice());
    ASSERT_TRUE(program.ok()) << what << ": " << toText(program.error());
    const Result<EmulatorReport> report = emulate(*program, s.scheduled, *arguments);
    ASSERT_TRUE(report.ok()) << what << ": " << toText(report.error()) << print(program->lowered).text;
    EXPECT_TRUE(report->clean()) << what << ": " << textOf(*report) << print(program->lowered).text;
    expectSameValues(*arguments, wanted, what);
  }
}

// tf32 has 10 bits of a fraction: 1 + 2^-11 is rounded away from zero, 1 + 2^-12 to 1.
TEST(MmaRegisters, Tf32IsRounded) {
  const Scheduled s = asWritten(registers(kInstructions[6]));
  Result<std::vector<Argument>> arguments = makeArguments(s.source, smallIntegers());
  ASSERT_TRUE(arguments.ok());
  NDArray &a = std::get<NDArray>((*arguments)[0]), &b = std::get<NDArray>((*arguments)[1]);
  const auto set = [](NDArray& array, size_t at, float value) {
    std::memcpy(array.data.data() + at * sizeof value, &value, sizeof value);
  };
  for (size_t i = 0; i < 2 * 16 * 4; ++i) set(a, i, i % 4 == 0 ? (i / 4 % 2 ? 1 + 0x1p-11F : 1 + 0x1p-12F) : 0);
  for (size_t i = 0; i < 2 * 4 * 8; ++i) set(b, i, 1);
  const Result<GpuProgram> program = lowerForGpu(s.scheduled, defaultGpuDevice());
  ASSERT_TRUE(program.ok());
  ASSERT_TRUE(emulate(*program, s.scheduled, *arguments).ok());
  const NDArray& c = std::get<NDArray>((*arguments)[2]);
  for (size_t row = 0; row < 16; ++row) {
    float value;
    std::memcpy(&value, c.data.data() + row * 8 * sizeof value, sizeof value);
    EXPECT_EQ(value, row % 2 ? 1 + 0x1p-10F : 1) << row;
  }
}

std::string rowsLoaded(int matrices, bool transposed, const std::string& type) {
  return with(R"(from tvm.script import tir as T


@T.prim_func
def main(A: T.Buffer(({rows}, {width}), "{type}"), B: T.Buffer((32, {each}), "{type}")):
    for bx in T.thread_binding(1, thread="blockIdx.x"):
        for tx in T.thread_binding(32, thread="threadIdx.x"):
            with T.block("warp"):
                T.reads(A[0:{rows}, 0:{width}])
                T.writes(B[0:32, 0:{each}])
                s = T.alloc_buffer(({rows}, {width}), "{type}", scope="shared")
                r = T.alloc_buffer(({each},), "{type}", scope="local")
                for i in range({rows}):
                    if tx < {width}:
                        s[i, tx] = A[i, tx]
                T.evaluate(T.ptx_ldmatrix({trans}, {matrices}, ".b16", r.data, 0, s.access_ptr("r"), tx % {rows} * {width}, dtype="{type}"))
                for e in range({each}):
                    B[tx, e] = r[e]
)",
              {{"rows", std::to_string(8 * matrices)},
               {"width", type == "float16" ? "8" : "16"},
               {"each", std::to_string(matrices * (type == "float16" ? 2 : 4))},
               {"matrices", std::to_string(matrices)},
               {"trans", transposed ? "True" : "False"},
               {"type", type}});
}

// The row of matrix m that lane 8 m + r names; lane 4 g + q gets the elements 2 q and 2 q + 1 of row g, transposed
// those of column g.
TEST(MmaRegisters, LdmatrixGivesEachLaneItsElements) {
  for (const std::string type : {"float16", "int8", "float8_e5m2"})
    for (const int matrices : {1, 2, 4})
      for (const bool transposed : {false, true}) {
        const std::string what = type + " x" + std::to_string(matrices) + (transposed ? " trans" : "");
        const Scheduled s = asWritten(rowsLoaded(matrices, transposed, type));
        Result<std::vector<Argument>> arguments = makeArguments(s.source, smallIntegers());
        ASSERT_TRUE(arguments.ok());
        const Result<GpuProgram> program = lowerForGpu(s.scheduled, defaultGpuDevice());
        ASSERT_TRUE(program.ok()) << what << ": " << toText(program.error());
        const Result<EmulatorReport> report = emulate(*program, s.scheduled, *arguments);
        ASSERT_TRUE(report.ok()) << what << ": " << toText(report.error());
        EXPECT_TRUE(report->clean()) << what << ": " << textOf(*report);
        const NDArray &a = std::get<NDArray>((*arguments)[0]), &b = std::get<NDArray>((*arguments)[1]);
        const size_t unit = 2, row = 16;  // bytes of what is moved together, and of a row
        for (size_t lane = 0; lane < 32; ++lane)
          for (size_t m = 0; m < static_cast<size_t>(matrices); ++m)
            for (size_t u = 0; u < 2; ++u) {
              const size_t g = lane / 4, along = 2 * (lane % 4) + u;
              const size_t from = transposed ? (8 * m + along) * row + g * unit : (8 * m + g) * row + along * unit;
              const size_t to = lane * static_cast<size_t>(matrices) * 4 + m * 4 + u * unit;
              EXPECT_EQ(std::memcmp(b.data.data() + to, a.data.data() + from, unit), 0) << what << " lane " << lane;
            }
      }
}

// TVM's addresses for whole tiles bring what a product takes: the tables of the instruction and those of ldmatrix
// agree.
TEST(MmaRegisters, LdmatrixBringsOperandsOfMma) {
  const std::string text = R"(from tvm.script import tir as T


@T.prim_func
def main(A: T.Buffer((16, 16), "float16"), B: T.Buffer((16, 16), "float16"), C: T.Buffer((16, 16), "float32")):
    for bx in T.thread_binding(1, thread="blockIdx.x"):
        for tx in T.thread_binding(32, thread="threadIdx.x"):
            with T.block("warp"):
                T.reads(A[0:16, 0:16], B[0:16, 0:16])
                T.writes(C[0:16, 0:16])
                sa = T.alloc_buffer((16, 24), "float16", scope="shared")
                sb = T.alloc_buffer((16, 24), "float16", scope="shared")
                a = T.alloc_buffer((8,), "float16", scope="local")
                b = T.alloc_buffer((8,), "float16", scope="local")
                c = T.alloc_buffer((8,), "float32", scope="local")
                for i in range(8):
                    sa[i * 2 + tx // 16, tx % 16] = A[i * 2 + tx // 16, tx % 16]
                    sb[i * 2 + tx // 16, tx % 16] = B[i * 2 + tx // 16, tx % 16]
                T.evaluate(T.mma_fill(8, c.data, 0, dtype="float32"))
                T.evaluate(T.ptx_ldmatrix(False, 4, ".b16", a.data, 0, T.address_of(sa[tx % 16, tx // 16 * 8]), 0, dtype="float16"))
                T.evaluate(T.ptx.ldmatrix(True, 4, ".b16", b.data, 0, sb.data, tx % 16 * 24 + tx // 16 * 8, dtype="float16"))
                T.evaluate(T.ptx_mma("m16n8k16", "row", "col", "fp16", "fp16", "fp32", a.data, 0, b.data, 0, c.data, 0, False, dtype="float32"))
                T.evaluate(T.ptx.mma("m16n8k16", "row", "col", "fp16", "fp16", "fp32", a.data, 0, b.data, 4, c.data, 4, False, dtype="float32"))
                T.evaluate(T.mma_store(16, 16, C.access_ptr("w"), c.data, 0, 16, dtype="float32"))
)";
  const std::string plain = R"(from tvm.script import tir as T


@T.prim_func
def main(A: T.Buffer((16, 16), "float16"), B: T.Buffer((16, 16), "float16"), C: T.Buffer((16, 16), "float32")):
    for i, j in T.grid(16, 16):
        C[i, j] = T.float32(0)
        for k in range(16):
            C[i, j] = C[i, j] + T.Cast("float32", A[i, k]) * T.Cast("float32", B[k, j])
)";
  const Scheduled s = asWritten(text);
  Result<std::vector<Argument>> arguments = makeArguments(s.source, smallIntegers());
  ASSERT_TRUE(arguments.ok());
  const SourceFile file = readProgram("plain.py", plain);
  const std::vector<Argument> wanted = wantedOf(*file.select(""), *arguments);
  const Result<GpuProgram> program = lowerForGpu(s.scheduled, defaultGpuDevice());
  ASSERT_TRUE(program.ok()) << toText(program.error());
  std::vector<Argument> got = *arguments;
  const Result<EmulatorReport> report = emulate(*program, s.scheduled, got);
  ASSERT_TRUE(report.ok()) << toText(report.error());
  EXPECT_TRUE(report->clean()) << textOf(*report) << print(program->lowered).text;
  expectSameValues(got, wanted, "tile");

  // Without the barrier between the copy and ldmatrix, the emulator names the race.
  PrimFunc bare = withoutBarrier(program->lowered, 0);
  const Result<GpuProgram> racing = splitHostDevice(bare);
  ASSERT_TRUE(racing.ok());
  const Result<EmulatorReport> found = emulate(*racing, s.scheduled, *arguments);
  ASSERT_TRUE(found.ok());
  ASSERT_FALSE(found->clean());
  EXPECT_THAT(textOf(*found), HasSubstr("sa[")) << textOf(*found);
}

TEST(MmaRegisters, DivergentWarpsAreRefused) {
  const std::string text = changed(registers(kInstructions[2]), "                    T.evaluate(T.ptx_mma",
                                   "                    if tx < 16:\n                        T.evaluate(T.ptx_mma");
  const Result<GpuProgram> lowered = lowerForGpu(asWritten(text).scheduled, defaultGpuDevice());
  ASSERT_FALSE(lowered.ok());
  EXPECT_THAT(lowered.error().message,
              HasSubstr("a matrix operation of a warp is inside a condition that not all threads of "
                        "the warp execute in the same way"));
  // On the interpreter, threads run one after the other.
  const Scheduled plain = asWritten(registers(kInstructions[2]));
  Result<std::vector<Argument>> arguments = makeArguments(plain.source, {});
  const Status ran = interpret(plain.source, *arguments);
  ASSERT_FALSE(ran.ok());
  EXPECT_THAT(ran.error().message, HasSubstr("ptx_mma"));
}

}  // namespace
}  // namespace lw
