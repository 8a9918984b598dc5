// Judges all submissions of a class, on several threads, and keeps the verdicts.
#pragma once

#include <functional>

#include "app/lw/grading/judged.h"

namespace lw {

struct GradedFile {
  std::string exercise, file;  // file: empty where nothing was submitted
  Judged judged;
  double points = 0;
  std::string key = {};  // of its verdict; empty: it was not carried out
};

struct GradedStudent {
  std::string name;
  std::vector<GradedFile> files;  // one for each exercise, in the order of the course
  std::vector<UnknownFile> unknown;
  int64_t reached() const;
  double points() const;
};

struct GradeOptions {
  JudgeLimits limits;
  int jobs = 1;      // submissions at the same time; those with a goal in time are judged alone
  std::string kept;  // a file to which each verdict is written when it is known, and from which those of an earlier
                     // grading are taken as long as exercise, submission and limits are the same; empty: none
  std::function<void(size_t done, size_t all)> progress = {};
};

// Equal submissions of one exercise are judged once.
Result<std::vector<GradedStudent>> gradeAll(const std::vector<Exercise>& course, std::vector<Student> students,
                                            const GradeOptions& options);

// Is a file unknown, or unreadable?
bool hasFaults(const std::vector<GradedStudent>& students);

double mostPoints(const std::vector<Exercise>& course);

}  // namespace lw
