#include "backends/collect/collect.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmath>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <sstream>

#include "backends/collect/errors.h"
#include "backends/collect/interpreter.h"
#include "backends/collect/read_collected.h"
#include "backends/process/fd.h"
#include "backends/process/process.h"
#include "backends/process/temporary_folder.h"
#include "backends/runner/confined_main.h"
#include "backends/runner/runner.h"

namespace lw {
namespace {

namespace fs = std::filesystem;

constexpr const char* kLoader = "/lib64/ld-linux-x86-64.so.2";  // executed with each program
constexpr const char* kReadable[] = {"/usr",
                                     "/lib",
                                     "/lib64",
                                     "/etc/ld.so.cache",
                                     "/etc/localtime",
                                     "/etc/alternatives",
                                     "/dev/null",
                                     "/dev/zero",
                                     "/dev/urandom",
                                     "/dev/random",
                                     "/proc/cpuinfo",
                                     "/proc/meminfo",
                                     "/proc/stat",
                                     "/proc/loadavg",
                                     "/proc/filesystems",
                                     "/proc/sys/vm/overcommit_memory",
                                     "/sys/devices/system",
                                     "/sys/fs/cgroup"};

bool isSandboxOff() {
  const char* chosen = getenv("LW_SANDBOX");
  return chosen && std::strcmp(chosen, "off") == 0;
}

std::vector<std::string> pathsIn(const char* variable) {
  std::vector<std::string> paths;
  const char* value = getenv(variable);
  std::istringstream parts(value ? value : "");
  for (std::string part; std::getline(parts, part, ':');)
    if (part.starts_with('/') && part != "/") paths.push_back(part);
  return paths;
}

class Words {
 public:
  explicit Words(std::string program) : words_{std::move(program), std::string(kConfinedOption)} {}
  void add(const char* option, const std::string& value) {
    words_.emplace_back(option);
    words_.push_back(value);
  }
  void variable(const std::string& name, const std::string& value) { add("--variable", name + "=" + value); }
  void flag(const char* option) { words_.emplace_back(option); }
  std::vector<std::string> with(const std::vector<std::string>& program) && {
    words_.emplace_back("--");
    words_.insert(words_.end(), program.begin(), program.end());
    return std::move(words_);
  }

 private:
  std::vector<std::string> words_;
};

struct Paths {
  std::string file, folder, package, runner, temporary;
};

void addRights(Words& words, const Interpreter& python, const Paths& paths) {
  for (const char* path : kReadable) words.add("--read", path);
  std::error_code error;
  for (fs::directory_iterator at("/etc", error), end; !error && at != end; at.increment(error))
    if (at->path().filename().string().starts_with("python3")) words.add("--read", at->path());
  for (const std::string& folder : python.folders) words.add("--read", folder);
  if (const char* home = getenv("HOME"))  // what pip installs for the user
    for (fs::directory_iterator at(fs::path(home) / ".local/lib", error), end; !error && at != end; at.increment(error))
      if (at->path().filename().string().starts_with("python3")) words.add("--read", at->path());
  for (const char* variable : {"PYTHONPATH", "LD_LIBRARY_PATH"})
    for (const std::string& path : pathsIn(variable)) words.add("--read", path);
  const std::string programs = fs::path(paths.runner).parent_path();
  for (const std::string& path : {paths.package, programs, programs + "/../lib/loopwright", readableFor(paths.file)})
    words.add("--read", path);
  words.add("--write", paths.temporary);
  words.add("--write", "/dev/null");
  for (const std::string& path : {python.program, paths.runner, std::string(kLoader)}) words.add("--execute", path);
}

// Few variables: others may hold secrets, and the file may look at them.
void addVariables(Words& words, const Paths& paths) {
  std::string modules = paths.package;
  for (const std::string& path : pathsIn("PYTHONPATH")) modules += ":" + path;
  words.variable("PYTHONPATH", modules);
  for (const char* kept : {"PATH", "LD_LIBRARY_PATH", "TZ", "VIRTUAL_ENV", "LW_SANDBOX"})
    if (const char* value = getenv(kept)) words.variable(kept, value);
  if (const char* home = getenv("HOME")) words.variable("PYTHONUSERBASE", std::string(home) + "/.local");
  words.variable("HOME", paths.temporary);
  words.variable("TMPDIR", paths.temporary);
  words.variable("USER", "user");
  words.variable("LC_ALL", "C.UTF-8");
  words.variable("PYTHONUTF8", "1");
  words.variable("PYTHONDONTWRITEBYTECODE", "1");
  words.variable("PYTHONSAFEPATH", "1");  // modules of the file's folder do not replace those of the package
  words.variable("PYTHONHASHSEED", "0");
  words.variable("PYTHONFAULTHANDLER", "1");
  words.variable("MPLBACKEND", "Agg");
  words.variable("LW_RUNNER", paths.runner);
}

std::vector<std::string> commandLine(const CollectRequest& request, const Interpreter& python, const Paths& paths,
                                     const std::string& result) {
  Words words(paths.runner);
  if (isSandboxOff()) words.flag("--unconfined");
  addRights(words, python, paths);
  addVariables(words, paths);
  words.add("--folder", paths.folder);
  words.add("--memory", std::to_string(request.limits.memory));
  words.add("--file", std::to_string(request.limits.file));
  std::vector<std::string> program{python.program, "-m", "loopwright.tvm", "--collect", result, "--tvm", request.tvm};
  if (!request.call.empty()) program.insert(program.end(), {"--call", request.call});
  program.push_back(paths.file);
  return std::move(words).with(program);
}

// The child may have put anything in the place of the file: only a file with a contents of its own is read.
Result<std::string> resultText(const std::string& path, const std::string& file, size_t most) {
  const auto unread = [&](Message why) { return err::kCollectUnread(file, std::move(why)); };
  const Fd fd(open(path.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
  struct stat state{};
  if (!fd || fstat(fd.get(), &state) != 0 || !S_ISREG(state.st_mode)) return unread(say("it is no file"));
  if (static_cast<size_t>(state.st_size) > most)
    return explain(unread(say("it has {0} bytes, and at most {1} are read", state.st_size, most)),
                   "split the file, or collect fewer programs");
  std::string text(static_cast<size_t>(state.st_size), '\0');
  size_t got = 0;
  while (got < text.size()) {
    const ssize_t n = read(fd.get(), text.data() + got, text.size() - got);
    if (n <= 0) break;
    got += static_cast<size_t>(n);
  }
  text.resize(got);
  return text;
}

std::string lastMessage(const ProcessResult& result) {
  return lastLineOf(result.err.empty() ? result.out : result.err);
}

// How it ended, from the line of confined_main.h.
Status checkEnd(const ProcessResult& result, const std::string& file, bool collected) {
  std::istringstream line(result.lifeline);
  std::string how;
  line >> how;
  int number = -1;
  if (how == "exit" || how == "signal") line >> number;
  if (how == "unconfined")
    return explain(err::kCollectUnconfined(), "LW_SANDBOX=off runs the file with all your rights");
  if (how == "start") return err::kCollectFailed(file, Snippet(result.lifeline.substr(how.size() + 1)));
  if (how == "signal")
    return explain(err::kCollectSignal(file, strsignal(number)),
                   number == SIGKILL ? say("it may have used more memory than there is")
                                     : say("the last lines that it wrote: {0}", Snippet(lastMessage(result))));
  if (how != "exit") return err::kCollectFailed(file, Snippet(lastMessage(result)));
  if (number == 0 && collected) return success();
  if (number == 1) return err::kCollectFailed(file, Snippet(lastMessage(result)));
  return explain(err::kCollectExit(file, number), "os._exit() ends Python at once; sys.exit() ends the file only");
}

// The interrupt at the time-out is an error of the file at the line where it was.
void nameInterruption(Collected& collected, const CollectRequest& request) {
  std::ostringstream words;
  words << "TimeoutError: it was stopped after " << request.limits.seconds << " s";
  for (ScriptError& error : collected.errors)
    if (error.message.starts_with("KeyboardInterrupt")) return void(error.message = words.str());
  ScriptError error;
  error.file = request.file;
  error.message = words.str();
  collected.errors.push_back(std::move(error));
}

}  // namespace

Result<Collected> collect(const CollectRequest& request) {
  std::error_code error;
  const std::string file = fs::canonical(request.file, error);
  if (error) return err::kCollectNoFile(request.file, error.message());
  const bool isFolder = fs::is_directory(file);
  if (!isFolder && !file.ends_with(".py") && !file.ends_with(".ipynb") && !file.ends_with(".json"))
    return explain(err::kCollectNoFile(request.file, "its name says neither Python nor notebook"),
                   "it takes .py, .ipynb, folders, and modules that Apache TVM saved as .json");
  Result<Interpreter> python = findInterpreter(request.interpreter);
  if (!python) return python.error();
  const std::string package = request.package.empty() ? packageFolder() : request.package;
  if (package.empty())
    return explain(err::kCollectNoPackage(), "install python3-loopwright; $LW_PYTHON_PACKAGE names a folder with it");
  Result<TemporaryFolder> temporary = TemporaryFolder::make();
  if (!temporary) return temporary.error();
  const Paths paths{.file = file,
                    .folder = isFolder ? file : fs::path(file).parent_path().string(),
                    .package = fs::weakly_canonical(package, error),
                    .runner = fs::weakly_canonical(runnerProgram(), error),
                    .temporary = fs::canonical(temporary->path(), error)};
  const std::string result = paths.temporary + "/collected.json";
  const Result<ProcessResult> ran =
      runProcess(commandLine(request, *python, paths, result), {.timeoutSeconds = request.limits.seconds,
                                                                .cancelled = request.cancelled,
                                                                .mostOutput = request.limits.output,
                                                                .lifeline = kLifeline,
                                                                .graceSeconds = request.limits.grace});
  const auto tooLong = [&] {
    return explain(err::kCollectTimeout(request.file, static_cast<int64_t>(std::ceil(request.limits.seconds))),
                   "see whether it loops, or give it more time: --python-time");
  };
  if (!ran) {
    if (ran.error().kind == "process.timeout") return tooLong();
    if (ran.error().kind == "process.cancelled") return err::kCollectCancelled(request.file);
    return ran.error();
  }
  if (ran->late && !fs::exists(fs::symlink_status(result, error))) return tooLong();
  const Status ended = checkEnd(*ran, request.file, fs::exists(fs::symlink_status(result, error)));
  if (!ended) return ended.error();
  const Result<std::string> text = resultText(result, request.file, request.limits.result);
  if (!text) return text.error();
  Result<Collected> collected = readCollected(*text, request.file, request.cancelled);
  if (collected && ran->late) nameInterruption(*collected, request);
  if (collected && collected->output.empty()) collected->output = ran->out + ran->err;
  return collected;
}

}  // namespace lw
