// lw prove: are two functions equal for all inputs and sizes? Where no proof is found, both are run on small inputs, to
// find one for which they differ. Of one file, the states of its schedules are compared (app/lw/state_proofs.cpp).
#include <iostream>
#include <limits>

#include "app/lw/command.h"
#include "app/lw/errors.h"
#include "app/lw/proof.h"
#include "app/lw/steps.h"
#include "backends/interpreter/interpreter.h"
#include "core/analysis/shapes/index_ranges.h"
#include "core/ir/input_names.h"
#include "core/ir/intrin_meaning.h"
#include "core/schedule/support/dot_intrinsics.h"
#include "core/support/json.h"
#include "core/support/text.h"

namespace lw {
namespace {

using prove::MatchedSum;

constexpr int64_t kMaxSteps = 30'000'000;  // of one run

// Values of symbolic sizes: small ones, also such that no tile divides.
InputSpec smallInputs(const PrimFunc& a, const PrimFunc& b, int64_t run) {
  InputSpec spec;
  spec.seed = static_cast<uint64_t>(run);
  spec.ranges.insert_or_assign("*", *parseValueRange("tenths"));
  for (const PrimFunc* f : {&a, &b}) {
    int64_t size = 4 + 3 * run;  // sizes correspond by their order
    for (const std::string& name : inputNames(*f).sizes) spec.bind.try_emplace(name, size++);
  }
  return withIndexRanges(b, withIndexRanges(a, spec));
}

std::optional<Explanation> differenceOf(const PrimFunc& a, const std::vector<Argument>& left,
                                        const std::vector<Argument>& right, int64_t run,
                                        const std::pair<std::string, std::string>& names) {
  for (size_t i = 0; i < right.size(); ++i) {
    const auto* array = std::get_if<NDArray>(&right[i]);
    if (!array) continue;
    const auto [relative, absolute] = toleranceOf(array->type);
    const Mismatch m = compareArrays(*array, std::get<NDArray>(left[i]), relative, absolute);
    if (!m.count) continue;
    const std::string at = join(m.at, [](int64_t index) { return std::to_string(index); });
    return err::kSameDiffers((*a.bufferOf(a.params[i]))->name, at, std::to_string(m.expected), names.first,
                             std::to_string(m.got), names.second, run, m.count);
  }
  return std::nullopt;
}

// A run for which the functions leave other values. Nothing: none was found, or they cannot be run.
std::optional<Explanation> findDifference(const PrimFunc& a, const PrimFunc& b, int64_t runs,
                                          const std::pair<std::string, std::string>& names) {
  if (a.params.size() != b.params.size()) return std::nullopt;
  const InterpretOptions options{.maxSteps = kMaxSteps};
  for (int64_t run = 1; run <= runs; ++run) {
    const InputSpec spec = smallInputs(a, b, run);
    Result<std::vector<Argument>> left = makeArguments(a, spec), right = makeArguments(b, spec);
    if (!left || !right) return std::nullopt;
    for (size_t i = 0; i < left->size(); ++i) {
      const auto *x = std::get_if<NDArray>(&(*left)[i]), *y = std::get_if<NDArray>(&(*right)[i]);
      if (!x != !y || (x && (x->type != y->type || x->shape != y->shape))) return std::nullopt;
    }
    *right = *left;
    if (!interpret(a, *left, options) || !interpret(b, *right, options)) return std::nullopt;
    if (std::optional<Explanation> found = differenceOf(a, *left, *right, run, names)) return found;
  }
  return std::nullopt;
}

std::string_view signOf(BinaryOp op) { return op == BinaryOp::Mul ? "*" : "+"; }

// The relative rounding of one operation: the digits of the type's numbers.
std::string roundingOf(DataType type) {
  int digits = type.bits == 64 ? 53 : type.bits == 32 ? 24 : 11;
  if (type.code == TypeCode::BFloat) digits = 8;
  if (type.isFloat8()) digits = type.code == TypeCode::Float8E4M3 ? 4 : 3;
  return "2^-" + std::to_string(digits);
}

nlohmann::json jsonOf(const MatchedSum& sum) {
  return {{"first", sum.first},
          {"second", sum.second},
          {"operation", std::string(signOf(sum.op))},
          {"type", toString(sum.type)},
          {"rounding", roundingOf(sum.type)}};
}

std::variant<std::pair<PrimFunc, PrimFunc>, int> bothFunctions(const CommandLine& arguments) {
  std::variant<Loaded, int> first = load(arguments, arguments.get("FILE"));
  if (const int* code = std::get_if<int>(&first)) return *code;
  std::variant<Loaded, int> second = load(arguments, arguments.get("OTHER"));
  if (const int* code = std::get_if<int>(&second)) return *code;
  std::vector<TensorIntrin> intrinsics = std::get<Loaded>(first).file.intrinsics;
  const std::vector<TensorIntrin>& more = std::get<Loaded>(second).file.intrinsics;
  intrinsics.insert(intrinsics.end(), more.begin(), more.end());
  const std::vector<TensorIntrin> known = withDotIntrinsics(intrinsics);
  return std::pair{asDescribed(std::get<Loaded>(first).function, known),
                   asDescribed(std::get<Loaded>(second).function, known)};
}

// Options that choose among states say nothing of two files.
std::optional<int> refuseStates(const CommandLine& arguments) {
  for (const char* option : {"--script", "--trace", "--do", "--state", "--each-step"})
    if (arguments.has(option))
      return fail(arguments,
                  explain(err::kProveOneFile(option), say("leave out {0}, or {1}", Ident("OTHER"), Ident(option))),
                  nullptr, kWrongUsage);
  return std::nullopt;
}

int proveTwo(CommandLine arguments, const ProofSettings& settings) {
  if (const std::optional<int> code = refuseStates(arguments)) return *code;
  arguments.takesSteps = false;  // a schedule that Python made is carried out
  const auto functions = bothFunctions(arguments);
  if (const int* code = std::get_if<int>(&functions)) return *code;
  const auto& [a, b] = std::get<0>(functions);
  const Judgement result = judge(a, b, settings, {arguments.get("FILE"), arguments.get("OTHER")});
  if (result.why) return fail(arguments, *result.why, nullptr, result.code());
  if (arguments.json())
    std::cout << nlohmann::json{{"ok", true}, {"answer", "equal"}, {"sums", sumsJson(result.sums)}}.dump(2) << "\n";
  else
    std::cout << textOf(result);
  return kDone;
}

int run(const CommandLine& arguments) {
  const Result<int64_t> seconds = arguments.integer("--limit", 1, 86'400), runs = arguments.integer("--runs", 0, 1000);
  for (const auto* number : {&seconds, &runs})
    if (!*number) return fail(arguments, number->error(), nullptr, kWrongUsage);
  ProofSettings settings{.runs = *runs};
  settings.limits.operations = std::numeric_limits<unsigned long>::max() / 2;  // the time alone decides
  settings.limits.seconds = static_cast<int>(*seconds);
  return arguments.has("OTHER") ? proveTwo(arguments, settings) : proveStates(arguments, settings);
}

}  // namespace

int Judgement::code() const {
  return answer == Answer::Equal ? kDone : answer == Answer::Different ? kWrongResult : kInputAtFault;
}

Judgement judge(const PrimFunc& a, const PrimFunc& b, const ProofSettings& settings,
                const std::pair<std::string, std::string>& names) {
  const ProofResult result = proveEqual(a, b, settings.limits);
  if (result.answer == ProofResult::Answer::Equal) return {Judgement::Answer::Equal, result.reordered};
  if (auto difference = findDifference(a, b, settings.runs, names))
    return {Judgement::Answer::Different, {}, std::move(difference)};
  return {Judgement::Answer::Undecided,
          {},
          explain(err::kProveUndecided(a.name, b.name, result.obstacle.reason), result.obstacle.remedy)};
}

std::string textOf(const Judgement& judgement) {
  if (judgement.why)
    return (judgement.answer == Judgement::Answer::Different ? "different: " : "undecided: ") +
           judgement.why->message + "\n";
  std::string text = "equal for all inputs and sizes";
  text += judgement.sums.empty() ? "\n" : ", up to the order of these sums:\n";
  for (const MatchedSum& sum : judgement.sums)
    text += "  " + std::string(signOf(sum.op)) + " of " + toString(sum.type) + " into " + sum.first + " and " +
            sum.second + ": of n terms, they differ by at most 2 (n - 1) " + roundingOf(sum.type) +
            " times the sum of the terms' absolute values, to first order\n";
  return text;
}

nlohmann::json sumsJson(const std::vector<MatchedSum>& sums) {
  nlohmann::json list = nlohmann::json::array();
  for (const MatchedSum& sum : sums) list.push_back(jsonOf(sum));
  return list;
}

Command proveCommand() {
  Command command{"prove",
                  "are two functions, or the states of a schedule, equal for all inputs and all sizes?",
                  {{"FILE", "FILE[:FUNC]", "", OptionSpec::kRequired},
                   {"OTHER", "FILE[:FUNC]; without it: the states of FILE's schedules", "", OptionSpec::kValue}},
                  run};
  for (OptionSpec& option : stepOptions()) command.options.push_back(std::move(option));
  const std::vector<OptionSpec> own = {
      {"--state", "of one file: compare this state, [SCHEDULE:]STEPS or SCHEDULE, with the program as written; twice: "
                  "both states", "", OptionSpec::kRepeated},
      {"--each-step", "of one file: compare each state with the one before", "", OptionSpec::kFlag},
      {"--limit", "of each proof, in seconds", "5", OptionSpec::kValue},
      {"--runs", "how many inputs to try where no proof is found", "5", OptionSpec::kValue}};
  command.options.insert(command.options.end(), own.begin(), own.end());
  return command;
}

}  // namespace lw
