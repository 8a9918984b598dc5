// The services behind the window can be used and tested without one: nothing that they and the models include, through
// however many headers of the project, comes from another module of Qt than Core, or declares a widget. And a change of
// a service's header recompiles few files.
#include <gtest/gtest.h>

#include <deque>
#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

namespace {

namespace fs = std::filesystem;

const fs::path kSources = LW_SOURCE_DIR;

std::string textIn(const fs::path& path) {
  std::ifstream in(path);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

// The headers of the project that a file includes.
const std::vector<std::string>& includesOf(const std::string& file) {
  static const std::regex include("(?:^|\n)\\s*#\\s*include\\s+\"([^\"]+)\"");
  static std::map<std::string, std::vector<std::string>> known;
  const auto [at, isNew] = known.try_emplace(file);
  if (!isNew) return at->second;
  const std::string text = textIn(kSources / file);
  for (std::sregex_iterator match(text.begin(), text.end(), include), end; match != end; ++match)
    if (fs::exists(kSources / (*match)[1].str())) at->second.push_back((*match)[1]);
  return at->second;
}

struct Closure {
  std::map<std::string, std::string> from;  // each file that is reached, and the file that includes it
  std::string pathTo(const std::string& file) const {
    std::string path = file;
    for (std::string at = from.at(file); !at.empty(); at = from.at(at)) path = at + " -> " + path;
    return path;
  }
};

// All that the files include from the project.
Closure closureOf(const std::vector<std::string>& files) {
  Closure closure;
  std::deque<std::string> open;
  const auto reach = [&](const std::string& file, const std::string& from) {
    if (closure.from.try_emplace(file, from).second) open.push_back(file);
  };
  for (const std::string& file : files) reach(file, "");
  for (; !open.empty(); open.pop_front())
    for (const std::string& header : includesOf(open.front())) reach(header, open.front());
  return closure;
}

std::vector<std::string> filesBelow(const std::string& folder, const std::set<std::string>& extensions) {
  std::vector<std::string> files;
  for (const auto& entry : fs::recursive_directory_iterator(kSources / folder))
    if (extensions.contains(entry.path().extension())) files.push_back(fs::relative(entry.path(), kSources).string());
  return files;
}

Closure closureOfFolder(const std::string& folder) { return closureOf(filesBelow(folder, {".h", ".cpp"})); }

// Names of classes in a module of Qt, which are the names of its headers.
std::set<std::string> classesOfQt(const std::string& module) {
  std::set<std::string> names;
#ifdef LW_QT_HEADERS
  for (const auto& entry : fs::directory_iterator(fs::path(LW_QT_HEADERS) / module))
    if (const std::string name = entry.path().filename(); name.starts_with("Q") && name.find('.') == std::string::npos)
      names.insert(name);
#else
  (void)module;
#endif
  return names;
}

struct Fault {
  std::string file, what;
};

// Includes of other modules than Qt Core, and classes whose bases are widgets, by name or through classes of the
// project.
std::vector<Fault> widgetsIn(const Closure& closure) {
  static const std::regex include("(?:^|\n)\\s*#\\s*include\\s+<(Q[\\w/.]+)>");
  static const std::regex derived("\\b(?:class|struct)\\s+(\\w+)\\s*(?:final\\s*)?:([^;{}()]*)\\{"), word("\\w+");
  std::set<std::string> core = classesOfQt("QtCore"), widgets = classesOfQt("QtWidgets");
  core.insert("QtCore");
  std::vector<Fault> faults;
  for (const auto& [file, from] : closure.from) {
    const std::string text = textIn(kSources / file);
    for (std::sregex_iterator at(text.begin(), text.end(), include), end; at != end; ++at)
      if (!core.contains((*at)[1])) faults.push_back({file, "<" + (*at)[1].str() + ">"});
  }
  // A class may be read before its base.
  for (size_t before = 0; before != widgets.size();) {
    before = widgets.size();
    for (const auto& [file, from] : closure.from) {
      const std::string text = textIn(kSources / file);
      for (std::sregex_iterator at(text.begin(), text.end(), derived), end; at != end; ++at) {
        const std::string name = (*at)[1], bases = (*at)[2];
        for (std::sregex_iterator base(bases.begin(), bases.end(), word); base != end; ++base)
          if (widgets.contains(base->str()) && widgets.insert(name).second)
            faults.push_back({file, "class " + name + " : " + base->str()});
      }
    }
  }
  return faults;
}

TEST(Services, ReachOnlyQtCore) {
  if (classesOfQt("QtWidgets").empty()) GTEST_SKIP() << "built without the window";
  for (const char* folder : {"app/models", "app/services"}) {
    const Closure closure = closureOfFolder(folder);
    EXPECT_GT(closure.from.size(), 100u) << "the test looked at too little to mean anything";
    EXPECT_TRUE(closure.from.contains("app/models/program/loop_tree_model.h"));
    for (const Fault& fault : widgetsIn(closure))
      ADD_FAILURE() << closure.pathTo(fault.file) << ": " << fault.what
                    << "\nMove the values that the service needs to app/models";
  }
}

TEST(Services, WidgetsAreSeen) {
  if (classesOfQt("QtWidgets").empty()) GTEST_SKIP() << "built without the window";
  const Closure closure = closureOfFolder("app/window/run");
  std::set<std::string> found;
  for (const Fault& fault : widgetsIn(closure)) found.insert(fault.file + " " + fault.what);
  EXPECT_TRUE(found.contains("views/run/sweep_chart.h <QWidget>"));
  EXPECT_TRUE(found.contains("views/run/sweep_chart.h class SweepChart : QWidget"));
  EXPECT_EQ(closure.pathTo("app/models/runs/run_model.h").find("app/window/run/"), 0u);
  for (const Fault& fault : widgetsIn(closureOf({"views/code/qsci.h"}))) found.insert(fault.file + " " + fault.what);
  EXPECT_TRUE(found.contains("views/code/qsci.h <Qsci/qsciscintilla.h>"));
}

constexpr size_t kMostReached = 6;

// Sources of app/ that a change of each service header recompiles, besides those in the header's own folder.
std::map<std::string, size_t> reachedSources() {
  std::map<std::string, size_t> reached;
  for (const std::string& header : filesBelow("app/services", {".h"})) reached[header] = 0;
  for (const std::string& source : filesBelow("app", {".cpp"}))
    for (const auto& [file, from] : closureOf({source}).from)
      if (const auto header = reached.find(file);
          header != reached.end() && fs::path(file).parent_path() != fs::path(source).parent_path())
        ++header->second;
  return reached;
}

TEST(Services, HeadersReachFewSources) {
  const std::map<std::string, size_t> reached = reachedSources();
  EXPECT_GT(reached.size(), 50u) << "the test looked at too little to mean anything";
  for (const auto& [header, count] : reached)
    EXPECT_LE(count, kMostReached) << header << ": declare in headers what they only refer to, and hand to others an "
                                   << "interface in app/models";
}

}  // namespace
