// Texts in Python's quotes: CPython and the reader of programs get them back.
#include <gtest/gtest.h>

#include "core/support/quote.h"
#include "core/text/python/python_literals.h"
#include "core/text/tir/parser.h"
#include "tests/text/cpython.h"

namespace lw {
namespace {

std::string hex(const std::string& text) {
  std::string out;
  for (const char c : text) {
    char two[3];
    std::snprintf(two, sizeof two, "%02x", static_cast<unsigned char>(c));
    out += two;
  }
  return out;
}

std::vector<std::string> oddTexts() {
  std::vector<std::string> texts = {"",
                                    "plain",
                                    "'",
                                    "\"",
                                    "'\"",
                                    "\\",
                                    "\\n",
                                    "\\\\",
                                    "ends in \\",
                                    "a\rb\r\nc\nd\t\v\f\a\b",
                                    std::string("\0"
                                                "1",
                                                2),
                                    std::string("\x7f"
                                                "f"),
                                    "é ß € 漢字 \U0001F600 \u2028 \u0085 \u00a0 \ufeff",
                                    "\xff",
                                    "\x80\xbf",
                                    "\xc3(",
                                    "\xe2\x82",
                                    "\xed\xa0\x80",
                                    "\xf4\x90\x80\x80",
                                    "\xc0\xaf",
                                    "{} {{x}} %s $x",
                                    "\"\"\" ''' #"};
  std::string all;
  for (int c = 0; c < 256; ++c) {
    texts.emplace_back(1, static_cast<char>(c));
    texts.push_back("a" + std::string(1, static_cast<char>(c)) + "1");
    all += static_cast<char>(c);
  }
  texts.push_back(all);
  return texts;
}

TEST(Quote, CPythonReadsEveryTextAgain) {
  std::string program = "import ast\n";
  std::vector<std::string> wanted;
  for (const std::string& text : oddTexts())
    for (const std::string& literal : {quoted(text), pythonRepr(text)}) {
      // The literal is an argument of literal_eval as it is, in a line of its own.
      program += "print(ast.literal_eval(bytes.fromhex('" + hex(literal) +
                 "').decode()).encode('utf-8', 'surrogateescape').hex())\n";
      program += "x = " + literal + "\n";
      wanted.push_back(hex(text));
    }
  EXPECT_EQ(linesOfCPython(program), wanted);
}

TEST(Quote, ProgramsReadEveryTextAgain) {
  for (const std::string& text : oddTexts())
    for (const std::string& literal : {quoted(text), pythonRepr(text)}) {
      const py::StringShape shape = py::shapeOf(literal);
      EXPECT_EQ(hex(py::decodeString(std::string_view(literal).substr(shape.begin, shape.end - shape.begin), false)),
                hex(text))
          << literal;
      EXPECT_EQ(literal.find_first_of("\n\r"), std::string::npos);
    }
}

TEST(Quote, ReprChoosesPythonsQuotes) {
  std::string program;
  std::vector<std::string> ours;
  for (const std::string text : {"", "a", "it's", "say \"x\"", "'\"", "\\", "\n\r\t", "\x01\x7f", "é"}) {
    program += "print(repr(bytes.fromhex('" + hex(text) + "').decode()))\n";
    ours.push_back(pythonRepr(text));
  }
  EXPECT_EQ(ours, linesOfCPython("import sys\nsys.stdout.reconfigure(encoding='utf-8')\n" + program));
}

// Escapes that people write.
TEST(Quote, LiteralsMeanWhatTheyMeanInPython) {
  std::string program = "import warnings\nwarnings.simplefilter('ignore')\n";
  std::vector<std::string> ours;
  for (const std::string body : {R"(\a\b\f\v\n\r\t)", R"(\0\7\12\101\377)", R"(\08)", R"(\1234)", R"(\x41\xe9)",
                                 R"(\u20ac\U0001f600)", R"(\q\d\.)", R"(\\n\\)", "a\\\nb", R"(\udc80)"}) {
    program += "print('''" + body + "'''.encode('utf-8', 'surrogateescape').hex())\n";
    ours.push_back(hex(py::decodeString(body, false)));
  }
  EXPECT_EQ(ours, linesOfCPython(program));
}

TEST(Quote, CSeesTheSameBytes) {
  EXPECT_EQ(cQuoted("a\"b\\c\r\n\x01?\xff"
                    "1"),
            R"("a\"b\\c\015\012\001\077\3771")");
}

}  // namespace
}  // namespace lw
