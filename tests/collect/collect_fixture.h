// Runs texts as files with the package of this folder.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "backends/collect/collect.h"
#include "backends/runner/confinement.h"

namespace lw::test {

class CollectTest : public testing::Test {
 protected:
  void SetUp() override {
    if (access("/usr/bin/python3", X_OK) != 0) GTEST_SKIP() << "there is no /usr/bin/python3";
    if (!possibleConfinement().files) GTEST_SKIP() << "this system or build confines nothing";
    std::string name = (std::filesystem::temp_directory_path() / "lw_collect_XXXXXX").string();
    base = mkdtemp(name.data());
    std::filesystem::create_directories(base / "project");
    setenv("LW_RUNNER", LW_BINARY_DIR "/bin/lw-runner", 1);
  }
  void TearDown() override {
    if (!base.empty()) std::filesystem::remove_all(base);
  }
  std::string write(const std::string& name, const std::string& text) const {
    std::ofstream(base / name) << text;
    return (base / name).string();
  }
  Result<Collected> run(const std::string& text, CollectLimits limits = {}) const {
    CollectRequest request;
    request.file = write("project/file.py", text);
    request.package = LW_SOURCE_DIR "/tests/collect/package";
    request.limits = limits;
    return collect(request);
  }
  // What the file printed, or the error.
  std::string printed(const std::string& text, CollectLimits limits = {}) const {
    const Result<Collected> collected = run(text, limits);
    if (!collected) return toText(collected.error());
    if (!collected->errors.empty()) return "raised " + collected->errors[0].message;
    return collected->output;
  }
  std::filesystem::path base;
};

}  // namespace lw::test
