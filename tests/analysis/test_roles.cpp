#include <gtest/gtest.h>

#include "core/analysis/program/roles.h"
#include "core/ir/ops.h"

namespace lw {
namespace {

TEST(Roles, ReductionOutputInPlaceAndUnused) {
  PrimFunc f("f", Evaluate{0});
  const Var i("i"), k("k");
  std::vector<Buffer> b;
  for (const char* name : {"A", "S", "P", "U"}) {
    const Var handle(name, dtype::Handle());
    b.push_back(makeBuffer(name, {8}, dtype::Float32));
    f.params.push_back(handle);
    f.buffers.emplace_back(handle, b.back());
  }
  Block sum(f.freshBlock(), "S", BufferStore{b[1], {i}, Expr(BufferLoad{b[1], {i}}) + BufferLoad{b[0], {k}}});
  sum.init = BufferStore{b[1], {i}, makeFloat(dtype::Float32, 0)};
  const Stmt inPlace = BufferStore{b[2], {i}, Expr(BufferLoad{b[2], {i}}) * makeFloat(dtype::Float32, 2)};
  f.body = sequence({sum, inPlace});
  const auto roles = paramRoles(f);
  ASSERT_EQ(roles.size(), 4u);
  EXPECT_EQ(roles[0].role, Role::Input);
  EXPECT_EQ(roles[1].role, Role::Output);
  EXPECT_EQ(roles[2].role, Role::InOut);
  EXPECT_EQ(roles[3].role, Role::Unused);
}

}  // namespace
}  // namespace lw
