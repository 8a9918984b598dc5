// Functions of the file that a program calls while it is read, and the values of Python around them.
#include <gtest/gtest.h>

#include "core/text/print/printer.h"
#include "core/text/tir/parser.h"

namespace lw {
namespace {

// The value that `main` stores, or "line:column: message (hint)" of the first error.
std::string stored(const std::string& helpers, const std::string& value) {
  const SourceFile file = parseSource(
      "p.py", "from tvm.script import tir as T\n\n" + helpers +
                  "\n@T.prim_func\ndef main(A: T.Buffer((8,), \"int32\"), O: T.Buffer((8,), \"int32\")):\n    "
                  "for i in range(8):\n        O[i] = " +
                  value + "\n");
  if (!file.diagnostics.empty()) {
    const Diagnostic& d = file.diagnostics[0];
    const LineColumn at = file.source.locate(d.span.begin);
    const bool inMain = file.errorIn("main") == &d;
    return std::string(inMain ? "" : "not in main: ") +
           file.source.text.substr(static_cast<size_t>(d.span.begin), static_cast<size_t>(d.span.end - d.span.begin)) +
           ": " + d.message + (d.hint.empty() ? "" : " (" + d.hint + ")") + (at.line > 0 ? "" : "?");
  }
  const std::string text = print(file.functions.at(0), {.imports = false}).text;
  const size_t at = text.find("O[i] = ") + 7;
  return text.substr(at, text.find('\n', at) - at);
}

TEST(Helpers, TakeAndGiveExpressions) {
  const std::string triple = "def triple(x, k=3):\n    return x * k + 1\n";
  EXPECT_EQ(stored(triple, "triple(A[i])"), "A[i] * 3 + 1");
  EXPECT_EQ(stored(triple, "triple(k=2, x=A[i])"), "A[i] * 2 + 1");
  EXPECT_EQ(stored(triple, "triple(triple(i), *[i])"), "(i * 3 + 1) * i + 1");
  EXPECT_EQ(stored(triple, "triple(4)"), "13");
  EXPECT_EQ(stored("def several(*rest):\n    return sum(rest)\n", "several(1, i, A[i])"), "1 + i + A[i]");
  EXPECT_EQ(stored("K = 2\ndef k():\n    return K\nL = k() + 5\n", "L"), "7");
  EXPECT_EQ(stored("def pair(x):\n    a = x + 1\n    b, a = a, x\n    return a, b\n", "pair(i)[1]"), "i + 1");
  EXPECT_EQ(stored("def whole(B):\n    return B[0] + B.shape[0]\n", "whole(A)"), "A[0] + 8");
  EXPECT_EQ(stored("def later():\n    return first()\ndef first():\n    return 5\n", "later()"), "5");
  EXPECT_EQ(stored("def i(i):\n    return i\n", "A[i]"), "A[i]") << "names of the program come first";
}

TEST(Helpers, RunPythonsStatements) {
  EXPECT_EQ(
      stored("def f(x):\n    total = 0\n    for k, c in enumerate([3, 4]):\n        if k == 0:\n            continue\n"
             "        total += x * c\n    while True:\n        total = total - 1\n        break\n    return total\n",
             "f(i)"),
      "i * 4 - 1");
  EXPECT_EQ(stored("def f(x, n):\n    return 1 if n == 0 else x * f(x, n - 1)\n", "f(i, 3)"), "i * (i * i)");
  EXPECT_EQ(
      stored("def f(n):\n    \"\"\"Sum.\"\"\"\n    assert n > 0\n    return sum([k * k for k in range(n) if k % 2])\n",
             "f(6)"),
      "35");
  EXPECT_EQ(stored("def f(kind):\n    return kind + \"32\" if kind in [\"int\", \"float\"] else \"int8\"\n",
                   "T.cast(i, f(\"int\"))"),
            "i");
  EXPECT_EQ(stored("def f(x=None):\n    return 1 if x is None or x > 5 else 2\n", "f() * 10 + f(3)"), "12");
  EXPECT_EQ(stored("def f():\n    return [4, 5, 6, 7][1:][::-1]\n", "f()[0] * 10 + len(f())"), "73");
}

TEST(Helpers, ErrorsNameTheFunctionAndTheCall) {
  EXPECT_EQ(stored("def f(x):\n    return x // 0\n", "f(3) + 1"), "f(3): f, line 4: division by zero: 3 // 0");
  EXPECT_EQ(stored("def g(x):\n    return x << -1\ndef f(x):\n    return g(x)\n", "f(3)"),
            "f(3): f, line 6: g, line 4: 3 << -1: the shift count is negative");
  EXPECT_EQ(stored("def f(x):\n    if x > 3:\n        return 1\n    return 2\n", "f(i)"),
            "f(i): f, line 4: the condition is known only when the program runs (choose a value by "
            "T.if_then_else(condition, a, b))");
  EXPECT_EQ(stored("def f(x):\n    return f(x)\n", "f(i)").substr(0, 18), "f(i): f, line 4: f");
  EXPECT_NE(stored("def f(x):\n    return f(x)\n", "f(i)").find("calls of f are nested more than 64 deep"),
            std::string::npos);
  EXPECT_EQ(stored("def f(x):\n    return x\n", "f()"), "f(): f needs the argument 'x'");
  EXPECT_EQ(stored("def f(x):\n    return x\n", "f(1, 2)"), "f(1, 2): f takes at most 1 arguments, but 2 are given");
  EXPECT_EQ(stored("def f(x):\n    return x\n", "f(1, y=2)"), "y=2: f has no argument named 'y'");
  EXPECT_EQ(stored("def f(x):\n    return x\n", "f(1, x=2)"), "f(1, x=2): the argument x of f is given twice");
  EXPECT_EQ(stored("def f(x):\n    assert x < 2, \"too large\"\n    return x\n", "f(5)"),
            "f(5): f, line 4: the assertion failed: too large");
  EXPECT_EQ(stored("def f(x):\n    import os\n    return x\n", "f(5)"),
            "f(5): f, line 4: the statement has no meaning in a function that is called while a program is read (use "
            "assignments, if, for, while, assert and return)");
  EXPECT_EQ(stored("def f(x):\n    for k in x:\n        pass\n    return 0\n", "f(i)"),
            "f(i): f, line 4: the loop iterates over something that is not known while the program is read (iterate "
            "over a list or a range of numbers)");
  EXPECT_EQ(stored("N = 1 // 0\n", "N + i"), "N: N, line 3: division by zero: 1 // 0");
  EXPECT_EQ(stored("def f(x):\n    x + 1\n", "f(i)"), "f(i): expected a value, found None");
}

TEST(Helpers, WorkAndSizesAreLimited) {
  EXPECT_NE(stored("def f():\n    while True:\n        pass\n", "f()")
                .find("functions that are called while the program is read take too long (compute the values once, as "
                      "constants)"),
            std::string::npos);
  EXPECT_EQ(stored("def f(n):\n    return 1 if n < 2 else f(n - 1) + f(n - 2)\n", "f(60)").substr(0, 6), "f(60):");
  const std::string large = "the expression is too large";
  EXPECT_NE(stored("def f(x):\n    for k in range(60):\n        x = x + x\n    return x\n", "f(i)").find(large),
            std::string::npos);
  EXPECT_NE(stored("def f(x):\n    for k in range(600):\n        x = x + k\n    return x\n", "f(i)").find(large),
            std::string::npos);
  EXPECT_NE(stored("def f(x):\n    for k in range(60):\n        x = x + x\n    return x\n", "f([i])[0]").find(large),
            std::string::npos);
  EXPECT_NE(stored("def f(x):\n    for k in range(60):\n        x = [x, x]\n    return 0\n", "f(i)").find(large),
            std::string::npos);
  EXPECT_NE(stored("def f():\n    return \"ab\" * 10000000000\n", "f()").find(large), std::string::npos);
  EXPECT_NE(stored("def f():\n    return len(range(10000000000))\n", "f()").find(large), std::string::npos);
}

TEST(Helpers, ConditionalExpressionsAreSelects) {
  EXPECT_EQ(stored("", "A[i] if i > 3 else -A[i]"), "T.if_then_else(i > 3, A[i], A[i] * -1)");
  EXPECT_EQ(stored("", "1 if A[i] else 2"), "T.if_then_else(A[i] != 0, 1, 2)");
  EXPECT_EQ(stored("", "A[i] if 2 > 1 else nothing"), "A[i]") << "only the chosen branch is read";
  EXPECT_EQ(stored("FLAG = 0\n", "A[i] if FLAG else 5"), "5");
  EXPECT_EQ(stored("", "1 if T.bool(False) else 2"), "2");
  EXPECT_EQ(stored("", "A[i] if i > 3 else \"x\"").find("cannot be combined") == std::string::npos, false);
  const SourceFile file = parseSource("p.py", R"(from tvm.script import tir as T

DEBUG = False


@T.prim_func
def main(O: T.Buffer((8,), "int32")):
    if DEBUG:
        O[0] = 1
    else:
        O[0] = 2
    if not DEBUG:
        O[1] = 3
)");
  ASSERT_FALSE(file.hasErrors());
  EXPECT_EQ(print(file.functions[0], {.imports = false}).text,
            "@T.prim_func\ndef main(O: T.Buffer((8,), \"int32\")):\n    O[0] = 2\n    O[1] = 3\n");
}

TEST(Declarations, TakeVariablesWithoutNames) {
  const SourceFile file = parseSource("p.py", R"(from tvm.script import tir as T

@T.prim_func
def main(a: T.handle, b: T.handle):
    A = T.match_buffer(a, (4, 4), "float32", offset_factor=1, strides=[T.int32(), T.int32()])
    B = T.match_buffer(b, (T.int64(), 4), "float32", strides=[T.int32(), 1])
    A[0, 0] = B[1, 1]
)");
  for (const Diagnostic& d : file.diagnostics) ADD_FAILURE() << d.message;
  ASSERT_EQ(file.functions.size(), 1u);
  const BufferNode &a = *file.functions[0].buffers[0].second, &b = *file.functions[0].buffers[1].second;
  ASSERT_EQ(a.strides.size(), 2u);
  EXPECT_FALSE(a.strides[0].sameAs(a.strides[1]));
  EXPECT_FALSE(*a.strides[0].as<Var>() == *b.strides[0].as<Var>()) << "each is a variable of its own";
  EXPECT_EQ(a.strides[0].dtype(), dtype::Int32);
  EXPECT_EQ(b.shape[0].dtype(), dtype::Int64);
  for (const Dialect dialect : {Dialect::Classic, Dialect::Tvm}) {
    const std::string text = print(file.functions[0], {.dialect = dialect}).text;
    const SourceFile again = parseSource("q.py", text);
    ASSERT_FALSE(again.hasErrors()) << text;
    EXPECT_EQ(print(again.functions[0], {.dialect = dialect}).text, text);
  }
  EXPECT_TRUE(parseSource("r.py", R"(from tvm.script import tir as T

@T.prim_func
def main(A: T.Buffer((4,), "int32")):
    B = T.alloc_buffer((T.int32(),), "int32")
    A[0] = B[0]
)")
                  .hasErrors())
      << "memory of its own has a size";
}

// Parameters keep their names, also those that name the modules of TVM elsewhere.
TEST(Names, OfParametersAreKept) {
  const char* text = R"(from tvm.script import tir as tir

@tir.prim_func
def main(T: tir.Buffer((4,), "int32"), i: tir.handle, r: tir.handle, range: tir.int32):
    n = tir.int32()
    I = tir.match_buffer(i, (n,), "int32")
    R = tir.match_buffer(r, (n,), "int32")
    for x in tir.serial(4):
        with tir.block("T"):
            v = tir.axis.spatial(4, x)
            R[v] = I[v] + T[v] + range
)";
  SourceFile file = parseSource("p.py", text);
  for (const Dialect dialect : {Dialect::Classic, Dialect::Tvm}) {
    for (const Diagnostic& d : file.diagnostics) ADD_FAILURE() << d.message;
    ASSERT_EQ(file.functions.size(), 1u);
    const PrimFunc& f = file.functions[0];
    const std::string printed = print(f, {.dialect = dialect}).text;
    EXPECT_NE(printed.find("from tvm.script import tir as A\n"), std::string::npos) << printed;
    EXPECT_NE(printed.find("def main(T: A.Buffer((4,), \"int32\"), var_I: A.handle, var_R: A.handle, range: A.int32):"),
              std::string::npos)
        << printed;
    EXPECT_NE(printed.find("R = A.match_buffer(var_R, (n,), \"int32\")"), std::string::npos) << printed;
    EXPECT_NE(printed.find("in A.serial(4):"), std::string::npos) << printed;
    EXPECT_NE(printed.find("R[v] = I[v] + T[v] + range"), std::string::npos) << printed;
    file = parseSource("q.py", printed);
    ASSERT_FALSE(file.hasErrors()) << printed;
    EXPECT_EQ(print(file.functions[0], {.dialect = dialect}).text, printed);
  }
}

}  // namespace
}  // namespace lw
