// What is refused of weights that are packed once, before the calls: the attribute that lists them, and marked blocks.
#include <gtest/gtest.h>

#include "core/analysis/program/layout_free.h"
#include "core/text/tir/parser.h"
#include "passes/errors.h"
#include "passes/support/pack_once.h"
#include "tests/errors/cases.h"
#include "tests/errors/expect_error.h"

namespace lw {
namespace {

PrimFunc weightProgram(const std::string& text) {
  const SourceFile file = parseSource("weights.py", "from tvm.script import tir as T\n\n\n@T.prim_func\n" + text);
  EXPECT_FALSE(file.hasErrors()) << text << file.diagnostics.front().message;
  return *file.select("");
}

// A copy of W to P, marked, and a block that uses P.
std::string packingOf(const std::string& attribute, const std::string& marked, const std::string& use,
                      const std::string& parameters =
                          "X: T.Buffer((8, 4), \"float32\"), W: T.Buffer((8, 4), "
                          "\"float32\"), Y: T.Buffer((8, 4), \"float32\"), n: T.int32",
                      const std::string& allocated = "P = T.alloc_buffer((8, 4))") {
  return "def f(" + parameters + "):\n    T.func_attr({\"layout_free_buffers\": " + attribute + "})\n    " + allocated +
         "\n" + indented(marked) + indented(use);
}

const char* const kMark = "        T.block_attr({\"meta_schedule.layout_rewrite_preproc\": True})\n";

std::string copyOf(const std::string& value, const std::string& loops = "for i, j in T.grid(8, 4):\n",
                   const std::string& to = "P[vi, vj]") {
  return loops + "    with T.block(\"P\"):\n        vi, vj = T.axis.remap(\"SS\", [i, j])\n" + kMark + "        " + to +
         " = " + value + "\n";
}

const std::string kUse =
    "for i, j in T.grid(8, 4):\n    with T.block(\"Y\"):\n        vi, vj = T.axis.remap(\"SS\", [i, j])\n"
    "        Y[vi, vj] = X[vi, vj] + P[vi, vj]\n";

TEST(WeightErrors, OfTheListSayWhatIsNoWeight) {
  struct Case {
    const char* attribute;
    const ErrorKind& kind;
    const char* message;
  };
  const std::vector<Case> cases = {
      {"1", err::kLayoutFreeList, "the attribute layout_free_buffers of f is not a list of positions"},
      {"[\"W\"]", err::kLayoutFreeList, "the attribute layout_free_buffers of f is not a list of positions"},
      {"[4]", err::kLayoutFreePosition, "layout_free_buffers lists the parameter 4, but f has 4 parameters"},
      {"[-1]", err::kLayoutFreePosition, "layout_free_buffers lists the parameter -1, but f has 4 parameters"},
      {"[3]", err::kLayoutFreeScalar, "layout_free_buffers lists the parameter 3, but n is a scalar"},
      {"[2]", err::kLayoutFreeWritten, "layout_free_buffers lists Y, but the function writes to it"}};
  for (const Case& c : cases) {
    const PrimFunc f = weightProgram(packingOf(c.attribute, copyOf("W[vi, vj]"), kUse));
    expectError(layoutFreeParams(f), c.kind, c.message);
    expectError(packOnce(f), c.kind, c.message);
  }
  const Result<std::vector<size_t>> both =
      layoutFreeParams(weightProgram(packingOf("[1, 0, 1]", copyOf("W[vi, vj]"), kUse)));
  ASSERT_TRUE(both);
  EXPECT_EQ(*both, (std::vector<size_t>{0, 1}));
}

TEST(WeightErrors, OfMarkedBlocksSayWhatTheyDoBesides) {
  struct Case {
    std::string text, why;
  };
  const std::string symbolic = "w: T.handle, X: T.Buffer((8, 4), \"float32\"), Y: T.Buffer((8, 4), \"float32\")";
  const std::vector<Case> cases = {
      {packingOf("[1]", copyOf("W[vi, vj] + X[vi, vj]"), kUse), "it reads X, which layout_free_buffers does not list"},
      {packingOf("[]", copyOf("W[vi, vj]"), kUse), "it reads W, which layout_free_buffers does not list"},
      {packingOf("[1]", copyOf("W[vi, vj] + P[vi, vj]"), kUse), "it reads P, which layout_free_buffers does not list"},
      {packingOf("[1]", copyOf("W[vi, vj]", "for i, j in T.grid(8, 4):\n", "Y[vi, vj]"), ""),
       "it writes to Y, which is not allocated at the root"},
      {packingOf("[1]", copyOf("W[vi, vj] * T.Cast(\"float32\", n)"), kUse),
       "it uses n, which may differ from call to call"},
      {packingOf("[1]", copyOf("W[vi, vj]"), kUse,
                 "X: T.Buffer((8, 4), \"float32\"), W: T.Buffer((8, 4), \"float32\"), Y: T.Buffer((8, 4), \"float32\")",
                 "P = T.alloc_buffer((8, 4), scope=\"shared\")"),
       "P has the scope shared"},
      {packingOf("[1]", copyOf("W[vi, vj]"), "P[0, 0] = X[0, 0]\n" + kUse), "another block writes to P as well"},
      {packingOf("[1]",
                 "for i in range(8):\n    for j in range(4):\n        with T.block(\"P\"):\n            vi, vj = "
                 "T.axis.remap(\"SS\", [i, j])\n            T.block_attr({\"meta_schedule.layout_rewrite_preproc\": "
                 "True})\n            P[vi, vj] = W[vi, vj]\n    for j in range(4):\n        with T.block(\"Y\"):\n"
                 "            vi, vj = T.axis.remap(\"SS\", [i, j])\n            Y[vi, vj] = X[vi, vj] + P[vi, vj]\n",
                 ""),
       "it is not by itself in a nest of loops at the root"}};
  for (const Case& c : cases) {
    const Result<std::optional<PackedOnce>> made = packOnce(weightProgram(c.text));
    expectError(made, err::kPackOnceBlock,
                "block P cannot run once before the calls, as its annotation says: " + c.why);
    if (!made) {
      EXPECT_FALSE(made.error().hint.empty());
      EXPECT_EQ(made.error().blocks.size(), 1u);
    }
  }
  EXPECT_TRUE(packOnce(weightProgram(packingOf("[1]", copyOf("W[vi, vj]"), kUse))).ok());
}

}  // namespace
}  // namespace lw
