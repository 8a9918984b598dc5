// The rules of CONTRIBUTING.md that a machine can hold: who may include whom, sizes of files, no leftovers.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <string>
#include <vector>

namespace {

namespace fs = std::filesystem;

const fs::path kRoot = LW_SOURCE_DIR;

// Folder -> folders it may include (itself is always allowed). One line per row of the list in ARCHITECTURE.md.
const std::map<std::string, std::set<std::string>> kMayInclude = [] {
  std::map<std::string, std::set<std::string>> rules;
  rules["core/support"] = {};
  rules["core/ir"] = {"core/support"};
  const auto extend = [&](const std::string& folder, std::vector<std::string> bases) {
    std::set<std::string> all;
    for (const std::string& base : bases) {
      all.insert(base);
      all.insert(rules.at(base).begin(), rules.at(base).end());
    }
    rules[folder] = std::move(all);
  };
  extend("core/arith", {"core/ir"});
  extend("core/graph", {"core/arith"});
  extend("core/text", {"core/graph"});
  extend("core/analysis", {"core/arith", "core/text"});
  extend("core/prove", {"core/arith"});
  extend("core/check_proof", {"core/prove"});
  extend("core/schedule", {"core/analysis"});
  extend("core/trace", {"core/schedule"});
  extend("core/script", {"core/trace"});
  extend("core/te", {"core/script"});
  extend("core/onnx", {"core/graph"});
  extend("core/tune", {"core/te"});
  extend("core/session", {"core/tune"});
  extend("core/help", {"core/script"});
  extend("passes", {"core/session", "core/onnx"});
  extend("backends", {"passes"});
  extend("app/models", {"backends"});
  extend("views", {"app/models", "core/help"});
  extend("app", {"views", "core/check_proof"});
  return rules;
}();

const std::map<std::string, std::string> kLongFiles = {};  // path -> reason

std::string folderOf(const std::string& path) {
  const size_t first = path.find('/');
  if (first == std::string::npos) return "";
  if (path.starts_with("core/") || path.starts_with("app/models/")) return path.substr(0, path.find('/', first + 1));
  return path.substr(0, first);
}

struct SourceFile {
  std::string path;
  std::vector<std::string> lines;
};

std::vector<SourceFile> sources(const std::vector<std::string>& folders) {
  std::vector<SourceFile> files;
  for (const std::string& folder : folders) {
    if (!fs::exists(kRoot / folder)) continue;
    for (const auto& entry : fs::recursive_directory_iterator(kRoot / folder)) {
      const std::string extension = entry.path().extension();
      if (!entry.is_regular_file() || (extension != ".cpp" && extension != ".h")) continue;
      SourceFile file{fs::relative(entry.path(), kRoot).string(), {}};
      std::ifstream in(entry.path());
      for (std::string line; std::getline(in, line);) file.lines.push_back(line);
      files.push_back(std::move(file));
    }
  }
  std::sort(files.begin(), files.end(), [](const auto& a, const auto& b) { return a.path < b.path; });
  return files;
}

std::string textOf(const fs::path& path) {
  std::ifstream in(path);
  return {std::istreambuf_iterator<char>(in), {}};
}

const std::vector<std::string> kProduct = {"core", "passes", "backends", "views", "app"};

TEST(Tidy, FoldersIncludeOnlyWhatTheyMay) {
  const std::regex include("^\\s*#\\s*include\\s+\"([^\"]+)\"");
  size_t seen = 0;
  for (const SourceFile& file : sources(kProduct)) {
    const std::string folder = folderOf(file.path);
    const auto rule = kMayInclude.find(folder);
    ASSERT_NE(rule, kMayInclude.end()) << file.path << ": folder " << folder << " has no include rule";
    for (const std::string& line : file.lines) {
      std::smatch match;
      if (!std::regex_search(line, match, include)) continue;
      const std::string target = folderOf(match[1]);
      if (target.empty() || !kMayInclude.contains(target)) continue;
      ++seen;
      EXPECT_TRUE(target == folder || rule->second.contains(target)) << file.path << " must not include " << match[1];
    }
  }
  EXPECT_GT(seen, 50u) << "the test looked at too little to mean anything";
}

// What checks proofs is small, and reaches nothing of what finds them.
TEST(Tidy, TheCheckerOfProofsIncludesNoMatcher) {
  constexpr size_t kMostLines = 1500;
  const std::regex include("^\\s*#\\s*include\\s+\"(core/[^\"]+)\"");
  std::map<std::string, std::vector<std::string>> lines;
  for (const SourceFile& file : sources({"core"})) lines[file.path] = file.lines;
  std::vector<std::string> open;
  size_t own = 0;
  for (const auto& [path, text] : lines)
    if (path.starts_with("core/check_proof/")) {
      open.push_back(path);
      own += text.size();
    }
  EXPECT_GT(own, 300u);
  EXPECT_LE(own, kMostLines);
  std::set<std::string> reached(open.begin(), open.end());
  while (!open.empty()) {
    const std::string path = open.back();
    open.pop_back();
    for (const std::string& line : lines[path]) {
      std::smatch match;
      if (std::regex_search(line, match, include) && reached.insert(match[1]).second) open.push_back(match[1]);
    }
  }
  EXPECT_TRUE(reached.contains("core/prove/equations.h"));
  for (const char* header : {"matcher", "prove", "recording"})
    EXPECT_FALSE(reached.contains(std::string("core/prove/") + header + ".h")) << header;
}

TEST(Tidy, CorePassesAndBackendsKnowNoQtAndOnlyBackendsKnowLlvm) {
  const std::regex qt("^\\s*#\\s*include\\s+<(Q[A-Z]\\w*|Qsci/.*)>"), llvm("^\\s*#\\s*include\\s+[<\"]llvm/");
  for (const SourceFile& file : sources(kProduct)) {
    const std::string folder = folderOf(file.path);
    const bool mayQt = folder == "views" || folder.starts_with("app");
    for (const std::string& line : file.lines) {
      if (!mayQt) EXPECT_FALSE(std::regex_search(line, qt)) << file.path << ": " << line;
      if (folder != "backends") EXPECT_FALSE(std::regex_search(line, llvm)) << file.path << ": " << line;
    }
  }
}

TEST(Tidy, FilesStayReadable) {
  std::vector<std::string> folders = kProduct;
  folders.push_back("tests");
  for (const SourceFile& file : sources(folders)) {
    if (file.lines.size() <= 600) continue;
    EXPECT_TRUE(kLongFiles.contains(file.path))
        << file.path << " has " << file.lines.size() << " lines: divide it, or list the reason in kLongFiles";
  }
  for (const auto& [path, reason] : kLongFiles)
    EXPECT_TRUE(fs::exists(kRoot / path) && !reason.empty()) << path << " is listed but does not exist";
}

TEST(Tidy, NoLeftovers) {
  const std::regex leftover(
      "\\b("
      "TODO|FIXME|XXX"
      "|HACK)\\b");
  for (const SourceFile& file : sources(kProduct))
    for (size_t i = 0; i < file.lines.size(); ++i)
      EXPECT_FALSE(std::regex_search(file.lines[i], leftover)) << file.path << ":" << i + 1 << ": " << file.lines[i];
}

// A room of the analyses may ask those before it: what a program is, then where its elements lie, what values they
// have, which executions depend on each other, and what the threads of a GPU do.
TEST(Tidy, RoomsOfTheAnalysesDependOneWay) {
  const std::vector<std::string> rooms = {"program", "tables", "shapes", "values", "dependence", "gpu"};
  const auto place = [&](const std::string& room) {
    return std::find(rooms.begin(), rooms.end(), room == "cost" ? "values" : room) - rooms.begin();
  };
  const std::regex from("core/analysis/([a-z]+)/[^/]*"), include("#include \"core/analysis/([a-z]+)/.*");
  size_t seen = 0;
  for (const SourceFile& file : sources({"core/analysis"})) {
    std::smatch mine, other;
    if (!std::regex_match(file.path, mine, from)) continue;
    ++seen;
    EXPECT_LT(place(mine[1]), std::ssize(rooms)) << file.path << " is in no room";
    for (const std::string& line : file.lines)
      if (std::regex_match(line, other, include) && mine[1] != other[1])
        EXPECT_LT(place(other[1]), place(mine[1])) << file.path << ": " << line;
  }
  EXPECT_GT(seen, 60u);
}

// isl's sets are made of affine expressions in one place (and in proofs, which share no check with it), and nothing in
// the engine depends on its thread.
TEST(Tidy, SetsAreMadeInOnePlace) {
  for (const SourceFile& file : sources({"core", "passes"}))
    for (size_t i = 0; i < file.lines.size(); ++i) {
      EXPECT_EQ(file.lines[i].find("_read_from_str("), std::string::npos) << file.path << ":" << i + 1;
      EXPECT_EQ(file.lines[i].find("thread_local"), std::string::npos) << file.path << ":" << i + 1;
      if (!file.path.starts_with("core/analysis/") && !file.path.starts_with("core/prove/") &&
          !file.path.starts_with("core/check_proof/"))
        EXPECT_EQ(file.lines[i].find("#include <isl/"), std::string::npos) << file.path << ":" << i + 1;
    }
}

// Every test that tests/gui/COVERAGE.md names: `file.function` of tests/gui, `Suite.Test` of any other program.
TEST(Tidy, TestsThatAreNamedExist) {
  std::string tests;
  std::map<std::string, std::string> gui;
  for (const SourceFile& file : sources({"tests"})) {
    std::string& text =
        file.path.starts_with("tests/gui/test_") ? gui[fs::path(file.path).stem().string().substr(5)] : tests;
    for (const std::string& line : file.lines) text += line + "\n";
  }
  std::ifstream in(kRoot / "tests/gui/COVERAGE.md");
  const std::regex name("`([A-Za-z_]+)\\.([A-Za-z0-9_]+)`");
  size_t seen = 0;
  for (std::string line; std::getline(in, line);) {
    if (!line.starts_with("- ")) continue;
    EXPECT_TRUE(std::regex_search(line, name) || line.find("**open**") != std::string::npos) << "no test: " << line;
    for (std::sregex_iterator at(line.begin(), line.end(), name), end; at != end; ++at, ++seen) {
      const std::string part = (*at)[1], test = (*at)[2];
      const bool there = std::isupper(static_cast<unsigned char>(part[0]))
                             ? std::regex_search(tests, std::regex("TEST(_F)?\\(" + part + ", " + test + "\\)"))
                             : gui[part].find("void " + test + "()") != std::string::npos;
      EXPECT_TRUE(there) << part << "." << test << " does not exist: " << line;
    }
  }
  EXPECT_GT(seen, 100u);
}

// What stands after `before` and `.name =` in these files.
std::set<std::string> namesGivenIn(const std::regex& path, const std::string& before = "") {
  const std::regex given(before + "\\.name = \"([^\"]+)\"");
  std::set<std::string> names;
  for (const SourceFile& file : sources(kProduct))
    for (const std::string& line : file.lines)
      if (std::smatch match; std::regex_search(file.path, path) && std::regex_search(line, match, given))
        names.insert(match[1]);
  return names;
}

void expectNamedOnlyIn(const std::set<std::string>& names, const std::regex& where, const char* remedy) {
  const std::regex text("\"([^\"]*)\"");
  for (const SourceFile& file : sources(kProduct)) {
    if (std::regex_search(file.path, where)) continue;
    for (size_t i = 0; i < file.lines.size(); ++i) {
      const std::string line = file.lines[i].substr(0, file.lines[i].find("//"));
      for (std::sregex_iterator at(line.begin(), line.end(), text), end; at != end; ++at)
        EXPECT_FALSE(names.contains((*at)[1])) << file.path << ":" << i + 1 << ": " << line << "\n" << remedy;
    }
  }
}

// lw-runner, a process of its own, has a list of drivers; the file of peaks has a key "cpu".
TEST(Tidy, TargetsAreNamedByTheirDescriptionsOnly) {
  const std::set<std::string> names = namesGivenIn(std::regex("^backends/[a-z]+/target/"), "TargetDescriptor \\w+\\{");
  EXPECT_EQ(names.size(), 4u);
  expectNamedOnlyIn(names, std::regex("^backends/([a-z]+/target/|runner/|target/peaks\\.cpp)"),
                    "ask the TargetDescriptor (backends/targets/targets.h)");
}

TEST(Tidy, PassesAreNamedByThemselvesOnly) {
  std::set<std::string> names = namesGivenIn(std::regex("^passes/[a-z_]+\\.cpp$"));
  EXPECT_GT(names.size(), 20u);
  for (const std::string& name : namesGivenIn(std::regex("^core/schedule/primitives/"))) names.erase(name);
  expectNamedOnlyIn(names, std::regex("^passes/[a-z_]+\\.cpp$"), "compare the Pass itself");
}

// They share the namespace: of two with one name the linker would take either.
TEST(Tidy, DescriptionsHaveNamesOfTheirOwn) {
  const std::regex described("^(?:extern )?const (Pass|Primitive|TargetDescriptor) (k\\w+)");
  std::map<std::string, std::string> typeOf;
  for (const SourceFile& file : sources(kProduct))
    for (const std::string& line : file.lines)
      if (std::smatch match; std::regex_search(line, match, described)) {
        const auto [found, added] = typeOf.try_emplace(match[2], match[1]);
        EXPECT_EQ(found->second, match[1]) << file.path << ": " << line;
      }
  EXPECT_GT(typeOf.size(), 80u);
}

// Of two classes with one name the linker would take the functions of either for both.
TEST(Tidy, ClassesHaveNamesOfTheirOwn) {
  const std::regex space("^(?:inline )?namespace ([\\w:]+) \\{"), made("^(?:class|struct) (\\w+)(?!\\w|::)[^;]*\\{");
  std::map<std::string, std::string> files;  // by name
  for (const SourceFile& file : sources({"core", "passes", "backends", "app", "views", "tests"})) {
    if (!file.path.ends_with(".h")) continue;
    std::string inside;
    for (const std::string& line : file.lines) {
      std::smatch match;
      if (std::regex_search(line, match, space)) inside = match[1];
      if (!std::regex_search(line, match, made)) continue;
      const auto found = files.try_emplace(inside + "::" + match[1].str(), file.path).first;
      EXPECT_EQ(found->second, file.path) << found->first << " is in both";
    }
  }
  EXPECT_GT(files.size(), 1000u);
}

TEST(Tidy, EveryHeaderIsGuarded) {
  for (const SourceFile& file : sources(kProduct)) {
    if (!file.path.ends_with(".h")) continue;
    EXPECT_TRUE(std::find(file.lines.begin(), file.lines.end(), "#pragma once") != file.lines.end()) << file.path;
  }
}

// tests/errors asks of every kind in a list that a case reaches it and that all languages have words for it.
TEST(Tidy, EveryKindOfErrorIsTypedAndInAList) {
  const std::regex untyped("\\b(?:constexpr|const) ErrorKind k\\w+\\{"), kind("\\bError<[^;{}]*>\\s+(k\\w+)\\s*\\{"),
      listed("&(?:\\w+::)?(k\\w+)\\b");
  std::map<std::string, std::vector<std::string>> kinds;  // name -> files
  std::map<std::string, std::set<std::string>> lists;     // name -> folders whose files take its address
  int64_t inTables = 0;                                   // lines of errors.def
  for (const SourceFile& file : sources({"core", "passes", "backends", "app"})) {
    std::string text;
    for (const std::string& line : file.lines) text += line.substr(0, line.find("//")) + "\n";
    EXPECT_FALSE(std::regex_search(text, untyped)) << file.path << " has a kind of error without types";
    if (text.find("Error<") != std::string::npos)
      for (auto it = std::sregex_iterator(text.begin(), text.end(), kind); it != std::sregex_iterator(); ++it)
        kinds[(*it)[1]].push_back(file.path);
    if (text.find("&k") == std::string::npos && text.find("::k") == std::string::npos) continue;
    for (auto it = std::sregex_iterator(text.begin(), text.end(), listed); it != std::sregex_iterator(); ++it)
      lists[(*it)[1]].insert(fs::path(file.path).parent_path().string());
  }
  // errors.def is both: a kind in each line, and the list, if the source beside it makes one of them.
  for (const char* area : {"core", "passes", "backends", "app"})
    for (const auto& entry : fs::recursive_directory_iterator(kRoot / area)) {
      if (entry.path().extension() != ".def" || !entry.path().stem().string().ends_with("errors")) continue;
      const std::string path = fs::relative(entry.path(), kRoot).string();
      const std::string list = "#define LW_ERROR(name, ...) &err::name,\n#include \"" + path + "\"";
      EXPECT_NE(textOf(fs::path(entry.path()).replace_extension(".cpp")).find(list), std::string::npos) << path;
      inTables += std::ranges::count(textOf(entry.path()), '\n');
    }
  EXPECT_GT(kinds.size(), 200u);
  EXPECT_GT(inTables, 1000);
  for (const auto& [name, files] : kinds)
    for (const std::string& file : files) {
      const fs::path folder = fs::path(file).parent_path();
      const std::set<std::string>& found = lists[name];
      EXPECT_TRUE(found.contains(folder) ||
                  (file.starts_with("core/analysis/") && found.contains(folder.parent_path())) ||
                  (file.starts_with("core/schedule/support/") && !found.empty()))
          << file << ": " << name << " is in no list of errors of its folder";
    }
}

}  // namespace
