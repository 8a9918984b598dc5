#include "tests/tune/recorded_times.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <limits>
#include <numeric>
#include <sstream>

#include "core/support/json.h"

#include "core/te/read_program.h"

namespace lw::tune {
namespace {

std::vector<double> ranksOf(const std::vector<double>& values) {
  std::vector<size_t> order(values.size());
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(), [&](size_t a, size_t b) { return values[a] < values[b]; });
  std::vector<double> ranks(values.size());
  for (size_t i = 0; i < order.size();) {
    size_t end = i;
    while (end < order.size() && values[order[end]] == values[order[i]]) ++end;
    for (size_t k = i; k < end; ++k) ranks[order[k]] = static_cast<double>(i + end - 1) / 2;
    i = end;
  }
  return ranks;
}

}  // namespace

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
  return {file, Space(file, function, std::move(start))};
}

std::vector<Recorded> recordedIn(const std::string& path) {
  std::vector<Recorded> all;
  std::ifstream in(path);
  for (std::string line; std::getline(in, line);) {
    const auto json = nlohmann::ordered_json::parse(line);
    auto decisions = decisionsFromJson(json.at("decisions").dump());
    if (!decisions) stop(toText(decisions.error()));
    all.push_back({std::move(*decisions), json.value("ms", std::vector<double>{})});
  }
  return all;
}

std::vector<Sample> samplesOf(const TuneSpace& space, const std::vector<Recorded>& recorded, const Machine& machine) {
  std::vector<Sample> samples;
  for (const Recorded& r : recorded) {
    const auto made = space.space.candidate(r.decisions, 1);
    const auto* candidate = std::get_if<Candidate>(&made);
    if (!candidate) stop("a recorded candidate is refused now");
    const double ms =
        r.ms.empty() ? std::numeric_limits<double>::infinity() : *std::min_element(r.ms.begin(), r.ms.end());
    samples.push_back({featuresOf(candidate->schedule.program().function(), machine), ms});
  }
  return samples;
}

double rankCorrelation(const std::vector<double>& a, const std::vector<double>& b) {
  const std::vector<double> x = ranksOf(a), y = ranksOf(b);
  const double mean = static_cast<double>(x.size() - 1) / 2;
  double xy = 0, xx = 0, yy = 0;
  for (size_t i = 0; i < x.size(); ++i) {
    xy += (x[i] - mean) * (y[i] - mean);
    xx += (x[i] - mean) * (x[i] - mean);
    yy += (y[i] - mean) * (y[i] - mean);
  }
  return xx > 0 && yy > 0 ? xy / std::sqrt(xx * yy) : 0;
}

}  // namespace lw::tune
