// Regions that blocks read and write, where the text does not say them.
#include <gtest/gtest.h>

#include "core/text/print/printer.h"
#include "core/text/tir/parser.h"

namespace lw {
namespace {

TEST(Regions, AreWholeWhereABoundIsReadFromTheBlocksOwnMemory) {
  const char* const text = R"(
from tvm.script import tir as T

@T.prim_func
def f(A: T.Buffer((16,), "int32"), B: T.Buffer((16,), "int32")):
    for b in range(4):
        with T.block("x"):
            vb = T.axis.spatial(4, b)
            n = T.alloc_buffer((1,), "int32")
            n[0] = A[vb]
            for i in range(n[0]):
                B[i] = A[i]
)";
  const SourceFile file = parseSource("f.py", text);
  ASSERT_FALSE(file.hasErrors());
  const std::string printed = print(file.functions[0]).text;
  EXPECT_NE(printed.find("T.reads(A[0:16])"), std::string::npos) << printed;
  EXPECT_NE(printed.find("T.writes(B[0:16])"), std::string::npos) << printed;
  EXPECT_FALSE(parseSource("again.py", printed).hasErrors()) << printed;
}

}  // namespace
}  // namespace lw
