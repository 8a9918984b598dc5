// Models with parameters that the file binds: NAME = relax.transform.BindParams("main", PARAMS)(CLASS), where PARAMS is
// a dict of arrays in NumPy terms, or np.load("FILE.npz") of a file beside the source.
#pragma once

#include <string>
#include <vector>

#include "backends/reference/npy.h"
#include "core/text/tir/parser.h"

namespace lw {

struct BoundModel {
  std::string name;              // of the constant
  std::string module, function;  // the class, and the graph function
  py::Expr params;
};
std::vector<BoundModel> boundModels(const SourceFile& file);
// The arrays by the names of the parameters. Errors have the place in the file.
Result<NamedArrays> boundParameters(const SourceFile& file, const BoundModel& model);

}  // namespace lw
