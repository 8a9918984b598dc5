// What README.md, ARCHITECTURE.md, SECURITY.md, CONTRIBUTING.md, CHANGELOG.md and docs/decisions name exists: files,
// links and tests. The architecture page stays short, and its table of places to touch counts right.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <sstream>
#include <string>
#include <vector>

namespace {

namespace fs = std::filesystem;

const fs::path kRoot = LW_SOURCE_DIR;
constexpr size_t kArchitectureLines = 170, kColumns = 120, kDecisionLines = 25;

// Paths in the code of these are files or folders of the repository.
const std::vector<std::string> kWithPaths = {"ARCHITECTURE.md", "README.md", "SECURITY.md", "CONTRIBUTING.md",
                                             "CHANGELOG.md"};

std::string contents(const fs::path& file) {
  std::ifstream in(file);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

std::vector<std::string> linesOf(const fs::path& file) {
  std::vector<std::string> lines;
  std::ifstream in(file);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

std::vector<fs::path> decisions() {
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator(kRoot / "docs/decisions"))
    if (entry.path().filename() != "README.md") files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  return files;
}

std::vector<fs::path> documents() {
  std::vector<fs::path> files = decisions();
  files.push_back(kRoot / "docs/decisions/README.md");
  files.push_back(kRoot / "docs/reading.md");
  for (const auto& entry : fs::directory_iterator(kRoot))
    if (entry.path().extension() == ".md") files.push_back(entry.path());
  return files;
}

// Every match of the first group.
std::vector<std::string> found(const std::string& text, const std::regex& pattern) {
  std::vector<std::string> all;
  for (std::sregex_iterator at(text.begin(), text.end(), pattern), end; at != end; ++at) all.push_back((*at)[1]);
  return all;
}

// UTF-8 has one byte per character that is no continuation.
size_t columnsOf(const std::string& line) {
  return static_cast<size_t>(
      std::count_if(line.begin(), line.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

// Sources of unit tests, and of each part of the GUI tests by its name.
struct Tests {
  std::string units;
  std::map<std::string, std::string> gui;
};

Tests allTests() {
  Tests tests;
  for (const auto& entry : fs::recursive_directory_iterator(kRoot / "tests")) {
    if (entry.path().extension() != ".cpp") continue;
    const std::string stem = entry.path().stem();
    const bool gui = entry.path().parent_path().filename() == "gui" && stem.starts_with("test_");
    (gui ? tests.gui[stem.substr(5)] : tests.units) += contents(entry.path());
  }
  return tests;
}

bool exists(const Tests& tests, const std::string& name) {
  const size_t dot = name.find('.');
  const std::string part = name.substr(0, dot), test = name.substr(dot + 1);
  if (std::isupper(static_cast<unsigned char>(part[0]))) {
    const auto has = [&](const char* macro) {
      return tests.units.find(macro + ("(" + part + ", " + test + ")")) != std::string::npos;
    };
    return has("TEST") || has("TEST_F") || has("TEST_P");
  }
  const auto file = tests.gui.find(part);
  return file != tests.gui.end() && file->second.find("void " + test + "()") != std::string::npos;
}

TEST(Documents, NameTestsThatExist) {
  const std::regex name("`([A-Za-z_]+\\.[A-Z][A-Za-z0-9_]+|[a-z_]+\\.[a-z]+[A-Z][A-Za-z0-9_]+|sessions\\.killed)`");
  const Tests tests = allTests();
  size_t seen = 0;
  for (const char* document : {"ARCHITECTURE.md", "SECURITY.md"})
    for (const std::string& test : found(contents(kRoot / document), name)) {
      ++seen;
      EXPECT_TRUE(exists(tests, test)) << document << " names " << test;
    }
  EXPECT_GT(seen, 40u) << "the test looked at too little to mean anything";
}

TEST(Documents, EveryInvariantNamesATest) {
  const std::string text = contents(kRoot / "ARCHITECTURE.md");
  const size_t begin = text.find("## Invariants"), end = text.find("\n## ", begin + 1);
  ASSERT_NE(end, std::string::npos);
  int number = 0;
  std::string invariant;
  const auto finish = [&] {
    EXPECT_TRUE(number == 0 || std::regex_search(invariant, std::regex("`[A-Za-z]+\\.[A-Za-z]+`"))) << invariant;
  };
  std::istringstream lines(text.substr(begin, end - begin));
  for (std::string line; std::getline(lines, line);) {
    if (line.empty() || !std::isdigit(static_cast<unsigned char>(line[0]))) {
      invariant += line;
      continue;
    }
    finish();
    EXPECT_TRUE(line.starts_with(std::to_string(++number) + ". ")) << line;
    invariant = line;
  }
  finish();
  EXPECT_GE(number, 15);
}

TEST(Documents, NamePathsThatExist) {
  const std::regex path(
      "`((?:core|passes|backends|views|app|resources|tests|samples|scripts|docs|cmake)/[A-Za-z0-9_./]+)`");
  std::vector<fs::path> files = decisions();
  for (const std::string& name : kWithPaths) files.push_back(kRoot / name);
  size_t seen = 0;
  for (const fs::path& file : files)
    for (const std::string& name : found(contents(file), path)) {
      if (name.find("NAME") != std::string::npos || name.find("AREA") != std::string::npos)
        continue;  // of what one adds
      ++seen;
      const auto there = [&](const char* extension) { return fs::exists(kRoot / (name + extension)); };
      EXPECT_TRUE(there("") || there(".h") || there(".cpp")) << file.filename() << " names " << name;
    }
  EXPECT_GT(seen, 40u) << "the test looked at too little to mean anything";
}

// Six walks of two paragraphs; each names three functions with the header that declares them.
TEST(Documents, TheReadingPathNamesWhatExists) {
  const std::string text = contents(kRoot / "docs/reading.md");
  std::vector<std::string> walks;
  for (size_t at = text.find("\n## "); at != std::string::npos;) {
    const size_t next = text.find("\n## ", at + 1);
    walks.push_back(text.substr(at + 1, next == std::string::npos ? next : next - at - 1));
    at = next;
  }
  EXPECT_EQ(walks.size(), 6u);
  const std::regex pair("`([A-Za-z]+)`\\s\\(([a-z_/0-9]+\\.h)\\)");
  for (const std::string& walk : walks) {
    const std::string title = walk.substr(0, walk.find('\n'));
    size_t named = 0, paragraphs = 0;
    for (size_t at = walk.find("\n\n"); at != std::string::npos && at + 3 < walk.size(); at = walk.find("\n\n", at + 1))
      ++paragraphs;
    EXPECT_EQ(paragraphs, 2u) << title;
    for (std::sregex_iterator at(walk.begin(), walk.end(), pair), end; at != end; ++at, ++named) {
      const std::regex declared("\\b" + (*at)[1].str() + "\\(");
      EXPECT_TRUE(std::regex_search(contents(kRoot / (*at)[2].str()), declared)) << title << ": " << (*at)[0];
    }
    EXPECT_EQ(named, 3u) << title;
  }
}

TEST(Documents, LinksLeadSomewhere) {
  const std::regex link("\\]\\(([^)#:]+)(?:#[^)]*)?\\)");
  size_t seen = 0;
  for (const fs::path& file : documents())
    for (const std::string& target : found(contents(file), link)) {
      ++seen;
      EXPECT_TRUE(fs::exists(file.parent_path() / target)) << file.filename() << " links to " << target;
    }
  EXPECT_GT(seen, 40u) << "the test looked at too little to mean anything";
}

TEST(Documents, ArchitectureIsThreePages) {
  const std::vector<std::string> lines = linesOf(kRoot / "ARCHITECTURE.md");
  EXPECT_LE(lines.size(), kArchitectureLines);
  for (size_t i = 0; i < lines.size(); ++i) EXPECT_LE(columnsOf(lines[i]), kColumns) << "line " << i + 1;
}

// "| primitive | 4 | `core/...` | new |" and a row for each further place, with empty cells before.
TEST(Documents, PlacesToTouchAreCounted) {
  const std::regex row("\\| ([a-z]*) ?\\| ([0-9]*) ?\\| `([^`]+)` \\| (new|one line[a-z ]*) \\|");
  std::map<std::string, std::pair<int, int>> counts;  // said, listed
  std::string what;
  for (const std::string& line : linesOf(kRoot / "ARCHITECTURE.md")) {
    std::smatch cells;
    if (!std::regex_match(line, cells, row)) continue;
    if (cells[1].length() > 0) counts[what = cells[1]].first = std::stoi(cells[2]);
    ++counts[what].second;
  }
  const std::map<std::string, int> most{{"primitive", 4}, {"pass", 3},    {"pane", 4},
                                        {"backend", 3},   {"command", 2}, {"sample", 1}};
  for (const auto& [name, limit] : most) {
    ASSERT_TRUE(counts.contains(name)) << name << " is not in the table";
    EXPECT_EQ(counts[name].first, counts[name].second) << name;
    EXPECT_LE(counts[name].second, limit) << name;
  }
}

TEST(Documents, DecisionsAreCompleteAndListed) {
  const std::string index = contents(kRoot / "docs/decisions/README.md");
  int number = 0;
  for (const fs::path& file : decisions()) {
    const std::string name = file.filename();
    char prefix[16];
    std::snprintf(prefix, sizeof prefix, "%04d", ++number);
    EXPECT_TRUE(name.starts_with(std::string(prefix) + "-")) << name << ": the numbers have a gap";
    const std::vector<std::string> lines = linesOf(file);
    ASSERT_FALSE(lines.empty());
    EXPECT_LE(lines.size(), kDecisionLines) << name;
    ASSERT_TRUE(lines[0].starts_with("# " + std::string(prefix) + ". ")) << name;
    EXPECT_NE(index.find("- [" + std::string(prefix) + "](" + name + ") " + lines[0].substr(8) + "\n"),
              std::string::npos)
        << name << " is not in docs/decisions/README.md under its title";
    const std::string text = contents(file);
    for (const char* part : {"**Context.**", "**Decision.**", "**Alternatives considered.**", "**Consequences.**"})
      EXPECT_NE(text.find(part), std::string::npos) << name << " lacks " << part;
  }
  EXPECT_GT(number, 20);
}

}  // namespace
