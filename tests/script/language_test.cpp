// The language: results of functions, and messages of errors.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

#include "core/script/interpreter.h"
#include "core/text/python/python_parser.h"

namespace lw::script {
namespace {

class PlainHost : public Host {
 public:
  Result<std::optional<Value>> global(std::string_view, bool) override { return std::optional<Value>(); }
  void print(const std::string& line) override { lines += line + "\n"; }
  std::string lines;
};

struct Outcome {
  std::string text;  // repr of the result, or the message
  std::string hint;
  std::string place;  // line:column of the error
  std::string printed;
};

// Runs the function `f` in the text.
Outcome run(const std::string& text, const Limits& limits = {}) {
  const SourceText source = makeSource("test.py", text);
  const py::ParseResult parsed = py::parseModule(source);
  const FileScope file(parsed.module, parsed.diagnostics);
  const py::FunctionDef* f = file.function("f");
  if (!f) return {"no f: " + (parsed.diagnostics.empty() ? "" : parsed.diagnostics[0].message), "", "", ""};
  PlainHost host;
  Interpreter interpreter(file, host, limits);
  const Result<Value> result = interpreter.run(*f, {});
  if (result) return {toRepr(*result), "", "", host.lines};
  const LineColumn at = source.locate(result.error().span.begin);
  return {result.error().message, result.error().hint, std::to_string(at.line) + ":" + std::to_string(at.column),
          host.lines};
}
std::string value(const std::string& expression) { return run("def f():\n    return " + expression + "\n").text; }
std::string body(const std::string& statements) {
  std::string text = "def f():\n";
  std::string line;
  for (char c : statements + "\n")
    if (c != '\n')
      line += c;
    else
      text += "    " + std::exchange(line, {}) + "\n";
  return run(text).text;
}

TEST(Language, Expressions) {
  const std::pair<const char*, const char*> kCases[] = {
      {"1 + 2 * 3", "7"},
      {"7 // 2, -7 // 2, 7 % -3, -7 % 3", "(3, -4, -2, 2)"},
      {"7 / 2", "3.5"},
      {"2 ** 10, 2 ** -1", "(1024, 0.5)"},
      {"1 < 2 < 3, 1 < 3 < 2", "(True, False)"},
      {"not 0 and 5 or 7", "5"},
      {"[] or 'x'", "'x'"},
      {"3 if 1 > 2 else 4", "4"},
      {"[1, 2, 3][-1]", "3"},
      {"[0, 1, 2, 3, 4][1:-1]", "[1, 2, 3]"},
      {"list(range(10))[::-3]", "[9, 6, 3, 0]"},
      {"(1, 2) + (3,)", "(1, 2, 3)"},
      {"[0] * 3 + [1]", "[0, 0, 0, 1]"},
      {"'ab' + 'c' * 2", "'abcc'"},
      {"[x * x for x in range(5) if x % 2]", "[1, 9]"},
      {"[a + b for a, b in zip([1, 2], [3, 4])]", "[4, 6]"},
      {"sum([1, 2, 3]), min(3, 1, 2), max([4, 9], key=lambda v: -v)", "(6, 1, 4)"},
      {"sorted([3, 1, 2], reverse=True)", "[3, 2, 1]"},
      {"list(enumerate('ab', 1))", "[(1, 'a'), (2, 'b')]"},
      {"list(reversed((1, 2, 3)))", "[3, 2, 1]"},
      {"{'a': 1, 'b': [2]}['b'][0]", "2"},
      {"int('12') + int(3.9) + int(True)", "16"},
      {"float('1e3'), str(1.0), bool([])", "(1000.0, '1.0', False)"},
      {"f'{3:>4}|{2.5:.2f}|{\"x\"}|{1234567:,}|{7:04d}'", "'   3|2.50|x|1,234,567|0007'"},
      {"abs(-3), round(2.5), round(2.567, 2)", "(3, 2, 2.57)"},
      {"2 in [1, 2], 'b' not in 'abc', 5 in range(0, 10, 2)", "(True, False, False)"},
      {"(lambda a, b=2: a * b)(4)", "8"},
      {"1 == 1.0, [1, [2]] == [1, [2]], (1, 2) < (1, 3)", "(True, True, True)"},
      {"None is None, 1 is not None", "(True, True)"},
      {"'a,b'.split(','), '-'.join(['x', 'y'])", "(['a', 'b'], 'x-y')"},
      {"5 & 3, 5 | 3, 5 ^ 3, 1 << 4, ~5", "(1, 7, 6, 16, -6)"},
      {"divmod(17, 5)", "(3, 2)"},
      {"list(map(lambda v: v + 1, [1, 2]))", "[2, 3]"},
      {"len(range(3, 17, 4)), range(3, 17, 4)[-1]", "(4, 15)"},
      {"1e-7, 0.1, 1e16, 3.0, 1e15", "(1e-07, 0.1, 1e+16, 3.0, 1000000000000000.0)"},
      {"any([0, 1]), all([])", "(True, True)"}};
  for (const auto& [expression, expected] : kCases) EXPECT_EQ(value(expression), expected) << expression;
}

TEST(Language, Statements) {
  EXPECT_EQ(body("a, *b, c = range(5)\nreturn a, b, c"), "(0, [1, 2, 3], 4)");
  EXPECT_EQ(body("(a, b), c = [1, 2], 3\nreturn a + b + c"), "6");
  EXPECT_EQ(body("x = [1, 2]\nx[0] += 5\nx.append(9)\nreturn x"), "[6, 2, 9]");
  EXPECT_EQ(
      body("n = 0\nwhile True:\n    n += 1\n    if n == 3:\n        continue\n    if n > 5:\n        break\nreturn n"),
      "6");
  EXPECT_EQ(body("for i in range(10):\n    if i == 4:\n        return i"), "4");
  EXPECT_EQ(body("def g(n, step=1):\n    return 0 if n <= 0 else n + g(n - step, step)\nreturn g(10), g(10, step=5)"),
            "(55, 15)");
  EXPECT_EQ(body("k = 3\ndef g(x):\n    return x * k\nk = 4\nreturn g(2)"), "8");
  EXPECT_EQ(body("i = 7\nv = [i for i in range(3)]\nreturn i, v"), "(7, [0, 1, 2])");
  EXPECT_EQ(body("fs = []\nfor i in range(2):\n    fs.append(lambda x, k=i: x + k)\nreturn fs[0](10), fs[1](10)"),
            "(10, 11)");
  EXPECT_EQ(body("d = {}\nfor w in 'aba':\n    d[w] = d.get(w, 0) + 1\nreturn d"), "{'a': 2, 'b': 1}");
  EXPECT_EQ(run("N = 4\nM = [N * i for i in range(3)]\ndef g(x=N):\n    return x\ndef f():\n    return M, g()\n").text,
            "([0, 4, 8], 4)");
  EXPECT_EQ(run("def f():\n    print('a', 1, [2.5])\n    print(f'{1}')\n").printed, "a 1 [2.5]\n1\n");
}

TEST(Language, ErrorsSayWhereAndWhat) {
  struct Case {
    const char *text, *message, *place, *hint;
  };
  const Case kCases[] = {
      {"def f():\n    return lenght\nlength = 3\n", "the name 'lenght' is not known here", "2:12",
       "did you mean 'length'?"},
      {"def f():\n    a, b = [1, 2, 3]\n", "2 names for 3 values", "2:5",
       "take all of them, or collect the rest with `*rest`"},
      {"def f():\n    x = [1]\n    return x[3]\n", "index 3 is out of range for 1 item", "3:12",
       "indices go from -1 to 0"},
      {"def f():\n    return 'a' + 1\n", "`+` does not take a string and an integer", "2:12", ""},
      {"def f():\n    return 1 // 0\n", "division by zero: 1 // 0", "2:12", ""},
      {"def f():\n    assert 1 > 2, 'sizes'\n", "the assertion failed: sizes", "2:5", ""},
      {"def f():\n    for i in 5:\n        pass\n", "an integer cannot be iterated over", "2:14",
       "write range(...) around it"},
      {"def f():\n    if False:\n        x = 1\n    return x\n", "'x' is used before it has a value", "4:12",
       "assign it on every path that leads here"},
      {"def f():\n    return len(1, 2)\n", "len takes 1 argument, but 2 were given", "2:12", ""},
      {"def g(a, b): return a\ndef f():\n    return g(1)\n", "g: no value for the parameter 'b'", "3:12",
       "pass it, or give the parameter a default"},
      {"def g(a): return a\ndef f():\n    return g(1, aa=2)\n", "g has no parameter named 'aa'", "3:12", ""},
      {"def f():\n    return [].push(1)\n", "a list has no method 'push'", "2:15", ""},
      {"def f():\n    return f'{1:zz}'\n", "the format 'zz' is not understood", "2:15",
       "formats are like '.3f', '4d', '<10'"},
      {"def f():\n    return 9223372036854775807 + 1\n", "9223372036854775807 + 1 does not fit into 64 bits", "2:12",
       ""},
      {"A = B\nB = A\ndef f():\n    return A\n", "the constant 'A' is defined in terms of itself", "2:5", ""},
      {"def f():\n    t = (1, 2)\n    t[0] = 3\n", "a tuple cannot be changed", "3:5", "use a list: [...]"},
      {"def f():\n    return [1, 'a'] < [1, 2]\n", "a string and an integer cannot be ordered", "2:12",
       "compare values of one kind"}};
  for (const Case& c : kCases) {
    const Outcome out = run(c.text);
    EXPECT_EQ(out.text, c.message) << c.text;
    EXPECT_EQ(out.place, c.place) << c.text;
    if (*c.hint) EXPECT_EQ(out.hint, c.hint) << c.text;
  }
}

TEST(Language, LimitsAreReported) {
  Limits few;
  few.steps = 100'000;
  few.items = 10'000;
  EXPECT_EQ(run("def f():\n    while True:\n        pass\n", few).text, "stopped after 100000 steps");
  EXPECT_EQ(run("def f():\n    return f()\n", few).text, "calls are nested more than 100 deep");
  EXPECT_EQ(run("def f():\n    return [0] * 10000000\n", few).text, "a list or text of 10001 items is too long");
  EXPECT_EQ(run("def f():\n    return list(range(1000000000000))\n", few).text,
            "a list or text of 1000000000000 items is too long");
  EXPECT_THAT(run("def f():\n    x = 'a'\n    while True:\n        x = x + x\n", few).text,
              testing::HasSubstr("is too long"));
  EXPECT_EQ(run("def f():\n    x = [1]\n    for i in x:\n        x.append(i)\n", few).text,
            "a list or text of 10001 items is too long");
  EXPECT_EQ(
      run("def f():\n    x = []\n    for i in range(5000):\n        x = [x]\n    return len(str(x)) > 10\n", few).text,
      "True");
  EXPECT_EQ(run("def f():\n    x = []\n    y = [x]\n    x.append(y)\n    return x == y\n", few).text,
            "the lists are nested too deeply to be compared");
  Limits stopped;
  stopped.cancelled = [] { return true; };
  EXPECT_EQ(run("def f():\n    while True:\n        pass\n", stopped).text, "stopped on request");
}

// For any mutation of the text, a run ends with a value or a message.
TEST(Language, MutatedProgramsNeverCrashOrHang) {
  const std::string program =
      "N = 4\ndef g(a, b=2, *rest):\n    return [a * b, *rest]\n\n\ndef f():\n    x, *y = [i * N for i in range(8) if "
      "i % 2 == 0]\n    d = {'k': (1, 2.5), 'm': None}\n"
      "    while len(y) < 9:\n        y.append(sum(y) // 3 + y[-1])\n        x -= 1\n    for i, (a, b) in "
      "enumerate(zip(y, reversed(y))):\n        x += a if a > b else -b\n"
      "    s = f'{x:>8.2f} {y!r}' if x else 'none'\n    h = lambda u, v=3: (u // v, u % v)\n    assert d['k'][1] > 2, "
      "'no'\n    return g(x, 3, *y[1:3]), h(x), sorted(y, key=lambda q: -q), s.split(), d\n";
  std::mt19937 random(7);
  Limits few;
  few.steps = 20'000;
  few.items = 20'000;
  few.totalItems = 500'000;
  const std::string letters = "()[]{}:,.=+-*/%<>'\" \n0123456789abxyNfgdi";
  int ran = 0;
  for (int i = 0; i < 4000; ++i) {
    std::string text = program;
    for (int n = 1 + static_cast<int>(random() % 4); n > 0; --n) {
      const size_t at = random() % text.size();
      switch (random() % 3) {
        case 0:
          text[at] = letters[random() % letters.size()];
          break;
        case 1:
          text.erase(at, 1 + random() % 6);
          break;
        default:
          text.insert(at, text.substr(random() % text.size(), 1 + random() % 12));
      }
    }
    ran += run(text, few).place.empty();
  }
  EXPECT_GT(ran, 100);
}

}  // namespace
}  // namespace lw::script
