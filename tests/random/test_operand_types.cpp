// Computes with operands of different types: the golden programs give the same values when they are interpreted and
// compiled, and for every operator and pair of types both ways agree.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "backends/interpreter/interpreter.h"
#include "core/text/tir/parser.h"
#include "tests/promotion_table.h"
#include "tests/random/fuzz.h"

namespace lw {
namespace {

PrimFunc golden(const std::string& name) {
  std::ifstream in(std::filesystem::path(LW_SOURCE_DIR) / "tests/golden/text/operand_types" / (name + ".py"));
  std::ostringstream text;
  text << in.rdbuf();
  return *parseSource(name + ".py", text.str()).select("before");
}

using Values = std::vector<double>;
NDArray arrayOf(DataType type, const Values& values) {
  NDArray array = NDArray::zeros(type, {16});
  for (size_t i = 0; i < 16; ++i) {
    const double v = values[i % values.size()];
    if (type.isFloat())
      array.set(static_cast<int64_t>(i), v);
    else
      array.setInt(static_cast<int64_t>(i), static_cast<int64_t>(v));
  }
  return array;
}

// Interprets and compiles the function for these inputs; parameters without values are outputs.
void expectValues(const PrimFunc& f, const std::vector<Values>& inputs, const std::vector<Values>& outputs) {
  std::vector<Argument> arguments;
  for (size_t i = 0; i < f.buffers.size(); ++i)
    arguments.emplace_back(arrayOf(f.buffers[i].second->dtype, i < inputs.size() ? inputs[i] : Values{0}));
  const auto expected = ExpectedValues::of(f, arguments);
  ASSERT_TRUE(expected);
  EXPECT_EQ(expected->compiled(f), "");
  for (size_t i = 0; i < outputs.size(); ++i) {
    const auto& got = std::get<NDArray>(expected->results()[f.buffers.size() - outputs.size() + i]);
    for (size_t k = 0; k < outputs[i].size(); ++k)
      EXPECT_EQ(got.type.isFloat() ? got.getDouble(static_cast<int64_t>(k))
                                   : static_cast<double>(got.getInt(static_cast<int64_t>(k))),
                outputs[i][k])
          << f.buffers[f.buffers.size() - outputs.size() + i].second->name << "[" << k << "]";
  }
}

TEST(OperandTypes, BytesAreWidenedBesideNumbers) {
  expectValues(golden("int8_plus_number"), {{127, -128, 5, 101}},
               {{128, -127, 6, 102}, {-128, -127, 6, 102}, {1, 0, 0, 1}});
}

TEST(OperandTypes, HalvesAreDividedInFloat32) {
  // 1 / 3 and 65504 / 3 in float32, rounded to float16 if they are stored as float16.
  const double third = 1.0f / 3.0f, most = 65504.0f / 3.0f;
  expectValues(golden("half_by_number"), {{1, 65504, 6}},
               {{third, most, 2}, {0.333251953125, 21840, 2}, {0.333251953125, 21840, 2}});
}

TEST(OperandTypes, OfMixedSignsTheUnsignedTypeWins) {
  // max(-1, 5) as uint32 is 4294967295, and one more is 0. Bytes are int32 in operations with numbers, and wrap when
  // they are stored.
  const PrimFunc f = golden("mixed_signs");
  std::vector<Argument> arguments;
  const std::vector<Values> inputs{{-1, 3}, {5, 9}, {255, 100}, {0}, {0}};
  for (size_t i = 0; i < inputs.size(); ++i) arguments.emplace_back(arrayOf(f.buffers[i].second->dtype, inputs[i]));
  const auto expected = ExpectedValues::of(f, arguments);
  ASSERT_TRUE(expected);
  EXPECT_EQ(expected->compiled(f), "");
  const auto at = [&](size_t buffer, int64_t i) { return std::get<NDArray>(expected->results()[buffer]).getInt(i); };
  EXPECT_EQ(at(3, 0), 0);
  EXPECT_EQ(at(3, 1), 10);
  EXPECT_EQ(at(4, 0), (255 - 200) * 2 + 255 * 8 / 5);
  EXPECT_EQ(at(4, 1), (100 - 200) * 2 + 100 * 8 / 5);
  EXPECT_EQ(at(2, 0), 0);
  EXPECT_EQ(at(2, 1), 101);
}

// One stage for each operator and type of the right operand, with this type on the left.
std::string programOf(size_t row) {
  constexpr std::string_view kForms[] = {"L + R",
                                         "R - L",
                                         "L * R",
                                         "T.min(L, R)",
                                         "T.max(R, L)",
                                         "T.if_then_else(L > R, L, R)",
                                         "T.Select(R == L, R, L)",
                                         "L / R",
                                         "T.truncdiv(L, R)",
                                         "L // R",
                                         "L % R",
                                         "L & R",
                                         "L ^ R",
                                         "L << R",
                                         "L >> R"};
  std::string parameters, body;
  for (size_t i = 0; i < kOperandTypes.size(); ++i)
    parameters += "A" + std::to_string(i) + ": T.Buffer((4,), \"" + std::string(kOperandTypes[i]) + "\"), ";
  int results = 0;
  for (const std::string_view form : kForms) {
    std::string stores;
    for (size_t column = 0; column < kOperandTypes.size() + kOperandNumbers.size(); ++column) {
      const std::string type = typeInRow(kPromotionTable[row], column), name = "O" + std::to_string(results);
      if (type.empty()) continue;
      const DataType both = *parseDataType(type);
      const std::string other = column < kOperandTypes.size()    ? std::string(kOperandTypes[column])
                                : column == kOperandTypes.size() ? "int32"
                                                                 : "bool";
      const bool integers =
          parseDataType(kOperandTypes[row])->isInteger() && parseDataType(other)->isInteger() && !both.isFloat();
      const bool chooses = form.find("T.if") == 0 || form.find("T.Sel") == 0 || form.find("T.m") == 0,
                 bits = form.find('&') != std::string::npos || form.find('^') != std::string::npos;
      if (form == "L / R" ? !both.isFloat()
          : form.find('/') != std::string::npos || form == "L % R" || form == "T.truncdiv(L, R)" || form == "L << R" ||
                  form == "L >> R"
              ? !integers
          : both.isBool() ? !chooses && !bits
                          : bits && both.isFloat())
        continue;
      std::string value;
      for (const char c : form) {
        if (c == 'L')
          value += "A" + std::to_string(row) + "[v]";
        else if (c == 'R')
          value += column < kOperandTypes.size() ? "A" + std::to_string(column) + "[3 - v]"
                                                 : std::string(kOperandNumbers[column - kOperandTypes.size()]);
        else
          value += c;
      }
      parameters += name + ": T.Buffer((4,), \"" + type + "\"), ";
      stores += "            " + name + "[v] = " + value + "\n";
      ++results;
    }
    if (!stores.empty())
      body += "    for i in range(4):\n        with T.block(\"b\"):\n            v = T.axis.spatial(4, i)\n" + stores;
  }
  return "# inputs: *=1..7\nfrom tvm.script import tir as T\n\n\n@T.prim_func\ndef main(" +
         parameters.substr(0, parameters.size() - 2) + "):\n" + body;
}

TEST(OperandTypes, EveryPairComputesTheSameInterpretedAndCompiled) {
  for (size_t row = 0; row < kOperandTypes.size(); ++row) {
    FuzzProgram p = fuzzProgram(std::string(kOperandTypes[row]), programOf(row));
    ASSERT_FALSE(HasFailure());
    p.inputs.ranges.insert_or_assign("*", *parseValueRange("1..7"));
    const auto expected = ExpectedValues::of(p.function, p.inputs);
    ASSERT_TRUE(expected) << kOperandTypes[row];
    EXPECT_EQ(expected->compiled(p.function, 1), "") << kOperandTypes[row];
  }
}

}  // namespace
}  // namespace lw
