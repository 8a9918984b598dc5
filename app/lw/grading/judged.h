// What `lw grade` finds out about one submission.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "app/lw/grading/submissions.h"

namespace lw {

struct Judged {
  // "reached", "missed", "wrong", "refused", "crashed", "timeout", "memory", "unreadable", "none"
  std::string outcome;
  std::string words;                   // how far it comes, or what is wrong
  std::string advice;                  // what an error says to do
  int line = 0, column = 0, cell = 0;  // of an error in the submission, from 1; cell: of a notebook; 0: none
  // Of a wrong result: the element that differs most.
  struct Difference {
    std::string element;
    double got = 0, expected = 0;
    int64_t count = 0;
  };
  std::optional<Difference> difference = {};
  struct Goal {
    std::string what;
    double goal = 0;
    std::optional<double> value = {};  // nothing: it has none, or an infinite one
    bool bound = false, met = false;
  };
  std::vector<Goal> goals = {};
  std::optional<int> steps = {};  // of a schedule that was judged
  int mostSteps = 0;
  double share = 0;
  bool byHand = false;
  std::string checkedBy = {};          // of a right program by hand: what compared it ("proof", "runs")
  std::string trace = {};              // the steps, with handles numbered as they are used; empty: none
  std::vector<std::string> used = {};  // the primitives of these steps
  bool right() const { return outcome == "reached" || outcome == "missed"; }
};

nlohmann::ordered_json judgedJson(const Judged& judged);
Judged judgedOf(const nlohmann::json& json);  // what it has not keeps its default

struct JudgeLimits {
  int64_t seconds = 60, mebibytes = 4096;
  std::string function = "schedule";
};

// Carries a submission out in a process of its own and compares the result with the goal. Depends on nothing but the
// texts, as long as no limit is reached and the goal is counted. Fails only where no process can be started.
Result<Judged> judgeSubmission(const Exercise& exercise, const SubmittedText& submitted, const JudgeLimits& limits);

// Names the place of an error: "line 3", "cell 2, line 1"; empty: it has none.
std::string placeOf(const Judged& judged);

}  // namespace lw
