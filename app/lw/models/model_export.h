// `lw export` of a model: as code with one function, as a module for TVM, or as a page.
#pragma once

#include <optional>

#include "app/lw/command.h"
#include "app/shared/exports.h"

namespace lw {

// The exit code; nothing: what was named is no graph function, or a trace of its kernels is asked for.
std::optional<int> exportModel(const CommandLine& arguments, const ExportKind& kind);

// Writes the files that -o names, or the text to the terminal (commands/export.cpp).
int writeExported(const CommandLine& arguments, const ExportKind& kind, const std::vector<ExportedFile>& files);

}  // namespace lw
