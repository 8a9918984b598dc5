#include "app/lw/tune_versions.h"

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <iostream>
#include <limits>

#include "app/lw/errors.h"
#include "backends/measure/measure.h"
#include "core/support/json.h"

namespace lw {
namespace {

std::optional<std::vector<int64_t>> valuesIn(const std::string& text) {
  std::vector<int64_t> values;
  const char *at = text.data(), *end = at + text.size();
  while (true) {
    int64_t value = 0;
    const auto [stop, error] = std::from_chars(at, end, value);
    if (error != std::errc() || value < 1) return std::nullopt;
    values.push_back(value);
    if (stop == end) break;
    if (*stop != ',') return std::nullopt;
    at = stop + 1;
  }
  std::sort(values.begin(), values.end());
  values.erase(std::unique(values.begin(), values.end()), values.end());
  return values;
}

}  // namespace

Result<ListedSize> listedSize(const CommandLine& arguments) {
  std::optional<ListedSize> found;
  for (const std::string& text : arguments.all("--bind")) {
    if (text.find(',') == std::string::npos) continue;
    const size_t equals = text.find('=');
    std::optional<std::vector<int64_t>> values;
    if (equals != std::string::npos && equals > 0) values = valuesIn(text.substr(equals + 1));
    if (!values) return explain(err::kUsagePair("--bind", text), "for example --bind n=1,2,4,8");
    if (found) return explain(err::kUsageTwoLists(found->name, text.substr(0, equals)), "list the values of one size");
    found = ListedSize{text.substr(0, equals), std::move(*values)};
  }
  if (!found || found->values.size() < 2) return explain(err::kUsageNoList(), "for example --bind n=1,2,4,8,16,64,256");
  return std::move(*found);
}

CommandLine withSize(CommandLine arguments, const ListedSize& size, int64_t value) {
  for (std::string& text : arguments.values["--bind"])
    if (text.starts_with(size.name + "=")) text = size.name + "=" + std::to_string(value);
  return arguments;
}

namespace {

void printVersions(bool json, const std::vector<int64_t>& values, const tune::SizeChoice& choice) {
  const std::string& size = choice.versions.size;
  std::vector<std::vector<double>> ms;  // 0: it failed
  for (const std::vector<TimeSummary>& row : choice.times)
    for (ms.emplace_back(); const TimeSummary& time : row) ms.back().push_back(time.count > 0 ? time.median : 0);
  if (json) {
    nlohmann::ordered_json j{{"event", "versions"}, {"size", size}, {"values", values}};
    j["ms"] = ms;
    j["chosen"] = choice.chosen;
    for (const SizeVersion& version : choice.versions.versions)
      j["most"].push_back(version.most ? nlohmann::ordered_json(*version.most) : nlohmann::ordered_json());
    std::cout << j.dump() << std::endl;
    return;
  }
  std::printf("\ntimes, and how many times as long as the fastest, by %s:\n%14s", size.c_str(), "");
  for (const int64_t value : values) std::printf(" %9lld", static_cast<long long>(value));
  std::vector<double> least(values.size(), std::numeric_limits<double>::infinity());
  for (const std::vector<double>& row : ms)
    for (size_t v = 0; v < row.size(); ++v)
      if (row[v] > 0) least[v] = std::min(least[v], row[v]);
  std::printf("\n%14s", "fastest");
  for (const double time : least) std::printf(" %9s", timeText(time).c_str());
  for (size_t c = 0; c < ms.size(); ++c) {
    std::printf("\n  candidate %2zu", c + 1);
    for (size_t v = 0; v < values.size(); ++v) {
      char text[32];
      std::snprintf(text, sizeof text, ms[c][v] > 0 ? "%s%.2f" : "wrong", choice.chosen[v] == c ? "*" : "",
                    ms[c][v] / least[v]);
      std::printf(" %9s", text);
    }
  }
  std::printf("\n%zu versions by %s:", choice.versions.versions.size(), size.c_str());
  for (const SizeVersion& version : choice.versions.versions)
    std::printf(version.most ? " up to %lld," : " all others\n", static_cast<long long>(version.most.value_or(0)));
}

}  // namespace

int writeVersions(const CommandLine& arguments, const std::vector<tune::TuneTask>& tasks,
                  const tune::TuneResult& result, tune::SizeTimer& timing) {
  const Result<tune::SizeChoice> choice = tune::chooseBySize(tasks, result, timing);
  if (!choice) return fail(arguments, choice.error());
  if (choice->candidates.empty()) return kWrongResult;
  const Result<PrimFunc> joined =
      withVersions(tasks.front().space.start().program(), tasks.front().function, choice->versions);
  if (!joined) return fail(arguments, joined.error());
  printVersions(arguments.json(), timing.values(), *choice);
  if (arguments.has("-o")) {
    const std::string& path = arguments.get("-o");
    const std::string text = path.ends_with(".py") ? toPython(choice->versions) : toJson(choice->versions);
    if (Status s = writeFile(path, text); !s) return fail(arguments, s.error());
  }
  return kDone;
}

}  // namespace lw
