#include "app/lw/grading/course_files.h"

#include <algorithm>

#include "app/lw/command.h"
#include "app/lw/errors.h"

namespace lw {

namespace fs = std::filesystem;

namespace {

Explanation ofFile(const fs::path& path, Explanation error) {
  error.message = path.string() + ": " + error.message;
  return error;
}

}  // namespace

Result<std::vector<fs::path>> entriesOf(const std::string& folder) {
  std::error_code error;
  std::vector<fs::path> entries;
  for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error))
    if (!at->path().filename().string().starts_with('.')) entries.push_back(at->path());
  if (error) return explain(err::kFileCannotRead(folder, error.message()), "name a folder");
  std::sort(entries.begin(), entries.end());
  return entries;
}

Result<std::vector<Exercise>> readCourse(const std::string& folder) {
  Result<std::vector<fs::path>> entries = entriesOf(folder);
  if (!entries) return std::move(entries).error();
  std::vector<Exercise> course;
  for (const fs::path& path : *entries) {
    if (path.extension() != ".py") continue;
    Result<std::string> text = readFile(path.string());
    if (!text) return std::move(text).error();
    const auto challenge = challengeFromComments(*text);
    if (!challenge) continue;
    if (!*challenge) return ofFile(path, challenge->error());
    const Result<ExerciseRules> rules = exerciseRules(*text);
    if (!rules) return ofFile(path, rules.error());
    std::vector<std::string> hints = hintsOf(*text);
    course.push_back({path.stem().string(), path.string(), std::move(*text), **challenge, *rules, std::move(hints)});
  }
  if (course.empty())
    return explain(err::kGradeNoCourse(folder), "write for example: # challenge: 20x start, 12 steps");
  return course;
}

}  // namespace lw
