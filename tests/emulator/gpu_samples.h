// The GPU samples, in sizes that the emulator runs quickly.
#pragma once

#include <algorithm>
#include <filesystem>

#include "tests/emulator/gpu_fixture.h"

namespace lw::test {

// All of samples/gpu and of the folders in it.
inline std::vector<std::filesystem::path> gpuSamples() {
  std::vector<std::filesystem::path> all;
  for (const auto& entry :
       std::filesystem::recursive_directory_iterator(std::filesystem::path(LW_SOURCE_DIR) / "samples/gpu"))
    if (entry.path().extension() == ".py") all.push_back(entry.path());
  std::sort(all.begin(), all.end());
  return all;
}

// Two thread blocks instead of four; all columns of a wgmma product are one block.
inline std::string textOfGpuSample(const std::filesystem::path& path) {
  std::string text = contents(path.string());
  if (text.find("T.grid(128, 128, 128)") != std::string::npos && path.stem() != "wgmma")
    text = smallerProduct(text, 64);
  return text;
}

inline std::string nameOfGpuSample(const ::testing::TestParamInfo<std::filesystem::path>& info) {
  const std::string folder = info.param.parent_path().stem().string();
  return (folder == "gpu" ? "" : folder + "_") + info.param.stem().string();
}

}  // namespace lw::test
