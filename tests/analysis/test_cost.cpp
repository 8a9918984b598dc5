// Costs against counting: every program is carried out, index by index.
#include "core/analysis/cost/cost.h"

#include <gtest/gtest.h>

#include <fstream>
#include <random>
#include <set>
#include <sstream>

#include "core/analysis/cost/cost_table.h"
#include "core/ir/ops.h"
#include "core/text/tir/parser.h"

namespace lw {
namespace {

// Walks through all iterations and writes down what is touched.
class Walker {
 public:
  struct Seen {
    double executions = 0, flops = 0, bytes = 0;
    std::set<std::pair<const void*, std::vector<int64_t>>>
        middle;  // of the execution in the middle of the loops around
    double footprint = 0;
  };
  std::map<LoopId, Seen> loops;
  std::map<BlockId, Seen> blocks;
  Seen whole;

  explicit Walker(const PrimFunc& f) {
    open_.push_back({&whole, true});
    walk(f.body, true);
    for (auto* list : {&whole}) finish(*list);
    for (auto& [id, seen] : loops) finish(seen);
    for (auto& [id, seen] : blocks) finish(seen);
  }

 private:
  struct Open {
    Seen* seen;
    bool middle;
  };
  void finish(Seen& s) {
    for (const auto& [data, index] : s.middle) s.footprint += bytes_.at(data);
  }
  int64_t value(const Expr& e) const {
    if (const auto constant = asInt(e)) return *constant;
    if (const auto* v = e.as<Var>()) return values_.at(v->key());
    if (const auto* c = e.as<Cast>()) return value(c->value);
    const auto* n = e.as<Binary>();
    const int64_t a = value(n->a), b = value(n->b);
    switch (n->op) {
      case BinaryOp::Add:
        return a + b;
      case BinaryOp::Sub:
        return a - b;
      case BinaryOp::Mul:
        return a * b;
      case BinaryOp::FloorDiv:
        return floorDivide(a, b);
      case BinaryOp::FloorMod:
        return floorModulo(a, b);
      case BinaryOp::LT:
        return a < b;
      case BinaryOp::LE:
        return a <= b;
      case BinaryOp::GT:
        return a > b;
      case BinaryOp::GE:
        return a >= b;
      case BinaryOp::EQ:
        return a == b;
      case BinaryOp::And:
        return a && b;
      default:
        throw std::runtime_error("no such operator in these programs");
    }
  }
  void touch(const Buffer& b, const std::vector<Expr>& indices) {
    std::vector<int64_t> at;
    for (const Expr& e : indices) at.push_back(value(e));
    bytes_[b->data.key()] = b->dtype.bytes();
    for (const Open& o : open_) {
      o.seen->bytes += b->dtype.bytes();
      if (o.middle) o.seen->middle.emplace(b->data.key(), at);
    }
  }
  void loads(const Expr& e) {
    if (const auto* call = e.as<Call>(); call && call->op == Intrinsic::IfThenElse)
      return loads(call->args[value(call->args[0]) ? 1 : 2]);
    if (const auto* load = e.as<BufferLoad>()) return touch(load->buffer, load->indices);
    if (const auto* n = e.as<Binary>()) loads(n->a), loads(n->b);
    if (const auto* c = e.as<Cast>()) loads(c->value);
    if (const auto* call = e.as<Call>())
      for (const Expr& argument : call->args) loads(argument);
  }
  void walk(const Stmt& s, bool middle) {
    if (const auto* n = s.as<Seq>())
      for (const Stmt& child : n->stmts) walk(child, middle);
    if (const auto* n = s.as<IfThenElse>()) {
      if (value(n->condition))
        walk(n->thenBody, middle);
      else if (n->elseBody)
        walk(*n->elseBody, middle);
    }
    if (const auto* n = s.as<For>()) {
      Seen& seen = loops[n->id];
      ++seen.executions;
      open_.push_back({&seen, middle});
      const int64_t min = value(n->min), extent = value(n->extent);
      for (int64_t i = 0; i < extent; ++i) {
        values_[n->var.key()] = min + i;
        walk(n->body, middle && i == extent / 2);
      }
      open_.pop_back();
    }
    if (const auto* n = s.as<Block>()) {
      if (!value(n->predicate)) return;
      Seen& seen = blocks[n->id];
      ++seen.executions;
      open_.push_back({&seen, middle});
      bool first = true;
      for (size_t i = 0; i < n->iters.size(); ++i) {
        values_[n->iters[i].var.key()] = value(n->bindings[i]);
        if (n->iters[i].kind == IterKind::Reduce)
          first = first && value(n->bindings[i]) == value(n->iters[i].domain.min);
      }
      if (n->init && first) walk(*n->init, middle);
      walk(n->body, middle);
      open_.pop_back();
    }
    if (const auto* n = s.as<BufferStore>()) {
      loads(n->value);
      for (const Open& o : open_) o.seen->flops += flopsOf(n->value);
      touch(n->buffer, n->indices);
    }
  }
  std::vector<Open> open_;
  std::map<const void*, int64_t> values_;
  std::map<const void*, double> bytes_;
};

PrimFunc parsed(const std::string& text) {
  const SourceFile file = parseSource("cost.py", "from tvm.script import tir as T\n\n@T.prim_func\n" + text);
  const Result<PrimFunc> f = file.select("");
  EXPECT_TRUE(f) << text << (file.diagnostics.empty() ? "" : file.diagnostics[0].message);
  return *f;
}

// Every figure that is said to be exact is what counting gives. The number of figures that are.
int agree(const PrimFunc& f, const std::string& text) {
  const Walker walked(f);
  const ProgramCost cost = costOf(f);
  int exact = 0;
  const auto compare = [&](const std::string& what, const Cost& c, const Walker::Seen& seen) {
    if (c.exactWork) {
      ++exact;
      EXPECT_EQ(c.executions, seen.executions) << what << " of\n" << text;
      EXPECT_EQ(c.flops, seen.flops) << what << " of\n" << text;
      EXPECT_EQ(c.bytes, seen.bytes) << what << " of\n" << text;
    }
    if (c.exactFootprint) {
      ++exact;
      EXPECT_EQ(c.footprint, seen.footprint) << what << " of\n" << text;
    }
  };
  Walker::Seen whole = walked.whole;
  whole.executions = 1;
  compare("the whole", cost.whole, whole);
  for (const auto& [id, c] : cost.loops)
    compare("loop " + std::to_string(id.value), c, walked.loops.contains(id) ? walked.loops.at(id) : Walker::Seen{});
  for (const auto& [id, c] : cost.blocks)
    compare("block " + std::to_string(id.value), c, walked.blocks.contains(id) ? walked.blocks.at(id) : Walker::Seen{});
  return exact;
}

void allExact(const std::string& text) {
  const PrimFunc f = parsed(text);
  const ProgramCost cost = costOf(f);
  EXPECT_EQ(agree(f, text), static_cast<int>(2 * (1 + cost.loops.size() + cost.blocks.size())))
      << "not everything is exact in\n"
      << text;
}

const std::string kTiled =
    R"(def f(A: T.Buffer((40, 48), "float32"), B: T.Buffer((48, 40), "float32"), C: T.Buffer((40, 40), "float32")):
    for io, jo in T.grid(5, 3):
        for k in range(48):
            for ii, ji in T.grid(8, 16):
                with T.block("C"):
                    vi = T.axis.spatial(40, io * 8 + ii)
                    vj = T.axis.spatial(40, jo * 16 + ji)
                    vk = T.axis.reduce(48, k)
                    T.where(jo * 16 + ji < 40)
                    with T.init():
                        C[vi, vj] = T.float32(0)
                    C[vi, vj] = C[vi, vj] + A[vi, vk] * B[vk, vj]
)";

TEST(Cost, CountsAGuardedTile) { allExact(kTiled); }

TEST(Cost, CountsStencilsStridesAndTriangles) {
  allExact(R"(def f(A: T.Buffer((18, 18), "float32"), B: T.Buffer((16, 16), "float32")):
    for i, j in T.grid(16, 16):
        with T.block("B"):
            vi, vj = T.axis.remap("SS", [i, j])
            B[vi, vj] = A[vi, vj + 1] + A[vi + 2, vj + 1] + A[vi + 1, vj] + A[vi + 1, vj + 2] + A[vi + 1, vj + 1]
)");
  allExact(R"(def f(A: T.Buffer((70,), "float32"), W: T.Buffer((5,), "float32"), B: T.Buffer((32,), "float32")):
    for i, r in T.grid(32, 5):
        with T.block("B"):
            vi, vr = T.axis.remap("SR", [i, r])
            with T.init():
                B[vi] = T.float32(0)
            B[vi] = B[vi] + A[vi * 2 + vr] * W[vr]
)");
  allExact(R"(def f(A: T.Buffer((400, 400), "float32")):
    for i in range(400):
        for j in range(i + 1):
            with T.block("A"):
                vi = T.axis.spatial(400, i)
                vj = T.axis.spatial(400, j)
                A[vi, vj] = A[vi, vj] * T.float32(2)
)");
}

TEST(Cost, CountsFusedLoopsAndPadding) {
  allExact(R"(def f(A: T.Buffer((256, 256), "float32"), B: T.Buffer((256, 256), "float32")):
    for fo, fi in T.grid(512, 128):
        with T.block("B"):
            vi = T.axis.spatial(256, (fo * 128 + fi) // 256)
            vj = T.axis.spatial(256, (fo * 128 + fi) % 256)
            B[vi, vj] = A[vj, vi] + T.float32(1)
)");
  allExact(R"(def f(A: T.Buffer((30,), "float32"), B: T.Buffer((34,), "float32")):
    for i in range(34):
        with T.block("B"):
            vi = T.axis.spatial(34, i)
            B[vi] = T.if_then_else(vi >= 2 and vi < 32, A[vi - 2], T.float32(0))
)");
}

// Bounds, shifts, strides, guards, tiles and fused loops, as they come.
std::string randomText(std::mt19937_64& random) {
  const auto pick = [&](int low, int high) {
    return low + static_cast<int>(random() % static_cast<uint64_t>(high - low + 1));
  };
  std::string text =
      "def f(A: T.Buffer((90, 90), \"float32\"), B: T.Buffer((90, 90), \"float32\"), C: T.Buffer((90, 90), "
      "\"float32\")):\n";
  std::string at = "    ";
  const int depth = pick(1, 4);
  std::vector<std::string> loops;
  for (int d = 0; d < depth; ++d) {
    const std::string name = "x" + std::to_string(d);
    std::string extent = std::to_string(pick(1, 6));
    if (!loops.empty() && pick(0, 6) == 0) extent = loops[random() % loops.size()] + " + " + extent;
    text += at + "for " + name + " in range(" + extent + "):\n";
    at += "    ";
    loops.push_back(name);
  }
  const auto affine = [&] {
    std::string e = std::to_string(pick(0, 3));
    for (int i = pick(1, 2); i > 0; --i)
      e += " + " + loops[random() % loops.size()] + " * " + std::to_string(pick(1, 5));
    const int kind = pick(0, 8);
    if (kind == 0) return "(" + e + ") // " + std::to_string(pick(2, 4));
    if (kind == 1) return "(" + e + ") % " + std::to_string(pick(2, 7));
    return e;
  };
  for (int s = pick(1, 2); s > 0; --s) {
    std::string inner = at;
    if (pick(0, 2) == 0) {
      text += at + "if " + affine() + " < " + std::to_string(pick(3, 30)) + ":\n";
      inner += "    ";
    }
    const char* target = pick(0, 1) ? "C" : "B";
    text += inner + target + "[" + affine() + ", " + affine() + "] = A[" + affine() + ", " + affine() + "] + A[" +
            affine() + ", " + affine() + "] * B[" + affine() + ", " + affine() + "]\n";
  }
  return text;
}

TEST(Cost, AgreesWithCountingOnRandomPrograms) {
  std::mt19937_64 random(7);
  int exact = 0, figures = 0;
  for (int i = 0; i < 600 && !testing::Test::HasFailure(); ++i) {
    const std::string text = randomText(random);
    const PrimFunc f = parsed(text);
    exact += agree(f, text);
    figures += static_cast<int>(2 * (1 + costOf(f).loops.size() + costOf(f).blocks.size()));
  }
  std::printf("%d of %d figures are exact\n", exact, figures);
  EXPECT_GT(exact, figures * 9 / 10);
}

TEST(Cost, SaysWhatIsAnEstimate) {
  const PrimFunc gather =
      parsed(R"(def f(A: T.Buffer((90,), "float32"), I: T.Buffer((20,), "int32"), B: T.Buffer((20,), "float32")):
    for i in range(20):
        with T.block("B"):
            vi = T.axis.spatial(20, i)
            B[vi] = A[I[vi]]
)");
  const ProgramCost cost = costOf(gather);
  EXPECT_TRUE(cost.whole.exactWork);
  EXPECT_EQ(cost.whole.bytes, 20 * 12);
  EXPECT_FALSE(cost.whole.exactFootprint);
  EXPECT_EQ(cost.whole.footprint, 90 * 4 + 20 * 4 + 20 * 4) << "any element of A may be read";
}

TEST(Cost, SymbolicSizesAreAssumedAndNamed) {
  const PrimFunc f = parsed(R"(def f(a: T.handle, b: T.handle, n: T.int32):
    A = T.match_buffer(a, (n,), "float32")
    B = T.match_buffer(b, (n,), "float32")
    for i in range(n):
        with T.block("B"):
            vi = T.axis.spatial(n, i)
            B[vi] = A[vi] + T.float32(1)
)");
  const ProgramCost cost = costOf(f);
  EXPECT_EQ(cost.assumed, std::vector<std::string>{"n"});
  EXPECT_FALSE(cost.whole.exactWork);
  EXPECT_EQ(cost.whole.flops, kAssumedSize);
  Sizes sizes;
  for (const auto& [handle, buffer] : f.buffers) sizes[buffer->shape[0].as<Var>()->key()] = 37;
  for (const Var& p : f.params) sizes[p.key()] = 37;
  EXPECT_EQ(costOf(f, {}, sizes).whole.flops, 37);
  EXPECT_TRUE(costOf(f, {}, sizes).whole.exactWork);
}

// A product of matrices that fits into no cache, and one tile of it that does.
TEST(Cost, TrafficFollowsTheCaches) {
  const PrimFunc f = parsed(
      R"(def f(A: T.Buffer((256, 256), "float32"), B: T.Buffer((256, 256), "float32"), C: T.Buffer((256, 256), "float32")):
    for i, j, k in T.grid(256, 256, 256):
        with T.block("C"):
            vi, vj, vk = T.axis.remap("SSR", [i, j, k])
            C[vi, vj] = C[vi, vj] + A[vi, vk] * B[vk, vj]
)");
  const double matrix = 256 * 256 * 4;
  const ProgramCost cost = costOf(f, {1 << 11, 1 << 18, 1 << 24});
  ASSERT_EQ(cost.whole.traffic.size(), 3u);
  EXPECT_EQ(cost.whole.traffic[2], 3 * matrix) << "all of it fits";
  EXPECT_GT(cost.whole.traffic[1], 3 * matrix) << "B is read again for every row";
  EXPECT_GT(cost.whole.traffic[0], cost.whole.traffic[1]);
  EXPECT_LE(cost.whole.traffic[0], cost.whole.bytes);
  EXPECT_EQ(cost.whole.flops, 2.0 * 256 * 256 * 256);
  EXPECT_NEAR(cost.whole.intensity(), 2.0 * 256 / 12, 1e-9);
}

TEST(Cost, TheSampleIsCountedExactly) {
  std::ifstream in(LW_SOURCE_DIR "/samples/mm_exp_mm.py");
  std::ostringstream text;
  text << in.rdbuf();
  const SourceFile file = parseSource("mm_exp_mm.py", text.str());
  const PrimFunc f = *file.select("");
  const ProgramCost cost = costOf(f, {1 << 15, 1 << 21, 1 << 25});
  EXPECT_TRUE(cost.whole.exactWork && cost.whole.exactFootprint);
}

}  // namespace
}  // namespace lw
