#include "core/analysis/cost/roofline.h"

#include <gtest/gtest.h>

#include "core/text/tir/parser.h"

namespace lw {
namespace {

PrimFunc parsed(const std::string& body) {
  const SourceFile file = parseSource("t.py", "from tvm.script import tir as T\n\n" + body);
  const Result<PrimFunc> f = file.select("");
  EXPECT_TRUE(f) << body;
  return *f;
}

const char* const kAdd = R"(@T.prim_func
def add(A: T.Buffer((1048576,), "float32"), B: T.Buffer((1048576,), "float32")):
    for i in T.KIND(1048576):
        with T.block("B"):
            vi = T.axis.spatial(1048576, i)
            B[vi] = A[vi] + T.float32(1)
)";

PrimFunc add(const std::string& kind, const std::string& type = "float32") {
  std::string text = kAdd;
  text.replace(text.find("KIND"), 4, kind);
  for (size_t at; type != "float32" && (at = text.find("float32")) != std::string::npos;) text.replace(at, 7, type);
  return parsed(text);
}

TEST(Roofline, ProfileCountsOperationsTrafficThreadsAndType) {
  const WorkProfile serial = profileOf(add("serial"), {32 << 10, 1 << 20});
  EXPECT_EQ(serial.flops, 1 << 20);
  ASSERT_EQ(serial.traffic.size(), 2u);
  EXPECT_EQ(serial.traffic[1], 8 << 20) << "every element of A and B once";
  EXPECT_FALSE(serial.parallel);
  EXPECT_EQ(serial.floatBits, 32);
  EXPECT_NEAR(serial.intensity(1), 0.125, 1e-9);
  EXPECT_TRUE(profileOf(add("parallel"), {}).parallel);
  EXPECT_EQ(profileOf(add("serial", "float64"), {}).floatBits, 64);
}

TEST(Roofline, TheLongestTimeBounds) {
  WorkProfile profile{1e9, 32, {4e9, 1e9}, false, true};
  MachineRoofs roofs{100, 50, {200, 20}};
  TimeEstimate estimate = estimateTime(profile, roofs);
  EXPECT_DOUBLE_EQ(estimate.computeMs, 10);
  EXPECT_EQ(estimate.trafficMs, (std::vector<double>{20, 50}));
  EXPECT_DOUBLE_EQ(estimate.ms, 50);
  EXPECT_EQ(estimate.bound, 1);
  profile.floatBits = 64;
  profile.flops = 1e10;
  estimate = estimateTime(profile, roofs);
  EXPECT_DOUBLE_EQ(estimate.ms, 200);
  EXPECT_EQ(estimate.bound, -1);
  EXPECT_EQ(estimateTime(profile, {}).ms, 0) << "nothing is known of the machine";
  EXPECT_DOUBLE_EQ(roofAt(2, 100, 20), 40);
  EXPECT_DOUBLE_EQ(roofAt(20, 100, 20), 100);
}

}  // namespace
}  // namespace lw
