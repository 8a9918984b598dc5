// Types of operands in tensor expressions and topi: every operator with every pair of types, compared with TVM's table.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "backends/interpreter/interpreter.h"
#include "core/ir/visit.h"
#include "core/te/read_program.h"
#include "core/text/print/printer.h"
#include "tests/promotion_table.h"

namespace lw {
namespace {

using testing::HasSubstr;

std::string placeholders() {
  std::string text;
  for (size_t i = 0; i < kOperandTypes.size(); ++i)
    text += "    A" + std::to_string(i) + " = te.placeholder((4,), name=\"A" + std::to_string(i) + "\", dtype=\"" +
            std::string(kOperandTypes[i]) + "\")\n";
  return text;
}

// A function with one result for each of these computes or topi calls.
PrimFunc functionOf(const std::vector<std::string>& results) {
  std::string text = "from tvm import te, tir, topi\n\ndef f():\n" + placeholders(), parameters;
  for (size_t i = 0; i < kOperandTypes.size(); ++i) parameters += "A" + std::to_string(i) + ", ";
  for (size_t i = 0; i < results.size(); ++i) {
    text += "    R" + std::to_string(i) + " = " + results[i] + "\n";
    parameters += "R" + std::to_string(i) + ", ";
  }
  const SourceFile file = readProgram("te.py", text + "    return te.create_prim_func([" + parameters + "])\n");
  EXPECT_FALSE(file.hasErrors()) << (file.diagnostics.empty() ? "" : render(file.diagnostics.front(), file.source));
  return file.hasErrors() ? PrimFunc("none", Evaluate{0}) : *file.select("f");
}

std::string operand(size_t column, bool tensor) {
  if (column < kOperandTypes.size()) return "A" + std::to_string(column) + (tensor ? "" : "[i]");
  return std::string(kOperandNumbers[column - kOperandTypes.size()]);
}
std::string filled(const std::string& form, size_t row, size_t column, bool tensor) {
  std::string out;
  for (const char c : form)
    out += c == 'L' ? operand(row, tensor) : c == 'R' ? operand(column, tensor) : std::string(1, c);
  return tensor ? out : "te.compute((4,), lambda i: " + out + ")";
}

enum class Taken { Any, Integers, Whole, Floats };
bool isTaken(Taken taken, size_t row, size_t column, DataType both) {
  const std::string other = column < kOperandTypes.size()        ? std::string(kOperandTypes[column])
                            : column == kOperandTypes.size()     ? "int32"
                            : column == kOperandTypes.size() + 1 ? "float32"
                                                                 : "bool";
  const DataType a = *parseDataType(kOperandTypes[row]), b = *parseDataType(other);
  switch (taken) {
    case Taken::Any:
      return true;
    case Taken::Integers:
      return a.isInteger() && b.isInteger();
    case Taken::Whole:
      return !both.isFloat();
    case Taken::Floats:
      return both.isFloat();
  }
  return false;
}

void expectTable(const std::string& form, Taken taken, bool tensor) {
  std::vector<std::string> results, wanted;
  for (size_t row = 0; row < kPromotionTable.size(); ++row)
    for (size_t column = 0; column < kOperandTypes.size() + kOperandNumbers.size(); ++column) {
      const std::string type = typeInRow(kPromotionTable[row], column);
      if (type.empty() || !isTaken(taken, row, column, *parseDataType(type))) continue;
      results.push_back(filled(form, row, column, tensor));
      wanted.push_back(type);
    }
  const PrimFunc f = functionOf(results);
  ASSERT_EQ(f.buffers.size(), kOperandTypes.size() + results.size()) << form;
  for (size_t i = 0; i < results.size(); ++i)
    EXPECT_EQ(toString(f.buffers[kOperandTypes.size() + i].second->dtype), wanted[i]) << results[i];
}

TEST(OperandTypes, EveryOperatorOfExpressionsGivesTvmsType) {
  for (const char* form : {"L + R", "R - L", "L * R", "tir.min(L, R)", "te.max(R, L)",
                           "tir.if_then_else(A2[i] > 0, L, R)", "tir.Select(A2[i] > 0, R, L)"})
    expectTable(form, Taken::Any, false);
  for (const char* form : {"L // R", "R % L", "tir.truncdiv(L, R)", "tir.truncmod(R, L)", "tir.floormod(L, R)",
                           "L << R", "R >> L", "tir.shift_left(L, R)"})
    expectTable(form, Taken::Integers, false);
  for (const char* form : {"L & R", "R | L", "L ^ R", "tir.bitwise_and(L, R)"}) expectTable(form, Taken::Whole, false);
  for (const char* form : {"L / R", "L ** R", "tir.power(R, L)", "tir.pow(L, R)"})
    expectTable(form, Taken::Floats, false);
}

TEST(OperandTypes, OperatorsOfTensorsGiveTvmsType) {
  for (const char* form : {"L + R", "R - L", "L * R", "topi.add(L, R)", "topi.subtract(R, L)", "topi.multiply(L, R)",
                           "topi.maximum(L, R)", "topi.minimum(R, L)"})
    expectTable(form, Taken::Any, true);
  for (const char* form : {"topi.divide(L, R)"}) expectTable(form, Taken::Integers, true);
  for (const char* form : {"L / R", "topi.divide(R, L)", "topi.power(L, R)"}) expectTable(form, Taken::Floats, true);
}

// Outside of TVMScript, numbers in comparisons follow the same table as in all other operators.
TEST(OperandTypes, ComparisonsOfExpressionsPromote) {
  for (const char* form : {"L < R", "R >= L", "tir.GE(L, R)"}) {
    std::vector<std::string> results, wanted;
    for (size_t row = 0; row < kPromotionTable.size(); ++row)
      for (size_t column = 0; column < kOperandTypes.size() + kOperandNumbers.size(); ++column) {
        if (typeInRow(kPromotionTable[row], column).empty()) continue;
        if (kOperandTypes[row] == "bool" && (kOperandTypes[std::min(column, kOperandTypes.size() - 1)] == "bool" ||
                                             column + 1 == kOperandTypes.size() + kOperandNumbers.size()))
          continue;  // bools are not ordered
        results.push_back(filled(form, row, column, false));
        wanted.push_back(typeInRow(kPromotionTable[row], column));
      }
    const PrimFunc f = functionOf(results);
    std::vector<std::string> types;
    forEachStmt(f.body, [&](const Stmt& s) {
      const auto* store = s.as<BufferStore>();
      const auto* compared = store ? store->value.as<Binary>() : nullptr;
      if (store)
        types.push_back(!compared                                    ? ""
                        : compared->a.dtype() == compared->b.dtype() ? toString(compared->a.dtype())
                                                                     : "two types");
    });
    ASSERT_EQ(types.size(), results.size());
    for (size_t i = 0; i < results.size(); ++i)
      if (!types[i].empty()) EXPECT_EQ(types[i], wanted[i]) << results[i];  // conditions that always hold are folded
  }
}

std::string messageOf(const std::string& result) {
  const SourceFile file = readProgram("te.py", "from tvm import te, tir, topi\n\ndef f():\n" + placeholders() +
                                                   "    R = " + result + "\n    return te.create_prim_func([R])\n");
  return file.hasErrors() ? file.diagnostics.front().message : "";
}

TEST(OperandTypes, ConstantsThatTheTypeLacksAreRefusedInExpressions) {
  EXPECT_EQ(messageOf("te.compute((4,), lambda i: A6[i] + (-1))"), "the constant -1 is not a value of type uint32");
  EXPECT_EQ(messageOf("topi.add(A6, -1)"), "the constant -1 is not a value of type uint32");
  EXPECT_EQ(messageOf("te.compute((4,), lambda i: tir.const(300, \"int8\"))"),
            "the constant 300 is not a value of type int8");
  EXPECT_EQ(messageOf("topi.clip(A0, 0, 300)"), "the constant 300 is not a value of type int8");
  EXPECT_EQ(messageOf("topi.full((4,), \"uint8\", -1)"), "the constant -1 is not a value of type uint8");
  EXPECT_EQ(messageOf("topi.add(A13, A14)"), "values of type float8_e4m3fn and float8_e5m2 cannot be combined");
  EXPECT_EQ(messageOf("te.compute((4,), lambda i: tir.infinity(\"float8_e4m3fn\"))"),
            "float8_e4m3fn is not a type for tir.infinity");
  EXPECT_EQ(messageOf("te.compute((4,), lambda i: T.float8_e4m3fn(\"inf\"))"),
            "the constant inf is not a value of type float8_e4m3fn");
  EXPECT_EQ(messageOf("topi.divide(A0, 0)"), "division by zero");
  EXPECT_THAT(messageOf("te.compute((4,), lambda i: A0[i] / 2)"), HasSubstr("is ambiguous"));
}

TEST(OperandTypes, NumbersKeepTheirDigits) {
  const PrimFunc f = functionOf({"te.compute((4,), lambda i: A11[i] * 0.1)",
                                 "te.compute((4,), lambda i: tir.const(0.1, \"float64\") + A11[i])", "A11 - 0.1",
                                 "topi.maximum(A11, 0.1)"});
  const std::string text = print(f).text;
  EXPECT_THAT(text, HasSubstr("A11[v_i] * T.float64(0.10000000000000001)"));
  EXPECT_THAT(text, HasSubstr("T.float64(0.10000000000000001) + A11[v_i]"));
  EXPECT_THAT(text, HasSubstr("A11[v_ax0] - T.float64(0.10000000000000001)"));
  EXPECT_THAT(text, HasSubstr("T.max(A11[v_ax0], T.float64(0.10000000000000001))"));
  EXPECT_EQ(text.find("0.10000000149"), std::string::npos) << text;
}

}  // namespace
}  // namespace lw
