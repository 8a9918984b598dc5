#include <gtest/gtest.h>

#include "core/analysis/program/meaning.h"
#include "core/text/print/printer.h"
#include "core/text/tir/parser.h"

namespace lw {
namespace {

constexpr const char* kProgram = R"(from tvm.script import tir as T

@T.prim_func
def f(A: T.Buffer((60, 32), "float32"), C: T.Buffer((60,), "float32")):
    B = T.alloc_buffer((60, 32), "float16", scope="shared")
    for io in T.parallel(8):
        for ii, k in T.grid(8, 32):
            with T.block("B"):
                vi = T.axis.spatial(60, io * 8 + ii)
                vk = T.axis.spatial(32, k)
                T.where(io * 8 + ii < 60)
                B[vi, vk] = T.Cast("float16", A[vi, vk])
    for i, r in T.grid(60, 32):
        with T.block("C"):
            vi, vr = T.axis.remap("SR", [i, r])
            with T.init():
                C[vi] = T.float32(0)
            C[vi] = C[vi] + T.Cast("float32", B[vi, vr])
)";

struct Texts {
  SourceFile file = parseSource("f.py", kProgram);
  PrimFunc function = *file.select("");
  PrintedText printed = print(function);
  // At the n-th place of `text`, `by` letters further.
  std::optional<Meaning> inPrinted(const std::string& text, int by = 0) const {
    return meaningAt(printed.map, function, at(printed.text, text) + by);
  }
  std::optional<Meaning> inSource(const std::string& text, int by = 0) const {
    return meaningAt(file.map, function, at(file.source.text, text) + by);
  }
  static int at(const std::string& all, const std::string& text) {
    const size_t found = all.find(text);
    EXPECT_NE(found, std::string::npos) << text;
    return static_cast<int>(found);
  }
};

TEST(Meaning, Loops) {
  const Texts t;
  for (const auto& m :
       {t.inPrinted("io in T.parallel"), t.inSource("io in T.parallel"), t.inPrinted("io * 8"), t.inSource("io * 8")}) {
    ASSERT_TRUE(m);
    EXPECT_EQ(m->kind, Meaning::Kind::Loop);
    EXPECT_EQ(m->name, "io");
    EXPECT_EQ(m->forKind, ForKind::Parallel);
    EXPECT_EQ(m->extent, "8");
    EXPECT_EQ(m->values, (IntBound{0, 7}));
    EXPECT_EQ(toString(m->type), "int32");
    EXPECT_TRUE(m->loop.valid());
  }
}

TEST(Meaning, ItersOfBlocks) {
  const Texts t;
  const auto vi = t.inPrinted("vi, vk] =");
  ASSERT_TRUE(vi);
  EXPECT_EQ(vi->kind, Meaning::Kind::BlockIter);
  EXPECT_EQ(vi->iterKind, IterKind::Spatial);
  EXPECT_EQ(vi->block, "B");
  EXPECT_EQ(vi->binding, "io * 8 + ii");
  EXPECT_EQ(vi->values, (IntBound{0, 59}));
  const auto vr = t.inSource("vr = T.axis.remap");
  ASSERT_TRUE(vr);
  EXPECT_EQ(vr->iterKind, IterKind::Reduce);
  EXPECT_EQ(vr->block, "C");
}

TEST(Meaning, Buffers) {
  const Texts t;
  const auto b = t.inPrinted("B = T.alloc_buffer");
  ASSERT_TRUE(b);
  EXPECT_EQ(b->kind, Meaning::Kind::Buffer);
  EXPECT_EQ(b->shape, (std::vector<std::string>{"60", "32"}));
  EXPECT_EQ(b->scope, "shared");
  EXPECT_EQ(b->bytes, 60 * 32 * 2);
  EXPECT_FALSE(b->parameter);
  EXPECT_EQ(b->writers, std::vector<std::string>{"B"});
  EXPECT_EQ(b->readers, std::vector<std::string>{"C"});
  const auto c = t.inSource("C[vi] = C[vi]");
  ASSERT_TRUE(c);
  EXPECT_TRUE(c->parameter);
  EXPECT_EQ(c->readers, std::vector<std::string>{"C"});
  EXPECT_EQ(c->writers, std::vector<std::string>{"C"});
}

// The predicate of the block narrows what its binding can be.
TEST(Meaning, RangesOfExpressions) {
  const Texts t;
  for (const auto& m : {t.inPrinted("io * 8 + ii)", 7), t.inSource("io * 8 + ii)", 7)}) {
    ASSERT_TRUE(m);
    EXPECT_EQ(m->kind, Meaning::Kind::Expression);
    EXPECT_EQ(m->name, "io * 8 + ii");
    EXPECT_EQ(m->values, (IntBound{0, 59}));
  }
  const auto product = t.inPrinted("io * 8 + ii)", 3);
  ASSERT_TRUE(product);
  EXPECT_EQ(product->values, (IntBound{0, 56}));
  const auto load = t.inPrinted("\"float16\", A[vi, vk]", 12);
  ASSERT_TRUE(load);
  EXPECT_EQ(load->name, "A[vi, vk]");
  EXPECT_EQ(toString(load->type), "float32");
}

TEST(Meaning, NothingToSay) {
  const Texts t;
  EXPECT_FALSE(t.inPrinted("T.block(\"B\")"));
  EXPECT_FALSE(t.inPrinted("@T.prim_func"));
  EXPECT_FALSE(meaningAt(t.printed.map, t.function, -1));
  EXPECT_FALSE(meaningAt(t.printed.map, t.function, 1 << 20));
  const Texts other;
  EXPECT_FALSE(meaningAt(t.printed.map, other.function, Texts::at(t.printed.text, "io in")));
}

}  // namespace
}  // namespace lw
