// Exercises as Jupyter notebooks.
#pragma once

#include <string>

#include "app/shared/course/course.h"

namespace lw {

enum class CourseLanguage : uint8_t { English, Chinese };

struct NotebookRequest {
  std::string text;       // of the exercise, in the language of the reader
  std::string challenge;  // as lw.challenge() takes it: "04", or a path
  int number = 0;         // of the exercise in its course, from 1
  CourseLanguage language = CourseLanguage::English;
  bool solutions = false;  // of the instructor: also with the functions that students do not get
};

// The task and the goal, each hint folded, the program, an empty schedule function, and a cell that checks it. Runs
// from top to bottom as it is.
std::string exerciseNotebook(const NotebookRequest& request);

}  // namespace lw
