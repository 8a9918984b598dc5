// Iterations that run at the same time and update one element: none of the updates is lost.
#include "core/ir/update.h"
#include "tests/cpu/kernel_fixture.h"

namespace lw {
namespace {

using namespace lw::test;

constexpr int64_t kRounds = 200'000;

// S[0] = S[0] op (i % 7 + 1), in parallel.
template <class T>
T reduced(BinaryOp op, DataType type, T start, std::string* assembly = nullptr) {
  const Buffer s = makeBuffer("S", {1}, type);
  const Var i("i", dtype::Int32);
  const Expr operand = cast(type, floormod(i, 7) + 1);
  const Stmt update = AttrStmt{std::string(kAtomic), 0, 1, store(s, {0}, rawBinary(op, load(s, {0}), operand))};
  CpuOptions options;
  options.asmText = assembly != nullptr;
  const LoadedKernel kernel =
      compileAndLoad(function({s}, loop(i, makeConst(dtype::Int32, kRounds), update, ForKind::Parallel)), options);
  if (assembly) *assembly = kernel.module.asmText;
  alignas(64) T value[1] = {start};
  EXPECT_EQ(kernel.call({value}, {}, 4), 0);
  return value[0];
}

int64_t sum() {
  int64_t total = 0;
  for (int64_t i = 0; i < kRounds; ++i) total += i % 7 + 1;
  return total;
}

// All sums are below 2^24, so that floats hold them exactly in any order.
TEST(Atomic, SumsOfEveryType) {
  EXPECT_EQ(reduced<int32_t>(BinaryOp::Add, dtype::Int32, 5), sum() + 5);
  EXPECT_EQ(reduced<int64_t>(BinaryOp::Add, dtype::Int64, 5), sum() + 5);
  EXPECT_EQ(reduced<uint32_t>(BinaryOp::Add, dtype::UInt(32), 5U), sum() + 5);
  EXPECT_EQ(reduced<float>(BinaryOp::Add, dtype::Float32, 5.0F), static_cast<float>(sum() + 5));
  EXPECT_EQ(reduced<double>(BinaryOp::Add, dtype::Float(64), 5.0), static_cast<double>(sum() + 5));
}

TEST(Atomic, OtherOperations) {
  EXPECT_EQ(reduced<int32_t>(BinaryOp::Max, dtype::Int32, -3), 7);
  EXPECT_EQ(reduced<uint32_t>(BinaryOp::Min, dtype::UInt(32), 4'000'000'000U), 1U);
  EXPECT_EQ(reduced<float>(BinaryOp::Max, dtype::Float32, -3.0F), 7.0F);
  EXPECT_EQ(reduced<double>(BinaryOp::Min, dtype::Float(64), 9.5), 1.0);
  uint64_t product = 3;
  for (int64_t i = 0; i < kRounds; ++i) product *= static_cast<uint64_t>(i % 7 + 1);
  EXPECT_EQ(reduced<uint64_t>(BinaryOp::Mul, dtype::UInt(64), 3), product);
}

// Sums above could come out right by luck: the instructions are those that lock the bus.
TEST(Atomic, LocksTheElement) {
  for (const DataType type : {dtype::Int32, dtype::Int64}) {
    std::string assembly;
    if (type == dtype::Int32)
      reduced<int32_t>(BinaryOp::Add, type, 0, &assembly);
    else
      reduced<int64_t>(BinaryOp::Mul, type, 1, &assembly);
    EXPECT_NE(assembly.find("lock"), std::string::npos) << assembly;
  }
}

TEST(Atomic, WhatCannotBeUpdatedAtOnceIsNamed) {
  const Buffer s = makeBuffer("S", {2}, dtype::Float(16)), v = makeBuffer("V", {2}, dtype::Float32);
  const auto error = [](const Buffer& b, const Expr& value) {
    const auto module = compileForCpu(function({b}, Stmt(AttrStmt{std::string(kAtomic), 0, 1, store(b, {0}, value)})));
    return module ? std::string() : module.error().message;
  };
  EXPECT_EQ(error(s, load(s, {0}) + makeConst(dtype::Float(16), 1)),
            "the update of S cannot be compiled to an atomic operation: atomic updates are 32 or 64 bits wide");
  EXPECT_EQ(error(v, load(v, {0}) + load(v, {1})),
            "the update of V cannot be compiled to an atomic operation: it reads other elements of the buffer");
}

}  // namespace
}  // namespace lw
