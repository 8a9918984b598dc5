// Answers of lw prove: a proof, an input that tells two functions apart, or where the proof stopped.
#pragma once

#include <set>

#include "app/lw/command.h"
#include "backends/interpreter/value_chain.h"
#include "core/prove/prove.h"

namespace lw {

struct ProofSettings {
  ProofLimits limits;
  bool certificate = false;  // is wanted
  int64_t runs = 5;          // inputs to try where no proof is found
};

struct Judgement {
  enum class Answer : uint8_t { Equal, Different, Undecided };
  Answer answer = Answer::Undecided;
  std::vector<prove::MatchedSum> sums = {};  // of Equal: up to their order
  std::set<std::string> calls = {};          // of Equal: functions that both call, of which only the names are known
  bool finite = false;                       // of Equal: if all values but constants are finite
  std::optional<Explanation> why = {};       // of the others
  std::optional<Certificate> certificate = {};
  std::optional<DifferenceChains> chains = {};  // of Different: how the two values came about
  int code() const;                             // of the command
};

// The functions are called by these names in what is said about them.
Judgement judge(const PrimFunc& a, const PrimFunc& b, const ProofSettings& settings,
                const std::pair<std::string, std::string>& names);
// "equal for all inputs and sizes", with its sums; lines end in a newline.
std::string textOf(const Judgement& judgement);
// "assumed of f and g: ..."; empty: nothing is.
std::string assumptionOf(const std::set<std::string>& calls, bool finite);
nlohmann::json sumsJson(const std::vector<prove::MatchedSum>& sums);

// The two programs of a proof, or the code of what was printed.
using TwoFunctions = std::variant<std::pair<PrimFunc, PrimFunc>, int>;
TwoFunctions twoFunctions(const CommandLine& arguments, const std::string& first, const std::string& second);
// The program of a file as written, and after the steps of the command, or of the only schedule of the file.
TwoFunctions writtenAndScheduled(const CommandLine& arguments, const std::string& file);

// Verifies the certificate and writes the part that is needed.
Status writeCertificate(const std::string& path, const PrimFunc& a, const PrimFunc& b, const Certificate& certificate);

// `lw export --certificate`: writes the proof that a schedule keeps all results. The code of what was printed, if it
// does not; nullopt also without the option. `proved` then says what the proof covers, as StoryStep::proved.
std::optional<int> certify(const CommandLine& arguments, const Loaded& loaded, const Schedule& schedule,
                           std::string& proved);

// One file: the states that its schedules, or the steps of the command, give the program.
int proveStates(const CommandLine& arguments, const ProofSettings& settings);

}  // namespace lw
