// GPU programs whose threads no longer wait for each other, or no longer share what they exchange: none that the
// emulator finds to race, or to compute something else, is proved equal.
#include <gtest/gtest.h>

#include <iostream>
#include <map>

#include "backends/emulator/emulator.h"
#include "backends/interpreter/interpreter.h"
#include "core/ir/ops.h"
#include "core/ir/visit.h"
#include "core/schedule/support/meaning.h"
#include "core/text/print/printer.h"
#include "passes/pipeline.h"
#include "passes/support/kernel_nest.h"
#include "tests/prove/mutants.h"
#include "tests/prove/programs.h"

namespace lw {
namespace {

using Answer = ProofResult::Answer;

ProofLimits limits() { return {.operations = 400'000, .seconds = 2}; }

struct GpuProgramText {
  const char *name, *plain, *threads;  // bodies over A and C of 8 by 8
};

// What threads exchange: a tile, its transpose, neighbours, partial sums, a row that all use, values in two places.
constexpr GpuProgramText kPrograms[] = {
    {"copied together", "    for i, j in T.grid(8, 8):\n        C[i, j] = A[i, j] + A[i, 0]\n",
     R"(    S = T.alloc_buffer((8, 8), scope="shared")
    for b in T.thread_binding(8, thread="blockIdx.x"):
        for k in range(8):
            S[b, k] = A[b, k]
        for t in T.thread_binding(8, thread="threadIdx.x"):
            C[b, t] = S[b, t] + S[b, 0]
)"},
    {"own element", "    for i, j in T.grid(8, 8):\n        C[i, j] = A[i, j] * A[i, j]\n",
     R"(    S = T.alloc_buffer((8, 8), scope="shared")
    L = T.alloc_buffer((8, 8), scope="local")
    for b in T.thread_binding(8, thread="blockIdx.x"):
        for t in T.thread_binding(8, thread="threadIdx.x"):
            S[b, t] = A[b, t]
            L[b, t] = S[b, t]
            C[b, t] = L[b, t] * S[b, t]
)"},
    {"all that each reads", "    for i, j in T.grid(8, 8):\n        C[i, j] = A[i, j] + A[i, 7 - j]\n",
     R"(    S = T.alloc_buffer((8, 8), scope="shared")
    for b in T.thread_binding(8, thread="blockIdx.x"):
        for t in T.thread_binding(8, thread="threadIdx.x"):
            for k in range(8):
                S[b, k] = A[b, k]
            C[b, t] = S[b, t] + S[b, 7 - t]
)"},
    {"loaded by turns", "    for i, j in T.grid(8, 8):\n        C[i, j] = A[i, j] + A[i, 7 - j]\n",
     R"(    S = T.alloc_buffer((8, 8), scope="shared")
    for b in T.thread_binding(8, thread="blockIdx.x"):
        for t in T.thread_binding(8, thread="threadIdx.x"):
            for u in T.thread_binding(8, thread="threadIdx.x"):
                S[b, u] = A[b, u]
            C[b, t] = S[b, t] + S[b, 7 - t]
)"},
    {"partial sums",
     "    for i in range(8):\n        C[i, 0] = T.float32(0)\n        for j in range(8):\n"
     "            C[i, 0] = C[i, 0] + A[i, j]\n",
     R"(    L = T.alloc_buffer((8, 4), scope="local")
    for b in T.thread_binding(8, thread="blockIdx.x"):
        for t in T.thread_binding(4, thread="threadIdx.x"):
            for k in range(2):
                with T.block("part"):
                    vb, vt, vk = T.axis.remap("SSR", [b, t, k])
                    with T.init():
                        L[vb, vt] = T.float32(0)
                    L[vb, vt] = L[vb, vt] + A[vb, vt * 2 + vk]
        for t in T.thread_binding(4, thread="threadIdx.x"):
            with T.block("sum"):
                vb, vt = T.axis.remap("SR", [b, t])
                with T.init():
                    C[vb, 0] = T.float32(0)
                C[vb, 0] = C[vb, 0] + L[vb, vt]
)"},
    {"two axes", "    for i, j in T.grid(8, 8):\n        C[i, j] = T.exp(A[i, j])\n",
     R"(    S = T.alloc_buffer((8, 8), scope="shared")
    for y in T.thread_binding(8, thread="threadIdx.y"):
        for x in T.thread_binding(8, thread="threadIdx.x"):
            S[y, x] = A[y, x]
            C[y, x] = T.exp(S[y, x])
)"}};

PrimFunc read(const std::string& name, const std::string& body) {
  const SourceFile file = parsedText("from tvm.script import tir as T\n@T.prim_func\ndef " + name +
                                     "(A: T.Buffer((8, 8), \"float32\"), C: T.Buffer((8, 8), \"float32\")):\n" + body);
  EXPECT_FALSE(file.hasErrors()) << (file.diagnostics.empty() ? "" : file.diagnostics.front().message);
  return file.functions.at(0);
}

// ---- faults ----

void otherScopes(const PrimFunc& f, std::vector<Mutant>& to) {
  std::vector<Buffer> allocated;
  forEachStmt(f.body, [&](const Stmt& s) {
    if (const auto* b = s.as<Block>()) allocated.insert(allocated.end(), b->allocs.begin(), b->allocs.end());
  });
  for (const Buffer& buffer : allocated)
    for (const char* scope : {"shared", "local", "warp", "global"}) {
      if (buffer->scope == scope) continue;
      BufferNode node = *buffer;
      node.scope = scope;
      PrimFunc mutant = f;
      mutant.body = substituteBuffers(f.body, BufferMap{{buffer.key(), Buffer(node)}});
      to.push_back({"scope " + buffer->scope + " to " + scope, std::move(mutant)});
    }
}

// The last index of each access of allocated memory as a quotient and a remainder, as in fragments of matrices.
PrimFunc withDividedIndices(const PrimFunc& f) {
  const auto divided = [&](const Buffer& buffer, std::vector<Expr> indices) {
    const auto isGiven = [&](const auto& parameter) { return parameter.second->data.sameAs(buffer->data); };
    if (!indices.empty() && std::ranges::none_of(f.buffers, isGiven)) {
      const Expr last = indices.back(), two = makeConst(last.dtype(), 2);
      indices.back() = rawBinary(BinaryOp::Add, rawBinary(BinaryOp::Mul, rawBinary(BinaryOp::FloorDiv, last, two), two),
                                 rawBinary(BinaryOp::FloorMod, last, two));
    }
    return indices;
  };
  PrimFunc made = f;
  made.body = rewriteExprs(f.body, [&](const Expr& e) -> std::optional<Expr> {
    const auto* load = e.as<BufferLoad>();
    if (!load) return std::nullopt;
    return Expr(BufferLoad{load->buffer, divided(load->buffer, load->indices)});
  });
  made.body = rewriteStmts(made.body, [&](const Stmt& s) -> std::optional<Stmt> {
    const auto* store = s.as<BufferStore>();
    if (!store) return std::nullopt;
    return Stmt(BufferStore{store->buffer, divided(store->buffer, store->indices), store->value}, s.origin());
  });
  return made;
}

// One loop of another kind, or bound to another axis.
void otherThreads(const PrimFunc& f, std::vector<Mutant>& to) {
  for (const char* axis : {"", "threadIdx.x", "threadIdx.y", "threadIdx.z", "blockIdx.x", "blockIdx.y", "vthread.x"})
    for (int place = 0, loops = 1; place < loops; ++place) {
      PrimFunc mutant = f;
      loops = 0;
      mutant.body = rewriteStmts(f.body, [&](const Stmt& s) -> std::optional<Stmt> {
        const auto* loop = s.as<For>();
        if (!loop || loops++ != place || loop->thread == axis) return std::nullopt;
        For other = *loop;
        other.thread = axis;
        other.kind = *axis ? ForKind::ThreadBinding : ForKind::Parallel;
        return Stmt(other, s.origin());
      });
      to.push_back({std::string("loop bound to ") + (*axis ? axis : "nothing, parallel"), std::move(mutant)});
    }
}

// ---- what a GPU does ----

enum class Runs : uint8_t { Right, Wrong, Refused };

Runs runOnGpu(const Result<GpuProgram>& program, const PrimFunc& scheduled, const PrimFunc& plain) {
  if (!program) return Runs::Refused;
  Result<std::vector<Argument>> given = makeArguments(plain, {});
  std::vector<Argument> got = *given, wanted = *given;
  EXPECT_TRUE(interpret(plain, wanted).ok());
  const Result<EmulatorReport> report = emulate(*program, scheduled, got, {.maxSteps = 1'000'000, .maxFindings = 1});
  if (!report || !report->clean()) return Runs::Wrong;
  for (size_t i = 0; i < got.size(); ++i)
    if (compareArrays(std::get<NDArray>(got[i]), std::get<NDArray>(wanted[i]), 1e-5, 1e-5).count) return Runs::Wrong;
  return Runs::Right;
}

TEST(GpuFaults, NoneThatTheEmulatorFindsIsProved) {
  std::map<std::string, std::array<int, 4>> counts;  // proved and right, proved and refused, wrong, others
  int wrong = 0, right = 0;
  for (const GpuProgramText& text : kPrograms) {
    const PrimFunc plain = read("plain", text.plain), threads = read("threads", text.threads);
    EXPECT_EQ(proveEqual(plain, threads, limits()).answer, Answer::Equal) << text.name;
    EXPECT_EQ(runOnGpu(lowerForGpu(threads, defaultGpuDevice()), threads, plain), Runs::Right) << text.name;
    std::vector<Mutant> mutants;
    otherScopes(threads, mutants);
    std::vector<Mutant> fragments;
    otherScopes(withDividedIndices(threads), fragments);
    for (Mutant& m : fragments) mutants.push_back({"fragment, " + m.fault, std::move(m.program)});
    otherThreads(threads, mutants);
    for (Mutant& m : mutantsOf(threads))
      if (m.fault == "index" || m.fault == "bound" || m.fault == "init") mutants.push_back(std::move(m));
    for (const Mutant& m : mutants) {
      const bool proved = proveEqual(plain, m.program, limits()).answer == Answer::Equal;
      const Runs runs = runOnGpu(lowerForGpu(m.program, defaultGpuDevice()), m.program, plain);
      EXPECT_FALSE(proved && runs == Runs::Wrong) << text.name << ": " << m.fault << "\n" << print(m.program).text;
      wrong += runs == Runs::Wrong;
      right += proved && runs == Runs::Right;
      ++counts[m.fault][runs == Runs::Wrong ? 2 : !proved ? 3 : runs == Runs::Right ? 0 : 1];
    }
  }
  for (const auto& [fault, c] : counts)
    std::cout << "  " << fault << ": " << c[0] << " proved and right, " << c[1] << " proved and not lowered, " << c[2]
              << " wrong, " << c[3] << " open\n";
  std::cout << wrong << " programs race or compute something else, " << right << " are proved and right\n";
  EXPECT_GE(wrong, 50);
  EXPECT_GE(right, 12);
}

// Lanes of a warp that exchange values by plain statements, which no barrier orders; threads that have one buffer in
// common where each seems to allocate its own.
constexpr GpuProgramText kRacing[] = {
    {"lanes, by quotients", "    for i, j in T.grid(8, 8):\n        C[i, j] = A[i, j] + A[i, (7 - j) // 2 * 2]\n",
     R"(    W = T.alloc_buffer((8, 8), scope="warp")
    for b in T.thread_binding(8, thread="blockIdx.x"):
        for t in T.thread_binding(8, thread="threadIdx.x"):
            W[b, t // 2 * 2 + t % 2] = A[b, t]
        for t in T.thread_binding(8, thread="threadIdx.x"):
            C[b, t] = W[b, t] + W[b, (7 - t) // 2 * 2]
)"},
    {"lanes, in a layout", "    for i, j in T.grid(8, 8):\n        C[i, j] = A[i, 7 - j]\n",
     R"(    W = T.alloc_buffer((8, 4, 2), scope="warp")
    for b in T.thread_binding(8, thread="blockIdx.x"):
        for t in T.thread_binding(8, thread="threadIdx.x"):
            with T.block("write"):
                vi, vj = T.axis.remap("SS", [b, t])
                T.block_attr({"described": True})
                W[vi, vj // 2, vj % 2] = A[vi, vj]
        for t in T.thread_binding(8, thread="threadIdx.x"):
            with T.block("read"):
                vi, vj = T.axis.remap("SS", [b, t])
                T.block_attr({"described": True})
                C[vi, vj] = W[vi, (7 - vj) // 2, (7 - vj) % 2]
)"},
    {"shared, allocated by threads", "    for i, j in T.grid(8, 8):\n        C[i, j] = A[i, j] + A[i, j]\n",
     R"(    for b in T.thread_binding(8, thread="blockIdx.x"):
        for t in T.thread_binding(8, thread="threadIdx.x"):
            with T.block("sum"):
                vi, vj = T.axis.remap("SS", [b, t])
                S = T.alloc_buffer((8,), scope="shared")
                S[0] = A[vi, vj]
                C[vi, vj] = S[0] + A[vi, vj]
)"}};

TEST(GpuFaults, ProgramsThatRaceAreNotProved) {
  for (const GpuProgramText& text : kRacing) {
    const PrimFunc plain = read("plain", text.plain), threads = meaningOf(read("threads", text.threads), {});
    EXPECT_EQ(runOnGpu(lowerForGpu(threads, defaultGpuDevice()), threads, plain), Runs::Wrong) << text.name;
    EXPECT_EQ(proveEqual(plain, threads, limits()).answer, Answer::Undecided) << text.name;
  }
}

// Lowered programs without one of their barriers.
TEST(GpuFaults, ProgramsWithoutABarrierAreNotProved) {
  int dropped = 0, races = 0;
  for (const GpuProgramText& text : kPrograms) {
    const PrimFunc plain = read("plain", text.plain), threads = read("threads", text.threads);
    const Result<GpuProgram> program = lowerForGpu(threads, defaultGpuDevice());
    ASSERT_TRUE(program.ok()) << text.name;
    int barriers = 0;
    forEachStmt(program->lowered.body, [&](const Stmt& s) { barriers += isBarrier(s); });
    for (int b = 0; b < barriers; ++b) {
      PrimFunc broken = program->lowered;
      int at = 0;
      broken.body = rewriteStmts(broken.body, [&](const Stmt& s) -> std::optional<Stmt> {
        return isBarrier(s) && at++ == b ? std::optional<Stmt>(Evaluate{0}) : std::nullopt;
      });
      ++dropped;
      const bool wrong = runOnGpu(splitHostDevice(broken), threads, plain) == Runs::Wrong;
      races += wrong;
      for (const PrimFunc* original : {&plain, &threads, &program->lowered})
        EXPECT_FALSE(wrong && proveEqual(*original, broken, limits()).answer == Answer::Equal) << text.name;
    }
  }
  std::cout << dropped << " barriers, " << races << " of them needed\n";
  EXPECT_GT(races, 0);
}

}  // namespace
}  // namespace lw
