// lw grade: judges the schedules of a course. Each is carried out by an `lw run` of its own, so that whatever a
// submission does ends that process at most.
#include <algorithm>
#include <filesystem>
#include <iostream>
#include "core/support/json.h"

#include "app/lw/command.h"
#include "app/lw/errors.h"
#include "backends/process/process.h"
#include "backends/targets/targets.h"
#include "core/text/challenge.h"

namespace lw {
namespace {

namespace fs = std::filesystem;

struct Exercise {
  std::string name, file, asked;  // name: of the file, without its ending
  Challenge challenge;
};

struct Graded {
  std::string exercise, file;
  std::string
      outcome;        // "reached", "missed", "wrong", "refused", "crashed", "timeout", "unreadable", "unknown", "none"
  std::string words;  // how far it comes, or what is wrong
};

struct Student {
  std::string name;
  std::vector<std::pair<std::string, std::string>> files;  // name without ending -> path
  std::vector<Graded> graded;
  int64_t reached() const {
    return std::count_if(graded.begin(), graded.end(), [](const Graded& g) { return g.outcome == "reached"; });
  }
};

// Sorted, so that every run gives the same.
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
    const Result<std::string> text = readFile(path.string());
    if (!text) return text.error();
    const auto challenge = challengeFromComments(*text);
    if (!challenge) continue;
    if (!*challenge) {
      Explanation error = challenge->error();
      error.message = path.string() + ": " + error.message;
      return error;
    }
    course.push_back({path.stem().string(), path.string(), toText(**challenge), **challenge});
  }
  if (course.empty())
    return explain(err::kGradeNoCourse(folder), "write for example: # challenge: 20x start, 12 steps");
  return course;
}

bool isSubmission(const fs::path& path) { return path.extension() == ".py" || path.extension() == ".json"; }

// A folder in `folder` is a student's. Files beside them are those of one more, with the name of `folder`.
Result<std::vector<Student>> readStudents(const std::string& folder) {
  Result<std::vector<fs::path>> entries = entriesOf(folder);
  if (!entries) return std::move(entries).error();
  std::vector<Student> students;
  Student own{fs::path(folder).lexically_normal().filename().string(), {}, {}};
  if (own.name.empty()) own.name = fs::path(folder).lexically_normal().parent_path().filename().string();
  for (const fs::path& path : *entries) {
    if (isSubmission(path) && !fs::is_directory(path)) own.files.emplace_back(path.stem().string(), path.string());
    if (!fs::is_directory(path)) continue;
    Result<std::vector<fs::path>> files = entriesOf(path.string());
    if (!files) return std::move(files).error();
    Student& student = students.emplace_back(Student{path.filename().string(), {}, {}});
    for (const fs::path& file : *files)
      if (isSubmission(file)) student.files.emplace_back(file.stem().string(), file.string());
  }
  if (!own.files.empty()) students.insert(students.begin(), std::move(own));
  if (students.empty())
    return explain(err::kGradeNothing(folder),
                   "put in it one folder for each student, with schedules named as the challenges");
  return students;
}

const TargetDescriptor& targetOf(const Challenge& challenge) {
  for (const TargetDescriptor* target : allTargets())
    if (challenge.onDevice() && target->emulated) return *target;
  return defaultTarget();
}

void judgeOutput(const ProcessResult& ended, Graded& graded) {
  const nlohmann::json said = nlohmann::json::parse(ended.out, nullptr, false);
  if (said.contains("challenge")) {
    const bool met = said["challenge"].value("met", false), right = said.value("ok", false);
    graded.outcome = met ? "reached" : right ? "missed" : "wrong";
    graded.words = said["challenge"].value("words", "");
  } else if (said.contains("errors") && !said["errors"].empty()) {
    const nlohmann::json& error = said["errors"][0];
    const std::string kind = error.value("kind", "");
    graded.outcome = kind == "runner.timeout"      ? "timeout"
                     : kind.starts_with("runner.") ? "crashed"
                     : kind == "file.cannot-read"  ? "unreadable"
                                                   : "refused";
    graded.words = error.value("message", "");
  } else {
    graded.outcome = "crashed";
    graded.words = err::kGradeEnded(ended.code).message;
  }
}

Graded grade(const Exercise& exercise, const std::string& file, const CommandLine& arguments, int64_t seconds) {
  Graded graded{exercise.name, file, "", ""};
  const bool trace = fs::path(file).extension() == ".json";
  std::vector<std::string> words = {"/proc/self/exe",
                                    "run",
                                    exercise.file,
                                    "--challenge",
                                    "--json",
                                    "--target",
                                    std::string(targetOf(exercise.challenge).name),
                                    trace ? "--trace" : "--script",
                                    trace ? file : file + ":" + arguments.get("--function"),
                                    "--timeout",
                                    std::to_string(seconds),
                                    "--threads",
                                    "1"};
  if (!exercise.challenge.timed()) words.insert(words.end(), {"--no-baseline", "--repeat", "1"});
  // The kernel's own limit is reached first and says more.
  const Result<ProcessResult> ended = runProcess(words, {.timeoutSeconds = static_cast<double>(seconds) + 10});
  if (ended) {
    judgeOutput(*ended, graded);
  } else {
    graded.outcome = ended.error().kind == "process.timeout" ? "timeout" : "crashed";
    graded.words = err::kGradeTooLong(seconds).message;
  }
  return graded;
}

void gradeAll(const std::vector<Exercise>& course, const CommandLine& arguments, int64_t seconds, Student& student) {
  for (const Exercise& exercise : course) {
    const auto own = std::find_if(student.files.begin(), student.files.end(),
                                  [&](const auto& file) { return file.first == exercise.name; });
    student.graded.push_back(own == student.files.end() ? Graded{exercise.name, "", "none", "nothing was submitted"}
                                                        : grade(exercise, own->second, arguments, seconds));
  }
  for (const auto& [name, path] : student.files)
    if (std::none_of(course.begin(), course.end(), [&](const Exercise& e) { return e.name == name; }))
      student.graded.push_back({name, path, "unknown", err::kGradeUnknown(name, course.front().name).message});
}

nlohmann::ordered_json toJson(const std::vector<Exercise>& course, const std::vector<Student>& students, bool ok) {
  nlohmann::ordered_json asked = nlohmann::ordered_json::array(), all = nlohmann::ordered_json::array();
  for (const Exercise& e : course) asked.push_back({{"challenge", e.name}, {"asked", e.asked}});
  for (const Student& student : students) {
    nlohmann::ordered_json list = nlohmann::ordered_json::array();
    for (const Graded& g : student.graded)
      list.push_back({{"challenge", g.exercise}, {"file", g.file}, {"outcome", g.outcome}, {"words", g.words}});
    all.push_back({{"student", student.name},
                   {"reached", student.reached()},
                   {"of", course.size()},
                   {"submissions", std::move(list)}});
  }
  return {{"ok", ok}, {"course", std::move(asked)}, {"students", std::move(all)}};
}

void print(const std::vector<Exercise>& course, const std::vector<Student>& students) {
  size_t width = 0;
  for (const Student& student : students)
    for (const Graded& g : student.graded) width = std::max(width, g.exercise.size());
  for (const Student& student : students) {
    std::cout << student.name << ": " << student.reached() << " of " << course.size() << "\n";
    for (const Graded& g : student.graded)
      std::cout << "  " << g.exercise << std::string(width - g.exercise.size() + 2, ' ') << g.outcome
                << std::string(12 - std::min<size_t>(11, g.outcome.size()), ' ') << g.words << "\n";
  }
}

int run(const CommandLine& arguments) {
  const Result<int64_t> seconds = arguments.integer("--timeout", 1, 86400);
  if (!seconds) return fail(arguments, seconds.error(), nullptr, kWrongUsage);
  const Result<std::vector<Exercise>> course = readCourse(arguments.get("COURSE"));
  if (!course) return fail(arguments, course.error());
  Result<std::vector<Student>> students = readStudents(arguments.get("SUBMISSIONS"));
  if (!students) return fail(arguments, students.error());
  bool ok = true;
  for (Student& student : *students) {
    gradeAll(*course, arguments, *seconds, student);
    for (const Graded& g : student.graded) ok = ok && g.outcome != "unknown" && g.outcome != "unreadable";
  }
  if (arguments.json())
    std::cout << toJson(*course, *students, ok).dump(2, ' ', false, nlohmann::json::error_handler_t::replace) << "\n";
  else
    print(*course, *students);
  return ok ? kDone : kInputAtFault;
}

}  // namespace

Command gradeCommand() {
  return {
      "grade",
      "judge the schedules that students wrote for the challenges of a course, each in a process of its own",
      {{"COURSE", "folder of the challenges; samples/course is one", "", OptionSpec::kRequired},
       {"SUBMISSIONS", "folder with one folder for each student, or the files of one: CHALLENGE.py or CHALLENGE.json",
        "", OptionSpec::kRequired},
       {"--function", "schedule function in the submitted files", "schedule", OptionSpec::kValue},
       {"--timeout", "seconds for one submission", "60", OptionSpec::kValue}},
      run};
}

}  // namespace lw
