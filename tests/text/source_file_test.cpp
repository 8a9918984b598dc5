// Files with errors: which function has the error, and which functions remain usable.
#include <gtest/gtest.h>

#include "core/text/tir/parser.h"

namespace lw {
namespace {

TEST(SourceFile, KnowsWhoseErrorItIs) {
  const std::string good = "@T.prim_func\ndef good(A: T.Buffer((4,), \"int32\")):\n    A[0] = 1\n";
  const auto read = [&](const std::string& before) {
    return parseSource("t.py", "from tvm.script import tir as T\n" + before + good);
  };
  struct Case {
    const char *before, *owner;
  };
  for (const Case& c :
       {Case{"@T.prim_func\ndef bad(A: T.Buffer((4,), \"int32\")):\n    A[0] = Q\n", "bad"},
        {"@T.prim_func\ndef bad(A: T.Buffer((4,), \"int32\"):\n    A[0] = 1\n", "bad"},
        {"@T.prim_func\ndef bad(\n    A: T.Buffer((4,) \"int32\"),\n):\n    A[0] = 1\n", "bad"},
        {"@T.prim_func\ndef bad(A: T.Buffer((4,), \"int32\")):\n", "bad"},
        {"def bad(sch):\n    sch.split(]\n", "bad"},
        {"@T.unknown\ndef bad(sch):\n    pass\n", "bad"},
        {"class Bad:\n    @T.prim_func\n    def f(A: T.Buffer((4,), \"int32\")):\n        A[0] = 1\n", "Bad"},
        {"@I.ir_module\nclass M:\n    @T.prim_func\n    def bad(A: T.Buffer((4,), \"int32\")):\n        A[0] = Q\n",
         "M.bad"}}) {
    const SourceFile file = read(c.before);
    ASSERT_TRUE(file.hasErrors()) << c.before;
    EXPECT_EQ(file.ownerOf(file.diagnostics.front().span), c.owner) << c.before;
    EXPECT_FALSE(file.errorAtTop()) << c.before;
    EXPECT_TRUE(file.errorIn(c.owner)) << c.before;
    EXPECT_FALSE(file.errorIn("good")) << c.before;
    EXPECT_TRUE(file.select("good").ok()) << c.before;
    EXPECT_FALSE(file.select("").ok()) << c.before;
    EXPECT_FALSE(file.select(c.owner).ok()) << c.before;
  }
  for (const char* before : {"N = = 4\n", "N +\n", "N = 1\nif N:\n    N = 2\n", "N = 1\nN += 1\n"}) {
    const SourceFile file = read(before);
    ASSERT_TRUE(file.errorAtTop()) << before;
    EXPECT_FALSE(file.select("good").ok()) << before;
  }
  const SourceFile twice = read(good);
  EXPECT_TRUE(twice.errorIn("good")) << "there are two";
  EXPECT_FALSE(twice.select("good").ok());
}

TEST(SourceFile, BuffersAreInTheOrderOfTheParameters) {
  const SourceFile file = parseSource(
      "t.py",
      "from tvm.script import tir as T\n@T.prim_func\ndef f(a: T.handle, n: T.int32, b: T.handle):\n    B = "
      "T.match_buffer(b, (4,), \"int32\")\n    A = T.match_buffer(a, (8,), \"int32\")\n    B[0] = A[n]\n");
  ASSERT_FALSE(file.hasErrors());
  const PrimFunc& f = file.functions.front();
  ASSERT_EQ(f.buffers.size(), 2u);
  EXPECT_EQ(f.buffers[0].second->name, "A");
  EXPECT_TRUE(f.buffers[0].first == f.params[0]);
  EXPECT_EQ(f.buffers[1].second->name, "B");
}

}  // namespace
}  // namespace lw
