#include "backends/measure/remote.h"

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <iterator>
#include "core/support/json.h"

#include "backends/measure/errors.h"
#include "backends/runner/runner.h"

namespace lw {
namespace {

constexpr const char* kFolder = ".cache/loopwright";  // in the home folder, where ssh begins
constexpr double kTransferSeconds = 60;               // of a package, beside its run
constexpr int kNotFound = 127, kNotExecutable = 126;  // of a shell

// FNV-1a (Fowler, Noll, Vo), 64 bits: names the contents of a file, no protection.
std::string nameOf(std::string_view bytes) {
  uint64_t hash = 0xcbf29ce484222325;
  for (const char c : bytes) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  char text[40];
  std::snprintf(text, sizeof text, "lw-runner-%016lx", hash);
  return text;
}

std::string firstLines(const std::string& text) {
  size_t end = 0;
  for (int line = 0; line < 3 && end != std::string::npos; ++line) end = text.find('\n', end + 1);
  return text.substr(0, end);
}

}  // namespace

Status checkHost(const std::string& host) {
  // The user's settings of ssh may give the name to a shell (ProxyCommand).
  const bool unsafe = std::any_of(host.begin(), host.end(), [](char c) {
    return static_cast<unsigned char>(c) <= ' ' ||
           std::string_view("$`\\\"';&|<>(){}*?!~#^").find(c) != std::string_view::npos;
  });
  if (host.empty() || host.front() == '-' || unsafe) return err::kRemoteHost(host);
  return success();
}

Result<ProcessResult> RemoteRunner::ask(const std::string& command, std::string_view input, double moreSeconds) const {
  return runProcess({"ssh", "-o", "BatchMode=yes", host_, command},
                    {.input = input, .timeoutSeconds = timeout_ + moreSeconds, .cancelled = cancelled_});
}

Result<RemoteRunner> RemoteRunner::reach(const std::string& host, double timeoutSeconds,
                                         std::function<bool()> cancelled) {
  if (const Status may = checkHost(host); !may) return may.error();
  std::ifstream in(runnerProgram(), std::ios::binary);
  const std::string bytes(std::istreambuf_iterator<char>(in), {});
  if (bytes.empty()) return err::kRemoteProgram(runnerProgram());
  RemoteRunner remote;
  remote.host_ = host;
  remote.program_ = std::string(kFolder) + "/" + nameOf(bytes);
  remote.timeout_ = timeoutSeconds;
  remote.cancelled_ = std::move(cancelled);
  const std::string list = remote.program_ + " --devices";
  Result<ProcessResult> answer = remote.ask(list, {});
  if (answer && (answer->code == kNotFound || answer->code == kNotExecutable)) {
    // Written under another name first, so that an incomplete copy is never run.
    const std::string part = remote.program_ + ".part";
    Result<ProcessResult> copied = remote.ask(std::string("mkdir -p ") + kFolder + " && cat > " + part +
                                                  " && chmod 755 " + part + " && mv " + part + " " + remote.program_,
                                              bytes);
    if (!copied) return std::move(copied).error();
    if (copied->code) return err::kRemoteFailed("copying lw-runner", host, copied->code, firstLines(copied->err));
    answer = remote.ask(list, {});
  }
  if (!answer) return std::move(answer).error();
  if (answer->code)
    return explain(err::kRemoteFailed("lw-runner", host, answer->code, firstLines(answer->err)),
                   say("`ssh {0} true` must work without a password prompt", host));
  remote.devices_ = std::move(answer->out);
  return remote;
}

Result<Processor> RemoteRunner::processor() const {
  Result<ProcessResult> answer = ask(program_ + " --processor", {});
  if (!answer) return std::move(answer).error();
  if (answer->code) return err::kRemoteFailed("lw-runner", host_, answer->code, firstLines(answer->err));
  const nlohmann::json json = nlohmann::json::parse(answer->out, nullptr, false);
  std::optional<Processor> processor = json.is_object() ? processorFromJson(json) : std::nullopt;
  if (!processor) return err::kRemoteAnswer(host_, "it does not describe its processor");
  return std::move(*processor);
}

Result<std::string> RemoteRunner::run(const std::string& package, const std::string& words) const {
  Result<ProcessResult> answer = ask(program_ + " - --json " + words, package, kTransferSeconds);
  if (!answer) return std::move(answer).error();
  if (answer->out.empty()) return err::kRemoteFailed("lw-runner", host_, answer->code, firstLines(answer->err));
  return std::move(answer->out);
}

}  // namespace lw
