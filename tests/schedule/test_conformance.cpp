// Runs every case of tests/golden/conformance whose steps are implemented: the schedule gives the expected program or
// is refused; traces are those of TVM; replaying, printing and parsing give the same program; and its results stay the
// same. LW_UPDATE=1 rewrites tests/golden/schedule/refusals.txt, the messages of refused cases.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>

#include "backends/interpreter/interpreter.h"
#include "core/arith/analyzer.h"
#include "core/ir/equal.h"
#include "core/ir/verify.h"
#include "core/ir/visit.h"
#include "core/script/schedule_script.h"
#include "core/trace/trace.h"
#include "tests/schedule/regions_inside.h"

namespace lw {
namespace {

namespace fs = std::filesystem;

std::string contents(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  return std::move(text).str();
}

const fs::path kRoot = fs::path(LW_SOURCE_DIR) / "tests/golden/conformance";

struct Case {
  std::string name;  // "split/divisible"
  fs::path path;
  std::string header(const std::string& key) const {
    std::istringstream lines(contents(path));
    for (std::string line; std::getline(lines, line) && line.starts_with("#");)
      if (line.starts_with("# " + key + ":")) return line.substr(key.size() + 4);
    return "";
  }
  bool refused() const { return contents(path).find("\n# refused:") != std::string::npos; }
  fs::path trace(const char* suffix) const { return fs::path(path).replace_extension(suffix); }
};

// Steps of the schedule function that no primitive implements.
std::vector<std::string> unknownSteps(const std::string& text) {
  std::vector<std::string> unknown;
  for (size_t at = text.find("sch."); at != std::string::npos; at = text.find("sch.", at + 1)) {
    size_t end = at + 4;
    while (end < text.size() && (std::isalnum(static_cast<unsigned char>(text[end])) || text[end] == '_')) ++end;
    const std::string step = text.substr(at + 4, end - at - 4);
    if (!findPrimitive(step) && step != "work_on" && step != "get" && step != "can_decompose_padding" && step != "seed")
      unknown.push_back(step);
  }
  return unknown;
}

std::vector<Case> allCases() {
  std::vector<Case> cases;
  if (!fs::exists(kRoot)) return cases;
  for (const auto& entry : fs::recursive_directory_iterator(kRoot)) {
    const fs::path& path = entry.path();
    if (path.extension() != ".py" || path.stem().extension() == ".trace") continue;
    const std::string folder = path.parent_path().filename().string();
    if (folder == "te" || folder == "roundtrip" || !unknownSteps(contents(path)).empty()) continue;
    cases.push_back({folder + "/" + path.stem().string(), path});
  }
  std::sort(cases.begin(), cases.end(), [](const Case& a, const Case& b) { return a.name < b.name; });
  return cases;
}

std::optional<Module> programOf(const SourceFile& file, std::string_view name) {
  for (const Module& module : file.modules)
    if (module.name == name) return module;
  for (const PrimFunc& function : file.functions)
    if (function.name == name) return Module{.functions = {function}};
  return std::nullopt;
}

bool isLone(const SourceFile& file) {
  return std::none_of(file.modules.begin(), file.modules.end(), [](const Module& m) { return m.name == "before"; });
}

Snapshot snapshotOf(const SourceFile& file, const Module& module) {
  const Snapshot program = isLone(file) ? Snapshot(module.functions.front()) : Snapshot(module);
  return program.withIntrinsics(file.intrinsics);
}

// Simplifies the extents of regions, to compare them.
PrimFunc withSimpleRegions(const PrimFunc& function) {
  const Analyzer analyzer;
  PrimFunc copy = function;
  copy.body = rewriteStmts(function.body, [&](const Stmt& s) -> std::optional<Stmt> {
    const auto* block = s.as<Block>();
    if (!block) return std::nullopt;
    Block simple = *block;
    for (auto* regions : {&simple.reads, &simple.writes})
      for (BufferRegion& region : *regions)
        for (Range& range : region.ranges) range = simplify(range, analyzer);
    return Stmt(simple);
  });
  return copy;
}

std::string differenceText(const Snapshot& got, const Module& expected) {
  if (static_cast<size_t>(got.functionCount()) != expected.functions.size()) return "another number of functions";
  for (int i = 0; i < got.functionCount(); ++i)
    if (const auto d = firstDifference(withSimpleRegions(got.function(i)), withSimpleRegions(expected.functions[i])))
      return d->path + ": " + d->left + " is not " + d->right + "\n" + print(got.function(i)).text;
  return "";
}

InputSpec inputsOf(const Case& c) {
  InputSpec spec;
  std::istringstream bind(c.header("bind")), inputs(c.header("inputs"));
  const auto each = [](std::istringstream& in, auto use) {
    for (std::string item; std::getline(in, item, ',');) {
      const size_t equals = item.find('=');
      if (equals != std::string::npos)
        use(item.substr(item.find_first_not_of(' '), equals - item.find_first_not_of(' ')), item.substr(equals + 1));
    }
  };
  each(bind, [&](const std::string& name, const std::string& value) { spec.bind[name] = std::stoll(value); });
  each(inputs, [&](const std::string& name, const std::string& value) { spec.ranges[name] = *parseValueRange(value); });
  return spec;
}

void expectSameResults(const Case& c, const PrimFunc& before, const PrimFunc& after) {
  if (!c.header("numeric-off").empty()) return;
  Result<std::vector<Argument>> first = makeArguments(before, inputsOf(c));
  ASSERT_TRUE(first.ok()) << toText(first.error());
  std::vector<Argument> second = *first;
  const Status a = interpret(before, *first), b = interpret(after, second);
  ASSERT_TRUE(a.ok()) << toText(a.error());
  ASSERT_TRUE(b.ok()) << toText(b.error());
  for (size_t i = 0; i < first->size(); ++i) {
    const auto* x = std::get_if<NDArray>(&(*first)[i]);
    if (!x) continue;
    const auto [relative, absolute] = toleranceOf(x->type);
    EXPECT_EQ(compareArrays(std::get<NDArray>(second[i]), *x, relative, absolute).count, 0) << "argument " << i;
  }
}

class Conformance : public testing::TestWithParam<Case> {};

std::map<std::string, std::string>& refusals() {
  static std::map<std::string, std::string> messages;
  return messages;
}

TEST_P(Conformance, Case) {
  const Case& c = GetParam();
  const SourceFile file = parseSource(c.path.filename().string(), contents(c.path));
  for (const Diagnostic& d : file.diagnostics) ADD_FAILURE() << render(d, file.source);
  const std::optional<Module> before = programOf(file, "before");
  ASSERT_TRUE(before);
  const Snapshot source = snapshotOf(file, *before);
  const ScriptRun run = interpretSchedule(file, "schedule", Schedule(source));
  if (c.refused()) {
    ASSERT_TRUE(run.error.has_value()) << "should be refused: " << c.header("refused") << "\n"
                                       << print(run.schedule.program().function(0)).text;
    refusals()[c.name] = toText(*run.error);
    return;
  }
  ASSERT_FALSE(run.error.has_value()) << toText(*run.error);
  const Snapshot& after = run.schedule.program();
  const std::optional<Module> expected = programOf(file, "expected");
  ASSERT_TRUE(expected);
  EXPECT_EQ(differenceText(after, *expected), "");
  EXPECT_EQ(test::regionsOutside(run.schedule), "");
  for (int i = 0; i < after.functionCount(); ++i) {
    EXPECT_EQ(verify(after.function(i)), std::vector<std::string>{});
    const SourceFile again = parseSource("printed", print(after.function(i)).text);
    ASSERT_TRUE(!again.hasErrors() && again.functions.size() == 1) << print(after.function(i)).text;
    EXPECT_FALSE(
        firstDifference(withSimpleRegions(after.function(i)), withSimpleRegions(again.functions.front())).has_value())
        << print(after.function(i)).text;
    expectSameResults(c, source.function(i), after.function(i));
  }
}

TEST_P(Conformance, TraceIsTvms) {
  const Case& c = GetParam();
  if (c.refused() || !fs::exists(c.trace(".trace.json"))) GTEST_SKIP() << "TVM wrote no trace";
  const SourceFile file = parseSource(c.path.filename().string(), contents(c.path));
  const Snapshot source = snapshotOf(file, *programOf(file, "before"));
  const Module expected = *programOf(file, "expected");
  const ScriptRun run = interpretSchedule(file, "schedule", Schedule(source));
  ASSERT_FALSE(run.error.has_value()) << toText(*run.error);
  const Result<Trace> golden = traceFromJson(contents(c.trace(".trace.json")));
  ASSERT_TRUE(golden.ok()) << toText(golden.error());
  EXPECT_EQ(toJson(traceOf(run.schedule)), toJson(*golden));
  const Result<Schedule> replayed = replay(source, *golden);
  ASSERT_TRUE(replayed.ok()) << toText(replayed.error());
  EXPECT_EQ(differenceText(replayed->program(), expected), "");
  if (!fs::exists(c.trace(".trace.py"))) return;
  const std::string python = contents(c.trace(".trace.py"));
  EXPECT_EQ(toPython(traceOf(run.schedule)), python);
  const ScriptRun again = interpretTracePython(makeSource("trace.py", python), Schedule(source));
  ASSERT_FALSE(again.error.has_value()) << toText(*again.error);
  EXPECT_EQ(differenceText(again.schedule.program(), expected), "");
}

INSTANTIATE_TEST_SUITE_P(All, Conformance, testing::ValuesIn(allCases()), [](const auto& info) {
  std::string name = info.param.name;
  std::replace_if(name.begin(), name.end(), [](char ch) { return !std::isalnum(static_cast<unsigned char>(ch)); }, '_');
  return name;
});
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(Conformance);

// Prints a summary after the cases, and compares the messages of refused steps with the golden file.
class Summary : public testing::Environment {
 public:
  void TearDown() override {
    const testing::UnitTest& all = *testing::UnitTest::GetInstance();
    std::map<std::string, std::pair<int, int>> counts;  // passed, failed
    for (int s = 0; s < all.total_test_suite_count(); ++s)
      for (int t = 0; t < all.GetTestSuite(s)->total_test_count(); ++t) {
        const testing::TestInfo& info = *all.GetTestSuite(s)->GetTestInfo(t);
        if (!info.value_param() || !info.should_run() || info.result()->Skipped()) continue;
        const std::string name = info.name();
        const size_t slash = name.find('/');
        auto& [passed, failed] = counts[folderOf(name.substr(slash + 1))];
        ++(info.result()->Passed() ? passed : failed);
      }
    for (const auto& [folder, count] : counts)
      std::printf("%-28s %3d passed %3d failed\n", folder.c_str(), count.first, count.second);
    compareRefusals();
  }

 private:
  static std::string folderOf(const std::string& name) {
    static const std::vector<Case> cases = allCases();
    for (const Case& c : cases) {
      std::string id = c.name;
      std::replace_if(id.begin(), id.end(), [](char ch) { return !std::isalnum(static_cast<unsigned char>(ch)); }, '_');
      if (id == name) return c.name.substr(0, c.name.find('/'));
    }
    return name;
  }

  static void compareRefusals() {
    const fs::path path = fs::path(LW_SOURCE_DIR) / "tests/golden/schedule/refusals.txt";
    std::string text;
    for (const auto& [name, message] : refusals()) text += name + "\n  " + message + "\n";
    if (std::getenv("LW_UPDATE")) {
      fs::create_directories(path.parent_path());
      std::ofstream(path) << text;
      return;
    }
    if (testing::GTEST_FLAG(filter) != "*") return;  // only a part of the cases ran
    EXPECT_EQ(text, contents(path)) << "LW_UPDATE=1 rewrites " << path;
  }
};
const auto* const kSummary = testing::AddGlobalTestEnvironment(new Summary);

}  // namespace
}  // namespace lw
