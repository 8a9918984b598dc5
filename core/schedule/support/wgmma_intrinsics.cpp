#include "core/ir/ops.h"
#include "core/ir/warp_matrix.h"
#include "core/schedule/support/warp_intrinsic_texts.h"

namespace lw {
namespace {

// What a warp does: 16 of 64 rows.
WarpTexts productTexts(const MatrixProduct& product, int n, bool transposedB, const std::string& memory) {
  const int64_t k = product.depth(), inRow = kCoreRowBytes / product.in->type.bytes();
  const auto text = [](int64_t number) { return std::to_string(number); };
  const std::string in = toString(product.in->type), sum = toString(product.sum->type);
  const auto wide = [&](const std::string& x) { return in == sum ? x : "T.Cast(\"" + sum + "\", " + x + ")"; };
  std::map<std::string, std::string> values{
      {"in", in},     {"sum", sum},        {"memory", memory},
      {"n", text(n)}, {"n8", text(n / 8)}, {"n16", text(n / 16)},
      {"k", text(k)}, {"r", text(inRow)},  {"layout", transposedB ? "col" : "row"}};
  values["shape"] = matrixShapeName({64, n, k});
  values["b8"] = transposedB ? values["n8"] : "2";
  values["bk"] = transposedB ? "2" : values["n8"];
  values["a"] = wide("A[vi // 8, vk // " + text(inRow) + ", vi % 8, vk % " + text(inRow) + "]");
  values["b"] = wide(transposedB ? "B[vj // 8, vk // " + text(inRow) + ", vj % 8, vk % " + text(inRow) + "]"
                                 : "B[vk // 8, vj // 8, vk % 8, vj % 8]");
  values["c"] = "C[vj // 16, " + laneText(product.sum->type, false, named("vi"), floormod(named("vj"), 16)) + "]";
  WarpTexts p;
  p.head = "A_: T.handle, B_: T.handle, C_: T.handle";
  for (const bool code : {false, true}) {
    if (code)
      for (const char* stride : {"a0", "a1", "b0", "b1"})
        p.parameters[1] += "    " + std::string(stride) + " = T.int32()\n";
    values["astrides"] = code ? ", strides=[a0, a1, " + text(inRow) + ", 1]" : "";
    values["bstrides"] = code ? ", strides=[b0, b1, " + text(inRow) + ", 1]" : "";
    p.parameters[code] += filledIn(
        "    A = T.match_buffer(A_, (2, 2, 8, {r}), \"{in}\", align=64, offset_factor={r}, scope=\"{memory}\""
        "{astrides})\n"
        "    B = T.match_buffer(B_, ({b8}, {bk}, 8, {r}), \"{in}\", align=64, offset_factor={r}, "
        "scope=\"{memory}\"{bstrides})\n"
        "    C = T.match_buffer(C_, ({n16}, 32, 8), \"{sum}\", align=64, offset_factor=16, scope=\"warp\")\n",
        values);
  }
  const std::string regions = filledIn(
      "        T.reads(C[0:{n16}, 0:32, 0:8], A[0:2, 0:2, 0:8, 0:{r}], B[0:{b8}, 0:{bk}, 0:8, 0:{r}])\n"
      "        T.writes(C[0:{n16}, 0:32, 0:8])\n",
      values);
  p.description = regions + filledIn(
                                "        for i, j, k in T.grid(16, {n}, {k}):\n            with T.block(\"C\"):\n"
                                "                vi, vj, vk = T.axis.remap(\"SSR\", [i, j, k])\n"
                                "                {c} = {c} + {a} * {b}\n",
                                values);
  p.code = regions + filledIn(
                         "        for tx in T.thread_binding(32, thread=\"threadIdx.x\"):\n"
                         "            T.evaluate(T.wgmma(\"{shape}\", \"row\", \"{layout}\", A.access_ptr(\"r\"), "
                         "B.access_ptr(\"r\"), C.data, C.elem_offset, dtype=\"{sum}\"))\n",
                         values);
  return p;
}

// The same for operands whose rows, along k, are in a swizzled layout. Both are stored so that k is innermost.
WarpTexts rowTexts(const MatrixProduct& product, int n, const std::string& memory) {
  const int64_t k = product.depth();
  const auto text = [](int64_t number) { return std::to_string(number); };
  const std::string in = toString(product.in->type), sum = toString(product.sum->type);
  const auto wide = [&](const std::string& x) { return in == sum ? x : "T.Cast(\"" + sum + "\", " + x + ")"; };
  std::map<std::string, std::string> values{
      {"in", in},     {"sum", sum},          {"memory", memory},       {"n", text(n)},
      {"k", text(k)}, {"n16", text(n / 16)}, {"a", wide("A[vi, vk]")}, {"b", wide("B[vj, vk]")}};
  values["shape"] = matrixShapeName({64, n, k});
  values["c"] = "C[vj // 16, " + laneText(product.sum->type, false, named("vi"), floormod(named("vj"), 16)) + "]";
  WarpTexts p;
  p.head = "A_: T.handle, B_: T.handle, C_: T.handle";
  for (const bool code : {false, true}) {
    if (code) p.parameters[1] += "    a0 = T.int32()\n    b0 = T.int32()\n";
    values["astrides"] = code ? ", strides=[a0, 1]" : "";
    values["bstrides"] = code ? ", strides=[b0, 1]" : "";
    p.parameters[code] += filledIn(
        "    A = T.match_buffer(A_, (16, {k}), \"{in}\", align=64, offset_factor={k}, scope=\"{memory}\"{astrides})\n"
        "    B = T.match_buffer(B_, ({n}, {k}), \"{in}\", align=64, offset_factor={k}, scope=\"{memory}\"{bstrides})\n"
        "    C = T.match_buffer(C_, ({n16}, 32, 8), \"{sum}\", align=64, offset_factor=16, scope=\"warp\")\n",
        values);
  }
  const std::string regions = filledIn(
      "        T.reads(C[0:{n16}, 0:32, 0:8], A[0:16, 0:{k}], B[0:{n}, 0:{k}])\n"
      "        T.writes(C[0:{n16}, 0:32, 0:8])\n",
      values);
  p.description = regions + filledIn(
                                "        for i, j, k in T.grid(16, {n}, {k}):\n            with T.block(\"C\"):\n"
                                "                vi, vj, vk = T.axis.remap(\"SSR\", [i, j, k])\n"
                                "                {c} = {c} + {a} * {b}\n",
                                values);
  p.code = regions + filledIn(
                         "        for tx in T.thread_binding(32, thread=\"threadIdx.x\"):\n"
                         "            T.evaluate(T.wgmma(\"{shape}\", \"row\", \"col\", A.access_ptr(\"r\"), "
                         "B.access_ptr(\"r\"), C.data, C.elem_offset, dtype=\"{sum}\"))\n",
                         values);
  return p;
}

}  // namespace

std::vector<WarpIntrinsic> wgmmaIntrinsics() {
  std::vector<WarpIntrinsic> all;
  for (const MatrixProduct* product : laneProducts()) {
    const std::string in(product->in->name), sum(product->sum->name);
    for (const int n : kGroupColumns)
      for (const std::string memory : {"shared", "shared.dyn"})
        all.push_back({"wgmma_" + matrixShapeName({64, n, product->depth()}) + "_" + in + in + sum +
                           "_trans_b_swizzled" + (memory == "shared" ? "" : "_dyn"),
                       {memory, "warp"},
                       [product, n, memory] { return rowTexts(*product, n, memory); }});
    for (const int n : kGroupColumns)
      for (const bool transposedB : {false, true})
        for (const std::string memory : {"shared", "shared.dyn"})
          if (product->in->type.bytes() != 1 || transposedB)  // the instruction reads bytes along k only
            all.push_back(
                {"wgmma_" + matrixShapeName({64, n, product->depth()}) + "_" + in + in + sum +
                     (transposedB ? "_trans_b" : "") + (memory == "shared" ? "" : "_dyn"),
                 {memory, "warp"},
                 [product, n, transposedB, memory] { return productTexts(*product, n, transposedB, memory); }});
  }
  return all;
}

}  // namespace lw
