// Machine code by NVIDIA's programs, which are made up here: what they are asked, what becomes of their answer, and
// what is said without them.
#include <gmock/gmock.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>

#include "backends/cuda/sass.h"
#include "tests/emulator/gpu_fixture.h"

namespace lw {
namespace {

using namespace lw::test;
using ::testing::HasSubstr;
namespace fs = std::filesystem;

class Sass : public ::testing::Test {
 protected:
  fs::path folder = fs::temp_directory_path() / ("lw_sass_test_" + std::to_string(getpid()));
  std::string before = std::getenv("PATH");
  void SetUp() override {
    fs::create_directories(folder);
    setenv("PATH", (folder.string() + ":/usr/bin:/bin").c_str(), 1);
  }
  void TearDown() override {
    setenv("PATH", before.c_str(), 1);
    fs::remove_all(folder);
  }
  void program(const std::string& name, const std::string& text) const {
    std::ofstream(folder / name) << "#!/bin/sh\necho \"" << name << " $*\" >> " << (folder / "asked").string() << "\n"
                                 << text << "\n";
    fs::permissions(folder / name, fs::perms::owner_all);
  }
  static PtxModule transpose() {
    const Scheduled s = scheduledBy(contents(LW_SOURCE_DIR "/samples/gpu/transpose.py"), "schedule");
    const Result<GpuProgram> program = lowerForGpu(s.scheduled, defaultGpuDevice());
    return *compileForCuda(*program, "sm_80", {.lineNumbers = true});
  }
  static constexpr const char* kAssemble = "while [ \"$1\" != -o ]; do shift; done; cat \"$3\" > \"$2\"";
};

TEST_F(Sass, LinesLeadToThoseOfThePtx) {
  program("ptxas", kAssemble);
  program("nvdisasm", R"(cat <<'END'
	.section	.text.transpose_kernel,"ax",@progbits
.text.transpose_kernel:
        /*0000*/                   MOV R1, c[0x0][0x28] ;
	//## File "kernels", line 2
        /*0010*/                   LDG.E R2, [R2.64] ;
	//## File "kernels", line 5 inlined at "kernels", line 7
        /*0020*/                   STG.E [R4.64], R2 ;

.L_x_0:
        /*0030*/                   BRA `(.L_x_0);
END)");
  const PtxModule module = transpose();
  const Result<std::vector<SassLine>> lines = disassemble(module, "sm_80");
  ASSERT_TRUE(lines.ok()) << toText(lines.error());
  std::vector<int> from;
  for (const SassLine& line : *lines) from.push_back(line.from);
  EXPECT_EQ(from, (std::vector<int>{0, 0, 0, 2, 5, 0, 0}));
  EXPECT_THAT((*lines)[3].text, HasSubstr("LDG.E R2"));
  const std::string asked = contents((folder / "asked").string());
  EXPECT_THAT(asked, HasSubstr("ptxas -arch=sm_80 -lineinfo -o "));
  EXPECT_THAT(asked, HasSubstr("nvdisasm -c -g "));
}

TEST_F(Sass, CuobjdumpWillDo) {
  if (fs::exists("/usr/local/cuda/bin/nvdisasm")) GTEST_SKIP() << "nvdisasm is installed, and is taken first";
  program("ptxas", kAssemble);
  program("cuobjdump", "echo '  /*0000*/  EXIT ;'");
  const Result<std::vector<SassLine>> lines = disassemble(transpose(), "sm_80");
  ASSERT_TRUE(lines.ok()) << toText(lines.error());
  ASSERT_EQ(lines->size(), 1u);
  EXPECT_EQ(lines->front().from, 0) << "it tells no lines";
}

TEST_F(Sass, WhatIsMissingOrFailsIsTold) {
  if (!fs::exists("/usr/local/cuda/bin/nvdisasm") && !fs::exists("/usr/local/cuda/bin/cuobjdump")) {
    program("ptxas", kAssemble);
    const Result<std::vector<SassLine>> none = disassemble(transpose(), "sm_80");
    ASSERT_FALSE(none.ok());
    EXPECT_EQ(none.error().message,
              "showing machine code (SASS) requires NVIDIA's nvdisasm or cuobjdump, and neither is on PATH");
    EXPECT_THAT(none.error().hint, HasSubstr("CUDA toolkit"));
  }
  program("nvdisasm", "true");
  if (!fs::exists("/usr/local/cuda/bin/ptxas")) {
    fs::remove(folder / "ptxas");
    EXPECT_THAT(disassemble(transpose(), "sm_80").error().message, HasSubstr("NVIDIA's ptxas, which is not on PATH"));
  }
  program("ptxas", "echo 'ptxas fatal: no such thing' >&2; exit 3");
  const Result<std::vector<SassLine>> failed = disassemble(transpose(), "sm_80");
  ASSERT_FALSE(failed.ok());
  EXPECT_EQ(failed.error().message, "ptxas failed with code 3: ptxas fatal: no such thing");
}

}  // namespace
}  // namespace lw
