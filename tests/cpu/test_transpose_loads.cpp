// Squares read column by column: that they are read by rows where nothing is in the way, and that the values are those
// of the program.
#include <cstring>
#include <numeric>

#include "tests/cpu/kernel_fixture.h"

namespace lw {
namespace {

using namespace lw::test;

constexpr int kStride = 80;

// to[first + place * lanes + lane] = from[lane * stride + columns[place]], written out.
struct Copy {
  int lanes = 16;
  std::vector<int> columns;
  Expr stride = kStride;
  Expr first = 0;

  Stmt code(const Buffer& from, const Buffer& to) const {
    std::vector<Stmt> out;
    for (size_t p = 0; p < columns.size(); ++p)
      out.push_back(store(to, {Ramp{first + static_cast<int>(p) * lanes, Expr(1), static_cast<int16_t>(lanes)}},
                          load(from, {Ramp{Expr(columns[p]), stride, static_cast<int16_t>(lanes)}})));
    return Seq{out};
  }
  template <class T>
  void carryOut(Array<T>& from, Array<T>& to, size_t at = 0) const {
    for (size_t p = 0; p < columns.size(); ++p) {
      std::vector<T> read;
      for (int lane = 0; lane < lanes; ++lane) read.push_back(from[static_cast<size_t>(lane * kStride + columns[p])]);
      for (int lane = 0; lane < lanes; ++lane)
        to[at + p * static_cast<size_t>(lanes) + static_cast<size_t>(lane)] = read[static_cast<size_t>(lane)];
    }
  }
};

std::vector<int> firstColumns(int n) {
  std::vector<int> out(static_cast<size_t>(n));
  std::iota(out.begin(), out.end(), 0);
  return out;
}

template <class T>
void fill(Array<T>& array, int first) {
  for (size_t i = 0; i < array.size(); ++i) array[i] = static_cast<T>(first + static_cast<int>(i * 7 % 101));
}

constexpr size_t kSize = 32 * kStride;

template <class T>
void expectValues(const Copy& copy, DataType type) {
  const Buffer a = makeBuffer("A", {static_cast<int>(kSize)}, type),
               b = makeBuffer("B", {static_cast<int>(kSize)}, type);
  const LoadedKernel kernel = compileAndLoad(function({a, b}, copy.code(a, b)));
  Array<T> from(kSize), to(kSize), wanted(kSize);
  fill(from, 1), fill(to, 50), fill(wanted, 50);
  ASSERT_EQ(kernel.call({from.data(), to.data()}), 0);
  copy.carryOut(from, wanted);
  for (size_t i = 0; i < kSize; ++i)
    ASSERT_EQ(to[i], wanted[i]) << toString(type) << ", " << copy.lanes << " lanes, " << copy.columns.size()
                                << " columns, at " << i;
}

std::string assemblyOf(const Copy& copy, DataType type = dtype::Float32) {
  const Buffer a = makeBuffer("A", {static_cast<int>(kSize)}, type),
               b = makeBuffer("B", {static_cast<int>(kSize)}, type);
  const auto module = compileForCpu(function({a, b}, copy.code(a, b)), {.asmText = true, .cpu = "x86-64-v4"});
  EXPECT_TRUE(module.ok()) << (module ? "" : toText(module.error()));
  return module ? module->asmText : "";
}

TEST(TransposeLoads, RowsAreReadWhole) {
  const std::string text = assemblyOf({16, firstColumns(16)});
  EXPECT_EQ(times(text, "gather") + times(text, "vmovss") + times(text, "vinsertps"), 0) << text;
  EXPECT_LE(times(text, "vpermt2") + times(text, "vunpck") + times(text, "vpunpck") + times(text, "vshuf") +
                times(text, "vinsert"),
            64)
      << text;
}

// Four rows of 64 elements fit no square larger than 4 x 4, and are as good as that.
TEST(TransposeLoads, LongVectorsAreMadeOfSquares) {
  const std::string text = assemblyOf({32, firstColumns(4)});
  EXPECT_EQ(times(text, "gather") + times(text, "vmovss") + times(text, "vinsertps"), 0) << text;
}

// Fourteen pixels of sixteen channels: the square has two idle rows.
TEST(TransposeLoads, RowsMayBeFewerThanColumns) {
  const std::string text = assemblyOf({14, firstColumns(16)});
  EXPECT_EQ(times(text, "gather") + times(text, "vmovss") + times(text, "vinsertps"), 0) << text;
}

TEST(TransposeLoads, ValuesAreThoseOfTheProgram) {
  for (const int lanes : {2, 4, 7, 8, 12, 14, 16, 28, 32})
    for (const int columns : {1, 2, 3, 4, 7, 8, 12, 16, 31}) {
      const Copy copy{lanes, firstColumns(columns)};
      expectValues<float>(copy, dtype::Float32);
      expectValues<double>(copy, dtype::Float(64));
      expectValues<int8_t>(copy, dtype::Int(8));
      expectValues<uint16_t>(copy, dtype::UInt(16));
      expectValues<int64_t>(copy, dtype::Int64);
    }
}

TEST(TransposeLoads, ColumnsMayComeInAnyOrderAndWithGaps) {
  for (const std::vector<int>& columns : {std::vector{7, 6, 5, 4, 3, 2, 1, 0},
                                          {3, 9, 1, 0, 2, 8, 10, 11, 30},
                                          {0, 2, 4, 6, 8, 10, 12, 14},
                                          {5, 5, 6, 7, 8, 5}}) {
    expectValues<float>({8, columns}, dtype::Float32);
    expectValues<int32_t>({16, columns}, dtype::Int32);
  }
}

// What is stored by one step may be read by the next ones: where, only the run tells.
TEST(TransposeLoads, StoresThatMayBeReadAfterwardsStayBetween) {
  for (const int lanes : {4, 8, 16}) {
    const Var n("n");
    const Copy copy{lanes, firstColumns(lanes), kStride, n};
    const Buffer a = makeBuffer("A", {static_cast<int>(kSize)}, dtype::Float32);
    const LoadedKernel kernel = compileAndLoad(function({a}, copy.code(a, a), {n}));
    for (const int64_t first : {0, 2, kStride, 2 * kStride + 5, 20 * kStride}) {
      Array<float> array(kSize), wanted(kSize);
      fill(array, 1), fill(wanted, 1);
      ASSERT_EQ(kernel.call({array.data()}, {first}), 0);
      copy.carryOut(wanted, wanted, static_cast<size_t>(first));
      for (size_t i = 0; i < kSize; ++i)
        ASSERT_EQ(array[i], wanted[i]) << lanes << " lanes from " << first << ", at " << i;
    }
  }
}

TEST(TransposeLoads, TheDistanceOfRowsMayBeAValueOfTheProgram) {
  const Buffer a = makeBuffer("A", {static_cast<int>(kSize)}, dtype::Float32),
               b = makeBuffer("B", {static_cast<int>(kSize)}, dtype::Float32);
  const Var n("n");
  const Copy copy{16, firstColumns(16), n};
  const PrimFunc f = function({a, b}, copy.code(a, b), {n});
  const auto module = compileForCpu(f, {.asmText = true, .cpu = "x86-64-v4"});
  ASSERT_TRUE(module.ok()) << toText(module.error());
  EXPECT_EQ(times(module->asmText, "gather") + times(module->asmText, "vmovss"), 0) << module->asmText;
  const LoadedKernel kernel = compileAndLoad(f);
  Array<float> from(kSize), to(kSize), wanted(kSize);
  fill(from, 1), fill(to, 50), fill(wanted, 50);
  ASSERT_EQ(kernel.call({from.data(), to.data()}, {kStride}), 0);
  copy.carryOut(from, wanted);
  for (size_t i = 0; i < kSize; ++i) ASSERT_EQ(to[i], wanted[i]) << i;
}

// What a program brings along says more of its memory than the kernels do: here that fields of different names are
// different memory. The store to b is one that the row over all four fields must not pass.
TEST(TransposeLoads, TheTagsOfOneColumnAreNotThoseOfTheRow) {
  const std::string code =
      "struct S { float a, b, c, d; };\ntypedef float f4 __attribute__((vector_size(16)));\nint turn(struct S *p, int "
      "*n, f4 *out) {\n  struct S *q = p + n[0];\n"
      "  f4 a = {p[0].a, p[1].a, p[2].a, p[3].a};\n  q->b = 5;\n  f4 b = {p[0].b, p[1].b, p[2].b, p[3].b};\n  f4 c = "
      "{p[0].c, p[1].c, p[2].c, p[3].c};\n"
      "  f4 d = {p[0].d, p[1].d, p[2].d, p[3].d};\n  out[0] = a; out[1] = b; out[2] = c; out[3] = d;\n  return 0;\n}\n";
  const Buffer p = makeBuffer("P", {16}, dtype::Float32), n = makeBuffer("N", {1}, dtype::Int32),
               out = makeBuffer("O", {16}, dtype::Float32);
  const Expr call = Call{dtype::Int32, "call_extern", {StringImm{"turn"}, p->data, n->data, out->data}};
  const LoadedKernel kernel =
      compileAndLoad(function({p, n, out}, AttrStmt{"pragma_import_llvm", 0, StringImm{code}, Evaluate{call}}),
                     {.allows = [](const std::string&) { return true; }});
  Array<float> in(16), result(16);
  Array<int32_t> zero(1);
  for (size_t i = 0; i < 16; ++i) in[i] = static_cast<float>(i);
  ASSERT_EQ(kernel.call({in.data(), zero.data(), result.data()}), 0);
  for (size_t field = 0; field < 4; ++field)
    for (size_t row = 0; row < 4; ++row)
      EXPECT_EQ(result[field * 4 + row], field == 1 && row == 0 ? 5.0f : static_cast<float>(row * 4 + field))
          << field << ", " << row;
}

// Elements that are no whole bytes in vectors, or have no size of their own, stay as they are.
TEST(TransposeLoads, OddElementsStay) {
  for (const std::string type : {"ptr", "i57", "i12", "i1"}) {
    std::string code = "define i32 @turn(ptr %x, ptr %y) {\n";
    for (const char* k : {"1", "2", "3"})
      code += "  %x" + std::string(k) + " = getelementptr i8, ptr %x, i64 " + std::to_string(8 * (k[0] - '0')) + "\n";
    code += "  %a = load " + type + ", ptr %x\n  %b = load " + type + ", ptr %x1\n  %c = load " + type +
            ", ptr %x2\n  %d = load " + type + ", ptr %x3\n";
    const auto pair = [&](const std::string& name, const std::string& first, const std::string& second) {
      code += "  %" + name + "0 = insertelement <2 x " + type + "> poison, " + type + " %" + first + ", i64 0\n  %" +
              name + " = insertelement <2 x " + type + "> %" + name + "0, " + type + " %" + second + ", i64 1\n";
    };
    pair("v", "a", "c");
    pair("w", "b", "d");
    code += "  store <2 x " + type + "> %v, ptr %y\n  %y2 = getelementptr i8, ptr %y, i64 16\n  store <2 x " + type +
            "> %w, ptr %y2\n  ret i32 0\n}\n";
    const Buffer x = makeBuffer("X", {16}, dtype::Float32), y = makeBuffer("Y", {16}, dtype::Float32);
    const Expr call = Call{dtype::Int32, "call_extern", {StringImm{"turn"}, x->data, y->data}};
    const auto module =
        compileForCpu(function({x, y}, AttrStmt{"pragma_import_llvm", 0, StringImm{code}, Evaluate{call}}),
                      {.optimisedText = true, .allows = [](const std::string&) { return true; }});
    ASSERT_TRUE(module.ok()) << toText(module.error());
    EXPECT_EQ(times(module->optimisedText, "load <"), 0) << module->optimisedText;
  }
}

}  // namespace
}  // namespace lw
