// What tests/device writes for a device.
#include <unistd.h>

#include <cstdlib>
#include <filesystem>

#include "backends/package/package.h"
#include "tests/emulator/gpu_fixture.h"

namespace lw {
namespace {

using namespace lw::test;

TEST(DevicePackages, HoldKernelsInputsAndResults) {
  const std::filesystem::path folder =
      std::filesystem::temp_directory_path() / ("lw_device_packages_" + std::to_string(getpid()));
  setenv("LW_WRITE_PACKAGES", folder.c_str(), 1);
  const Scheduled s = scheduledBy(contents(LW_SOURCE_DIR "/samples/gpu/window_sum.py"), "schedule");
  expectRight(s, "the first"), expectRight(s, "the second");
  unsetenv("LW_WRITE_PACKAGES");
  const std::vector<Argument> arguments = *makeArguments(s.source, {});
  const NDArray sums = std::get<NDArray>(wantedOf(s.source, arguments)[1]);
  for (const char* name :
       {"DevicePackages.HoldKernelsInputsAndResults.1", "DevicePackages.HoldKernelsInputsAndResults.2"}) {
    const Result<KernelPackage> package = decodePackage(contents(folder / (std::string(name) + ".lwpkg")), 1 << 20);
    ASSERT_TRUE(package.ok()) << toText(package.error());
    ASSERT_EQ(package->texts.size(), 1u);
    EXPECT_EQ(package->texts[0].api + " " + package->texts[0].arch, "cuda sm_90");
    ASSERT_EQ(package->arrays.size(), 2u);
    EXPECT_EQ(package->arrays[0].value.data, std::get<NDArray>(arguments[0]).data);
    EXPECT_FALSE(package->arrays[0].expected);
    ASSERT_TRUE(package->arrays[1].expected);
    EXPECT_EQ(package->arrays[1].expected->data, sums.data);
    EXPECT_NE(contents(folder / (std::string(name) + ".py")).find("threadIdx.x"), std::string::npos);
  }
  std::filesystem::remove_all(folder);
}

}  // namespace
}  // namespace lw
