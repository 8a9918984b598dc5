// Sizes in app/ and views/: lines of a file, files of a folder, public members of a class; and the list of features.
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

const fs::path kProject = LW_SOURCE_DIR;
constexpr size_t kMostLines = 400, kMostFiles = 25, kMostPublic = 30;

// What is larger, with the reason. What needs no exception any more is taken out.
const std::map<std::string, std::string> kLargeFiles, kFullFolders, kLargeClasses;

std::string contentsOf(const fs::path& file) {
  std::ifstream in(file);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

std::vector<fs::path> windowSources(const std::string& extension) {
  std::vector<fs::path> files;
  for (const char* folder : {"app", "views"})
    for (const auto& entry : fs::recursive_directory_iterator(kProject / folder))
      if (entry.is_regular_file() && (extension.empty() || entry.path().extension() == extension))
        files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  return files;
}

std::string nameOf(const fs::path& path) { return fs::relative(path, kProject).string(); }

// Without comments, texts and lines for the preprocessor.
std::string codeIn(const std::string& text) {
  static const std::regex noise(R"re(//[^\n]*|/\*[\s\S]*?\*/|"(\\.|[^"\\\n])*"|'(\\.|[^'\\\n])+'|#[^\n]*)re");
  return std::regex_replace(text, noise, "");
}

// Declarations in the public sections of the class whose body begins at `at`; signals count, types do not.
int publicMembers(const std::string& code, size_t at, bool isPublic) {
  static const std::regex section(R"((public|protected|private|Q_SIGNALS|(public|private) Q_SLOTS)\s*:$)");
  static const std::regex type(R"(^\s*(Q_\w+\s*(\(\w*(::\w+)*\))?\s*)*(friend|using|enum|struct|class)\b)");
  int count = 0, depth = 1;
  std::string statement;
  const auto end = [&] {
    const bool any = statement.find_first_not_of(" \n") != std::string::npos;
    count += isPublic && any && !std::regex_search(statement, type);
    statement.clear();
  };
  for (; at < code.size() && depth > 0; ++at) {
    const char c = code[at];
    if (c == '{') {
      ++depth;
    } else if (c == '}') {
      const size_t next = code.find_first_not_of(" \n", at + 1);
      if (--depth == 1 && next != std::string::npos && code[next] != ';' && code[next] != ',') end();
    } else if (depth == 1 && c == ';') {
      end();
    } else if (depth == 1) {
      statement += c;
      std::smatch match;
      if (c != ':' || !std::regex_search(statement, match, section)) continue;
      isPublic = match[1].str().starts_with("public") || match[1] == "Q_SIGNALS";
      statement.clear();
    }
  }
  return count;
}

struct ClassSize {
  std::string name;
  int members;
};

std::vector<ClassSize> classesIn(const std::string& text) {
  static const std::regex begin(R"(\b(class|struct)\s+(\w+)\s*(final\s*)?(:[^{;]*)?\{)");
  const std::string code = codeIn(text);
  std::vector<ClassSize> classes;
  for (std::sregex_iterator it(code.begin(), code.end(), begin), end; it != end; ++it)
    classes.push_back({(*it)[2], publicMembers(code, size_t(it->position() + it->length()), (*it)[1] == "struct")});
  return classes;
}

TEST(WindowRules, PublicMembersAreCounted) {
  const std::vector<ClassSize> classes = classesIn(R"(
class A : public B {
  Q_OBJECT

 public:
  explicit A(int x);  // one; not this;
  int f() const { return g({1, 2}); }
  enum Kind { kFirst, kSecond };
  static constexpr int kMost = 3, kLeast = 1;
  struct Inner {
    int a = 0;
    std::vector<int> b{1, 2};
  };
  void h(const QString& text = "a; b");

 Q_SIGNALS:
  void changed();

 protected:
  void inherited();

 private:
  int x_ = 0;
};)");
  ASSERT_EQ(classes.size(), 2u);
  EXPECT_EQ(classes[0].name, "A");
  EXPECT_EQ(classes[0].members, 5);
  EXPECT_EQ(classes[1].name, "Inner");
  EXPECT_EQ(classes[1].members, 2);
}

TEST(WindowRules, FilesAreShort) {
  for (const fs::path& file : windowSources("")) {
    if (file.extension() != ".cpp" && file.extension() != ".h") continue;
    const std::string text = contentsOf(file);
    const auto lines = size_t(std::count(text.begin(), text.end(), '\n'));
    if (kLargeFiles.contains(nameOf(file)))
      EXPECT_GT(lines, kMostLines) << nameOf(file) << " is listed in kLargeFiles, and need not be";
    else
      EXPECT_LE(lines, kMostLines) << nameOf(file) << ": divide it";
  }
  for (const auto& [path, reason] : kLargeFiles) EXPECT_TRUE(fs::exists(kProject / path)) << path << ": " << reason;
}

TEST(WindowRules, FoldersAreSmall) {
  std::map<std::string, size_t> files;
  for (const fs::path& file : windowSources("")) ++files[nameOf(file.parent_path())];
  EXPECT_GT(files.size(), 20u);
  for (const auto& [folder, count] : files)
    if (kFullFolders.contains(folder))
      EXPECT_GT(count, kMostFiles) << folder << " is listed in kFullFolders, and need not be";
    else
      EXPECT_LE(count, kMostFiles) << folder << ": divide it";
  for (const auto& [path, reason] : kFullFolders) EXPECT_TRUE(files.contains(path)) << path << ": " << reason;
}

TEST(WindowRules, ClassesAreSmall) {
  std::map<std::string, int> seen;
  for (const fs::path& file : windowSources(".h"))
    for (const ClassSize& found : classesIn(contentsOf(file))) {
      seen[found.name] = found.members;
      if (!kLargeClasses.contains(found.name))
        EXPECT_LE(size_t(found.members), kMostPublic)
            << nameOf(file) << ": " << found.name << " has more public members than a reader keeps in mind";
    }
  EXPECT_GT(seen.size(), 100u);
  EXPECT_GT(seen.at("CodeView"), 10);
  for (const auto& [name, reason] : kLargeClasses)
    EXPECT_GT(size_t(seen[name]), kMostPublic) << name << " is listed in kLargeClasses, and need not be: " << reason;
}

// A folder of app/window is a feature, and the list has it; the shell knows none by name.
TEST(WindowRules, EveryFeatureIsInTheList) {
  const std::string list = contentsOf(kProject / "app/window/features.cpp");
  size_t features = 0;
  for (const auto& entry : fs::directory_iterator(kProject / "app/window")) {
    const std::string name = entry.path().filename();
    if (entry.is_directory()) {
      ++features;
      EXPECT_TRUE(fs::exists(entry.path() / (name + "_feature.h"))) << name << " has no feature";
      EXPECT_NE(list.find("\"app/window/" + name + "/" + name + "_feature.h\""), std::string::npos)
          << name << " is not in features.cpp";
    } else if (name != "features.cpp" && name != "main.cpp" && !name.ends_with(".txt")) {
      EXPECT_FALSE(std::regex_search(contentsOf(entry.path()), std::regex("_feature\\.h\"")))
          << name << " knows a feature by name";
    }
  }
  EXPECT_GT(features, 20u);
}

}  // namespace
