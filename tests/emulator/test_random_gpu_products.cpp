// Random schedules of matrix products for the instructions of tensor cores: tiles and warps of any number, copies at
// any place that threads divide in any way, vectors, paddings, swizzles, copies ahead of their use and software
// pipelines with any stages, and a stage after the product. Every schedule that the steps and lowering accept runs on
// the emulator without a finding and computes exactly what the unscheduled program computes; in some of them also every
// interleaving of two threads is searched. LW_RANDOM_GPU=N makes N schedules (the default is 24), LW_RANDOM_SEED=N
// begins with that seed.
#include <algorithm>
#include <map>
#include <random>

#include "backends/emulator/protocol.h"
#include "tests/emulator/gpu_fixture.h"

namespace lw {
namespace {

using namespace lw::test;

struct Types {
  const char *in, *sum, *mma, *wmma;  // of numpy; names in the intrinsics, empty: there is none
  int k;                              // of one instruction of mma
};
constexpr Types kTypes[] = {{"float16", "float32", "f16f16f32", "f16f16f32", 16},
                            {"bfloat16", "float32", "bf16bf16f32", "bf16bf16f32", 16},
                            {"int8", "int32", "i8i8i32", "s8s8s32", 32},
                            {"float8_e4m3fn", "float32", "e4m3e4m3f32", "", 32}};

class ProductMaker {
 public:
  explicit ProductMaker(unsigned seed) : random_(seed) {}

  std::string program() {
    types_ = kTypes[number(0, 3)];
    mma_ = std::string(types_.wmma).empty() || maybe(60);
    k_ = mma_ ? types_.k : 16;
    transposed_ = maybe(40), warpsM_ = number(1, 2), warpsN_ = number(1, 2), tilesM_ = number(1, 2),
    tilesN_ = number(1, 2), stepK_ = k_ * number(1, 2);
    const int m = 16 * warpsM_ * tilesM_ * (maybe(25) ? 2 : 1), n = 16 * warpsN_ * tilesN_ * (maybe(25) ? 2 : 1),
              k = stepK_ * number(1, 3);
    const auto matrix = [](int rows, int columns) {
      return "(" + std::to_string(rows) + ", " + std::to_string(columns) + ")";
    };
    const auto wide = [&](const std::string& x) { return "T.Cast(\"" + std::string(types_.sum) + "\", " + x + ")"; };
    const std::string zero = std::string("T.") + types_.sum + "(0)", sums = matrix(m, n);
    after_ = number(0, 3);  // 0: no stage after the product; otherwise where it is computed
    const std::string result = after_ ? "C" : "D";
    return "from composites.gpu_matmul import cooperative_fetch, tensorize_tiles\nfrom tvm.script import tir as T\n\n\n"
           "@T.prim_func\ndef main(A: T.Buffer(" +
           matrix(m, k) + ", \"" + types_.in + "\"), B: T.Buffer(" + (transposed_ ? matrix(n, k) : matrix(k, n)) +
           ", \"" + types_.in + "\"), D: T.Buffer(" + sums + ", \"" + types_.sum + "\")):\n" +
           (after_ ? "    C = T.alloc_buffer(" + sums + ", \"" + types_.sum + "\")\n" : "") +
           "    for i, j, k in T.grid(" + std::to_string(m) + ", " + std::to_string(n) + ", " + std::to_string(k) +
           "):\n        with T.block(\"C\"):\n            vi, vj, vk = T.axis.remap(\"SSR\", [i, j, k])\n"
           "            with T.init():\n                " +
           result + "[vi, vj] = " + zero + "\n            " + result + "[vi, vj] = " + result + "[vi, vj] + " +
           wide("A[vi, vk]") + " * " + wide(transposed_ ? "B[vj, vk]" : "B[vk, vj]") + "\n" +
           (after_ ? "    for i, j in T.grid" + sums +
                         ":\n        with T.block(\"D\"):\n            vi, vj = T.axis.remap(\"SS\", [i, j])\n"
                         "            D[vi, vj] = T.max(C[vi, vj], " +
                         zero + ")\n"
                   : "") +
           "\n\n" + kLanes + "\n\n" + schedule();
  }

 private:
  int number(int low, int high) { return std::uniform_int_distribution(low, high)(random_); }
  bool maybe(int percent) { return number(1, 100) <= percent; }
  template <class T>
  T oneOf(std::initializer_list<T> list) {
    return *(list.begin() + number(0, static_cast<int>(list.size()) - 1));
  }
  void step(const std::string& s) { text_ += "    " + s + "\n"; }
  static std::string list(std::initializer_list<int> values) {
    std::string text = "[None";
    for (const int v : values) text += ", " + std::to_string(v);
    return text + "]";
  }

  std::string schedule() {
    text_ = "def schedule(sch):\n";
    step("block = sch.get_block(\"C\")");
    step("i, j, k = sch.get_loops(block)");
    step("i0, iw, i1, i2 = sch.split(i, " + list({warpsM_, tilesM_, 16}) + ")");
    step("j0, jw, j1, j2 = sch.split(j, " + list({warpsN_, tilesN_, 16}) + ")");
    step("k0, k1, k2 = sch.split(k, " + list({stepK_ / k_, k_}) + ")");
    step(std::string("sch.reorder(i0, j0, iw, jw, k0, k1, ") + (maybe(50) ? "i1, j1" : "j1, i1") + ", i2, j2, k2)");
    step("sch.bind(i0, \"blockIdx.y\")");
    step("sch.bind(j0, \"blockIdx.x\")");
    const bool flat = maybe(70);
    if (flat)
      step("warp = sch.fuse(iw, jw)"), step("sch.bind(warp, \"threadIdx.y\")");
    else
      step("sch.bind(iw, \"threadIdx.z\")"), step("sch.bind(jw, \"threadIdx.y\")");
    const std::string warp = flat ? "warp" : "jw", accumulator = mma_ ? "warp" : "wmma.accumulator";
    step("result = sch.cache_write(block, 0, \"" + accumulator + "\")");
    step("sch.reverse_compute_at(result, " + warp + ")");
    shared_ = after_ > 1 && maybe(50);
    if (after_) stageAfter(warp);
    for (int operand = 0; operand < 2; ++operand) copy(operand, flat);
    for (int operand = 0; operand < 2; ++operand) tilesOf(operand);
    for (const char* loop : {"k1", "i1", "j1"})
      if (maybe(60)) step(std::string("sch.unroll(") + loop + ")");
    product();
    if (ofK_ > 0 && !ahead_ && maybe(70)) pipeline();
    return text_;
  }

  // A copy of an operand in shared memory, at the loop of blocks or of steps.
  void copy(int operand, bool flat) {
    scope_[operand] = maybe(85) || !mma_ ? "shared" : "shared.dyn";
    step("copy = sch.cache_read(block, " + std::to_string(operand) + ", \"" + scope_[operand] + "\")");
    const bool ofSteps = maybe(80);
    step(std::string("sch.compute_at(copy, ") + (ofSteps ? "k0" : "j0") + ", preserve_unit_loops=True)");
    ofK_ += ofSteps;
    if (ofSteps && maybe(15)) ahead_ = true, step("sch.annotate(copy, \"double_buffer_scope\", 0)");
    const int vector = oneOf({1, 2, 4, 8, 16});
    if (flat) {
      const int threads = maybe(80) ? warpsM_ * warpsN_ : 1;  // otherwise only the threads of one warp, or all of them
      step("cooperative_fetch(sch, copy, 2, " + std::to_string(threads) + ", 32, " + std::to_string(vector) + ")");
    } else {
      step("fused = sch.fuse(*sch.get_loops(copy)[-2:])");
      step("rest, tz, ty, tx, lane = sch.split(fused, " + list({warpsM_, warpsN_, 32, vector}) + ")");
      step("sch.bind(tz, \"threadIdx.z\")");
      step("sch.bind(ty, \"threadIdx.y\")");
      step("sch.bind(tx, \"threadIdx.x\")");
      if (vector > 1) step("sch.vectorize(lane)");
    }
    const int way = number(0, 3);
    if (way == 1) step("sch.storage_align(copy, 0, -2, " + oneOf<std::string>({"16, 8", "32, 16", "32, 8"}) + ")");
    if (way == 2 && mma_) step("sch.storage_swizzle(copy, 0, " + std::to_string(32 << number(0, 2)) + ")");
  }

  void tilesOf(int operand) {
    const std::string name = operand ? "b" : "a", in = types_.in;
    const bool byK = operand == 1 && !transposed_;
    const std::string rows = std::to_string(byK ? k_ : 16), columns = std::to_string(byK ? 16 : k_),
                      end = operand == 1 && transposed_ ? "_trans" : "",
                      dynamic = scope_[operand] == "shared" ? "" : "_dyn";
    const std::string place = maybe(97) ? "k1" : "k0";
    step("own = sch.cache_read(block, " + std::to_string(operand) + ", \"" + (mma_ ? "warp" : "wmma.matrix_" + name) +
         "\")");
    step("sch.compute_at(own, " + place + ", preserve_unit_loops=True)");
    if (!mma_) {
      const std::string narrow = in == "float16" ? "f16" : in == "bfloat16" ? "bf16" : "s8";
      step("tensorize_tiles(sch, own, \"wmma_load_16x16x16_" + narrow + "_" + name + end + "_shared\")");
      return;
    }
    const std::string lanes = k_ == 16 ? "lanes" : byK ? "lanes_of_columns" : "lanes_of_bytes";
    step("sch.transform_layout(own, (\"write\", 0), " + lanes + ")");
    const std::string narrow = in == "float16" ? "f16" : in == "bfloat16" ? "bf16" : in == "int8" ? "i8" : "e4m3";
    step("tensorize_tiles(sch, own, \"mma_ldmatrix_" + narrow + "_" + name + end + dynamic + "\", " + rows + ", " +
         columns + ")");
  }

  void product() {
    const std::string sum = std::string(types_.sum) == "int32" ? (mma_ ? "i32" : "s32") : "f32",
                      place = maybe(97) ? "k0" : "k1";
    step("start = sch.decompose_reduction(block, " + place + ")");
    if (mma_) step("sch.transform_layout(block, (\"write\", 0), lanes)");
    step("sch.tensorize(sch.get_loops(start)[-2], \"" + (mma_ ? "mma_fill_16x16_" + sum : "wmma_fill_16x16x16_" + sum) +
         "\")");
    step("sch.tensorize(i2, \"" +
         (mma_ ? "mma_" + std::string(types_.mma) + (transposed_ ? "_trans_b" : "")
               : "wmma_sync_16x16x16_" + std::string(types_.wmma) + (transposed_ ? "_trans" : "")) +
         "\")");
    // The sums go to global memory, or, for a stage after the product, to shared memory.
    const std::string to = shared_ ? "shared" : "global";
    step("tensorize_tiles(sch, result, \"" +
         (mma_ ? "mma_store_16x16_" + sum + "_" + to + "_" : "wmma_store_16x16x16_" + sum + "_" + to) + "\")");
  }

  void pipeline() {
    std::string stages, order;
    std::vector<int> places(static_cast<size_t>(ofK_) + 1);
    for (size_t p = 0; p < places.size(); ++p) places[p] = static_cast<int>(p);
    if (maybe(20)) std::shuffle(places.begin(), places.end(), random_);
    for (int c = 0; c < ofK_; ++c) stages += std::to_string(maybe(80) ? 0 : 1) + ", ";
    for (const int p : places) order += (order.empty() ? "" : ", ") + std::to_string(p);
    step("sch.annotate(k0, \"software_pipeline_stage\", [" + stages + std::to_string(number(1, 3)) + "])");
    step("sch.annotate(k0, \"software_pipeline_order\", [" + order + "])");
    if (maybe(70))
      step("sch.annotate(k0, \"software_pipeline_async_stages\", " + oneOf<std::string>({"[0]", "[0, 1]"}) + ")");
  }

  // As a kernel of its own, or in the blocks or warps of the product.
  void stageAfter(const std::string& warp) {
    if (after_ == 1 && !shared_) {
      step("b, t = sch.split(sch.fuse(*sch.get_loops(\"D\")), [None, " + std::to_string(32 << number(0, 2)) + "])");
      step("sch.bind(b, \"blockIdx.x\")");
      step("sch.bind(t, \"threadIdx.x\")");
      return;
    }
    if (shared_) step("sch.set_scope(result, 0, \"shared\")");
    step("sch.reverse_compute_at(\"D\", " + (maybe(50) ? std::string("j0") : warp) + ")");
    step("fused = sch.fuse(*sch.get_loops(\"D\")[-2:])");
    step("rest, thread, lane = sch.split(fused, [None, 32, " + std::to_string(1 << number(0, 2)) + "])");
    step("sch.bind(thread, \"threadIdx.x\")");
    step("sch.vectorize(lane)");
  }

  static constexpr const char* kLanes = R"(def lanes(i, j):
    return [i // 16, j // 16, 4 * (i % 8) + j % 8 // 2, 4 * (j % 16 // 8) + i % 16 // 8 * 2 + j % 2]


def lanes_of_bytes(i, j):
    return [i // 16, j // 32, 4 * (i % 8) + j % 16 // 4, 8 * (j % 32 // 16) + i % 16 // 8 * 4 + j % 4]


def lanes_of_columns(i, j):
    return [i // 32, j // 16, i % 16 // 4 + 4 * (j % 8), 8 * (j % 16 // 8) + i % 32 // 16 * 4 + i % 4]
)";

  std::mt19937 random_;
  std::string text_;
  Types types_{};
  std::string scope_[2];
  bool mma_ = true, transposed_ = false, ahead_ = false, shared_ = false;
  int k_ = 16, warpsM_ = 1, warpsN_ = 1, tilesM_ = 1, tilesN_ = 1, stepK_ = 16, after_ = 0;
  int ofK_ = 0;  // number of copies in loop k0
};

// What is wrong with the scheduled program; empty: nothing.
std::string fault(const PrimFunc& source, const PrimFunc& scheduled, const GpuProgram& program, unsigned seed) {
  InputSpec inputs{.seed = seed};
  inputs.ranges.emplace("*", ValueRange{ValueRange::Kind::Integers});  // sums are exact
  const Result<std::vector<Argument>> arguments = makeArguments(source, inputs);
  if (!arguments) return toText(arguments.error());
  std::vector<Argument> got = *arguments;
  const Result<EmulatorReport> report = emulate(program, scheduled, got);
  if (!report) return toText(report.error());
  if (!report->clean()) return textOf(*report);
  const std::vector<Argument> wanted = wantedOf(source, *arguments);
  for (size_t i = 0; i < got.size(); ++i)
    if (std::get<NDArray>(got[i]).data != std::get<NDArray>(wanted[i]).data)
      return "argument " + std::to_string(i) + " differs";
  packageForDevice(source, scheduled, *arguments, wanted);
  if (seed % 8 != 0) return "";
  const Result<Protocol> protocol = recordProtocol(program, scheduled, *arguments);
  if (!protocol) return toText(protocol.error());
  const ProtocolReport checked = checkProtocol(*protocol);
  return checked.clean() ? "" : checked.findings.front().explanation.message;
}

TEST(RandomGpuProducts, WhatIsAcceptedIsRight) {
  const auto number = [](const char* variable, int usual) {
    const char* text = std::getenv(variable);
    return text ? std::atoi(text) : usual;
  };
  const int wanted = number("LW_RANDOM_GPU", 24), from = number("LW_RANDOM_SEED", 0);
  const bool verbose = std::getenv("LW_RANDOM_GPU_VERBOSE") != nullptr;
  int accepted = 0, failures = 0;
  std::map<std::string, int> steps, lowering;  // what is refused, by kind
  for (int seed = from; seed < from + wanted && failures < 3; ++seed) {
    const std::string text = ProductMaker(static_cast<unsigned>(seed)).program();
    const SourceFile file = readProgram("random.py", text);
    ASSERT_FALSE(file.hasErrors()) << text << file.diagnostics.front().message;
    const Schedule start(Snapshot(*file.select("")).withIntrinsics(file.intrinsics));
    const ScriptRun run = interpretScheduleOf(file, "schedule", start);
    if (run.error) {
      if (verbose && ++steps[run.error->kind] == 1) std::printf("%d: %s\n", seed, toText(*run.error).c_str());
      steps[run.error->kind] += !verbose;
      continue;
    }
    const PrimFunc& scheduled = run.schedule.program().function();
    const Result<GpuProgram> program = lowerForGpu(scheduled, defaultGpuDevice());
    if (!program) {
      EXPECT_FALSE(program.error().message.empty());
      if (verbose && ++lowering[program.error().kind] == 1)
        std::printf("%d: %s\n", seed, toText(program.error()).c_str());
      lowering[program.error().kind] += !verbose;
      continue;
    }
    ++accepted;
    const std::string wrong = fault(start.program().function(), scheduled, *program, static_cast<unsigned>(seed));
    if (wrong.empty()) continue;
    ++failures;
    ADD_FAILURE() << "seed " << seed << ": " << wrong << "\n" << text << print(program->lowered).text;
  }
  std::printf("  seeds %d to %d: %d run; refused by steps:", from, from + wanted - 1, accepted);
  for (const auto& [kind, n] : steps) std::printf(" %d %s", n, kind.c_str());
  std::printf("; by lowering:");
  for (const auto& [kind, n] : lowering) std::printf(" %d %s", n, kind.c_str());
  std::printf("\n");
  EXPECT_GT(accepted, wanted / 4);
}

}  // namespace
}  // namespace lw
