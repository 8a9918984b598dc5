#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/prove/prove.h"
#include "tests/prove/programs.h"

namespace lw {
namespace {

using Answer = ProofResult::Answer;

// The first two functions of a text.
ProofResult proveText(const std::string& text, const ProofLimits& limits = {}) {
  const SourceFile file = parsedText("from tvm.script import tir as T\n" + text);
  EXPECT_EQ(file.diagnostics.size(), 0u) << (file.diagnostics.empty() ? "" : file.diagnostics[0].message);
  EXPECT_EQ(file.functions.size(), 2u);
  return proveEqual(file.functions.at(0), file.functions.at(1), limits);
}

// A function over A, B and C of 16 by 16 with this body.
std::string function(const std::string& name, const std::string& body) {
  return "@T.prim_func\ndef " + name +
         "(A: T.Buffer((16, 16), \"float32\"), B: T.Buffer((16, 16), \"float32\"), C: T.Buffer((16, 16), "
         "\"float32\")):\n" +
         body;
}

void expectEqual(const ProofResult& result, const std::vector<std::string>& reordered = {}) {
  EXPECT_EQ(result.answer, Answer::Equal) << result.obstacle.reason.text();
  std::vector<std::string> names;
  for (const prove::MatchedSum& sum : result.reordered) names.push_back(sum.first);
  EXPECT_EQ(names, reordered);
}
void expectUndecided(const ProofResult& result, const std::string& reason) {
  EXPECT_EQ(result.answer, Answer::Undecided);
  EXPECT_EQ(result.obstacle.reason.text(), reason);
}

const char* const kProduct = R"(    for i, j, k in T.grid(16, 16, 16):
        with T.block("C"):
            vi, vj, vk = T.axis.remap("SSR", [i, j, k])
            with T.init():
                C[vi, vj] = T.float32(0)
            C[vi, vj] = C[vi, vj] + A[vi, vk] * B[vk, vj]
)";

TEST(Prove, LoopsThatAreSplitAndReorderedKeepTheOrderOfASum) {
  expectEqual(
      proveText(function("a", kProduct) + function("b", R"(    for j, i_0, i_1, k_0, k_1 in T.grid(16, 4, 4, 4, 4):
        with T.block("C"):
            vi = T.axis.spatial(16, i_0 * 4 + i_1)
            vj = T.axis.spatial(16, j)
            vk = T.axis.reduce(16, k_0 * 4 + k_1)
            with T.init():
                C[vi, vj] = T.float32(0)
            C[vi, vj] = C[vi, vj] + B[vk, vj] * A[vi, vk]
)")));
}

TEST(Prove, ASumInAnotherOrderIsNamed) {
  expectEqual(proveText(function("a", kProduct) + function("b", R"(    for i, j in T.grid(16, 16):
        C[i, j] = T.float32(0)
    for k, i, j in T.grid(16, 16, 16):
        C[i, j] = C[i, j] + A[i, 15 - k] * B[15 - k, j]
)")),
              {"C"});
}

TEST(Prove, PartialSumsAreAddedInAnotherOrder) {
  expectEqual(proveText(function("a", kProduct) + function("b", R"(    P = T.alloc_buffer((16, 16, 4))
    for i, j, p in T.grid(16, 16, 4):
        P[i, j, p] = T.float32(0)
        for k in range(4):
            P[i, j, p] = P[i, j, p] + A[i, k * 4 + p] * B[k * 4 + p, j]
    for i, j, p in T.grid(16, 16, 4):
        with T.block("C"):
            vi, vj, vp = T.axis.remap("SSR", [i, j, p])
            with T.init():
                C[vi, vj] = T.float32(0)
            C[vi, vj] = C[vi, vj] + P[vi, vj, vp]
)")),
              {"C"});
}

TEST(Prove, PackedCopiesDissolve) {
  expectEqual(proveText(function("a", kProduct) + function("b", R"(    P = T.alloc_buffer((4, 16, 4))
    for n, k, i in T.grid(4, 16, 4):
        P[n, k, i] = B[k, n * 4 + i]
    for i, j, k in T.grid(16, 16, 16):
        with T.block("C"):
            vi, vj, vk = T.axis.remap("SSR", [i, j, k])
            with T.init():
                C[vi, vj] = T.float32(0)
            C[vi, vj] = C[vi, vj] + A[vi, vk] * P[vj // 4, vk, vj % 4]
)")));
}

TEST(Prove, PaddingWithZerosAddsNothing) {
  expectEqual(proveText(function("a", R"(    for i in range(16):
        with T.block("sum"):
            vi = T.axis.spatial(16, i)
            C[vi, 0] = T.float32(0)
        for k in range(14):
            C[i, 0] = C[i, 0] + A[i, k]
)") + function("b", R"(    P = T.alloc_buffer((16, 16))
    for i, k in T.grid(16, 16):
        P[i, k] = T.if_then_else(k < 14, A[i, k], T.float32(0))
    for i in range(16):
        C[i, 0] = T.float32(0)
        for k in range(16):
            C[i, 0] = C[i, 0] + P[i, k]
)")),
              {"C"});
}

TEST(Prove, SizesMayBeSymbolic) {
  const std::string head =
      "(a: T.handle, c: T.handle):\n    n = T.int32()\n    A = T.match_buffer(a, (n,))\n"
      "    C = T.match_buffer(c, (n,))\n";
  expectEqual(proveText("@T.prim_func\ndef f" + head + R"(    for i in range(n):
        C[i] = T.exp(A[i]) + T.float32(1)
@T.prim_func
def g)" + head + R"(    E = T.alloc_buffer((n,))
    for i in range(n):
        E[n - 1 - i] = T.exp(A[n - 1 - i])
    for i_0, i_1 in T.grid((n + 3) // 4, 4):
        if i_0 * 4 + i_1 < n:
            C[i_0 * 4 + i_1] = T.float32(1) + E[i_0 * 4 + i_1]
)"));
}

TEST(Prove, RecurrencesAreFollowed) {
  const std::string sums = R"(    for i in range(16):
        C[i, 0] = A[i, 0]
        for j in range(15):
            C[i, j + 1] = C[i, j] * T.float32(0.5) + A[i, j + 1]
)";
  expectEqual(proveText(function("a", sums) + function("b", R"(    for j, i in T.grid(16, 16):
        if j < 1:
            C[i, j] = A[i, j]
        else:
            C[i, j] = A[i, j] + C[i, j - 1] * T.float32(0.5)
)")));
  const ProofResult other = proveText(function("a", sums) + function("b", R"(    for j, i in T.grid(16, 16):
        if j < 1:
            C[i, j] = A[i, j]
        else:
            C[i, j] = A[i, j] + C[i, j - 1] * T.float32(0.25)
)"));
  EXPECT_EQ(other.answer, Answer::Undecided);
}

// Values that are overwritten in each iteration: the position of the largest number, and two that use each other.
TEST(Prove, RecurrencesInPlaceAreFollowed) {
  const auto largest = [](const std::string& name, const std::string& loops, const std::string& k) {
    return function(name, R"(    P = T.alloc_buffer((16,), "int32")
    V = T.alloc_buffer((16,))
    for i in range(16):
        V[i] = A[i, 0]
        P[i] = 0
)" + loops + "        p: T.int32 = T.Select(V[i] >= A[i, " +
                              k + "], P[i], " + k + R"()
        v: T.float32 = T.Select(V[i] >= A[i, )" +
                              k + "], V[i], A[i, " + k + R"(])
        P[i] = p
        V[i] = v
    for i, j in T.grid(16, 16):
        C[i, j] = V[i] + T.Cast("float32", P[i]) * B[i, j]
)");
  };
  const std::string plain = largest("a", "    for i, k in T.grid(16, 16):\n", "k");
  expectEqual(proveText(
      plain + largest("b", "    for k_0, i in T.grid(4, 16):\n      for k_1 in range(4):\n", "k_0 * 4 + k_1")));
  EXPECT_EQ(proveText(plain + largest("b", "    for i, k in T.grid(16, 16):\n", "15 - k")).answer, Answer::Undecided);
  EXPECT_EQ(proveText(plain + largest("b", "    for i, k in T.grid(16, 15):\n", "k")).answer, Answer::Undecided);
  const auto two = [](const std::string& name, const char* second) {
    return function(name, R"(    for i, j in T.grid(16, 16):
        C[i, j] = T.float32(1)
    D = T.alloc_buffer((16, 16))
    for i, j in T.grid(16, 16):
        D[i, j] = T.float32(2)
    for i, j, k in T.grid(16, 16, 16):
        c: T.float32 = C[i, j] * A[i, k] - D[i, j]
        D[i, j] = )" + std::string(second) +
                              R"( * B[k, j] - C[i, j]
        C[i, j] = c
)");
  };
  expectEqual(proveText(two("a", "D[i, j]") + two("b", "D[i, j]")));
  EXPECT_EQ(proveText(two("a", "D[i, j]") + two("b", "C[i, j]")).answer, Answer::Undecided);
}

TEST(Prove, AFaultIsNotProved) {
  for (const char* body : {
           // one term is missing
           "    for i, j in T.grid(16, 16):\n        C[i, j] = T.float32(0)\n    for i, j, k in T.grid(16, 16, 15):\n"
           "        C[i, j] = C[i, j] + A[i, k] * B[k, j]\n",
           // one term is added twice
           "    for i, j in T.grid(16, 16):\n        C[i, j] = A[i, 3] * B[3, j]\n"
           "    for i, j, k in T.grid(16, 16, 16):\n        C[i, j] = C[i, j] + A[i, k] * B[k, j]\n",
           // starts from what C held
           "    for i, j, k in T.grid(16, 16, 16):\n        C[i, j] = C[i, j] + A[i, k] * B[k, j]\n",
           // another element
           "    for i, j in T.grid(16, 16):\n        C[i, j] = T.float32(0)\n    for i, j, k in T.grid(16, 16, 16):\n"
           "        C[i, j] = C[i, j] + A[i, k] * B[j, k]\n",
           // overwrites a parameter that was not changed
           "    for i, j in T.grid(16, 16):\n        C[i, j] = T.float32(0)\n    for i, j, k in T.grid(16, 16, 16):\n"
           "        C[i, j] = C[i, j] + A[i, k] * B[k, j]\n    A[3, 3] = T.float32(0)\n",
       })
    EXPECT_EQ(proveText(function("a", kProduct) + function("b", body), {.operations = 300'000}).answer,
              Answer::Undecided)
        << body;
}

TEST(Prove, ZerosHaveSigns) {
  const std::string zero = function("a", "    C[0, 0] = T.float32(0)\n");
  expectEqual(proveText(zero + function("b", "    C[0, 0] = T.float32(0)\n")));
  expectUndecided(proveText(zero + function("b", "    C[0, 0] = T.float32(-0.0)\n")),
                  "a value of C was not matched with one of C");
}

TEST(Prove, VectorsAreLanes) {
  const std::string scalar =
      function("a", "    for i, j in T.grid(16, 16):\n        C[i, j] = A[i, j] * B[0, i] + C[i, j]\n");
  const auto vector = [&](const std::string& factor) {
    return proveText(
        scalar +
        function("b", "    for i, j in T.grid(16, 4):\n        C[i, j * 4:j * 4 + 4] = A[i, j * 4:j * 4 + 4] * " +
                          factor + " + C[i, j * 4:j * 4 + 4]\n"));
  };
  expectEqual(vector("T.Broadcast(B[0, i], 4)"));
  EXPECT_EQ(vector("T.Broadcast(B[0, j], 4)").answer, Answer::Undecided);
  // All lanes are read before one is written.
  expectUndecided(proveText(scalar + function("b", "    C[0, 1:5] = C[0, 0:4]\n")),
                  "iterations of loop lane, which run in any order, access the same elements of C");
}

TEST(Prove, StoresAtIndicesThatAreRead) {
  const std::string head = "(A: T.Buffer((64,), \"int32\"), H: T.Buffer((16,), \"int32\")):\n";
  const std::string counted = "@T.prim_func\ndef f" + head +
                              "    for b in range(16):\n        H[b] = 0\n    for k in range(64):\n"
                              "        H[A[k] % 16] = H[A[k] % 16] + 1\n";
  const auto other = [&](const std::string& update) {
    return proveText(counted + "@T.prim_func\ndef g" + head +
                     "    for b in range(16):\n        H[15 - b] = 0\n    for k, i in T.grid(8, 8):\n" + update);
  };
  expectEqual(other("        H[A[i * 8 + k] % 16] = 1 + H[A[i * 8 + k] % 16]\n"));
  EXPECT_EQ(other("        H[A[i * 8 + k] % 16] = H[A[i * 8 + k] % 16] + 2\n").answer, Answer::Undecided);
  EXPECT_EQ(other("        H[A[i * 8 + k] % 16] = H[A[i * 8] % 16] + 1\n").answer, Answer::Undecided);
  EXPECT_EQ(other("        H[A[i * 8 + i] % 16] = H[A[i * 8 + i] % 16] + 1\n").answer, Answer::Undecided);
}

TEST(Prove, IndicesAreReadFromTables) {
  const std::string direct = function("a", "    for i, j in T.grid(16, 16):\n        C[i, j] = A[i, j // 2]\n");
  const auto table = [&](const std::string& value) {
    return proveText(
        direct + function("b", "    P = T.alloc_buffer((16,), \"int32\")\n    for j in range(16):\n        P[j] = " +
                                   value + "\n    for i, j in T.grid(16, 16):\n        C[i, j] = A[i, P[j]]\n"));
  };
  expectEqual(table("j // 2"));
  EXPECT_EQ(table("(j + 1) // 2").answer, Answer::Undecided);
}

// Each of many equal terms has a partner, and none is left over.
TEST(Prove, EqualTermsAreCounted) {
  const auto sum = [](const std::string& name, const std::string& loop, const std::string& k, int extent) {
    return "@T.prim_func\ndef " + name + "(A: T.Buffer((1,), \"int32\"), C: T.Buffer((1,), \"int32\")):\n    for " +
           loop + ":\n        with T.block(\"C\"):\n            v = T.axis.reduce(" + std::to_string(extent) + ", " +
           k + ")\n            with T.init():\n                C[0] = 0\n            C[0] = C[0] + A[0]\n";
  };
  const std::string plain = sum("f", "k in range(64)", "k", 64);
  expectEqual(proveText(plain + sum("g", "k, l in T.grid(8, 8)", "k * 8 + l", 64)));
  EXPECT_EQ(proveText(plain + sum("g", "k, l in T.grid(9, 7)", "k * 7 + l", 63)).answer, Answer::Undecided);
}

// What cannot be expressed is undecided, with its place.
struct Refusal {
  const char *body, *reason;
};

TEST(Prove, WhatCannotBeExpressedIsNamed) {
  for (const auto& [body, reason] : std::initializer_list<Refusal>{
           {"    i = T.alloc_buffer((1,), \"int32\")\n    i[0] = 0\n    while i[0] < 4:\n        i[0] = i[0] + 1\n",
            "the number of iterations of a while loop depends on data"},
           {"    for i in T.parallel(15):\n        C[0, i + 1] = C[0, i]\n",
            "iterations of loop i, which run in any order, access the same elements of C"},
           {"    for i in T.parallel(15):\n        C[0, 0] = A[0, i]\n",
            "iterations of loop i, which run in any order, access the same elements of C"},
           {"    for i in T.vectorized(15):\n        C[0, i] = C[0, i + 1]\n",
            "iterations of loop i, which run in any order, access the same elements of C"},
           {"    for i in range(17):\n        with T.block(\"copy\"):\n            v = T.axis.spatial(17, i)\n"
            "            C[0, v] = T.float32(1)\n",
            "an access of C in block copy may be outside of its bounds"},
           {"    for i in range(16):\n        with T.block(\"copy\"):\n            v = T.axis.spatial(16, i)\n"
            "            C[0, v] = A[0, v + 1]\n",
            "an access of A in block copy may be outside of its bounds"},
           {"    for i, j in T.grid(40, 40):\n        C[0, i * j] = T.float32(1)\n",
            "the element of C that is written is not affine in loops and sizes"},
           {"    for i in range(16):\n        for j in range(i * i):\n            C[0, 0] = T.float32(1)\n",
            "the bounds of loop j are not affine in loops and sizes"},
           {"    for i in range(16):\n        if A[0, i] < T.float32(0):\n            C[0, i] = T.float32(1)\n"
            "            C[1, i] = T.float32(1)\n",
            "several statements depend on a condition that reads memory"},
           {"    assert 1 < 2, \"no\"\n    C[0, 0] = T.float32(0)\n", "the function contains an assertion"},
           {"    C[0, T.ramp(0, 1, 4)] = T.call_extern(\"f\", dtype=\"float32x4\")\n", "C is written by a vector"},
           {"    T.evaluate(T.call_extern(\"f\", dtype=\"int32\"))\n", "what call_extern does is not known"},
           {"    C[0, 0] = T.call_extern(\"f\", dtype=\"float32\")\n", "what call_extern computes is not known"},
           {"    for i in range(16):\n        C[0, T.Cast(\"int32\", C[0, i])] = T.float32(1)\n",
            "the element of C that is written is not affine in loops and sizes"},
           {"    T.evaluate(T.tvm_storage_sync(\"shared\"))\n", "what tvm_storage_sync does is not known"},
           {"    with T.attr(0, \"volatile_scope\", 1):\n        C[0, 0] = T.float32(1)\n",
            "the meaning of the attribute volatile_scope is not known"},
           {"    for i in range(16):\n        with T.block(\"some\"):\n            v = T.axis.spatial(16, i)\n"
            "            T.where(A[0, i] < T.float32(0))\n            C[0, v] = T.float32(1)\n"
            "            C[1, v] = T.float32(1)\n",
            "whether block some runs depends on data"},
           {"    for i in range(16):\n        with T.block(\"some\"):\n"
            "            v = T.axis.spatial(16, T.Cast(\"int32\", A[0, i]))\n            C[0, v] = T.float32(1)\n",
            "a binding of block some reads memory"},
           {"    with T.block(\"some\"):\n        D = T.match_buffer(C[0:16, 0:16], (256,))\n        D[0] = "
            "T.float32(1)\n",
            "D is a view that is not a part of its source"},
           {"    D = T.alloc_buffer((4,), \"float32x4\")\n    C[0, 0] = T.float32(1)\n",
            "the elements of D are vectors"},
           {"    p = T.allocate([16], \"float32\", \"global\")\n    C[0, 0] = T.float32(1)\n",
            "p is allocated as flat memory"},
       })
    expectUndecided(proveText(function("a", kProduct) + function("b", body)), reason);
}

// Threads of a block, and what they exchange.
TEST(Prove, ThreadsThatRaceAreNamed) {
  const std::string head =
      "    S = T.alloc_buffer((16,), scope=\"shared\")\n    L = T.alloc_buffer((16,), scope=\"local\")\n";
  const std::string threads = "    for t in T.thread_binding(16, thread=\"threadIdx.x\"):\n";
  const std::string copy = function("a", "    for i in range(16):\n        C[0, i] = A[0, i]\n");
  const std::string race = "iterations of loop t, which run in any order, access the same elements of S";
  const auto prove = [&](const std::string& body) { return proveText(copy + function("b", head + threads + body)); };
  expectEqual(prove("        S[t] = A[0, t]\n        C[0, t] = S[t]\n"));
  expectUndecided(prove("        S[0] = A[0, t]\n        C[0, t] = S[0]\n"), race);
  expectUndecided(prove("        S[t] = A[0, t]\n        C[0, t] = S[15 - t]\n"), race);
  // The last thread alone reads what another one writes after it, in the order of the text.
  expectUndecided(prove("        S[t] = A[0, t]\n        C[0, t] = T.if_then_else(t < 15, S[t + 1], A[0, 15])\n"),
                  race);
  // Each thread loads all that it reads, or all threads do so together.
  expectEqual(prove("        for k in range(16):\n            S[k] = A[0, k]\n        C[0, t] = S[t]\n"));
  expectEqual(
      prove("        for u in T.thread_binding(16, thread=\"threadIdx.x\"):\n            S[u] = A[0, u]\n"
            "        C[0, t] = S[t]\n"));
  expectUndecided(prove("        for u in T.thread_binding(16, thread=\"threadIdx.x\"):\n"
                        "            with T.block(\"own\"):\n                v = T.axis.spatial(16, u)\n"
                        "                S[v] = A[0, t]\n        C[0, t] = S[t]\n"),
                  "two loops around block own are bound to threadIdx.x, and its result depends on the outer one");
  const std::string second = "    for u in T.thread_binding(16, thread=\"threadIdx.x\"):\n";
  expectUndecided(prove("        L[t] = A[0, t]\n" + second + "        C[0, u] = L[u]\n"),
                  "L passes values from one kernel to another, and its scope is local");
  const auto inBlock = [&](const std::string& index) {
    return proveText(copy + function("b", head + "    for o in T.thread_binding(1, thread=\"blockIdx.x\"):\n    " +
                                              threads + "            L[" + index + "] = A[0, " + index + "]\n    " +
                                              second + "            C[0, u] = L[u]\n"));
  };
  expectEqual(inBlock("t"));
  expectUndecided(inBlock("15 - t"), "L has a copy for each iteration of threadIdx.x, and values pass between them");
}

TEST(Prove, NumbersThatExceedTheirTypeAreNotIndices) {
  const std::string head =
      "(A: T.Buffer((16, 100000), \"int64\")):\n    for i, j in T.grid(16, 100000):\n        A[i, j] = ";
  EXPECT_EQ(proveText("@T.prim_func\ndef f" + head + "T.Cast(\"int64\", j * 100000)\n@T.prim_func\ndef g" + head +
                      "T.Cast(\"int64\", j) * T.int64(100000)\n")
                .answer,
            Answer::Undecided);
  expectEqual(proveText("@T.prim_func\ndef f" + head + "T.Cast(\"int64\", j * 10000)\n@T.prim_func\ndef g" + head +
                        "T.Cast(\"int64\", j) * T.int64(10000)\n"));
}

TEST(Prove, ParametersAreComparedInTheirOrder) {
  const std::string f = "@T.prim_func\ndef f(A: T.Buffer((8,), \"float32\")):\n    A[0] = T.float32(0)\n";
  expectUndecided(proveText(f + "@T.prim_func\ndef g(A: T.Buffer((9,), \"float32\")):\n    A[0] = T.float32(0)\n"),
                  "A and A have other types or shapes");
  expectUndecided(proveText(f + "@T.prim_func\ndef g(A: T.Buffer((8,), \"float32\"), B: T.Buffer((8,), \"float32\")):\n"
                                "    A[0] = T.float32(0)\n"),
                  "f has 1 parameters, g has 2");
}

TEST(Prove, NothingIsNoResult) {
  const std::string f = "@T.prim_func\ndef f(A: T.Buffer((8,), \"float32\")):\n    T.evaluate(0)\n";
  expectUndecided(proveText(f + "@T.prim_func\ndef g(A: T.Buffer((8,), \"float32\")):\n    T.evaluate(0)\n"),
                  "neither function writes to an array that it is given");
}

TEST(Prove, TheLimitIsNamed) {
  const std::string fill = function("b", "    for i, j in T.grid(16, 16):\n        C[i, j] = T.float32(0)\n");
  expectUndecided(proveText(function("a", kProduct) + fill, {.operations = 50}),
                  "the limit of 50 operations was reached");
  expectUndecided(proveText(function("a", kProduct) + fill, {.seconds = 0}), "the limit of 0 seconds was reached");
}

TEST(Prove, TheSameFunctionIsEqualToItselfAtOnce) {
  const std::string renamed =
      "@T.prim_func\ndef b(P: T.Buffer((16, 16), \"float32\"), Q: T.Buffer((16, 16), "
      "\"float32\"), R: T.Buffer((16, 16), \"float32\")):\n";
  std::string body = kProduct;
  for (const auto& [from, to] : {std::pair{"C[", "R["}, {"A[", "P["}, {"B[", "Q["}, {"vk", "w"}})
    for (size_t at = body.find(from); at != std::string::npos; at = body.find(from)) body.replace(at, 2, to);
  expectEqual(proveText(function("a", kProduct) + renamed + body, {.operations = 1, .seconds = 0}));
  // Also one that cannot be read.
  const std::string loop =
      "    i = T.alloc_buffer((1,), \"int32\")\n    i[0] = 0\n    while i[0] < 4:\n"
      "        C[0, i[0]] = T.float32(1)\n        i[0] = i[0] + 1\n";
  expectEqual(proveText(function("a", loop) + function("b", loop)));
}

// Loops over products of sizes, and quotients and remainders by sizes.
TEST(Prove, LoopsOverProductsOfSizesAreTakenApart) {
  const auto text = [](const std::string& loops, const std::string& i, const std::string& j) {
    const auto one = [](const std::string& name, const std::string& body) {
      return "@T.prim_func\ndef " + name +
             "(a: T.handle, c: T.handle):\n    n = T.int32()\n    m = T.int32()\n"
             "    A = T.match_buffer(a, (n, m))\n    C = T.match_buffer(c, (n, m))\n" +
             body;
    };
    return one("f", "    for i, j in T.grid(n, m):\n        C[i, j] = T.exp(A[i, j])\n") +
           one("g", "    for " + loops + ":\n        with T.block(\"C\"):\n            vi = T.axis.spatial(n, " + i +
                        ")\n            vj = T.axis.spatial(m, " + j + ")\n            C[vi, vj] = T.exp(A[vi, vj])\n");
  };
  expectEqual(proveText(text("f in range(n * m)", "f // m", "f % m")));
  expectEqual(proveText(text("f in range(m * n)", "f % n", "f // n")));
  expectEqual(proveText(text("f in T.parallel(n * m)", "f // m", "f % m")));
  expectEqual(proveText(text("f in T.thread_binding(n * m, thread=\"blockIdx.x\")", "f // m", "f % m")));
  // The remainder of another size, one iteration that is missing, and an order that is another one.
  EXPECT_EQ(proveText(text("f in range(n * m)", "f // m", "f % n")).answer, Answer::Undecided);
  EXPECT_EQ(proveText(text("f in range(n * m - 1)", "f // m", "f % m")).answer, Answer::Undecided);
  EXPECT_EQ(proveText(text("f in range(n * n)", "f // n", "f % n")).answer, Answer::Undecided);
}

TEST(Prove, FactorsThatDependOnSizesHaveFewValues) {
  const auto text = [](const std::string& k, const std::string& condition) {
    const auto one = [](const std::string& name, const std::string& body) {
      return "@T.prim_func\ndef " + name +
             "(a: T.handle, c: T.handle):\n    n = T.int32()\n"
             "    A = T.match_buffer(a, (n,))\n    C = T.match_buffer(c, (n,))\n" +
             body;
    };
    return one("f", "    for i in range(n):\n        C[i] = T.exp(A[i])\n") +
           one("g",
               "    for k_0, k_1 in T.grid(10, (n + 9) // 10):\n        with T.block(\"C\"):\n"
               "            v = T.axis.spatial(n, " +
                   k + ")\n            T.where(" + condition + ")\n            C[v] = T.exp(A[v])\n");
  };
  const std::string k = "k_0 * ((n + 9) // 10) + k_1";
  expectEqual(proveText(text(k, k + " < n")));
  EXPECT_EQ(proveText(text(k, k + " < n - 1")).answer, Answer::Undecided);
  EXPECT_EQ(proveText(text("k_0 * ((n + 5) // 10) + k_1", "k_0 * ((n + 5) // 10) + k_1 < n")).answer,
            Answer::Undecided);
}

TEST(Prove, LetsAreTheirValuesWhileMemoryStays) {
  const auto sum = [](const std::string& body) {
    return function("f", kProduct) + function("g",
                                              "    for i, j, k in T.grid(16, 16, 16):\n        with T.block(\"C\"):\n"
                                              "            vi, vj, vk = T.axis.remap(\"SSR\", [i, j, k])\n"
                                              "            with T.init():\n                C[vi, vj] = T.float32(0)\n" +
                                                  body);
  };
  expectEqual(
      proveText(sum("            v: T.float32 = C[vi, vj] + A[vi, vk] * B[vk, vj]\n            C[vi, vj] = v\n")));
  // The variable has the value from before the first store.
  const std::string pair =
      "    for i in range(16):\n        v: T.float32 = A[0, i]\n        A[0, i] = B[0, i]\n        C[0, i] = v\n";
  expectEqual(proveText(function("f", pair) + function("g",
                                                       "    for i in range(16):\n        C[0, i] = A[0, i]\n"
                                                       "        A[0, i] = B[0, i]\n")));
  EXPECT_EQ(proveText(function("f", pair) + function("g",
                                                     "    for i in range(16):\n        A[0, i] = B[0, i]\n"
                                                     "        C[0, i] = A[0, i]\n"))
                .answer,
            Answer::Undecided);
}

TEST(Prove, BlocksMayRunWhereMemorySaysSo) {
  const auto text = [](const std::string& other) {
    const std::string head =
        "    for i in range(16):\n        with T.block(\"some\"):\n            v = T.axis.spatial(16, i)\n";
    return function("f", head + "            T.where(A[0, i] < T.float32(0))\n            C[0, v] = B[0, v]\n") +
           function("g", "    D = T.alloc_buffer((16,))\n    for i in range(16):\n        D[i] = A[0, i]\n" + head +
                             "            T.where(" + other + ")\n            C[0, v] = B[0, v]\n");
  };
  expectEqual(proveText(text("D[i] < T.float32(0)")));
  EXPECT_EQ(proveText(text("D[i] <= T.float32(0)")).answer, Answer::Undecided);
}

TEST(Prove, NumbersAreRoundedToThemselves) {
  const auto text = [](const std::string& index, int extent) {
    const std::string n = std::to_string(extent);
    const auto one = [&](const std::string& name, const std::string& value) {
      return "@T.prim_func\ndef " + name + "(A: T.Buffer((" + n + ",), \"float32\"), C: T.Buffer((" + n +
             ",), \"float32\")):\n    B = T.alloc_buffer((" + n + ",))\n    for i in range(" + n +
             "):\n        B[i] = A[i]\n    for i in range(" + n + "):\n        C[i] = B[" + value + "]\n";
    };
    return one("f", "i") + one("g", index);
  };
  const auto rounded = [](const std::string& half) {
    return "T.Cast(\"int32\", T.floor(T.Cast(\"float32\", i)" + half + "))";
  };
  expectEqual(proveText(text(rounded(" + T.float32(0.5)"), 4000)));
  expectEqual(proveText(text(rounded(""), 4000)));
  // Another addend, and numbers that have no place for a half.
  EXPECT_EQ(proveText(text(rounded(" + T.float32(0.75)"), 4000)).answer, Answer::Undecided);
  EXPECT_EQ(proveText(text(rounded(" + T.float32(0.5)"), 40000000)).answer, Answer::Undecided);
}

// An index that is computed with floats is inside if its limits are.
TEST(Prove, LimitsKeepIndicesInside) {
  const auto text = [](const std::string& index) {
    return function("f", "    for i in range(16):\n        C[0, i] = A[0, " + index + "] + B[0, i]\n") +
           function("g", "    for i in range(16):\n        C[0, i] = B[0, i] + A[0, " + index + "]\n");
  };
  const std::string number = "T.Cast(\"int32\", T.floor(T.Cast(\"float32\", i) * T.float32(0.7)))",
                    outside = "an access of A in block  may be outside of its bounds";
  expectEqual(proveText(text("T.max(T.min(" + number + ", 15), 0)")));
  expectUndecided(proveText(text("T.max(T.min(" + number + ", 16), 0)")), outside);
  expectUndecided(proveText(text("T.min(" + number + ", 15)")), outside);
  expectUndecided(proveText(text(number)), outside);
  // A sum that may be wrapped is still limited.
  expectEqual(proveText(text("T.max(T.min(" + number + " + 1, 15), 0)")));
  expectUndecided(proveText(text("T.max(T.min(" + number + ", 15), 0) + 1")), outside);
}

}  // namespace
}  // namespace lw
