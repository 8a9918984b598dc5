#include "tests/random/fuzz.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "backends/cpu/cpu.h"
#include "backends/interpreter/interpreter.h"
#include "backends/runner/runner.h"
#include "core/ir/verify.h"
#include "core/text/tir/parser.h"
#include "passes/pipeline.h"

namespace lw {

namespace fs = std::filesystem;

FuzzProgram fuzzProgram(const std::string& name, const std::string& text) {
  const SourceFile file = parseSource(name + ".py", text);
  EXPECT_FALSE(file.hasErrors()) << name << ": " << (file.diagnostics.empty() ? "" : file.diagnostics.front().message)
                                 << "\n"
                                 << text;
  FuzzProgram p{name, *file.select(""), inputsFromComments(text), {}, file.intrinsics};
  p.inputs.ranges.emplace("*", *parseValueRange("integers"));
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);)
    if (line.starts_with("# inputs:") || line.starts_with("# bind:")) p.inputComments += line + "\n";
  return p;
}

std::vector<FuzzProgram> goldenPrograms() {
  std::vector<FuzzProgram> list;
  for (const auto& entry : fs::directory_iterator(fs::path(LW_SOURCE_DIR) / "tests/golden/programs")) {
    std::ifstream in(entry.path());
    std::ostringstream text;
    text << in.rdbuf();
    list.push_back(fuzzProgram(entry.path().stem(), text.str()));
  }
  std::sort(list.begin(), list.end(), [](const FuzzProgram& a, const FuzzProgram& b) { return a.name < b.name; });
  return list;
}

std::optional<ExpectedValues> ExpectedValues::of(const PrimFunc& function, const InputSpec& inputs) {
  Result<std::vector<Argument>> arguments = makeArguments(function, inputs);
  return arguments ? of(function, std::move(*arguments)) : std::nullopt;
}

std::optional<ExpectedValues> ExpectedValues::of(const PrimFunc& function, std::vector<Argument> inputs) {
  ExpectedValues e;
  for (const Var& p : function.params) e.names_.push_back(p.name());
  e.inputs_ = e.results_ = std::move(inputs);
  if (!interpret(function, e.results_)) return std::nullopt;
  return e;
}

std::string ExpectedValues::compare(const std::vector<Argument>& got) const {
  for (size_t i = 0; i < got.size(); ++i) {
    const auto *a = std::get_if<NDArray>(&got[i]), *b = std::get_if<NDArray>(&results_[i]);
    if (!a || a->data == b->data) continue;
    const Mismatch m = compareArrays(*a, *b, 0, 0);
    if (m.count)
      return names_[i] + ": " + std::to_string(m.count) + " elements differ, got " + std::to_string(m.got) +
             ", expected " + std::to_string(m.expected);
  }
  return "";
}

std::string ExpectedValues::interpreted(const PrimFunc& scheduled) const {
  if (const auto broken = verify(scheduled); !broken.empty()) return "invariant broken: " + broken.front();
  std::vector<Argument> arguments = inputs_;
  if (Status s = interpret(scheduled, arguments); !s) return "interpreter: " + s.error().message;
  return compare(arguments);
}

std::string ExpectedValues::compiled(const PrimFunc& scheduled, int optLevel) const {
  CpuOptions options;
  options.optLevel = optLevel;
  Result<CpuModule> code = compileForCpu(lowerForCpu(scheduled), options);
  if (!code) return "code generation: " + code.error().message;
  const KernelSignature signature = signatureOf(scheduled);
  std::vector<Argument> arguments = inputs_;
  RunRequest request{.kernel = {code->object, code->symbol, code->failures, "main"}, .threads = 2, .repeat = 0};
  std::vector<std::vector<int64_t>> shapes;
  std::vector<int64_t> parameters;
  for (Argument& a : arguments) {
    if (auto* array = std::get_if<NDArray>(&a)) {
      request.buffers.push_back({signature.buffers[shapes.size()].name, array->data.data(), array->data.size()});
      shapes.push_back(array->shape);
    } else if (auto* n = std::get_if<int64_t>(&a))
      parameters.push_back(*n);
  }
  Result<std::vector<int64_t>> scalars = resolveScalars(signature, shapes, parameters);
  if (!scalars) return scalars.error().message;
  request.scalars = *scalars;
  request.runner.timeoutSeconds = 20;
  if (Result<RunReport> report = runKernel(request); !report) return "run: " + report.error().message;
  return compare(arguments);
}

}  // namespace lw
