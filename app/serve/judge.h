// Checks and times states of a document so that what is said of them holds: against the reference and the program as
// they were opened, with new inputs for each check, outputs that hold no results before, and times in turns.
#pragma once

#include "app/serve/method.h"
#include "app/serve/session.h"

namespace lw::serve {

struct JudgeOptions {
  std::string target;
  int threads = 0, repeat = 20;
  int64_t memory = 0;
  double timeoutSeconds = 60;  // of one call of a kernel
  std::map<std::string, int64_t> bind;
};

// What a judgement takes from a document, so that it does not need the session any more.
struct Case {
  std::shared_ptr<const SourceFile> file;
  PrimFunc original;
  std::string programHash, referenceHash;
  double asWrittenMs = 0;  // of one call of the program as opened, estimated earlier; 0: not known
};
Case caseOf(const Document& document, const JudgeOptions& options);
std::string sizesKey(const JudgeOptions& options);  // under which Document::asWrittenMs keeps the estimate

struct Candidate {
  int state = 0;
  Schedule schedule;
  PrimFunc scheduled;
};

// One result for each candidate, in their order; with several they take turns, round by round. Members: right, checks,
// times, reference, program as opened, proofs, conditions, and what was done so that the result can be relied on. Also
// the state that is faster than all others in each round.
Answer judge(const Case& asked, const std::vector<Candidate>& candidates, const JudgeOptions& options,
             Context& context);

}  // namespace lw::serve
