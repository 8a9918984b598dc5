// Programs with extents that may be negative and reductions that may be empty, with the schedules that divide, fuse,
// move and bind their loops.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "core/ir/ndarray.h"
#include "core/schedule/schedule.h"
#include "core/te/read_program.h"
#include "core/te/schedule_code.h"

namespace lw::test {

inline constexpr const char* kNegativeExtents = R"(from tvm.script import tir as T

@T.prim_func
def valid(x: T.handle, o: T.handle):
    h, w = T.int32(), T.int32()
    X = T.match_buffer(x, (h, w), "float32")
    O = T.match_buffer(o, (h, w), "float32")
    for i, j in T.grid(h - 4, w - 4):
        with T.block("O"):
            vi = T.axis.spatial(h - 4, i)
            vj = T.axis.spatial(w - 4, j)
            O[vi, vj] = X[vi, vj] + X[vi + 4, vj + 4]

def none(sch):
    pass

def fuse(sch):
    sch.fuse(*sch.get_loops(sch.get_block("O")))

def fuse_parallel(sch):
    a, b = sch.split(sch.fuse(*sch.get_loops(sch.get_block("O"))), [None, 8])
    sch.parallel(a)

def tiles(sch):
    i, j = sch.get_loops(sch.get_block("O"))
    a, b = sch.split(i, [None, 8])
    c, d = sch.split(j, [None, 8])
    sch.reorder(a, c, b, d)
    sch.parallel(sch.fuse(a, c))

def parts(sch):
    i, j = sch.get_loops(sch.get_block("O"))
    a, b = sch.split(i, [4, None])
    c, d = sch.split(j, [4, None])
    sch.reorder(a, c, b, d)
    sch.fuse(b, d)

def peel(sch):
    a, b = sch.split(sch.get_loops(sch.get_block("O"))[0], [None, 8])
    sch.peel(a)

def copies(sch):
    b = sch.get_block("O")
    sch.cache_read(b, 0, "global")
    sch.cache_write(b, 0, "global")

def copies_inside(sch):
    b = sch.get_block("O")
    i, j = sch.get_loops(b)
    sch.compute_at(sch.cache_read(b, 0, "global"), i)
    sch.reverse_compute_at(sch.cache_write(b, 0, "global"), i)

def gpu(sch):
    a, b = sch.split(sch.fuse(*sch.get_loops(sch.get_block("O"))), [None, 8])
    sch.bind(a, "blockIdx.x")
    sch.bind(b, "threadIdx.x")

def gpu_grid(sch):
    i, j = sch.get_loops(sch.get_block("O"))
    sch.bind(i, "blockIdx.x")
    sch.bind(j, "blockIdx.y")

def gpu_block(sch):
    i, j = sch.get_loops(sch.get_block("O"))
    sch.bind(i, "blockIdx.x")
    sch.bind(j, "threadIdx.x")
)";

inline constexpr const char* kEmptyReductions = R"(from tvm.script import tir as T

@T.prim_func
def rowsum(a: T.handle, s: T.handle):
    n, m = T.int32(), T.int32()
    A = T.match_buffer(a, (n, m), "float32")
    S = T.match_buffer(s, (n,), "float32")
    for i, k in T.grid(n, m):
        with T.block("S"):
            vi, vk = T.axis.remap("SR", [i, k])
            with T.init():
                S[vi] = T.float32(0)
            S[vi] = S[vi] + A[vi, vk]

def none(sch):
    pass

def decompose(sch):
    sch.decompose_reduction(sch.get_block("S"), sch.get_loops(sch.get_block("S"))[1])

def decompose_outside(sch):
    sch.decompose_reduction(sch.get_block("S"), sch.get_loops(sch.get_block("S"))[0])

def rfactor(sch):
    a, b = sch.split(sch.get_loops(sch.get_block("S"))[1], [None, 4])
    sch.rfactor(b, 0)

def rfactor_outer(sch):
    a, b = sch.split(sch.get_loops(sch.get_block("S"))[1], [None, 4])
    sch.rfactor(a, 1)

def tiles(sch):
    i, k = sch.get_loops(sch.get_block("S"))
    a, b = sch.split(k, [None, 4])
    sch.reorder(a, i, b)

def parts(sch):
    i, k = sch.get_loops(sch.get_block("S"))
    a, b = sch.split(k, [4, None])
    sch.reorder(a, i, b)
    sch.fuse(*sch.split(b, [None, 2]))

def blockize(sch):
    sch.blockize(sch.get_loops(sch.get_block("S"))[1])

def peel(sch):
    a, b = sch.split(sch.get_loops(sch.get_block("S"))[1], [None, 4])
    sch.peel(a)

def copy(sch):
    b = sch.get_block("S")
    sch.reverse_compute_at(sch.cache_write(b, 0, "global"), sch.get_loops(b)[0])

def parallel(sch):
    i, k = sch.get_loops(sch.get_block("S"))
    sch.reorder(k, i)
    sch.parallel(i)

def vector(sch):
    i, k = sch.get_loops(sch.get_block("S"))
    a, b = sch.split(i, [None, 4])
    sch.reorder(k, a, b)
    sch.vectorize(b)

def gpu(sch):
    i, k = sch.get_loops(sch.get_block("S"))
    a, b = sch.split(k, [None, 8])
    sch.reorder(i, b, a)
    sch.bind(i, "blockIdx.x")
    sch.bind(b, "threadIdx.x")

def gpu_rows(sch):
    sch.bind(sch.get_loops(sch.get_block("S"))[0], "threadIdx.x")

def gpu_many(sch):
    i, k = sch.get_loops(sch.get_block("S"))
    sch.reorder(k, i)
    sch.bind(i, "blockIdx.x")

def gpu_local(sch):
    b = sch.get_block("S")
    w = sch.cache_write(b, 0, "local")
    i, k = sch.get_loops(b)
    sch.reverse_compute_at(w, i)
    sch.bind(i, "threadIdx.x")
)";

struct SizedCase {
  SourceFile file;
  PrimFunc source, scheduled;
};

inline SizedCase sizedCase(const char* text, const std::string& schedule) {
  SourceFile file = readProgram("sizes.py", text);
  EXPECT_FALSE(file.hasErrors()) << (file.diagnostics.empty() ? "" : file.diagnostics.front().message);
  const Schedule start{Snapshot(*file.select(""))};
  const ScriptRun run = interpretScheduleOf(file, schedule, start);
  EXPECT_FALSE(run.error) << schedule << ": " << (run.error ? toText(*run.error) : "");
  return {file, start.program().function(), run.schedule.program().function()};
}

// The rows' sums in the second argument, whatever was there.
inline void sumRows(std::vector<Argument>& arguments) {
  const NDArray& a = std::get<NDArray>(arguments[0]);
  NDArray& sums = std::get<NDArray>(arguments[1]);
  for (int64_t i = 0; i < a.shape[0]; ++i) {
    double sum = 0;
    for (int64_t k = 0; k < a.shape[1]; ++k) sum += a.getDouble(i * a.shape[1] + k);
    sums.set(i, sum);
  }
}
// out[i, j] = in[i, j] + in[i + 4, j + 4] where both exist; the other elements stay.
inline void addNeighbours(std::vector<Argument>& arguments) {
  const NDArray& in = std::get<NDArray>(arguments[0]);
  NDArray& out = std::get<NDArray>(arguments[1]);
  const int64_t h = in.shape[0], w = in.shape[1];
  for (int64_t i = 0; i < h - 4; ++i)
    for (int64_t j = 0; j < w - 4; ++j) out.set(i * w + j, in.getDouble(i * w + j) + in.getDouble((i + 4) * w + j + 4));
}

// Numbers of elements per dimension, among them those for which extents are negative or nothing is reduced.
inline std::vector<InputSpec> boundSizes(const std::string& first, const std::string& second) {
  std::vector<InputSpec> all;
  for (const int64_t a : {0, 1, 2, 9})
    for (const int64_t b : {0, 1, 5, 13}) {
      InputSpec spec;
      spec.bind = {{first, a}, {second, b}};
      spec.ranges.emplace("*", *parseValueRange("integers"));
      all.push_back(spec);
    }
  return all;
}

}  // namespace lw::test
