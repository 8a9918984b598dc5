// Every kind of error: its arguments are checked by the compiler, it is in a list, a case reaches it, and it is said in
// both languages.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <regex>
#include <set>
#include <sstream>

#include "backends/runner/errors.h"
#include "tests/errors/all_errors.h"

namespace lw {
namespace {

namespace fs = std::filesystem;

const fs::path kRoot = LW_SOURCE_DIR;

std::string contents(const fs::path& file) {
  std::ifstream in(file);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

// ---- arguments ----

constexpr Error<Ident, int64_t> kTwo{"test.two", "loop {0} has {1} iterations"};
using Two = decltype(kTwo);
static_assert(std::is_invocable_v<Two, const char*, int>);
static_assert(std::is_invocable_v<Two, std::string, size_t>);
static_assert(!std::is_invocable_v<Two, std::string>, "an argument is missing");
static_assert(!std::is_invocable_v<Two, std::string, int, int>, "an argument too many");
static_assert(!std::is_invocable_v<Two, int, int>, "a number is no name");
static_assert(!std::is_invocable_v<Two, std::string, std::string>, "a text is not a number");
static_assert(!std::is_invocable_v<Two, std::string, double>, "a fraction is no integer");
static_assert(!std::is_invocable_v<Two, std::string, bool>, "a truth value is no integer");
static_assert(holesOf("{0} and {2}") == -1 && holesOf("{1} in {0}") == 2 && holesOf("a {set}") == 0);

TEST(Message, FillsItsHoles) {
  const Explanation e = explain(kTwo("i", 12), say("split {0} by {1}", Ident("i"), 4));
  EXPECT_EQ(e.kind, "test.two");
  EXPECT_EQ(e.message, "loop i has 12 iterations");
  EXPECT_EQ(e.hint, "split i by 4");
  EXPECT_EQ(e.reason.sentence, "loop {0} has {1} iterations");
  ASSERT_EQ(e.reason.arguments.size(), 2u);
  EXPECT_EQ(e.reason.arguments[0].kind, MessageArgument::Kind::Ident);
  EXPECT_EQ(e.reason.arguments[1].kind, MessageArgument::Kind::Integer);
}

TEST(Message, HoldsOthers) {
  const Message inner = say("it reads {0}", Ident("A")), outer = say("{0}: {1}", Idents{"i", "j"}, inner);
  EXPECT_EQ(outer.text(), "i, j: it reads A");
  ASSERT_EQ(outer.arguments[1].phrase.size(), 1u);
  EXPECT_EQ(outer.arguments[1].phrase[0].sentence, "it reads {0}");
  EXPECT_TRUE(Message().empty());
  EXPECT_EQ(Message(std::string("words of {0} another program")).text(), "words of {0} another program");
}

// What the child process tells becomes a kind with its arguments again.
TEST(Message, ComesBackFromAnotherProcess) {
  const Explanation known = receivedError("runner.symbol", "the object file does not define main", "", {"main"}),
                    other = receivedError("runner.symbol", "of another version", "", {"main"});
  EXPECT_EQ(known.reason.sentence, err::kSymbolMissing.sentence);
  EXPECT_EQ(known.message, "the object file does not define main");
  EXPECT_EQ(other.message, "of another version");
  EXPECT_TRUE(other.reason.sentence.empty());
}

// ---- kinds ----

TEST(Errors, HaveIdsAndSentences) {
  static const std::regex id("[a-z][a-z0-9_-]*\\.[a-z0-9][a-z0-9_-]*");
  for (const auto& [folder, kinds] : allErrors()) {
    EXPECT_FALSE(kinds.empty()) << folder;
    std::set<const ErrorKind*> once(kinds.begin(), kinds.end());
    if (folder != "core/schedule/primitives") {  // several primitives share some
      EXPECT_EQ(once.size(), kinds.size()) << folder << " lists a kind twice";
    }
    for (const ErrorKind* kind : once) {
      EXPECT_TRUE(std::regex_match(std::string(kind->id), id)) << kind->id;
      EXPECT_FALSE(kind->sentence.empty()) << kind->id;
      EXPECT_EQ(kind->holes, holesOf(kind->sentence)) << kind->id;
    }
  }
}

std::string unescaped(std::string xml) {
  for (const auto& [from, to] :
       {std::pair{"&lt;", "<"}, {"&gt;", ">"}, {"&quot;", "\""}, {"&apos;", "'"}, {"&amp;", "&"}})
    for (size_t at = xml.find(from); at != std::string::npos; at = xml.find(from, at + 1))
      xml.replace(at, std::string_view(from).size(), to);
  return xml;
}

std::map<std::string, std::string> words(const fs::path& file) {
  std::map<std::string, std::string> all;
  const std::string text = contents(file).substr(0, contents(file).find("</context>"));  // the sentences come first
  const auto between = [&](const std::string& open, const std::string& close, size_t& at) {
    const size_t begin = text.find(open, at);
    if (begin == std::string::npos) return at = begin, std::string();
    const size_t from = begin + open.size(), end = text.find(close, from);
    at = end;
    return unescaped(text.substr(from, end - from));
  };
  for (size_t at = 0; at != std::string::npos;) {
    const std::string source = between("<source>", "</source>", at);
    if (at == std::string::npos) break;
    const std::string translation = between("<translation>", "</translation>", at);
    all.emplace(source, translation);
  }
  return all;
}

std::set<int> holesIn(std::string_view text) {
  std::set<int> holes;
  for (size_t i = 0; i + 2 < text.size(); ++i)
    if (text[i] == '{' && text[i + 2] == '}' && text[i + 1] >= '0' && text[i + 1] <= '9')
      holes.insert(text[i + 1] - '0');
  return holes;
}

// An "s" behind a word ("item{2}") has no counterpart in a language without plurals.
bool isPlural(std::string_view sentence, int hole) {
  const size_t at = sentence.find("{" + std::to_string(hole) + "}");
  return at > 0 && std::isalpha(static_cast<unsigned char>(sentence[at - 1]));
}

bool hasWords(std::string_view sentence) {
  return std::regex_search(std::string(sentence), std::regex("[A-Za-z]{2,}"));
}

TEST(Errors, AreSaidInEveryLanguage) {
  int languages = 0;
  for (const auto& file : fs::directory_iterator(kRoot / "resources/i18n/core")) {
    ++languages;
    const std::map<std::string, std::string> known = words(file.path());
    for (const auto& [folder, kinds] : allErrors())
      for (const ErrorKind* kind : kinds) {
        const std::string sentence(kind->sentence);
        if (!hasWords(sentence)) continue;
        const auto found = known.find(sentence);
        if (found == known.end()) {
          ADD_FAILURE() << file.path().filename() << " has no words for " << kind->id << ": " << sentence;
          continue;
        }
        EXPECT_TRUE(std::any_of(found->second.begin(), found->second.end(), [](char c) { return c < 0; }))
            << sentence << " -> " << found->second;
        const std::set<int> wanted = holesIn(sentence), used = holesIn(found->second);
        for (const int hole : used) EXPECT_TRUE(wanted.contains(hole)) << sentence << " -> " << found->second;
        for (const int hole : wanted)
          EXPECT_TRUE(used.contains(hole) || isPlural(sentence, hole)) << sentence << " -> " << found->second;
      }
  }
  EXPECT_GT(languages, 0);
}

// Phrases inside of sentences and hints: say("...") in the sources.
TEST(Messages, AreSaidInEveryLanguage) {
  static const std::regex phrase("\\bsay\\(\\s*\"((?:[^\"\\\\]|\\\\.)*)\""), seam("\"\\s*\\n\\s*\"");
  std::set<std::string> phrases;
  for (const char* folder : {"core", "passes", "backends"})
    for (const auto& entry : fs::recursive_directory_iterator(kRoot / folder)) {
      if (entry.path().extension() != ".cpp" && entry.path().extension() != ".h") continue;
      const std::string text = std::regex_replace(contents(entry.path()), seam, "");
      for (std::sregex_iterator at(text.begin(), text.end(), phrase), end; at != end; ++at) {
        std::string words = at->str(1);
        words = std::regex_replace(words, std::regex("\\\\n"), "\n");
        words = std::regex_replace(words, std::regex("\\\\(.)"), "$1");
        if (hasWords(words)) phrases.insert(words);
      }
    }
  EXPECT_GT(phrases.size(), 100u);
  for (const auto& file : fs::directory_iterator(kRoot / "resources/i18n/core")) {
    const std::map<std::string, std::string> known = words(file.path());
    for (const std::string& words : phrases)
      EXPECT_TRUE(known.contains(words)) << file.path().filename() << " has no words for " << words;
  }
}

// ---- cases ----

std::string joinedLiterals(std::string text) {
  static const std::regex seam("\"\\s*\\n\\s*R?\"");
  text = std::regex_replace(text, seam, "");
  for (size_t at = text.find("\\\""); at != std::string::npos; at = text.find("\\\"", at + 1)) text.erase(at, 1);
  return text;
}

// The text of all tests and their expectations.
const std::string& testTexts() {
  static const std::string all = [] {
    std::string text;
    for (const auto& entry : fs::recursive_directory_iterator(kRoot / "tests")) {
      const std::string extension = entry.path().extension().string();
      if (!entry.is_regular_file() || entry.path().filename() == "unreached.txt") continue;
      if (extension == ".cpp" || extension == ".h")
        text += joinedLiterals(contents(entry.path())) + "\n";
      else if (extension == ".py" || extension == ".txt" || extension == ".json")
        text += contents(entry.path()) + "\n";
    }
    return text;
  }();
  return all;
}

// A case reads the message: the longest piece of the sentence stands in it, or the kind's id where no other sentence
// has it.
bool isReached(const ErrorKind& kind, bool aloneWithId) {
  if (aloneWithId && testTexts().find("\"" + std::string(kind.id) + "\"") != std::string::npos) return true;
  std::string longest, piece;
  const std::string sentence = std::string(kind.sentence) + "{0}";
  for (size_t i = 0; i < sentence.size(); ++i) {
    if (sentence[i] == '{' && i + 2 < sentence.size() && sentence[i + 2] == '}') {
      if (piece.size() > longest.size()) longest = piece;
      piece.clear();
      i += 2;
    } else {
      piece += sentence[i];
    }
  }
  while (longest.starts_with(' ')) longest.erase(0, 1);
  while (longest.ends_with(' ')) longest.pop_back();
  return longest.size() >= 4 && testTexts().find(longest) != std::string::npos;
}

// Kinds without a case, under the reason why. A sentence without words of its own passes on those of another message.
TEST(Errors, AreReachedByCases) {
  std::set<std::string> unreached;
  std::istringstream lines(contents(kRoot / "tests/errors/unreached.txt"));
  std::string reason;
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("# ")) reason = line;
    if (line.empty() || line.starts_with("#")) continue;
    EXPECT_FALSE(reason.empty()) << line;
    unreached.insert(line);
  }
  std::map<std::string_view, std::set<std::string_view>> sentences;
  for (const auto& [folder, kinds] : allErrors())
    for (const ErrorKind* kind : kinds) sentences[kind->id].insert(kind->sentence);
  std::set<std::string> seen;
  for (const auto& [folder, kinds] : allErrors())
    for (const ErrorKind* kind : kinds) {
      const std::string line = std::string(kind->id) + ": " + std::string(kind->sentence);
      if (!seen.insert(line).second || !hasWords(kind->sentence)) continue;
      const bool reached = isReached(*kind, sentences.at(kind->id).size() == 1);
      EXPECT_TRUE(reached || unreached.contains(line)) << folder << ": no case reaches " << line;
      EXPECT_FALSE(reached && unreached.contains(line)) << "unreached.txt lists what a case reaches: " << line;
    }
  for (const std::string& line : unreached)
    EXPECT_TRUE(seen.contains(line)) << "unreached.txt has no such kind: " << line;
}

}  // namespace
}  // namespace lw
