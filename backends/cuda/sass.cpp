#include "backends/cuda/sass.h"

#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "backends/cuda/errors.h"
#include "backends/process/process.h"
#include "backends/process/temporary_folder.h"

namespace lw {
namespace {

namespace fs = std::filesystem;

constexpr const char* kToolkit = "/usr/local/cuda/bin";
constexpr double kSeconds = 120;

// Empty: it was not found.
std::string find(const std::string& name, bool alsoToolkit) {
  const char* path = std::getenv("PATH");
  std::istringstream folders(std::string(path ? path : "") + (alsoToolkit ? std::string(":") + kToolkit : ""));
  for (std::string folder; std::getline(folders, folder, ':');) {
    const fs::path candidate = fs::path(folder) / name;
    if (!folder.empty() && access(candidate.c_str(), X_OK) == 0 && !fs::is_directory(candidate))
      return candidate.string();
  }
  return "";
}

Result<std::string> call(const std::vector<std::string>& words, const std::function<bool()>& cancelled) {
  Result<ProcessResult> done = runProcess(words, {.input = {}, .timeoutSeconds = kSeconds, .cancelled = cancelled});
  if (!done) return std::move(done).error();
  if (done->code)
    return err::kCudaTool(fs::path(words[0]).filename().string(), done->code,
                          done->err.substr(0, done->err.find('\n')));
  return std::move(done->out);
}

// `//## File "kernels.ptx", line 12 ...` precedes the code that comes from line 12.
int lineOf(const std::string& text) {
  const size_t at = text.find(", line ");
  return at == std::string::npos ? 0 : std::atoi(text.c_str() + at + 7);
}

std::vector<SassLine> linesOf(const std::string& text) {
  std::vector<SassLine> lines;
  int from = 0;
  std::istringstream all(text);
  for (std::string line; std::getline(all, line);) {
    const size_t begin = line.find_first_not_of(" \t");
    if (begin == std::string::npos) continue;
    if (line.compare(begin, 4, "//##") == 0) {
      from = lineOf(line);
      continue;
    }
    const bool instruction = line.compare(begin, 2, "/*") == 0;
    if (line[begin] == '.' && line.back() == ':') from = 0;  // lines start anew after a label
    lines.push_back({line, instruction ? from : 0});
  }
  return lines;
}

}  // namespace

Result<std::vector<SassLine>> disassemble(const PtxModule& module, const std::string& arch,
                                          std::function<bool()> cancelled) {
  const std::string assembler = find("ptxas", true), nvdisasm = find("nvdisasm", true),
                    cuobjdump = nvdisasm.empty() ? find("cuobjdump", true) : "";
  if (assembler.empty())
    return explain(err::kCudaNoTool("ptxas"),
                   "install the CUDA toolkit's ptxas and nvdisasm; PTX is shown without them");
  if (nvdisasm.empty() && cuobjdump.empty())
    return explain(err::kCudaNoDisassembler(), "install one of them from the CUDA toolkit; PTX is shown without them");
  const Result<TemporaryFolder> folder = TemporaryFolder::make();
  if (!folder) return folder.error();
  const std::string ptx = folder->file("kernels.ptx"), code = folder->file("kernels.cubin");
  std::ofstream(ptx) << module.text;
  if (Result<std::string> done = call({assembler, "-arch=" + arch, "-lineinfo", "-o", code, ptx}, cancelled); !done)
    return std::move(done).error();
  const std::vector<std::string> words = nvdisasm.empty() ? std::vector<std::string>{cuobjdump, "-sass", code}
                                                          : std::vector<std::string>{nvdisasm, "-c", "-g", code};
  Result<std::string> text = call(words, cancelled);
  if (!text) return std::move(text).error();
  return linesOf(*text);
}

}  // namespace lw
