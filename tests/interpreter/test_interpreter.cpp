#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "backends/interpreter/interpreter.h"
#include "core/ir/ops.h"

namespace lw {
namespace {

using ::testing::HasSubstr;

struct Program {
  PrimFunc f{"main", Evaluate{0}};
  Buffer param(const std::string& name, std::vector<Expr> shape, DataType type = dtype::Float32) {
    Buffer buffer = makeBuffer(name, std::move(shape), type);
    Var handle(name + "_handle", dtype::Handle());
    f.params.push_back(handle);
    f.buffers.emplace_back(handle, buffer);
    return buffer;
  }
  Stmt loop(const Var& v, Expr extent, Stmt body, ForKind kind = ForKind::Serial) {
    return For{f.freshLoop(), v, 0, extent, kind, "", {}, body};
  }
  Block block(const std::string& name, std::vector<IterVar> iters, std::vector<Expr> bindings, Stmt body) {
    Block b(f.freshBlock(), name, body);
    b.iters = std::move(iters);
    b.bindings = std::move(bindings);
    return b;
  }
  void root(Stmt body) { f.body = block("root", {}, {}, body); }
};

std::vector<Argument> arrays(std::vector<NDArray> list) {
  return {std::make_move_iterator(list.begin()), std::make_move_iterator(list.end())};
}
const NDArray& arrayAt(const std::vector<Argument>& args, size_t i) { return std::get<NDArray>(args[i]); }

// S[0] = sum of A, as a block with init.
Program sumProgram(int n) {
  Program p;
  Buffer a = p.param("A", {n}), s = p.param("S", {1});
  Var i("i"), vi("vi");
  Block b = p.block("sum", {{vi, {0, n}, IterKind::Reduce}}, {i},
                    BufferStore{s, {0}, BufferLoad{s, {0}} + BufferLoad{a, {vi}}});
  b.init = BufferStore{s, {0}, makeFloat(dtype::Float32, 0)};
  p.root(p.loop(i, n, b));
  return p;
}

TEST(Interpreter, InitRunsWhereAllReduceItersStart) {
  Program p = sumProgram(4);
  auto args =
      arrays({randomArray(dtype::Float32, {4}, {ValueRange::Kind::Integers}, 3), NDArray::zeros(dtype::Float32, {1})});
  std::get<NDArray>(args[1]).set(0, 100);
  double expected = 0;
  for (int i = 0; i < 4; ++i) expected += arrayAt(args, 0).getDouble(i);
  const Status status = interpret(p.f, args);
  ASSERT_TRUE(status.ok()) << toText(status.error());
  EXPECT_EQ(arrayAt(args, 1).getDouble(0), expected);
}

TEST(Interpreter, OutOfBoundsNamesBufferIndexBlockAndIteration) {
  Program p;
  Buffer a = p.param("A", {4}), b = p.param("B", {8});
  Var i("i"), vi("vi");
  p.root(
      p.loop(i, 8, p.block("copy", {{vi, {0, 8}, IterKind::Spatial}}, {i}, BufferStore{b, {vi}, BufferLoad{a, {vi}}})));
  auto args = arrays({NDArray::zeros(dtype::Float32, {4}), NDArray::zeros(dtype::Float32, {8})});
  const Status status = interpret(p.f, args);
  ASSERT_FALSE(status.ok());
  EXPECT_EQ(status.error().kind, "run.out-of-bounds");
  EXPECT_EQ(status.error().message,
            "a load of A[4] is out of bounds: index 4 of dimension 0, which has 4 elements in block copy at i=4");
}

TEST(Interpreter, ReadBeforeWriteIsAnError) {
  Program p;
  Buffer b = p.param("B", {1}), local = makeBuffer("T", {2}, dtype::Float32);
  Block root = p.block("root", {}, {}, BufferStore{b, {0}, BufferLoad{local, {1}}});
  root.allocs = {local};
  p.f.body = root;
  auto args = arrays({NDArray::zeros(dtype::Float32, {1})});
  const Status status = interpret(p.f, args);
  ASSERT_FALSE(status.ok());
  EXPECT_EQ(status.error().message, "T[1] is read before it is written");
  EXPECT_TRUE(interpret(p.f, args, {.allowUninitialised = true}).ok());
}

// T[0] is written, T[1] is not; both are copied to U, by one lane or by two. What is done with U decides.
TEST(Interpreter, CopiesOfWhatIsNotWrittenAreNotWritten) {
  for (const int lanes : {1, 2}) {
    for (const int used : {0, 1}) {
      for (const bool throughCondition : {false, true}) {
        Program p;
        Buffer a = p.param("A", {1});
        Buffer t = makeBuffer("T", {2}, dtype::Float32), u = makeBuffer("U", {2}, dtype::Float32);
        Var i("i");
        const Expr at = lanes == 1 ? Expr(i) : Ramp{0, 1, 2};
        const Expr value = throughCondition ? Expr(Call{{TypeCode::Float, 32, static_cast<uint16_t>(lanes)},
                                                        "if_then_else",
                                                        {lt(i, 2), BufferLoad{t, {at}}, BufferLoad{t, {at}}}})
                                            : BufferLoad{t, {at}};
        Block b = p.block("root", {}, {},
                          Seq{{BufferStore{t, {0}, makeFloat(dtype::Float32, 3)},
                               p.loop(i, lanes == 1 ? 2 : 1, BufferStore{u, {at}, value}),
                               BufferStore{a, {0}, BufferLoad{u, {used}}}}});
        b.allocs = {t, u};
        p.f.body = b;
        auto args = arrays({NDArray::zeros(dtype::Float32, {1})});
        const Status status = interpret(p.f, args);
        EXPECT_EQ(status.ok(), used == 0) << lanes << " lanes";
        if (used == 0)
          EXPECT_EQ(arrayAt(args, 0).getDouble(0), 3);
        else
          EXPECT_EQ(status.error().message, "U[1] is read before it is written");
      }
    }
  }
}

// Bits turned on the way are a copy as well.
TEST(Interpreter, CopiesWithBitsTurned) {
  for (const char* op : {"bitwise_xor", "bitwise_and", "bitwise_or", "shift_left"})
    for (const int lanes : {1, 2}) {
      Program p;
      Buffer a = p.param("A", {1}, dtype::Int(8));
      Buffer t = makeBuffer("T", {2}, dtype::Int(8)), u = makeBuffer("U", {2}, dtype::Int(8));
      Var i("i");
      const Expr at = lanes == 1 ? Expr(i) : Ramp{0, 1, 2};
      const Stmt copy = BufferStore{
          u, {at}, Call{dtype::Int(8, lanes), op, {BufferLoad{t, {at}}, makeConst(dtype::Int(8, lanes), 1)}}};
      Block b = p.block("root", {}, {},
                        Seq{{BufferStore{t, {0}, makeConst(dtype::Int(8), 6)}, p.loop(i, lanes == 1 ? 2 : 1, copy),
                             BufferStore{a, {0}, BufferLoad{u, {0}}}}});
      b.allocs = {t, u};
      p.f.body = b;
      auto args = arrays({NDArray::zeros(dtype::Int(8), {1})});
      const Status status = interpret(p.f, args);
      EXPECT_EQ(status.ok(), std::string(op) != "shift_left") << op << ", " << lanes << " lanes";
      if (status.ok())
        EXPECT_EQ(arrayAt(args, 0).getInt(0), std::string(op) == "bitwise_and" ? 0 : 7) << op;
      else
        EXPECT_THAT(status.error().message, HasSubstr("T[1] is read before it is written"));
    }
}

// A parameter's elements count as written: what is copied there has to be.
TEST(Interpreter, NothingUnwrittenIsCopiedToAParameter) {
  Program p;
  Buffer a = p.param("A", {1});
  Buffer t = makeBuffer("T", {2}, dtype::Float32);
  Block b = p.block("root", {}, {}, BufferStore{a, {0}, BufferLoad{t, {0}}});
  b.allocs = {t};
  p.f.body = b;
  auto args = arrays({NDArray::zeros(dtype::Float32, {1})});
  EXPECT_EQ(interpret(p.f, args).error().message, "T[0] is read before it is written");
}

TEST(Interpreter, DivisionByZero) {
  Program p;
  Buffer a = p.param("A", {1}, dtype::Int32);
  p.root(BufferStore{a, {0}, floordiv(Expr(7), BufferLoad{a, {0}})});
  auto args = arrays({NDArray::zeros(dtype::Int32, {1})});
  EXPECT_THAT(interpret(p.f, args).error().message, HasSubstr("division by zero"));
}

TEST(Interpreter, UnknownExternIsNamed) {
  Program p;
  p.param("A", {1});
  p.root(Evaluate{Call{dtype::Int32, "call_extern", {StringImm{"my_kernel"}}}});
  auto args = arrays({NDArray::zeros(dtype::Float32, {1})});
  EXPECT_THAT(interpret(p.f, args).error().message, HasSubstr("call_extern of my_kernel cannot be called"));
}

TEST(Interpreter, IntegersWrapAndFloatsRound) {
  Program p;
  Buffer a = p.param("A", {2}, dtype::Int(8)), h = p.param("H", {2}, dtype::Float(16));
  p.root(sequence({BufferStore{a, {1}, rawBinary(BinaryOp::Add, BufferLoad{a, {0}}, makeConst(dtype::Int(8), 100))},
                   BufferStore{h, {1}, rawBinary(BinaryOp::Add, BufferLoad{h, {0}}, makeFloat(dtype::Float(16), 1))}}));
  auto args = arrays({NDArray::zeros(dtype::Int(8), {2}), NDArray::zeros(dtype::Float(16), {2})});
  std::get<NDArray>(args[0]).setInt(0, 100);
  std::get<NDArray>(args[1]).set(0, 2048);
  ASSERT_TRUE(interpret(p.f, args).ok());
  EXPECT_EQ(arrayAt(args, 0).getInt(1), -56);
  EXPECT_EQ(arrayAt(args, 1).getDouble(1), 2048);  // 2049 is no float16
}

TEST(Interpreter, ReinterpretAsLanesOfAnotherSize) {
  Program p;
  Buffer a = p.param("A", {8}, dtype::Int(8)), b = p.param("B", {4}, dtype::Int32),
         c = p.param("C", {8}, dtype::UInt(8));
  const Expr bytes = BufferLoad{a, {Ramp{0, 1, 8}}};
  p.root(sequence(
      {BufferStore{b, {0}, Call{dtype::Int32, "reinterpret", {BufferLoad{a, {Ramp{4, 1, 4}}}}}},
       BufferStore{b, {Ramp{2, 1, 2}}, Call{dtype::Int(32, 2), "reinterpret", {bytes}}},
       BufferStore{c, {Ramp{0, 1, 8}}, Call{dtype::UInt(8, 8), "reinterpret", {BufferLoad{b, {Ramp{2, 1, 2}}}}}}}));
  auto args = arrays(
      {NDArray::zeros(dtype::Int(8), {8}), NDArray::zeros(dtype::Int32, {4}), NDArray::zeros(dtype::UInt(8), {8})});
  for (int i = 0; i < 8; ++i) std::get<NDArray>(args[0]).setInt(i, -1 - i);
  ASSERT_TRUE(interpret(p.f, args).ok());
  const auto word = [](int64_t first) { return wrapToType(dtype::Int32, 0x01010101 * first - 0x03020100); };
  EXPECT_EQ(arrayAt(args, 1).getInt(0), word(251));
  EXPECT_EQ(arrayAt(args, 1).getInt(2), word(255));
  EXPECT_EQ(arrayAt(args, 1).getInt(3), word(251));
  for (int i = 0; i < 8; ++i) EXPECT_EQ(arrayAt(args, 2).getInt(i), 255 - i);
}

TEST(Interpreter, VectorStoreComputesAllLanesFirst) {
  Program p;
  Buffer a = p.param("A", {5}, dtype::Int32);
  p.root(BufferStore{a, {Ramp{1, 1, 4}}, BufferLoad{a, {Ramp{0, 1, 4}}}});
  auto args = arrays({NDArray::zeros(dtype::Int32, {5})});
  for (int i = 0; i < 5; ++i) std::get<NDArray>(args[0]).setInt(i, i);
  ASSERT_TRUE(interpret(p.f, args).ok());
  for (int i = 1; i < 5; ++i) EXPECT_EQ(arrayAt(args, 0).getInt(i), i - 1);
}

TEST(Interpreter, SymbolicSizesComeFromTheArrays) {
  Program p;
  Var n("n"), i("i");
  Buffer a = p.param("A", {n}), b = p.param("B", {n * 2});
  p.root(p.loop(i, n * 2, BufferStore{b, {i}, BufferLoad{a, {floordiv(i, 2)}}}));
  InputSpec spec{.bind = {{"n", 3}}};
  auto args = makeArguments(p.f, spec);
  ASSERT_TRUE(args.ok()) << toText(args.error());
  EXPECT_EQ(arrayAt(*args, 1).shape, std::vector<int64_t>{6});
  ASSERT_TRUE(interpret(p.f, *args).ok());
  EXPECT_EQ(arrayAt(*args, 1).getDouble(5), arrayAt(*args, 0).getDouble(2));
  std::get<NDArray>((*args)[1]) = NDArray::zeros(dtype::Float32, {7});
  EXPECT_EQ(interpret(p.f, *args).error().message, "dimension 0 of buffer B is 6, but the array has 7");
  EXPECT_EQ(makeArguments(p.f, {}).error().message, "n of main has no value");
}

TEST(Interpreter, MatchBufferIsAViewOfItsSource) {
  Program p;
  Buffer a = p.param("A", {4, 6}, dtype::Int32);
  Var s0("s0"), s1("s1"), offset("offset"), i("i");
  BufferNode node{.name = "W",
                  .data = Var("W", dtype::Handle()),
                  .dtype = dtype::Int32,
                  .shape = {2, 3},
                  .strides = {s0, s1},
                  .elemOffset = offset};
  Buffer w(node);
  Block b = p.block("part", {}, {}, p.loop(i, 3, BufferStore{w, {1, i}, s0 * 100 + offset}));
  b.matches = {{w, {a, {{2, 2}, {1, 3}}}}};
  p.root(b);
  auto args = arrays({NDArray::zeros(dtype::Int32, {4, 6})});
  const Status status = interpret(p.f, args);
  ASSERT_TRUE(status.ok()) << toText(status.error());
  for (int64_t k = 0; k < 24; ++k)
    EXPECT_EQ(arrayAt(args, 0).getInt(k), k / 6 == 3 && k % 6 >= 1 && k % 6 < 4 ? 613 : 0) << k;
}

TEST(Interpreter, StepLimitStopsEndlessLoops) {
  Program p;
  p.param("A", {1});
  p.root(While{boolConst(true), Evaluate{0}});
  auto args = arrays({NDArray::zeros(dtype::Float32, {1})});
  EXPECT_THAT(interpret(p.f, args, {.maxSteps = 1000}).error().message, HasSubstr("stopped after 1000 steps"));
}

TEST(NDArray, HalfAndBfloatRoundTrip) {
  for (uint32_t bits = 0; bits < 0x10000; ++bits) {
    const auto half = static_cast<uint16_t>(bits);
    if ((half & 0x7c00) != 0x7c00 || !(half & 0x3ff)) {
      ASSERT_EQ(halfBits(halfValue(half)), half);
    }
    if ((half & 0x7f80) != 0x7f80) {
      ASSERT_EQ(bfloatBits(bfloatValue(half)), half);
    }
  }
  EXPECT_EQ(halfBits(65519.0f), 0x7bff);
  EXPECT_EQ(halfBits(65520.0f), 0x7c00);
}

TEST(NDArray, RangesAreParsedAndKept) {
  EXPECT_EQ(parseValueRange("many").error().message, "'many' is not a range of values");
  const auto range = parseValueRange("0..19");
  ASSERT_TRUE(range.ok());
  NDArray a = randomArray(dtype::Int32, {1000}, *range, 7);
  int64_t least = 100, most = -100;
  for (int i = 0; i < 1000; ++i) least = std::min(least, a.getInt(i)), most = std::max(most, a.getInt(i));
  EXPECT_EQ(least, 0);
  EXPECT_EQ(most, 19);
  NDArray none = randomArray(dtype::Int32, {3}, *parseValueRange("0.3..0.7"), 7);  // no integer is between them
  for (int i = 0; i < 3; ++i) EXPECT_EQ(none.getInt(i), 1);
}

TEST(Interpreter, SpeedOfAMatmul) {
  Program p;
  const int n = 96;
  Buffer a = p.param("A", {n, n}), b = p.param("B", {n, n}), c = p.param("C", {n, n});
  Var i("i"), j("j"), k("k"), vi("vi"), vj("vj"), vk("vk");
  Block block = p.block(
      "C", {{vi, {0, n}, IterKind::Spatial}, {vj, {0, n}, IterKind::Spatial}, {vk, {0, n}, IterKind::Reduce}},
      {i, j, k}, BufferStore{c, {vi, vj}, BufferLoad{c, {vi, vj}} + BufferLoad{a, {vi, vk}} * BufferLoad{b, {vk, vj}}});
  block.init = BufferStore{c, {vi, vj}, makeFloat(dtype::Float32, 0)};
  p.root(p.loop(i, n, p.loop(j, n, p.loop(k, n, block))));
  auto args = makeArguments(p.f, {});
  ASSERT_TRUE(interpret(p.f, *args).ok());
}

}  // namespace
}  // namespace lw
