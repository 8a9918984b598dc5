#include <array>

#include "core/ir/mma_layout.h"
#include "core/schedule/support/warp_intrinsic_texts.h"
#include "core/support/text.h"
#include "core/text/print/printer.h"

namespace lw {
namespace {

constexpr std::array<const char*, 3> kSumMemories{"global", "shared", "shared.dyn"};

using Values = std::map<std::string, std::string>;

void addLanes(WarpTexts& p, const std::string& name, const std::string& type, int64_t elements) {
  addItem(p.head, name + "_: T.handle");
  for (std::string& parameters : p.parameters)
    parameters += "    " + name + " = T.match_buffer(" + name + "_, (32, " + std::to_string(elements) + "), \"" + type +
                  "\", align=64, offset_factor=16, scope=\"warp\")\n";
}
// A tile in memory; the code names the distance of its rows.
void addTile(WarpTexts& p, const std::string& name, int64_t rows, int64_t columns, const std::string& type,
             const std::string& scope, int64_t factor) {
  addItem(p.head, name + "_: T.handle");
  for (const bool code : {false, true}) {
    if (code) p.parameters[1] += "    s0 = T.int32()\n";
    p.parameters[code] += "    " + name + " = T.match_buffer(" + name + "_, (" + std::to_string(rows) + ", " +
                          std::to_string(columns) + "), \"" + type +
                          "\", align=64, offset_factor=" + std::to_string(factor) + ", scope=\"" + scope + "\"" +
                          (code ? ", strides=[s0, 1]" : "") + ")\n";
  }
}

WarpTexts fillTexts(const std::string& type) {
  WarpTexts p;
  addLanes(p, "C", type, 8);
  const std::string regions = "        T.reads()\n        T.writes(C[0:32, 0:8])\n";
  p.description = regions +
                  "        for i, j in T.grid(16, 16):\n            with T.block(\"fill\"):\n"
                  "                vi, vj = T.axis.remap(\"SS\", [i, j])\n                C[" +
                  laneText(dtype::Float32, false, named("vi"), named("vj")) + "] = T." + type + "(0)\n";
  p.code = regions +
           "        for tx in T.thread_binding(32, thread=\"threadIdx.x\"):\n"
           "            T.evaluate(T.mma_fill(8, C.data, C.elem_offset, dtype=\"" +
           type + "\"))\n";
  return p;
}

WarpTexts loadTexts(const MatrixProduct& product, bool ofB, bool transposed, const std::string& memory) {
  WarpTexts p;
  const bool rowsAreK = ofB != transposed, bytes = product.in->type.bytes() == 1;
  const int64_t k = product.depth(), rows = rowsAreK ? k : 16, columns = rowsAreK ? 16 : k, elements = k / 2;
  const std::string type = toString(product.in->type);
  addLanes(p, "W", type, elements);
  addTile(p, "S", rows, columns, type, memory, columns);
  const Values values{{"r", std::to_string(rows)},
                      {"c", std::to_string(columns)},
                      {"e", std::to_string(elements)},
                      {"m", bytes ? "16" : "8"},
                      {"place", laneText(product.in->type, rowsAreK, named("vi"), named("vj"))},
                      {"flip", ofB != transposed ? "True" : "False"},
                      {"type", type}};
  const std::string regions = "        T.reads(S[0:{r}, 0:{c}])\n        T.writes(W[0:32, 0:{e}])\n";
  p.description = filledIn(regions +
                               "        for i, j in T.grid({r}, {c}):\n            with T.block(\"load\"):\n"
                               "                vi, vj = T.axis.remap(\"SS\", [i, j])\n"
                               "                W[{place}] = S[vi, vj]\n",
                           values);
  // The row of 16 bytes whose address a lane gives. Bytes cannot be transposed by the instruction: only the distance of
  // rows is named.
  const char* row = bytes && rowsAreK ? "s0"
                    : transposed      ? "s0 * 8 * (tx // 16) + s0 * (tx % 8) + {m} * (tx % 16 // 8)"
                                      : "s0 * (tx % 16) + {m} * (tx // 16)";
  p.code = filledIn(regions +
                        "        for tx in T.thread_binding(32, thread=\"threadIdx.x\"):\n"
                        "            T.evaluate(T.ptx_ldmatrix({flip}, 4, \".b16\", W.data, W.elem_offset + {e} * tx, "
                        "S.access_ptr(\"r\"), " +
                        row + ", dtype=\"{type}\"))\n",
                    values);
  return p;
}

WarpTexts productTexts(const MatrixProduct& product, bool transposedA, bool transposedB) {
  WarpTexts p;
  const int64_t elements = product.depth() / 2;
  const std::string in = toString(product.in->type), sum = toString(product.sum->type);
  addLanes(p, "A", in, elements);
  addLanes(p, "B", in, elements);
  addLanes(p, "C", sum, 8);
  const auto element = [&](const char* name, bool swapped, bool rowsAreK, const char* r, const char* c) {
    const DataType type = (*name == 'C' ? product.sum : product.in)->type;
    return std::string(name) + "[" + laneText(type, rowsAreK, named(swapped ? c : r), named(swapped ? r : c)) + "]";
  };
  const auto wide = [&](const std::string& x) { return in == sum ? x : "T.Cast(\"" + sum + "\", " + x + ")"; };
  const Values values{
      {"e", std::to_string(elements)},
      {"half", std::to_string(elements / 2)},
      {"shape", matrixShapeName({16, 8, product.depth()})},
      {"k", std::to_string(product.depth())},
      {"in", std::string(product.in->word)},
      {"sum", std::string(product.sum->word)},
      {"type", sum},
      {"c", element("C", false, false, "vi", "vj")},
      {"a", wide(element("A", transposedA, transposedA, "vi", "vk"))},
      {"b", wide(element("B", transposedB, !transposedB, "vk", "vj"))},
      {"layouts", std::string(transposedA ? "\"col\"" : "\"row\"") + ", " + (transposedB ? "\"col\"" : "\"row\"")}};
  const std::string regions = filledIn(
      "        T.reads(C[0:32, 0:8], A[0:32, 0:{e}], B[0:32, 0:{e}])\n        T.writes(C[0:32, 0:8])\n", values);
  p.description = regions + filledIn(
                                "        for i, j, k in T.grid(16, 16, {k}):\n            with T.block(\"C\"):\n"
                                "                vi, vj, vk = T.axis.remap(\"SSR\", [i, j, k])\n"
                                "                {c} = {c} + {a} * {b}\n",
                                values);
  // The instruction multiplies by 8 columns. TVM's call does not name the layouts of a and b in memory.
  p.code = regions + "        for tx in T.thread_binding(32, thread=\"threadIdx.x\"):\n";
  for (const bool right : {false, true})
    p.code += filledIn(
        "            T.evaluate(T.ptx_mma(\"{shape}\", \"row\", \"col\", \"{in}\", \"{in}\", \"{sum}\", A.data, "
        "A.elem_offset + tx * {e}, B.data, B.elem_offset + tx * {e}" +
            std::string(right ? " + {half}" : "") + ", C.data, C.elem_offset + tx * 8" + (right ? " + 4" : "") +
            ", False, {layouts}, dtype=\"{type}\"))\n",
        values);
  return p;
}

WarpTexts storeTexts(const std::string& type, const std::string& memory) {
  WarpTexts p;
  addLanes(p, "W", type, 8);
  addTile(p, "C", 16, 16, type, memory, 1);
  const std::string regions = "        T.reads(W[0:32, 0:8])\n        T.writes(C[0:16, 0:16])\n";
  p.description = regions +
                  "        for i, j in T.grid(16, 16):\n            with T.block(\"store\"):\n"
                  "                vi, vj = T.axis.remap(\"SS\", [i, j])\n                C[vi, vj] = W[" +
                  laneText(dtype::Float32, false, named("vi"), named("vj")) + "]\n";
  p.code = regions +
           "        for tx in T.thread_binding(32, thread=\"threadIdx.x\"):\n"
           "            T.evaluate(T.mma_store(16, 16, C.access_ptr(\"w\"), W.data, W.elem_offset, s0, dtype=\"" +
           type + "\"))\n";
  return p;
}

std::string underscored(std::string memory) {
  for (char& c : memory)
    if (c == '.') c = '_';
  return memory;
}

}  // namespace

std::string laneText(DataType type, bool rowsAreK, const Expr& r, const Expr& c) {
  const auto [lane, element] = laneOfElement(type, rowsAreK ? 32 : 16, r, c);
  return toText(lane) + ", " + toText(element);
}

std::vector<const MatrixProduct*> laneProducts() {
  std::vector<const MatrixProduct*> all;
  for (const MatrixProduct& product : kMatrixProducts)
    if (product.ofLanes() && !product.in->name.empty()) all.push_back(&product);
  return all;
}

std::vector<WarpIntrinsic> mmaIntrinsics() {
  std::vector<WarpIntrinsic> all;
  for (const MatrixProduct* product : laneProducts()) {
    const bool bytes = product->in->type.bytes() == 1;
    const std::string in(product->in->name), sum(product->sum->name), sumType = toString(product->sum->type);
    const bool first = in == "f16" || in == "i8";  // with this type of sums
    if (first) all.push_back({"mma_fill_16x16_" + sum, {"warp"}, [sumType] { return fillTexts(sumType); }});
    for (const bool transposedA : {false, true})
      for (const bool transposedB : {false, true})
        if (!bytes || !transposedA)
          all.push_back(
              {"mma_" + in + in + sum + (transposedA ? "_trans_a" : "") + (transposedB ? "_trans_b" : ""),
               {"warp"},
               [product, transposedA, transposedB] { return productTexts(*product, transposedA, transposedB); }});
    if (sum != "f16")  // loads do not depend on the type of sums
      for (const std::string memory : {"shared", "shared.dyn"})
        for (const bool ofB : {false, true})
          for (const bool transposed : {false, true})
            if (!bytes || ofB || !transposed)
              all.push_back(
                  {"mma_ldmatrix_" + in + (ofB ? "_b" : "_a") + (transposed ? "_trans" : "") +
                       (memory == "shared" ? "" : "_dyn"),
                   {memory, "warp"},
                   [product, ofB, transposed, memory] { return loadTexts(*product, ofB, transposed, memory); }});
    if (first)
      for (const std::string memory : kSumMemories)
        for (const bool simple : {false, true})
          all.push_back({"mma_store_16x16_" + sum + "_" + underscored(memory) + (simple ? "_simple_" : "_"),
                         {memory, "warp"},
                         [sumType, memory] { return storeTexts(sumType, memory); },
                         !simple});
  }
  return all;
}

}  // namespace lw
