// The spaces that the rules write for contractions: their texts are compared with tests/tune/sketches, which
// LW_UPDATE=1 rewrites; candidates are verified, and those of small sizes give what the unscheduled program gives.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "backends/interpreter/interpreter.h"
#include "core/ir/verify.h"
#include "core/schedule/program.h"
#include "core/te/read_program.h"
#include "core/tune/rules/all_rules.h"
#include "core/tune/space.h"

namespace lw::tune {
namespace {

constexpr int kDraws = 20, kInterpreted = 12;

struct Case {
  const char* program;  // its file below tests/bench/tune, or the whole path
  // Replacements, one after the other, that make its sizes small, and instructions what the interpreter can run.
  std::vector<std::pair<const char*, const char*>> smaller;
};

const std::vector<Case>& cases() {
  static const std::vector<Case> kCases = {
      {"product_square", {{"512", "40"}}},
      {"product_tall", {{"4096", "70"}, {"64", "20"}, {"256", "24"}}},
      {"product_wide", {{"64", "9"}, {"4096", "75"}, {"256", "16"}}},
      {"product_odd", {{"1000", "37"}, {"999", "29"}, {"998", "13"}}},
      {"product_batched", {{"12", "2"}, {"256", "22"}, {"64", "18"}}},
      {"mlp", {{"1024", "44"}, {"512", "32"}, {"256", "12"}}},
      {"attention", {{"12", "2"}, {"256", "32"}, {"64", "20"}}},
      {"conv2d", {{"64", "6"}, {"58", "12"}, {"57", "11"}, {"56", "10"}}},
      {"conv2d_1x1", {{"256", "10"}, {"128", "9"}, {"28", "7"}}},
      {"samples/kernels/bfloat16.py", {{"1024", "40"}}},
      {"samples/tuning/packed_weights.py", {{"512", "44"}, {"64", "20"}}},
      {"samples/hardware/int8_matmul.py", {{"N = 256", "N = 40"}, {"dot_impl)", "dot_desc)"}}},
      {"samples/hardware/bfloat16_matmul.py", {{"N = 256", "N = 36"}, {"dot_impl)", "dot_desc)"}}},
      {"tests/tune/unit_axes.py", {{"14", "5"}, {"24", "10"}, {"16", "7"}}},
      {"tests/tune/unit_batch.py", {{"80", "20"}, {"48", "13"}, {"30", "9"}}},
      {"tests/tune/unit_group.py", {{"30", "9"}, {"28", "7"}, {"24", "9"}, {"16", "3"}}},
      {"tests/tune/channel_tiles.py", {{"14", "7"}, {"15", "8"}, {"16", "9"}, {"6,", "3,"}}},
      {"tests/tune/channel_parts.py", {{"1024", "8"}}},
      {"tests/tune/one_pixel.py", {}},
      {"tests/tune/padded_windows.py", {{"20", "3"}}},
      {"tests/tune/four_bit_row.py", {}},
      {"tests/tune/shared_operand.py", {{"64", "21"}, {"72", "27"}, {"48", "11"}}},
      {"tests/tune/scaled_product.py", {{"70", "37"}, {"80", "29"}, {"96", "13"}}},
      {"tests/tune/scaled_scores.py", {{"12", "2"}, {"60", "17"}, {"50", "21"}, {"64", "10"}}},
      {"tests/tune/scaled_windows.py", {{"24", "5"}, {"18", "8"}, {"16", "6"}}},
      {"tests/tune/zero_points.py", {{"60", "19"}, {"72", "23"}, {"99", "13"}}},
      {"tests/tune/depthwise_weights.py", {{"24", "3"}, {"35", "13"}, {"33", "11"}, {"30", "9"}, {"28", "7"}}},
      {"depthwise", {{"128", "3"}, {"58", "9"}, {"66", "14"}, {"56", "7"}, {"64", "12"}}},
  };
  return kCases;
}

std::string textOf(const std::string& path) {
  std::ifstream in(std::string(LW_SOURCE_DIR) + "/" + path);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

bool isPath(const Case& c) { return std::string(c.program).ends_with(".py"); }

std::string nameOf(const Case& c) { return std::filesystem::path(c.program).stem(); }

std::string programText(const Case& c, bool small) {
  std::string text = textOf(isPath(c) ? c.program : "tests/bench/tune/" + nameOf(c) + ".py");
  for (size_t i = 0; small && i < c.smaller.size(); ++i) {
    const auto& [from, to] = c.smaller[i];
    for (size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + std::strlen(to)))
      text.replace(at, std::strlen(from), to);
  }
  return text;
}

Machine avx512() {
  Machine machine;
  machine.vectorBits = 512;
  machine.vectorRegisters = 32;
  machine.caches = {48 << 10, 2 << 20, 32 << 20};
  return machine;
}

WrittenSpace spaceFor(const Snapshot& program, const Machine& machine = avx512()) {
  constexpr std::array<const Rule*, 4> kRules = {&kDotTiles, &kRegisterTiles, &kWindowRows, &kPackedWeights};
  return writeSpace(program, 0, machine, kRules);
}

Snapshot programFrom(const std::string& text) {
  const SourceFile file = readProgram("program.py", text);
  EXPECT_FALSE(file.hasErrors()) << text;
  const std::string name = text.find("def matmul(") != std::string::npos ? "matmul" : "";  // beside its intrinsics
  return programOf(file, name)->snapshot.withIntrinsics(file.intrinsics);
}

Space readSpace(const std::string& text, const Snapshot& program) {
  auto file = std::make_shared<const SourceFile>(readProgram("space.py", text));
  EXPECT_FALSE(file->hasErrors()) << text;
  return {file, "space", Schedule(program)};
}

class Contractions : public testing::TestWithParam<Case> {};

TEST_P(Contractions, TheSpaceIsTheSketch) {
  const std::string path = "tests/tune/sketches/" + nameOf(GetParam()) + ".py";
  const std::string written = spaceFor(programFrom(programText(GetParam(), false))).text;
  if (std::getenv("LW_UPDATE"))
    std::ofstream(std::string(LW_SOURCE_DIR) + "/" + path) << written;
  else
    EXPECT_EQ(written, textOf(path)) << "LW_UPDATE=1 rewrites " << path;
}

TEST_P(Contractions, CandidatesAreLegalAndWellFormed) {
  const Snapshot program = programFrom(programText(GetParam(), false));
  const Space space = readSpace(spaceFor(program).text, program);
  int legal = 0;
  for (uint64_t seed = 0; seed < kDraws; ++seed) {
    const auto drawn = space.candidate({}, seed);
    if (const auto* refused = std::get_if<RefusedCandidate>(&drawn)) {
      EXPECT_FALSE(refused->why.message.empty());
      ADD_FAILURE() << toJson(refused->decisions) << ": " << toText(refused->why);
      continue;
    }
    const PrimFunc& function = std::get<Candidate>(drawn).schedule.program().function();
    EXPECT_EQ(verify(function), std::vector<std::string>()) << toJson(std::get<Candidate>(drawn).decisions);
    ++legal;
  }
  EXPECT_GE(legal * 10, kDraws * 9);
}

// Candidates of the program in small sizes give what the program gives.
void expectSameResults(const Case& c, const Machine& machine, uint64_t draws) {
  const std::string text = programText(c, true);
  const Snapshot program = programFrom(text);
  const Space space = readSpace(spaceFor(program, machine).text, program);
  const PrimFunc& source = program.function();
  const std::vector<Argument> inputs = *makeArguments(source, inputsFromComments(text));
  std::vector<Argument> expected = inputs;
  ASSERT_TRUE(interpret(source, expected).ok());
  for (uint64_t seed = 0; seed < draws; ++seed) {
    const auto drawn = space.candidate({}, 1000 + seed);
    if (const auto* refused = std::get_if<RefusedCandidate>(&drawn)) {
      ADD_FAILURE() << toJson(refused->decisions) << ": " << toText(refused->why);
      continue;
    }
    const auto& candidate = std::get<Candidate>(drawn);
    std::vector<Argument> got = inputs;
    const Status ran = interpret(candidate.schedule.program().function(), got);
    ASSERT_TRUE(ran.ok()) << toJson(candidate.decisions) << ": " << toText(ran.error());
    for (size_t i = 0; i < got.size(); ++i) {
      const Mismatch m = compareArrays(std::get<NDArray>(got[i]), std::get<NDArray>(expected[i]), 1e-4, 1e-4);
      EXPECT_EQ(m.count, 0) << toJson(candidate.decisions);
    }
  }
}

TEST_P(Contractions, SmallCandidatesComputeTheSame) { expectSameResults(GetParam(), avx512(), kInterpreted); }

TEST_P(Contractions, CandidatesOfThreadsComputeTheSame) {
  Machine machine = avx512();
  machine.threads = 4;
  expectSameResults(GetParam(), machine, kInterpreted / 3);
}

INSTANTIATE_TEST_SUITE_P(Programs, Contractions, testing::ValuesIn(cases()),
                         [](const auto& info) { return nameOf(info.param); });

TEST(RegisterTiles, RowsAndVectorsOfATileFitTheRegisters) {
  const std::string narrow = spaceFor(programFrom(programText(cases()[0], false)), Machine{}).text;
  EXPECT_NE(narrow.find("columns_C = sch.get(sch.sample_categorical([8, 16, 24, 32]"), std::string::npos) << narrow;
  EXPECT_NE(narrow.find("16: [6, 5, 4, 3]"), std::string::npos) << narrow;  // two vectors: 12 of 16 registers at most
}

TEST(RegisterTiles, ThreadsShareALoopThatRunsTwice) {
  Machine machine = avx512();
  machine.threads = 4;
  const auto spaceOf = [&](const char* name) {
    const auto found = std::find_if(cases().begin(), cases().end(), [&](const Case& c) { return nameOf(c) == name; });
    return spaceFor(programFrom(programText(*found, false)), machine).text;
  };
  EXPECT_NE(spaceOf("product_square")
                .find("sch.parallel(jc if panels != all_panels else io if tiles * rows_C < 512 else jo)"),
            std::string::npos);
  EXPECT_NE(spaceOf("product_batched").find("sch.parallel(b)"), std::string::npos);
  EXPECT_NE(spaceOf("depthwise_weights").find("sch.parallel(loop_vc)"), std::string::npos);
}

TEST(RegisterTiles, SayWhyTheyDoNotFit) {
  const auto reason = [](const std::string& body) {
    const WrittenSpace written = spaceFor(programFrom(R"(
@T.prim_func
def f(A: T.Buffer((64, 32), "float32"), B: T.Buffer((32,), "float32"), C: T.Buffer((64,), "float32"), D: T.Buffer((64, 32), "float32")):
)" + body));
    EXPECT_EQ(written.text, "");
    return written.others.at(1).second.text();
  };
  EXPECT_EQ(reason(R"(
    for i, k in T.grid(64, 32):
        with T.block("C"):
            vi, vk = T.axis.remap("SR", [i, k])
            with T.init():
                C[vi] = T.float32(0)
            C[vi] = C[vi] + A[vi, vk] * B[vk]
)"),
            "block C does not fit: it has a factor without axes of its own");
  EXPECT_EQ(reason(R"(
    for i, j in T.grid(64, 32):
        with T.block("D"):
            vi, vj = T.axis.remap("SS", [i, j])
            D[vi, vj] = A[vi, vj] * B[vj]
)"),
            "block D does not fit: it is no sum");
  EXPECT_EQ(reason(R"(
    for i, k in T.grid(64, 32):
        with T.block("C"):
            vi, vk = T.axis.remap("SR", [i, k])
            with T.init():
                C[vi] = T.float32(0)
            C[vi] = C[vi] + A[vi, vk] * A[vi, vk]
)"),
            "block C does not fit: it multiplies A by itself");
  EXPECT_EQ(reason(R"(
    for i, j, k in T.grid(64, 32, 1):
        with T.block("D"):
            vi, vj, vk = T.axis.remap("SSR", [i, j, k])
            with T.init():
                D[vi, vj] = T.float32(0)
            D[vi, vj] = D[vi, vj] + A[vi, vk] * B[vj + vk]
)"),
            "block D does not fit: it is a sum of one term");
}

TEST(RegisterTiles, SayWhichFurtherFactorsDoNotFit) {
  const auto reason = [](const std::string& term) {
    const WrittenSpace written = spaceFor(programFrom(R"(
@T.prim_func
def f(A: T.Buffer((64, 32), "float32"), B: T.Buffer((32, 48), "float32"), M: T.Buffer((64, 48), "float32"), S: T.Buffer((16,), "float32"), C: T.Buffer((64, 48), "float32")):
    for i, j, k in T.grid(64, 48, 32):
        with T.block("C"):
            vi, vj, vk = T.axis.remap("SSR", [i, j, k])
            with T.init():
                C[vi, vj] = T.float32(0)
            C[vi, vj] = C[vi, vj] + )" + term));
    return written.text.empty() ? written.others.at(1).second.text() : "";
  };
  EXPECT_EQ(reason("A[vi, vk] * B[vk, vj] * T.float32(0.125)"), "");
  EXPECT_EQ(reason("A[vi, vk] * B[vk, vj] * S[0]"), "");
  EXPECT_EQ(reason("A[vi, vk] * B[vk, vj] * T.exp(S[0])"),
            "block C does not fit: it does not sum products of two buffers");
  EXPECT_EQ(reason("(A[vi, vk] - A[vi, 0]) * B[vk, vj]"), "block C does not fit: it reads A at several places");
  EXPECT_EQ(reason("A[vi, vk] * B[vk, vj] * M[vi, vj]"), "block C does not fit: it reads M along axes of both factors");
  EXPECT_EQ(reason("A[vi, vk] * B[vk, vj] * S[vk // 2]"),
            "block C does not fit: it reads S at places that are not its iterations");
}

}  // namespace
}  // namespace lw::tune
