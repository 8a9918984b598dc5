// Flat programs before and after the pass: the results are the same, and the operations on bits move to the stores.
#include <random>

#include "core/text/tir/parser.h"
#include "passes/encode_at_stores.h"
#include "tests/passes/programs.h"

namespace lw::test {
namespace {

// Copies A (64 of int8) to the scratch buffer S, and S to B (64 of int8) and C (16 of int32).
PrimFunc flatProgram(const std::string& statements) {
  std::string text =
      "from tvm.script import tir as T\n\n@T.prim_func\ndef main(A: T.Buffer((64,), \"int8\"), B: T.Buffer((64,), "
      "\"int8\"), C: T.Buffer((16,), \"int32\")):\n"
      "    s = T.allocate([64], \"int8\", \"global\")\n    S = T.Buffer((64,), \"int8\", data=s)\n";
  size_t begin = 0;
  while (begin < statements.size()) {
    const size_t end = std::min(statements.find('\n', begin), statements.size());
    text += "    " + statements.substr(begin, end - begin) + "\n";
    begin = end + 1;
  }
  const SourceFile file = parseSource("test", text);
  EXPECT_FALSE(file.hasErrors()) << file.diagnostics.front().message << "\n" << text;
  return *file.select("main");
}

std::string after(const PrimFunc& before, bool runs = true) {
  const PrimFunc f = encodeAtStores(before);
  EXPECT_TRUE(verify(f).empty()) << verify(f).front();
  if (runs) expectSame(run(f, {}, "after"), run(before, {}, "before"), f, "encode_at_stores");
  return print(f).text;
}

void expectMoved(const std::string& statements, const std::vector<std::string>& parts) {
  const PrimFunc before = flatProgram(statements);
  EXPECT_FALSE(encodeAtStores(before).body.sameAs(before.body)) << statements;
  const std::string text = after(before);
  for (const std::string& part : parts)
    EXPECT_NE(text.find(part), std::string::npos) << part << " is missing in\n" << text;
}

void expectUntouched(const std::string& statements, bool runs = true) {
  const PrimFunc before = flatProgram(statements);
  EXPECT_TRUE(encodeAtStores(before).body.sameAs(before.body)) << after(before, runs);
}

const std::string kCopy = "for i in range(64):\n    S[i] = A[i]\n";
// Four bytes as one number, as dot product instructions read them.
const std::string kFours =
    "for i in range(16):\n    C[i] = T.bitwise_xor(T.reinterpret(\"int32\", S[i * 4:i * 4 + 4]), "
    "T.int32(-2139062144))\n";

TEST(EncodeAtStores, FourElementsReadAsOneNumber) {
  expectMoved(kCopy + kFours,
              {"S[i] = T.bitwise_xor(A[i], T.int8(-128))", "C[i] = T.reinterpret(\"int32\", S[i * 4:i * 4 + 4])"});
}

TEST(EncodeAtStores, MasksAndSetBitsToo) {
  expectMoved(kCopy + "for i in range(64):\n    B[i] = T.bitwise_and(S[63 - i], T.int8(15))\n",
              {"S[i] = T.bitwise_and(A[i], T.int8(15))", "B[i] = S[63 - i]"});
  expectMoved(kCopy + "for i in range(64):\n    B[i] = T.bitwise_or(T.int8(-127), S[63 - i])\n",
              {"S[i] = T.bitwise_or(A[i], T.int8(-127))", "B[i] = S[63 - i]"});
}

TEST(EncodeAtStores, VectorsAndLanesOfOneNumber) {
  expectMoved(
      "for i in T.parallel(4):\n    S[i * 16:i * 16 + 16] = A[i * 16:i * 16 + 16]\n"
      "C[0:16] = T.bitwise_xor(T.Broadcast(T.reinterpret(\"int32\", S[4:8]), 16), T.Broadcast(T.int32(16843009), 16))\n"
      "B[0:64] = T.bitwise_xor(S[0:64], T.Broadcast(T.int8(1), 64))\n",
      {"S[i * 16:i * 16 + 16] = T.bitwise_xor(A[i * 16:i * 16 + 16], T.Broadcast(T.int8(1), 16))",
       "C[0:16] = T.Broadcast(T.reinterpret(\"int32\", S[4:8]), 16)", "B[0:64] = S[0:64]"});
}

// Padding: the stored values are constants.
TEST(EncodeAtStores, StoredConstantsAreTurnedAtOnce) {
  expectMoved(
      "for i in range(48):\n    S[i] = A[i]\nfor i in range(12):\n    S[i + 48] = T.int8(3)\nS[60:64] = "
      "T.Broadcast(T.int8(0), 4)\n" +
          kFours,
      {"S[i + 48] = T.int8(-125)", "S[60:64] = T.Broadcast(T.int8(-128), 4)"});
}

// A stored value may depend on the old value; indices may be loaded as well.
TEST(EncodeAtStores, ReadsInsideStoresOfTheBufferItself) {
  expectMoved(kCopy +
                  "for i in range(63):\n    S[i + 1] = T.bitwise_xor(S[i], T.int8(85)) + A[i]\n"
                  "for i in range(64):\n    B[T.Cast(\"int32\", T.bitwise_and(T.bitwise_xor(S[i], T.int8(85)), "
                  "T.int8(63)))] = T.bitwise_xor(S[i], T.int8(85))\n",
              {"S[i + 1] = T.bitwise_xor(S[i] + A[i], T.int8(85))",
               "B[T.Cast(\"int32\", T.bitwise_and(S[i], T.int8(63)))] = S[i]"});
}

// Copying elements that were never stored does not count as a use of them.
TEST(EncodeAtStores, CopiesOfWhatWasNeverStored) {
  expectMoved(
      "u = T.allocate([64], \"int8\", \"global\")\nU = T.Buffer((64,), \"int8\", data=u)\nfor i in range(32):\n    "
      "U[i] = A[i]\nfor i in range(64):\n    S[i] = U[i]\n"
      "for i in range(32):\n    B[i] = T.bitwise_xor(S[i], T.int8(-128))\n",
      {"S[i] = T.bitwise_xor(U[i], T.int8(-128))"});
}

TEST(EncodeAtStores, APrefetchReadsNoValue) {
  expectMoved(kCopy + "for i in range(16):\n    T.evaluate(T.prefetch(T.address_of(S[i * 4]), 0, 3, 1))\n" + kFours,
              {"T.prefetch(T.address_of(S[i * 4])", "S[i] = T.bitwise_xor("});
}

TEST(EncodeAtStores, BuffersOfOneTypeOverOnePointer) {
  expectMoved(kCopy + "Other = T.Buffer((32,), \"int8\", data=s)\n" + kFours +
                  "for i in range(32):\n    B[i] = T.bitwise_xor(Other[i], T.int8(-128))\n",
              {"B[i] = Other[i]", "S[i] = T.bitwise_xor("});
  expectUntouched(kCopy + "Other = T.Buffer((32,), \"int8\", data=s)\n" + kFours +
                  "for i in range(32):\n    B[i] = Other[i]\n");
  expectUntouched(kCopy + "Other = T.Buffer((64,), \"uint8\", data=s)\n" + kFours +
                      "for i in range(64):\n    Other[i] = T.uint8(7)\n",
                  false);
}

TEST(EncodeAtStores, ReadsThatDiffer) {
  const auto reads = [](const std::string& value) {
    return kCopy + kFours + "for i in range(64):\n    B[i] = " + value + "\n";
  };
  expectMoved(reads("T.bitwise_xor(S[i], T.int8(-128))"), {});
  expectUntouched(reads("S[i]"));
  expectUntouched(reads("T.bitwise_xor(S[i], T.int8(-127))"));
  expectUntouched(reads("T.bitwise_and(S[i], T.int8(-128))"));
  expectUntouched(reads("T.bitwise_xor(T.if_then_else(i < 9, S[i], T.int8(0)), T.int8(-128))"));
  expectUntouched(reads("T.bitwise_xor(S[i], A[i])"));
  // The sign extension fills more bits than the element has.
  expectUntouched(kCopy +
                  "for i in range(16):\n    C[i] = T.bitwise_xor(T.Cast(\"int32\", S[i]), T.int32(-2139062144))\n");
}

// Each of the four bytes would have another encoding.
TEST(EncodeAtStores, ConstantsOfUnlikeBytes) {
  for (const char* constant : {"8421504", "-2139062143", "128", "-8355712"})
    expectUntouched(
        kCopy + "for i in range(16):\n    C[i] = T.bitwise_xor(T.reinterpret(\"int32\", S[i * 4:i * 4 + 4]), T.int32(" +
        std::string(constant) + "))\n");
}

// A NaN may change its bits in a register.
TEST(EncodeAtStores, Floats) {
  expectUntouched(
      "t = T.allocate([16], \"float32\", \"global\")\nF = T.Buffer((16,), \"float32\", data=t)\nfor i in range(16):\n  "
      "  F[i] = T.Cast(\"float32\", A[i])\n"
      "for i in range(16):\n    C[i] = T.bitwise_and(T.reinterpret(\"int32\", F[i]), T.int32(2147483647))\n");
}

TEST(EncodeAtStores, MemoryThatOthersKnow) {
  // The buffer is a parameter.
  expectUntouched(
      "for i in range(64):\n    B[i] = A[i]\nfor i in range(64):\n    S[i] = T.bitwise_xor(B[i], T.int8(-128))\nfor i "
      "in range(64):\n    A[i] = S[i]\n");
  expectUntouched(kCopy + "T.evaluate(T.call_extern(\"int32\", \"look\", T.address_of(S[0])))\n" + kFours, false);
  expectUntouched(kCopy + "T.evaluate(T.call_extern(\"int32\", \"look\", s))\n" + kFours, false);
}

TEST(EncodeAtStores, AtomicUpdates) {
  const auto program = [](const std::string& middle) {
    return "t = T.allocate([16], \"int32\", \"global\")\nT_1 = T.Buffer((16,), \"int32\", data=t)\nfor i in "
           "range(16):\n    T_1[i] = T.Cast(\"int32\", A[i])\n" +
           middle + "for i in range(16):\n    C[i] = T.bitwise_xor(T_1[i], T.int32(16843009))\n";
  };
  expectMoved(program(""), {"T_1[i] = T.bitwise_xor(T.Cast(\"int32\", A[i]), 16843009)"});
  expectUntouched(program("with T.attr(0, \"atomic\", 1):\n    T_1[0] = T.bitwise_xor(T_1[0], T.int32(16843009))\n"));
}

// Generates statements over S and a second buffer U; most loads of a buffer apply one encoding.
class RandomStatements {
 public:
  explicit RandomStatements(uint32_t seed) : random_(seed) {
    for (auto* e : {&ofS_, &ofU_}) *e = {pick({"xor", "and", "or"}), static_cast<int8_t>(random_())};
    differs_ = random_() % 4 == 0;
  }
  std::string text() {
    std::string all =
        "u = T.allocate([64], \"int8\", \"global\")\nU = T.Buffer((64,), \"int8\", data=u)\nV = T.Buffer((32,), "
        "\"int8\", data=s)\n" +
        kCopy + "for i in range(64):\n    U[i] = B[63 - i]\n";
    for (unsigned n = 2 + random_() % 5; n > 0; --n) all += statement();
    return all;
  }

 private:
  struct Turn {
    std::string op;
    int8_t constant;
  };
  std::string pick(const std::vector<std::string>& list) { return list[random_() % list.size()]; }
  std::string turned(const std::string& read, const Turn& turn, const std::string& type, int64_t constant) {
    if (differs_ && random_() % 4 == 0) return pick({read, "T.bitwise_xor(" + read + ", T." + type + "(1))"});
    return "T.bitwise_" + turn.op + "(" + read + ", T." + type + "(" + std::to_string(constant) + "))";
  }
  std::string byte(const std::string& read, const Turn& turn) { return turned(read, turn, "int8", turn.constant); }
  std::string value() {
    switch (random_() % 6) {
      case 0:
        return "A[i]";
      case 1:
        return "T.int8(" + std::to_string(static_cast<int8_t>(random_())) + ")";
      case 2:
        return byte(pick({"S[i]", "S[63 - i]", "V[i % 32]"}), ofS_);
      case 3:
        return byte(pick({"U[i]", "U[(i + 9) % 64]"}), ofU_);
      case 4:
        return "T.if_then_else(i % 3 == 0, " + byte("S[i]", ofS_) + ", B[i])";
      default:
        return byte("S[i]", ofS_) + " * " + byte("U[i]", ofU_);
    }
  }
  std::string statement() {
    const std::string head = pick({"for i in range(64):\n    ", "for i in T.parallel(64):\n    ",
                                   "for i in range(64):\n    if i % 4 < 3:\n        "});
    switch (random_() % 7) {
      case 0:
      case 1:
        return "for i in range(64):\n    S[i] = " + value() + "\n";
      case 2:
        return "for i in range(64):\n    U[i] = " + value() + "\n";
      case 3:
        return "for i in range(32):\n    V[i] = " + value() + "\n";
      case 4:
        return "S[16:32] = " + pick({"A[0:16]", "T.Broadcast(T.int8(-7), 16)"}) + "\n";
      case 5:
        return "for i in range(15):\n    C[i] = " +
               turned("T.reinterpret(\"int32\", S[i * 4 + 1:i * 4 + 5])", ofS_, "int32",
                      static_cast<int32_t>(0x01010101u * static_cast<uint8_t>(ofS_.constant))) +
               "\n";
      default:
        return head + "B[i] = " + pick({byte("S[i]", ofS_), byte("U[i]", ofU_)}) + "\n";
    }
  }
  std::minstd_rand random_;
  Turn ofS_, ofU_;
  bool differs_;
};

TEST(EncodeAtStores, RandomProgramsKeepTheirResults) {
  int moved = 0;
  for (uint32_t seed = 1; seed <= 300 && !HasFailure(); ++seed) {
    const PrimFunc before = flatProgram(RandomStatements(seed).text());
    moved += !encodeAtStores(before).body.sameAs(before.body);
    after(before);
  }
  EXPECT_GT(moved, 150);
  EXPECT_LT(moved, 300);
}

// The whole pipeline with blocks: two tiles, each packed first.
TEST(EncodeAtStores, StandsInThePipeline) {
  Builder b;
  Buffer A = b.param("A", {4, 16}, dtype::Int(8)), B = b.param("B", {4, 16}, dtype::Int(8)),
         S = b.alloc("S", {4, 16}, dtype::Int(8));
  Var r("r"), i("i"), j("j"), vr("vr"), vi("vi"), wr("wr"), wj("wj");
  const Expr flip = makeConst(dtype::Int(8), -128);
  Block pack = b.block("S", {{vr, 4, r}, {vi, 16, i}}, BufferStore{S, {vr, vi}, BufferLoad{A, {vr, vi}}});
  Block use =
      b.block("B", {{wr, 4, r}, {wj, 16, j}},
              BufferStore{B, {wr, wj}, Call{dtype::Int(8), "bitwise_xor", {BufferLoad{S, {wr, 15 - wj}}, flip}}});
  const auto stages = expectStagesKeepResults(b.finish(
      b.loop(r, 4, sequence({b.loop(i, 16, pack, ForKind::Vectorized), b.loop(j, 16, use, ForKind::Vectorized)}),
             ForKind::Parallel)));
  for (const Stage& stage : stages)
    if (stage.name == "encode_at_stores") {
      EXPECT_TRUE(stage.changed);
      const std::string text = print(stage.function).text;
      EXPECT_NE(text.find("T.bitwise_xor(A"), std::string::npos) << text;
      EXPECT_EQ(text.find("T.bitwise_xor(S"), std::string::npos) << text;
    }
}

}  // namespace
}  // namespace lw::test
