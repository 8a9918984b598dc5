// rfactor of reductions that sum exponentials below a maximum which the same pass finds. Random programs, divided in
// random ways, give what they gave before: for inputs of minus infinity, rows of it alone, and rows without an element.
#include <cmath>
#include <limits>
#include <random>

#include "passes/pipeline.h"
#include "tests/schedule_memory/cases.h"

namespace lw::test {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

class Author {
 public:
  explicit Author(uint64_t seed) : random_(seed) {}

  int pick(int low, int high) { return low + static_cast<int>(random_() % static_cast<uint64_t>(high - low + 1)); }
  bool coin() { return random_() % 2 == 0; }

  // Rows of `length` elements, or of a symbolic length; up to two weighted sums.
  std::string program(int rows, const std::string& length, int sums, bool symbolic) {
    const std::string r = std::to_string(rows), n = symbolic ? "n" : length;
    std::string buffers, inits, lets, stores;
    for (int i = 0; i < sums; ++i) {
      const std::string a = "A" + std::to_string(i);
      buffers += ", " + a + ": T.Buffer((" + r + ",), \"float32\")";
      inits += "        " + a + "[vi] = T.float32(0)\n";
      const std::string weight = i == 0 ? "" : "V[vi, vk]";
      lets += "      a" + std::to_string(i) + ": T.float32 = " + sum(a + "[vi]", weight) + "\n";
      stores += "      " + a + "[vi] = a" + std::to_string(i) + "\n";
    }
    const std::string shape = "(" + r + ", " + n + ")";
    std::string text = "from tvm.script import tir as T\n@T.prim_func\ndef before(";
    text += symbolic ? "x: T.handle, v: T.handle" : "X: T.Buffer(" + shape + "), V: T.Buffer(" + shape + ")";
    text += ", M: T.Buffer((" + r + ",), \"float32\")" + buffers + "):\n";
    if (symbolic)
      text += "  n = T.int32()\n  X = T.match_buffer(x, " + shape + ")\n  V = T.match_buffer(v, " + shape + ")\n";
    return text + "  for i, k in T.grid" + shape + ":\n    with T.block(\"S\"):\n" +
           "      vi, vk = T.axis.remap(\"SR\", [i, k])\n      with T.init():\n        M[vi] = "
           "T.min_value(\"float32\")\n" +
           inits + "      m: T.float32 = " + largest() + "\n" + lets + "      M[vi] = m\n" + stores;
  }

  std::string schedule() {
    std::string text = "def schedule(sch):\n  i, k = sch.get_loops(\"S\")\n";
    text += "  ko, ki = sch.split(k, factors=[None, " + std::to_string(pick(1, 7)) + "])\n";
    if (coin()) text += "  sch.reorder(ki, ko)\n";
    text += std::string("  p = sch.rfactor(") + (coin() ? "ko" : "ki") + ", " + (coin() ? "0" : "1") + ")\n";
    if (coin()) {
      text += "  *_, j = sch.get_loops(" + std::string(coin() ? "p" : "\"S\"") + ")\n";
      text += "  jo, ji = sch.split(j, factors=[None, " + std::to_string(pick(2, 3)) + "])\n";
    }
    if (coin()) text += "  *_, jo, ji = sch.get_loops(\"S\")\n  sch.rfactor(ji, 0)\n";
    return text;
  }

 private:
  std::string largest() { return named_ ? "T.max(M[vi], X[vi, vk])" : "T.max(X[vi, vk], M[vi])"; }
  std::string exponential(const std::string& from) {
    return (natural_ ? "T.exp(" : "T.exp2(") + from + " - " + (named_ ? std::string("m") : largest()) + ")";
  }
  std::string product(const std::string& a, const std::string& b) { return coin() ? a + " * " + b : b + " * " + a; }
  std::string sum(const std::string& state, const std::string& weight) {
    const std::string old = product(state, exponential("M[vi]"));
    const std::string added = weight.empty() ? exponential("X[vi, vk]") : product(weight, exponential("X[vi, vk]"));
    return coin() ? old + " + " + added : added + " + " + old;
  }

  std::mt19937_64 random_;
  bool named_ = coin(), natural_ = coin();
};

// Values from -8 to 8, between them minus infinities; the last row has nothing else.
void fill(NDArray& x, Author& author, int rows) {
  for (int64_t i = 0, n = x.scalars(); i < n; ++i) {
    const bool masked = author.pick(0, 3) == 0 || i >= n / rows * (rows - 1);
    x.set(i, masked ? -kInfinity : static_cast<double>(author.pick(-64, 64)) / 8);
  }
}

void expectSame(const PrimFunc& before, const PrimFunc& after, const std::vector<Argument>& inputs,
                const std::string& text) {
  std::vector<Argument> expected = inputs, got = inputs;
  ASSERT_TRUE(interpret(before, expected).ok()) << text;
  const Status ran = interpret(after, got);
  ASSERT_TRUE(ran.ok()) << toText(ran.error()) << text;
  for (size_t i = 2; i < expected.size(); ++i) {
    const auto* wanted = std::get_if<NDArray>(&expected[i]);
    if (!wanted) continue;
    for (int64_t e = 0; e < wanted->scalars(); ++e) EXPECT_FALSE(std::isnan(wanted->getDouble(e))) << text;
    EXPECT_EQ(compareArrays(std::get<NDArray>(got[i]), *wanted, i == 2 ? 0 : 2e-6, 1e-6).count, 0)
        << text << print(after).text;
  }
}

class OnlineSums : public testing::Test {
 protected:
  // True: the schedule divides the program.
  bool runOne(uint64_t seed, bool symbolic) {
    Author author(seed);
    const int rows = author.pick(1, 3), length = symbolic ? author.pick(0, 9) : author.pick(1, 17);
    const std::string text =
        author.program(rows, std::to_string(length), author.pick(1, 3), symbolic) + author.schedule();
    const SourceFile file = parseSource("online.py", text);
    EXPECT_FALSE(file.hasErrors()) << (file.hasErrors() ? file.diagnostics.front().message : "") << "\n" << text;
    if (file.hasErrors()) return false;
    const Schedule source{Snapshot(*file.select("before"))};
    const ScriptRun run = interpretSchedule(file, "schedule", source);
    if (run.error) {
      kinds_.insert(run.error->kind);
      return false;
    }
    InputSpec spec;
    spec.bind["n"] = length;
    const PrimFunc& before = source.program().function();
    Result<std::vector<Argument>> inputs = makeArguments(before, spec);
    EXPECT_TRUE(inputs) << text;
    if (!inputs) return false;
    fill(std::get<NDArray>((*inputs)[0]), author, rows);
    expectSame(before, run.schedule.program().function(), *inputs, text);
    expectSame(before, lowerForCpu(run.schedule.program().function()), *inputs, text);
    return true;
  }
  std::set<std::string> kinds_;  // of refusals
};

TEST_F(OnlineSums, StayTheSameHoweverTheyAreDivided) {
  int divided = 0;
  for (uint64_t seed = 1; seed <= 300 && !HasFailure(); ++seed) divided += runOne(seed, false);
  EXPECT_GT(divided, 200);
  for (const std::string& kind : kinds_) EXPECT_FALSE(kind == "rfactor.no-reduction" || kind == "rfactor.start-value");
}

TEST_F(OnlineSums, StayTheSameForRowsOfAnyLengthIncludingNone) {
  int divided = 0;
  for (uint64_t seed = 1; seed <= 200 && !HasFailure(); ++seed) divided += runOne(seed, true);
  EXPECT_GT(divided, 60);
  for (const std::string& kind : kinds_) EXPECT_FALSE(kind == "rfactor.no-reduction" || kind == "rfactor.start-value");
}

// A part of the sum that begins later than its element initialises it again, whether or not that can be proved in time.
TEST(OnlineOrder, FusedLoopsAreNotReorderedWhereNothingIsDecided) {
  const std::string text = Author(1).program(5, "14", 3, false) +
                           "def schedule(sch):\n  l = sch.fuse(*sch.get_loops(\"S\"))\n  o, i = sch.split(l, "
                           "factors=[None, 10])\n  sch.reorder(i, o)\n";
  const SourceFile file = parseSource("online.py", text);
  ASSERT_FALSE(file.hasErrors()) << file.diagnostics.front().message << text;
  const Snapshot program = Snapshot(*file.select("before")).withBudget(ProofBudget(1));
  const ScriptRun run = interpretSchedule(file, "schedule", Schedule(program));
  ASSERT_TRUE(run.error) << print(run.schedule.program().function()).text;
  EXPECT_EQ(run.error->kind, "reorder.dependence");
}

}  // namespace
}  // namespace lw::test
