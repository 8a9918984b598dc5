// The results of a grading as web pages, which need nothing else: index.html for the instructor, and one page for each
// student.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "app/lw/grading/grade_all.h"

namespace lw {

// Paths below the folder, and texts.
std::vector<std::pair<std::string, std::string>> gradePages(const std::vector<Exercise>& course,
                                                            const std::vector<GradedStudent>& students);

}  // namespace lw
