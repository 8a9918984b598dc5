// Swizzled tiles as PTX: copied by cp.async, loaded by ldmatrix, carried out by the machine of the tests.
#include <gmock/gmock.h>

#include "tests/cuda/ptx_fixture.h"

namespace lw {
namespace {

using namespace lw::test;
using ::testing::HasSubstr;

TEST(SwizzledTiles, AreCopiedByCpAsyncAndLoadedByLdmatrix) {
  const std::string text = contents(LW_SOURCE_DIR "/samples/gpu/multistage.py");
  for (const std::string name : {"schedule", "longer"}) {
    const Scheduled s = scheduledBy(text, name);
    const Result<GpuProgram> program = lowerForGpu(s.scheduled, defaultGpuDevice());
    ASSERT_TRUE(program.ok()) << toText(program.error());
    const Result<PtxModule> module = compileForCuda(*program, "sm_80");
    ASSERT_TRUE(module.ok()) << toText(module.error());
    EXPECT_GE(timesIn(module->text, "cp.async.ca.shared.global"), 4);
    EXPECT_EQ(timesIn(module->text, "cp.async.ca.shared.global"), timesIn(module->text, "], 16;"));
    if (name == "schedule") EXPECT_THAT(module->text, HasSubstr("cp.async.wait_group 4;"));
    EXPECT_GE(timesIn(module->text, "ldmatrix.sync.aligned.m8n8.x4.shared.b16"), 4);
    EXPECT_GE(timesIn(module->text, "ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16"), 4);
    EXPECT_EQ(timesIn(module->text, "st.shared"), 0);
    EXPECT_EQ(timesIn(module->text, ".local"), 0) << "fragments are in registers";
    const Result<std::vector<Argument>> inputs = makeArguments(s.source, smallIntegers());
    ASSERT_TRUE(inputs.ok());
    expectComputes(*module, *program, s.source, *inputs, wantedOf(s.source, *inputs), name);
    if (assembler().empty()) continue;
    const Assembled a = assemble(module->text, "sm_80");
    EXPECT_EQ(a.code, 0) << a.out;
    EXPECT_THAT(a.out, HasSubstr("0 bytes spill stores"));
  }
}

// Instructions that take the distance of rows.
TEST(SwizzledTiles, AreRefusedForWmmaAndWgmma) {
  const std::pair<const char*, const char*> samples[] = {{"tensor_cores", "sch.storage_align(copy, 0, -2, 16, 8)"},
                                                         {"wgmma", "sch.storage_align(copy, 0, 1, 64, padding)"}};
  for (const auto& [name, line] : samples) {
    std::string text = contents(std::string(LW_SOURCE_DIR "/samples/gpu/") + name + ".py");
    const size_t at = text.find(line);
    ASSERT_NE(at, std::string::npos);
    text.replace(at, std::string(line).size(), "sch.storage_swizzle(copy, 0, 128)");
    const Result<GpuProgram> program = lowerForGpu(scheduledBy(text, "schedule").scheduled, defaultGpuDevice());
    ASSERT_TRUE(program.ok()) << toText(program.error());
    const Result<PtxModule> module = compileForCuda(*program, "sm_90");
    ASSERT_FALSE(module.ok());
    EXPECT_THAT(module.error().message,
                HasSubstr("the instruction takes rows at equal distances, but the layout of A_shared is swizzled"));
    EXPECT_THAT(module.error().hint, HasSubstr("pad the rows by storage_align"));
  }
}

}  // namespace
}  // namespace lw
