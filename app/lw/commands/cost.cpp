// lw cost: operations, traffic and footprint of every loop and block, for the caches of this machine.
#include <cstdio>
#include <iostream>
#include "core/support/json.h"

#include "app/lw/errors.h"
#include "app/lw/input_names.h"
#include "app/lw/output/model_text.h"
#include "app/lw/steps.h"
#include "app/shared/json/cost_table.h"
#include "backends/target/target.h"
#include "core/ir/ops.h"

namespace lw {
namespace {

// Bytes in units of 1024, as is usual for caches.
std::string amount(double n, const char* unit) {
  static constexpr const char* kPrefixes[] = {"", "k", "M", "G", "T", "P"};
  const double step = *unit == 'B' ? 1024 : 1000;
  size_t prefix = 0;
  for (; n >= step * 0.9995 && prefix + 1 < std::size(kPrefixes); ++prefix) n /= step;
  char text[48];
  std::snprintf(text, sizeof text, prefix == 0 || n >= 99.5 ? "%.0f %s%s" : "%.1f %s%s", n, kPrefixes[prefix], unit);
  return text;
}

void printRow(const CostRow& row, const std::vector<int64_t>& caches) {
  const Cost& c = *row.cost;
  const std::string work = c.exactWork ? "" : "~", touched = c.exactFootprint ? "" : "~";
  const std::string name = std::string(static_cast<size_t>(row.depth) * 2, ' ') + row.kind + " " + row.name;
  std::printf("%-30s %10s %12s %10s %10s  %-6s", name.c_str(), (work + amount(c.executions, "")).c_str(),
              (work + amount(c.flops, "FLOP")).c_str(), (work + amount(c.bytes, "B")).c_str(),
              (touched + amount(c.footprint, "B")).c_str(), levelOf(c.footprint, caches).c_str());
  for (const double bytes : c.traffic) std::printf(" %9s", ("~" + amount(bytes, "B")).c_str());
  std::printf(" %8.3g\n", c.intensity());
}

void printTable(const std::vector<CostRow>& rows, const ProgramCost& cost, const std::vector<int64_t>& caches) {
  std::printf("%-30s %10s %12s %10s %10s  %-6s", "", "runs", "operations", "moved", "touched", "fits");
  for (size_t i = 0; i < caches.size(); ++i) std::printf(" %9s", ("past L" + std::to_string(i + 1)).c_str());
  std::printf(" %8s\n", "FLOP/B");
  for (const CostRow& row : rows) printRow(row, caches);
  std::printf("\ntouched: distinct bytes of one execution; past L1: bytes that come from beyond it (a model)");
  for (size_t i = 0; i < caches.size(); ++i)
    std::printf("%s L%zu %s", i == 0 ? "\ncaches:" : ",", i + 1, amount(static_cast<double>(caches[i]), "B").c_str());
  std::printf("\n");
  for (const std::string& name : cost.assumed)
    std::printf("%s is not known: taken as %lld (--bind %s=...)\n", name.c_str(), static_cast<long long>(kAssumedSize),
                name.c_str());
}

Result<Sizes> sizesFrom(const CommandLine& arguments, const PrimFunc& function) {
  std::map<std::string, int64_t> values;
  for (const std::string& text : arguments.all("--bind")) {
    const size_t equals = text.find('=');
    char* end = nullptr;
    const long long number = equals == std::string::npos ? 0 : std::strtoll(text.c_str() + equals + 1, &end, 10);
    if (!end || *end || end == text.c_str() + equals + 1)
      return explain(err::kUsagePair("--bind", text), "for example --bind n=128");
    values[text.substr(0, equals)] = number;
  }
  return sizesNamed(function, values);
}

bool hasSymbolicSize(const PrimFunc& function) {
  for (const auto& [handle, buffer] : function.buffers)
    for (const Expr& extent : buffer->shape)
      if (!asInt(extent)) return true;
  return false;
}

int run(const CommandLine& arguments) {
  std::variant<Loaded, int> loaded = load(arguments, arguments.get("FILE"));
  if (const int* code = std::get_if<int>(&loaded)) return *code;
  const SteppedSchedule steps = applySteps(arguments, std::get<Loaded>(loaded));
  if (steps.error) return failSteps(arguments, steps);
  const PrimFunc& function = steps.schedule.program().function(steps.schedule.currentFunction());
  if (const auto code = refuseUnknownNames(arguments, inputNames(function))) return *code;
  const Result<Sizes> sizes = sizesFrom(arguments, function);
  if (!sizes) return fail(arguments, sizes.error(), nullptr, kWrongUsage);
  const std::vector<int64_t> caches = cacheSizes();
  const ProgramCost cost = costOf(function, caches, *sizes);
  const std::vector<CostRow> rows = costRows(function, cost);
  std::optional<ModelTable> model;
  if (arguments.has("--model")) {
    const PrimFunc& original = steps.schedule.source().function(steps.schedule.currentFunction());
    model = modelTable(std::get<Loaded>(loaded).file.source.text, original, function);
  }
  if (!arguments.json()) {
    if (model) {
      printModel(function.name, *model);
      if (hasSymbolicSize(function)) std::printf("sizes that are not numbers count as 1 in cycles and lines\n");
    } else {
      printTable(rows, cost, caches);
    }
    return kDone;
  }
  nlohmann::json j = costJson(function, rows, cost, caches);
  if (model) j["model"] = toJson(*model);
  j["ok"] = true;
  std::cout << j.dump(2) << "\n";
  return kDone;
}

}  // namespace

Command costCommand() {
  Command command{"cost",
                  "operations, traffic and footprint of every loop and block, against the caches of this machine",
                  {{"FILE", "FILE.py[:FUNC]", "", OptionSpec::kRequired}},
                  run};
  for (const OptionSpec& option : stepOptions()) command.options.push_back(option);
  command.options.push_back(
      {"--bind", "value of a symbolic size or scalar parameter: n=37; repeatable", "", OptionSpec::kRepeated});
  command.options.push_back(
      {"--model", "the cycles and cache lines of every loop by the model of the course, what limits them, and the goal",
       "", OptionSpec::kFlag});
  return command;
}

}  // namespace lw
