#include "core/help/help.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "backends/interpreter/interpreter.h"
#include "core/ir/ndarray.h"
#include "core/schedule/all_primitives.h"
#include "core/script/schedule_script.h"
#include "core/text/parser.h"

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
    for (const Param& p : c.form->params) EXPECT_NE(p.help, p.name) << "the docstring of " << c.form->name << " says what " << p.name << " is";
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

TEST(Help, SaysThatThereIsNoPage) {
  EXPECT_EQ(helpSource("frobnicate").error().message, "there is no help page for frobnicate");
}

}  // namespace
}  // namespace lw
