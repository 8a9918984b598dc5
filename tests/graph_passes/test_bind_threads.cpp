// The plain schedule of kernels for GPUs: what is bound, and that the kernel computes the same.
#include <gmock/gmock.h>

#include "backends/interpreter/interpreter.h"
#include "core/ir/visit.h"
#include "core/text/print/printer.h"
#include "core/text/tir/parser.h"
#include "passes/graph/bind_threads.h"

namespace lw {
namespace {

PrimFunc threadKernel(const std::string& params, const std::string& lines) {
  std::string text = "@T.prim_func\ndef f(" + params + "):\n";
  std::istringstream in(lines);
  for (std::string line; std::getline(in, line);) text += "    " + line + "\n";
  const SourceFile file = parseSource("kernel.py", text);
  EXPECT_FALSE(file.hasErrors()) << text;
  return file.functions.at(0);
}

// The loops over threads, in order: "blockIdx.x 4, threadIdx.x 256".
std::string threadsOf(const PrimFunc& kernel) {
  std::string text;
  forEachStmt(kernel.body, [&](const Stmt& s) {
    if (const auto* loop = s.as<For>(); loop && loop->kind == ForKind::ThreadBinding)
      text += (text.empty() ? "" : ", ") + loop->thread + " " + toText(loop->extent);
  });
  return text;
}

std::string boundAs(const PrimFunc& kernel, const std::vector<std::vector<int64_t>>& shapes) {
  const Result<PrimFunc> bound = withPlainThreads(kernel);
  if (!bound) return bound.error().message;
  std::vector<Argument> plain;
  for (const std::vector<int64_t>& shape : shapes)
    plain.emplace_back(randomArray(dtype::Int32, shape, {ValueRange::Kind::Integers}, 1 + plain.size()));
  std::vector<Argument> threads = plain;
  EXPECT_TRUE(interpret(kernel, plain).ok());
  const Status ran = interpret(*bound, threads);
  EXPECT_TRUE(ran.ok()) << (ran ? "" : ran.error().message);
  for (size_t i = 0; i < plain.size(); ++i)
    EXPECT_EQ(std::get<NDArray>(plain[i]).data, std::get<NDArray>(threads[i]).data);
  return threadsOf(*bound);
}

const std::string kSquares = "A: T.Buffer((30, 50), \"int32\"), B: T.Buffer((30, 50), \"int32\")";

TEST(BindThreads, OuterLoopsThatMayRunInAnyOrder) {
  EXPECT_EQ(boundAs(threadKernel(kSquares,
                                 "for i, j in T.grid(30, 50):\n    with T.block(\"B\"):\n"
                                 "        vi, vj = T.axis.remap(\"SS\", [i, j])\n"
                                 "        B[vi, vj] = A[vi, vj] * 2"),
                    {{30, 50}, {30, 50}}),
            "blockIdx.x 6, threadIdx.x 256");
  EXPECT_EQ(boundAs(threadKernel("A: T.Buffer((30, 50), \"int32\"), B: T.Buffer((30,), \"int32\")",
                                 "for i, j in T.grid(30, 50):\n    with T.block(\"B\"):\n"
                                 "        vi, vj = T.axis.remap(\"SR\", [i, j])\n        with T.init():\n"
                                 "            B[vi] = 0\n        B[vi] = B[vi] + A[vi, vj]"),
                    {{30, 50}, {30}}),
            "blockIdx.x 1, threadIdx.x 32");
}

// One nest follows the other; blocks that share a loop run in one thread each time around it.
TEST(BindThreads, EachNestAlone) {
  const std::string nests =
      "C = T.alloc_buffer((30, 50), \"int32\")\nfor i, j in T.grid(30, 50):\n    with T.block(\"C\"):\n"
      "        vi, vj = T.axis.remap(\"SS\", [i, j])\n        C[vi, vj] = A[vi, vj] + 1\n"
      "for i in range(30):\n    for j in range(50):\n        with T.block(\"B\"):\n"
      "            vi, vj = T.axis.remap(\"SS\", [i, j])\n            B[vi, vj] = C[vi, 49 - vj]\n"
      "    for j in range(50):\n        with T.block(\"D\"):\n            vi, vj = T.axis.remap(\"SS\", [i, j])\n"
      "            B[vi, vj] = B[vi, vj] * C[vi, vj]";
  EXPECT_EQ(boundAs(threadKernel(kSquares, nests), {{30, 50}, {30, 50}}),
            "blockIdx.x 6, threadIdx.x 256, blockIdx.x 1, threadIdx.x 32");
}

TEST(BindThreads, WhatDependsOnTheIterationBefore) {
  EXPECT_EQ(boundAs(threadKernel("A: T.Buffer((40,), \"int32\")",
                                 "for i in range(39):\n    with T.block(\"A\"):\n"
                                 "        vi = T.axis.opaque(39, i)\n        A[vi + 1] = A[vi + 1] + A[vi]"),
                    {{40}}),
            "threadIdx.x 1");
}

TEST(BindThreads, SizesOfTheCall) {
  EXPECT_EQ(boundAs(threadKernel("a: T.handle, b: T.handle",
                                 "n, m = T.int64(), T.int64()\nA = T.match_buffer(a, (n, m), \"int32\")\n"
                                 "B = T.match_buffer(b, (n, m), \"int32\")\nfor i, j in T.grid(n, m):\n"
                                 "    with T.block(\"B\"):\n        vi, vj = T.axis.remap(\"SS\", [i, j])\n"
                                 "        B[vi, vj] = A[vi, vj] - 3"),
                    {{7, 9}, {7, 9}})
                .substr(0, 10),
            "blockIdx.x");
}

TEST(BindThreads, ASingleBlockWithoutLoops) {
  EXPECT_EQ(boundAs(threadKernel("A: T.Buffer((8,), \"int32\"), B: T.Buffer((8,), \"int32\")",
                                 "with T.block(\"B\"):\n    T.reads(A[0:8], B[0:8])\n    T.writes(B[0:8])\n"
                                 "    for i in range(8):\n        B[i] = T.if_then_else(i > 0, B[i - 1], 0) + A[i]"),
                    {{8}, {8}}),
            "threadIdx.x 1");
}

TEST(BindThreads, KernelsWithThreadsOrWithoutBlocks) {
  const PrimFunc threads =
      threadKernel("A: T.Buffer((8,), \"int32\")",
                   "for i in T.thread_binding(8, thread=\"threadIdx.x\"):\n"
                   "    with T.block(\"A\"):\n        vi = T.axis.spatial(8, i)\n        A[vi] = 1");
  EXPECT_TRUE(withPlainThreads(threads)->body.sameAs(threads.body));
  EXPECT_EQ(boundAs(threadKernel("A: T.Buffer((8,), \"int32\")", "for i in range(8):\n    A[i] = 1"), {{8}}),
            "kernel f has no root block, so its loops cannot be bound to threads");
}

}  // namespace
}  // namespace lw
