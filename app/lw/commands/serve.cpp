// lw serve: a session for a script, an editor or an agent, over stdin and stdout. lw lsp: what editors ask of a text.
#include <unistd.h>

#include <filesystem>

#include "app/lw/command.h"
#include "app/serve/editor/language_server.h"
#include "app/serve/errors.h"
#include "app/serve/server.h"

namespace lw {
namespace {

constexpr int64_t kMost = 1'000'000'000;

// Where answers are written. What a library prints goes to stderr: it must not come between messages.
int answersOnly() {
  const int answers = dup(STDOUT_FILENO);
  return answers >= 0 && dup2(STDERR_FILENO, STDOUT_FILENO) >= 0 ? answers : -1;
}

int run(const CommandLine& arguments) {
  serve::ServeOptions options;
  options.mcp = arguments.has("--mcp");
  options.follow = arguments.has("--follow");
  options.limits.root = arguments.get("--root");
  const auto number = [&](const char* name, int64_t scale, int64_t& slot) -> std::optional<Explanation> {
    const Result<int64_t> value = arguments.integer(name, 1, kMost);
    if (!value) return value.error();
    slot = *value * scale;
    return std::nullopt;
  };
  if (auto e = number("--seconds", 1, options.limits.seconds)) return fail(arguments, *e, nullptr, kWrongUsage);
  if (auto e = number("--request-seconds", 1, options.limits.requestSeconds))
    return fail(arguments, *e, nullptr, kWrongUsage);
  if (auto e = number("--trials", 1, options.limits.trials)) return fail(arguments, *e, nullptr, kWrongUsage);
  if (arguments.has("--memory"))
    if (auto e = number("--memory", 1 << 20, options.limits.memory)) return fail(arguments, *e, nullptr, kWrongUsage);
  if (std::error_code error; !std::filesystem::is_directory(options.limits.root, error))
    return fail(arguments, explain(err::kServeCannotRead(options.limits.root, say("it is no folder")), "name a folder"),
                nullptr, kWrongUsage);
  const int answers = answersOnly();
  return answers < 0 ? kWrongUsage : serve::serve(STDIN_FILENO, answers, options);
}

int runEditor(const CommandLine&) {
  const int answers = answersOnly();
  return answers < 0 ? kWrongUsage : serve::serveEditor(STDIN_FILENO, answers);
}

}  // namespace

Command serveCommand() {
  return {
      "serve",
      "serve an editor, a script or an agent over stdin and stdout, one JSON message a line",
      {{"--mcp", "speak the Model Context Protocol, for agents; without it, JSON-RPC 2.0", "", OptionSpec::kFlag},
       {"--follow", "let a window of the same user follow the session: View > Follow a session", "", OptionSpec::kFlag},
       {"--root", "the folder whose files may be opened", ".", OptionSpec::kValue},
       {"--seconds", "limit of the session: seconds of runs and searches", "3600", OptionSpec::kValue},
       {"--request-seconds", "limit of one request, in seconds", "600", OptionSpec::kValue},
       {"--trials", "limit of the session: candidates of searches", "5000", OptionSpec::kValue},
       {"--memory", "limit of the session and of each kernel, in MiB; half of what is free if none is given", "",
        OptionSpec::kValue}},
      run};
}

Command lspCommand() {
  return {"lsp", "serve an editor by the Language Server Protocol over stdin and stdout", {}, runEditor};
}

}  // namespace lw
