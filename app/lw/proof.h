// Answers of lw prove: a proof, an input that tells two functions apart, or where the proof stopped.
#pragma once

#include "app/lw/command.h"
#include "core/prove/prove.h"

namespace lw {

struct ProofSettings {
  ProofLimits limits;
  int64_t runs = 5;  // inputs to try where no proof is found
};

struct Judgement {
  enum class Answer : uint8_t { Equal, Different, Undecided };
  Answer answer = Answer::Undecided;
  std::vector<prove::MatchedSum> sums = {};  // of Equal: up to their order
  std::optional<Explanation> why = {};       // of the others
  int code() const;                          // of the command
};

// The functions are called by these names in what is said about them.
Judgement judge(const PrimFunc& a, const PrimFunc& b, const ProofSettings& settings,
                const std::pair<std::string, std::string>& names);
// "equal for all inputs and sizes", with its sums; lines end in a newline.
std::string textOf(const Judgement& judgement);
nlohmann::json sumsJson(const std::vector<prove::MatchedSum>& sums);

// One file: the states that its schedules, or the steps of the command, give the program.
int proveStates(const CommandLine& arguments, const ProofSettings& settings);

}  // namespace lw
