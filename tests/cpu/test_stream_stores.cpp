// Stores that go past the caches: which ones do, what they need around them, and that results are as before.
#include <sstream>

#include "core/ir/stream_stores.h"
#include "tests/cpu/kernel_fixture.h"

namespace lw {
namespace {

using namespace lw::test;

Stmt streamed(Stmt body, int value = 1) {
  return AttrStmt{std::string(kStreamStores), 0, Expr(value), std::move(body)};
}

Expr row(const Expr& first, int lanes = 16) { return Ramp{first, Expr(1), static_cast<int16_t>(lanes)}; }

Expr twice(const Buffer& a, const Expr& at) { return load(a, {at}) + load(a, {at}); }

struct Buffers {
  Buffer a = makeBuffer("A", {1040}, dtype::Float32), c = makeBuffer("C", {1040}, dtype::Float32);
  Var i = Var("i");
};

// Assembly for a processor that is known, and twice the numbers on this one, from element `first` on.
std::string checked(const Buffers& b, const Stmt& body, int first = 0, int threads = 1) {
  const PrimFunc f = function({b.a, b.c}, body);
  const auto module = compileForCpu(f, {.asmText = true, .cpu = "x86-64-v4"});
  EXPECT_TRUE(module.ok()) << (module ? "" : toText(module.error()));
  const LoadedKernel kernel = compileAndLoad(f);
  Array<float> a(1040), c(1040);
  for (size_t i = 0; i < a.size(); ++i) a[i] = static_cast<float>(i), c[i] = -1;
  EXPECT_EQ(kernel.call({a.data(), c.data()}, {}, threads), 0);
  for (size_t i = 0; i < 1024; ++i)
    EXPECT_EQ(c[i + static_cast<size_t>(first)], 2 * a[i + static_cast<size_t>(first)]) << i;
  return module ? module->asmText : "";
}

TEST(StreamStores, VectorsInPlaceGoPastTheCaches) {
  const Buffers b;
  const Expr at = row(b.i * 16);
  const Stmt body = loop(b.i, 64, store(b.c, {at}, twice(b.a, at)));
  const std::string text = checked(b, streamed(body));
  EXPECT_GE(times(text, "vmovntps"), 1) << text;
  EXPECT_EQ(times(text, "sfence"), 1) << text;
  EXPECT_EQ(times(checked(b, body), "vmovnt"), 0);
  EXPECT_EQ(times(checked(b, streamed(body, 0)), "vmovnt"), 0) << "the note says 0";
}

// 48 lanes are no power of two, and taken apart before registers are chosen.
TEST(StreamStores, UnevenVectorsGoInPieces) {
  const Buffers b;
  const Expr at = row(b.i * 64, 48), rest = row(b.i * 64 + 48);
  const std::string text = checked(
      b, streamed(loop(b.i, 16, Seq{{store(b.c, {at}, twice(b.a, at)), store(b.c, {rest}, twice(b.a, rest))}})));
  EXPECT_GE(times(text, "vmovntps"), 4) << text;
  EXPECT_EQ(times(text, "movnti") + times(text, "vmovups\tzmmword"), 0) << text;
}

TEST(StreamStores, LongVectorsGoInPieces) {
  const Buffers b;
  const Expr at = row(b.i * 64, 64);
  const std::string text = checked(b, streamed(loop(b.i, 16, store(b.c, {at}, twice(b.a, at)))));
  EXPECT_GE(times(text, "vmovntps"), 4) << text;
  EXPECT_EQ(times(text, "movnti"), 0) << text;
}

TEST(StreamStores, OthersStayPlain) {
  const Buffers b;
  const Expr off = row(b.i * 16 + 1);
  const auto plain = [](const std::string& text) { return times(text, "movnt") + times(text, "sfence"); };
  EXPECT_EQ(plain(checked(b, streamed(loop(b.i, 64, store(b.c, {off}, twice(b.a, off)))), 1)), 0)
      << "not at a multiple of its size";
  const Expr i = b.i;
  EXPECT_EQ(plain(checked(b, streamed(loop(b.i, 1024, store(b.c, {i}, twice(b.a, i)))))), 0) << "one number at a time";
  const Expr at = row(b.i * 16), some = Binary{BinaryOp::LT, row(Expr(0)), Expr(Broadcast{Expr(17) - b.i, 16})};
  const Stmt guarded = IfThenElse{some, store(b.c, {at}, twice(b.a, at)), {}};
  const auto module =
      compileForCpu(function({b.a, b.c}, streamed(loop(b.i, 64, guarded))), {.asmText = true, .cpu = "x86-64-v4"});
  ASSERT_TRUE(module.ok()) << toText(module.error());
  EXPECT_EQ(plain(module->asmText), 0) << "under a condition";
  // What is on the stack is read again at once.
  const Buffer own = makeBuffer("own", {16}, dtype::Float32);
  const Expr all = row(0);
  const Stmt through = Seq{{streamed(store(own, {all}, twice(b.a, at))), store(b.c, {at}, load(own, {all}))}};
  const std::string text =
      checked(b, loop(b.i, 64, Allocate{own->data, own->dtype, {16}, "global", {}, Stmt(DeclBuffer{own, through})}));
  EXPECT_EQ(plain(text), 0) << text;
}

// Other threads may read what was stored once the loop is done, and what was stored before it when it starts.
TEST(StreamStores, FencesStandWhereThreadsMeet) {
  const Buffers b;
  const Var j("j");
  const Expr first = row(b.i * 16), later = row(j * 16 + 512);
  const Stmt body = Seq{{loop(b.i, 32, store(b.c, {first}, twice(b.a, first))),
                         loop(j, 32, store(b.c, {later}, twice(b.a, later)), ForKind::Parallel)}};
  const std::string text = checked(b, streamed(body), 0, 4);
  EXPECT_GE(times(text, "vmovntps"), 2) << text;
  // The first loop is a function of its own, which is called before the threads start and ends with a fence; so does
  // the part of each.
  EXPECT_EQ(times(text, "sfence"), 2) << text;
  const size_t nest = text.find("call\tmain.nest1"), start = text.find("call\tlw_parallel_for");
  ASSERT_NE(nest, std::string::npos) << text;
  ASSERT_NE(start, std::string::npos) << text;
  EXPECT_LT(nest, start) << text;
  const size_t code = text.find("main.nest1:"), stored = text.find("vmovntps", code), fence = text.find("sfence", code);
  ASSERT_NE(fence, std::string::npos) << text;
  EXPECT_LT(stored, fence) << text;
}

}  // namespace
}  // namespace lw
