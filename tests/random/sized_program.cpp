#include "tests/random/sized_program.h"

#include <array>
#include <utility>
#include <vector>

namespace lw {
namespace {

class SizedAuthor {
 public:
  SizedAuthor(std::mt19937_64& random, std::string type) : random_(random), type_(std::move(type)) {
    if (type_.empty()) type_ = std::array{"int32", "int32", "float32", "int8", "int64"}[random_() % 5];
  }

  std::string program() {
    const std::string n = dimension("n"), m = dimension("m");
    const int p = chance(2) ? pick(1, 3) : 0, q = chance(2) ? pick(1, 3) : 0;
    std::string buffers, text, inner = less(m, q);
    int kind = pick(0, 6);
    if (kind == 4 && m != "m") kind = 6;  // a condition that is known says nothing of its loop
    switch (kind) {
      case 0:  // a stencil
        buffers = matched("X", n + ", " + m);
        buffers += matched("O", n + ", " + m);
        text = sized("O", {{'S', less(n, p)}, {'S', inner}},
                     "O[vi, vj] = X[vi, vj] + X[vi + " + str(p) + ", vj + " + str(q) + "]");
        break;
      case 1: {  // a product and what uses it
        const std::string k = dimension("k"),
                          shape = chance(2) && n == "n" && m == "m" ? less(n, p) + ", " + inner : n + ", " + m;
        buffers = matched("A", n + ", " + k);
        buffers += matched("B", k + ", " + m);
        buffers += matched("D", n + ", " + m);
        text = "    C = T.alloc_buffer((" + shape + "), \"" + type_ + "\")\n";
        text += sized("C", {{'S', less(n, p)}, {'S', inner}, {'R', chance(3) ? less(k, 1) : k}},
                      "C[vi, vj] = C[vi, vj] + A[vi, vk] * B[vk, vj]", "C[vi, vj] = " + number(0));
        text += sized("D", {{'S', less(n, p)}, {'S', inner}}, "D[vi, vj] = C[vi, vj] + " + number(1));
        break;
      }
      case 2: {  // a reduction of each row, by its own start
        buffers = matched("A", n + ", " + m);
        buffers += matched("b", n);
        buffers += matched("D", n);
        text = "    C = T.alloc_buffer((" + n + ",), \"" + type_ + "\")\n";
        const bool sum = chance(2);
        text +=
            sized("C", {{'S', n}, {'R', inner}}, sum ? "C[vi] = C[vi] + A[vi, vj]" : "C[vi] = T.max(C[vi], A[vi, vj])",
                  "C[vi] = " + (chance(3) ? "b[vi]" : number(sum ? 0 : -3)));
        text += sized("D", {{'S', n}}, "D[vi] = C[vi] * " + number(2));
        break;
      }
      case 3:  // a triangle
        buffers = matched("A", n + ", " + n);
        buffers += matched("C", n);
        text = sized("C", {{'S', n}, {'R', "loop0C", n + " + 1"}}, "C[vi] = C[vi] + A[vi, vj]", "C[vi] = " + number(0));
        break;
      case 4:  // a bound in the condition
        buffers = matched("A", n + ", " + m);
        buffers += matched("C", n);
        text = sized("C", {{'S', n}, {'R', "4"}}, "C[vi] = C[vi] + A[vi, vj]", "C[vi] = " + number(0),
                     "loop1C < " + inner);
        break;
      case 5:  // sums of sums
        buffers = matched("A", n + ", " + m);
        buffers += matched("E", "1");
        text = "    C = T.alloc_buffer((" + n + ",), \"" + type_ + "\")\n";
        text += sized("C", {{'S', n}, {'R', inner}}, "C[vi] = C[vi] + A[vi, vj]", "C[vi] = " + number(0));
        text += sized("E", {{'S', "1"}, {'R', n}}, "E[vi] = E[vi] + C[vj]", "E[vi] = " + number(0));
        break;
      default:  // a stage and its reduction
        buffers = matched("A", n + ", " + m);
        buffers += matched("C", n);
        text = "    H = T.alloc_buffer((" + n + ", " + m + "), \"" + type_ + "\")\n";
        text += sized("H", {{'S', n}, {'S', m}}, "H[vi, vj] = A[vi, vj] + " + number(1));
        text += sized("C", {{'S', n}, {'R', inner}}, "C[vi] = C[vi] + H[vi, vj]", "C[vi] = " + number(0));
    }
    if (!head_.empty()) head_ += "\n";
    return head_ + "from tvm.script import tir as T\n\n\n@T.prim_func\ndef main(" + parameters_ + "):\n" + declared_ +
           buffers + text;
  }

 private:
  int pick(int low, int high) { return low + static_cast<int>(random_() % static_cast<uint64_t>(high - low + 1)); }
  bool chance(int of) { return random_() % static_cast<uint64_t>(of) == 0; }
  static std::string str(int n) { return std::to_string(n); }
  std::string number(int n) const { return "T." + type_ + "(" + str(n) + ")"; }

  // A number, or a variable whose value the caller's buffers tell.
  std::string dimension(const char* name) {
    if (chance(3)) return str(pick(0, 3));
    const int value = chance(3) ? 0 : pick(1, 4);
    head_ += (head_.empty() ? "# bind: " : ", ") + std::string(name) + "=" + str(value);
    declared_ += "    " + std::string(name) + " = T.int32()\n";
    return name;
  }
  std::string matched(const std::string& name, const std::string& shape) {
    parameters_ += (parameters_.empty() ? "" : ", ") + name + "_: T.handle";
    return "    " + name + " = T.match_buffer(" + name + "_, (" + shape + ",), \"" + type_ + "\")\n";
  }
  struct Axis {
    char kind;           // S or R
    std::string extent;  // of the loop and of the domain
    std::string domain = "";
  };
  std::string sized(const std::string& name, std::vector<Axis> axes, const std::string& body,
                    const std::string& init = "", const std::string& where = "") {
    std::vector<size_t> order;
    for (size_t i = 0; i < axes.size(); ++i) order.push_back(i);
    const bool nested = !where.empty() || axes.back().extent.find("loop") != std::string::npos;
    if (!nested && chance(4)) std::swap(order.front(), order.back());
    std::string at = "    ", text;
    const auto variable = [&](size_t i) { return "loop" + str(static_cast<int>(i)) + name; };
    for (const size_t i : order) {
      text += at + "for " + variable(i) + " in range(" + axes[i].extent + "):\n";
      at += "    ";
    }
    text += at + "with T.block(\"" + name + "\"):\n";
    at += "    ";
    for (size_t i = 0; i < axes.size(); ++i)
      text += at + "v" + static_cast<char>('i' + i) + " = T.axis." + (axes[i].kind == 'R' ? "reduce(" : "spatial(") +
              (axes[i].domain.empty() ? axes[i].extent : axes[i].domain) + ", " + variable(i) + ")\n";
    if (!where.empty()) text += at + "T.where(" + where + ")\n";
    if (!init.empty()) text += at + "with T.init():\n" + at + "    " + init + "\n";
    return text + at + body + "\n";
  }
  static std::string less(const std::string& extent, int by) { return by == 0 ? extent : extent + " - " + str(by); }

  std::mt19937_64& random_;
  std::string type_, head_, parameters_, declared_;
};

}  // namespace

std::string sizedProgram(std::mt19937_64& random, const std::string& type) {
  return SizedAuthor(random, type).program();
}

}  // namespace lw
