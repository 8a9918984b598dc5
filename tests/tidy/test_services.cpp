// What is behind the window can be tested without one.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <regex>
#include <string>

namespace {

namespace fs = std::filesystem;

TEST(Services, IncludeNoWidgets) {
  const std::regex widget(
      "#include (\"views/\\w+/\\w*_(view|body|pane|form|bar|card)\\.h\"|\"app/window/|<Q(Widget|Application)>)");
  EXPECT_TRUE(std::regex_search(std::string("#include \"views/inspector/inspector_view.h\""), widget));
  size_t seen = 0;
  for (const auto& entry : fs::recursive_directory_iterator(fs::path(LW_SOURCE_DIR) / "app/services")) {
    const std::string extension = entry.path().extension();
    if (extension != ".h" && extension != ".cpp") continue;
    std::ifstream in(entry.path());
    for (std::string line; std::getline(in, line); ++seen)
      EXPECT_FALSE(std::regex_search(line, widget)) << entry.path().filename() << ": " << line;
  }
  EXPECT_GT(seen, 3000u) << "the test looked at too little to mean anything";
}

}  // namespace
