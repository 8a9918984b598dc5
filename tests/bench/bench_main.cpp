// Runs the benchmarks of lw_bench. Thousands of statements inside each other need a larger stack than a program has.
#include <benchmark/benchmark.h>

#include "app/shared/deep_stack.h"

int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 1;
  return lw::withDeepStack([] {
    benchmark::RunSpecifiedBenchmarks();
    benchmark::Shutdown();
    return 0;
  });
}
