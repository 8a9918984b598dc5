#include "tests/errors/all_errors.h"

#include "app/lw/errors.h"
#include "app/python/errors.h"
#include "app/serve/errors.h"
#include "app/services/errors.h"
#include "app/shared/errors.h"
#include "backends/c/errors.h"
#include "backends/collect/errors.h"
#include "backends/cpu/errors.h"
#include "backends/cuda/errors.h"
#include "backends/emulator/errors.h"
#include "backends/interpreter/errors.h"
#include "backends/measure/errors.h"
#include "backends/package/errors.h"
#include "backends/process/errors.h"
#include "backends/queue/errors.h"
#include "backends/reference/errors.h"
#include "backends/runner/errors.h"
#include "backends/tune/errors.h"
#include "core/analysis/errors.h"
#include "core/graph/errors.h"
#include "core/help/errors.h"
#include "core/ir/errors.h"
#include "core/onnx/errors.h"
#include "core/schedule/all_primitives.h"
#include "core/schedule/errors.h"
#include "core/script/errors.h"
#include "core/session/errors.h"
#include "core/te/errors.h"
#include "core/text/errors.h"
#include "core/trace/errors.h"
#include "core/tune/errors.h"
#include "passes/errors.h"
#include "passes/graph/errors.h"
#include "passes/graph/legalize/errors.h"
#include "passes/graph/run_errors.h"

namespace lw {

std::map<std::string, std::vector<const ErrorKind*>> allErrors() {
  std::vector<const ErrorKind*> primitives;
  for (const Primitive* p : allPrimitives()) primitives.insert(primitives.end(), p->errors.begin(), p->errors.end());
  std::vector<const ErrorKind*> graphs = graphPassErrors();
  for (const ErrorKind* kind : modelErrors()) graphs.push_back(kind);
  return {{"app/lw", commandErrors()},
          {"app/python", pythonErrors()},
          {"app/serve", serveErrors()},
          {"app/services", serviceErrors()},
          {"app/shared", sharedErrors()},
          {"backends/c", cErrors()},
          {"backends/collect", collectErrors()},
          {"backends/cpu", cpuErrors()},
          {"backends/cuda", cudaErrors()},
          {"backends/emulator", emulatorErrors()},
          {"backends/interpreter", interpreterErrors()},
          {"backends/measure", measureErrors()},
          {"backends/package", packageErrors()},
          {"backends/process", processErrors()},
          {"backends/reference", referenceErrors()},
          {"backends/runner", runnerErrors()},
          {"core/analysis", analysisErrors()},
          {"core/graph", graphErrors()},
          {"core/onnx", onnxErrors()},
          {"core/help", helpErrors()},
          {"core/ir", irErrors()},
          {"core/schedule", scheduleErrors()},
          {"core/schedule/primitives", std::move(primitives)},
          {"core/script", scriptErrors()},
          {"core/session", sessionErrors()},
          {"core/te", teErrors()},
          {"core/text", textErrors()},
          {"core/trace", traceErrors()},
          {"core/tune", tuneErrors()},
          {"backends/tune", tuneBackendErrors()},
          {"backends/queue", queueErrors()},
          {"passes", passErrors()},
          {"passes/graph", std::move(graphs)},
          {"passes/graph/legalize", legalizeErrors()}};
}

}  // namespace lw
