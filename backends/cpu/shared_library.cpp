#include "backends/cpu/shared_library.h"
#include "backends/cpu/errors.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <vector>

#include "backends/process/process.h"
#include "backends/process/temporary_folder.h"

namespace lw {
namespace {

namespace fs = std::filesystem;

std::string contents(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

// `flags`: what the driver is asked for.
Result<std::string> link(const std::string& object, const std::vector<std::string>& flags) {
  const Result<TemporaryFolder> folder = TemporaryFolder::make();
  if (!folder) return folder.error();
  const bool archive = object.starts_with("!<arch>\n");
  const std::string from = folder->file(archive ? "kernel.a" : "kernel.o"), to = folder->file("kernel.so"),
                    log = folder->file("log");
  std::ofstream(from, std::ios::binary) << object;
  for (const char* driver : {"cc", "gcc", "clang"}) {
    std::vector<std::string> words{driver, "-o", to};
    if (archive) words.emplace_back("-Wl,--whole-archive");
    words.push_back(from);
    if (archive) words.emplace_back("-Wl,--no-whole-archive");
    words.insert(words.end(), flags.begin(), flags.end());
    const LoggedResult linked = runLogged(words, {.log = log});
    if (!linked.started || linked.code == 127) continue;
    if (!linked.succeeded()) return err::kCpuNotLinked(contents(log));
    return contents(to);
  }
  return explain(err::kCpuNoLinker(), "install gcc or clang, or export an object");
}

}  // namespace

Result<std::string> linkShared(const std::string& object, const std::string& name) {
  return link(object, {"-shared", "-lm", "-Wl,-soname," + name});
}

Result<std::string> linkObject(const std::string& archive) { return link(archive, {"-r", "-nostdlib"}); }

}  // namespace lw
