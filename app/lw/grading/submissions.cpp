#include "app/lw/grading/submissions.h"

#include <algorithm>
#include <array>

#include "app/lw/command.h"
#include "app/lw/errors.h"

namespace lw {
namespace {

namespace fs = std::filesystem;

constexpr std::array<std::string_view, 3> kEndings = {".py", ".ipynb", ".json"};  // the first one is taken
constexpr std::uintmax_t kMostBytes = 4 << 20;

bool isSubmission(const fs::path& path) {
  return std::find(kEndings.begin(), kEndings.end(), path.extension().string()) != kEndings.end();
}

// What systems and tools leave in a folder.
bool isOfTools(const fs::path& path) {
  const std::string name = path.filename().string();
  return name == "__pycache__" || name == "__MACOSX" || name == "Thumbs.db";
}

// Sorts the files of one student: those that are judged, and those that no exercise takes.
void sortFiles(const std::vector<fs::path>& files, const std::vector<Exercise>& course, Student& student) {
  const auto exists = [&](const std::string& name) {
    return std::any_of(course.begin(), course.end(), [&](const Exercise& e) { return e.name == name; });
  };
  for (const fs::path& path : files) {
    const std::string name = path.filename().string(), stem = path.stem().string();
    if (isOfTools(path)) continue;
    if (!isSubmission(path))
      student.unknown.push_back({path.string(), err::kGradeForm(name).message});
    else if (!exists(stem))
      student.unknown.push_back({path.string(), err::kGradeUnknown(stem, course.front().name).message});
  }
  for (const Exercise& exercise : course) {
    const fs::path* taken = nullptr;
    for (const std::string_view ending : kEndings)
      for (const fs::path& path : files) {
        if (path.filename().string() != exercise.name + std::string(ending)) continue;
        if (taken)
          student.unknown.push_back(
              {path.string(), err::kGradeTwice(path.filename().string(), taken->filename().string()).message});
        else
          taken = &path;
      }
    if (taken) student.files.push_back({exercise.name, taken->string()});
  }
}

bool hasLine(std::string_view text, std::string_view begin) {
  return text.starts_with(begin) || text.find("\n" + std::string(begin)) != std::string_view::npos;
}

}  // namespace

Result<std::vector<Student>> readStudents(const std::string& folder, const std::string& courseFolder,
                                          const std::vector<Exercise>& course) {
  Result<std::vector<fs::path>> entries = entriesOf(folder);
  if (!entries) return std::move(entries).error();
  std::error_code error;
  const bool ofCourse = fs::equivalent(folder, courseFolder, error);
  std::vector<Student> students;
  std::vector<fs::path> beside;
  for (const fs::path& path : *entries) {
    if (isOfTools(path)) continue;
    if (!fs::is_directory(path, error)) {
      if (!ofCourse || isSubmission(path)) beside.push_back(path);
      continue;
    }
    Result<std::vector<fs::path>> files = entriesOf(path.string());
    if (!files) return std::move(files).error();
    sortFiles(*files, course, students.emplace_back(Student{path.filename().string(), {}, {}}));
  }
  const bool submitted = std::any_of(beside.begin(), beside.end(), isSubmission);
  if (students.empty() && !submitted)
    return explain(err::kGradeNothing(folder),
                   "put in it one folder for each student, with schedules named as the challenges");
  if (beside.empty()) return students;
  fs::path own = fs::path(folder).lexically_normal();
  if (own.filename().empty()) own = own.parent_path();
  sortFiles(beside, course, *students.insert(students.begin(), Student{own.filename().string(), {}, {}}));
  return students;
}

Result<SubmittedText> readSubmission(const Submission& submission, const Exercise& exercise,
                                     const std::string& function) {
  const fs::path path = submission.file;
  const std::string name = path.filename().string();
  std::error_code error;
  if (!fs::is_regular_file(path, error)) return explain(err::kGradeNoFile(name), "submit a file");
  const std::uintmax_t bytes = fs::file_size(path, error);
  if (!error && bytes > kMostBytes)
    return explain(err::kGradeTooLarge(name, static_cast<int64_t>(bytes), static_cast<int64_t>(kMostBytes)),
                   "submit the schedule alone");
  Result<std::string> text = readFile(path.string());
  if (!text) return std::move(text).error();
  if (path.extension() == ".json") return SubmittedText{SubmittedForm::Trace, std::move(*text)};
  SubmittedText submitted{SubmittedForm::Schedule, std::move(*text)};
  if (path.extension() == ".ipynb") {
    submitted.notebook = notebookText(submitted.text);
    if (!submitted.notebook) return explain(err::kGradeNotebook(name), "save it again, or submit a Python file");
    submitted.text = submitted.notebook->text;
  }
  const bool steps = hasLine(submitted.text, "def " + function + "(");
  if (exercise.rules.byHand && !steps && submitted.text.find("prim_func") != std::string::npos)
    submitted.form = SubmittedForm::Program;
  return submitted;
}

}  // namespace lw
