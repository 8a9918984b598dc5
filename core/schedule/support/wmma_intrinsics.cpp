#include <algorithm>
#include <array>
#include <map>

#include "core/schedule/support/warp_intrinsic_texts.h"
#include "core/support/text.h"

namespace lw {
namespace {

struct WarpKind {
  enum class What : uint8_t { Fill, Load, Multiply, Store };
  What what = What::Fill;
  MatrixShape shape{};
  std::string in, sum;  // types
  bool ofB = false, transposed = false;
  std::string memory;  // scope
  std::string name;
  bool small = false;  // of the scopes m16n8k8.matrixA, B and C

  std::string scopeOf(char operand) const {
    if (small) return std::string("m16n8k8.matrix") + operand;
    return operand == 'C' ? "wmma.accumulator" : operand == 'A' ? "wmma.matrix_a" : "wmma.matrix_b";
  }
};

constexpr std::array<const char*, 3> kMatrixMemories{"shared", "shared.dyn", "global"};

std::string memoryInName(std::string memory) {
  std::replace(memory.begin(), memory.end(), '.', '_');
  return memory;
}

std::vector<WarpKind> allWarpKinds() {
  std::vector<WarpKind> kinds;
  const auto add = [&](WarpKind kind) {
    if (std::none_of(kinds.begin(), kinds.end(), [&](const WarpKind& k) { return k.name == kind.name; }))
      kinds.push_back(std::move(kind));
  };
  for (const MatrixShape& shape : kWmmaShapes) {
    const std::string size =
        std::to_string(shape[0]) + "x" + std::to_string(shape[1]) + "x" + std::to_string(shape[2]) + "_";
    for (const MatrixProduct* product : laneProducts()) {
      if (product->wmma == 0) continue;
      const std::string in(product->in->ptx), sum(product->sum->ptx), inType = toString(product->in->type),
                                                                      sumType = toString(product->sum->type);
      add({WarpKind::What::Fill, shape, inType, sumType, false, false, "", "wmma_fill_" + size + sum});
      for (const bool transposed : {false, true}) {
        const std::string end = transposed ? "_trans" : "";
        add({WarpKind::What::Multiply, shape, inType, sumType, false, transposed, "",
             "wmma_sync_" + size + in + in + sum + end});
        for (const bool ofB : {false, true})
          for (const std::string memory : kMatrixMemories)
            add({WarpKind::What::Load, shape, inType, sumType, ofB, transposed, memory,
                 "wmma_load_" + size + in + (ofB ? "_b" : "_a") + end + "_" + memoryInName(memory)});
      }
      for (const std::string memory : kMatrixMemories)
        add({WarpKind::What::Store, shape, inType, sumType, false, false, memory,
             "wmma_store_" + size + sum + "_" + memoryInName(memory)});
    }
  }
  // mma.m16n8k8, whose operands TVM loads four matrices of 8 x 8 at a time. What is stored "global" is stored to
  // memory of the scope shared.dyn, as in TVM.
  for (const std::string sum : {"f16", "f32"}) {
    const std::string type = sum == "f16" ? "float16" : "float32";
    const MatrixShape shape{16, 8, 8};
    add({WarpKind::What::Fill, shape, "float16", type, false, false, "", "mma_init_m16n8k8_" + sum, true});
    add({WarpKind::What::Multiply, shape, "float16", type, false, false, "", "mma_sync_m16n8k8_f16f16" + sum, true});
    add({WarpKind::What::Store, shape, "float16", type, false, false, "shared.dyn",
         "mma_store_m16n8k8_" + sum + "_global", true});
  }
  for (const bool ofB : {false, true})
    for (const std::string memory : {"shared", "shared.dyn"})
      add({WarpKind::What::Load,
           {32, 32, 8},
           "float16",
           "",
           ofB,
           false,
           memory,
           std::string("mma_load_m16n8k8_f16_") + (ofB ? "B_" : "A_") + memoryInName(memory),
           true});
  return kinds;
}

// A parameter, with a distance of rows of its own if `strided`; and the number of its fragment in its buffer.
std::string parameterText(const std::string& name, const std::string& rows, const std::string& columns,
                          const std::string& type, const std::string& scope, bool strided, bool small) {
  const std::string stride = "s" + name;
  return (strided ? "    " + stride + " = T.int32()\n" : "") + "    " + name + " = T.match_buffer(" + name + "_, (" +
         rows + ", " + columns + "), \"" + type + "\", align=64, offset_factor=" + (strided && !small ? "16" : "1") +
         ", scope=\"" + scope + "\"" + (strided ? ", strides=[" + stride + ", 1]" : "") + ")\n";
}
std::string fragmentNumber(const std::string& name, const std::string& rows, const std::string& columns) {
  return filledIn("{b}.elem_offset // s{b} // {r} * (s{b} // {c}) + {b}.elem_offset % s{b} // {c}",
                  {{"b", name}, {"r", rows}, {"c", columns}});
}

WarpTexts warpTextsOf(const WarpKind& kind) {
  const std::string m = std::to_string(kind.shape[0]), n = std::to_string(kind.shape[1]),
                    k = std::to_string(kind.shape[2]);
  const auto zero = kind.sum + "(0)";
  const std::map<std::string, std::string> values{{"m", m}, {"n", n}, {"k", k}, {"zero", zero}, {"sum", kind.sum}};
  WarpTexts p;
  const auto add = [&](const char* name, const std::string& rows, const std::string& columns, const std::string& type,
                       const std::string& scope) {
    addItem(p.head, std::string(name) + "_: T.handle");
    for (const bool code : {false, true})
      p.parameters[code] += parameterText(name, rows, columns, type, scope, code, kind.small);
  };
  // C becomes A.
  const auto copied = [&](const char* block, const std::string& rows, const std::string& columns,
                          const std::string& call) {
    auto all = values;
    all["r"] = rows, all["c"] = columns, all["block"] = block;
    const std::string regions = "        T.reads(A[0:{r}, 0:{c}])\n        T.writes(C[0:{r}, 0:{c}])\n";
    p.description = filledIn(regions +
                                 "        for i, j in T.grid({r}, {c}):\n            with T.block(\"{block}\"):\n"
                                 "                vi, vj = T.axis.remap(\"SS\", [i, j])\n"
                                 "                C[vi, vj] = A[vi, vj]\n",
                             all);
    p.code = filledIn(regions + "        T.evaluate(" + call + ", dtype=\"handle\"))\n", all);
    return p;
  };
  const std::string accumulator = kind.scopeOf('C');
  switch (kind.what) {
    case WarpKind::What::Fill:
      add("C", m, n, kind.sum, accumulator);
      p.description = filledIn(
          "        T.reads()\n        T.writes(C[0:{m}, 0:{n}])\n        for i, j in T.grid({m}, {n}):\n"
          "            with T.block(\"init\"):\n                vi, vj = T.axis.remap(\"SS\", [i, j])\n"
          "                C[vi, vj] = T.{zero}\n",
          values);
      p.code = filledIn(
          "        T.reads()\n        T.writes(C[0:{m}, 0:{n}])\n"
          "        T.evaluate(T.tvm_fill_fragment(C.data, {m}, {n}, {k}, " +
              fragmentNumber("C", m, n) + ", T.{zero}, dtype=\"handle\"))\n",
          values);
      return p;
    case WarpKind::What::Load: {
      std::string rows = kind.ofB ? k : m, columns = kind.ofB ? n : k;
      if (kind.transposed) std::swap(rows, columns);
      add("A", rows, columns, kind.in, kind.memory);
      add("C", rows, columns, kind.in, kind.scopeOf(kind.ofB ? 'B' : 'A'));
      return copied("load", rows, columns,
                    "T.tvm_load_matrix_sync(C.data, {m}, {n}, {k}, " + fragmentNumber("C", rows, columns) +
                        ", A.access_ptr(\"r\"), sA, \"" + (kind.transposed ? "col_major" : "row_major") + "\"");
    }
    case WarpKind::What::Store:
      add("A", m, n, kind.sum, accumulator);
      add("C", m, n, kind.sum, kind.memory);
      return copied("store", m, n,
                    "T.tvm_store_matrix_sync(A.data, {m}, {n}, {k}, " + fragmentNumber("A", m, n) +
                        ", C.access_ptr(\"w\"), sC, \"row_major\"");
    case WarpKind::What::Multiply:
      break;
  }
  const std::string rows = kind.transposed ? n : k, columns = kind.transposed ? k : n;
  add("A", m, k, kind.in, kind.scopeOf('A'));
  add("B", rows, columns, kind.in, kind.scopeOf('B'));
  add("C", m, n, kind.sum, accumulator);
  auto all = values;
  all["r"] = rows, all["c"] = columns, all["b"] = kind.transposed ? "B[vj, vk]" : "B[vk, vj]";
  const auto cast = [&](const std::string& x) {
    return kind.in == kind.sum ? x : "T.Cast(\"" + kind.sum + "\", " + x + ")";
  };
  all["product"] = cast("A[vi, vk]") + " * " + cast(all["b"]);
  const std::string regions = filledIn(
      "        T.reads(C[0:{m}, 0:{n}], A[0:{m}, 0:{k}], B[0:{r}, 0:{c}])\n        T.writes(C[0:{m}, 0:{n}])\n", all);
  p.description = regions + filledIn(
                                "        for i, j, k in T.grid({m}, {n}, {k}):\n            with T.block(\"\"):\n"
                                "                vi, vj, vk = T.axis.remap(\"SSR\", [i, j, k])\n"
                                "                C[vi, vj] = C[vi, vj] + {product}\n",
                                all);
  // TVM's call does not name the layouts; here a transposed operand is named.
  p.code = regions + "        T.evaluate(T.tvm_mma_sync(C.data, " + fragmentNumber("C", m, n) + ", A.data, " +
           fragmentNumber("A", m, k) + ", B.data, " + fragmentNumber("B", rows, columns) + ", C.data, " +
           fragmentNumber("C", m, n) + (kind.transposed ? ", \"row\", \"col\"" : ", \"row\", \"row\"") +
           ", dtype=\"handle\"))\n";
  return p;
}

std::vector<std::string> scopesOfKind(const WarpKind& kind) {
  switch (kind.what) {
    case WarpKind::What::Fill:
      return {kind.scopeOf('C')};
    case WarpKind::What::Load:
      return {kind.memory, kind.scopeOf(kind.ofB ? 'B' : 'A')};
    case WarpKind::What::Multiply:
      return {kind.scopeOf('C'), kind.scopeOf('A'), kind.scopeOf('B')};
    case WarpKind::What::Store:
      break;
  }
  return {kind.memory, kind.scopeOf('C')};
}

}  // namespace

std::vector<WarpIntrinsic> wmmaIntrinsics() {
  std::vector<WarpIntrinsic> all;
  for (const WarpKind& kind : allWarpKinds())
    all.push_back({kind.name, scopesOfKind(kind), [kind] { return warpTextsOf(kind); }});
  return all;
}

}  // namespace lw
