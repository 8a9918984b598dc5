// The results of a grading on the terminal, as a table for spreadsheets, and as JSON.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "app/lw/grading/grade_all.h"

namespace lw {

// A line for each student with a sign for each exercise, and what the signs mean.
std::string gradeMatrix(const std::vector<Exercise>& course, const std::vector<GradedStudent>& students);
// For each student, what was reached, how far it comes, and what is wrong.
std::string gradeDetails(const std::vector<Exercise>& course, const std::vector<GradedStudent>& students);
// For each student the points, and outcome and points of each exercise.
std::string gradeCsv(const std::vector<Exercise>& course, const std::vector<GradedStudent>& students);
nlohmann::ordered_json gradeJson(const std::vector<Exercise>& course, const std::vector<GradedStudent>& students);

// What a student did at an exercise, in a line: "line 3: '(' is never closed".
std::string sentenceOf(const Judged& judged);
char signOf(const Judged& judged);
// "8", "7.5"
std::string pointsText(double points);

}  // namespace lw
