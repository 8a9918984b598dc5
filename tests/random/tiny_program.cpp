#include "tests/random/tiny_program.h"

#include <array>
#include <functional>

#include "tests/random/random_workload.h"
#include "tests/random/sized_program.h"

namespace lw {
namespace {

// Writes one function of a form; names of blocks are those of the buffers that they write.
class TinyAuthor {
 public:
  explicit TinyAuthor(std::mt19937_64& random) : random_(random) {
    type_ = std::array{"int32", "int32", "int32", "float32", "int8", "int64", "float16"}[random_() % 7];
  }

  std::string program() {
    using Form = std::string (TinyAuthor::*)();
    constexpr std::array<Form, 16> kForms{
        &TinyAuthor::product,   &TinyAuthor::padded,   &TinyAuthor::window, &TinyAuthor::tile,
        &TinyAuthor::intrinsic, &TinyAuthor::symbolic, &TinyAuthor::tree,   &TinyAuthor::updates,
        &TinyAuthor::scattered, &TinyAuthor::merged,   &TinyAuthor::prefix, &TinyAuthor::opaque,
        &TinyAuthor::indices,   &TinyAuthor::choices,  &TinyAuthor::chosen, &TinyAuthor::chosen};
    const std::string body = (this->*kForms[random_() % kForms.size()])();
    return head_ + "from tvm.script import tir as T\n" + intrinsic_ + "\n\n@T.prim_func\ndef main(" + parameters_ +
           "):\n" + body;
  }

 private:
  int pick(int low, int high) { return low + static_cast<int>(random_() % static_cast<uint64_t>(high - low + 1)); }
  bool chance(int of) { return random_() % static_cast<uint64_t>(of) == 0; }
  std::string anyOf(std::initializer_list<const char*> list) { return list.begin()[random_() % list.size()]; }
  static std::string str(int n) { return std::to_string(n); }
  std::string number(int n) const { return "T." + type_ + "(" + str(n) + ")"; }

  // Replaces $a ... $z by the sizes, and @ by the type.
  std::string filled(std::string text, std::initializer_list<std::pair<char, int>> sizes) const {
    std::string result;
    for (size_t i = 0; i < text.size(); ++i) {
      if (text[i] == '@') {
        result += type_;
      } else if (text[i] == '$') {
        ++i;
        for (const auto& [name, size] : sizes)
          if (name == text[i]) result += str(size);
      } else
        result += text[i];
    }
    return result;
  }
  void parameters(const std::string& text, std::initializer_list<std::pair<char, int>> sizes) {
    parameters_ = filled(text, sizes);
  }
  // One block with the loops and axes i (extent first), j ...; `kinds` has a letter for each.
  std::string block(const std::string& name, const std::string& kinds, std::vector<int> sizes, const std::string& body,
                    const std::string& init = "") {
    std::string at = "    ", axes, text;
    std::vector<size_t> order;
    for (size_t i = 0; i < kinds.size(); ++i) order.push_back(i);
    if (chance(5)) std::swap(order.front(), order.back());
    for (const size_t i : order) {
      text += at + "for " + loop(name, i) + " in " + (chance(12) ? "T.serial(" : "range(") + str(sizes[i]) + "):\n";
      at += "    ";
    }
    text += at + "with T.block(\"" + name + "\"):\n";
    at += "    ";
    for (size_t i = 0; i < kinds.size(); ++i)
      axes += at + "v" + static_cast<char>('i' + i) + " = T.axis." + (kinds[i] == 'R' ? "reduce(" : "spatial(") +
              str(sizes[i]) + ", " + loop(name, i) + ")\n";
    text += axes;
    if (!init.empty()) text += at + "with T.init():\n" + at + "    " + init + "\n";
    return text + at + body + "\n";
  }
  static std::string loop(const std::string& name, size_t i) {
    return static_cast<char>('i' + i) + std::string(name.size(), '_') + name;
  }
  std::string alloc(const std::string& name, std::initializer_list<int> shape) const {
    std::string text = "    " + name + " = T.alloc_buffer((";
    for (const int n : shape) text += str(n) + ", ";
    return text + "), \"" + type_ + "\")\n";
  }

  // A product with an epilogue.
  std::string product() {
    const int n = pick(1, 3), m = pick(1, 3), k = pick(1, 3);
    parameters(
        "A: T.Buffer(($n, $k), \"@\"), B: T.Buffer(($k, $m), \"@\"), c: T.Buffer(($m,), \"@\"), D: "
        "T.Buffer(($n, $m), \"@\")",
        {{'n', n}, {'m', m}, {'k', k}});
    std::string text = alloc("C", {n, m});
    text += block("C", "SSR", {n, m, k}, "C[vi, vj] = C[vi, vj] + A[vi, vk] * B[vk, vj]", "C[vi, vj] = " + number(0));
    return text + block("D", "SS", {n, m},
                        "D[vi, vj] = " + anyOf({"C[vi, vj] + c[vj]", "c[vj] + C[vi, vj]", "T.max(C[vi, vj], c[vj])",
                                                "C[vi, vj] - c[vj]", "C[vi, vj]"}));
  }
  // A padded copy and its reader.
  std::string padded() {
    const int n = pick(2, 4), p = pick(0, 1), q = pick(p == 0 ? 1 : 0, 2), r = pick(1, 2);
    parameters("A: T.Buffer(($n,), \"@\"), B: T.Buffer(($o,), \"@\")", {{'n', n}, {'o', n + p + q - r + 1}});
    std::string text = alloc("P", {n + p + q});
    text += block("P", "S", {n + p + q},
                  "P[vi] = T.if_then_else(" + str(p) + " <= vi and vi < " + str(n + p) + ", A[vi - " + str(p) + "], " +
                      number(chance(3) ? 1 : 0) + ")");
    return text + block("B", "SR", {n + p + q - r + 1, r}, "B[vi] = B[vi] + P[vi + vj]", "B[vi] = " + number(0));
  }
  // A stencil, with its producer apart or already below one of its loops.
  std::string window() {
    const int n = pick(2, 4), w = pick(2, 3), m = pick(1, 2);
    parameters("A: T.Buffer(($p, $m), \"@\"), C: T.Buffer(($n, $m), \"@\")", {{'p', n + w - 1}, {'n', n}, {'m', m}});
    std::string sum = "B[vi, vj]";
    for (int i = 1; i < w; ++i) sum += " + B[vi + " + str(i) + ", vj]";
    std::string text = alloc("B", {n + w - 1, m});
    if (chance(2))
      return text + block("B", "SS", {n + w - 1, m}, "B[vi, vj] = A[vi, vj] * " + number(2)) +
             block("C", "SS", {n, m}, "C[vi, vj] = " + sum);
    return text + filled(
                      "    for i in range($n):\n        for r, j in T.grid($w, $m):\n            with "
                      "T.block(\"B\"):\n                vi = T.axis.spatial($p, i + r)\n                vj = "
                      "T.axis.spatial($m, j)\n                B[vi, vj] = A[vi, vj] + " +
                          number(1) +
                          "\n        for j in range($m):\n            with T.block(\"C\"):\n                vi, vj "
                          "= T.axis.remap(\"SS\", [i, j])\n                C[vi, vj] = " +
                          sum + "\n",
                      {{'n', n}, {'w', w}, {'m', m}, {'p', n + w - 1}});
  }
  // Blocks in a block with a buffer of its own.
  std::string tile() {
    const int t = pick(1, 3), n = pick(1, 3);
    parameters("A: T.Buffer(($s,), \"@\"), B: T.Buffer(($s,), \"@\")", {{'s', t * n}});
    const std::string from = chance(2) ? "$l - vi" : "vi";
    return filled(
        "    for t in range($t):\n        with T.block(\"tile\"):\n            vt = T.axis.spatial($t, t)\n "
        "           T.reads(A[vt * $n:vt * $n + $n])\n            T.writes(B[vt * $n:vt * $n + $n])\n        "
        "    X = T.alloc_buffer(($n,), \"@\")\n            for i in range($n):\n                with "
        "T.block(\"X\"):\n                    vi = T.axis.spatial($n, i)\n                    X[vi] = A[vt * "
        "$n + vi] + " +
            number(1) +
            "\n            for i in range($n):\n                with T.block(\"B\"):\n                    vi "
            "= T.axis.spatial($n, i)\n                    B[vt * $n + vi] = X[" +
            from + "]\n",
        {{'t', t}, {'n', n}, {'l', n - 1}});
  }
  // A nest that fits a tensor intrinsic, or nearly does.
  std::string intrinsic() {
    type_ = "float32";
    const int n = pick(1, 3);
    std::string description;
    for (const char* part : {"desc", "impl"}) {
      description += std::string("\n\n@T.prim_func\ndef add2_") + part + "(a: T.handle, b: T.handle, c: T.handle):\n";
      for (const char* buffer : {"A", "B", "C"})
        description += "    " + std::string(buffer) + " = T.match_buffer(" + static_cast<char>(buffer[0] + 32) +
                       ", (2,), \"float32\", offset_factor=1)\n";
      description += "    with T.block(\"root\"):\n        T.reads(A[0:2], B[0:2])\n        T.writes(C[0:2])\n";
      description += std::string(part) == "desc"
                         ? "        for i in range(2):\n            with T.block(\"add\"):\n                vi = "
                           "T.axis.spatial(2, i)\n                C[vi] = A[vi] + B[vi]\n"
                         : "        for i in T.vectorized(2):\n            C[i] = A[i] + B[i]\n";
    }
    intrinsic_ = "from tvm.tir import TensorIntrin\n" + description +
                 "\n\nTensorIntrin.register(\"add2\", add2_desc, add2_impl)\n";
    parameters("X: T.Buffer(($n, 2), \"@\"), W: T.Buffer(($n, 2), \"@\"), Y: T.Buffer(($n, 2), \"@\")", {{'n', n}});
    std::string text = alloc("V", {n, 2});
    text += block("V", "SS", {n, 2},
                  "V[vi, vj] = " + anyOf({"X[vi, vj] + W[vi, vj]", "X[vi, vj] + X[vi, vj]", "X[vi, 1 - vj] + W[vi, vj]",
                                          "X[vi, vj] * W[vi, vj]"}));
    return text + block("Y", "SS", {n, 2}, "Y[vi, vj] = V[vi, vj] + X[vi, vj]");
  }
  // Sizes that are known when the kernel is called.
  std::string symbolic() {
    head_ = "# bind: n=" + str(pick(0, 4)) + ", m=" + str(pick(0, 3)) + "\n";
    parameters_ = "a: T.handle, c: T.handle";
    return filled(
        "    n = T.int32()\n    m = T.int32()\n    A = T.match_buffer(a, (n, m), \"@\")\n    C = "
        "T.match_buffer(c, (n,), \"@\")\n    H = T.alloc_buffer((n, m), \"@\")\n    for i, j in T.grid(n, "
        "m):\n        with T.block(\"H\"):\n            vi, vj = T.axis.remap(\"SS\", [i, j])\n            "
        "H[vi, vj] = A[vi, vj] + " +
            number(1) +
            "\n    for i, k in T.grid(n, m):\n        with T.block(\"C\"):\n            vi, vk = "
            "T.axis.remap(\"SR\", [i, k])\n            with T.init():\n                C[vi] = " +
            number(0) + "\n            C[vi] = C[vi] + H[vi, vk]\n",
        {});
  }
  // One stage with two consumers, and a stage that reads both.
  std::string tree() {
    const int n = pick(1, 4);
    parameters("A: T.Buffer(($n,), \"@\"), O: T.Buffer(($n,), \"@\")", {{'n', n}});
    std::string text = alloc("S", {n}) + alloc("U", {n}) + alloc("V", {n});
    text += block("S", "S", {n}, "S[vi] = A[vi] + " + number(1));
    text += block("U", "S", {n}, "U[vi] = S[" + (chance(3) ? str(n - 1) + " - vi" : "vi") + "] * " + number(2));
    text += block("V", "S", {n}, "V[vi] = S[vi] - " + number(3));
    return text + block("O", "S", {n}, "O[vi] = U[vi] + V[" + (chance(4) ? str(n - 1) : "vi") + "]");
  }
  // Updates in place, of all elements and of some.
  std::string updates() {
    const int n = pick(1, 3), m = pick(1, 3);
    parameters("A: T.Buffer(($n, $m), \"@\"), B: T.Buffer(($n, $m), \"@\")", {{'n', n}, {'m', m}});
    std::string text;
    if (chance(2)) text += block("A", "SS", {n, m}, "A[vi, vj] = A[vi, vj] + " + number(1));
    text += block("B", "SS", {n, m}, "B[vi, vj] = B[vi, vj] + A[vi, vj]");
    return text + block("Z", "SS", {n, m},
                        "A[vi, vj] = " + anyOf({"B[vi, vj]", "A[vi, vj] - B[vi, vj]", "T.max(A[vi, vj], B[vi, vj])"}));
  }
  // Sums into elements that a table chooses, or into one element.
  std::string scattered() {
    const int n = pick(1, 3), m = pick(1, 3);
    head_ = "# inputs: ids=0.." + str(n - 1) + "\n";
    parameters("A: T.Buffer(($m,), \"@\"), ids: T.Buffer(($m,), \"int32\"), O: T.Buffer(($n,), \"@\")",
               {{'n', n}, {'m', m}});
    std::string text = block("Z", "S", {n}, "O[vi] = " + number(0));
    const std::string place = chance(3) ? "0" : "ids[vi]";
    return text + block("O", "R", {m}, "O[" + place + "] = O[" + place + "] + A[vi]");
  }
  // Two nests with the same loops.
  std::string merged() {
    const int n = pick(1, 3), m = pick(1, 3);
    parameters("A: T.Buffer(($n, $m), \"@\"), B: T.Buffer(($n, $m), \"@\"), C: T.Buffer(($n, $m), \"@\")",
               {{'n', n}, {'m', m}});
    return block("B", "SS", {n, m}, "B[vi, vj] = A[vi, vj] + " + number(1)) +
           block("C", "SS", {n, m},
                 "C[vi, vj] = " + anyOf({"A[vi, vj]", "B[vi, vj]", "B[vi, 0]", "B[0, vj]"}) + " * " + number(2));
  }
  // Each element continues the one before.
  std::string prefix() {
    const int n = pick(2, 4);
    parameters("A: T.Buffer(($n,), \"@\"), P: T.Buffer(($n,), \"@\")", {{'n', n}});
    return block("P", "S", {n}, "P[vi] = A[vi] + T.if_then_else(vi > 0, P[vi - 1], " + number(0) + ")");
  }
  // Statements without a block around them, under an if, and a block without iters.
  std::string opaque() {
    const int n = pick(1, 3), m = pick(1, 3);
    parameters("A: T.Buffer(($n, $m), \"@\"), B: T.Buffer(($n, $m), \"@\"), s: T.Buffer((1,), \"@\")",
               {{'n', n}, {'m', m}});
    const std::string condition = anyOf({"vi > 0", "vj < 1", "vi == vj"});
    return filled(
        "    with T.block(\"start\"):\n        T.reads()\n        T.writes(s[0])\n        s[0] = " + number(1) +
            "\n    for i, j in T.grid($n, $m):\n        with T.block(\"B\"):\n            vi, vj = "
            "T.axis.remap(\"SS\", [i, j])\n            T.reads(A[vi, vj], s[0])\n            T.writes(B[vi, "
            "vj])\n            if " +
            condition +
            ":\n                B[vi, vj] = A[vi, vj] + s[0]\n            else:\n                B[vi, vj] = "
            "A[vi, vj]\n",
        {{'n', n}, {'m', m}});
  }
  // The same index expressions in several places.
  std::string indices() {
    const int n = pick(2, 3), m = pick(2, 3);
    parameters("A: T.Buffer(($s,), \"@\"), B: T.Buffer(($n, $m), \"@\")", {{'n', n}, {'m', m}, {'s', n * m}});
    const std::string index = "(vi * " + str(m) + " + vj) % " + str(n * m);
    return block("B", "SS", {n, m}, "B[vi, vj] = A[" + index + "] + A[(" + index + ") // 2] * " + number(2));
  }
  // Products, squares, shifts, bits and tables choose elements; several iterations may choose the same one.
  std::string chosen() {
    constexpr int kElements = 18;
    const int n = pick(2, 4), m = pick(1, 3);
    head_ = "# inputs: ids=0..15\n";
    parameters("A: T.Buffer(($n, $m), \"@\"), ids: T.Buffer(($n,), \"int32\"), O: T.Buffer(($s,), \"@\")",
               {{'n', n}, {'m', m}, {'s', kElements}});
    const auto place = [&] {
      return anyOf({"vi * vi", "vi * vj", "vi * vi % 8", "T.shift_left(1, vi)", "T.shift_left(1, vi) % 8 + vj",
                    "T.bitwise_xor(vi, vj)", "T.bitwise_and(vi, vj + 1)", "ids[vi]", "ids[vi] + vj", "vi * 4 + vj",
                    "vi * vj + vj", "vi * (vi + 1) // 2 + vj", "(vi + 1) * (vj + 1)"});
    };
    const auto row = [&] {
      return anyOf(
          {"vi * vi", "vi * vi % 8", "T.shift_left(1, vi)", "ids[vi]", "T.bitwise_xor(vi, 1)", "vi * vi // 2"});
    };
    const std::string target = chance(2) ? "O" : "S";
    std::string text;
    if (target == "S") text += alloc("S", {kElements}) + block("Z", "S", {kElements}, "S[vi] = " + number(1));
    const std::string at = chance(3) ? row() : place();
    const std::string value = anyOf({"A[vi, vj]", "A[vi, vj] + A[vi, 0]", "A[vi, vj] * A[0, vj]"});
    if (chance(3)) {
      const std::string element = target + "[" + row() + "]";
      const std::string update = chance(5) ? value + " - " + element : element + " + " + value;
      text += block("C", "SR", {n, m}, element + " = " + update, chance(4) ? "" : element + " = " + number(0));
    } else {
      const std::string element = target + "[" + at + "]";
      const std::string more = chance(3) ? " + " + element : chance(4) ? " + " + target + "[" + place() + "]" : "";
      text += block("C", "SS", {n, m}, element + " = " + value + more);
    }
    if (target == "S")
      text +=
          block("O", "SS", {n, m}, "O[" + (chance(2) ? "vi * 4 + vj" : place()) + "] = S[" + place() + "] + " + value);
    return text;
  }
  // Values under conditions, lets and guards.
  std::string choices() {
    const int n = pick(1, 4), g = pick(1, n);
    parameters("A: T.Buffer(($n,), \"@\"), B: T.Buffer(($n,), \"@\")", {{'n', n}});
    return alloc("S", {n}) + block("Z", "S", {n}, "S[vi] = " + number(0)) +
           filled(
               "    for i in range($n):\n        with T.block(\"S\"):\n            vi = T.axis.spatial($n, i)\n       "
               "     T.where(i < $g)\n            S[vi] = A[vi] + " +
                   number(1) + "\n",
               {{'n', n}, {'g', g}}) +
           block("B", "S", {n}, "B[vi] = T.Select(A[vi] > " + number(0) + ", S[vi], A[vi])");
  }

  std::mt19937_64& random_;
  std::string type_, head_, intrinsic_, parameters_;
};

}  // namespace

std::string tinyProgram(std::mt19937_64& random) {
  if (random() % 6 == 0) return sizedProgram(random);
  return random() % 2 ? randomWorkload(random, WorkloadSize::Tiny) : TinyAuthor(random).program();
}

}  // namespace lw
