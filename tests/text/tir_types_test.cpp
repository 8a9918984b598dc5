#include <gtest/gtest.h>

#include "core/ir/equal.h"
#include "core/text/print/printer.h"
#include "core/text/tir/parser.h"

namespace lw {
namespace {

// The error message about B[0] = ...; "": it is accepted.
std::string refusalOfStore(const std::string& type, const std::string& value) {
  const SourceFile file = parseSource(
      "program.py",
      "from tvm.script import tir as T\n\n@T.prim_func\ndef main(A: T.Buffer((64,), \"int8\"), B: T.Buffer((64,), \"" +
          type + "\")):\n    B[0] = " + value + "\n");
  return file.diagnostics.empty() ? "" : file.diagnostics.front().message;
}

TEST(TirTypes, ReinterpretKeepsTheBits) {
  EXPECT_EQ(refusalOfStore("int32", "T.reinterpret(\"int32\", A[0:4])"), "");
  EXPECT_EQ(refusalOfStore("uint8", "T.reinterpret(\"uint8\", A[0])"), "");
  EXPECT_EQ(refusalOfStore("float32", "T.reinterpret(\"float32\", T.Broadcast(A[0], 4))"), "");
  EXPECT_EQ(refusalOfStore("int64", "T.reinterpret(\"int64\", A[0:4])"),
            "T.reinterpret keeps the bits: int8x4 has 32, but int64 has 64; T.Cast keeps the value");
  EXPECT_EQ(refusalOfStore("int64", "T.reinterpret(A[0], dtype=\"int64\")"),
            "T.reinterpret keeps the bits: int8 has 8, but int64 has 64; T.Cast keeps the value");
}

// The printed form of B[0] = value, which must give the same program when it is parsed.
std::string printedStore(const std::string& type, const std::string& value) {
  const std::string head =
      "from tvm.script import tir as T\n\n\n@T.prim_func\ndef main(B: T.Buffer((1,), \"" + type + "\")):\n";
  const SourceFile file = parseSource("program.py", head + "    B[0] = " + value + "\n");
  if (!file.diagnostics.empty()) return file.diagnostics.front().message;
  const std::string text = print(*file.select("")).text;
  const SourceFile again = parseSource("again.py", text);
  if (!again.diagnostics.empty()) return text + again.diagnostics.front().message;
  if (firstDifference(*file.select(""), *again.select(""))) return "reads differently: " + text;
  const size_t at = text.find("B[0] = ") + 7;
  return text.substr(at, text.find('\n', at) - at);
}

TEST(TirTypes, ExtremeConstantsReadAndPrint) {
  EXPECT_EQ(printedStore("int64", "T.int64(-9223372036854775808)"), "T.int64(-9223372036854775808)");
  EXPECT_EQ(printedStore("int64", "-9223372036854775808"), "T.int64(-9223372036854775808)");
  EXPECT_EQ(printedStore("uint64", "T.uint64(18446744073709551615)"), "T.uint64(T.int64(-1))");
  EXPECT_EQ(printedStore("uint64", "T.uint64(9223372036854775808)"), "T.uint64(T.int64(-9223372036854775808))");
  EXPECT_EQ(printedStore("int64", "T.min_value(\"int64\")"), "T.int64(-9223372036854775808)");
  EXPECT_EQ(printedStore("int64", "T.int64(9223372036854775807)"), "T.int64(9223372036854775807)");
  EXPECT_EQ(printedStore("int32", "T.int32(-2147483648)"), "-2147483648");
  EXPECT_EQ(printedStore("int32", "T.int32(2147483647)"), "2147483647");
  EXPECT_EQ(printedStore("int16", "T.int16(-32768)"), "T.int16(-32768)");
  EXPECT_EQ(printedStore("int8", "T.int8(-128)"), "T.int8(-128)");
  EXPECT_EQ(printedStore("uint64", "T.uint64(9223372036854775807)"), "T.uint64(9223372036854775807)");
  EXPECT_EQ(printedStore("uint32", "T.uint32(4294967295)"), "T.uint32(4294967295)");
  EXPECT_EQ(printedStore("uint64", "T.uint64(T.int64(-1))"), "T.uint64(T.int64(-1))");  // 2^64 - 1
  EXPECT_EQ(printedStore("int32", "T.int32(-2147483649)"), "the number -2147483649 is not a value of type int32");
  EXPECT_EQ(printedStore("uint8", "T.uint8(-1)"), "the number -1 is not a value of type uint8");
  EXPECT_EQ(printedStore("int64", "T.abs(T.int64(-9223372036854775808) + T.int64(1))"), "T.int64(9223372036854775807)");
}

TEST(TirTypes, ConstantsByTheirConstructors) {
  EXPECT_EQ(printedStore("int64", "T.IntImm(\"int64\", 8)"), "T.int64(8)");
  EXPECT_EQ(printedStore("int32", "tir.IntImm(dtype=\"int32\", value=8)"), "8");
  EXPECT_EQ(printedStore("int8", "tvm.tir.IntImm(\"int8\", -128)"), "T.int8(-128)");
  EXPECT_EQ(printedStore("bool", "T.IntImm(\"bool\", 1)"), "T.bool(True)");
  EXPECT_EQ(printedStore("float16", "T.FloatImm(\"float16\", 0.5)"), "T.float16(0.5)");
  EXPECT_EQ(printedStore("int8", "T.IntImm(\"int8\", 128)"), "the number 128 is not a value of type int8");
  EXPECT_EQ(printedStore("float32", "T.FloatImm(\"int32\", 1)"), "the number 1 is not a value of type int32");
  EXPECT_EQ(printedStore("int32", "T.IntImm(\"float32\", 1)"), "the number 1 is not a value of type float32");
}

TEST(TirTypes, VectorsAreReadAndMadeInTvmsOtherWordsToo) {
  EXPECT_EQ(refusalOfStore("int32", "T.reinterpret(A.vload([8], \"int8x4\"), dtype=\"int32\")"), "");
  EXPECT_EQ(refusalOfStore("int8", "A.vload([3])"), "");
  EXPECT_EQ(refusalOfStore("int8", "A.vload([3, 0])"), "A has 1 dimension, but vload has 2 indices");
  EXPECT_EQ(refusalOfStore("int8", "A.vload([1.5])"), "an index must be an integer, but this has type float32");
  EXPECT_EQ(refusalOfStore("int8", "A.vload([0], \"uint8x4\")"), "A has elements of type int8, not uint8");
  EXPECT_EQ(refusalOfStore("int8", "A.vload([0], \"int8x128\")"), "int8x128 is longer than A, which has 64 elements");
  EXPECT_EQ(refusalOfStore("int32", "T.reinterpret(\"int32\", T.broadcast(A[0], 4))"), "");
  EXPECT_EQ(refusalOfStore("int32", "T.reinterpret(\"int32\", A[T.ramp(T.int32(0), 1, 4)])"), "");
  EXPECT_EQ(refusalOfStore("int8", "T.Select(T.any(A[0] > A[1], A[1] > A[2], A[2] > A[3]), A[0], A[1])"), "");
  // A count after the name of an LLVM intrinsic is dropped; in a call of a plain name it is an argument like any other.
  const auto call = [](const std::string& head) {
    const SourceFile file = parseSource("p.py",
                                        "from tvm.script import tir as T\n\n@T.prim_func\ndef main(B: T.Buffer((4,), "
                                        "\"uint32\")):\n    B[0] = T.call_llvm_pure_intrin(" +
                                            head + ", T.uint32(3), dtype=\"uint32\")\n");
    EXPECT_FALSE(file.hasErrors());
    return file.functions.front().body.as<Block>()
               ? size_t{0}
               : file.functions.front().body.as<BufferStore>()->value.as<Call>()->args.size();
  };
  EXPECT_EQ(call("\"llvm.ctpop.i32\""), 2u);
  EXPECT_EQ(call("T.llvm_lookup_intrinsic_id(\"llvm.ctpop.i32\"), T.uint32(1)"), 2u);
  EXPECT_EQ(refusalOfStore("int8", "T.Select(T.all(), A[0], A[1])"), "T.all takes one condition or more");
}

}  // namespace
}  // namespace lw
