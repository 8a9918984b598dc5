#include "tests/device/device_packages.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "backends/measure/expected.h"
#include "backends/measure/gpu_code.h"
#include "backends/targets/targets.h"
#include "core/analysis/program/roles.h"
#include "passes/pipeline.h"

namespace lw::test {
namespace {

std::string chosen(const char* variable, const char* usual) {
  const char* text = std::getenv(variable);
  return text ? text : usual;
}

// "RandomGpu.WhatIsAcceptedIsRight.17.lwpkg": a name that the folder does not have yet.
std::filesystem::path freeName(const std::filesystem::path& folder) {
  const ::testing::TestInfo& test = *::testing::UnitTest::GetInstance()->current_test_info();
  std::string name = std::string(test.test_suite_name()) + "." + test.name();
  std::replace(name.begin(), name.end(), '/', '.');
  for (int i = 1;; ++i)
    if (const auto path = folder / (name + "." + std::to_string(i) + ".lwpkg"); !std::filesystem::exists(path))
      return path;
}

}  // namespace

void packageForDevice(const PrimFunc& source, const PrimFunc& scheduled, const std::vector<Argument>& arguments,
                      const std::vector<Argument>& wanted) {
  const std::string folder = chosen("LW_WRITE_PACKAGES", "");
  if (folder.empty()) return;
  const TargetDescriptor* target = findTarget(chosen("LW_PACKAGE_TARGET", "cuda"));
  ASSERT_TRUE(target && target->driverText);
  Expected expected{.kind = "unscheduled program", .outputs = {}, .timeOnce = {}};
  const std::vector<ParamRole> roles = paramRoles(source);
  for (size_t i = 0; i < roles.size(); ++i) {
    const auto param = std::find(source.params.begin(), source.params.end(), source.buffers[i].first);
    if (roles[i].writes())
      expected.outputs.push_back(std::get<NDArray>(wanted[static_cast<size_t>(param - source.params.begin())]));
  }
  Result<KernelPackage> package = packageOf(source, scheduled, arguments, packageArrays(source, arguments, expected),
                                            defaultGpuDevice(), {{target, chosen("LW_PACKAGE_VERSION", "sm_90")}});
  ASSERT_TRUE(package.ok()) << toText(package.error());
  package->reference = expected.kind;
  std::filesystem::create_directories(folder);
  const std::filesystem::path path = freeName(folder);
  std::ofstream(path, std::ios::binary) << encodePackage(*package);
  std::ofstream(std::filesystem::path(path).replace_extension(".py")) << print(scheduled).text;
}

}  // namespace lw::test
