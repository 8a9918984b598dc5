#include "core/text/python/python_parser.h"

#include <gtest/gtest.h>

#include <cmath>

namespace lw::py {
namespace {

std::string errors(const std::string& text) {
  const SourceText source = makeSource("t.py", text);
  std::string out;
  for (const Diagnostic& d : parseModule(source).diagnostics) out += render(d, source);
  return out;
}

Module parsed(const std::string& text) {
  const SourceText source = makeSource("t.py", text);
  ParseResult result = parseModule(source);
  for (const Diagnostic& d : result.diagnostics) ADD_FAILURE() << render(d, source);
  return result.module;
}

Expr expr(const std::string& text) {
  const SourceText source = makeSource("t.py", text);
  Result<Expr> result = parseExpression(source);
  EXPECT_TRUE(result.ok()) << (result.ok() ? "" : result.error().message);
  return result.ok() ? *result : nullptr;
}

TEST(PythonParser, ReadsAScheduleFunction) {
  const Module m = parsed(R"(
from tvm import tir

def schedule(sch, n=4, *rest):
    b = sch.get_block("C")
    i, j, *_ = sch.get_loops(b)
    for k in range(n):
        if k % 2 == 0 and not k < 1:
            sch.split(i, factors=[None, 8], **{"a": 1})
        elif k: pass
        else:
            x = lambda a, b=2: (a // 8, b[1:, ::2, -1])
    return [f for f in rest if f is not None], f"{n!r:>3} {{}} {i}"
)");
  ASSERT_EQ(m.body.size(), 2u);
  EXPECT_TRUE(m.body[0]->as<Import>());
  const auto* f = m.body[1]->as<FunctionDef>();
  ASSERT_TRUE(f);
  EXPECT_EQ(f->name, "schedule");
  ASSERT_EQ(f->params.size(), 3u);
  EXPECT_TRUE(f->params[2].star);
  ASSERT_EQ(f->body.size(), 4u);
  const auto* loop = f->body[2]->as<ForLoop>();
  ASSERT_TRUE(loop);
  const auto* branch = loop->body[0]->as<If>();
  ASSERT_TRUE(branch);
  ASSERT_EQ(branch->orElse.size(), 1u);
  const auto* elif = branch->orElse[0]->as<If>();
  ASSERT_TRUE(elif);
  EXPECT_TRUE(elif->body[0]->as<Pass>());
  const auto* split = branch->body[0]->as<ExprStmt>()->value->as<Call>();
  ASSERT_EQ(split->keywords.size(), 2u);
  EXPECT_EQ(split->keywords[0].name, "factors");
  EXPECT_EQ(split->keywords[1].name, "");
  const auto* tuple = f->body[3]->as<Return>()->value->as<Tuple>();
  ASSERT_TRUE(tuple);
  const auto* text = tuple->items[1]->as<FString>();
  ASSERT_TRUE(text);
  EXPECT_EQ(text->parts.size(), text->formats.size());
}

TEST(PythonParser, ClimbsPrecedences) {
  const Expr e = expr("1 + 2 * -3 ** 2 // 4 < 5 <= x or not y and z");
  const auto* either = e->as<BoolOp>();
  ASSERT_TRUE(either);
  EXPECT_FALSE(either->isAnd);
  const auto* chain = either->values[0]->as<Compare>();
  ASSERT_TRUE(chain);
  EXPECT_EQ(chain->rest.size(), 2u);
  const auto* sum = chain->first->as<Binary>();
  ASSERT_TRUE(sum);
  EXPECT_EQ(sum->op, BinOp::Add);
  EXPECT_EQ(sum->right->as<Binary>()->op, BinOp::FloorDiv);
}

TEST(PythonParser, JoinsLinesAndMixesTabs) {
  const Module m = parsed("if a:\n\tx = (1,\n2)  # c\n\n# c\n        y = 1 + \\\n  2; z = 3\nw = [\n]\n");
  ASSERT_EQ(m.body.size(), 2u);
  EXPECT_EQ(m.body[0]->as<If>()->body.size(), 3u);
}

TEST(PythonParser, DecodesLiterals) {
  EXPECT_EQ(expr("0xFF_FF")->as<IntLiteral>()->value, 65535);
  EXPECT_EQ(expr("1e-3")->as<FloatLiteral>()->value, 1e-3);
  EXPECT_EQ(expr("0.")->as<FloatLiteral>()->value, 0.0);
  EXPECT_EQ(expr(R"("a\n\x41" 'b' r"\n")")->as<StringLiteral>()->value, "a\nAb\\n");
  EXPECT_EQ(expr("\"\"\"x\"y\"\"\"")->as<StringLiteral>()->value, "x\"y");
}

TEST(PythonParser, DecimalsOutOfRangeAreInfiniteOrZero) {
  for (const char* text : {"1e400", "1e+400", "0.0001e400", "1e99999999999999999999"})
    EXPECT_TRUE(std::isinf(expr(text)->as<FloatLiteral>()->value)) << text;
  EXPECT_TRUE(std::isinf(expr(std::string(400, '1') + ".5")->as<FloatLiteral>()->value));
  for (const char* text : {"1e-400", "10000e-400", "1e-99999999999999999999", "0e99999999999999999999"})
    EXPECT_EQ(expr(text)->as<FloatLiteral>()->value, 0) << text;
  EXPECT_EQ(expr("0." + std::string(400, '0') + "1")->as<FloatLiteral>()->value, 0);
}

TEST(PythonParser, ReadsTheLeastInteger) {
  for (const char* text : {"-9223372036854775808", "-0x8000000000000000", "(-9_223_372_036_854_775_808)"}) {
    const Expr parsedText = expr(text);
    const auto* least = parsedText->as<IntLiteral>();
    ASSERT_TRUE(least) << text;
    EXPECT_EQ(least->value, INT64_MIN) << text;
  }
  EXPECT_TRUE(expr("-9223372036854775807")->as<Unary>());
  for (const char* text : {"x = 9223372036854775808\n", "x = +9223372036854775808\n", "x = -9223372036854775809\n",
                           "x = -9223372036854775808 ** 2\n"})
    EXPECT_NE(errors(text).find("does not fit into 64 signed bits"), std::string::npos) << text;
}

TEST(PythonParser, SpansCoverTheText) {
  const std::string text = "foo(a, b[1:2]).c";
  const Expr e = expr(text);
  EXPECT_EQ(e->span.begin, 0);
  EXPECT_EQ(e->span.end, static_cast<int>(text.size()));
  EXPECT_EQ(text.substr(static_cast<size_t>(e->as<Attribute>()->nameSpan.begin)), "c");
}

TEST(PythonParser, ReportsSeveralErrors) {
  EXPECT_EQ(errors("for i in range(8)\n    x = = 1\ny = (2]\nz = 3\n"),
            "t.py:1:18: error: expected ':' at the end of the `for` line\n"
            "    for i in range(8)\n"
            "                     ^\n"
            "    hint: add ':'\n"
            "t.py:2:9: error: expected an expression, found '='\n"
            "        x = = 1\n"
            "            ^\n"
            "t.py:3:7: error: expected ')' to close the bracket, found ']'\n"
            "    y = (2]\n"
            "          ^\n");
}

TEST(PythonParser, NamesTheBracketThatIsNeverClosed) {
  EXPECT_EQ(errors("x = foo(1,\ndef f():\n    pass\n"),
            "t.py:1:8: error: '(' is never closed\n"
            "    x = foo(1,\n"
            "           ^\n"
            "    hint: add the matching closing bracket\n");
}

TEST(PythonParser, ExplainsIndentation) {
  const std::string text = errors("if a:\n        x = 1\n    y = 2\n    z = 3\n");
  EXPECT_NE(text.find("t.py:3:1: error: this indentation matches no outer block"), std::string::npos) << text;
  EXPECT_EQ(text.find("t.py:4"), std::string::npos) << text;
  EXPECT_NE(errors("if a:\nx = 1\n").find("t.py:2:1: error: expected an indented block after the `if` line"),
            std::string::npos);
  EXPECT_NE(errors("a = 1\n    x = 1\n").find("t.py:2:5: error: this line is indented more"), std::string::npos);
}

TEST(PythonParser, CountsColumnsInCharacters) {
  EXPECT_EQ(errors("\"héé\" $\n").substr(0, 30), "t.py:1:7: error: unexpected '$");
}

TEST(PythonParser, LimitsNesting) {
  const std::string deep(5000, '(');
  EXPECT_NE(errors(deep).find("nested more than 200 levels deep"), std::string::npos);
  std::string sum = "x = a";
  for (int i = 0; i < 5000; ++i) sum += " + a";
  EXPECT_NE(errors(sum).find("more than 400 levels"), std::string::npos);
  std::string blocks;
  for (int i = 0; i < 1000; ++i) blocks += std::string(static_cast<size_t>(i), ' ') + "if a:\n";
  EXPECT_NE(errors(blocks).find("levels deep"), std::string::npos);
}

TEST(PythonParser, RefusesWhatIsOutsideTheSubset) {
  EXPECT_NE(errors("try:\n    pass\n").find("`try` is not part of the accepted language"), std::string::npos);
  EXPECT_NE(errors("x = 99999999999999999999\n").find("does not fit into 64 signed bits"), std::string::npos);
  EXPECT_NE(errors("1 = x\n").find("nothing can be assigned"), std::string::npos);
}

}  // namespace
}  // namespace lw::py
