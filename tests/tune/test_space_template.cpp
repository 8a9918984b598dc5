// Templates of spaces: holes, choices, parts and suites.
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

// What they write is compared with the sketches beside the tests of the rules; here, that all are in the program.
TEST(SpaceTemplate, TemplatesArePartsOfTheProgram) {
  for (const char* name : {"product", "dot_tiles", "gpu_tiles"})
    EXPECT_NE(spaceTemplate(name).find("sch.decompose_reduction({block}, "), std::string_view::npos) << name;
  EXPECT_NE(spaceTemplate("channel_tiles").find("sch.parallel(co)"), std::string_view::npos);
  EXPECT_NE(spaceTemplate("prologue").find("sch.compute_inline"), std::string_view::npos);
}

}  // namespace
}  // namespace lw::tune
