#include "tests/queue/support/trials.h"

#include <gtest/gtest.h>

#include <fstream>

#include "core/te/read_program.h"

namespace lw::test {

const SourceFile& trialProgram() {
  static const SourceFile file = readProgram("trials.py", R"(
@T.prim_func
def twice(A: T.Buffer((1,), "float32"), B: T.Buffer((1,), "float32")):
    for i in range(1):
        with T.block("B"):
            vi = T.axis.remap("S", [i])
            B[vi] = A[vi] * T.float32(2)

@T.prim_func
def thrice(A: T.Buffer((1,), "float32"), B: T.Buffer((1,), "float32")):
    for i in range(1):
        B[i] = A[i] * T.float32(3)

@T.prim_func
def outside(A: T.Buffer((1,), "float32"), B: T.Buffer((1,), "float32")):
    for i in range(100000000):
        B[i * 100] = A[i * 100] * T.float32(2)

@T.prim_func
def endless(A: T.Buffer((1,), "float32"), B: T.Buffer((1,), "float32")):
    for r in range(100000000000):
        B[0] = B[0] * T.float32(0.5) + A[0]
)");
  return file;
}

PrimFunc trialFunction(std::string_view name) {
  for (const PrimFunc& f : trialProgram().functions)
    if (f.name == name) return f;
  ADD_FAILURE() << "no function " << name;
  return trialProgram().functions.at(0);
}

tune::BuiltTrial kernelTrial(int number, const std::string& symbol) {
  std::ifstream in(LW_QUEUE_KERNELS, std::ios::binary);
  tune::BuiltTrial trial;
  trial.number = number;
  trial.code = {std::string(std::istreambuf_iterator<char>(in), {}), symbol, {}, symbol};
  return trial;
}

}  // namespace lw::test
