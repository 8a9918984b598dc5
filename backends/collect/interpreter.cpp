#include "backends/collect/interpreter.h"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <sstream>

#include "backends/collect/collect.h"
#include "backends/collect/errors.h"
#include "backends/process/process.h"

namespace lw {
namespace {

namespace fs = std::filesystem;

constexpr const char* kSystemPython = "/usr/bin/python3";
constexpr double kAskSeconds = 20;
// Isolated, without site: nothing of the user's is run.
constexpr const char* kQuestion =
    "import sys; print('\\n'.join([sys.executable, sys.prefix, sys.base_prefix, sys.exec_prefix, "
    "sys.base_exec_prefix]))";

bool isWithin(const fs::path& path, const fs::path& folder) {
  return std::mismatch(folder.begin(), folder.end(), path.begin(), path.end()).first == folder.end();
}

}  // namespace

std::string defaultInterpreter() {
  if (const char* chosen = getenv("LW_PYTHON")) return chosen;
  return access(kSystemPython, X_OK) == 0 ? kSystemPython : "python3";
}

std::string packageFolder() {
  if (const char* chosen = getenv("LW_PYTHON_PACKAGE")) return chosen;
  std::error_code error;
  const fs::path self = fs::read_symlink("/proc/self/exe", error).parent_path();
  for (const char* relative : {"../python", "../lib/python3/dist-packages", "../.."})
    if (fs::exists(self / relative / "loopwright/__init__.py", error))
      return fs::weakly_canonical(self / relative, error).string();
  return {};
}

std::string lastLineOf(const std::string& text) {
  constexpr size_t kMost = 400;
  const size_t end = text.find_last_not_of(" \n\r\t");
  if (end == std::string::npos) return "no message";
  const size_t before = text.rfind('\n', end);
  const size_t begin = before == std::string::npos ? 0 : before + 1;
  return text.substr(begin, std::min(end + 1 - begin, kMost));
}

Result<Interpreter> findInterpreter(const std::string& named) {
  const std::string program = named.empty() ? defaultInterpreter() : named;
  if (program == kSystemPython) return Interpreter{program, {}};
  const Result<ProcessResult> answer =
      runProcess({program, "-I", "-S", "-B", "-c", kQuestion}, {.timeoutSeconds = kAskSeconds, .mostOutput = 1 << 16});
  const auto hint = say("give the path of one: --python /path/to/python3");
  if (!answer) return explain(err::kCollectInterpreter(program, answer.error().message), hint);
  std::istringstream lines(answer->out);
  Interpreter found;
  std::getline(lines, found.program);
  for (std::string line; std::getline(lines, line);)
    if (!line.empty() && line != "/" &&
        std::find(found.folders.begin(), found.folders.end(), line) == found.folders.end())
      found.folders.push_back(line);
  // Of an environment: what names its folder, site, was not asked.
  const fs::path environment = fs::path(found.program).parent_path().parent_path();
  std::error_code error;
  if (fs::exists(environment / "pyvenv.cfg", error)) found.folders.push_back(environment);
  if (answer->code != 0 || found.folders.empty() || access(found.program.c_str(), X_OK) != 0)
    return explain(err::kCollectInterpreter(program, lastLineOf(answer->err)), hint);
  return found;
}

std::string readableFor(const std::string& file) {
  std::error_code error;
  const bool isFolder = fs::is_directory(file, error);
  fs::path folder = isFolder ? fs::path(file) : fs::path(file).parent_path();
  while (folder.has_relative_path() && fs::exists(folder / "__init__.py", error)) folder = folder.parent_path();
  const char* home = getenv("HOME");
  const fs::path own = home ? fs::weakly_canonical(home, error) : fs::path();
  const bool tooMuch = !folder.has_relative_path() || (!own.empty() && isWithin(own, folder));
  return tooMuch ? file : folder.string();
}

}  // namespace lw
