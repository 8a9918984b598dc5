// lw prove: are two functions equal for all inputs and sizes? Where no proof is found, both are run on small inputs, to
// find one for which they differ.
#include <iostream>
#include <limits>

#include "app/lw/command.h"
#include "app/lw/errors.h"
#include "backends/interpreter/interpreter.h"
#include "core/analysis/shapes/index_ranges.h"
#include "core/ir/input_names.h"
#include "core/ir/visit.h"
#include "core/prove/prove.h"
#include "core/schedule/support/meaning.h"
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

struct Difference {
  std::string buffer, at, expected, got;
  int64_t run = 0, count = 0;
};

std::optional<Difference> differenceOf(const PrimFunc& a, const std::vector<Argument>& left,
                                       const std::vector<Argument>& right, int64_t run) {
  for (size_t i = 0; i < right.size(); ++i) {
    const auto* array = std::get_if<NDArray>(&right[i]);
    if (!array) continue;
    const auto [relative, absolute] = toleranceOf(array->type);
    const Mismatch m = compareArrays(*array, std::get<NDArray>(left[i]), relative, absolute);
    if (!m.count) continue;
    const std::string at = join(m.at, [](int64_t index) { return std::to_string(index); });
    return Difference{(*a.bufferOf(a.params[i]))->name, at, std::to_string(m.expected), std::to_string(m.got), run,
                      static_cast<int64_t>(m.count)};
  }
  return std::nullopt;
}

// A run for which the functions leave other values. Nothing: none was found, or they cannot be run.
std::optional<Difference> findDifference(const PrimFunc& a, const PrimFunc& b, int64_t runs) {
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
    if (std::optional<Difference> found = differenceOf(a, *left, *right, run)) return found;
  }
  return std::nullopt;
}

// Iterations meet that run in any order: a run in the reverse order may show that the result depends on it.
std::optional<Explanation> findRace(const PrimFunc& a, const PrimFunc& b, const prove::Obstacle& obstacle,
                                    int64_t runs) {
  if (!obstacle.race || obstacle.race->ordered) return std::nullopt;
  const PrimFunc& f = obstacle.race->ofSecond ? b : a;
  const LoopId loop = obstacle.race->loop;
  const auto d = findDifference(f, withReversedLoop(f, loop), runs);
  if (!d) return std::nullopt;
  std::string name;
  forEachStmt(f.body, [&](const Stmt& s) {
    if (const auto* l = s.as<For>(); l && l->id == loop) name = l->var.name();
  });
  return err::kProveRace(f.name, name, d->buffer, d->at, d->expected, d->got, obstacle.place);
}

// Where the proof stopped, and what would help.
Message hintOf(const prove::Obstacle& o) {
  if (o.place.text().empty()) return o.remedy;
  return o.remedy.text().empty() ? o.place : say("{0}; {1}", o.place, o.remedy);
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

int reportEqual(const CommandLine& arguments, const ProofResult& result) {
  if (arguments.json()) {
    nlohmann::json sums = nlohmann::json::array();
    for (const MatchedSum& sum : result.reordered) sums.push_back(jsonOf(sum));
    std::cout << nlohmann::json{{"ok", true}, {"answer", "equal"}, {"sums", sums}}.dump(2) << "\n";
    return kDone;
  }
  std::cout << "equal for all inputs and sizes";
  if (result.reordered.empty()) {
    std::cout << "\n";
    return kDone;
  }
  std::cout << ", up to the order of these sums:\n";
  for (const MatchedSum& sum : result.reordered)
    std::cout << "  " << signOf(sum.op) << " of " << toString(sum.type) << " into " << sum.first << " and "
              << sum.second << ": of n terms, they differ by at most 2 (n - 1) " << roundingOf(sum.type)
              << " times the sum of the terms' absolute values, to first order\n";
  return kDone;
}

std::variant<std::pair<PrimFunc, PrimFunc>, int> bothFunctions(const CommandLine& arguments) {
  std::variant<Loaded, int> first = load(arguments, arguments.get("FILE"));
  if (const int* code = std::get_if<int>(&first)) return *code;
  std::variant<Loaded, int> second = load(arguments, arguments.get("OTHER"));
  if (const int* code = std::get_if<int>(&second)) return *code;
  std::vector<TensorIntrin> intrinsics = std::get<Loaded>(first).file.intrinsics;
  const std::vector<TensorIntrin>& more = std::get<Loaded>(second).file.intrinsics;
  intrinsics.insert(intrinsics.end(), more.begin(), more.end());
  return std::pair{meaningOf(std::get<Loaded>(first).function, intrinsics),
                   meaningOf(std::get<Loaded>(second).function, intrinsics)};
}

int run(const CommandLine& arguments) {
  const Result<int64_t> seconds = arguments.integer("--limit", 1, 86'400), runs = arguments.integer("--runs", 0, 1000);
  for (const auto* number : {&seconds, &runs})
    if (!*number) return fail(arguments, number->error(), nullptr, kWrongUsage);
  const auto functions = bothFunctions(arguments);
  if (const int* code = std::get_if<int>(&functions)) return *code;
  const auto& [a, b] = std::get<0>(functions);
  ProofLimits limits;
  limits.operations = std::numeric_limits<unsigned long>::max() / 2;  // the time alone decides
  limits.seconds = static_cast<int>(*seconds);
  const ProofResult result = proveEqual(a, b, limits);
  if (result.answer == ProofResult::Answer::Equal) return reportEqual(arguments, result);
  if (const auto race = findRace(a, b, result.obstacle, *runs)) return fail(arguments, *race, nullptr, kWrongResult);
  if (const auto d = findDifference(a, b, *runs))
    return fail(arguments,
                err::kSameDiffers(d->buffer, d->at, d->expected, arguments.get("FILE"), d->got, arguments.get("OTHER"),
                                  d->run, d->count),
                nullptr, kWrongResult);
  return fail(arguments,
              explain(err::kProveUndecided(a.name, b.name, result.obstacle.reason), hintOf(result.obstacle)));
}

}  // namespace

Command proveCommand() {
  return {"prove",
          "are two functions equal for all inputs and all sizes?",
          {{"FILE", "FILE[:FUNC]", "", OptionSpec::kRequired},
           {"OTHER", "FILE[:FUNC]", "", OptionSpec::kRequired},
           {"--limit", "of the proof, in seconds", "5", OptionSpec::kValue},
           {"--runs", "how many inputs to try where no proof is found", "5", OptionSpec::kValue}},
          run};
}

}  // namespace lw
