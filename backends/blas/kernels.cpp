#include "backends/blas/kernels.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <utility>
#include "core/support/json.h"

namespace lw::blas {
namespace {

constexpr std::array<std::pair<const char*, Level>, 24> kLevels = {{{"SapphireRapids", Level::Avx512},
                                                                    {"Sapphirerapids", Level::Avx512},
                                                                    {"Cooperlake", Level::Avx512},
                                                                    {"SkylakeX", Level::Avx512},
                                                                    {"Zen", Level::Avx2},
                                                                    {"Haswell", Level::Avx2},
                                                                    {"Excavator", Level::Avx},
                                                                    {"Steamroller", Level::Avx},
                                                                    {"Piledriver", Level::Avx},
                                                                    {"Bulldozer", Level::Avx},
                                                                    {"Sandybridge", Level::Avx},
                                                                    {"Nehalem", Level::Older},
                                                                    {"Barcelona", Level::Older},
                                                                    {"Bobcat", Level::Older},
                                                                    {"Atom", Level::Older},
                                                                    {"Nano", Level::Older},
                                                                    {"Dunnington", Level::Older},
                                                                    {"Penryn", Level::Older},
                                                                    {"Core2", Level::Older},
                                                                    {"Prescott", Level::Older},
                                                                    {"Opteron", Level::Older},
                                                                    {"Opteron_SSE3", Level::Older},
                                                                    {"Northwood", Level::Older},
                                                                    {"Katmai", Level::Older}}};

const std::pair<const char*, Level>* find(const std::string& kernels) {
  const auto same = [&](const auto& known) {
    return std::equal(kernels.begin(), kernels.end(), known.first, known.first + std::string(known.first).size(),
                      [](char a, char b) { return std::tolower(a) == std::tolower(b); });
  };
  const auto found = std::find_if(kLevels.begin(), kLevels.end(), same);
  return found == kLevels.end() ? nullptr : &*found;
}

bool isAmd(const Processor& p) { return p.model.find("AMD") != std::string::npos || p.cpu.starts_with("znver"); }

const char* nameOf(Kernels::Chosen chosen) {
  return chosen == Kernels::Chosen::ByLibrary      ? "library"
         : chosen == Kernels::Chosen::ByLoopwright ? "loopwright"
                                                   : "OPENBLAS_CORETYPE";
}

}  // namespace

std::string textOf(const Kernels& k) {
  return k.library.empty() ? "plain loops, without OpenBLAS" : k.library + ", " + k.name + " kernels";
}

std::string warningOf(const Kernels& k) {
  if (k.fit()) return {};
  if (k.library.empty()) return "the reference calculates without OpenBLAS and takes too long: install libopenblas0";
  return "OpenBLAS runs its " + k.name + " kernels, which do not use what this processor can do (" + k.expected +
         " kernels would): the reference takes too long" +
         (k.chosen == Kernels::Chosen::ByVariable ? "; OPENBLAS_CORETYPE asks for them" : "");
}

nlohmann::json toJson(const Kernels& k) {
  nlohmann::json j{{"library", k.library}, {"kernels", k.name}, {"chosen_by", nameOf(k.chosen)}, {"fit", k.fit()}};
  if (!k.fit()) j["expected_kernels"] = k.expected;
  return j;
}

bool isKnown(const std::string& kernels) { return find(kernels) != nullptr; }

Level levelOf(const std::string& kernels) {
  const auto* known = find(kernels);
  return known ? known->second : Level::Older;
}

Level levelOf(const Processor& p) {
  if (p.has("avx512f") && p.has("avx512dq") && p.has("avx512bw") && p.has("avx512vl") && p.has("avx512cd"))
    return Level::Avx512;
  if (p.has("avx2") && p.has("fma")) return Level::Avx2;
  return p.has("avx") ? Level::Avx : Level::Older;
}

bool fit(const std::string& kernels, const Processor& p) {
  const Level least = levelOf(p) == Level::Avx512 && isAmd(p) ? Level::Avx2 : levelOf(p);
  return !isKnown(kernels) || levelOf(kernels) >= least;
}

std::vector<std::string> candidates(const Processor& p) {
  std::vector<std::string> names;
  const Level level = levelOf(p);
  if (level == Level::Avx512) {
    if (p.has("avx512bf16") && p.has("avx512fp16")) names.emplace_back("Sapphirerapids");
    if (p.has("avx512bf16")) names.emplace_back("Cooperlake");
    names.emplace_back("SkylakeX");
  }
  if (level >= Level::Avx2) names.emplace_back(isAmd(p) ? "Zen" : "Haswell");
  if (level >= Level::Avx) names.emplace_back("Sandybridge");
  return names;
}

Choice choose(const Processor& p, const std::string& set, const std::function<Trial(const std::string&)>& tryKernels) {
  const auto choice = [&](const Trial& trial, Kernels::Chosen chosen) {
    const std::vector<std::string> better = candidates(p);
    return Choice{{"OpenBLAS " + trial.version, trial.kernels,
                   fit(trial.kernels, p) || better.empty() ? "" : better.front(), chosen},
                  trial.asked};
  };
  const Trial own = tryKernels(set);
  if (!own.started) return {};
  if (!set.empty() && own.right) return choice(own, Kernels::Chosen::ByVariable);
  const Trial plain = set.empty() ? own : tryKernels("");
  if (plain.right && fit(plain.kernels, p)) return choice(plain, Kernels::Chosen::ByLibrary);
  for (const std::string& name : candidates(p)) {
    const Trial trial = tryKernels(name);
    // A version without these kernels falls back to its own choice.
    if (!trial.right || !isKnown(trial.kernels)) continue;
    if (!plain.right || levelOf(trial.kernels) > levelOf(plain.kernels))
      return choice(trial, Kernels::Chosen::ByLoopwright);
  }
  if (plain.right) return choice(plain, Kernels::Chosen::ByLibrary);
  return {{"", "", "OpenBLAS"}, "", false};
}

std::string waitVariable() {
  constexpr const char* kName = "OPENBLAS_THREAD_TIMEOUT";
  return std::getenv(kName) ? "" : std::string(kName) + "=22";
}

}  // namespace lw::blas
