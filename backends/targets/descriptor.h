// What the program knows of a target, as data and functions. A backend describes those that it makes code for in its
// folder target/, and backends/targets/targets.cpp lists them; nothing else in the program knows their names.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "backends/cpu/float_math.h"
#include "backends/cpu/foreign_code.h"
#include "core/support/result.h"
#include "passes/pipeline.h"

namespace lw {

struct KernelText;
struct Measurement;
struct MeasureOptions;
struct SourceFile;
struct TargetDescriptor;

// What code is made of: a function after the last pass, and of a GPU its kernels.
struct CodeSource {
  const PrimFunc& lowered;
  const GpuProgram* kernels = nullptr;
};

struct CodeRequest {
  std::string device;     // architecture, where code is for one of several; empty: the default
  FloatMath math;         // what may be changed of floating-point arithmetic, where the target has such a choice
  CodeConsent allows;     // which foreign code may be compiled; empty: none
  bool origins = false;   // tell where each line comes from, and leave out what says nothing about the program
  double maxSeconds = 0;  // of the compiler; 0: any
  std::function<bool()> stop = {};
};

// Assembly whose lines LLVM's model of a processor can price (backends/cpu/cycles.h).
struct PricedCode {
  std::string text, cpu, features;
  std::vector<int> lines;  // of each line of the listing, the number here
};

// The following are filled where CodeRequest::origins is set, but for the text.
struct CodeListing {
  std::string text;
  std::vector<Origin> origins;       // of each line
  std::vector<int> depth;            // of each line, in loops of the code itself; empty: not known
  std::string note;                  // takes the place of CodeText::note
  std::optional<PricedCode> priced;  // of assembly
  // This text alone cannot be shown; the others can.
  std::optional<Explanation> failure = {};
  bool lacksProgram = false;  // because a program is not installed
};

enum class CodeLanguage : uint8_t { C, Llvm, Assembly };
enum class CodeLevel : uint8_t { Source, Intermediate, Machine };  // how far from the program

// A text of code that follows the stages of a pipeline.
struct CodeText {
  std::string_view stage;              // as `lw lower --stage` takes it: "llvm-opt"
  std::string_view help;               // there, one line
  std::string_view name, label, note;  // in the window: of the stage; a few letters for lists; one line
  CodeLanguage language;
  CodeLevel level;
  bool ofKernels = false;  // it needs CodeSource::kernels
  // Makes those of `wanted`, all of which have this function; one listing for each, or why there is no code at all.
  Result<std::vector<CodeListing>> (*write)(const CodeSource& source, std::span<const CodeText* const> wanted,
                                            const CodeRequest& request);
};

// Whether a target exists on this machine.
struct TargetState {
  bool available = false;
  std::string device;                                        // where available
  std::string reason;                                        // why not
  std::vector<std::pair<std::string, std::string>> details;  // "cores" -> "2", ready to show
};

struct TargetDescriptor {
  std::string_view name;  // as --target takes it: "cpu"
  const Pipeline& (*pipeline)();
  std::span<const CodeText> texts;  // that its backend writes; targets with the same pipeline also show each other's
  TargetState (*find)();
  Result<Measurement> (*measure)(const SourceFile& file, const PrimFunc& original, const PrimFunc& scheduled,
                                 const MeasureOptions& options, const TargetDescriptor& target);

  bool onThisProcessor = false;   // runs by the processor that the program runs on: its roofs and threads count
  bool kernels = false;           // code is kernels of a GPU, and the host's part launches them
  bool emulated = false;          // times are those of an emulator, and say nothing about a device
  bool floatMath = false;         // CodeRequest::math has an effect
  std::string_view tvmKind = {};  // the kind of target in records of TVM; empty: TVM has none

  // Of targets that a driver runs, here or on another machine: the text for a device of a version ("sm_86"), and the
  // versions that kernel packages have texts for.
  Result<KernelText> (*driverText)(const GpuProgram& program, const std::string& version) = nullptr;
  std::span<const std::string_view> packaged = {};
  std::span<const GpuDevice> (*models)() = nullptr;  // the devices that are emulated
};

}  // namespace lw
