// Templates of spaces: holes, choices, parts and suites.
#include <filesystem>
#include <fstream>
#include <sstream>

#include <gtest/gtest.h>

#include "core/tune/rules/space_template.h"

namespace lw::tune {
namespace {

constexpr std::string_view kPattern = R"(#: note not a part of the space
# The rows of {block}.
#: let rows columns
#: if many
first = {rows}
#: else
#: call few
#: end
#: suite copies
if copied:
    sch.split({block}, {rows})

    #: suite not single
    for loop in loops:
        # of all
        #: let inner
        sch.unroll({inner})
    #: end
#: end
last({later})
)";

std::string written(bool many, bool copies, bool single) {
  SpaceText text;
  text.open("if direct:");
  SpaceTemplate space(text);
  const auto choice = [&](const std::string& hole, const std::string& value) {
    space.setChoice(hole, [&text, hole, value] {
      text.line(hole + " = choose()");
      return value;
    });
  };
  choice("rows", "[4, 8]");
  choice("columns", "16");
  choice("inner", "loop");
  space.set("block", "\"C\"");
  space.set("later", [&] { return space.chosen("columns"); });
  space.setLines("few", [&] { text.line("few()"); });
  space.setFlag("many", many);
  space.setFlag("copies", copies);
  space.setFlag("single", single);
  space.write(kPattern);
  text.line("after()");
  text.close();
  return text.text("space", "");
}

TEST(SpaceTemplate, WritesWhatItsFlagsSay) {
  EXPECT_EQ(written(true, true, false), R"(def space(sch):
    if direct:
        # The rows of "C".
        rows = choose()
        columns = choose()
        first = [4, 8]
        if copied:
            sch.split("C", [4, 8])
            for loop in loops:
                # of all
                inner = choose()
                sch.unroll(loop)
        last(16)
        after()
)");
}

TEST(SpaceTemplate, LeavesOutSuites) {
  EXPECT_EQ(written(false, false, true), R"(def space(sch):
    if direct:
        # The rows of "C".
        rows = choose()
        columns = choose()
        few()
        sch.split("C", [4, 8])
        # of all
        inner = choose()
        sch.unroll(loop)
        last(16)
        after()
)");
  EXPECT_NE(written(false, true, true).find("            sch.unroll(loop)\n        last(16)\n"), std::string::npos);
}

constexpr std::string_view kLists = R"(#: use one
#: for blocks
if {block}:
    #: for loops
    #: if last
    {block}.last({loop})
    #: else
    {block}.inner({loop})
    #: end
    #: end
    #: let chosen
    use({chosen})
#: end
#: for none
never()
#: end
#: use one
last()
)";

TEST(SpaceTemplate, RepeatsLinesForEachItem) {
  SpaceText text;
  SpaceTemplate space(text);
  const std::vector<std::string> blocks = {"A", "B"};
  space.setList("blocks", blocks.size(), [&](size_t i) {
    space.set("block", blocks[i]);
    space.setChoice("chosen", [&, i] { return text.fresh("rows_" + blocks[i]); });
    // A list in a list may have other items for each item.
    space.setList("loops", i + 1, [&space, i](size_t loop) {
      space.set("loop", static_cast<int64_t>(loop));
      space.setFlag("last", loop == i);
    });
  });
  space.setList("none", 0, [](size_t) { ADD_FAILURE() << "there is no item"; });
  space.write(kLists);
  EXPECT_EQ(text.text("space", ""), R"(def space(sch):
    def one(loops):
        return sch.fuse(*loops) if len(loops) > 1 else loops[0]
    if A:
        A.last(0)
        use(rows_A)
    if B:
        B.inner(0)
        B.last(1)
        use(rows_B)
    last()
)");
}

TEST(SpaceTemplate, FaultsAreFound) {
  const std::pair<std::string_view, std::string_view> kFaults[] = {
      {"a\n#: when many\n", "line 2: `when many` is no directive"},
      {"#: if\n", "line 1: `if` needs a name"},
      {"#: let \n", "line 1: `let` needs a name"},
      {"#: if many\na\n", "`if` has no end"},
      {"#: for loops\n    #: else\n#: end\n", "line 2: `else` ends no part"},
      {"#: if many\n#: else\n#: else\n#: end\n", "line 3: `else` ends no part"},
      {"#: end\n", "line 1: `end` ends no part"},
      {"#: if many\n#: end many\n", "line 2: `end` is followed by `many`"},
      {"#: suite many\nsch.unroll(i)\n#: end\n", "line 2: `suite` is not followed by the header of a suite"},
      {"#: suite many\n#: let rows\n#: end\n", "line 2: `suite` is not followed by the header of a suite"},
      {"a\n\nsch.split({i, [4])\n", "line 3: `{` begins no hole"},
      {"{}\n", "line 1: `{` begins no hole"},
  };
  for (const auto& [pattern, fault] : kFaults) EXPECT_EQ(faultOfTemplate(pattern), fault) << pattern;
  EXPECT_EQ(faultOfTemplate(kPattern), "");
}

// What they write is compared with the sketches beside the tests of the rules; here, that all are in the program.
TEST(SpaceTemplate, TemplatesArePartsOfTheProgram) {
  int count = 0;
  for (const auto& file : std::filesystem::directory_iterator(std::string(LW_SOURCE_DIR) + "/resources/spaces")) {
    std::ifstream in(file.path());
    std::stringstream text;
    text << in.rdbuf();
    const std::string_view known = spaceTemplate(file.path().stem().string());
    EXPECT_EQ(known, text.str()) << file.path();
    EXPECT_EQ(faultOfTemplate(known), "") << file.path();
    ++count;
  }
  EXPECT_GT(count, 20);
}

}  // namespace
}  // namespace lw::tune
