// Functions fit a screen: 60 lines at most, from the first line of the head to the closing brace. Exempt are those
// that answer for each kind of a closed list, one after the other, and others for a reason that is listed.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <sstream>
#include <string>
#include <vector>

namespace {

namespace fs = std::filesystem;

const fs::path kRepository = LW_SOURCE_DIR;
constexpr int kMostLines = 60;

const char* const kList = "a list: a line or two for each entry";
const char* const kMatch = "an exhaustive match: a case for each kind";
const char* const kText = "the text of a program, with what is filled in";
const char* const kStory = "one story: each part needs what the one before has left";
const char* const kProperty = "one random program, and what is compared with it";

// "path name" -> reason. What is short enough, or gone, is taken out.
const std::map<std::string, std::string> kLongFunctions = {
    {"app/window/help/tour_exercises.cpp tourExercises", kList},
    {"tests/random/sized_program.cpp program", "the text of one program, drawn part by part"},
    {"backends/reference/graph_elementwise.cpp addElementwise", kList},
    {"app/python/objects.cpp bindObjects", kList},
    {"app/python/schedule.cpp bindSchedule", kList},
    {"core/text/print/print_expr.cpp Printer::pythonValue", kMatch},
    {"core/text/print/print_expr.cpp Printer::expr", kMatch},
    {"core/text/print/print_stmt.cpp Printer::low", kMatch},
    {"core/arith/simplifier.cpp Simplifier::applyRules", kMatch},
    {"core/script/builtins.cpp call", kMatch},
    {"core/schedule/support/wmma_intrinsics.cpp warpTextsOf", kMatch},
    {"backends/reference/kernels.cpp binaryOf", kMatch},
    {"backends/reference/kernels.cpp unaryReal", kMatch},
    {"backends/cpu/emit_warp_matrix.cpp Emitter::warpMatrix", kMatch},
    {"views/trace/trace_model.cpp TraceModel::data", kMatch},
    {"backends/measure/measure_model.cpp interpretModel", kStory},
    {"backends/measure/measure_model.cpp measureModel", kStory},
    {"views/inspector/inspector_body.cpp InspectorBody::InspectorBody", "the parts of the pane, from top to bottom"},
    {"tests/te/topi_test.cpp cases", kList},
    {"tests/graph_kernels/elementwise_cases.cpp elementwiseCases", kList},
    {"tests/graph_kernels/update_cases.cpp updateCases", kList},
    {"tests/graph_kernels/arrangement_cases.cpp arrangementCases", kList},
    {"tests/reference/numpy_language_test.cpp Numpy.Expressions", kList},
    {"tests/text/fuzz_test.cpp mutate", kList},
    {"tests/cuda/ptx_machine.cpp carryOut", kMatch},
    {"tests/emulator/m16n8k8_program.h m16n8k8Program", kText},
    {"tests/emulator/test_mma.cpp tiles", kText},
    {"tests/cuda/test_ptx.cpp Ptx.MmaOnRegisters", kText},
    {"tests/arith/property_test.cpp SimplifyProperty.SymbolicEndsAreUsedSoundly", kProperty},
    {"tests/arith/region_test.cpp RegionProperty.BoxesAgreeWithEnumeration", kProperty},
    {"tests/emulator/test_random_gpu_orders.cpp RandomGpuOrders.OrderOfBindMoveAndScopeDoesNotMatter", kProperty},
    {"tests/c/test_c.cpp check", kProperty},
    {"tests/tune/test_features.cpp GpuDraft.OrdersSchedules", kText},
    {"tests/cli/test_gpu_script.cpp GpuScript.PacksRunsAndCompares", kStory},
    {"tests/cli/test_gpu.cpp Cli.KernelsRunOnOpenClDevices", kStory},
    {"tests/gui/test_measure.cpp sweepOverASize", kStory},
    {"tests/gui/test_screenshots.cpp sample", kStory},
    {"tests/gui/test_models.cpp runs", kStory},
    {"tests/gui/test_chords.cpp everyZoomKeyZooms", kStory},
    {"tests/gui/test_language.cpp wordsAreChinese", kStory},
    {"tests/gui/test_loop_tree.cpp boxesLookAsPaintedPlainly", kStory},
    {"tests/gui/test_playback.cpp largerCells", kStory},
    {"tests/gui/test_killed.cpp atMostAKeystrokeIsLost", kStory},
};

struct Function {
  std::string name;
  int line, lines;
};

// The mark in 1'000, but not that of u'a'.
bool separatesDigits(const std::string& text, size_t at) {
  size_t begin = at;
  while (begin > 0 && (std::isalnum(static_cast<unsigned char>(text[begin - 1])) || text[begin - 1] == '\'')) --begin;
  return begin < at && std::isdigit(static_cast<unsigned char>(text[begin]));
}

// The code without comments, texts, characters and lines of the preprocessor; every line stays.
std::string plainCode(const std::string& text) {
  std::string code;
  const auto copyLines = [&](size_t from, size_t to) {
    code.append(size_t(std::count(text.begin() + long(from), text.begin() + long(to), '\n')), '\n');
  };
  bool lineBegins = true;
  for (size_t at = 0; at < text.size();) {
    size_t end = at;
    const char c = text[at], next = at + 1 < text.size() ? text[at + 1] : '\0';
    if (c == '/' && next == '/') {
      end = std::min(text.find('\n', at), text.size());
    } else if (c == '/' && next == '*') {
      end = std::min(text.find("*/", at), text.size() - 2) + 2;
    } else if (c == '#' && lineBegins) {
      do end = std::min(text.find('\n', end + 1), text.size());
      while (end < text.size() && text[end - 1] == '\\');
    } else if (c == 'R' && next == '"' && (at == 0 || !std::isalnum(static_cast<unsigned char>(text[at - 1])))) {
      const std::string close = ")" + text.substr(at + 2, text.find('(', at) - at - 2) + "\"";
      end = std::min(text.find(close, at), text.size() - close.size()) + close.size();
    } else if (c == '"' || (c == '\'' && !separatesDigits(text, at))) {
      for (end = at + 1; end < text.size() && text[end] != c; ++end)
        if (text[end] == '\\') ++end;
      ++end;
    }
    if (end == at) {
      code += c;
      lineBegins = c == '\n' || (lineBegins && std::isspace(static_cast<unsigned char>(c)));
      ++at;
    } else {
      copyLines(at, end);
      at = end;
    }
  }
  return code;
}

// Of `head`, which is before a brace outside of all functions. Empty: no function begins there.
std::string nameOfFunction(const std::string& head) {
  static const std::regex scope(
      R"(\b(namespace|class|struct|union|enum)\b[^()]*$|^\s*(class|struct|enum)\b(?![\s\S]*\)\s*(const|noexcept|override|final|\s)*$)|\bextern\s*$)");
  static const std::regex test(R"(^\s*(?:TEST|TEST_F|TEST_P|TYPED_TEST)\(\s*(\w+),\s*(\w+)\s*\))");
  static const std::regex called(R"(([\w:~]+|operator\s*[^\s\w(]+|operator\(\))\s*\()"), variable(R"((\w+)\s*=)");
  std::smatch match;
  if (std::regex_search(head, match, test)) return match[1].str() + "." + match[2].str();
  if (std::regex_search(head, scope)) return {};
  const bool lambda = std::regex_search(head, match, variable) && head.find('(') > size_t(match.position());
  if (lambda && head.find('[') == std::string::npos) return {};  // braces around a value
  if (lambda) return match[1];
  for (std::sregex_iterator at(head.begin(), head.end(), called), end; at != end; ++at)
    if (const std::string name = (*at)[1]; name != "decltype" && name != "requires" && name != "noexcept") return name;
  return {};
}

// `A() : x_{1}` and its like: the brace is that of a member, not of the body.
bool isInitializer(const std::string& head) {
  static const std::regex members(R"(\)\s*(noexcept\s*)?:[^:])");
  const size_t last = head.find_last_not_of(" \n");
  return last != std::string::npos && std::isalnum(static_cast<unsigned char>(head[last] == '_' ? 'a' : head[last])) &&
         std::regex_search(head, members);
}

std::vector<Function> functionsIn(const std::string& text) {
  std::vector<Function> found;
  std::string head;
  int line = 1, headLine = 1, depth = 0, functionDepth = -1, members = 0;
  Function open{};
  for (const char c : plainCode(text)) {
    if (c == '\n') ++line;
    if (functionDepth < 0 && (members > 0 || c == '{') && (members > 0 || isInitializer(head))) {
      members += (c == '{') - (c == '}');
      if (members == 0) head += "()";
      continue;
    }
    if (c == '{') {
      if (functionDepth < 0) {
        if (const std::string name = nameOfFunction(head); !name.empty()) {
          functionDepth = depth;
          open = {name, headLine, 0};
        }
        head.clear();
      }
      ++depth;
    } else if (c == '}') {
      --depth;
      if (functionDepth == depth) {
        open.lines = line - open.line + 1;
        found.push_back(open);
        functionDepth = -1;
      }
      head.clear();
    } else if (functionDepth >= 0) {
      continue;
    } else if (c == ';') {
      head.clear();
    } else if (!head.empty() || !std::isspace(static_cast<unsigned char>(c))) {
      if (head.empty()) headLine = line;
      head += c;
    }
  }
  return found;
}

TEST(Functions, AreFound) {
  const std::vector<Function> found = functionsIn(R"(#include <vector>
namespace lw {
struct A : B<int> {
  A() : x_{1}, y_(2) {
    go();
  }
  int f() const { return '{'; }
  // void g() {
  int values[2] = {1, 2};
};

std::vector<int> Scope::longer(
    const std::vector<int>& a) const {
  const char* text = "}}}";
  for (;;) {
    if (a.empty()) return {};
  }
}

const std::map<int, int> kTable = [] {
  return std::map<int, int>();
}();

TEST_F(Suite, Name) {
  EXPECT_TRUE(true);
}
}  // namespace lw
)");
  std::string told;
  for (const Function& f : found) told += f.name + " " + std::to_string(f.line) + "+" + std::to_string(f.lines) + "\n";
  EXPECT_EQ(told, "A 4+3\nf 7+1\nScope::longer 12+7\nkTable 20+3\nSuite.Name 24+3\n");
}

TEST(Functions, FitAScreen) {
  size_t seen = 0;
  std::map<std::string, int> longest;
  for (const char* folder : {"core", "passes", "backends", "views", "app", "tests"})
    for (const auto& entry : fs::recursive_directory_iterator(kRepository / folder)) {
      const std::string extension = entry.path().extension();
      if (!entry.is_regular_file() || (extension != ".cpp" && extension != ".h")) continue;
      std::ifstream in(entry.path());
      std::ostringstream text;
      text << in.rdbuf();
      const std::string path = fs::relative(entry.path(), kRepository).string();
      for (const Function& f : functionsIn(text.str())) {
        ++seen;
        if (f.lines <= kMostLines) continue;
        longest[path + " " + f.name] = f.lines;
        if (!kLongFunctions.contains(path + " " + f.name))
          ADD_FAILURE() << path << ":" << f.line << ": " << f.name << " has " << f.lines
                        << " lines\nDivide it, or list the reason in kLongFunctions";
      }
    }
  EXPECT_GT(seen, 15000u) << "the test looked at too little to mean anything";
  for (const auto& [function, reason] : kLongFunctions)
    EXPECT_TRUE(longest.contains(function)) << function << " is listed, and need not be: " << reason;
}

}  // namespace
