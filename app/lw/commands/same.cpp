// lw same: compares the results of two functions on random inputs. The interpreter runs both with all checks.
#include <algorithm>
#include <array>
#include <charconv>
#include <iostream>
#include "core/support/json.h"

#include "app/lw/command.h"
#include "app/lw/errors.h"
#include "app/lw/input_names.h"
#include "backends/interpreter/interpreter.h"
#include "core/analysis/program/roles.h"
#include "core/analysis/shapes/index_ranges.h"
#include "core/ir/intrin_meaning.h"
#include "core/schedule/support/dot_intrinsics.h"
#include "core/support/text.h"

namespace lw {
namespace {

Result<std::pair<std::string, std::string>> assignment(const std::string& text, const std::string& option) {
  const size_t equals = text.find('=');
  if (equals == std::string::npos || equals == 0 || equals + 1 == text.size())
    return explain(err::kUsagePair(option, text),
                   option == "--bind" ? "for example --bind n=128" : "for example --input A=positive");
  return std::pair{text.substr(0, equals), text.substr(equals + 1)};
}

Result<InputSpec> readInputs(const CommandLine& arguments) {
  InputSpec spec;
  for (const std::string& text : arguments.all("--bind")) {
    const auto pair = assignment(text, "--bind");
    if (!pair) return pair.error();
    int64_t value = 0;
    const std::string& number = pair->second;
    const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), value);
    if (error != std::errc() || end != number.data() + number.size())
      return explain(err::kUsagePair("--bind", text), "the value must be an integer");
    spec.bind[pair->first] = value;
  }
  for (const std::string& text : arguments.all("--input")) {
    const auto pair = assignment(text, "--input");
    if (!pair) return pair.error();
    const Result<ValueRange> range = parseValueRange(pair->second);
    if (!range) return range.error();
    spec.ranges.insert_or_assign(pair->first, *range);
  }
  const Result<int64_t> seed = arguments.integer("--seed");
  if (!seed) return seed.error();
  spec.seed = static_cast<uint64_t>(*seed);
  return spec;
}

std::string indexText(const std::vector<int64_t>& index) {
  return join(index, [&](const auto& item) { return std::to_string(item); });
}

bool writesAnArray(const PrimFunc& function) {
  return std::ranges::any_of(paramRoles(function), [](const ParamRole& role) { return role.writes(); });
}

// Runs both functions once, on copies of the same random inputs.
Status runOnce(const PrimFunc& a, const PrimFunc& b, const InputSpec& spec, int64_t number,
               const std::array<std::string, 2>& names, double& worst) {
  Result<std::vector<Argument>> left = makeArguments(a, withIndexRanges(b, withIndexRanges(a, spec)));
  if (!left) return left.error();
  std::vector<Argument> right = *left;
  if (Status status = interpret(a, *left); !status) return status;
  if (Status status = interpret(b, right); !status) return status;
  for (size_t i = 0; i < right.size(); ++i) {
    const auto* array = std::get_if<NDArray>(&right[i]);
    if (!array) continue;
    const auto [relative, absolute] = toleranceOf(array->type);
    const Mismatch m = compareArrays(*array, std::get<NDArray>((*left)[i]), relative, absolute);
    worst = std::max(worst, m.maxAbsolute);
    if (m.count) {
      const Buffer* buffer = a.bufferOf(a.params[i]);
      return err::kSameDiffers((*buffer)->name, indexText(m.at), std::to_string(m.expected), names[0],
                               std::to_string(m.got), names[1], number, m.count);
    }
  }
  return success();
}

int run(const CommandLine& arguments) {
  std::variant<Loaded, int> first = load(arguments, arguments.get("FILE"));
  if (const int* code = std::get_if<int>(&first)) return *code;
  std::variant<Loaded, int> second = load(arguments, arguments.get("OTHER"));
  if (const int* code = std::get_if<int>(&second)) return *code;
  // A printed program does not contain the intrinsics of its original file. Both programs may therefore use the
  // intrinsics of either file.
  std::vector<TensorIntrin> intrinsics = std::get<Loaded>(first).file.intrinsics;
  const std::vector<TensorIntrin>& more = std::get<Loaded>(second).file.intrinsics;
  intrinsics.insert(intrinsics.end(), more.begin(), more.end());
  const std::vector<TensorIntrin> known = withDotIntrinsics(intrinsics);
  const PrimFunc a = asDescribed(std::get<Loaded>(first).function, known),
                 b = asDescribed(std::get<Loaded>(second).function, known);
  InputNames names = inputNames(a);
  add(names, inputNames(b));
  if (const auto code = refuseUnknownNames(arguments, names)) return *code;
  Result<InputSpec> spec = readInputs(arguments);
  if (!spec) return fail(arguments, spec.error(), nullptr, kWrongUsage);
  const Result<int64_t> runs = arguments.integer("--runs", 1, 1'000'000);
  if (!runs) return fail(arguments, runs.error(), nullptr, kWrongUsage);
  if (a.params.size() != b.params.size())
    return fail(arguments, err::kSameSignature(say("{0} has {1} parameters, {2} has {3}", Ident(a.name),
                                                   a.params.size(), Ident(b.name), b.params.size())));
  if (!writesAnArray(a) && !writesAnArray(b))
    return fail(arguments, explain(err::kSameNothing(a.name, b.name),
                                   "make the array with the result a parameter of both functions"));
  double worst = 0;
  for (int64_t i = 0; i < *runs; ++i, ++spec->seed) {
    const Status status = runOnce(a, b, *spec, i + 1, {arguments.get("FILE"), arguments.get("OTHER")}, worst);
    if (status) continue;
    const bool inputs = status.error().kind.starts_with("inputs.") || status.error().kind.starts_with("run.argument");
    return fail(arguments, status.error(), nullptr, inputs ? kInputAtFault : kWrongResult);
  }
  if (arguments.json())
    std::cout << nlohmann::json{{"ok", true}, {"runs", *runs}, {"max_abs_error", worst}}.dump(2) << "\n";
  else
    std::cout << "same results in " << *runs << (*runs == 1 ? " run" : " runs") << ", largest difference " << worst
              << "\n";
  return kDone;
}

}  // namespace

Command sameCommand() {
  return {"same",
          "do two functions give the same results on random inputs?",
          {{"FILE", "FILE[:FUNC]", "", OptionSpec::kRequired},
           {"OTHER", "FILE[:FUNC]", "", OptionSpec::kRequired},
           {"--runs", "how many different inputs", "3", OptionSpec::kValue},
           {"--seed", "of the first inputs", "1", OptionSpec::kValue},
           {"--bind", "value of a symbolic size or scalar parameter: n=37; repeatable", "", OptionSpec::kRepeated},
           {"--input", "range of values: A=positive, A=0..19, A=tenths; repeatable", "", OptionSpec::kRepeated}},
          run};
}

}  // namespace lw
