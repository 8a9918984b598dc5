// TVM's intrinsics for mma.m16n8k8, on fragments of the shape of the matrix.
#include <gmock/gmock.h>

#include "core/analysis/gpu/warp_operations.h"
#include "core/ir/equal.h"
#include "core/ir/warp_matrix.h"
#include "core/schedule/support/warp_intrinsics.h"
#include "tests/emulator/gpu_fixture.h"
#include "tests/emulator/m16n8k8_program.h"

namespace lw {
namespace {

using namespace lw::test;

InputSpec integers() {
  InputSpec inputs;
  inputs.ranges.emplace("*", ValueRange{ValueRange::Kind::Integers});
  return inputs;
}

TEST(M16n8k8, ProductsAreRight) {
  for (const std::string sum : {"float16", "float32"})
    for (const std::string memory : {"shared", "shared.dyn"}) {
      const Scheduled s = scheduledBy(m16n8k8Program(sum, memory), "schedule");
      Result<std::vector<Argument>> arguments = makeArguments(s.source, integers());
      ASSERT_TRUE(arguments.ok());
      const std::vector<Argument> wanted = wantedOf(s.source, *arguments);
      const Status ran = interpret(s.scheduled, *arguments);
      ASSERT_TRUE(ran.ok()) << toText(ran.error());
      expectSameValues(*arguments, wanted, sum);
      expectRight(s, sum, integers());
      int operations = 0;
      forEachStmt(describeWarpOperations(s.scheduled).body, [&](const Stmt& x) {
        const auto* n = x.as<AttrStmt>();
        operations += n && n->key == kWarpMatrix;
      });
      EXPECT_EQ(operations, 5);
      const SourceFile again = readProgram("again.py", print(s.scheduled).text);
      ASSERT_FALSE(again.hasErrors()) << again.diagnostics.front().message;
      EXPECT_TRUE(equal(*again.select(""), s.scheduled));
    }
}

TEST(M16n8k8, EveryNameIsKnown) {
  for (const char* name :
       {"mma_init_m16n8k8_f16", "mma_init_m16n8k8_f32", "mma_load_m16n8k8_f16_A_shared_dyn",
        "mma_load_m16n8k8_f16_B_shared_dyn", "mma_sync_m16n8k8_f16f16f16", "mma_sync_m16n8k8_f16f16f32",
        "mma_store_m16n8k8_f16_global", "mma_store_m16n8k8_f32_global"})
    EXPECT_TRUE(warpIntrinsic(name).has_value()) << name;
  EXPECT_EQ(warpIntrinsicNames({"m16n8k8.matrixC", "shared.dyn"}),
            (std::vector<std::string>{"mma_store_m16n8k8_f16_global", "mma_store_m16n8k8_f32_global"}));
}

}  // namespace
}  // namespace lw
