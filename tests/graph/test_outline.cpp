// Graphs as lists of nodes and edges.
#include <gtest/gtest.h>

#include "core/graph/outline.h"
#include "core/text/tir/parser.h"

namespace lw {
namespace {

// Each node on a line: kind, label, value, shape, bytes, what it is made from.
std::string linesOf(const graph::Outline& outline) {
  constexpr const char* kKinds[] = {"param",    "constant",  "operator", "kernel", "library",
                                    "function", "structure", "branch",   "result"};
  std::string text;
  for (size_t i = 0; i < outline.nodes.size(); ++i) {
    const graph::OutlineNode& n = outline.nodes[i];
    text += std::to_string(i) + " " + kKinds[size_t(n.kind)] + " " + n.label + " " + (n.value.empty() ? "-" : n.value) +
            " " + n.shape + " " + (n.bytes ? std::to_string(*n.bytes) : "-");
    if (n.branch >= 0) text += " in " + std::to_string(n.branch);
    for (const graph::OutlineEdge& e : outline.edges)
      if (e.to == int(i))
        text += " <" + std::to_string(e.from) + (e.value.empty() ? "" : ":" + e.value + ":" + e.shape);
    text += "\n";
  }
  return text;
}

graph::Outline outlineIn(const SourceFile& file) {
  EXPECT_FALSE(file.hasErrors()) << (file.diagnostics.empty() ? "" : file.diagnostics[0].message);
  if (file.graphs.empty() || file.graphs[0]->functions.empty()) return {};
  return graph::outlineOf(file.graphs[0]->functions.back(), file.graphs[0].get(),
                          file.modules.empty() ? nullptr : &file.modules[0]);
}

std::string statementOf(const SourceFile& file, const graph::OutlineNode& node) {
  return file.source.text.substr(size_t(node.span.begin), size_t(node.span.end - node.span.begin));
}

TEST(Outline, HasANodeForEachParameterConstantBindingAndResult) {
  const SourceFile file = parseSource("g.py", R"(
@I.ir_module
class M:
    @T.prim_func
    def relu(X: T.Buffer((1, 8), "float32"), Y: T.Buffer((1, 8), "float32")):
        for i in range(8):
            with T.block("Y"):
                vi = T.axis.spatial(8, i)
                Y[0, vi] = T.max(X[0, vi], T.float32(0))

    @R.function
    def main(x: R.Tensor((1, 4), "float32"), w: R.Tensor((8, 4), "float32")):
        cls = M
        with R.dataflow():
            lv = R.call_dps_packed("env.linear", (x, w), R.Tensor((1, 8), dtype="float32"))
            lv1 = R.call_tir(cls.relu, (lv,), out_sinfo=R.Tensor((1, 8), "float32"))
            lv3 = R.call_dps_packed("relu", (lv,), out_sinfo=R.Tensor((1, 8), "float32"))
            lv2 = R.add(R.multiply(lv1, R.const(2.0, "float32")), lv)
            gv = (lv1, lv2)
            R.output(gv)
        return gv
)");
  const graph::Outline outline = outlineIn(file);
  EXPECT_EQ(linesOf(outline), R"(0 param x x (1, 4) float32 16
1 param w w (8, 4) float32 128
2 library env.linear lv (1, 8) float32 32 <0:x:(1, 4) float32 <1:w:(8, 4) float32
3 kernel relu lv1 (1, 8) float32 32 <2:lv:(1, 8) float32
4 kernel relu lv3 (1, 8) float32 32 <2:lv:(1, 8) float32
5 constant 2 - () float32 4
6 operator multiply - (1, 8) float32 32 <3:lv1:(1, 8) float32 <5
7 operator add lv2 (1, 8) float32 32 <6 <2:lv:(1, 8) float32
8 structure tuple gv [(1, 8) float32, (1, 8) float32] 64 <3:lv1:(1, 8) float32 <7:lv2:(1, 8) float32
9 result return - [(1, 8) float32, (1, 8) float32] 64 <8:gv:[(1, 8) float32, (1, 8) float32]
)");
  EXPECT_EQ(outline.nodes[3].callee, "relu");
  EXPECT_EQ(outline.nodes[4].callee, "relu");
  EXPECT_EQ(outline.nodes[2].callee, "");
  EXPECT_EQ(statementOf(file, outline.nodes[3]),
            "lv1 = R.call_tir(cls.relu, (lv,), out_sinfo=R.Tensor((1, 8), \"float32\"))");
  EXPECT_EQ(statementOf(file, outline.nodes[9]), "return gv");
  EXPECT_EQ(statementOf(file, outline.nodes[0]), "x");
}

TEST(Outline, SizesOfSymbolicShapesAreNoNumbers) {
  const graph::Outline outline = outlineIn(parseSource("g.py", R"(
@R.function
def main(x: R.Tensor(("n", 4), "float16"), y: R.Tensor(dtype="float32", ndim=2), z: R.Object):
    n = T.int64()
    s = R.shape([n, 4])
    a = R.reshape(x, (n * 4,))
    b = R.nn.relu(y)
    c = R.match_cast(y, R.Tensor((2, n), "float32"))
    return (a, b)
)"));
  EXPECT_EQ(linesOf(outline), R"(0 param x x (n, 4) float16 -
1 param y y (?, ?) float32 -
2 param z z ? -
3 structure shape s shape (n, 4) -
4 operator reshape a (n * 4,) float16 - <0:x:(n, 4) float16
5 operator nn.relu b (?, ?) float32 - <1:y:(?, ?) float32
6 structure match_cast c (2, n) float32 - <1:y:(?, ?) float32
7 result return - [(n * 4,) float16, (?, ?) float32] - <4:a:(n * 4,) float16 <5:b:(?, ?) float32
)");
}

TEST(Outline, BranchesFollowTheirBodiesAndClosuresTakeWhatTheyUse) {
  const SourceFile file = parseSource("g.py", R"(
@R.function(pure=False)
def main(cond: R.Tensor((), "bool"), x: R.Tensor((2, 3), "float32"), t: R.Tuple(R.Tensor((2, 3), "float32"), R.Object)):
    @R.function
    def again(a: R.Tensor) -> R.Tensor:
        r: R.Tensor = again(R.add(a, x))
        return r
    if cond:
        u = R.exp(x)
        z = R.add(u, t[0])
    else:
        z = R.negative(x)
    q = again(z)
    return q
)");
  const graph::Outline outline = outlineIn(file);
  EXPECT_EQ(linesOf(outline), R"(0 param cond cond () bool 1
1 param x x (2, 3) float32 24
2 param t t [(2, 3) float32, ?] -
3 function again again function - <1:x:(2, 3) float32
4 operator exp u (2, 3) float32 24 in 7 <1:x:(2, 3) float32
5 operator add z (2, 3) float32 24 in 7 <4:u:(2, 3) float32 <2:t[0]:(2, 3) float32
6 operator negative z (2, 3) float32 24 in 7 <1:x:(2, 3) float32
7 branch if z (2, 3) float32 24 <0:cond:() bool <5:z:(2, 3) float32 <6:z:(2, 3) float32
8 function again q ? - <3:again:function <7:z:(2, 3) float32
9 result return - ? - <8:q:?
)");
  const auto at = [&](const char* text) { return outline.nodeAt(int(file.source.text.find(text)) + 1); };
  EXPECT_EQ(at("u = R.exp"), 4);
  EXPECT_EQ(at("if cond"), 7);
  EXPECT_EQ(at("R.add(u"), 5);
  EXPECT_EQ(at("x: R.Tensor"), 1);
  EXPECT_EQ(at("return q"), 9);
  EXPECT_EQ(at("@R.function"), -1);
}

TEST(Outline, CallsHaveTheStatedResultOfTheFunctionOfTheModule) {
  const SourceFile file = parseSource("g.py", R"(
@I.ir_module
class M:
    @R.function
    def head(x: R.Tensor((1, 4), "float32")) -> R.Tensor((1, 4), "float32"):
        y = R.nn.softmax(x)
        return y

    @R.function
    def main(x: R.Tensor((1, 4), "float32")):
        cls = M
        y = cls.head(x)
        return y
)");
  const graph::Outline outline = outlineIn(file);
  EXPECT_EQ(linesOf(outline), R"(0 param x x (1, 4) float32 16
1 function head y (1, 4) float32 16 <0:x:(1, 4) float32
2 result return - (1, 4) float32 16 <1:y:(1, 4) float32
)");
  EXPECT_EQ(outline.nodes[1].callee, "head");
}

TEST(Outline, SizesThatDoNotFitANumberAreUnknown) {
  const SourceFile file = parseSource("g.py", R"(
@R.function
def main(x: R.Tensor((4611686018427387904, 8), "float32")):
    return x
)");
  EXPECT_EQ(outlineIn(file).nodes[0].bytes, std::nullopt);
  EXPECT_EQ(graph::bytesOf(graph::tensorOf({}, dtype::Float(64))), 8);
}

}  // namespace
}  // namespace lw
