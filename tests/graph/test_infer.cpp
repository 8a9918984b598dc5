// What is known of the results of operators.
#include <gtest/gtest.h>

#include <set>

#include "core/graph/graph.h"
#include "core/graph/infer/infer.h"
#include "core/graph/operators.h"
#include "core/text/tir/parser.h"

namespace lw {
namespace {

struct InferCase {
  const char* call;
  const char* info;
};

// Over x (n, 4), y (4, 8), z (2, 3, 8, 8), w (5, 3, 3, 3) of float32, i (7,) of int64, and u, of which nothing is
// known.
const InferCase kInferCases[] = {
    {"R.add(x, R.const([1.0, 2.0, 3.0, 4.0]))", "R.Tensor((n, 4), dtype=\"float32\")"},
    {"R.add(x, R.zeros((3, 1, 4), \"float32\"))", "R.Tensor((3, n, 4), dtype=\"float32\")"},
    {"R.add(x, R.zeros((m, 4), \"float32\"))", "R.Tensor(dtype=\"float32\", ndim=2)"},
    {"R.less(x, x)", "R.Tensor((n, 4), dtype=\"bool\")"},
    {"R.add(x, u)", "R.Tensor(dtype=\"float32\")"},
    {"R.exp(z)", "R.Tensor((2, 3, 8, 8), dtype=\"float32\")"},
    {"R.where(R.less(x, x), x, R.const(0.0))", "R.Tensor((n, 4), dtype=\"float32\")"},
    {"R.matmul(x, y)", "R.Tensor((n, 8), dtype=\"float32\")"},
    {"R.matmul(R.const([1.0, 2.0, 3.0, 4.0]), y)", "R.Tensor((8,), dtype=\"float32\")"},
    {"R.matmul(z, R.zeros((3, 8, 2), \"float32\"))", "R.Tensor((2, 3, 8, 2), dtype=\"float32\")"},
    {"R.matmul(x, y, out_dtype=\"float16\")", "R.Tensor((n, 8), dtype=\"float16\")"},
    {"R.linear(x, R.zeros((6, 4), \"float32\"))", "R.Tensor((n, 6), dtype=\"float32\")"},
    {"R.nn.conv2d(z, w)", "R.Tensor((2, 5, 6, 6), dtype=\"float32\")"},
    {"R.nn.conv2d(z, w, strides=2, padding=1)", "R.Tensor((2, 5, 4, 4), dtype=\"float32\")"},
    {"R.nn.conv2d(z, w, padding=(1, 0), dilation=2)", "R.Tensor((2, 5, 6, 4), dtype=\"float32\")"},
    {"R.nn.conv2d(z, w, out_layout=\"NHWC\")", "R.Tensor((2, 6, 6, 5), dtype=\"float32\")"},
    {"R.nn.max_pool2d(z, 3, 2)", "R.Tensor((2, 3, 3, 3), dtype=\"float32\")"},
    {"R.nn.max_pool2d(z, 3, 2, ceil_mode=True)", "R.Tensor((2, 3, 4, 4), dtype=\"float32\")"},
    {"R.nn.adaptive_avg_pool2d(z, 1)", "R.Tensor((2, 3, 1, 1), dtype=\"float32\")"},
    {"R.reshape(x, (n * 2, 2))", "R.Tensor((n * 2, 2), dtype=\"float32\")"},
    {"R.reshape(z, (2, -1))", "R.Tensor((2, 192), dtype=\"float32\")"},
    {"R.reshape(z, (0, -1))", "R.Tensor((2, 192), dtype=\"float32\")"},
    {"R.permute_dims(z)", "R.Tensor((8, 8, 3, 2), dtype=\"float32\")"},
    {"R.permute_dims(z, [0, -1, 1, 2])", "R.Tensor((2, 8, 3, 8), dtype=\"float32\")"},
    {"R.expand_dims(x, [0, -1])", "R.Tensor((1, n, 4, 1), dtype=\"float32\")"},
    {"R.squeeze(R.zeros((1, 3, 1), \"float32\"))", "R.Tensor((3,), dtype=\"float32\")"},
    {"R.squeeze(R.zeros((1, 3, 1), \"float32\"), [0, 1])", "R.Tensor((3, 1), dtype=\"float32\")"},
    {"R.flatten(x)", "R.Tensor((n * 4,), dtype=\"float32\")"},
    {"R.concat((x, R.zeros((2, 4), \"float32\")))", "R.Tensor((n + 2, 4), dtype=\"float32\")"},
    {"R.stack((y, y), axis=1)", "R.Tensor((4, 2, 8), dtype=\"float32\")"},
    {"R.split(y, 3, axis=1)",
     "R.Tuple(R.Tensor((4, 3), dtype=\"float32\"), R.Tensor((4, 3), dtype=\"float32\"), R.Tensor((4, 2), "
     "dtype=\"float32\"))"},
    {"R.split(y, [1, 3])",
     "R.Tuple(R.Tensor((1, 8), dtype=\"float32\"), R.Tensor((2, 8), dtype=\"float32\"), R.Tensor((1, 8), "
     "dtype=\"float32\"))"},
    {"R.take(y, i, axis=1)", "R.Tensor((4, 7), dtype=\"float32\")"},
    {"R.strided_slice(z, [2, 3], [1, -1], [6, 0], [2, -3])", "R.Tensor((2, 3, 3, 3), dtype=\"float32\")"},
    {"R.nn.pad(y, [0, 1, 2, 3])", "R.Tensor((5, 13), dtype=\"float32\")"},
    {"R.sum(z, axis=[1, -1])", "R.Tensor((2, 8), dtype=\"float32\")"},
    {"R.mean(z, axis=1, keepdims=True)", "R.Tensor((2, 1, 8, 8), dtype=\"float32\")"},
    {"R.max(x)", "R.Tensor((), dtype=\"float32\")"},
    {"R.argmax(y, axis=0)", "R.Tensor((8,), dtype=\"int64\")"},
    {"R.cumsum(y, axis=0, dtype=\"float64\")", "R.Tensor((4, 8), dtype=\"float64\")"},
    {"R.astype(x, \"int8\")", "R.Tensor((n, 4), dtype=\"int8\")"},
    {"R.arange(2, 11, 4)", "R.Tensor((3,), dtype=\"int64\")"},
    {"R.full_like(y, R.const(1.0))", "R.Tensor((4, 8), dtype=\"float32\")"},
    {"R.shape_of(x)", "R.Shape([n, 4])"},
    {"R.nn.dropout(y)", "R.Tuple(R.Tensor((4, 8), dtype=\"float32\"), R.Tensor((4, 8), dtype=\"float32\"))"},
    {"R.nn.attention(R.zeros((1, 5, 2, 4), \"float32\"), z, R.zeros((1, 7, 2, 6), \"float32\"))",
     "R.Tensor((1, 5, 2, 6), dtype=\"float32\")"},
    {"R.arange(0, -9223372036854775807 - 1, -1)", "R.Tensor(dtype=\"int64\", ndim=1)"},
    {"R.arange(0, 9223372036854775807, 2)", "R.Tensor((4611686018427387904,), dtype=\"int64\")"},
    {"R.arange(9223372036854775807, -9223372036854775808)", "R.Tensor((0,), dtype=\"int64\")"},
    {"R.nn.conv2d(z, w, out_layout=\"\")", "R.Tensor((2, 5, 6, 6), dtype=\"float32\")"},
    {"R.arange(0, 3, 0.5)", "R.Tensor(dtype=\"float32\", ndim=1)"},
    {"R.arange(0, u)", "R.Tensor(ndim=1)"},
    {"R.sum(z, axis=2 - 1)", "R.Tensor((2, 8, 8), dtype=\"float32\")"},
    {"R.sum(z, axis=n)", "R.Tensor(dtype=\"float32\")"},
    {"R.max(z, axis=1, keepdims=1)", "R.Tensor((2, 1, 8, 8), dtype=\"float32\")"},
    {"R.squeeze(z, n)", "R.Tensor(dtype=\"float32\")"},
    {"R.permute_dims(z, n)", "R.Tensor(dtype=\"float32\", ndim=4)"},
    {"R.take(y, i, axis=n)", "R.Tensor(dtype=\"float32\")"},
    {"R.cumsum(y, axis=n)", "R.Tensor(dtype=\"float32\")"},
    {"R.nn.adaptive_avg_pool2d(z, n)", "R.Tensor(dtype=\"float32\", ndim=4)"},
    {"R.nn.conv2d(z, w, groups=n)", "R.Tensor(dtype=\"float32\", ndim=4)"},
    {"R.strided_slice(z, [2], [0], [8], [9223372036854775807])", "R.Tensor((2, 3, 1, 8), dtype=\"float32\")"},
    {"R.strided_slice(z, [2], [7], [-9], [-9223372036854775808])", "R.Tensor((2, 3, 1, 8), dtype=\"float32\")"},
    {"R.strided_slice(R.zeros((-1,), \"float32\"), [0], [0], [8])", "R.Tensor(dtype=\"float32\", ndim=1)"},
    {"R.nn.pixel_shuffle(R.zeros((2, 8, 3, 4), \"float32\"), 2)", "R.Tensor((2, 2, 6, 8), dtype=\"float32\")"},
    {"R.image.resize2d(z, (4, 5), out_dtype=\"float16\")", "R.Tensor((2, 3, 4, 5), dtype=\"float16\")"},
    {"R.image.resize3d(R.zeros((1, 2, 3, 4, 5), \"float32\"), (6, 7, 8), layout=\"NDHWC\")",
     "R.Tensor((1, 6, 7, 8, 5), dtype=\"float32\")"},
    {"R.image.grid_sample(z, R.zeros((2, 2, 4, n), \"float32\"))", "R.Tensor((2, 3, 4, n), dtype=\"float32\")"},
    {"R.image.affine_grid(R.zeros((n, 2, 3), \"float32\"), (4, 5))", "R.Tensor((n, 2, 4, 5), dtype=\"float32\")"},
    {"R.nn.conv2d_transpose(z, R.zeros((3, 6, 2, 2), \"float32\"), strides=2, padding=1)",
     "R.Tensor((2, 6, 14, 14), dtype=\"float32\")"},
    {"R.nn.conv1d_transpose(R.zeros((2, 3, n), \"float32\"), R.zeros((3, 6, 4), \"float32\"), output_padding=1, "
     "strides=2)",
     "R.Tensor((2, 6, n * 2 + 3), dtype=\"float32\")"},
    {"R.unique(x)", "R.Tensor(dtype=\"float32\", ndim=1)"},
    {"R.unique(x, return_inverse=True, return_counts=True)",
     "R.Tuple(R.Tensor(dtype=\"float32\", ndim=1), R.Tensor((n * 4,), dtype=\"int64\"), R.Tensor(dtype=\"int64\", "
     "ndim=1))"},
    {"R.unique(x, axis=1)", "R.Tensor(dtype=\"float32\", ndim=2)"},
    {"R.nonzero(x)", "R.Tensor(dtype=\"int64\", ndim=2)"},
    {"R.tensor_to_shape(i)", "R.Shape(ndim=7)"},
    {"R.layout_transform(x, index_map=lambda i, j: (j, i))", "R.Tensor(dtype=\"float32\")"},
    {"R.bucketize(x, R.zeros((3,), \"float32\"), out_int32=True)", "R.Tensor((n, 4), dtype=\"int32\")"},
    {"R.topk(y, 3)", "R.Tuple(R.Tensor((4, 3), dtype=\"float32\"), R.Tensor((4, 3), dtype=\"int32\"))"},
    {"R.topk(y, 3, axis=0, ret_type=\"indices\", dtype=\"int64\")", "R.Tensor((3, 8), dtype=\"int64\")"},
    {"R.median(y)", "R.Tensor((), dtype=\"float32\")"},
    {"R.median(y, axis=1, keepdims=True)",
     "R.Tuple(R.Tensor((4, 1), dtype=\"float32\"), R.Tensor((4, 1), dtype=\"int64\"))"},
    {"R.gather_nd(z, R.zeros((5, 2), \"int64\"))", "R.Tensor((5, 8, 8), dtype=\"float32\")"},
    {"R.gather_nd(z, R.zeros((2, 6, 1), \"int64\"), batch_dims=1)", "R.Tensor((2, 6, 8, 8), dtype=\"float32\")"},
    {"R.index_tensor(z, (i, R.zeros((3, 1), \"int64\")))", "R.Tensor((3, 7, 8, 8), dtype=\"float32\")"},
    {"R.one_hot(i, R.prim_value(1.0), R.prim_value(0.0), 9)", "R.Tensor((7, 9), dtype=\"float32\")"},
    {"R.multinomial_from_uniform(x, R.zeros((6, 1), \"float32\"), R.zeros((6, 1), \"int64\"))",
     "R.Tensor((6, 1), dtype=\"int64\")"},
    {"R.einsum((x, y), \"ij,jk->ki\")", "R.Tensor((8, n), dtype=\"float32\")"},
    {"R.einsum((x, y), \"ij,jk\")", "R.Tensor((n, 8), dtype=\"float32\")"},
    {"R.repeat(x, 3, axis=0)", "R.Tensor((n * 3, 4), dtype=\"float32\")"},
    {"R.repeat(y, 2)", "R.Tensor((64,), dtype=\"float32\")"},
    {"R.tile(y, (2, 1, 3))", "R.Tensor((2, 4, 24), dtype=\"float32\")"},
    {"R.meshgrid((i, R.zeros((2,), \"float32\")), indexing=\"xy\")",
     "R.Tuple(R.Tensor((2, 7), dtype=\"int64\"), R.Tensor((2, 7), dtype=\"float32\"))"},
    {"R.size(x)", "R.Tensor((), dtype=\"int64\")"},
    {"R.shape_to_tensor(R.shape([n, 4]))", "R.Tensor((2,), dtype=\"int64\")"},
    {"R.eye(3, 5, dtype=\"int32\")", "R.Tensor((3, 5), dtype=\"int32\")"},
    {"R.eye(3)", "R.Tensor((3, 3), dtype=\"float32\")"},
    {"R.nn.batch_flatten(z)", "R.Tensor((2, 192), dtype=\"float32\")"},
    {"R.nn.nll_loss(R.zeros((5, 7), \"float32\"), R.zeros((5,), \"int64\"), reduction=\"none\")",
     "R.Tensor((5,), dtype=\"float32\")"},
    {"R.nn.nll_loss(R.zeros((5, 7), \"float32\"), R.zeros((5,), \"int64\"))", "R.Tensor((), dtype=\"float32\")"},
    {"R.vision.get_valid_counts(R.zeros((2, 9, 6), \"float32\"))",
     "R.Tuple(R.Tensor((2,), dtype=\"int32\"), R.Tensor((2, 9, 6), dtype=\"float32\"), R.Tensor((2, 9), "
     "dtype=\"int32\"))"},
    {"R.vision.roi_align(z, R.zeros((5, 5), \"float32\"), pooled_size=[2, 3], spatial_scale=1.0)",
     "R.Tensor((5, 3, 2, 3), dtype=\"float32\")"},
    {"R.ccl.allgather(x, 4)", "R.Tensor((n * 4, 4), dtype=\"float32\")"},
    {"R.ccl.scatter_from_worker0(y, 2, axis=1)", "R.Tensor((4, 4), dtype=\"float32\")"},
    {"R.memory.view(y, R.shape([2, 16]))", "R.Tensor((2, 16), dtype=\"float32\")"},
    {"R.memory.view(y, dtype=R.dtype(\"int32\"))", "R.Tensor((4, 8), dtype=\"int32\")"},
    {"R.memory.view(y, dtype=R.dtype(\"int8\"))", "R.Tensor(dtype=\"int8\", ndim=2)"},
    {"R.reshape(u, (0, 2))", "R.Tensor(ndim=2)"},
    {"R.linear(x, u)", "R.Tensor(dtype=\"float32\")"},
    {"R.linear(x, R.zeros((4,), \"float32\"))", "R.Tensor((n,), dtype=\"float32\")"},
    {"R.call_pure_packed(\"f\", x, sinfo_args=[R.Shape(ndim=2)])", "R.Shape(ndim=2)"},
};

TEST(Infer, SaysWhatIsKnownOfAResult) {
  for (const InferCase& c : kInferCases) {
    const SourceFile file = parseSource("case.py",
                                        "@R.function\ndef f(x: R.Tensor((\"n\", 4), \"float32\"), y: R.Tensor((4, 8), "
                                        "\"float32\"), z: R.Tensor((2, 3, 8, "
                                        "8), \"float32\"), w: R.Tensor((5, 3, 3, 3), \"float32\"), i: R.Tensor((7,), "
                                        "\"int64\"), u: R.Object):\n    n, m = "
                                        "T.int64(), T.int64()\n    r = " +
                                            std::string(c.call) + "\n    return r\n");
    ASSERT_FALSE(file.hasErrors()) << c.call << ": " << file.diagnostics[0].message;
    EXPECT_EQ(toText(file.graphs[0]->functions[0].body.blocks[0].bindings[0].target->info()), c.info) << c.call;
  }
}

// Those whose results are no tensors, or say themselves what they are.
TEST(Infer, FewOperatorsSayNothing) {
  std::set<std::string> silent;
  for (const graph::Operator& op : graph::operators())
    if (op.infer == graph::infer::unknownInfo || op.infer == graph::infer::unknownOfRankInfo) silent.insert(op.name);
  EXPECT_EQ(silent, (std::set<std::string>{"dynamic_strided_slice", "make_closure", "memory.alloc_storage",
                                           "null_value", "vm.alloc_storage"}));
}

TEST(Infer, FitsSaysWhatCanBeDecided) {
  using graph::Fit;
  const Var n("n", dtype::Int64);
  const auto tensor = [](graph::Sizes sizes) { return graph::tensorOf(std::move(sizes), dtype::Float32); };
  const Expr four = IntImm{dtype::Int64, 4}, five = IntImm{dtype::Int64, 5};
  EXPECT_EQ(fits(tensor({four}), tensor({four})), Fit::Yes);
  EXPECT_EQ(fits(tensor({four}), tensor({five})), Fit::No);
  EXPECT_EQ(fits(tensor({n}), tensor({four})), Fit::Unknown);
  EXPECT_EQ(fits(tensor({n}), tensor({n})), Fit::Yes);
  EXPECT_EQ(fits(tensor({four}), graph::tensorOfRank(2, dtype::Float32)), Fit::No);
  EXPECT_EQ(fits(graph::tensorOfRank(-1, std::nullopt), tensor({four})), Fit::Unknown);
  EXPECT_EQ(fits(tensor({four}), graph::AnyInfo{}), Fit::Yes);
  EXPECT_EQ(fits(graph::AnyInfo{}, tensor({four})), Fit::Unknown);
  EXPECT_EQ(fits(graph::TupleInfo{{tensor({four})}}, tensor({four})), Fit::No);
}

TEST(Operators, NamesAndParametersAreOnceInTheTable) {
  std::set<std::string> names;
  for (const graph::Operator& op : graph::operators()) {
    EXPECT_TRUE(names.insert(op.name).second) << op.name;
    std::set<std::string> params;
    for (const graph::OperatorParam& p : op.params)
      EXPECT_TRUE(params.insert(p.name).second) << op.name << " " << p.name;
    EXPECT_EQ(graph::findOperator(op.name), &op);
  }
  EXPECT_EQ(graph::findOperator("nn.convolution"), nullptr);
  const graph::OperatorParam* padding = graph::findOperator("nn.conv2d")->find("padding");
  ASSERT_TRUE(padding);
  EXPECT_EQ(padding->width, 4);
  EXPECT_EQ(padding->defaultValue.as<graph::AttributeList>()->size(), 4u);
  EXPECT_EQ(graph::findOperator("nn.batch_norm")->find("epsilon")->defaultValue.as<double>()[0], 1e-5);
}

}  // namespace
}  // namespace lw
