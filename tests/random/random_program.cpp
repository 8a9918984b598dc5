#include "tests/random/random_program.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "core/ir/ops.h"
#include "core/ir/visit.h"
#include "core/text/tir/parser.h"

namespace lw {
namespace {

constexpr int kSize = 6;

// Writes TVMScript text, so that the parser infers regions as for any program.
class Author {
 public:
  explicit Author(std::mt19937_64& random) : random_(random) {}

  std::string program() {
    // With narrow types, the constants of the program have wider types, and stores cast.
    const std::string buffer =
        "T.Buffer((6, 6), \"" + anyOf({"int32", "int32", "int32", "int32", "int8", "uint8", "int16"}) + "\")";
    std::string text = "@T.prim_func\ndef main(A: " + buffer + ", B: " + buffer + ", O: " + buffer + "):\n";
    for (const char* name : {"S", "U", "V"})
      text += std::string("    ") + name + " = T.alloc_b" + buffer.substr(3) + "\n";
    const int stages = pick(2, 5);
    for (int i = 0; i < stages; ++i) {
      target_ = i + 1 == stages ? "O" : anyOf({"S", "U", "V", "S", "O", "A"});
      if (chance(5))
        text += common();
      else
        text += stage("    ", "");
    }
    return text;
  }

 private:
  int pick(int low, int high) { return low + static_cast<int>(random_() % static_cast<uint64_t>(high - low + 1)); }
  bool chance(int of) { return random_() % static_cast<uint64_t>(of) == 0; }
  std::string anyOf(std::vector<std::string> list) { return list[random_() % list.size()]; }
  static std::string str(int n) { return std::to_string(n); }

  // Two stages in one loop, which drives the rows of both or is not used.
  std::string common() {
    const bool rows = !chance(4);
    const std::string loop = "t" + str(blocks_);
    std::string text = "    for " + loop + " in range(" + str(rows ? kSize : 2) + "):\n";
    text += stage("        ", rows ? loop : "");
    target_ = anyOf({"S", "U", "V", "O"});
    return text + stage("        ", rows && !chance(4) ? loop : "");
  }

  std::string stage(const std::string& indent, const std::string& row) {
    const std::string id = str(blocks_++), i = "i" + id, j = "j" + id, k = "k" + id;
    const int rows = chance(4) ? pick(2, 5) : kSize, columns = chance(5) ? pick(2, 5) : kSize;
    const int top = rows < kSize ? pick(0, kSize - rows) : 0;
    const bool reduction = chance(3);
    std::string text, at = indent;
    const auto loop = [&](const std::string& var, int extent) {
      text += at + "for " + var + " in range(" + str(extent) + "):\n";
      at += "    ";
    };
    const bool kOutside = reduction && chance(4);
    if (kOutside) loop(k, kSize);
    if (row.empty()) loop(i, rows);
    loop(j, columns);
    if (reduction && !kOutside) loop(k, kSize);
    text += at + "with T.block(\"b" + id + "\"):\n";
    at += "    ";
    const std::string iValue = row.empty() ? i + (top ? " + " + str(top) : "") : row;
    text += at + "vi = T.axis.spatial(6, " + iValue + ")\n" + at + "vj = T.axis.spatial(6, " + j + ")\n";
    if (reduction) text += at + "vk = T.axis.reduce(6, " + k + ")\n";
    if (chance(8)) text += at + "T.where(" + j + " < " + str(pick(2, 5)) + ")\n";
    const std::string element = target_ + (chance(8) ? "[vj, vi]" : chance(12) ? "[vi, 0]" : "[vi, vj]");
    if (reduction) {
      if (!chance(6)) text += at + "with T.init():\n" + at + "    " + element + " = 0\n";
      return text + at + element + " = " + element + " + " + read(true) + "\n";
    }
    std::string value = chance(4) ? guarded() : read(false);
    if (chance(2)) value += " + " + read(false);
    if (chance(8)) value += " + " + element;
    if (chance(8)) value = "(" + value + ")" + anyOf({" + 1", " * 3", " - 200"});
    return text + at + element + " = " + value + "\n";
  }

  std::string read(bool reduction) {
    const std::string buffer = anyOf({"A", "B", "S", "S", "U", "V", "O"});
    if (reduction) return buffer + anyOf({"[vi, vk]", "[vk, vj]", "[vk, vi]", "[vi, vj]"});
    return buffer + anyOf({"[vi, vj]", "[vi, vj]", "[vi, vj]", "[vj, vi]", "[vi, 0]", "[T.min(vi + 1, 5), vj]",
                           "[(vi + 1) % 6, vj]", "[5 - vi, vj]"});
  }

  // A read under a condition; whether the element exists may depend on the condition.
  std::string guarded() {
    const std::string buffer = anyOf({"A", "S", "S", "U", "V"});
    const std::string then = anyOf({"vi >= 2, " + buffer + "[vi - 2, vj]", "vi < 4, " + buffer + "[vi + 2, vj]",
                                    "vi < 4, " + buffer + "[vi, vj]", "vj < 3, " + buffer + "[vi, vj]",
                                    "vi + vj < 6, " + buffer + "[vi + vj, vj]",
                                    "1 <= vi and vi < 5, " + buffer + "[vi, vj]", "vi < 3, " + buffer + "[vj, vi]"});
    return "T.if_then_else(" + then + ", " + (chance(3) ? read(false) : "0") + ")";
  }

  std::mt19937_64& random_;
  std::string target_;
  int blocks_ = 0;
};

// All statements of one kind, one of which will be replaced.
template <class N>
std::vector<Stmt> all(const PrimFunc& f) {
  std::vector<Stmt> list;
  forEachStmt(f.body, [&](const Stmt& s) {
    if (s.as<N>()) list.push_back(s);
  });
  return list;
}
PrimFunc replaced(const PrimFunc& f, const Stmt& old, const Stmt& by) {
  PrimFunc result = f;
  result.body = rewriteStmts(
      f.body, [&](const Stmt& s) -> std::optional<Stmt> { return s.sameAs(old) ? std::optional(by) : std::nullopt; });
  return result;
}

using Change = std::optional<PrimFunc>;
template <class N, class F>
Change change(const PrimFunc& f, std::mt19937_64& random, const F& edit) {
  const std::vector<Stmt> list = all<N>(f);
  if (list.empty()) return std::nullopt;
  const Stmt& old = list[random() % list.size()];
  std::optional<Stmt> by = edit(*old.as<N>());
  return by ? Change(replaced(f, old, *by)) : std::nullopt;
}

Change changeSequence(const PrimFunc& f, std::mt19937_64& random) {
  return change<Seq>(f, random, [&](const Seq& seq) -> std::optional<Stmt> {
    std::vector<Stmt> list = seq.stmts;
    const size_t i = random() % (list.size() - 1);
    switch (random() % 3) {
      case 0:
        std::swap(list[i], list[i + 1]);
        break;
      case 1:
        list.erase(list.begin() + static_cast<std::ptrdiff_t>(i));
        break;
      default: {
        const auto* loop = list[i + 1].as<For>();
        if (!loop) return std::nullopt;
        For holder = *loop;  // regardless of what the loop needs
        holder.body = random() % 2 ? sequence({list[i], loop->body}) : sequence({loop->body, list[i]});
        list[i + 1] = holder;
        list.erase(list.begin() + static_cast<std::ptrdiff_t>(i));
      }
    }
    return sequence(std::move(list));
  });
}

Change changeLoop(const PrimFunc& f, std::mt19937_64& random) {
  return change<For>(f, random, [&](const For& loop) -> std::optional<Stmt> {
    For copy = loop;
    const auto extent = asInt(loop.extent);
    if (random() % 2 == 0) {
      const auto* inner = loop.body.as<For>();
      if (!inner) return std::nullopt;
      For in = loop, out = *inner;
      in.body = inner->body;
      out.body = in;
      return Stmt(out);
    }
    if (!extent || *extent < 2) return std::nullopt;
    copy.extent = Expr(static_cast<int>(*extent) - 1);
    if (random() % 2) copy.min = Expr(1);
    return Stmt(copy);
  });
}

Change changeBlock(const PrimFunc& f, std::mt19937_64& random) {
  return change<Block>(f, random, [&](const Block& block) -> std::optional<Stmt> {
    if (block.iters.empty()) return std::nullopt;
    Block copy = block;
    Expr& binding = copy.bindings[random() % copy.bindings.size()];
    switch (random() % 4) {
      case 0:
        binding = Expr(5) - binding;
        break;
      case 1:
        std::swap(copy.bindings.front(), copy.bindings[1]);
        break;
      case 2:
        copy.init.reset();
        break;
      default:
        copy.predicate = isTrue(copy.predicate) ? lt(binding, 4) : boolConst(true);
        break;
    }
    return Stmt(copy);
  });
}

Change changeStore(const PrimFunc& f, std::mt19937_64& random) {
  return change<BufferStore>(f, random, [&](const BufferStore& store) -> std::optional<Stmt> {
    BufferStore copy = store;
    if (random() % 2)
      std::swap(copy.indices.front(), copy.indices.back());
    else
      copy.indices.back() = Expr(5) - copy.indices.back();
    return Stmt(copy);
  });
}

// Replaces the condition of a read by another one.
Change changeGuard(const PrimFunc& f, std::mt19937_64& random) {
  const auto isGuarded = [](const Expr& e) {
    const auto* call = e.as<Call>();
    return call && call->op == Intrinsic::IfThenElse;
  };
  return change<BufferStore>(f, random, [&](const BufferStore& store) -> std::optional<Stmt> {
    BufferStore copy = store;
    bool changed = false;
    copy.value = rewriteExprs(store.value, [&](const Expr& e) -> std::optional<Expr> {
      if (changed || !isGuarded(e)) return std::nullopt;
      changed = true;
      Call call = *e.as<Call>();
      switch (random() % 3) {
        case 0:
          call.args[0] = logicalNot(call.args[0]);
          break;
        case 1:
          std::swap(call.args[1], call.args[2]);
          break;
        default:
          return call.args[1];
      }
      return Expr(call);
    });
    return changed ? std::optional(Stmt(copy)) : std::nullopt;
  });
}

}  // namespace

PrimFunc randomProgram(std::mt19937_64& random) {
  const std::string text = "from tvm.script import tir as T\n\n\n" + Author(random).program();
  const SourceFile file = parseSource("random.py", text);
  EXPECT_FALSE(file.hasErrors()) << text;
  return *file.select("");
}

std::optional<PrimFunc> mutated(const PrimFunc& function, std::mt19937_64& random) {
  switch (random() % 7) {
    case 0:
    case 1:
    case 2:
      return changeSequence(function, random);
    case 3:
      return changeLoop(function, random);
    case 4:
      return changeBlock(function, random);
    case 5:
      return changeGuard(function, random);
    default:
      return changeStore(function, random);
  }
}

}  // namespace lw
