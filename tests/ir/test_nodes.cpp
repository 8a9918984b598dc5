// Nodes of expressions: their memory and their kinds.
#include <gtest/gtest.h>

#include "core/ir/ops.h"
#include "core/ir/stmt.h"

namespace lw {
namespace {

TEST(Nodes, TakeWhatTheirKindNeeds) {
  EXPECT_LE(sizeof(ExprNodeOf<Var>), sizeof(Var) + 8);
  EXPECT_LE(sizeof(ExprNodeOf<Binary>), sizeof(Binary) + 8);
  EXPECT_LE(sizeof(StmtNodeOf<BufferStore>), sizeof(BufferStore) + 16);
}

TEST(Nodes, SmallConstantsAreShared) {
  EXPECT_TRUE(Expr(0).sameAs(Expr(0)));
  EXPECT_TRUE(Expr(63).sameAs(IntImm{dtype::Int32, 63}));
  EXPECT_TRUE(boolConst(true).sameAs(boolConst(true)));
  EXPECT_FALSE(boolConst(true).sameAs(boolConst(false)));
  EXPECT_FALSE(boolConst(true).sameAs(Expr(1)));
  for (const int64_t value : {-1, 64, 1 << 30}) {
    const Expr a = IntImm{dtype::Int32, value}, b = IntImm{dtype::Int32, value};
    EXPECT_FALSE(a.sameAs(b)) << value;
    EXPECT_EQ(a.as<IntImm>()->value, value);
  }
  for (const DataType type : {dtype::Int32, dtype::Int(64), dtype::UInt(32), dtype::Int(8), dtype::Int(32, 4)})
    for (const int64_t value : {0, 1, 63}) {
      const Expr e = IntImm{type, value};
      EXPECT_EQ(e.dtype(), type);
      EXPECT_EQ(e.as<IntImm>()->type, type);
      EXPECT_EQ(e.as<IntImm>()->value, value);
    }
}

// A handle of a shared node outlives the one that it was copied from.
TEST(Nodes, HandlesOfSharedConstantsMoveAndCopy) {
  Expr moved = 5;
  {
    Expr first = 7;
    Expr copy = first;
    moved = std::move(copy);
  }
  ASSERT_TRUE(moved.as<IntImm>());
  EXPECT_EQ(moved.as<IntImm>()->value, 7);
}

TEST(Nodes, MatchCallsTheFunctionOfTheKind) {
  const Var v("v");
  const Buffer b = makeBuffer("b", {8}, dtype::Float32);
  const std::vector<Expr> one = {IntImm{dtype::Int32, 3},
                                 FloatImm{dtype::Float32, 1},
                                 StringImm{"s"},
                                 v,
                                 Cast{dtype::Float32, v},
                                 Binary{BinaryOp::Add, v, v},
                                 Not{boolConst(true)},
                                 Select{boolConst(true), v, v},
                                 BufferLoad{b, {v}},
                                 Ramp{v, 1, 4},
                                 Broadcast{v, 4},
                                 Let{v, 1, v},
                                 Call{dtype::Float32, "exp", {FloatImm{dtype::Float32, 1}}}};
  const auto number = [](const Expr& e) {
    return e.match([](const IntImm&) { return 0; }, [](const FloatImm&) { return 1; },
                   [](const StringImm&) { return 2; }, [](const Var&) { return 3; }, [](const Cast&) { return 4; },
                   [](const Binary&) { return 5; }, [](const Not&) { return 6; }, [](const Select&) { return 7; },
                   [](const BufferLoad&) { return 8; }, [](const Ramp&) { return 9; },
                   [](const Broadcast&) { return 10; }, [](const Let&) { return 11; }, [](const Call&) { return 12; });
  };
  for (int i = 0; i < std::ssize(one); ++i) EXPECT_EQ(number(one[static_cast<size_t>(i)]), i);
  EXPECT_TRUE(one[8].as<BufferLoad>());
  EXPECT_FALSE(one[8].as<Ramp>());
}

}  // namespace
}  // namespace lw
