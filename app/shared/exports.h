// The formats of `lw export` and File > Export: one list, and plain functions of immutable values, safe on any thread.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/shared/pages/state_page.h"
#include "backends/cpu/float_math.h"
#include "backends/cpu/foreign_code.h"
#include "core/text/tir/parser.h"
#include "core/trace/storyboard.h"
#include "core/trace/trace.h"

namespace lw {

enum class ExportFormat : uint8_t { Python, Json, Cpp, C, Object, Shared, Package, Html, Sheet, State, Relax };
struct ExportKind {
  ExportFormat format;
  const char *name, *suffix, *words;  // "c", ".c", "C source of the function"
  bool text;                          // can be printed to a terminal
  bool model = false;                 // for models only
};
std::span<const ExportKind> exportKinds();
constexpr bool isPage(ExportFormat format) {
  return format == ExportFormat::Html || format == ExportFormat::Sheet || format == ExportFormat::State;
}
const ExportKind* exportKind(const std::string& name);  // nullptr: there is no such format

struct ExportInput {
  Schedule schedule;
  std::vector<StepGroup> groups = {};
  int function = 0;  // index in the program of the function for C and machine code
  Dialect dialect = Dialect::Classic;
  Story story = {};                           // for the page; empty: the steps of the schedule
  std::string cpu = {};                       // LLVM's name; empty: this machine
  std::map<std::string, int64_t> sizes = {};  // packages: values of symbolic sizes
  bool light = false;       // packages: describe how to generate inputs, and include part of the results
  CodeConsent allows = {};  // which foreign code may be compiled
  FloatMath math = {};      // how machine code may change floating-point arithmetic
  // Packages: the file with the reference and the ranges of inputs. The page of a state shows its text.
  std::shared_ptr<const SourceFile> file = {};
  std::string chosen = {};         // the page of a state: name of the function or class in the file
  std::string target = {};         // the page of a state is lowered for it; empty: this machine's processor
  std::vector<PageRun> runs = {};  // of the page of a state
  std::string compared = {};       // of the page of a state: what the results were compared with
  PageRoofline roofline = {};      // of the page of a state
};

struct ExportedFile {
  std::string path, content;
};
// Returns the file for `path`, and for an object or a library also its header (the same name with .h).
Result<std::vector<ExportedFile>> exportFiles(const ExportKind& kind, const ExportInput& input,
                                              const std::string& path);

}  // namespace lw
