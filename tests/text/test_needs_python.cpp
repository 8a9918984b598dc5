// What only Python can do: warnings, and factories in the text.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/text/tir/factories.h"
#include "core/text/tir/parser.h"

namespace lw {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::vector<std::string> warnings(const std::string& text) {
  const SourceFile file = parseSource("file.py", text);
  std::vector<std::string> messages;
  for (const Diagnostic& d : file.diagnostics) {
    EXPECT_EQ(d.severity, Diagnostic::Severity::Warning) << d.message;
    EXPECT_EQ(d.kind, "parse.needs-python") << d.message;
    EXPECT_EQ(d.hint, "have Python run the file: `lw programs FILE --python`");
    messages.push_back(std::to_string(file.source.locate(d.span.begin).line) + ": " + d.message);
  }
  EXPECT_EQ(file.needsPython() != nullptr, !messages.empty());
  return messages;
}

TEST(NeedsPython, IsNamedAtItsPlace) {
  EXPECT_THAT(warnings("x = 1\nprint(x)\n"),
              ElementsAre("2: this statement is passed over: only Python can carry it out"));
  EXPECT_THAT(warnings("class C:\n    x = 1\n"),
              ElementsAre("1: the class C is passed over: only Python can define it"));
  EXPECT_THAT(warnings("@other\ndef f(x):\n    return x\n"),
              ElementsAre("1: the function f is passed over: only Python can apply the decorator @other"));
  EXPECT_THAT(warnings("try:\n    import a\nexcept E:\n    a = None\nfinally:\n    pass\n"),
              ElementsAre("1: this is passed over: `try` is not part of the accepted language"));
  EXPECT_THAT(warnings("x = {1, 2}\n"),
              ElementsAre("1: this is passed over: a set is not part of the accepted language"));
  EXPECT_THAT(warnings("x = {n: n for n in range(3)}\n"),
              ElementsAre("1: this is passed over: a comprehension of a map is not part of the accepted language"));
  EXPECT_THAT(warnings("if TYPE_CHECKING:\n    import a\n"), IsEmpty());
  EXPECT_THAT(warnings("import a\nx = a.b()\n"), IsEmpty());
}

TEST(NeedsPython, WarningsAreFew) {
  std::string text;
  for (int i = 0; i < 1000; ++i) text += "print(3)\n";
  EXPECT_EQ(warnings(text).size(), 50u);
}

TEST(NeedsPython, AFunctionThatNeedsItCannotBeUsed) {
  const SourceFile file = parseSource("file.py", "def schedule(sch):\n    global n\n\n\ndef other(sch):\n    pass\n");
  EXPECT_FALSE(file.hasErrors());
  EXPECT_NE(file.errorIn("schedule"), nullptr);
  EXPECT_EQ(file.errorIn("other"), nullptr);
}

TEST(Factories, AreFoundWithTheirParameters) {
  const SourceFile file = parseSource("file.py", R"PY(
class Maker:
    def make(self, m: int, n=3 + 4):
        for i in range(2):
            with scope():
                @T.prim_func(private=True)
                def f(A: T.Buffer((m, n), "float32")):
                    A[0, 0] = T.float32(1)
        return f


def plain(x):
    return x
)PY");
  const std::vector<Factory> found = factoriesIn(file);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].name, "Maker.make");
  EXPECT_EQ(found[0].line, 3);
  EXPECT_THAT(found[0].programs, ElementsAre("f"));
  ASSERT_EQ(found[0].parameters.size(), 3u);
  EXPECT_EQ(found[0].parameters[1].annotation, "int");
  EXPECT_EQ(found[0].parameters[1].defaultValue, std::nullopt);
  EXPECT_EQ(found[0].parameters[2].defaultValue, "3 + 4");
}

}  // namespace
}  // namespace lw
