// lw check-proof: verifies a certificate of `lw prove`, without the prover.
#include <iostream>

#include "app/lw/errors.h"
#include "app/lw/proofs/proof.h"
#include "app/lw/steps.h"
#include "core/check_proof/check_proof.h"
#include "core/support/json.h"

namespace lw {
namespace {

int run(const CommandLine& arguments) {
  const Result<int64_t> seconds = arguments.integer("--limit", 1, 86'400);
  if (!seconds) return fail(arguments, seconds.error(), nullptr, kWrongUsage);
  const std::vector<std::string> files = arguments.all("FILES");
  if (files.size() != 2 && files.size() != 3)
    return fail(arguments, explain(err::kCheckProofFiles(std::ssize(files)), "lw check-proof A B PROOF"), nullptr,
                kWrongUsage);
  const auto functions =
      files.size() == 3 ? twoFunctions(arguments, files[0], files[1]) : writtenAndScheduled(arguments, files[0]);
  if (const int* code = std::get_if<int>(&functions)) return *code;
  const auto& [a, b] = std::get<0>(functions);
  const Result<std::string> text = readFile(files.back());
  if (!text) return fail(arguments, text.error());
  const std::variant<Certificate, Message> certificate = certificateFromJson(*text);
  if (const auto* problem = std::get_if<Message>(&certificate))
    return fail(arguments, err::kProofUnreadable(files.back(), *problem));
  const CheckedProof checked = checkProof(a, b, std::get<Certificate>(certificate), static_cast<int>(*seconds));
  if (checked.refusal)
    return fail(arguments, err::kProofRefused(a.name, b.name, *checked.refusal), nullptr, kWrongResult);
  nlohmann::json sums = nlohmann::json::array();
  for (const Certificate::Sum& s : checked.sums)
    sums.push_back({{"first", s.first}, {"second", s.second}, {"operation", s.operation}, {"type", s.type}});
  if (arguments.json()) {
    std::cout << nlohmann::json{{"ok", true},
                                {"answer", "equal"},
                                {"sums", sums},
                                {"claims", checked.used.size()},
                                {"calls", checked.calls},
                                {"finite", checked.finite}}
                     .dump(2)
              << "\n";
    return kDone;
  }
  std::cout << "the proof holds: equal for all inputs and sizes";
  if (!checked.sums.empty()) std::cout << ", up to the order of the sums into";
  for (const Certificate::Sum& s : checked.sums)
    std::cout << (&s == &checked.sums.front() ? " " : ", ") << s.first << " and " << s.second;
  std::cout << "\n" << assumptionOf(checked.calls, checked.finite);
  return kDone;
}

}  // namespace

Command checkProofCommand() {
  Command command{"check-proof",
                  "verify a certificate of `lw prove`, without the prover",
                  {{"FILES", "A[:FUNC] B[:FUNC] PROOF; or FILE[:FUNC] PROOF, with the steps of a schedule", "",
                    OptionSpec::kRepeated}},
                  run};
  for (OptionSpec& option : stepOptions()) command.options.push_back(std::move(option));
  command.options.push_back({"--limit", "of the check, in seconds", "60", OptionSpec::kValue});
  return command;
}

}  // namespace lw
