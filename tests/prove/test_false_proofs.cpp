// Programs that fail, or whose result is not determined, where the values of their equations are those of a right
// program: none is proved equal to it.
#include <gtest/gtest.h>

#include "core/ir/visit.h"
#include "tests/prove/programs.h"
#include "tests/prove/runs.h"

namespace lw {
namespace {

constexpr const char* kParameters = "A: T.Buffer((8, 8), \"float32\"), C: T.Buffer((8, 8), \"float32\")";
constexpr const char* kCopy = "    for i, j in T.grid(8, 8):\n        C[i, j] = A[i, j]\n";

PrimFunc read(const std::string& name, const std::string& body, const std::string& parameters = kParameters) {
  const SourceFile file =
      parsedText("from tvm.script import tir as T\n@T.prim_func\ndef " + name + "(" + parameters + "):\n" + body);
  EXPECT_FALSE(file.hasErrors()) << (file.diagnostics.empty() ? "" : file.diagnostics.front().message);
  return file.functions.at(0);
}

// Why no proof is found.
std::string open(const PrimFunc& a, const PrimFunc& b) {
  const ProofResult result = proveEqual(a, b);
  EXPECT_EQ(result.answer, ProofResult::Answer::Undecided);
  return result.obstacle.reason.text();
}

TEST(FalseProofs, ElementsThatShareAPlaceInMemory) {
  const std::string twice = std::string(kCopy) + "    for i, j in T.grid(8, 8):\n        C[i, j] = S[i, j]\n";
  const auto through = [&](const std::string& strides) {
    std::string body = "    S = T.alloc_buffer((8, 8), strides=[" + strides + "])\n" + twice;
    body.replace(body.find("C[i, j] = A"), 1, "S");
    return read("through", body);
  };
  const PrimFunc copy = read("copy", kCopy);
  for (const char* strides : {"0, 1", "1, 1", "7, 1", "1, 7"}) {
    EXPECT_EQ(open(copy, through(strides)), "the strides of S may give two of its elements one place in memory");
    EXPECT_EQ(compare(copy, through(strides), {}, false, true), Runs::Differ) << strides;
  }
  for (const char* strides : {"8, 1", "1, 8", "16, 2"}) {
    EXPECT_EQ(proveEqual(copy, through(strides)).answer, ProofResult::Answer::Equal) << strides;
    EXPECT_EQ(compare(copy, through(strides), {}, true, true), Runs::Same) << strides;
  }
}

TEST(FalseProofs, ParametersAtOtherPlaces) {
  const PrimFunc copy = read("copy", kCopy);
  const auto given = [&](const std::string& more) {
    return read("given", kCopy, "A: T.Buffer((8, 8), \"float32\", " + more + "), C: T.Buffer((8, 8), \"float32\")");
  };
  EXPECT_EQ(open(copy, given("strides=(1, 8)")), "A and A have other types or shapes");
  EXPECT_EQ(compare(copy, given("strides=(1, 8)"), {}, false, true), Runs::Differ);
  EXPECT_EQ(open(copy, given("elem_offset=2")), "A and A have other types or shapes");
  EXPECT_EQ(compare(copy, given("elem_offset=2"), {}, false, true), Runs::Fails);
  EXPECT_EQ(proveEqual(copy, given("strides=(8, 1)")).answer, ProofResult::Answer::Equal);
}

TEST(FalseProofs, ViewsWithOtherStrides) {
  const auto view = [](const std::string& strides) {
    return read("view", R"(    for o in range(1):
        with T.block("copy"):
            vo = T.axis.remap("S", [o])
            V = T.match_buffer(A[0:8, 0:8], (8, 8), strides=[)" +
                            strides + R"(], offset_factor=1)
            for i, j in T.grid(8, 8):
                C[i, j] = V[i, j]
)");
  };
  const PrimFunc copy = read("copy", kCopy);
  EXPECT_EQ(open(copy, view("1, 8")), "V is a view that is not a part of its source");
  EXPECT_EQ(compare(copy, view("1, 8"), {}, false, true), Runs::Fails);
  for (const char* strides : {"8, 1", "\"s0\", 1"})
    EXPECT_EQ(proveEqual(copy, view(strides)).answer, ProofResult::Answer::Equal) << strides;
}

TEST(FalseProofs, AccessesOutsideOfViews) {
  const PrimFunc copy = read("copy", kCopy);
  const auto through = [](const std::string& from, const std::string& to, const std::string& region) {
    const bool reads = from == "V";
    return read("view",
                "    for o in range(1):\n        with T.block(\"copy\"):\n"
                "            vo = T.axis.remap(\"S\", [o])\n            V = T.match_buffer(" +
                    std::string(reads ? "A" : "C") + "[" + region + ", 0:8], (" + (region == "0:8" ? "8" : "4") +
                    ", 8), offset_factor=1)\n" + "            for i, j in T.grid(8, 8):\n                " + to +
                    "[i, j] = " + from + "[i, j]\n");
  };
  for (const auto& [from, to] : {std::pair{"V", "C"}, std::pair{"A", "V"}}) {
    EXPECT_EQ(open(copy, through(from, to, "0:4")), "an access of V in block copy may be outside of its bounds");
    EXPECT_EQ(compare(copy, through(from, to, "0:4"), {}, false, true), Runs::Fails);
    EXPECT_EQ(proveEqual(copy, through(from, to, "0:8")).answer, ProofResult::Answer::Equal);
  }
}

TEST(FalseProofs, AccessesOutside) {
  const PrimFunc copy = read("copy", kCopy);
  // Elements that are named by a layout; a value that no result needs.
  const PrimFunc layout = read("layout", R"(    S = T.alloc_buffer((4,))
    for i, j in T.grid(8, 8):
        with T.block("write"):
            vi, vj = T.axis.remap("SS", [i, j])
            S[vj // 2 + vj % 2 * 4] = A[vi, vj]
        with T.block("read"):
            vi, vj = T.axis.remap("SS", [i, j])
            C[vi, vj] = S[vj // 2 + vj % 2 * 4]
)"),
                 unused = read("unused", R"(    S = T.alloc_buffer((100, 100))
    for i, j in T.grid(100, 100):
        with T.block("square"):
            vi, vj = T.axis.remap("SS", [i, j])
            S[vi, vj] = A[vi * vj, 0]
)" + std::string(kCopy));
  EXPECT_EQ(open(copy, layout), "an access of S in block write may be outside of its bounds");
  EXPECT_EQ(open(copy, unused), "an access of A in block square may be outside of its bounds");
  const PrimFunc evaluated = read("evaluated", "    T.evaluate(A[8, 0])\n" + std::string(kCopy));
  EXPECT_EQ(open(copy, evaluated), "what T.evaluate does is not known");
  for (const PrimFunc* wrong : {&layout, &unused, &evaluated})
    EXPECT_EQ(compare(copy, *wrong, {}, false, true), Runs::Fails);
}

// ---- iterations in any order ----

LoopId loopNamed(const PrimFunc& f, const std::string& name) {
  LoopId found;
  forEachStmt(f.body, [&](const Stmt& s) {
    if (const auto* loop = s.as<For>(); loop && loop->var.name() == name) found = loop->id;
  });
  return found;
}

// Another order of the iterations of loop k changes the result.
void expectNotDetermined(const std::string& plain, const std::string& anyOrder) {
  const PrimFunc a = read("plain", plain), b = read("any", anyOrder);
  EXPECT_EQ(open(a, b), "iterations of loop k, which run in any order, access the same elements of C") << anyOrder;
  EXPECT_EQ(compare(a, withReversedLoop(b, loopNamed(b, "k")), {}, false, true), Runs::Differ) << anyOrder;
}

TEST(FalseProofs, AtomicStoresThatAreNoUpdates) {
  expectNotDetermined("    for k in range(8):\n        C[0, 0] = A[k, k]\n",
                      "    for k in T.parallel(8):\n        with T.attr(0, \"atomic\", 1):\n"
                      "            C[0, 0] = A[k, k]\n");
}

TEST(FalseProofs, ThreadsOfAReductionThatDoNotAdd) {
  const std::string last = "    for i in range(8):\n        C[i, 0] = A[i, 7]\n";
  const auto threads = [](const std::string& body) {
    return R"(    for b in T.thread_binding(8, thread="blockIdx.x"):
        for k in T.thread_binding(8, thread="threadIdx.x"):
            with T.block("reduction"):
                vi, vk = T.axis.remap("SR", [b, k])
)" + body;
  };
  expectNotDetermined(last, threads("                C[vi, 0] = A[vi, vk]\n"));
  expectNotDetermined(
      "    for i in range(8):\n        C[i, 1] = T.float32(0)\n        for k in range(8):\n"
      "            C[i, 1] = C[i, 1] + A[i, k]\n" +
          last,
      threads("                with T.init():\n                    C[vi, 1] = T.float32(0)\n"
              "                C[vi, 1] = C[vi, 1] + A[vi, vk]\n"
              "                C[vi, 0] = A[vi, vk]\n"));
}

// Blocks of threads of one kernel, and threads of different kernels, exchange nothing but global memory.
TEST(FalseProofs, ValuesThatPassBetweenBlocksOrKernels) {
  const PrimFunc plain = read("plain", "    for i, j in T.grid(8, 8):\n        C[i, j] = A[7 - i, j]\n");
  const PrimFunc blocks = read("blocks", R"(    S = T.alloc_buffer((8, 8))
    for t in T.thread_binding(8, thread="threadIdx.x"):
        for b in T.thread_binding(8, thread="blockIdx.x"):
            S[b, t] = A[b, t]
        for c in T.thread_binding(8, thread="blockIdx.x"):
            C[c, t] = S[7 - c, t]
)");
  EXPECT_EQ(open(plain, blocks), "iterations of loop c, which run in any order, access the same elements of S");
  const auto kernels = [](const std::string& scope) {
    return read("kernels", "    S = T.alloc_buffer((8, 8), scope=\"" + scope + R"(")
    for t in T.thread_binding(8, thread="threadIdx.x"):
        for i in range(8):
            S[i, t] = A[i, t]
    for t in T.thread_binding(8, thread="threadIdx.x"):
        for i in range(8):
            C[i, t] = S[7 - i, t]
)");
  };
  for (const char* scope : {"shared", "local"})
    EXPECT_EQ(open(plain, kernels(scope)),
              "S passes values from one kernel to another, and its scope is " + std::string(scope));
  EXPECT_EQ(proveEqual(plain, kernels("global")).answer, ProofResult::Answer::Equal);
}

// Threads add to one element, and each carries out a reduction of its own: no pass combines them.
TEST(FalseProofs, ThreadsOfSeveralReductions) {
  const auto threads = [](const std::string& binding) {
    return R"(    for i in range(8):
        C[i, 0] = T.float32(0)
    for b in T.thread_binding(8, thread="blockIdx.x"):
        for k in T.thread_binding(8, thread="threadIdx.x"):
            for o in range(1):
                with T.block("sum"):
                    vi, vk, vo = T.axis.remap(")" +
           binding + R"(", [b, k, o])
                    C[vi, 0] = C[vi, 0] + A[vi, vk]
)";
  };
  const PrimFunc plain = read("plain",
                              "    for i in range(8):\n        C[i, 0] = T.float32(0)\n"
                              "        for j in range(8):\n            C[i, 0] = C[i, 0] + A[i, j]\n");
  EXPECT_EQ(open(plain, read("threads", threads("SSR"))),
            "iterations of loop k, which run in any order, access the same elements of C");
  EXPECT_EQ(proveEqual(plain, read("threads", threads("SRR"))).answer, ProofResult::Answer::Equal);
}

}  // namespace
}  // namespace lw
