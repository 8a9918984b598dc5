// Exported C is compiled with -Wall -Werror, called, and compared with the interpreter: all samples with all their
// schedules, the programs of the conformance cases, and small programs for what those do not have.
#include <algorithm>
#include <cstring>
#include <map>
#include <regex>

#include "backends/interpreter/interpreter.h"
#include "core/ir/intrin_meaning.h"
#include "core/script/schedule_script.h"
#include "core/te/read_program.h"
#include "core/te/schedule_code.h"
#include "core/text/print/printer.h"
#include "passes/pipeline.h"
#include "tests/c/compile.h"
#include "tests/samples/small_products.h"

namespace lw::test {
namespace {

const fs::path kSource = LW_SOURCE_DIR;

struct Program {
  std::string name;
  PrimFunc scheduled, lowered;
  InputSpec inputs;
  std::vector<TensorIntrin> intrinsics = {};
  int original = -1;  // those of the same number were made from the same program, and compute the same
};

// The interpreter is slow: what has the size of a real workload is taken as a small one.
std::string smaller(const std::string& text) {
  std::string side = std::regex_replace(text, std::regex("\\b(1024|2048|3072|4096|512)\\b"), "64");
  // An image of 56 x 56, and its padding.
  for (const auto& [large, small] : {std::pair("58", "16"), std::pair("57", "15"), std::pair("56", "14")})
    side = std::regex_replace(side, std::regex("\\b" + std::string(large) + "\\b"), small);
  return std::regex_replace(side, std::regex("i0, j0, k0 in T.grid\\(64, 64, 64\\)"), "i0, j0, k0 in T.grid(4, 4, 4)");
}

std::vector<fs::path> pythonFiles(const fs::path& folder) {
  std::vector<fs::path> files;
  for (const auto& entry : fs::recursive_directory_iterator(folder))
    if (entry.path().extension() == ".py" && entry.path().string().find(".trace.") == std::string::npos)
      files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  return files;
}

struct Tally {
  int refused = 0, notInterpreted = 0, compared = 0;
};

// Writes all, compiles them in one go, calls each and compares.
Tally check(const std::vector<Program>& programs, int64_t maxSteps = 400'000'000) {
  Tally tally;
  Folder folder;
  std::vector<std::pair<int, const Program*>> written;
  std::string files;
  for (const Program& p : programs) {
    const Result<CSource> source = writeC(writtenOut(p.lowered));
    if (!source) {
      std::printf("  no C: %s: %s\n", p.name.c_str(), source.error().message.c_str());
      EXPECT_FALSE(source.error().hint.empty()) << p.name;
      ++tally.refused;
      continue;
    }
    const int number = static_cast<int>(written.size());
    const fs::path file = folder.path / ("k" + std::to_string(number) + ".c");
    std::ofstream(file) << withCaller(p.lowered, *source, number);
    files += " " + file.string();
    written.emplace_back(number, &p);
  }
  const fs::path library = folder.path / "all.so";
  const std::string complaints =
      complaintsOf("cc -std=c11 -O2 -Wall -Werror -fPIC -shared -o " + library.string() + files + " -lm", folder.path);
  EXPECT_TRUE(complaints.empty()) << complaints;
  if (!complaints.empty()) return tally;
  void* handle = dlopen(library.c_str(), RTLD_NOW | RTLD_LOCAL);
  EXPECT_NE(handle, nullptr) << dlerror();
  if (!handle) return tally;
  std::map<int, std::vector<Argument>> known;  // by the number of the original: what the interpreter computes
  for (const auto& [number, p] : written) {
    InputSpec spec = p->inputs;
    for (const std::string& name : symbolicSizes(p->scheduled)) spec.bind.emplace(name, 5);
    auto arguments = makeArguments(p->scheduled, spec);
    if (!arguments) {
      ADD_FAILURE() << p->name << ": " << toText(arguments.error());
      continue;
    }
    std::vector<Argument> wanted = *arguments, got = *arguments;
    if (const auto same = known.find(p->original); same != known.end()) {
      wanted = same->second;
    } else {
      const Status ran = interpret(asDescribed(p->scheduled, p->intrinsics), wanted, {.maxSteps = maxSteps});
      if (!ran) {
        std::printf("  not interpreted: %s: %s\n", p->name.c_str(), ran.error().message.c_str());
        ++tally.notInterpreted;
        continue;
      }
      if (p->original >= 0) known.emplace(p->original, wanted);
    }
    auto* kernel =
        reinterpret_cast<int (*)(void**, int64_t*)>(dlsym(handle, ("call_" + std::to_string(number)).c_str()));
    EXPECT_EQ(callWith(kernel, p->lowered, got), 0) << p->name;
    ++tally.compared;
    for (size_t i = 0; i < got.size(); ++i)
      if (const auto* array = std::get_if<NDArray>(&got[i])) {
        const double limit = array->type.isFloat() ? std::max(1e-4, toleranceOf(array->type).first) : 0;
        const Mismatch m = compareArrays(*array, std::get<NDArray>(wanted[i]), limit, limit);
        EXPECT_EQ(m.count, 0) << p->name << ", argument " << i << ": " << m.got << " for " << m.expected << "\n"
                              << writeC(p->lowered)->text;
      }
  }
  dlclose(handle);
  std::printf("%zu programs: %d compared, %d without a form in C, %d beyond the interpreter\n", programs.size(),
              tally.compared, tally.refused, tally.notInterpreted);
  return tally;
}

TEST(ExportedC, SamplesGiveWhatTheInterpreterGives) {
  std::vector<Program> programs;
  int files = 0;
  for (const fs::path& path : pythonFiles(kSource / "samples")) {
    if (path.string().find("/models/") != std::string::npos) continue;  // several functions, called by a graph
    const std::string text = test::withSmallProducts(smaller(contents(path)));
    const SourceFile file = readProgram(path.filename().string(), text);
    if (file.hasErrors() || !file.select("")) {
      ADD_FAILURE() << path << " does not open";
      continue;
    }
    const Schedule start(Snapshot(*file.select("")).withIntrinsics(file.intrinsics));
    ++files;
    for (const std::string& name : file.scheduleFunctions()) {
      const ScriptRun run = interpretScheduleOf(file, name, start);
      if (run.error) {  // the factors of some schedules need the real size
        std::printf("  not scheduled: %s %s: %s\n", path.filename().c_str(), name.c_str(), run.error->message.c_str());
        continue;
      }
      const PrimFunc& f = run.schedule.program().function();
      programs.push_back(
          {path.stem().string() + " " + name, f, lowerForCpu(f), inputsFromComments(text), file.intrinsics, files});
    }
  }
  const Tally tally = check(programs);
  EXPECT_GT(tally.compared, 50);
}

TEST(ExportedC, ConformanceProgramsGiveWhatTheInterpreterGives) {
  std::vector<Program> programs;
  for (const fs::path& path : pythonFiles(kSource / "tests/golden/conformance")) {
    const std::string text = contents(path);
    const SourceFile file = readProgram(path.filename().string(), text);
    if (file.hasErrors() || text.find("# numeric-off:") != std::string::npos) continue;
    for (const char* which : {"before", "expected"})
      if (const auto f = file.select(which))
        programs.push_back({path.stem().string() + " " + which, *f, lowerForCpu(*f), inputsFromComments(text)});
  }
  // One of each file: both together take minutes to compile.
  std::vector<Program> some;
  for (size_t i = 0; i < programs.size(); i += 5) some.push_back(programs[i]);
  const Tally tally = check(some, 1'000'000);
  EXPECT_GT(tally.compared, 20);
}

Program small(const std::string& name, const std::string& text) {
  const SourceFile file = readProgram(name, "from tvm.script import tir as T\n\n" + text);
  for (const Diagnostic& d : file.diagnostics) EXPECT_FALSE(file.hasErrors()) << name << ": " << d.message;
  const PrimFunc f = *file.select("");
  return {name, f, lowerForCpu(f), inputsFromComments(text)};
}

TEST(ExportedC, NarrowTypesWrapAndRoundAsTheInterpreterDoes) {
  const std::string loop =
      "    for i in range(97):\n        with T.block(\"b\"):\n            vi = T.axis.spatial(97, i)\n            ";
  const auto program = [&](const std::string& type, const std::string& formula, const std::string& range = "") {
    return small(type + ": " + formula, (range.empty() ? "" : "# inputs: " + range + "\n") +
                                            "@T.prim_func\ndef f(A: T.Buffer((97,), \"" + type +
                                            "\"), B: T.Buffer((97,), \"" + type + "\"), C: T.Buffer((97,), \"" + type +
                                            "\")):\n" + loop + "C[vi] = " + formula + "\n");
  };
  std::vector<Program> programs;
  for (const char* type : {"int8", "uint8", "int16", "int32", "int64", "uint32"}) {
    programs.push_back(program(type, "A[vi] * B[vi] + A[vi] - B[vi]", "A=-100..100, B=-100..100"));
    programs.push_back(program(type, "T.min(A[vi], B[vi]) * T.max(A[vi], B[vi])"));
    programs.push_back(program(type, "T.floordiv(A[vi], B[vi]) + T.floormod(A[vi], B[vi])", "A=1..100, B=1..7"));
    programs.push_back(program(type, "T.shift_left(A[vi], B[vi]) + T.bitwise_xor(A[vi], B[vi])", "A=1..100, B=0..5"));
    programs.push_back(program(type, "T.popcount(A[vi]) + T.bitwise_not(B[vi])"));
  }
  for (const char* type : {"int8", "int32", "int64"}) {
    programs.push_back(program(type, "T.floordiv(A[vi], B[vi]) - T.floormod(A[vi], B[vi])", "A=-100..100, B=-9..-1"));
    programs.push_back(program(type, "T.truncdiv(A[vi], B[vi]) - T.truncmod(A[vi], B[vi])", "A=-100..100, B=-9..-1"));
  }
  for (const char* type : {"float8_e4m3fn", "float8_e5m2", "float16", "bfloat16", "float32", "float64"}) {
    programs.push_back(program(type, "A[vi] * B[vi] - A[vi] / B[vi]", "B=positive"));
    programs.push_back(program(type, "A[vi] * T." + std::string(type) + "(3.3)"));  // a number that the type rounds
    programs.push_back(program(type, "T.exp(A[vi]) + T.sigmoid(B[vi])"));
    programs.push_back(program(type, "T.floor(A[vi] * B[vi])"));
    programs.push_back(program(type, "T.if_then_else(A[vi] < B[vi], T.sqrt(T.abs(A[vi])), -B[vi])"));
  }
  EXPECT_EQ(check(programs).compared, static_cast<int>(programs.size()));
}

TEST(ExportedC, VectorsGoOnInTheNextRows) {
  const std::vector<Program> programs = {
      small("whole",
            "@T.prim_func\ndef f(A: T.Buffer((6, 4), \"int32\"), B: T.Buffer((6, 4), \"int32\")):\n    "
            "B.vstore([1, 1], A.vload([0, 2], \"int32x16\"))\n"),
      small("three",
            "@T.prim_func\ndef f(A: T.Buffer((2, 3, 4), \"float32\"), B: T.Buffer((20,), \"float32\")):\n    "
            "B.vstore([2], A.vload([0, 1, 0], \"float32x8\") * T.Broadcast(T.float32(2), 8))\n")};
  EXPECT_EQ(check(programs).compared, 2);
}

TEST(ExportedC, SizesAssertionsAndLargeBuffers) {
  const Program symbolic = small("symbolic", R"(@T.prim_func
def f(a: T.handle, b: T.handle, n: T.int32, scale: T.float32):
    A = T.match_buffer(a, (n, 3), "float32")
    B = T.match_buffer(b, (n, 3), "float32")
    big = T.alloc_buffer((n, 3), "float32")
    for i, j in T.grid(n, 3):
        with T.block("big"):
            vi, vj = T.axis.remap("SS", [i, j])
            big[vi, vj] = A[vi, vj] * scale
    for i, j in T.grid(n, 3):
        with T.block("b"):
            vi, vj = T.axis.remap("SS", [i, j])
            B[vi, vj] = big[vi, vj] + T.Cast("float32", vi)
)");
  const Program asserting = small("asserting", R"(@T.prim_func
def f(A: T.Buffer((8,), "int32"), B: T.Buffer((8,), "int32")):
    assert A[0] < 100, "A starts small"
    for i in range(8):
        B[i] = A[i]
)");
  EXPECT_EQ(check({symbolic, asserting}).compared, 2);
  const std::string text = writeC(asserting.lowered)->text;
  EXPECT_NE(text.find(" *   1 where this does not hold: A starts small"), std::string::npos) << text;
  EXPECT_NE(writeC(symbolic.lowered)->text.find("free(big);"), std::string::npos) << "memory is given back";
}

TEST(ExportedC, VectorsAreLoopsOverLanesAndParallelLoopsAreOpenMps) {
  const SourceFile file = readProgram("v.py", R"(from tvm.script import tir as T

@T.prim_func
def scale(A: T.Buffer((100,), "float32"), B: T.Buffer((100,), "float32")):
    T.func_attr({"tir.noalias": True})
    for i in range(100):
        with T.block("B"):
            vi = T.axis.spatial(100, i)
            B[vi] = A[vi] * T.float32(3)


def schedule(sch):
    (i,) = sch.get_loops(sch.get_block("B"))
    o, ii = sch.split(i, [None, 16])
    sch.vectorize(ii)
    sch.parallel(o)
)");
  const ScriptRun run = interpretScheduleOf(file, "schedule", Schedule(Snapshot(*file.select(""))));
  ASSERT_FALSE(run.error);
  const PrimFunc f = run.schedule.program().function();
  const Program program{"scale", f, lowerForCpu(f), {}};
  EXPECT_EQ(check({program}).compared, 1);
  const CSource source = *writeC(program.lowered);
  EXPECT_EQ(source.prototype, "int scale(const float *restrict A, float *restrict B)");
  EXPECT_NE(source.text.find("  LW_PARALLEL\n  for (int32_t i_0 = 0;"), std::string::npos) << source.text;
  EXPECT_NE(source.text.find("LW_LANES\n"), std::string::npos) << source.text;
  EXPECT_NE(source.text.find("for (int lane = 0; lane < 16; ++lane)"), std::string::npos) << source.text;
  EXPECT_EQ(source.text.find("main"), std::string::npos);
}

// Other iterations update the element at the same time: OpenMP's atomic where it has the operation, else its critical.
TEST(ExportedC, AtomicUpdates) {
  const auto program = [](const std::string& type, const std::string& start, const std::string& update) {
    const SourceFile file =
        readProgram("a.py", "from tvm.script import tir as T\n\n@T.prim_func\ndef join(A: T.Buffer((100,), \"" + type +
                                "\"), S: T.Buffer((1,), \"" + type + R"(")):
    T.func_attr({"tir.noalias": True})
    for k in range(100):
        with T.block("S"):
            vk = T.axis.reduce(100, k)
            with T.init():
                S[0] = )" + start +
                                "\n            S[0] = " + update + R"(


def schedule(sch):
    (k,) = sch.get_loops("S")
    sch.decompose_reduction("S", k)
    sch.atomic("S_update")
    sch.parallel(k)
)");
    const ScriptRun run = interpretSchedule(file, "schedule", Schedule(Snapshot(*file.select(""))));
    EXPECT_FALSE(run.error) << toText(*run.error);
    const PrimFunc f = run.schedule.program().function();
    return Program{type + update, f, lowerForCpu(f), {}};
  };
  const Program sum = program("float32", "T.float32(0)", "S[0] + A[vk]"),
                wrapping = program("int32", "0", "S[0] + A[vk]"), most = program("int32", "0", "T.max(S[0], A[vk])");
  EXPECT_EQ(check({sum, wrapping, most}).compared, 3);
  EXPECT_NE(writeC(sum.lowered)->text.find("LW_ATOMIC\n    S[0] += A[k];"), std::string::npos)
      << writeC(sum.lowered)->text;
  EXPECT_NE(writeC(wrapping.lowered)->text.find("*(uint32_t *)&S[0] += (uint32_t)(A[k]);"), std::string::npos)
      << writeC(wrapping.lowered)->text;
  EXPECT_NE(writeC(most.lowered)->text.find("LW_CRITICAL\n    S[0] = "), std::string::npos)
      << writeC(most.lowered)->text;
}

// C compilers would leave them loops, and keep the sums in memory.
TEST(ExportedC, LoopsLeftToTheCodeGeneratorAreWrittenOut) {
  const SourceFile file = readProgram("t.py", R"(from tvm.script import tir as T

@T.prim_func
def f(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "float32")):
    for i, j in T.grid(4, 4):
        with T.block("B"):
            vi, vj = T.axis.remap("SS", [i, j])
            B[vi * 4 + vj] = A[vi * 4 + vj] + T.float32(1)
)");
  ASSERT_FALSE(file.hasErrors()) << file.diagnostics.front().message;
  Schedule s{Snapshot(*file.select(""))};
  for (const char* step : {"unroll(j)", "annotate(j, \"pragma_unroll_explicit\", 0)"}) s = *runStep(step, s);
  const PrimFunc lowered = lowerForCpu(s.program().function());
  const auto count = [](const PrimFunc& f, const std::string& word) {
    const std::string text = writeC(f)->text;
    int found = 0;
    for (size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + 1)) ++found;
    return found;
  };
  EXPECT_EQ(count(lowered, "for ("), 2);
  EXPECT_EQ(count(lowered, "+ 1.0f;"), 1);
  EXPECT_EQ(count(writtenOut(lowered), "for ("), 1);
  EXPECT_EQ(count(writtenOut(lowered), "+ 1.0f;"), 4) << writeC(writtenOut(lowered))->text;
}

TEST(ExportedC, WhatCDoesNotHaveIsNamed) {
  const SourceFile file = readProgram("t.py", R"(from tvm.script import tir as T

@T.prim_func
def f(A: T.Buffer((8,), "float32")):
    for i in range(8):
        A[i] = T.call_llvm_pure_intrin("float32", "llvm.sqrt.f32", A[i])
)");
  ASSERT_FALSE(file.hasErrors()) << file.diagnostics.front().message;
  const Result<CSource> source = writeC(lowerForCpu(*file.select("")));
  ASSERT_FALSE(source.ok());
  EXPECT_EQ(source.error().message, "T.call_llvm_pure_intrin cannot be expressed in C");
  EXPECT_EQ(source.error().hint, "export an object file or a library instead: LLVM compiles those");
}

}  // namespace
}  // namespace lw::test
