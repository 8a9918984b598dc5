// The services behind the window can be used and tested without one: nothing that they include, through however many
// headers of the project, comes from another module of Qt than Core, Gui and Network, or declares a widget.
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

struct Closure {
  std::map<std::string, std::string> from;  // each file that is reached, and the file that includes it
  std::string pathTo(const std::string& file) const {
    std::string path = file;
    for (std::string at = from.at(file); !at.empty(); at = from.at(at)) path = at + " -> " + path;
    return path;
  }
};

// All that the headers and sources below `folder` include from the project.
Closure closureOf(const std::string& folder) {
  static const std::regex include("(?:^|\n)\\s*#\\s*include\\s+\"([^\"]+)\"");
  Closure closure;
  std::deque<std::string> open;
  const auto reach = [&](const std::string& file, const std::string& from) {
    if (closure.from.try_emplace(file, from).second) open.push_back(file);
  };
  for (const auto& entry : fs::recursive_directory_iterator(kSources / folder))
    if (entry.path().extension() == ".h" || entry.path().extension() == ".cpp")
      reach(fs::relative(entry.path(), kSources).string(), "");
  for (; !open.empty(); open.pop_front()) {
    const std::string file = open.front(), text = textIn(kSources / file);
    for (std::sregex_iterator at(text.begin(), text.end(), include), end; at != end; ++at)
      if (fs::exists(kSources / (*at)[1].str())) reach((*at)[1], file);
  }
  return closure;
}

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

// Includes of Qt's other modules, and classes whose bases are widgets, by name or through classes of the project.
std::vector<Fault> widgetsIn(const Closure& closure) {
  static const std::regex include("(?:^|\n)\\s*#\\s*include\\s+<(Q[\\w/]+)>");
  static const std::regex derived("\\b(?:class|struct)\\s+(\\w+)\\s*(?:final\\s*)?:([^;{}()]*)\\{"), word("\\w+");
  std::set<std::string> plain, widgets = classesOfQt("QtWidgets");
  for (const char* module : {"QtCore", "QtGui", "QtNetwork"}) plain.merge(classesOfQt(module));
  std::vector<Fault> faults;
  for (const auto& [file, from] : closure.from) {
    const std::string text = textIn(kSources / file);
    for (std::sregex_iterator at(text.begin(), text.end(), include), end; at != end; ++at)
      if (!plain.contains((*at)[1])) faults.push_back({file, "<" + (*at)[1].str() + ">"});
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

TEST(Services, ReachNoWidgets) {
  if (classesOfQt("QtWidgets").empty()) GTEST_SKIP() << "built without the window";
  const Closure closure = closureOf("app/services");
  EXPECT_GT(closure.from.size(), 250u) << "the test looked at too little to mean anything";
  EXPECT_TRUE(closure.from.contains("app/models/program/loop_tree_model.h"));
  for (const Fault& fault : widgetsIn(closure))
    ADD_FAILURE() << closure.pathTo(fault.file) << ": " << fault.what
                  << "\nMove the values that the service needs out of this header";
}

// The precompiled header of the views makes every widget known without an include.
TEST(Services, NameNoWidgets) {
  const std::set<std::string> widgets = classesOfQt("QtWidgets");
  if (widgets.empty()) GTEST_SKIP() << "built without the window";
  static const std::regex name("\\bQ[A-Z]\\w+"), noise(R"re(//[^\n]*|"(\\.|[^"\\\n])*")re");
  size_t seen = 0;
  for (const auto& [file, from] : closureOf("app/services").from) {
    if (!file.starts_with("app/services/")) continue;
    const std::string code = std::regex_replace(textIn(kSources / file), noise, "");
    for (std::sregex_iterator at(code.begin(), code.end(), name), end; at != end; ++at, ++seen)
      EXPECT_FALSE(widgets.contains(at->str())) << file << " names " << at->str();
  }
  EXPECT_GT(seen, 500u) << "the test looked at too little to mean anything";
}

TEST(Services, WidgetsAreSeen) {
  if (classesOfQt("QtWidgets").empty()) GTEST_SKIP() << "built without the window";
  const Closure closure = closureOf("app/window/run");
  std::set<std::string> found;
  for (const Fault& fault : widgetsIn(closure)) found.insert(fault.file + " " + fault.what);
  EXPECT_TRUE(found.contains("views/run/sweep_chart.h <QWidget>"));
  EXPECT_TRUE(found.contains("views/run/sweep_chart.h class SweepChart : QWidget"));
  EXPECT_EQ(closure.pathTo("app/models/runs/run_model.h").find("app/window/run/"), 0u);
}

}  // namespace
