// Which kernels write their result into an input: only those for which it is proved, and the others say why not.
#include <gmock/gmock.h>

#include "core/text/graph/read_model.h"
#include "passes/graph/errors.h"
#include "passes/graph/in_place.h"
#include "passes/graph/plan_memory.h"

namespace lw {
namespace {

// A kernel over X and Y of (16, 16) of float32.
std::string placed(const std::string& name, const std::string& lines) {
  std::string text = "\n    @T.prim_func\n    def " + name +
                     "(X: T.Buffer((16, 16), \"float32\"), Y: T.Buffer((16, 16), \"float32\")):\n";
  std::istringstream in(lines);
  for (std::string line; std::getline(in, line);) text += "        " + line + "\n";
  return text;
}
std::string elements(const std::string& name, const std::string& value,
                     const std::string& loops = "i, j in T.grid(16, 16)", const std::string& at = "vi, vj") {
  return placed(name, "for " + loops +
                          ":\n    with T.block(\"Y\"):\n        vi, vj = T.axis.remap(\"SS\", [i, j])\n"
                          "        Y[" +
                          at + "] = " + value);
}

const std::string kPlacedInfo = "R.Tensor((16, 16), \"float32\")";

std::string placedCall(const std::string& name, const std::string& kernel, const std::string& args) {
  return "        " + name + " = R.call_tir(M." + kernel + ", (" + args + ",), " + kPlacedInfo + ")\n";
}

InPlaceProgram madeInPlace(const std::string& kernels, const std::string& calls) {
  const std::string text = "@I.ir_module\nclass M:" + kernels + "\n    @R.function\n    def main(x: " + kPlacedInfo +
                           ", c: R.Tensor((), \"bool\")):\n" + calls;
  const SourceFile file = parseSource("model.py", text);
  for (const Diagnostic& d : file.diagnostics)
    if (d.severity == Diagnostic::Severity::Error) ADD_FAILURE() << render(d, file.source);
  const std::optional<GraphChoice> main = graphNamed(file, "M.main");
  if (!main) return {};
  const Result<ModelProgram> program = modelProgramOf(modelOf(file, *main->graph), *main->function);
  if (!program) ADD_FAILURE() << program.error().message;
  return program ? withBuffersInPlace(*program) : InPlaceProgram{};
}

std::string saidOf(const InPlaceProgram& made) {
  std::string text;
  for (const GraphNote& note : notesOf(made.decisions)) text += note.about + ": " + note.words.text() + "\n";
  return text;
}

const std::string kFirst = elements("first", "X[vi, vj] + T.float32(1)");

TEST(InPlace, AChainOfElementwiseKernelsIsOneBuffer) {
  const InPlaceProgram made =
      madeInPlace(kFirst + elements("twice", "X[vi, vj] * X[vi, vj]", "i, j in T.grid(16, 16)"),
                  placedCall("a", "first", "x") + placedCall("b", "twice", "a") + placedCall("d", "first", "b") +
                      placedCall("e", "twice", "d") + "        return e\n");
  EXPECT_EQ(saidOf(made),
            "b, a: the result is written into the input\n"
            "d, a: the result is written into the input\n"
            "e, a: the result is written into the input\n");
  EXPECT_EQ(toText(made.program),
            "main\n"
            "  input x: R.Tensor((16, 16), dtype=\"float32\")\n"
            "  input c: R.Tensor((), dtype=\"bool\")\n"
            "  output e: R.Tensor((16, 16), dtype=\"float32\")\n"
            "  e = first(x)\n"
            "  e = twice()\n"
            "  e = first()\n"
            "  e = twice()\n"
            "  returns e\n");
  EXPECT_EQ(planMemory(made.program)->total, 0);
  EXPECT_EQ(made.program.kernels.size(), 3u);  // the first call reads its input
}

// Tiles and lanes change the order of the elements, not which iteration reads and writes them.
TEST(InPlace, SchedulesOfElementwiseKernels) {
  const std::string tiled = placed(
      "tiled",
      "for i0 in T.parallel(4):\n    for j0, i1 in T.grid(2, 4):\n        for j1 in T.vectorized(8):\n"
      "            with T.block(\"Y\"):\n                vi = T.axis.spatial(16, i0 * 4 + i1)\n"
      "                vj = T.axis.spatial(16, j0 * 8 + j1)\n                Y[vi, vj] = X[vi, vj] - T.float32(2)");
  const InPlaceProgram made =
      madeInPlace(kFirst + tiled, placedCall("a", "first", "x") + placedCall("b", "tiled", "a") + "        return b\n");
  EXPECT_EQ(saidOf(made), "b, a: the result is written into the input\n");
}

std::string refusedFor(const std::string& kernels, const std::string& calls, const ErrorKind& kind) {
  const InPlaceProgram made = madeInPlace(kFirst + kernels, placedCall("a", "first", "x") + calls);
  if (made.decisions.empty()) return "nothing was asked";
  const InPlaceDecision& last = made.decisions.front();
  if (!last.apart) return "they are one";
  EXPECT_EQ(last.apart->kind, kind.id);
  return last.apart->message;
}

TEST(InPlace, SaysWhyNot) {
  const std::string next = placedCall("b", "next", "a");
  EXPECT_EQ(refusedFor(elements("next", "X[vj, vi]"), next + "        return b\n", err::kInPlaceIndices),
            "kernel next reads X[vj, vi] where it writes Y[vi, vj]");
  EXPECT_EQ(
      refusedFor(elements("next", "X[vi, vj] + X[15 - vi, vj]"), next + "        return b\n", err::kInPlaceIndices),
      "kernel next reads X[15 - vi, vj] where it writes Y[vi, vj]");
  // The same element is computed in all iterations of k, from what the first of them has written.
  EXPECT_EQ(refusedFor(placed("next",
                              "for i, j, k in T.grid(16, 16, 2):\n    with T.block(\"Y\"):\n"
                              "        vi, vj = T.axis.remap(\"SS\", [i, j])\n"
                              "        vk = T.axis.opaque(2, k)\n        Y[vi, vj] = X[vi, vj] * T.float32(2)"),
                       next + "        return b\n", err::kInPlaceLoop),
            "in kernel next, an iteration of k could read what another one has written");
  EXPECT_EQ(refusedFor(placed("next",
                              "for i, j in T.grid(16, 16):\n    with T.block(\"Y\"):\n"
                              "        vi, vj = T.axis.remap(\"SS\", [i, j])\n        Y[vi, vj] = X[vi, vj]\n"
                              "for i, j in T.grid(16, 16):\n    with T.block(\"Z\"):\n"
                              "        vi, vj = T.axis.remap(\"SS\", [i, j])\n"
                              "        Y[vi, vj] = Y[vi, vj] + X[vi, vj]"),
                       next + "        return b\n", err::kInPlaceAccess),
            "kernel next does not read X and write Y in one statement alone");
  EXPECT_EQ(refusedFor(placed("next",
                              "for i, j, k in T.grid(16, 16, 16):\n    with T.block(\"Y\"):\n"
                              "        vi, vj, vk = T.axis.remap(\"SSR\", [i, j, k])\n        with T.init():\n"
                              "            Y[vi, vj] = T.float32(0)\n"
                              "        Y[vi, vj] = Y[vi, vj] + X[vi, vk]"),
                       next + "        return b\n", err::kInPlaceAccess),
            "kernel next does not read X and write Y in one statement alone");
  EXPECT_EQ(refusedFor(elements("next", "X[vi, vj]"), next + placedCall("d", "next", "a") + "        return (b, d)\n",
                       err::kInPlaceLive),
            "a is still needed when b is written");
  const std::string sum =
      "\n    @T.prim_func\n    def sum(X: T.Buffer((16, 16), \"float32\"), Z: T.Buffer((16, 16), "
      "\"float32\"), Y: T.Buffer((16, 16), \"float32\")):\n        for i, j in T.grid(16, 16):\n"
      "            with T.block(\"Y\"):\n                vi, vj = T.axis.remap(\"SS\", [i, j])\n"
      "                Y[vi, vj] = X[vi, vj] + Z[vj, vi]\n";
  EXPECT_EQ(refusedFor(sum, placedCall("b", "sum", "a, a") + "        return b\n", err::kInPlaceTwice),
            "the call passes a more than once");
  const std::string strided =
      "\n    @T.prim_func\n    def next(X: T.Buffer((16, 16), \"float32\"), y: T.handle):\n"
      "        Y = T.match_buffer(y, (16, 16), \"float32\", strides=(16, 1))\n"
      "        for i, j in T.grid(16, 16):\n            with T.block(\"Y\"):\n"
      "                vi, vj = T.axis.remap(\"SS\", [i, j])\n"
      "                Y[vi, vj] = X[vi, vj]\n";
  EXPECT_EQ(refusedFor(strided, next + "        return b\n", err::kInPlaceShape),
            "kernel next declares X and Y in different ways");
  std::string packing = elements("next", "X[vi, vj]");
  packing.insert(packing.find("        for "), "        T.func_attr({\"layout_free_buffers\": [0]})\n");
  EXPECT_EQ(refusedFor(packing, next + "        return b\n", err::kInPlaceWeights),
            "kernel next packs weights that it is given");
}

// The value that the other operand of a sum has is taken where the first one is needed later.
TEST(InPlace, TakesTheInputThatEnds) {
  const std::string sum =
      "\n    @T.prim_func\n    def sum(X: T.Buffer((16, 16), \"float32\"), Z: T.Buffer((16, 16), "
      "\"float32\"), Y: T.Buffer((16, 16), \"float32\")):\n        for i, j in T.grid(16, 16):\n"
      "            with T.block(\"Y\"):\n                vi, vj = T.axis.remap(\"SS\", [i, j])\n"
      "                Y[vi, vj] = X[vi, vj] + Z[vi, vj]\n";
  const InPlaceProgram made = madeInPlace(kFirst + sum, placedCall("a", "first", "x") + placedCall("b", "first", "a") +
                                                            placedCall("d", "sum", "a, b") +
                                                            placedCall("e", "sum", "d, a") + "        return e\n");
  EXPECT_EQ(saidOf(made),
            "b, a: a is still needed when b is written\n"
            "d, a: a is still needed when d is written\n"
            "d, b: the result is written into the input\n"
            "e, b: the result is written into the input\n");
  EXPECT_THAT(toText(made.program), testing::HasSubstr("  a = first(x)\n"
                                                       "  e = first(a)\n"
                                                       "  e = sum(a)\n"
                                                       "  e = sum(a)\n"));
}

}  // namespace
}  // namespace lw
