// Types of operands in TVMScript: every operator with every pair of types, compared with tables; conversions of numbers
// next to typed operands; and conversions in stores.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/ir/equal.h"
#include "core/text/print/printer.h"
#include "core/text/tir/parser.h"
#include "tests/promotion_table.h"
#include "tests/text/corpus.h"

namespace lw {
namespace {

using testing::HasSubstr;

// A0 ... A14 are buffers of one type each.
std::string programOf(const std::string& body) {
  std::string text = "from tvm.script import tir as T\n\n@T.prim_func\ndef main(";
  for (size_t i = 0; i < kOperandTypes.size(); ++i)
    text += (i ? ", " : "") + ("A" + std::to_string(i)) + ": T.Buffer((8,), \"" + std::string(kOperandTypes[i]) + "\")";
  return text + "):\n" + body;
}

// The values of `T.evaluate(T.call_extern("int32", "f", VALUE))`, one per expression; nullopt: refused.
std::vector<std::optional<Expr>> valuesOf(const std::vector<std::string>& expressions) {
  std::string body;
  for (const std::string& e : expressions) body += "    T.evaluate(T.call_extern(\"int32\", \"f\", " + e + "))\n";
  const SourceFile file = parseSource("p.py", programOf(body));
  std::vector<std::optional<Expr>> values;
  if (!file.hasErrors()) {
    const auto* seq = file.functions.front().body.as<Seq>();
    for (const Stmt& s : seq ? seq->stmts : std::vector<Stmt>{file.functions.front().body})
      values.emplace_back(s.as<Evaluate>()->value.as<Call>()->args[1]);
    return values;
  }
  if (expressions.size() == 1) return {std::nullopt};
  for (const std::string& e : expressions) values.push_back(valuesOf({e}).front());
  return values;
}
std::string left(size_t row) { return "A" + std::to_string(row) + "[0]"; }
std::string right(size_t column) {
  return column < kOperandTypes.size() ? "A" + std::to_string(column) + "[1]"
                                       : std::string(kOperandNumbers[column - kOperandTypes.size()]);
}

// The type in which an operator computes: the type of both operands of its node.
std::string typeOfOperands(const Expr& e) {
  DataType a = e.dtype(), b = a;
  if (const auto* n = e.as<Binary>()) a = n->a.dtype(), b = n->b.dtype();
  if (const auto* n = e.as<Select>()) a = n->whenTrue.dtype(), b = n->whenFalse.dtype();
  if (const auto* n = e.as<Call>()) a = n->args[n->args.size() - 2].dtype(), b = n->args.back().dtype();
  return a == b ? toString(a) : toString(a) + " and " + toString(b);
}

struct Operator {
  const char* form;   // with L and R as operands
  const char* taken;  // accepted types: "any", "numbers" (no bool beside bool), "integers", "whole" (integers and
                      // bool), "floats"
};
constexpr Operator kOperators[] = {
    {"L + R", "any"},
    {"L - R", "any"},
    {"R * L", "any"},
    {"T.min(L, R)", "any"},
    {"T.max(R, L)", "any"},
    {"T.if_then_else(A2[0] == 0, L, R)", "any"},
    {"T.Select(A2[0] == 0, R, L)", "any"},
    {"L / R", "divisible"},
    {"L // R", "integers"},
    {"R % L", "integers"},
    {"T.floordiv(L, R)", "integers"},
    {"T.truncdiv(L, R)", "integers"},
    {"T.truncmod(R, L)", "integers"},
    {"L & R", "whole"},
    {"R | L", "whole"},
    {"L ^ R", "whole"},
    {"T.bitwise_and(L, R)", "whole"},
    {"L << R", "integers"},
    {"L >> R", "integers"},
    {"T.shift_left(L, R)", "integers"},
    {"T.pow(L, R)", "floats"},
    {"T.power(R, L)", "floats"},
};

bool isTaken(std::string_view taken, DataType a, DataType b, DataType both) {
  if (taken == "integers") return a.isInteger() && b.isInteger();
  if (taken == "whole") return !both.isFloat();
  if (taken == "floats") return both.isFloat();
  if (taken == "divisible") return both.isFloat() || ((a.isUInt() || b.isUInt()) && !a.isBool() && !b.isBool());
  return true;
}

std::string replaced(std::string text, size_t row, size_t column) {
  std::string out;
  for (const char c : text) out += c == 'L' ? left(row) : c == 'R' ? right(column) : std::string(1, c);
  return out;
}

TEST(OperandTypes, EveryOperatorComputesInTvmsType) {
  const std::string numberTypes[] = {"int32", "float32", "bool"};
  for (const Operator& op : kOperators) {
    std::vector<std::string> expressions, wanted;
    for (size_t row = 0; row < kPromotionTable.size(); ++row)
      for (size_t column = 0; column < kOperandTypes.size() + kOperandNumbers.size(); ++column) {
        const std::string type = typeInRow(kPromotionTable[row], column);
        if (type.empty()) {
          EXPECT_FALSE(valuesOf({replaced(op.form, row, column)})[0]) << replaced(op.form, row, column);
          continue;
        }
        const std::string other = column < kOperandTypes.size() ? std::string(kOperandTypes[column])
                                                                : numberTypes[column - kOperandTypes.size()];
        if (!isTaken(op.taken, *parseDataType(kOperandTypes[row]), *parseDataType(other), *parseDataType(type)))
          continue;
        expressions.push_back(replaced(op.form, row, column));
        wanted.push_back(type);
      }
    const auto values = valuesOf(expressions);
    for (size_t i = 0; i < expressions.size(); ++i) {
      ASSERT_TRUE(values[i]) << expressions[i] << " is refused";
      // `1 //` and `* 1` are folded; the remaining expression has the type.
      EXPECT_EQ(values[i]->as<Binary>() || values[i]->as<Select>() || values[i]->as<Call>()
                    ? typeOfOperands(*values[i])
                    : toString(values[i]->dtype()),
                wanted[i])
          << op.form << " of " << expressions[i];
    }
  }
}

TEST(OperandTypes, NumbersInComparisonsTakeTheOthersType) {
  for (const char* form : {"L == R", "R != L", "L < R", "R <= L", "L > R", "L >= R"}) {
    std::vector<std::string> expressions, wanted;
    for (size_t row = 0; row < kPromotionTable.size(); ++row)
      for (size_t column = 0; column < kOperandTypes.size() + kOperandNumbers.size(); ++column) {
        if (column < kOperandTypes.size() && typeInRow(kPromotionTable[row], column).empty()) continue;
        expressions.push_back(replaced(form, row, column));
        wanted.push_back(column < kOperandTypes.size()
                             ? typeInRow(kPromotionTable[row], column)
                             : typeInRow(kComparisonTable[row], column - kOperandTypes.size()));
      }
    const auto values = valuesOf(expressions);
    for (size_t i = 0; i < expressions.size(); ++i) {
      ASSERT_TRUE(values[i]) << expressions[i];
      EXPECT_EQ(typeOfOperands(*values[i]), wanted[i]) << expressions[i];
      EXPECT_EQ(values[i]->dtype(), dtype::Bool()) << expressions[i];
    }
  }
}

// The value of one expression as it is printed, or the error message.
std::string printed(const std::string& expression) {
  const SourceFile file =
      parseSource("p.py", programOf("    T.evaluate(T.call_extern(\"int32\", \"f\", " + expression + "))\n"));
  if (file.hasErrors()) return file.diagnostics.front().message;
  const PrimFunc& f = file.functions.front();
  const std::string text = print(f).text;
  const SourceFile again = parseSource("again.py", text);
  if (again.hasErrors()) return "printed text is refused: " + again.diagnostics.front().message + "\n" + text;
  if (const auto difference = firstDifference(f, again.functions.front()))
    return "another program: " + difference->path + "\n" + text;
  const size_t begin = text.find("\"f\", ") + 5, end = text.find('\n', begin);
  return text.substr(
      begin,
      end - begin -
          (text.substr(begin - 50 > begin ? 0 : begin - 50, 50).find("T.evaluate") != std::string::npos ? 2 : 1));
}

TEST(OperandTypes, TextIsTvms) {
  // A0 int8, A3 int64, A4 uint8, A6 uint32, A8 float16, A9 bfloat16, A10 float32, A11 float64, A12 bool.
  EXPECT_EQ(printed("A0[0] + 1"), "T.Cast(\"int32\", A0[0]) + 1");
  EXPECT_EQ(printed("1 + A0[0]"), "1 + T.Cast(\"int32\", A0[0])");
  EXPECT_EQ(printed("A0[0] + T.int8(1)"), "A0[0] + T.int8(1)");
  EXPECT_EQ(printed("A0[0] + (-5)"), "T.Cast(\"int32\", A0[0]) + -5");
  EXPECT_EQ(printed("A0[0] + True"), "A0[0] + T.int8(1)");
  EXPECT_EQ(printed("A0[0] + 3000000000"), "T.Cast(\"int64\", A0[0]) + T.int64(3000000000)");
  EXPECT_EQ(printed("A0[0] * 0.5"), "T.Cast(\"float32\", A0[0]) * T.float32(0.5)");
  EXPECT_EQ(printed("A8[0] / 3.0"), "T.Cast(\"float32\", A8[0]) / T.float32(3.0)");
  EXPECT_EQ(printed("A8[0] / 3"), "A8[0] / T.float16(3.0)");
  EXPECT_EQ(printed("A8[0] / T.float16(3)"), "A8[0] / T.float16(3.0)");
  // Constants of eight bits are values of their type: 17 is halfway between 16 and 18.
  EXPECT_EQ(printed("A13[0] * 0.1"), "T.Cast(\"float32\", A13[0]) * T.float32(0.10000000000000001)");
  EXPECT_EQ(printed("A13[0] > 0.1"), "A13[0] > T.float8_e4m3fn(0.1015625)");
  EXPECT_EQ(printed("T.float8_e4m3fn(17)"), "T.float8_e4m3fn(16.0)");
  EXPECT_EQ(printed("T.max_value(\"float8_e5m2\")"), "T.float8_e5m2(57344.0)");
  EXPECT_EQ(printed("T.float8_e5m2(\"-inf\")"), "T.float8_e5m2(\"-inf\")");
  EXPECT_EQ(printed("T.min_value(\"float8_e4m3fn\")"), "T.float8_e4m3fn(-448.0)");
  EXPECT_EQ(printed("T.Cast(\"float8_e4m3fnx4\", A10[0:4])"), "T.Cast(\"float8_e4m3fnx4\", A10[0:4])");
  EXPECT_EQ(printed("A9[0] + A14[0]"), "A9[0] + T.Cast(\"bfloat16\", A14[0])");
  EXPECT_EQ(printed("A9[0] + A8[0]"), "T.Cast(\"float16\", A9[0]) + A8[0]");
  EXPECT_EQ(printed("A6[0] + 1"), "A6[0] + T.uint32(1)");
  EXPECT_EQ(printed("A6[0] + A2[0]"), "A6[0] + T.Cast(\"uint32\", A2[0])");
  EXPECT_EQ(printed("A4[0] / 2"), "T.Div(T.Cast(\"int32\", A4[0]), 2)");
  EXPECT_EQ(printed("A11[0] * 0.1"), "A11[0] * T.float64(0.10000000000000001)");  // all digits of the number
  EXPECT_EQ(printed("0.1 * A11[0] + 1e39"),
            "T.float64(0.10000000000000001) * A11[0] + T.float64(999999999999999939709166371603178586112.0)");
  EXPECT_EQ(printed("A3[0] * 2 + 1"), "A3[0] * T.int64(2) + T.int64(1)");
  EXPECT_EQ(printed("A0[0] << 1"), "T.shift_left(T.Cast(\"int32\", A0[0]), 1)");
  EXPECT_EQ(printed("A12[0] + 1"), "T.Cast(\"int32\", A12[0]) + 1");
  EXPECT_EQ(printed("A0[0] < 5"), "A0[0] < T.int8(5)");
  EXPECT_EQ(printed("A0[0] < 300"), "T.Cast(\"int32\", A0[0]) < 300");
  EXPECT_EQ(printed("A4[0] > -1"), "T.Cast(\"int32\", A4[0]) > -1");
  EXPECT_EQ(printed("A8[0] > 0.1"), "A8[0] > T.float16(0.10000000000000001)");
  EXPECT_EQ(printed("T.max(A0[0], 0)"), "T.max(T.Cast(\"int32\", A0[0]), 0)");
  EXPECT_EQ(printed("T.ceildiv(A3[0], T.int64(4))"), "(A3[0] + T.int64(4) - T.int64(1)) // T.int64(4)");
  EXPECT_EQ(printed("T.ceildiv(A0[0], A0[1])"), "(A0[0] + A0[1] - T.int8(1)) // A0[1]");
  // Functions that are not operators have the type of their first argument.
  EXPECT_EQ(printed("T.fma(A8[0], 2.0, 1.0)"), "T.fma(A8[0], T.float16(2.0), T.float16(1.0))");
  EXPECT_EQ(printed("T.fmod(A8[0], 2.5)"), "T.fmod(A8[0], T.float16(2.5))");
  EXPECT_EQ(printed("T.atan2(A8[0], A10[0])"), "T.atan2(T.Cast(\"float32\", A8[0]), A10[0])");
  EXPECT_EQ(printed("T.pow(A8[0], 2.0)"), "T.pow(T.Cast(\"float32\", A8[0]), T.float32(2.0))");
  // Vectors, also with numbers as operands.
  EXPECT_EQ(printed("A0[0:4] + 1"), "T.Cast(\"int32x4\", A0[0:4]) + T.Broadcast(1, 4)");
  EXPECT_EQ(printed("A8[0:4] * A10[0]"), "T.Cast(\"float32x4\", A8[0:4]) * T.Broadcast(A10[0], 4)");
}

TEST(OperandTypes, ConstantsThatTheTypeLacksAreRefused) {
  EXPECT_EQ(printed("A6[0] + (-1)"), "the constant -1 is not a value of type uint32");
  EXPECT_EQ(printed("A7[0] * -2"), "the constant -2 is not a value of type uint64");
  EXPECT_EQ(printed("A8[0] + 70000"), "the constant 70000 is not a value of type float16");
  EXPECT_EQ(printed("A13[0] + T.float8_e4m3fn(449)"), "the number 449 is not a value of type float8_e4m3fn");
  EXPECT_EQ(printed("T.float8_e4m3fn(\"inf\")"), "the string \"inf\" is not a value of type float8_e4m3fn");
  EXPECT_EQ(printed("T.infinity(\"float8_e4m3fn\")"), "type float8_e4m3fn has no such value");
  EXPECT_EQ(printed("A14[0] + 60000"), "the constant 60000 is not a value of type float8_e5m2");
  EXPECT_EQ(printed("A13[0] + A14[0]"), "values of type float8_e4m3fn and float8_e5m2 cannot be combined");
  EXPECT_EQ(printed("A2[0] / A3[0]"), "'/' of integers is ambiguous");
  EXPECT_EQ(printed("A2[0] / 2"), "'/' of integers is ambiguous");
  const auto hint = [](const std::string& statement) {
    return parseSource("p.py", programOf("    " + statement + "\n")).diagnostics.front().hint;
  };
  EXPECT_EQ(hint("A6[0] = A6[1] + (-1)"), "convert the other operand first: .astype(\"int64\")");
  EXPECT_EQ(hint("A8[0] = A8[1] + 70000"), "convert the other operand first: .astype(\"float32\")");
  EXPECT_EQ(hint("A13[0] = A13[1] + A14[0]"), "convert the other operand first: .astype(\"float32\")");
  EXPECT_EQ(hint("A0[0] = 300"), "write a value that the type can hold");
}

// The value that `A[row][0] = value` stores, or the error message.
std::string stored(size_t row, const std::string& statement) {
  const SourceFile file = parseSource("p.py", programOf("    A" + std::to_string(row) + "[0] " + statement + "\n"));
  if (file.hasErrors()) return file.diagnostics.front().message;
  const std::string text = print(file.functions.front()).text;
  const size_t begin = text.find("[0] = ") + 6;
  return text.substr(begin, text.find('\n', begin) - begin);
}

TEST(OperandTypes, StoresCast) {
  EXPECT_EQ(stored(0, "= A0[1] + 1"), "T.Cast(\"int8\", T.Cast(\"int32\", A0[1]) + 1)");
  EXPECT_EQ(stored(0, "+= 1"), "T.Cast(\"int8\", T.Cast(\"int32\", A0[0]) + 1)");
  EXPECT_EQ(stored(0, "+= T.int8(1)"), "A0[0] + T.int8(1)");
  EXPECT_EQ(stored(8, "= A8[1] / 3.0"), "T.Cast(\"float16\", T.Cast(\"float32\", A8[1]) / T.float32(3.0))");
  EXPECT_EQ(stored(0, "= 7"), "T.int8(7)");
  EXPECT_EQ(stored(0, "= T.int32(7)"), "T.int8(7)");
  EXPECT_EQ(stored(0, "= -128"), "T.int8(-128)");
  EXPECT_EQ(stored(0, "= -1.5"), "T.int8(-1)");  // rounded towards zero, as in TVM, which warns
  EXPECT_EQ(stored(0, "= A10[0]"), "T.Cast(\"int8\", A10[0])");
  EXPECT_EQ(stored(12, "= 1"), "T.bool(True)");
  EXPECT_EQ(stored(12, "= True"), "T.bool(True)");
  EXPECT_EQ(stored(11, "= 0.1"), "T.float64(0.10000000000000001)");
  EXPECT_EQ(stored(0, "= 300"), "the constant 300 is not a value of type int8");
  EXPECT_EQ(stored(0, "= T.int32(300)"), "the constant 300 is not a value of type int8");
  EXPECT_EQ(stored(4, "= -1"), "the constant -1 is not a value of type uint8");
  EXPECT_EQ(stored(12, "= 2"), "the constant 2 is not a value of type bool");
  EXPECT_EQ(stored(8, "= 1e6"), "the constant 1000000 is not a value of type float16");
  EXPECT_EQ(stored(2, "= 3000000000"), "the constant 3000000000 is not a value of type int32");
}

TEST(OperandTypes, NamedFractionsAreFloat32) {
  const auto value = [](const std::string& definition) {
    const SourceFile file = parseSource("p.py", programOf("    " + definition + "\n    A11[0] = A11[1] * x\n"));
    EXPECT_FALSE(file.hasErrors()) << definition;
    const std::string text = print(file.functions.front()).text;
    const size_t begin = text.find("A11[1] * ") + 9;
    return text.substr(begin, text.find('\n', begin) - begin);
  };
  EXPECT_EQ(value("x = 0.1"), "T.float64(0.10000000149011612)");
  EXPECT_EQ(value("x: T.float64 = 0.1"), "x");
  EXPECT_EQ(value("x = 3"), "T.float64(3.0)");
}

TEST(OperandTypes, GoldenProgramsReadAndPrintAsInTvm) {
  const auto files = pythonFiles("tests/golden/text/operand_types");
  ASSERT_GE(files.size(), 3u);
  for (const auto& path : files) {
    const std::string text = readFile(path);
    const SourceFile file = parseSource(path.string(), text);
    const auto before = file.select("before"), expected = file.select("expected");
    ASSERT_TRUE(before.ok() && expected.ok()) << path;
    const auto difference = firstDifference(*before, *expected);
    EXPECT_FALSE(difference) << path << ": "
                             << (difference ? difference->path + ": " + difference->left + " | " + difference->right
                                            : "");
    EXPECT_EQ(print(*expected, {.imports = false}).text, text.substr(text.rfind("@T.prim_func"))) << path;
  }
}

TEST(OperandTypes, IndicesOfEveryTypeAreCountedOn) {
  const SourceFile file =
      parseSource("p.py",
                  "from tvm.script import tir as T\n\n@T.prim_func\ndef main(A: T.Buffer((T.int64(16),), \"float32\"), "
                  "B: T.Buffer((T.int64(16),), \"float32\")):\n"
                  "    for i in range(T.int64(15)):\n        with T.block(\"B\"):\n            vi = "
                  "T.axis.spatial(T.int64(15), i)\n            B[vi + 1] = A[vi * 1] + A[15 - vi]\n");
  ASSERT_FALSE(file.hasErrors()) << file.diagnostics.front().message;
  const std::string text = print(file.functions.front()).text;
  EXPECT_THAT(text, HasSubstr("B[vi + T.int64(1)] = A[vi] + A[T.int64(15) - vi]"));
}

}  // namespace
}  // namespace lw
