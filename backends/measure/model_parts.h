// Parts shared by the ways to measure a model. Private to backends/measure.
#pragma once

#include "backends/measure/measure_model.h"
#include "backends/measure/measure_parts.h"

namespace lw {

// A model that is ready to run.
struct ModelCalls {
  std::function<Result<double>(int64_t loops)> run;          // nanoseconds of all
  std::function<Result<std::vector<double>>()> timeSteps{};  // nanoseconds of each step in one call
};

// What the results of the model are compared with. `plain`: its kernels without schedules.
Result<Expected> expectedOf(const SourceFile& file, const ModelProgram& plain, const ModelOptions& asked,
                            const std::vector<NDArray>& inputs, const std::vector<NDArray>& outputs,
                            const HostFunction& host, int threads);
// The name of each output: that of its buffer, made unique.
std::vector<std::string> outputNames(const ModelProgram& program);
// `process`: where the model runs.
Status timeSamples(const ModelCalls& calls, const MeasureOptions& options, double firstMs, int process,
                   Expected& expected, Measurement& m);
Status timeEachStep(const ModelCalls& calls, const ModelProgram& plain, const LaunchValues& sizes,
                    const MeasureOptions& options, ModelMeasurement& result);
// Operations and bytes of one call, and the rates at the median. `taken`: of each step; empty: all run.
void countModelWork(const ModelProgram& plain, const LaunchValues& sizes, const std::vector<bool>& taken,
                    ModelMeasurement& result);

// `lw run MODEL` on a GPU, or emulated. `program` is what runs, with the kernels that are called.
Result<ModelMeasurement> measureModelOnGpu(const SourceFile& file, const ModelProgram& program,
                                           const ModelProgram& plain, const std::vector<NDArray>& inputs,
                                           const ModelOptions& asked, ModelMeasurement result);

}  // namespace lw
