// Translations are complete: Qt's lupdate finds no text in the sources that resources/i18n has no words for, and no
// words lose a place for a value (%1) or a shortcut's letter.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <regex>
#include <set>
#include <sstream>
#include <string>

namespace {

namespace fs = std::filesystem;

std::string contents(const fs::path& file) {
  std::ifstream in(file);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

std::multiset<std::string> placesIn(const std::string& text) {
  static const std::regex place("%[0-9n]");
  std::multiset<std::string> places;
  for (auto it = std::sregex_iterator(text.begin(), text.end(), place); it != std::sregex_iterator(); ++it)
    places.insert(it->str());
  return places;
}

// "&File", not "&amp;" of a text with two of them.
bool hasShortcut(const std::string& xml) { return std::regex_search(xml, std::regex("&amp;[A-Za-z]")); }

TEST(Translation, HasWordsForEveryTextOfTheWindow) {
  const fs::path root = LW_SOURCE_DIR, lupdate = "/usr/lib/qt6/bin/lupdate";
  ASSERT_TRUE(fs::exists(lupdate)) << "qt6-l10n-tools is missing";
  for (const auto& entry : fs::directory_iterator(root / "resources/i18n")) {
    if (!entry.is_regular_file()) continue;
    const fs::path copy = fs::path(testing::TempDir()) / entry.path().filename();
    fs::copy_file(entry.path(), copy, fs::copy_options::overwrite_existing);
    const std::string command = "cd '" + root.string() + "' && " + lupdate.string() +
                                " -silent -no-obsolete -locations none -I . views app -ts '" + copy.string() +
                                "' 2>/dev/null";
    ASSERT_EQ(std::system(command.c_str()), 0) << command;
    const std::string text = contents(copy);
    int messages = 0;
    static const std::regex message(
        "<source>([^<]*)</source>(?:(?!</message>)[\\s\\S])*?<translation([^>]*)>([\\s\\S]*?)</translation>");
    for (auto it = std::sregex_iterator(text.begin(), text.end(), message); it != std::sregex_iterator();
         ++it, ++messages) {
      const std::string source = (*it)[1], state = (*it)[2], words = (*it)[3];
      EXPECT_EQ(state.find("unfinished"), std::string::npos)
          << entry.path().filename() << " has no words for: " << source;
      if (state.find("unfinished") != std::string::npos) continue;
      EXPECT_EQ(placesIn(source), placesIn(words)) << source << " -> " << words;
      EXPECT_TRUE(!hasShortcut(source) || hasShortcut(words)) << source << " has a key, " << words << " has none";
    }
    EXPECT_GT(messages, 300);
  }
}

}  // namespace
