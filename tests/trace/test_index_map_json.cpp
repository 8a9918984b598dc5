// Index maps in TVM's serialised form.
#include "core/trace/index_map_json.h"

#include <gtest/gtest.h>

#include "core/ir/ops.h"

namespace lw {
namespace {

TEST(IndexMapJson, CarriesMapsThereAndBack) {
  const Var i("i"), j("j", dtype::Int64);
  const Expr swizzled = Call{dtype::Int32, "bitwise_xor", {i, floormod(i, Expr(8))}};
  const IndexMap maps[] = {
      {{i}, {floordiv(i, Expr(4)), floormod(i, Expr(4))}, {}},
      {{i, j}, {j, cast(dtype::Int64, i) - j * 3, makeFloat(dtype::Float32, 0.5)}, {}},
      {{i}, {swizzled, min(i, Expr(3)), max(i, Expr(-2))}, {}},
      {{}, {Expr(7)}, {}},
  };
  for (const IndexMap& map : maps)
    for (const bool indented : {false, true}) {
      const std::string text = indexMapToJson(map, indented);
      const Result<IndexMap> again = indexMapFromJson(text);
      ASSERT_TRUE(again.ok()) << toText(again.error()) << text;
      EXPECT_TRUE(equal(StepValue(map), StepValue(*again))) << text;
      EXPECT_EQ(indexMapToJson(*again, indented), text);
    }
}

std::string refusal(const std::string& text) {
  const Result<IndexMap> map = indexMapFromJson(text);
  return map.ok() ? "accepted" : map.error().message;
}

TEST(IndexMapJson, SaysWhatIsWrong) {
  EXPECT_EQ(refusal("lambda i: i"), "it is not JSON");
  EXPECT_EQ(refusal("{}"), "node 0 should be part of an object with root_index and nodes");
  EXPECT_EQ(refusal(R"({"root_index":3,"nodes":[]})"), "node 3 should be an IndexMap");
  const std::string head =
      R"({"root_index":4,"nodes":[{"type":"None"},{"type":"ir.PrimType","data":{"dtype":"int32"}},)";
  const std::string root =
      R"(,{"type":"ffi.Array","data":[2]},{"type":"tirx.IndexMap","data":{"initial_indices":0,"final_indices":3}}]})";
  EXPECT_EQ(refusal(head + R"({"type":"tirx.Mystery","data":{"ty":1}})" + root),
            "node 4 should be an IndexMap with initial_indices and final_indices");
  const std::string inputs =
      R"(,{"type":"ffi.Array","data":[2]},{"type":"tirx.IndexMap","data":{"initial_indices":3,"final_indices":3}}]})";
  EXPECT_EQ(refusal(head + R"({"type":"tirx.Mystery","data":{"ty":1}})" + inputs),
            "node 2 is of the unknown type \"Mystery\"");
  EXPECT_EQ(refusal(head + R"({"type":"tirx.Add","data":{"ty":1,"a":2,"b":2}})" + inputs),
            "node 2 should be after the nodes that it refers to");
}

}  // namespace
}  // namespace lw
