// lw grade: judges the schedules of a course. Each is carried out by an `lw run` of its own, so that whatever a
// submission does ends that process at most.
#include <algorithm>
#include <filesystem>
#include <iostream>
#include <thread>
#include "core/support/json.h"

#include "app/lw/command.h"
#include "app/lw/errors.h"
#include "app/lw/grading/grade_all.h"
#include "app/lw/grading/grade_pages.h"
#include "app/lw/grading/grade_tables.h"

namespace lw {
namespace {

namespace fs = std::filesystem;

Result<GradeOptions> readGradeOptions(const CommandLine& arguments) {
  GradeOptions options;
  const Result<int64_t> seconds = arguments.integer("--timeout", 1, 86400);
  if (!seconds) return seconds.error();
  const Result<int64_t> mebibytes = arguments.integer("--memory", 1024, 1 << 20);
  if (!mebibytes) return mebibytes.error();
  const Result<int64_t> jobs = arguments.integer("--jobs", 0, 1024);
  if (!jobs) return jobs.error();
  options.limits = {*seconds, *mebibytes, arguments.get("--function")};
  options.jobs =
      *jobs > 0 ? static_cast<int>(*jobs) : static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
  options.kept = arguments.get("--keep");
  return options;
}

Status writePages(const std::string& folder, const std::vector<Exercise>& course,
                  const std::vector<GradedStudent>& students) {
  std::error_code error;
  fs::create_directories(fs::path(folder) / "students", error);
  if (error) return explain(err::kFileCannotWrite(folder, error.message()), "check the folder and its permissions");
  for (const auto& [name, text] : gradePages(course, students))
    if (Status written = writeFile((fs::path(folder) / name).string(), text); !written) return written;
  return success();
}

int run(const CommandLine& arguments) {
  Result<GradeOptions> options = readGradeOptions(arguments);
  if (!options) return fail(arguments, options.error(), nullptr, kWrongUsage);
  const Result<std::vector<Exercise>> course = readCourse(arguments.get("COURSE"));
  if (!course) return fail(arguments, course.error());
  Result<std::vector<Student>> students = readStudents(arguments.get("SUBMISSIONS"), arguments.get("COURSE"), *course);
  if (!students) return fail(arguments, students.error());
  if (arguments.has("--progress"))
    options->progress = [](size_t done, size_t all) { std::cerr << done << " of " << all << "\n"; };
  const Result<std::vector<GradedStudent>> graded = gradeAll(*course, std::move(*students), *options);
  if (!graded) return fail(arguments, graded.error());
  if (arguments.has("--csv"))
    if (Status written = writeFile(arguments.get("--csv"), gradeCsv(*course, *graded)); !written)
      return fail(arguments, written.error());
  if (arguments.has("--html"))
    if (Status written = writePages(arguments.get("--html"), *course, *graded); !written)
      return fail(arguments, written.error());
  if (arguments.json())
    std::cout << gradeJson(*course, *graded).dump(2, ' ', false, nlohmann::json::error_handler_t::replace) << "\n";
  else if (arguments.has("--details") || graded->size() == 1)
    std::cout << gradeDetails(*course, *graded);
  else
    std::cout << gradeMatrix(*course, *graded);
  return hasFaults(*graded) ? kInputAtFault : kDone;
}

}  // namespace

Command gradeCommand() {
  return {"grade",
          "judge the schedules that students wrote for the challenges of a course, each in a process of its own",
          {{"COURSE", "folder of the challenges; samples/course is one", "", OptionSpec::kRequired},
           {"SUBMISSIONS",
            "folder with one folder for each student, or the files of one: CHALLENGE.py, CHALLENGE.ipynb or "
            "CHALLENGE.json",
            "", OptionSpec::kRequired},
           {"--function", "schedule function in the submitted files", "schedule", OptionSpec::kValue},
           {"--timeout", "seconds for one submission", "60", OptionSpec::kValue},
           {"--memory", "MiB of addresses for one submission and for each process that it starts", "8192",
            OptionSpec::kValue},
           {"--jobs", "submissions that are judged at the same time; 0: as many as there are cores", "0",
            OptionSpec::kValue},
           {"--keep",
            "file for verdicts, each of which is written when it is known: a grading that was interrupted goes on, and "
            "later only what changed is judged",
            "", OptionSpec::kValue},
           {"--details", "what each student reached, how far it comes, and what is wrong", "", OptionSpec::kFlag},
           {"--csv", "writes points and outcomes as a table: FILE.csv", "", OptionSpec::kValue},
           {"--html", "writes a page for the instructor and one for each student: FOLDER", "", OptionSpec::kValue},
           {"--progress", "prints on stderr how many submissions are judged", "", OptionSpec::kFlag}},
          run};
}

}  // namespace lw
