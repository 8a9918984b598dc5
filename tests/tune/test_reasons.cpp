// Why a step makes a program faster or slower.
#include "core/tune/model/reasons.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/schedule/schedule.h"
#include "core/text/tir/parser.h"

namespace lw::tune {
namespace {

using testing::Contains;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

constexpr const char* kProduct = R"(from tvm.script import tir as T

@T.prim_func
def product(A: T.Buffer((512, 512), "float32"), B: T.Buffer((512, 512), "float32"), C: T.Buffer((512, 512), "float32")):
    for i, j, k in T.grid(512, 512, 512):
        with T.block("C"):
            vi, vj, vk = T.axis.remap("SSR", [i, j, k])
            with T.init():
                C[vi, vj] = T.float32(0)
            C[vi, vj] = C[vi, vj] + A[vi, vk] * B[vk, vj]
)";

struct Told {
  std::vector<std::string> faster, slower;
};

class Steps {
 public:
  Steps() : schedule_(Snapshot(*parseSource("product.py", kProduct).select(""))) {}
  // What the model says of one more step.
  Told apply(const std::string& name, Arguments arguments) {
    const Snapshot before = schedule_.program();
    const auto done = schedule_.apply(name, std::move(arguments));
    EXPECT_TRUE(done.ok()) << (done.ok() ? "" : done.error().message);
    const Reasons reasons = reasonsBetween(before.function(0), schedule_.program().function(0), machine());
    Told told;
    for (const Message& why : reasons.faster) told.faster.push_back(why.text());
    for (const Message& why : reasons.slower) told.slower.push_back(why.text());
    return told;
  }
  StepValue loop(const std::string& name) const {
    for (const LoopId id : schedule_.program().loops(0))
      if (schedule_.program().loop(id).var.name() == name) return StepValue(id);
    ADD_FAILURE() << "there is no loop " << name;
    return {};
  }
  static Machine machine() {
    Machine machine;
    machine.vectorBits = 512, machine.vectorRegisters = 32, machine.threads = 4;
    return machine;
  }

 private:
  Schedule schedule_;
};

TEST(Reasons, ElementsSideBySideInPlaceOfFarApart) {
  Steps steps;
  const Told reasons = steps.apply("reorder", {StepValue::List{steps.loop("k"), steps.loop("j")}});
  EXPECT_THAT(reasons.faster, Contains("In the innermost loop j, B is read element after element; before, it moved by "
                                       "2048 bytes."));
  EXPECT_THAT(reasons.faster, Contains(HasSubstr("The compiler makes vectors of the loop j")));
  const Told back = steps.apply("reorder", {StepValue::List{steps.loop("j"), steps.loop("k")}});
  EXPECT_THAT(back.slower, Contains("With each iteration of the innermost loop k, B moves by 2048 bytes, to another "
                                    "cache line."));
  EXPECT_THAT(back.slower, Contains("One element is computed at a time: the compiler finds no vectors."));
}

TEST(Reasons, ThreadsAndVectors) {
  Steps steps;
  EXPECT_THAT(steps.apply("parallel", {steps.loop("i")}).faster, Contains("4 threads share the work."));
  steps.apply("reorder", {StepValue::List{steps.loop("k"), steps.loop("j")}});
  steps.apply("split", {steps.loop("j"), StepValue::List{StepValue(), 16}, true, false});
  const Told reasons = steps.apply("vectorize", {steps.loop("j_1")});
  EXPECT_THAT(reasons.slower, IsEmpty());
}

TEST(Reasons, SumsThatWaitForEachOther) {
  Steps steps;
  steps.apply("reorder", {StepValue::List{steps.loop("k"), steps.loop("j")}});
  steps.apply("split", {steps.loop("j"), StepValue::List{StepValue(), 16}, true, false});
  steps.apply("vectorize", {steps.loop("j_1")});
  const Told inner = steps.apply("reorder", {StepValue::List{steps.loop("j_0"), steps.loop("k")}});
  EXPECT_THAT(inner.slower,
              Contains(HasSubstr("Each addition waits for the one before it: sums are in 1 of the 32 registers.")));
  EXPECT_THAT(inner.faster, Contains(HasSubstr("The sums stay in registers while the loop k runs.")));
  steps.apply("split", {steps.loop("i"), StepValue::List{StepValue(), 8}, true, false});
  steps.apply("reorder", {StepValue::List{steps.loop("j_0"), steps.loop("k"), steps.loop("i_1")}});
  const Told unrolled = steps.apply("unroll", {steps.loop("i_1")});
  EXPECT_THAT(unrolled.slower, Not(Contains(HasSubstr("Each addition waits"))));
}

TEST(Reasons, NothingForTheSameCode) {
  Steps steps;
  const Told reasons = steps.apply("annotate", {steps.loop("i"), "note", 1});
  EXPECT_THAT(reasons.faster, IsEmpty());
  EXPECT_THAT(reasons.slower, IsEmpty());
}

}  // namespace
}  // namespace lw::tune
