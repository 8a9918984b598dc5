// PTX under test: assembled by NVIDIA's assembler where it is installed, and carried out by the machine of the tests.
#pragma once

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <map>

#include "backends/cuda/ptx.h"
#include "core/ir/ops.h"
#include "tests/cuda/ptx_machine.h"
#include "tests/emulator/gpu_fixture.h"

namespace lw::test {

namespace fs = std::filesystem;

// Of an installed CUDA toolkit; empty: none.
inline std::string assembler() {
  const char* path = std::getenv("PATH");
  std::string folders = std::string(path ? path : "") + ":/usr/local/cuda/bin";
  for (size_t begin = 0; begin < folders.size();) {
    const size_t end = std::min(folders.find(':', begin), folders.size());
    const fs::path candidate = fs::path(folders.substr(begin, end - begin)) / "ptxas";
    if (std::error_code none; fs::exists(candidate, none)) return candidate.string();
    begin = end + 1;
  }
  return "";
}

struct Assembled {
  int code;
  std::string out;
  bool tooOld() const {  // newer assemblers drop old architectures
    return out.find("is not defined for option") != std::string::npos || out.find("unsupported") != std::string::npos;
  }
};
inline Assembled assemble(const std::string& ptx, const std::string& arch) {
  const fs::path file = fs::temp_directory_path() / ("lw_ptx_" + std::to_string(getpid()) + ".ptx");
  std::ofstream(file) << ptx;
  FILE* pipe = popen((assembler() + " -v -arch=" + arch + " -o /dev/null " + file.string() + " 2>&1").c_str(), "r");
  Assembled result{0, ""};
  char text[4096];
  for (size_t n; (n = fread(text, 1, sizeof text, pipe)) > 0;) result.out.append(text, n);
  result.code = pclose(pipe);
  fs::remove(file);
  return result;
}

inline int timesIn(const std::string& text, const std::string& word) {
  int n = 0;
  for (size_t at = 0; (at = text.find(word, at)) != std::string::npos; at += word.size()) ++n;
  return n;
}

// Expects that the kernel computes on the machine of the tests what the arrays are after the program.
inline void expectComputes(const PtxModule& module, const GpuProgram& program, const PrimFunc& source,
                           const std::vector<Argument>& before, const std::vector<Argument>& after,
                           const std::string& what) {
  ASSERT_EQ(program.kernels.size(), 1u);
  const GpuKernel& kernel = program.kernels[0];
  std::map<std::string, int64_t> extents;
  for (const GpuKernel::Axis& axis : kernel.axes) extents[axis.name] = asInt(axis.extent).value_or(0);
  const auto extent = [&](const char* axis) { return extents.contains(axis) ? extents[axis] : 1; };
  ASSERT_EQ(extent("blockIdx.y"), 1) << what;
  std::vector<size_t> numbers;  // of the arguments that are parameters
  PtxMemory memory;
  for (const auto& [handle, buffer] : kernel.function.buffers)
    for (size_t i = 0; i < source.buffers.size(); ++i)
      if (source.buffers[i].second->name == buffer->name) {
        const auto& data = std::get<NDArray>(before[i]).data;
        memory.emplace_back(reinterpret_cast<const uint8_t*>(data.data()),
                            reinterpret_cast<const uint8_t*>(data.data()) + data.size());
        numbers.push_back(i);
      }
  ASSERT_EQ(runPtx(module.text, extent("blockIdx.x"), extent("threadIdx.x"), extent("threadIdx.y"), memory), "")
      << what << module.text;
  for (size_t p = 0; p < numbers.size(); ++p) {
    const auto& wanted = std::get<NDArray>(after[numbers[p]]).data;
    EXPECT_EQ(std::memcmp(memory[p].data(), wanted.data(), wanted.size()), 0) << what << ", parameter " << p;
  }
}

inline InputSpec smallIntegers() {
  InputSpec inputs;
  inputs.ranges.emplace("*", ValueRange{ValueRange::Kind::Integers});
  return inputs;
}

}  // namespace lw::test
