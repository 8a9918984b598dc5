#include <gtest/gtest.h>

#include "core/text/parser.h"

namespace lw {
namespace {

// The message about B[0] = ..., "" where it is accepted.
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
            "T.reinterpret keeps the bits: int8x4 has 32, int64 has 64; T.Cast keeps the value");
  EXPECT_EQ(refusalOfStore("int64", "T.reinterpret(A[0], dtype=\"int64\")"),
            "T.reinterpret keeps the bits: int8 has 8, int64 has 64; T.Cast keeps the value");
}

}  // namespace
}  // namespace lw
