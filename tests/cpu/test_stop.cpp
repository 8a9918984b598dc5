// Code that nobody waits for any more, and code that takes too long.
#include "tests/cpu/kernel_fixture.h"

namespace lw::test {
namespace {

using dtype::Float32;

PrimFunc ramp() {
  Buffer a = makeBuffer("a", {1024}, Float32);
  Var i("i");
  return function({a}, loop(i, 1024, store(a, {i}, cast(Float32, i))));
}

// The passes that are left are passed over, and the answer is no code.
TEST(CpuStop, CodeThatNobodyWantsIsNotMade) {
  const Result<CpuModule> stopped = compileForCpu(ramp(), {.asmText = true, .stop = [] { return true; }});
  ASSERT_FALSE(stopped);
  EXPECT_NE(stopped.error().message.find("was cancelled"), std::string::npos) << stopped.error().message;
}

// Also while code is generated: it is asked before many of its passes, and none of them gives half an object.
TEST(CpuStop, CanComeAtAnyTime) {
  int asked = 0;
  ASSERT_TRUE(compileForCpu(ramp(), {.stop = [&] { return ++asked, false; }}));
  ASSERT_GT(asked, 100);
  const int all = asked;
  for (const int at : {1, all / 4, all / 2, all - 20, all}) {
    asked = 0;
    const Result<CpuModule> stopped = compileForCpu(ramp(), {.stop = [&] { return ++asked >= at; }});
    ASSERT_FALSE(stopped) << at << " of " << all;
    EXPECT_NE(stopped.error().message.find("was cancelled"), std::string::npos) << stopped.error().message;
  }
}

TEST(CpuStop, WhatTakesTooLongSaysHowLargeItGrew) {
  const Result<CpuModule> late = compileForCpu(ramp(), {.maxSeconds = 1e-9});
  ASSERT_FALSE(late);
  EXPECT_NE(late.error().message.find("took more than 0 seconds: it has grown to"), std::string::npos)
      << late.error().message;
  EXPECT_NE(late.error().hint.find("unroll or vectorize fewer loops"), std::string::npos) << late.error().hint;
  EXPECT_TRUE(compileForCpu(ramp(), {.maxSeconds = 600}));
}

// The code that LLVM's passes begin with is not the result of any of them.
TEST(CpuStop, TheCodeBeforeLlvmsPassesDoesNotWaitForThem) {
  int asked = 0;
  const Result<CpuModule> early = compileForCpu(ramp(), {.llvmText = true, .object = false, .stop = [&] {
                                                           ++asked;
                                                           return true;
                                                         }});
  ASSERT_TRUE(early) << toText(early.error());
  EXPECT_EQ(asked, 0);
  EXPECT_NE(early->llvmText.find("define "), std::string::npos);
  EXPECT_TRUE(early->object.empty());
  EXPECT_FALSE(
      compileForCpu(ramp(), {.llvmText = true, .asmText = true, .object = false, .stop = [] { return true; }}));
}

}  // namespace
}  // namespace lw::test
