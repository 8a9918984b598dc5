#include <array>

#include "core/schedule/support/warp_intrinsic_texts.h"
#include "core/support/text.h"

namespace lw {
namespace {

constexpr std::array<const char*, 3> kSumMemories{"global", "shared", "shared.dyn"};

using Values = std::map<std::string, std::string>;

// The lane and its element, of the element (r, c) of a tile in the order of memory, as TVM's layouts for the scope
// warp.
std::string laneText(bool bytes, bool rowsAreK, const std::string& r, const std::string& c) {
  const char* text = "4 * ({r} % 8) + {c} % 8 // 2, 4 * ({c} // 8) + {r} // 8 * 2 + {c} % 2";
  if (bytes)
    text = rowsAreK ? "{r} % 16 // 4 + 4 * ({c} % 8), 8 * ({c} // 8) + {r} // 16 * 4 + {r} % 4"
                    : "4 * ({r} % 8) + {c} % 16 // 4, 8 * ({c} // 16) + {r} // 8 * 4 + {c} % 4";
  return filledIn(text, {{"r", r}, {"c", c}});
}

void addLanes(WarpTexts& p, const std::string& name, const std::string& type, int elements) {
  addItem(p.head, name + "_: T.handle");
  for (std::string& parameters : p.parameters)
    parameters += "    " + name + " = T.match_buffer(" + name + "_, (32, " + std::to_string(elements) + "), \"" + type +
                  "\", align=64, offset_factor=16, scope=\"warp\")\n";
}
// A tile in memory; the code names the distance of its rows.
void addTile(WarpTexts& p, const std::string& name, int rows, int columns, const std::string& type,
             const std::string& scope, int factor) {
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
                  laneText(false, false, "vi", "vj") + "] = T." + type + "(0)\n";
  p.code = regions +
           "        for tx in T.thread_binding(32, thread=\"threadIdx.x\"):\n"
           "            T.evaluate(T.mma_fill(8, C.data, C.elem_offset, dtype=\"" +
           type + "\"))\n";
  return p;
}

WarpTexts loadTexts(const MmaTypes& types, bool ofB, bool transposed, const std::string& memory) {
  WarpTexts p;
  const bool rowsAreK = ofB != transposed;
  const int rows = rowsAreK ? types.k : 16, columns = rowsAreK ? 16 : types.k, elements = types.k / 2;
  addLanes(p, "W", types.in, elements);
  addTile(p, "S", rows, columns, types.in, memory, columns);
  const Values values{{"r", std::to_string(rows)},
                      {"c", std::to_string(columns)},
                      {"e", std::to_string(elements)},
                      {"m", types.bytes() ? "16" : "8"},
                      {"place", laneText(types.bytes(), rowsAreK, "vi", "vj")},
                      {"flip", ofB != transposed ? "True" : "False"},
                      {"type", types.in}};
  const std::string regions = "        T.reads(S[0:{r}, 0:{c}])\n        T.writes(W[0:32, 0:{e}])\n";
  p.description = filledIn(regions +
                               "        for i, j in T.grid({r}, {c}):\n            with T.block(\"load\"):\n"
                               "                vi, vj = T.axis.remap(\"SS\", [i, j])\n"
                               "                W[{place}] = S[vi, vj]\n",
                           values);
  // The row of 16 bytes whose address a lane gives. Bytes cannot be transposed by the instruction: only the distance of
  // rows is named.
  const char* row = types.bytes() && rowsAreK ? "s0"
                    : transposed              ? "s0 * 8 * (tx // 16) + s0 * (tx % 8) + {m} * (tx % 16 // 8)"
                                              : "s0 * (tx % 16) + {m} * (tx // 16)";
  p.code = filledIn(regions +
                        "        for tx in T.thread_binding(32, thread=\"threadIdx.x\"):\n"
                        "            T.evaluate(T.ptx_ldmatrix({flip}, 4, \".b16\", W.data, W.elem_offset + {e} * tx, "
                        "S.access_ptr(\"r\"), " +
                        row + ", dtype=\"{type}\"))\n",
                    values);
  return p;
}

WarpTexts productTexts(const MmaTypes& types, bool transposedA, bool transposedB) {
  WarpTexts p;
  const int elements = types.k / 2;
  addLanes(p, "A", types.in, elements);
  addLanes(p, "B", types.in, elements);
  addLanes(p, "C", types.sum, 8);
  const auto element = [&](const char* name, bool swapped, bool rowsAreK, const char* r, const char* c) {
    const bool bytes = types.bytes() && *name != 'C';
    return std::string(name) + "[" + laneText(bytes, rowsAreK, swapped ? c : r, swapped ? r : c) + "]";
  };
  const auto wide = [&](const std::string& x) {
    return types.in == std::string(types.sum) ? x : "T.Cast(\"" + std::string(types.sum) + "\", " + x + ")";
  };
  const Values values{
      {"e", std::to_string(elements)},
      {"half", std::to_string(elements / 2)},
      {"k", std::to_string(types.k)},
      {"in", types.inCall},
      {"sum", types.sumCall},
      {"type", types.sum},
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
        "            T.evaluate(T.ptx_mma(\"m16n8k{k}\", \"row\", \"col\", \"{in}\", \"{in}\", \"{sum}\", A.data, "
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
                  laneText(false, false, "vi", "vj") + "]\n";
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

std::vector<WarpIntrinsic> mmaIntrinsics() {
  std::vector<WarpIntrinsic> all;
  for (const MmaTypes& types : kMmaTypes) {
    const std::string in = types.shortIn, sum = types.shortSum, sumType = types.sum;
    const bool first = in == "f16" || in == "i8";  // with this type of sums
    if (first) all.push_back({"mma_fill_16x16_" + sum, {"warp"}, [sumType] { return fillTexts(sumType); }});
    for (const bool transposedA : {false, true})
      for (const bool transposedB : {false, true})
        if (!types.bytes() || !transposedA)
          all.push_back({"mma_" + in + in + sum + (transposedA ? "_trans_a" : "") + (transposedB ? "_trans_b" : ""),
                         {"warp"},
                         [types, transposedA, transposedB] { return productTexts(types, transposedA, transposedB); }});
    if (sum != "f16")  // loads do not depend on the type of sums
      for (const std::string memory : {"shared", "shared.dyn"})
        for (const bool ofB : {false, true})
          for (const bool transposed : {false, true})
            if (!types.bytes() || ofB || !transposed)
              all.push_back({"mma_ldmatrix_" + in + (ofB ? "_b" : "_a") + (transposed ? "_trans" : "") +
                                 (memory == "shared" ? "" : "_dyn"),
                             {memory, "warp"},
                             [types, ofB, transposed, memory] { return loadTexts(types, ofB, transposed, memory); }});
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
