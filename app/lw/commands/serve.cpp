// lw serve: a session for an editor, a script or an agent, over stdin and stdout.
#include <unistd.h>

#include "app/lw/command.h"
#include "app/serve/server.h"

namespace lw {
namespace {

constexpr int64_t kMost = 1'000'000'000;

int run(const CommandLine& arguments) {
  serve::ServeOptions options;
  options.mcp = arguments.has("--mcp");
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
  return serve::serve(STDIN_FILENO, STDOUT_FILENO, options);
}

}  // namespace

Command serveCommand() {
  return {"serve",
          "serve an editor, a script or an agent over stdin and stdout, one JSON message a line",
          {{"--mcp", "speak the Model Context Protocol, for agents; without it, JSON-RPC 2.0", "", OptionSpec::kFlag},
           {"--root", "the folder whose files may be opened", ".", OptionSpec::kValue},
           {"--seconds", "limit of the session: seconds of runs and searches", "3600", OptionSpec::kValue},
           {"--request-seconds", "limit of one request, in seconds", "600", OptionSpec::kValue},
           {"--trials", "limit of the session: candidates of searches", "5000", OptionSpec::kValue},
           {"--memory", "limit of the session and of each kernel, in MiB; half of what is free if none is given", "",
            OptionSpec::kValue}},
          run};
}

}  // namespace lw
