#include "tests/bench/tune_data.h"

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <sstream>

#include <nlohmann/json.hpp>

#include "core/te/read_program.h"

namespace lw::tune_bench {

void stop(const std::string& why) {
  std::fprintf(stderr, "%s\n", why.c_str());
  std::exit(1);
}

TuneSpace openSpace(const std::string& path, const std::string& function) {
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  auto file = std::make_shared<const SourceFile>(readProgram(path, text.str()));
  if (file->hasErrors()) stop(file->diagnostics.front().message);
  Schedule start(Snapshot(*file->select("")).withIntrinsics(file->intrinsics));
  return {file, tune::Space(file, function, std::move(start))};
}

std::vector<Recorded> recordedIn(const std::string& path) {
  std::vector<Recorded> all;
  std::ifstream in(path);
  for (std::string line; std::getline(in, line);) {
    const auto json = nlohmann::ordered_json::parse(line);
    auto decisions = tune::decisionsFromJson(json.at("decisions").dump());
    if (!decisions) stop(toText(decisions.error()));
    all.push_back({std::move(*decisions), json.value("ms", std::vector<double>{})});
  }
  return all;
}

}  // namespace lw::tune_bench
