// Warps with roles as PTX for sm_90.
#include <gmock/gmock.h>

#include "tests/cuda/ptx_fixture.h"

namespace lw {
namespace {

using namespace lw::test;
using ::testing::HasSubstr;

std::string ptxOf(const std::string& schedule, const std::string& arch, std::string* refusal = nullptr) {
  const Scheduled s = scheduledBy(contents(LW_SOURCE_DIR "/samples/gpu/specialized.py"), schedule);
  const Result<GpuProgram> program = lowerForGpu(s.scheduled, defaultGpuDevice());
  EXPECT_TRUE(program.ok()) << (program.ok() ? "" : toText(program.error()));
  const Result<PtxModule> module = program ? compileForCuda(*program, arch) : Result<PtxModule>(program.error());
  if (module) return module->text;
  if (refusal)
    *refusal = module.error().message + ": " + module.error().hint;
  else
    ADD_FAILURE() << toText(module.error());
  return "";
}

TEST(SpecializedWarps, AreBulkCopiesAndMbarriers) {
  const std::string text = ptxOf("schedule", "sm_90");
  EXPECT_GE(timesIn(text, "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes"), 2);
  EXPECT_GE(timesIn(text, "mbarrier.try_wait.parity.shared::cta.b64"), 2);
  EXPECT_GE(timesIn(text, "mbarrier.arrive.expect_tx.shared::cta.b64"), 1);
  EXPECT_EQ(timesIn(text, "mbarrier.init.shared::cta.b64"), 4);
  EXPECT_EQ(timesIn(text, "bar.sync"), 1) << "behind the initialisation only";
  EXPECT_EQ(timesIn(text, "st.shared"), 0) << "the copies are the instruction's";
  EXPECT_GE(timesIn(text, "ldmatrix.sync"), 4);
  EXPECT_THAT(text, HasSubstr(".maxntid 160"));
  EXPECT_EQ(timesIn(text, "setmaxnreg"), 0);
  if (assembler().empty()) return;
  for (const char* arch : {"sm_90", "sm_90a"}) EXPECT_EQ(assemble(text, arch).code, 0) << arch;
}

TEST(SpecializedWarps, HandRegistersOver) {
  const std::string text = ptxOf("registers", "sm_90");
  EXPECT_THAT(text, HasSubstr(".target sm_90a"));
  EXPECT_THAT(text, HasSubstr(".maxnreg 136"));
  EXPECT_EQ(timesIn(text, "setmaxnreg.inc.sync.aligned.u32 232;"), 1);
  EXPECT_EQ(timesIn(text, "setmaxnreg.dec.sync.aligned.u32 40;"), 1);
  if (assembler().empty()) return;
  const Assembled a = assemble(text, "sm_90a");
  EXPECT_EQ(a.code, 0) << a.out;
  EXPECT_THAT(a.out, HasSubstr("0 bytes spill stores"));
  EXPECT_EQ(timesIn(a.out, "setmaxnreg ignored"), 0) << a.out;
}

// The producer reaches no barrier of the consumers, and each of these stores 16 bytes at a time.
TEST(SpecializedWarps, ConsumersWaitForEachOther) {
  const std::string text = ptxOf("staged", "sm_90");
  EXPECT_EQ(timesIn(text, "bar.sync"), 2) << "behind the initialisation, and of the consumers";
  EXPECT_EQ(timesIn(text, "bar.sync %"), 1) << text;
  EXPECT_GE(timesIn(text, "st.global.v4"), 1);
  EXPECT_EQ(timesIn(text, "st.global.f32"), 0);
  if (assembler().empty()) return;
  for (const char* arch : {"sm_90", "sm_90a", "sm_100a"}) {
    const Assembled a = assemble(text, arch);
    if (!a.tooOld()) EXPECT_EQ(a.code, 0) << arch << a.out;
  }
}

TEST(SpecializedWarps, AreRefusedBeforeSm90) {
  std::string refusal;
  EXPECT_EQ(ptxOf("schedule", "sm_80", &refusal), "");
  EXPECT_THAT(refusal, HasSubstr("the target sm_80 has no barriers with phases and no bulk copies"));
  EXPECT_THAT(refusal, HasSubstr("they exist from sm_90 on"));
}

}  // namespace
}  // namespace lw
