// Why two calls of a model stay apart: a case for each sentence.
#include "core/text/graph/read_model.h"
#include "passes/graph/canonicalize_bindings.h"
#include "passes/graph/errors.h"
#include "passes/graph/fuse_ops.h"
#include "tests/errors/cases.h"
#include "tests/errors/expect_error.h"

namespace lw {
namespace {

// Kernels over (64, 32) of float32.
std::string elementwise(const std::string& name, const std::string& value = "A[vi, vj] + T.float32(1)") {
  return "    @T.prim_func\n    def " + name +
         "(A: T.Buffer((64, 32), \"float32\"), B: T.Buffer((64, 32), \"float32\")):\n"
         "        for i, j in T.grid(64, 32):\n            with T.block(\"" +
         name + "\"):\n                vi, vj = T.axis.remap(\"SS\", [i, j])\n                B[vi, vj] = " + value +
         "\n";
}
std::string product(const std::string& name, int m, int n, int k, const std::string& loops = "i, j, k") {
  const auto buffer = [](const char* which, int rows, int columns) {
    return std::string(which) + ": T.Buffer((" + std::to_string(rows) + ", " + std::to_string(columns) +
           "), \"float32\")";
  };
  const std::string sizes = loops == "i, j, k"
                                ? std::to_string(m) + ", " + std::to_string(n) + ", " + std::to_string(k)
                                : std::to_string(k) + ", " + std::to_string(m) + ", " + std::to_string(n);
  return "    @T.prim_func\n    def " + name + "(" + buffer("A", m, k) + ", " + buffer("B", k, n) + ", " +
         buffer("C", m, n) + "):\n        for " + loops + " in T.grid(" + sizes + "):\n            with T.block(\"" +
         name +
         "\"):\n                vi, vj, vk = T.axis.remap(\"SSR\", [i, j, k])\n                with T.init():\n"
         "                    C[vi, vj] = T.float32(0)\n"
         "                C[vi, vj] = C[vi, vj] + A[vi, vk] * B[vk, vj]\n";
}
std::string call(const std::string& value, const std::string& kernel, const std::string& args,
                 const std::string& results = "R.Tensor((64, 32), \"float32\")") {
  return "            " + value + " = R.call_tir(cls." + kernel + ", (" + args + ",), out_sinfo=" + results + ")\n";
}

graph::Model modelWith(const std::string& kernels, const std::string& calls, const std::string& outputs = "b") {
  const SourceFile file = parseSource(
      "model.py", "@I.ir_module\nclass Module:\n" + kernels +
                      "    @R.function\n    def main(x: R.Tensor((64, 32), \"float32\"), w: R.Tensor((32, 32), "
                      "\"float32\")):\n        cls = Module\n        with R.dataflow():\n" +
                      calls + "            R.output(" + outputs + ")\n        return (" + outputs + ",)\n");
  for (const Diagnostic& d : file.diagnostics)
    if (d.severity == Diagnostic::Severity::Error) ADD_FAILURE() << d.message;
  return modelOf(file, *file.graphs.at(0));
}
std::vector<FusionDecision> decisions(const std::string& kernels, const std::string& calls,
                                      const std::string& outputs = "b") {
  return fuseOps(modelWith(kernels, calls, outputs), {}).decisions;
}
void expectApart(const std::vector<FusionDecision>& all, const ErrorKind& kind, const std::string& message) {
  ASSERT_FALSE(all.empty()) << message;
  ASSERT_TRUE(all.front().apart) << message;
  expectError(*all.front().apart, kind, message, message);
}

TEST(FusionErrors, AreAboutTheFormOfKernels) {
  const std::string scalar =
      "    @T.prim_func\n    def f(A: T.Buffer((64, 32), \"float32\"), B: T.Buffer((64, 32), \"float32\"), s: "
      "T.int32):\n"
      "        for i, j in T.grid(64, 32):\n            with T.block(\"f\"):\n"
      "                vi, vj = T.axis.remap(\"SS\", [i, j])\n                B[vi, vj] = A[vi, vj]\n";
  expectApart(decisions(elementwise("g") + scalar, call("a", "g", "x") + call("b", "f", "a")), err::kJoinScalars,
              "kernel f has parameters that are not buffers");
  const std::string low =
      "    @T.prim_func\n    def f(A: T.Buffer((64, 32), \"float32\"), B: T.Buffer((64, 32), \"float32\")):\n"
      "        for i, j in T.grid(64, 32):\n            B[i, j] = A[i, j]\n";
  expectApart(decisions(low + elementwise("g"), call("a", "f", "x") + call("b", "g", "a")), err::kJoinNoBlocks,
              "kernel f has no root block: it is not in the form that steps change");
  const std::string strided =
      "    @T.prim_func\n    def f(a: T.handle, B: T.Buffer((64, 32), \"float32\")):\n"
      "        A = T.match_buffer(a, (64, 32), \"float32\", strides=(40, 1))\n"
      "        for i, j in T.grid(64, 32):\n            with T.block(\"f\"):\n"
      "                vi, vj = T.axis.remap(\"SS\", [i, j])\n                B[vi, vj] = A[vi, vj]\n";
  expectApart(decisions(strided + elementwise("g"), call("a", "f", "x") + call("b", "g", "a")), err::kJoinStrided,
              "buffer A of kernel f has strides or an offset");
  std::string wide = elementwise("g");
  for (size_t at; (at = wide.find("64, 32")) != std::string::npos;) wide.replace(at, 6, "32, 64");
  expectApart(decisions(elementwise("f") + wide, call("a", "f", "x") + call("b", "g", "a")), err::kJoinShapes,
              "A: R.Tensor((32, 64), dtype=\"float32\") and B: R.Tensor((64, 32), dtype=\"float32\") are not known to "
              "have one shape");
}

TEST(FusionErrors, AreAboutTheGraph) {
  const std::string kernels = elementwise("f") + elementwise("g");
  expectApart(decisions(kernels, call("a", "f", "x") + call("b", "g", "a") + call("c", "g", "a"), "b, c"),
              err::kFuseReadElsewhere, "a is also read by c, so it must be in memory anyway");
  expectApart(decisions(kernels, call("a", "f", "x") + call("b", "g", "a"), "a, b"), err::kFuseIsResult,
              "a is a result of its dataflow block, so it must be in memory anyway");
  const std::string two =
      "    @T.prim_func\n    def two(A: T.Buffer((64, 32), \"float32\"), B: T.Buffer((64, 32), \"float32\"), C: "
      "T.Buffer((64, 32), \"float32\")):\n        for i, j in T.grid(64, 32):\n            with T.block(\"B\"):\n"
      "                vi, vj = T.axis.remap(\"SS\", [i, j])\n                B[vi, vj] = A[vi, vj]\n"
      "            with T.block(\"C\"):\n"
      "                vi, vj = T.axis.remap(\"SS\", [i, j])\n                C[vi, vj] = A[vi, vj]\n";
  const std::string sizes = "R.Tensor((64, 32), \"float32\")";
  expectApart(decisions(two + kernels, call("t", "two", "x", "[" + sizes + ", " + sizes + "]") +
                                           "            a = t[0]\n" + call("b", "g", "t[0]")),
              err::kFuseSeveralResults, "the kernel of t has several results");
  expectApart(decisions(kernels, "            a = R.exp(x)\n" + call("b", "g", "a")), err::kFuseNoKernel,
              "a is not computed by a call of a kernel");
}

TEST(FusionErrors, AreAboutTheSidesOfAnIf) {
  const std::string sizes = "R.Tensor((64, 32), \"float32\")";
  const std::string text =
      "@I.ir_module\nclass Module:\n" + elementwise("f") + "    @R.function\n    def main(x: " + sizes +
      ", c: R.Tensor((), \"bool\")):\n        cls = Module\n        if c:\n" + call("a", "f", "x") +
      call("b", "f", "a") + "            y = a\n        else:\n            y = x\n        return y\n";
  const SourceFile file = parseSource("model.py", text);
  EXPECT_FALSE(file.hasErrors());
  graph::Model model = modelOf(file, *file.graphs.at(0));
  model = *kCanonicalizeBindingsPass.run(model, {});
  expectApart(fuseOps(model, {}).decisions, err::kFuseIsSide,
              "a is the result of its side of an `if`, so it must be in memory anyway");
}

// What stays apart because of its time is joined by hand; what is illegal stays apart, with the same reason.
TEST(FusionErrors, AreAboutPairsThatAreJoinedByHand) {
  const auto named = [](const char* name) { return [name](const graph::Value& v) { return v.name() == name; }; };
  const auto joined = [&](const graph::Model& model, const char* a, const char* b) {
    return fusePair(model, "main", named(a), named(b), {});
  };
  const graph::Model slow =
      modelWith(elementwise("f", "T.exp(A[vi, vj])") + product("g", 64, 32, 32) + elementwise("h"),
                call("a", "f", "x") + call("b", "g", "a, w") + call("c", "h", "x") + call("d", "h", "b") +
                    "            e = R.add(c, d)\n",
                "e");
  const Result<graph::Model> one = joined(slow, "a", "b");
  ASSERT_TRUE(one) << one.error().message;
  EXPECT_TRUE(one->kernels.find("fused_f_g"));
  const Result<graph::Model> apart = joined(slow, "a", "c");
  ASSERT_FALSE(apart);
  expectError(apart.error(), err::kFuseNotNeighbours,
              "no kernel of the one reads a result of the other: only these can become one kernel", "a, c");
  const Result<graph::Model> turned =
      joined(modelWith(product("f", 64, 32, 32) + elementwise("g", "A[vi, vj] + A[63 - vi, vj]"),
                       call("a", "f", "x, w") + call("b", "g", "a")),
             "a", "b");
  ASSERT_FALSE(turned);
  EXPECT_EQ(turned.error().kind, "fuse.order");
  EXPECT_TRUE(turned.error().message.starts_with("b cannot follow each element of a inside loop j: "))
      << turned.error().message;
}

TEST(FusionErrors, AreAboutOrderAndTime) {
  expectApart(decisions(elementwise("f", "T.exp(A[vi, vj])") + product("g", 64, 32, 32),
                        call("a", "f", "x") + call("b", "g", "a, w")),
              err::kFuseRecompute,
              "each element of a would be computed about 32 times for b: that takes 16.9 us, and saves 1.37 us");
  expectApart(
      decisions(product("f", 64, 32, 32, "k, i, j") + elementwise("g"), call("a", "f", "x, w") + call("b", "g", "a")),
      err::kFuseNoLoop, "the kernel of a has no spatial loop around its reduction in which the next kernel can follow");
  expectApart(
      decisions(product("f", 64, 32, 32) + product("g", 64, 32, 32), call("a", "f", "x, w") + call("b", "g", "a, w")),
      err::kFuseReuse, "b reads each element of a 32 times in sums of its own, which are tiled better by themselves");
  expectApart(decisions(product("f", 64, 32, 32) + elementwise("g", "A[vi, vj] + A[63 - vi, vj]"),
                        call("a", "f", "x, w") + call("b", "g", "a")),
              err::kFuseOrder, "b cannot follow each element of a inside loop j: ");
  const std::string padded =
      "    @T.prim_func\n    def g(A: T.Buffer((64, 32), \"float32\"), B: T.Buffer((66, 32), \"float32\")):\n"
      "        for i, j in T.grid(66, 32):\n            with T.block(\"pad\"):\n"
      "                vi, vj = T.axis.remap(\"SS\", [i, j])\n"
      "                B[vi, vj] = T.if_then_else(1 <= vi and vi < 65, A[vi - 1, vj], T.float32(0))\n";
  expectApart(decisions(product("f", 64, 32, 32) + padded,
                        call("a", "f", "x, w") + call("b", "g", "a", "R.Tensor((66, 32), \"float32\")")),
              err::kFuseOrder,
              "b cannot follow each element of a inside loop j: block pad runs 2112 times, which cannot be shared "
              "evenly among 2048 iterations");
  const std::string most =
      "    @T.prim_func\n    def g(A: T.Buffer((64, 32), \"float32\"), B: T.Buffer((64,), \"float32\")):\n"
      "        for i, j in T.grid(64, 32):\n            with T.block(\"g\"):\n"
      "                vi, vj = T.axis.remap(\"SR\", [i, j])\n                with T.init():\n"
      "                    B[vi] = T.float32(0)\n                B[vi] = B[vi] + A[vi, vj]\n";
  const std::string centred =
      "    @T.prim_func\n    def g(A: T.Buffer((64, 32), \"float32\"), B: T.Buffer((64, 32), \"float32\")):\n"
      "        s = T.alloc_buffer((64,), \"float32\")\n"
      "        for i, j in T.grid(64, 32):\n            with T.block(\"s\"):\n"
      "                vi, vj = T.axis.remap(\"SR\", [i, j])\n                with T.init():\n"
      "                    s[vi] = T.float32(0)\n                s[vi] = s[vi] + A[vi, vj]\n"
      "        for i, j in T.grid(64, 32):\n            with T.block(\"g\"):\n"
      "                vi, vj = T.axis.remap(\"SS\", [i, j])\n                B[vi, vj] = A[vi, vj] - s[vi]\n";
  expectApart(decisions(product("f", 64, 32, 32) + centred, call("a", "f", "x, w") + call("b", "g", "a")),
              err::kFuseWaits, "b cannot follow each element of a: it waits for block s, which goes over a first");
  const std::vector<FusionDecision> all =
      decisions(product("f", 64, 32, 4096) + most,
                "            u = R.zeros((64, 4096), \"float32\")\n"
                "            v = R.zeros((4096, 32), \"float32\")\n" +
                    call("a", "f", "u, v") + call("b", "g", "a", "R.Tensor((64,), \"float32\")"));
  ASSERT_EQ(all.size(), 3u);
  expectApart({all.back()}, err::kFuseLittle, "a and b both take sums: one kernel would save ");
}

}  // namespace
}  // namespace lw
