#include "core/help/help.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <regex>
#include <sstream>

#include "backends/interpreter/interpreter.h"
#include "core/ir/ndarray.h"
#include "core/schedule/all_primitives.h"
#include "core/script/schedule_script.h"
#include "core/text/tir/parser.h"

namespace lw {
namespace {

using testing::HasSubstr;

TEST(Help, EveryStepHasAPageWhoseExampleRuns) {
  for (const Primitive* p : allPrimitives()) {
    if (p->query) continue;
    const Result<std::string> page = helpPage(*p);
    ASSERT_TRUE(page.ok()) << toText(page.error());
    EXPECT_THAT(*page, HasSubstr("# " + p->name));
    EXPECT_THAT(*page, HasSubstr("When to use it"));
    EXPECT_THAT(*page, HasSubstr(p->signature()));
  }
}

TEST(Help, PagesOfCompositesShowTheirSteps) {
  for (const Composite& c : libraryComposites()) {
    const std::string page = helpPage(c);
    EXPECT_THAT(page, HasSubstr("# " + c.form->name + "\n\n" + c.form->summary));
    EXPECT_THAT(page, HasSubstr("def " + c.form->name + "(sch, "));
    for (const Param& p : c.form->params)
      EXPECT_NE(p.help, p.name) << "the docstring of " << c.form->name << " says what " << p.name << " is";
  }
}

TEST(Help, WhatAPageCallsRefusedIsRefused) {
  for (const Primitive* p : allPrimitives()) {
    if (p->query) continue;
    const Result<HelpSource> source = helpSource(p->help);
    ASSERT_TRUE(source.ok()) << p->name;
    const SourceFile file = parseSource("page.py", std::string(helpFile("programs/" + source->program + ".py")));
    Schedule before{Snapshot(*file.select("")).withIntrinsics(file.intrinsics)};
    for (const std::string& step : source->prepare) before = *runStep(step, before);
    for (const std::string& step : source->refused) EXPECT_FALSE(runStep(step, before).ok()) << p->name << ": " << step;
  }
}

TEST(Help, ExamplesKeepTheResults) {
  for (const Primitive* p : allPrimitives()) {
    if (p->query) continue;
    const Result<HelpSource> source = helpSource(p->help);
    ASSERT_TRUE(source.ok()) << p->name;
    const SourceFile file = parseSource("page.py", std::string(helpFile("programs/" + source->program + ".py")));
    const PrimFunc program = *file.select("");
    Schedule after{Snapshot(program).withIntrinsics(file.intrinsics)};
    for (const std::string& step : source->prepare) after = *runStep(step, after);
    after = *runStep(source->step, after);
    InputSpec spec;
    spec.ranges["*"] = *parseValueRange("tenths");
    Result<std::vector<Argument>> arguments = makeArguments(program, spec);
    ASSERT_TRUE(arguments.ok());
    std::vector<Argument> wanted = *arguments, got = *arguments;
    ASSERT_TRUE(interpret(program, wanted).ok()) << p->name;
    const Status ran = interpret(after.program().function(), got);
    ASSERT_TRUE(ran.ok()) << p->name << ": " << toText(ran.error());
    for (size_t i = 0; i < got.size(); ++i)
      EXPECT_EQ(compareArrays(std::get<NDArray>(got[i]), std::get<NDArray>(wanted[i]), 1e-5, 1e-5).count, 0) << p->name;
  }
}

// What a page keeps in every language, in its order: code in backquotes or fences, pictures.
std::vector<std::string> codeOf(const std::string& text) {
  static const std::regex kCode("```[^`]*```|`[^`]+`|\\]\\([^)]+\\)");
  std::vector<std::string> out;
  for (auto at = std::sregex_iterator(text.begin(), text.end(), kCode); at != std::sregex_iterator(); ++at)
    out.push_back(at->str());
  std::sort(out.begin(), out.end());
  return out;
}

// The order of paragraphs: headings, list items, quotations and pictures by their first letters, the others as such.
std::string shapeOf(const std::string& text) {
  std::string out;
  bool inside = false, fence = false;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) {
    if (line.starts_with("```")) {
      fence = !fence;
      if (fence) out += 'c';
      inside = false;
      continue;
    }
    if (fence) continue;
    const bool item = line.starts_with("- "), heading = line.starts_with("#"),
               own = item || heading || line.starts_with("![");
    if (own || (!line.empty() && !inside)) out += item ? '-' : heading ? '#' : line.starts_with("![") ? '!' : 'p';
    inside = !line.empty() && !heading;
  }
  return out;
}

// Who changes an English page, changes it in the other languages too, and writes the new sum into their first line.
TEST(Help, PagesInOtherLanguagesAreOfTodaysPages) {
  const auto check = [](const std::string& path, const std::string& english) {
    const std::string file(helpFile("zh_CN/" + path));
    ASSERT_FALSE(file.empty()) << path << " is missing";
    EXPECT_EQ(file.substr(0, file.find('\n')), "of: " + sumOf(english)) << path;
    const std::string text = file.substr(file.find('\n') + 1);
    EXPECT_EQ(codeOf(text), codeOf(english)) << path;
    EXPECT_EQ(shapeOf(text), shapeOf(english)) << path;
  };
  for (const HelpTopic& topic : helpTopics())
    check("topics/" + std::string(topic.name) + ".md", std::string(topic.text));
  for (const Primitive* p : allPrimitives())
    if (!p->query) check("primitives/" + std::string(p->help) + ".md", helpSource(p->help)->text);
}

TEST(Help, EveryTopicIsShown) {
  const std::string folder = LW_SOURCE_DIR "/resources/help/topics";
  size_t files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) files += entry.path().extension() == ".md";
  EXPECT_EQ(helpTopics().size(), files);
  for (const HelpTopic& topic : helpTopics()) EXPECT_FALSE(topic.title.empty()) << topic.name;
}

TEST(Help, ALanguageWithoutPagesReadsTheEnglishOnes) {
  EXPECT_EQ(helpSource("split", "tlh")->text, helpSource("split")->text);
  EXPECT_NE(helpSource("split", "zh_CN")->text, helpSource("split")->text);
  EXPECT_EQ(helpTopics("tlh").front().title, helpTopics().front().title);
  EXPECT_NE(helpTopics("zh_CN").front().title, helpTopics().front().title);
}

TEST(Help, SaysThatThereIsNoPage) {
  EXPECT_EQ(helpSource("frobnicate").error().message, "there is no help page for frobnicate");
}

}  // namespace
}  // namespace lw
