// Python's arithmetic (core/text/python/arithmetic.h) beside CPython's: every operator on all pairs of odd values.
#include <gtest/gtest.h>

#include <functional>

#include "core/text/python/arithmetic.h"
#include "core/text/tir/parser.h"
#include "tests/text/cpython.h"

namespace lw {
namespace {

using py::BinOp;

constexpr double kInf = std::numeric_limits<double>::infinity();

const std::vector<Number>& oddValues() {
  static const std::vector<Number> kValues = {false,
                                              true,
                                              int64_t{0},
                                              int64_t{1},
                                              int64_t{-1},
                                              int64_t{2},
                                              int64_t{-2},
                                              int64_t{3},
                                              int64_t{-7},
                                              int64_t{10},
                                              int64_t{62},
                                              int64_t{63},
                                              int64_t{64},
                                              int64_t{100},
                                              INT64_MAX,
                                              INT64_MIN,
                                              INT64_MAX - 1,
                                              INT64_MIN + 1,
                                              int64_t{1} << 31,
                                              -(int64_t{1} << 31),
                                              (int64_t{1} << 53) - 1,
                                              (int64_t{1} << 53) + 1,
                                              -(int64_t{1} << 53) - 1,
                                              int64_t{3037000500},
                                              0.0,
                                              -0.0,
                                              1.0,
                                              -1.0,
                                              0.1,
                                              -0.1,
                                              0.5,
                                              2.5,
                                              -2.5,
                                              3.0,
                                              1e16,
                                              9007199254740992.0,
                                              9007199254740993.0,
                                              9223372036854775808.0,
                                              -9223372036854775808.0,
                                              1e300,
                                              -1e300,
                                              5e-324,
                                              2.2250738585072014e-308,
                                              1.7976931348623157e308,
                                              kInf,
                                              -kInf,
                                              std::numeric_limits<double>::quiet_NaN()};
  return kValues;
}

// As Python source.
std::string literal(const Number& n) {
  if (const auto* d = std::get_if<double>(&n); d && !std::isfinite(*d)) return "float(\"" + py::toText(n) + "\")";
  return "(" + py::toText(n) + ")";
}

std::string typed(const Number& n) {
  const char* kTypes[] = {"bool ", "int ", "float "};
  return kTypes[n.index()] + py::toText(n);
}

// The exception of Python that the kind of error stands for.
std::string exceptionOf(const std::string& kind) {
  if (kind == "python.zero-division") return "ZeroDivisionError";
  if (kind == "python.value") return "ValueError";
  if (kind == "python.type") return "TypeError";
  if (kind == "python.overflow") return "OverflowError";
  return kind;
}
std::string outcome(const Result<Number>& r) { return r ? typed(*r) : exceptionOf(r.error().kind); }

// Python's side: `show` prints the type and value of what a function returns, in the words of outcome().
constexpr const char* kShow = R"(
def show(f):
    try:
        r = f()
    except Exception as e:
        return print(type(e).__name__)
    print(told(r))

def told(r):
    if isinstance(r, complex):
        return "python.complex"
    if isinstance(r, tuple):
        parts = [told(x) for x in r]
        wide = "python.wide-integer"
        return wide if wide in parts else " ".join(parts)
    if type(r) is int and not -2**63 <= r < 2**63:
        return "python.wide-integer"
    return type(r).__name__ + " " + repr(r)

# Powers and shifts with too many digits are not computed.
def huge(a, b, op):
    if isinstance(a, float) or isinstance(b, float) or b <= 200:
        return False
    return abs(a) > 1 if op == "**" else a != 0

def both(a, b, op, f):
    if op in ("**", "<<") and huge(a, b, op):
        return print("python.wide-integer")
    show(f)
)";

// Compares with what Python says, line by line, and names the first expressions that differ.
class Comparison {
 public:
  void add(const std::string& expression, const std::string& ours, const std::string& call) {
    expressions_.push_back(expression);
    ours_.push_back(ours);
    program_ += call + "\n";
  }
  void check() {
    const std::vector<std::string> lines = linesOfCPython(program_);
    ASSERT_EQ(lines.size(), ours_.size()) << (lines.empty() ? "" : lines.back());
    int shown = 0;
    for (size_t i = 0; i < lines.size() && shown < 20; ++i) {
      if (lines[i] == ours_[i]) continue;
      ADD_FAILURE() << expressions_[i] << " is " << ours_[i] << " here and " << lines[i] << " in Python";
      ++shown;
    }
  }
  size_t size() const { return ours_.size(); }

 private:
  std::string program_ = kShow;
  std::vector<std::string> expressions_, ours_;
};

constexpr BinOp kOperators[] = {BinOp::Add,    BinOp::Sub,   BinOp::Mul,    BinOp::Div,    BinOp::FloorDiv,
                                BinOp::Mod,    BinOp::Pow,   BinOp::MatMul, BinOp::LShift, BinOp::RShift,
                                BinOp::BitAnd, BinOp::BitOr, BinOp::BitXor};

void forEachPair(const std::function<void(const Number&, const Number&)>& f) {
  for (const Number& a : oddValues())
    for (const Number& b : oddValues()) f(a, b);
}

TEST(Arithmetic, OperatorsGiveWhatPythonGives) {
  Comparison compared;
  forEachPair([&](const Number& a, const Number& b) {
    for (const BinOp op : kOperators) {
      const std::string symbol(py::symbolOf(op)), text = literal(a) + " " + symbol + " " + literal(b);
      compared.add(text, outcome(py::applied(op, a, b)),
                   "both(" + literal(a) + ", " + literal(b) + ", \"" + symbol + "\", lambda: " + text + ")");
    }
  });
  EXPECT_GT(compared.size(), 20'000u);
  compared.check();
}

TEST(Arithmetic, ComparisonsAreExactAsInPython) {
  Comparison compared;
  forEachPair([&](const Number& a, const Number& b) {
    for (int i = 0; i < 6; ++i) {
      const auto op = static_cast<py::CompareOp>(i);
      const std::string text = literal(a) + " " + std::string(py::symbolOf(op)) + " " + literal(b);
      compared.add(text, typed(py::compared(op, py::ordered(a, b))), "show(lambda: " + text + ")");
    }
  });
  compared.check();
}

TEST(Arithmetic, FunctionsGiveWhatPythonGives) {
  Comparison compared;
  const auto add = [&](const std::string& text, const std::string& ours) {
    compared.add(text, ours, "show(lambda: " + text + ")");
  };
  forEachPair([&](const Number& a, const Number& b) {
    const auto both = py::divided(a, b);
    add("divmod(" + literal(a) + ", " + literal(b) + ")",
        both ? typed(both->first) + " " + typed(both->second) : exceptionOf(both.error().kind));
  });
  for (const Number& n : oddValues()) {
    const std::string x = literal(n);
    for (const auto op : {py::UnaryOp::Minus, py::UnaryOp::Plus, py::UnaryOp::Not, py::UnaryOp::Invert})
      add(std::string(py::symbolOf(op)) + " " + x, outcome(py::applied(op, n)));
    add("bool(" + x + ")", typed(py::truth(n)));
    add("abs(" + x + ")", outcome(py::absolute(n)));
    add("float(" + x + ")", typed(py::toFloat(n)));
    const Result<int64_t> whole = py::toInteger(n);
    add("int(" + x + ")", whole ? typed(*whole) : exceptionOf(whole.error().kind));
    add("round(" + x + ")", outcome(py::rounded(n, std::nullopt)));
    for (const int64_t digits : {0, 1, 2, 15, 17, 22, 300, 324, -1, -2, -15, -18, -19, -20, -300, -308, -309})
      add("round(" + x + ", " + std::to_string(digits) + ")", outcome(py::rounded(n, digits)));
  }
  for (const double d :
       {0.15, 2.675, 25.0, 35.0, 25.5, 1250.0, 1350.0, 999.5, 949.9, 1e22, 123456789012345678.0, 4.5e15})
    for (const int64_t digits : {0, 1, 2, -1, -2, -3, -17, -22})
      add("round(" + py::floatText(d) + ", " + std::to_string(digits) + ")", outcome(py::rounded(d, digits)));
  for (const int64_t i : {15, 25, 35, -15, -25, 149, 150, 151, -149, -150})
    for (const int64_t digits : {-1, -2, -3})
      add("round(" + std::to_string(i) + ", " + std::to_string(digits) + ")", outcome(py::rounded(i, digits)));
  compared.check();
}

TEST(Arithmetic, TextsAreReadAsInPython) {
  Comparison compared;
  for (const char* text : {"12",
                           " 12\\n",
                           "+7",
                           "-0",
                           "1_000",
                           "1__0",
                           "_1",
                           "1_",
                           "",
                           " ",
                           "0x10",
                           "1.5",
                           "1e3",
                           "9223372036854775807",
                           "-9223372036854775808",
                           "9223372036854775808",
                           "1e400",
                           "-1e400",
                           "1e-400",
                           ".5",
                           "5.",
                           ".",
                           "e5",
                           "1e",
                           "1e+5",
                           "inf",
                           "-Infinity",
                           "+nan",
                           "NaN",
                           "infinit",
                           "1_0.2_5",
                           "1_.5",
                           "- 1",
                           "--1",
                           "\\t3.5\\f",
                           "0b1"}) {
    const std::string quoted = std::string("\"") + text + "\"";
    std::string plain;
    for (const char* c = text; *c; ++c) plain += *c != '\\' ? *c : *++c == 'n' ? '\n' : *c == 't' ? '\t' : '\f';
    const Result<int64_t> whole = py::integerFrom(plain);
    compared.add("int(" + quoted + ")", whole ? typed(*whole) : exceptionOf(whole.error().kind),
                 "show(lambda: int(" + quoted + "))");
    const Result<double> real = py::floatFrom(plain);
    compared.add("float(" + quoted + ")", real ? typed(*real) : exceptionOf(real.error().kind),
                 "show(lambda: float(" + quoted + "))");
  }
  compared.check();
}

// The value of an expression of literals in a program; a bool is an integer in an attribute.
std::string inProgram(const std::string& expression) {
  const SourceFile file = parseSource(
      "p.py", "from tvm.script import tir as T\n\n@T.prim_func\ndef f():\n    T.func_attr({\"x\": " + expression +
                  "})\n    T.evaluate(0)\n");
  if (!file.diagnostics.empty()) {
    const Diagnostic& d = file.diagnostics[0];
    const std::string place =
        file.source.text.substr(static_cast<size_t>(d.span.begin), static_cast<size_t>(d.span.end - d.span.begin));
    return place == expression ? exceptionOf(d.kind) : d.kind + " at " + place;
  }
  const AnnotationValue& value = file.functions.at(0).attrs.at("x");
  if (const auto* i = std::get_if<int64_t>(&value.value)) return typed(*i);
  if (const auto* d = std::get_if<double>(&value.value)) return typed(*d);
  return "neither integer nor float";
}

TEST(Arithmetic, ProgramsComputeAsPythonDoes) {
  forEachPair([&](const Number& a, const Number& b) {
    for (const BinOp op : kOperators) {
      const std::string text = literal(a) + " " + std::string(py::symbolOf(op)) + " " + literal(b);
      Result<Number> ours = py::applied(op, a, b);
      if (ours && std::holds_alternative<bool>(*ours)) ours = Number(int64_t{std::get<bool>(*ours)});
      ASSERT_EQ(inProgram(text), outcome(ours)) << text;
    }
  });
  EXPECT_EQ(inProgram("1.0 // 0.1"), "float 9.0");
  EXPECT_EQ(inProgram("1 // 0"), "ZeroDivisionError");
  EXPECT_EQ(inProgram("1 ** 100"), "int 1");
  EXPECT_EQ(inProgram("2 ** 62 * 2 - 1"), "python.wide-integer at 2 ** 62 * 2");
  EXPECT_EQ(inProgram("3 and 5"), "int 5");
  EXPECT_EQ(inProgram("0 or not 2 < 3 < 1"), "int 1");
  EXPECT_EQ(inProgram("divmod(-7, 2)[0] + round(2.5) + max(1, 2.5, 2)"), "float 0.5");
  EXPECT_EQ(inProgram("int(\"12\") + float(\"1e2\") + abs(-3)"), "float 115.0");
  EXPECT_EQ(inProgram("7 if 1 > 2 else 8"), "int 8");
}

}  // namespace
}  // namespace lw
