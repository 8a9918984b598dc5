// Runs every program of the conformance cases before and after its schedule: both give the same results, and so does
// every stage of lowering.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "core/text/tir/parser.h"
#include "tests/passes/programs.h"

namespace lw::test {
namespace {

namespace fs = std::filesystem;

struct Case {
  std::string name, text;
  std::map<std::string, std::vector<std::string>> header;
};

std::string trim(std::string s) {
  const size_t a = s.find_first_not_of(' '), b = s.find_last_not_of(" \r");
  return a == std::string::npos ? "" : s.substr(a, b - a + 1);
}

std::vector<std::pair<std::string, std::string>> assignments(const Case& c, const std::string& key) {
  std::vector<std::pair<std::string, std::string>> result;
  const auto found = c.header.find(key);
  if (found == c.header.end()) return result;
  for (const std::string& line : found->second) {
    std::stringstream list(line);
    for (std::string item; std::getline(list, item, ',');)
      if (const size_t equals = item.find('='); equals != std::string::npos)
        result.emplace_back(trim(item.substr(0, equals)), trim(item.substr(equals + 1)));
  }
  return result;
}

Case readCase(const fs::path& path) {
  Case c{path.parent_path().filename().string() + "/" + path.filename().string(), {}, {}};
  std::ifstream in(path);
  std::stringstream all;
  all << in.rdbuf();
  c.text = all.str();
  for (std::string line; std::getline(all, line) && line.starts_with("# ");)
    if (const size_t colon = line.find(':'); colon != std::string::npos)
      c.header[line.substr(2, colon - 2)].push_back(trim(line.substr(colon + 1)));
  return c;
}

std::vector<Case> allCases() {
  std::vector<fs::path> paths;
  for (const auto& entry : fs::recursive_directory_iterator(fs::path(LW_SOURCE_DIR) / "tests/golden/conformance"))
    if (entry.path().extension() == ".py" && entry.path().string().find(".trace.") == std::string::npos)
      paths.push_back(entry.path());
  std::sort(paths.begin(), paths.end());
  std::vector<Case> cases;
  for (const fs::path& path : paths) cases.push_back(readCase(path));
  return cases;
}

InputSpec inputsOf(const Case& c) {
  InputSpec spec{.ranges = {{"*", {ValueRange::Kind::Uniform}}}};
  for (const auto& [name, value] : assignments(c, "bind")) spec.bind[name] = std::stoll(value);
  for (const auto& [name, value] : assignments(c, "inputs")) {
    const auto range = parseValueRange(value);
    EXPECT_TRUE(range.ok()) << c.name << ": " << value;
    if (range) spec.ranges.insert_or_assign(name, *range);
  }
  return spec;
}

// Runs with a limit of steps; returns nullopt if the program exceeds it or calls functions of a target.
std::optional<std::vector<Argument>> runLimited(const PrimFunc& f, const InputSpec& spec, const std::string& what) {
  InputSpec sizes = spec;
  for (const std::string& name : symbolicSizes(f)) sizes.bind.emplace(name, 5);
  auto arguments = makeArguments(f, sizes);
  if (!arguments) {
    ADD_FAILURE() << what << ": " << toText(arguments.error());
    return std::nullopt;
  }
  const Status status = interpret(f, *arguments, {.maxSteps = 1'000'000});
  if (status.ok()) return *arguments;
  if (status.error().kind != "run.step-limit" && status.error().kind != "run.unknown-function")
    ADD_FAILURE() << what << ": " << toText(status.error()) << "\n" << print(f).text;
  return std::nullopt;
}

bool same(const std::vector<Argument>& got, const std::vector<Argument>& wanted, double tolerance, std::string& why) {
  if (got.size() != wanted.size()) return true;  // the signature changed: nothing to compare
  for (size_t i = 0; i < got.size(); ++i) {
    const auto *a = std::get_if<NDArray>(&got[i]), *b = std::get_if<NDArray>(&wanted[i]);
    if (!a || !b || a->shape != b->shape || a->type != b->type) continue;
    const double limit = a->type.isFloat() ? std::max(tolerance, tolerance > 0 ? toleranceOf(a->type).first : 0) : 0;
    if (const Mismatch m = compareArrays(*a, *b, limit, limit); m.count) {
      why = "parameter " + std::to_string(i) + ": " + std::to_string(m.got) + " for " + std::to_string(m.expected);
      return false;
    }
  }
  return true;
}

TEST(Conformance, EveryStageKeepsResults) {
  int programs = 0, stagesRun = 0, skipped = 0;
  for (const Case& c : allCases()) {
    const SourceFile file = parseSource(c.name, c.text);
    if (file.hasErrors()) continue;  // the parser's tests cover refused texts
    const InputSpec spec = inputsOf(c);
    const bool off = c.header.contains("numeric-off");
    for (const char* which : {"before", "expected"}) {
      const auto f = file.select(which);
      if (!f || (c.header.contains("refused") && off)) continue;
      const auto wanted = off ? std::nullopt : runLimited(*f, spec, c.name + " " + which);
      ++programs;
      skipped += !wanted;
      for (const Stage& stage : lowerAll(*f, cpuPipeline())) {
        const std::string what = c.name + " " + which + " after " + stage.name;
        const auto broken = verify(stage.function);
        ASSERT_TRUE(broken.empty()) << what << ": " << broken.front() << "\n" << print(stage.function).text;
        if (!wanted || !stage.changed) continue;
        const auto got = runLimited(stage.function, spec, what);
        std::string why;
        ++stagesRun;
        if (!got || !same(*got, *wanted, 0, why)) {
          ADD_FAILURE() << what << ": " << why << "\n" << print(stage.function).text;
          break;
        }
      }
    }
  }
  std::printf("%d programs, %d without results, %d stages run\n", programs, skipped, stagesRun);
  EXPECT_GT(programs, 200);
  EXPECT_GT(stagesRun, 1000);
}

TEST(Conformance, SchedulesKeepResults) {
  int compared = 0;
  for (const Case& c : allCases()) {
    if (c.header.contains("numeric-off") || c.header.contains("refused")) continue;
    const SourceFile file = parseSource(c.name, c.text);
    if (file.hasErrors()) continue;
    const auto before = file.select("before"), expected = file.select("expected");
    if (!before || !expected) continue;
    const InputSpec spec = inputsOf(c);
    const auto wanted = runLimited(*before, spec, c.name), got = runLimited(*expected, spec, c.name + " expected");
    std::string why;
    if (!wanted || !got) continue;
    EXPECT_TRUE(same(*got, *wanted, 1e-4, why)) << c.name << ": " << why;
    ++compared;
  }
  EXPECT_GT(compared, 100);
}

}  // namespace
}  // namespace lw::test
