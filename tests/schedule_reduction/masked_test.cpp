// skip_masked on random programs: softmax of masked scores times values, with masks of all directions, tiled at random.
// The same values come out, bit by bit, before and after lowering, and most of the programs get shorter loops.
#include <cstdlib>
#include <random>

#include "passes/pipeline.h"
#include "tests/schedule_memory/cases.h"

namespace lw::test {
namespace {

class Author {
 public:
  explicit Author(uint64_t seed) : random_(seed) {}

  int pick(int low, int high) { return low + static_cast<int>(random_() % static_cast<uint64_t>(high - low + 1)); }
  bool coin() { return random_() % 2 == 0; }

  // Rows m see keys n; every row sees the key 0 or the last one.
  std::string mask() {
    const std::string c = std::to_string(pick(0, 3));
    switch (pick(0, 5)) {
      case 0:
        return "N <= M + " + c;
      case 1:
        return "N - " + c + " < M + 1";
      case 2:
        return "M - " + c + " <= N and N <= M";
      case 3:
        return "N * 2 <= M + " + c;
      case 4:
        return "not (N > M)";
      default:
        return "M + 4 > N and M < N + " + std::to_string(pick(1, 5));
    }
  }

  std::string masked(const std::string& value, const std::string& m, const std::string& n) {
    std::string condition;
    for (const char c : mask_) condition += c == 'M' ? m : c == 'N' ? n : std::string(1, c);
    const std::string least = infinite_ ? "T.float32(\"-inf\")" : "T.min_value(\"float32\")";
    if (added_) return "(" + value + " + T.if_then_else(" + condition + ", T.float32(0), T.float32(\"-inf\")))";
    return (select_ ? "T.Select(" : "T.if_then_else(") + condition + ", " + value + ", " + least + ")";
  }

  std::string program() {
    const int m = pick(5, 20), n = pick(m, 24), d = pick(2, 5);
    const auto text = [](int v) { return std::to_string(v); };
    const std::string M = text(m), N = text(n), D = text(d), MN = "(" + M + ", " + N + ")";
    return "from tvm.script import tir as T\n@T.prim_func\ndef before(Q: T.Buffer((" + M + ", 3)), K: T.Buffer((" + N +
           ", 3)), V: T.Buffer((" + N + ", " + D + ")), O: T.Buffer((" + M + ", " + D + "))):\n" +
           "  S = T.alloc_buffer(" + MN + ")\n  L = T.alloc_buffer((" + M + ",))\n  P = T.alloc_buffer(" + MN + ")\n" +
           "  for m, n, k in T.grid(" + M + ", " + N + ", 3):\n    with T.block(\"S\"):\n" +
           "      vm, vn, vk = T.axis.remap(\"SSR\", [m, n, k])\n      with T.init():\n        S[vm, vn] = "
           "T.float32(0)\n      S[vm, vn] = S[vm, vn] + Q[vm, vk] * K[vn, vk]\n" +
           "  for m, n in T.grid" + MN + ":\n    with T.block(\"L\"):\n" +
           "      vm, vn = T.axis.remap(\"SR\", [m, n])\n      with T.init():\n        L[vm] = "
           "T.min_value(\"float32\")\n      L[vm] = T.max(L[vm], " +
           masked("S[vm, vn]", "vm", "vn") + ")\n  for m, n in T.grid" + MN + ":\n    with T.block(\"P\"):\n" +
           "      vm, vn = T.axis.remap(\"SS\", [m, n])\n      P[vm, vn] = T.exp(" + masked("S[vm, vn]", "vm", "vn") +
           " - L[vm])\n  for m, d, n in T.grid(" + M + ", " + D + ", " + N + "):\n    with T.block(\"O\"):\n" +
           "      vm, vd, vn = T.axis.remap(\"SSR\", [m, d, n])\n      with T.init():\n        O[vm, vd] = "
           "T.float32(0)\n      O[vm, vd] = O[vm, vd] + P[vm, vn] * V[vn, vd]\n";
  }

  // Tiles of random sizes, with guards where these do not divide; copies of what a product reads.
  std::string schedule() {
    std::string text = "def schedule(sch):\n";
    if (coin()) text += "  copy = sch.cache_read(\"O\", 0, \"global\")\n";
    if (coin()) text += "  sch.cache_write(\"S\", 0, \"global\")\n";
    for (const char* block : {"S", "L", "P", "O"}) {
      const bool reduces = std::string(block) != "P";
      text += std::string("  *rest, x = sch.get_loops(\"") + block + "\")\n";
      text += "  xo, xi = sch.split(x, [None, " + std::to_string(pick(1, 6)) + "])\n";
      const bool tiled = coin();
      if (tiled) {
        text += std::string("  y = sch.get_loops(\"") + block + "\")[0]\n";
        text += "  yo, yi = sch.split(y, [None, " + std::to_string(pick(2, 5)) + "])\n";
        text += coin() ? "  sch.reorder(yo, xo, yi, xi)\n" : "  sch.reorder(xo, yo, xi, yi)\n";
      }
      const std::string outside = tiled || coin() ? "0" : "1";  // of all loops of the reduction
      if (reduces)
        text += std::string("  sch.decompose_reduction(\"") + block + "\", sch.get_loops(\"" + block + "\")[" +
                outside + "])\n";
    }
    return text;
  }

 private:
  std::mt19937_64 random_;
  std::string mask_ = mask();
  bool select_ = coin(), infinite_ = coin(), added_ = pick(0, 3) == 0;
};

TEST(SkipMasked, KeepsTheValuesOfRandomPrograms) {
  const char* cases = std::getenv("LW_MASKED_CASES");
  const int count = cases ? std::atoi(cases) : 60;
  int shortened = 0;
  for (int seed = 0; seed < count; ++seed) {
    Author author(static_cast<uint64_t>(seed));
    const std::string text = author.program() + author.schedule();
    const SourceFile file = parseSource("masked.py", text);
    ASSERT_FALSE(file.hasErrors()) << text;
    const Schedule start{Snapshot(*file.select("before"))};
    const ScriptRun run = interpretSchedule(file, "schedule", start);
    ASSERT_FALSE(run.error) << toText(*run.error) << text;
    const SourceFile last = parseSource("last.py", text + "  sch.skip_masked(\"root\")\n");
    const ScriptRun skipped = interpretSchedule(last, "schedule", start);
    if (skipped.error) {
      EXPECT_EQ(skipped.error->kind, "skip_masked.nothing") << toText(*skipped.error) << text;
      continue;
    }
    ++shortened;
    const PrimFunc &before = start.program().function(), &after = skipped.schedule.program().function();
    InputSpec spec;
    spec.ranges["*"] = *parseValueRange("tenths");
    const Result<std::vector<Argument>> arguments = makeArguments(before, spec);
    ASSERT_TRUE(arguments.ok());
    for (const PrimFunc& f : {after, lowerForCpu(after)}) {
      std::vector<Argument> expected = *arguments, got = *arguments;
      ASSERT_TRUE(interpret(before, expected).ok());
      const Status ran = interpret(f, got);
      ASSERT_TRUE(ran.ok()) << toText(ran.error()) << print(after).text;
      const auto &wanted = std::get<NDArray>(expected.back()), &found = std::get<NDArray>(got.back());
      for (int64_t i = 0; i < wanted.scalars(); ++i)
        ASSERT_EQ(wanted.getDouble(i), found.getDouble(i)) << seed << " at " << i << "\n" << print(after).text;
    }
  }
  EXPECT_GE(shortened, count / 2);
}

}  // namespace
}  // namespace lw::test
