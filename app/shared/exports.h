// What `lw export` and File > Export write: one list of formats, and plain functions of immutable values, safe on any
// thread.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "backends/cpu/float_math.h"
#include "backends/cpu/foreign_code.h"
#include "core/text/tir/parser.h"
#include "core/trace/storyboard.h"
#include "core/trace/trace.h"

namespace lw {

enum class ExportFormat : uint8_t { Python, Json, Cpp, C, Object, Shared, Package, Html };
struct ExportKind {
  ExportFormat format;
  const char *name, *suffix, *words;  // "c", ".c", "C source of the function"
  bool text;                          // can go to a terminal
};
std::span<const ExportKind> exportKinds();
const ExportKind* exportKind(const std::string& name);  // nullptr: there is none

struct ExportInput {
  Schedule schedule;
  std::vector<StepGroup> groups = {};
  int function = 0;  // of the program: which one C and machine code are made of
  Dialect dialect = Dialect::Classic;
  Story story = {};                             // the page's; empty steps: those of the schedule
  std::string cpu = {};                         // LLVM's name; empty: this machine
  bool light = false;                           // packages: say how inputs are made, have some of the results
  CodeConsent allows = {};                      // which foreign code may be compiled
  FloatMath math = {};                          // what machine code may change of arithmetic
  std::shared_ptr<const SourceFile> file = {};  // packages: where the reference and the ranges of inputs stand
};

struct ExportedFile {
  std::string path, content;
};
// The file at `path`, and beside an object or a library its header (the same name with .h).
Result<std::vector<ExportedFile>> exportFiles(const ExportKind& kind, const ExportInput& input,
                                              const std::string& path);

}  // namespace lw
