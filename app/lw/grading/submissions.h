// What students submitted: folders with files that are named as the exercises.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/lw/grading/course_files.h"
#include "app/lw/grading/notebook.h"

namespace lw {

enum class SubmittedForm : uint8_t { Schedule, Trace, Program };  // steps as a function or as JSON; TVMScript by hand

struct Submission {
  std::string exercise;  // its name
  std::string file;      // path
};

// A file that no exercise takes.
struct UnknownFile {
  std::string file, words;
};

struct Student {
  std::string name;
  std::vector<Submission> files;  // at most one for each exercise
  std::vector<UnknownFile> unknown;
};

// A folder in `folder` is a student's. Files beside them are those of one more, with the name of `folder`. A Python
// file is taken before a notebook, and a notebook before a trace.
Result<std::vector<Student>> readStudents(const std::string& folder, const std::string& courseFolder,
                                          const std::vector<Exercise>& course);

// What is judged of a submission.
struct SubmittedText {
  SubmittedForm form = SubmittedForm::Schedule;
  std::string text;
  std::optional<NotebookText> notebook = {};  // the text is of one
};
// `function`: the schedule function; a file that has none and has a program is one by hand, where that is accepted.
Result<SubmittedText> readSubmission(const Submission& submission, const Exercise& exercise,
                                     const std::string& function);

}  // namespace lw
