// lw prove: are two functions equal for all inputs and sizes? Where no proof is found, both are run on small inputs, to
// find one for which they differ. Of one file, the states of its schedules are compared
// (app/lw/proofs/state_proofs.cpp).
#include <iostream>
#include <limits>

#include "app/lw/command.h"
#include "app/lw/errors.h"
#include "app/lw/output/chain_text.h"
#include "app/lw/proofs/proof.h"
#include "app/lw/steps.h"
#include "app/shared/json/explanation_json.h"
#include "app/shared/result_difference.h"
#include "core/check_proof/check_proof.h"
#include "core/ir/visit.h"
#include "core/schedule/support/meaning.h"
#include "core/support/json.h"
#include "core/support/text.h"
#include "core/trace/storyboard.h"

namespace lw {
namespace {

using prove::MatchedSum;

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

// Iterations meet that run in any order: a run in the reverse order may show that the result depends on it.
std::optional<Explanation> findRace(const PrimFunc& a, const PrimFunc& b, const prove::Obstacle& obstacle,
                                    int64_t runs) {
  if (!obstacle.race || obstacle.race->ordered) return std::nullopt;
  const PrimFunc& f = obstacle.race->ofSecond ? b : a;
  const LoopId loop = obstacle.race->loop;
  const auto d = findResultDifference(f, withReversedLoop(f, loop), runs);
  if (!d) return std::nullopt;
  std::string name;
  forEachStmt(f.body, [&](const Stmt& s) {
    if (const auto* l = s.as<For>(); l && l->id == loop) name = l->var.name();
  });
  return err::kProveRace(f.name, name, d->buffer, d->index, std::to_string(d->first), std::to_string(d->second),
                         obstacle.place);
}

// Where the proof stopped, and what would help.
Message hintOf(const prove::Obstacle& o) {
  if (o.place.text().empty()) return o.remedy;
  return o.remedy.text().empty() ? o.place : say("{0}; {1}", o.place, o.remedy);
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

// With the chains of both values after the error.
int failDifferent(const CommandLine& arguments, const Judgement& result,
                  const std::pair<std::string, std::string>& names) {
  if (arguments.json()) {
    const nlohmann::json error = errorJson(result.why->kind, result.why->message, result.why->hint, {}, nullptr);
    std::cout << nlohmann::json{{"ok", false}, {"errors", {error}}, {"chains", jsonOf(*result.chains, names)}}.dump(2)
              << "\n";
    return result.code();
  }
  const int code = fail(arguments, *result.why, nullptr, result.code());
  std::cerr << textOf(*result.chains, names);
  return code;
}

int proveTwo(const CommandLine& arguments, const ProofSettings& settings) {
  if (const std::optional<int> code = refuseStates(arguments)) return *code;
  const TwoFunctions functions = twoFunctions(arguments, arguments.get("FILE"), arguments.get("OTHER"));
  if (const int* code = std::get_if<int>(&functions)) return *code;
  const auto& [a, b] = std::get<0>(functions);
  const std::pair<std::string, std::string> names{arguments.get("FILE"), arguments.get("OTHER")};
  const Judgement result = judge(a, b, settings, names);
  if (result.chains) return failDifferent(arguments, result, names);
  if (result.why) return fail(arguments, *result.why, nullptr, result.code());
  if (result.certificate)
    if (const Status s = writeCertificate(arguments.get("--certificate"), a, b, *result.certificate); !s)
      return fail(arguments, s.error());
  if (arguments.json())
    std::cout << nlohmann::json{{"ok", true},
                                {"answer", "equal"},
                                {"sums", sumsJson(result.sums)},
                                {"calls", result.calls},
                                {"finite", result.finite}}
                     .dump(2)
              << "\n";
  else
    std::cout << textOf(result);
  return kDone;
}

int run(const CommandLine& arguments) {
  const Result<int64_t> seconds = arguments.integer("--limit", 1, 86'400), runs = arguments.integer("--runs", 0, 1000);
  for (const auto* number : {&seconds, &runs})
    if (!*number) return fail(arguments, number->error(), nullptr, kWrongUsage);
  ProofSettings settings{.certificate = arguments.has("--certificate"), .runs = *runs};
  settings.limits.operations = std::numeric_limits<unsigned long>::max() / 2;  // the time alone decides
  settings.limits.seconds = static_cast<int>(*seconds);
  settings.limits.finite = arguments.has("--finite");
  return arguments.has("OTHER") ? proveTwo(arguments, settings) : proveStates(arguments, settings);
}

}  // namespace

int Judgement::code() const {
  return answer == Answer::Equal ? kDone : answer == Answer::Different ? kWrongResult : kInputAtFault;
}

Judgement judge(const PrimFunc& a, const PrimFunc& b, const ProofSettings& settings,
                const std::pair<std::string, std::string>& names) {
  std::optional<Certificate> certificate;
  if (settings.certificate) certificate.emplace();
  const ProofResult result = proveEqual(a, b, settings.limits, certificate ? &*certificate : nullptr);
  if (result.answer == ProofResult::Answer::Equal)
    return {Judgement::Answer::Equal, result.reordered, result.calls, result.finite, {}, std::move(certificate)};
  if (std::optional<Explanation> race = findRace(a, b, result.obstacle, settings.runs))
    return {.answer = Judgement::Answer::Different, .why = std::move(race)};
  if (const auto found = findResultDifference(a, b, settings.runs))
    return {.answer = Judgement::Answer::Different,
            .why = err::kSameDiffers(found->buffer, found->index, std::to_string(found->first), names.first,
                                     std::to_string(found->second), names.second, found->run, found->count),
            .chains = traceDifference(a, b, *found)};
  return {.answer = Judgement::Answer::Undecided,
          .why = explain(err::kProveUndecided(a.name, b.name, result.obstacle.reason), hintOf(result.obstacle))};
}

TwoFunctions twoFunctions(const CommandLine& arguments, const std::string& first, const std::string& second) {
  CommandLine carriedOut = arguments;
  carriedOut.takesSteps = false;  // a schedule that Python made is carried out
  std::variant<Loaded, int> a = load(carriedOut, first);
  if (const int* code = std::get_if<int>(&a)) return *code;
  std::variant<Loaded, int> b = load(carriedOut, second);
  if (const int* code = std::get_if<int>(&b)) return *code;
  std::vector<TensorIntrin> intrinsics = std::get<Loaded>(a).file.intrinsics;
  const std::vector<TensorIntrin>& more = std::get<Loaded>(b).file.intrinsics;
  intrinsics.insert(intrinsics.end(), more.begin(), more.end());
  return std::pair{meaningOf(std::get<Loaded>(a).function, intrinsics),
                   meaningOf(std::get<Loaded>(b).function, intrinsics)};
}

static std::pair<PrimFunc, PrimFunc> writtenAndScheduled(const Loaded& loaded, const Schedule& schedule) {
  const int function = loaded.program.function.value_or(0);
  return {meaningOf(schedule.source().function(function), loaded.file.intrinsics),
          meaningOf(schedule.program().function(function), loaded.file.intrinsics)};
}

TwoFunctions writtenAndScheduled(const CommandLine& arguments, const std::string& file) {
  const std::variant<Loaded, int> found = load(arguments, file);
  if (const int* code = std::get_if<int>(&found)) return *code;
  const Loaded& loaded = std::get<Loaded>(found);
  CommandLine with = arguments;
  const std::vector<std::string> schedules = loaded.file.scheduleFunctions();
  const bool steps = loaded.steps || arguments.has("--script") || arguments.has("--trace") || arguments.has("--do");
  if (!steps && schedules.size() == 1)  // as `lw prove` does
    with.values["--script"] = {loaded.file.source.name + ":" + schedules.front()};
  const SteppedSchedule stepped = applySteps(with, loaded);
  if (stepped.error) return failSteps(arguments, stepped);
  return writtenAndScheduled(loaded, stepped.schedule);
}

std::optional<int> certify(const CommandLine& arguments, const Loaded& loaded, const Schedule& schedule,
                           std::string& proved) {
  if (!arguments.has("--certificate")) return std::nullopt;
  constexpr int kSeconds = 60;
  if (const Result<int> one = onlyFunction(loaded.program); !one) return fail(arguments, one.error());
  const auto [a, b] = writtenAndScheduled(loaded, schedule);
  ProofSettings settings{.certificate = true};
  settings.limits = {.operations = std::numeric_limits<unsigned long>::max() / 2, .seconds = kSeconds};
  const Judgement result = judge(a, b, settings, {"the program as written", "the scheduled one"});
  if (result.why) return fail(arguments, *result.why, nullptr, result.code());
  const Status written = writeCertificate(arguments.get("--certificate"), a, b, *result.certificate);
  std::vector<std::pair<std::string, std::string>> sums;
  for (const MatchedSum& sum : result.sums) sums.emplace_back(sum.first, sum.second);
  if (result.calls.empty()) proved = provedSentence(sums);  // else it rests on what is said of the calls
  return written ? std::nullopt : std::optional(fail(arguments, written.error()));
}

Status writeCertificate(const std::string& path, const PrimFunc& a, const PrimFunc& b, const Certificate& certificate) {
  const CheckedProof checked = checkProof(a, b, certificate);
  if (checked.refusal) return err::kProofRefused(a.name, b.name, *checked.refusal);
  return writeFile(path, toJson(usedPart(certificate, checked)));
}

std::string textOf(const Judgement& judgement) {
  if (judgement.why)
    return (judgement.answer == Judgement::Answer::Different ? "different: " : "undecided: ") + judgement.why->message +
           "\n";
  std::string text = "equal for all inputs and sizes";
  text += judgement.sums.empty() ? "\n" : ", up to the order of these sums:\n";
  for (const MatchedSum& sum : judgement.sums)
    text += "  " + std::string(signOf(sum.op)) + " of " + toString(sum.type) + " into " + sum.first + " and " +
            sum.second + ": of n terms, they differ by at most 2 (n - 1) " + roundingOf(sum.type) +
            " times the sum of the terms' absolute values, to first order\n";
  return text + assumptionOf(judgement.calls, judgement.finite);
}

std::string assumptionOf(const std::set<std::string>& calls, bool finite) {
  std::string text;
  if (finite) text += "  assumed: all values but constants are finite, so that 0 times a value is 0\n";
  if (calls.empty()) return text;
  const std::string names = join(calls, [](const std::string& name) { return name; });
  return text + "  assumed of " + names +
         ": it accesses what its block declares, does the same for the same, and has no other effect\n";
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
      {"--state",
       "of one file: compare this state, [SCHEDULE:]STEPS or SCHEDULE, with the program as written; twice: "
       "both states",
       "", OptionSpec::kRepeated},
      {"--each-step", "of one file: compare each state with the one before", "", OptionSpec::kFlag},
      {"--certificate", "write the proof there; `lw check-proof` verifies it", "", OptionSpec::kValue},
      {"--finite", "take all values but constants to be finite, so that 0 times a value is 0: for masks", "",
       OptionSpec::kFlag},
      {"--limit", "of each proof, in seconds", "5", OptionSpec::kValue},
      {"--runs", "how many inputs to try where no proof is found", "5", OptionSpec::kValue}};
  command.options.insert(command.options.end(), own.begin(), own.end());
  return command;
}

}  // namespace lw
