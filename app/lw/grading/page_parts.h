// What the pages of a grading have in common.
#pragma once

#include <string>

#include "app/lw/grading/grade_all.h"

namespace lw {

std::string gradePage(const std::string& title, const std::string& body);
std::string studentFile(size_t place, const std::string& name);  // "students/017-ann.html"
// "3.31 times fewer cycles; the goal is 22".
std::string goalText(const Judged::Goal& goal);
std::string studentPage(const std::vector<Exercise>& course, const GradedStudent& student);

}  // namespace lw
