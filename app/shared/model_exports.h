// A model as files for other programs: C source, an object, a shared library, each with a header, or a page.
#pragma once

#include "app/shared/exports.h"
#include "core/graph/model.h"
#include "passes/graph/bind_params.h"

namespace lw {

struct ModelExport {
  const SourceFile& file;        // with the functions that it registers
  const graph::Model& model;     // as the passes on graphs leave it
  std::string function;          // of the graph
  std::string name, title;       // in C; for readers
  const BoundParameters& bound;  // for the names of constants
  std::string cpu = {};          // LLVM's name; empty: this machine
  FloatMath math = {};
  CodeConsent allows = {};
  std::map<std::string, int64_t> bounds = {};  // of symbolic sizes, which become arguments
  std::string parametersFile = {};             // where the constants are written; empty: into the code
};

// For `path` (empty: only the text is wanted), its header, and the file of constants.
Result<std::vector<ExportedFile>> exportModelFiles(const ExportKind& kind, const ModelExport& model,
                                                   const std::string& path);

}  // namespace lw
