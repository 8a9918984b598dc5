// lw course: writes a course as it is handed out, without solutions, and a copy for the instructor.
#include <filesystem>
#include <iostream>
#include "core/support/json.h"

#include "app/lw/command.h"
#include "app/lw/errors.h"
#include "app/lw/grading/course_files.h"
#include "app/shared/course/notebooks.h"

namespace lw {
namespace {

namespace fs = std::filesystem;

struct Given {
  std::string name, text;  // of the file: "01_order.py"
};

struct Course {
  std::vector<Given> exercises;
  std::string chinese;  // texts in the form of samples/course/zh_CN.txt
  bool own = false;     // of a folder, so that the module does not know it
};

Result<Course> courseOf(const std::string& folder) {
  Course course;
  if (folder.empty()) {
    for (const auto& [name, text] : courseFiles())
      if (name == "zh_CN.txt")
        course.chinese = text;
      else
        course.exercises.push_back({std::string(name), std::string(text)});
    return course;
  }
  Result<std::vector<Exercise>> read = readCourse(folder);
  if (!read) return std::move(read).error();
  course.own = true;
  for (Exercise& exercise : *read) course.exercises.push_back({exercise.name + ".py", std::move(exercise.text)});
  const std::string list = (fs::path(folder) / "zh_CN.txt").string();
  if (std::error_code error; fs::exists(list, error)) {
    Result<std::string> text = readFile(list);
    if (!text) return std::move(text).error();
    course.chinese = std::move(*text);
  }
  return course;
}

class Writer {
 public:
  Writer(const Course& course, fs::path folder, CourseLanguage language, bool notebooks)
      : course_(course), folder_(std::move(folder)), language_(language), notebooks_(notebooks) {}

  Status run() {
    for (const char* name : {"students", "instructor"}) {
      std::error_code error;
      fs::create_directories(folder_ / name, error);
      if (error)
        return explain(err::kFileCannotWrite((folder_ / name).string(), error.message()),
                       "check the folder and its permissions");
    }
    int number = 0;
    for (const Given& exercise : course_.exercises)
      if (Status written = write(exercise, ++number); !written) return written;
    return success();
  }
  const std::vector<std::string>& files() const { return files_; }

 private:
  Status write(const Given& exercise, int number) {
    std::string text = exercise.text;
    if (language_ == CourseLanguage::Chinese)
      if (const auto local = localText(course_.chinese, exercise.name)) text = withLocalText(text, *local);
    const std::string stem = fs::path(exercise.name).stem().string();
    if (Status written = put("instructor/" + exercise.name, text); !written) return written;
    if (!notebooks_) return put("students/" + exercise.name, studentFile(text));
    // The module has the exercises of its own course; another one is read from a file beside the notebooks.
    const std::string beside = "exercises/" + exercise.name;
    if (course_.own)
      for (const char* to : {"students/", "instructor/"}) {
        std::error_code error;
        fs::create_directories(folder_ / to / "exercises", error);
        if (Status written = put(to + beside, studentFile(text)); !written) return written;
      }
    NotebookRequest request{text, course_.own ? beside : stem.substr(0, stem.find('_')), number, language_, false};
    if (Status written = put("students/" + stem + ".ipynb", exerciseNotebook(request)); !written) return written;
    request.solutions = true;
    return put("instructor/" + stem + ".ipynb", exerciseNotebook(request));
  }

  Status put(const std::string& name, const std::string& text) {
    files_.push_back(name);
    return writeFile((folder_ / name).string(), text);
  }

  const Course& course_;
  fs::path folder_;
  CourseLanguage language_;
  bool notebooks_;
  std::vector<std::string> files_;
};

int run(const CommandLine& arguments) {
  const std::string& language = arguments.get("--language");
  if (language != "en" && language != "zh_CN")
    return fail(arguments, explain(err::kUsageLanguage(language), "leave it out for English"), nullptr, kWrongUsage);
  const Result<Course> course = courseOf(arguments.get("--course"));
  if (!course) return fail(arguments, course.error());
  Writer writer(*course, arguments.get("FOLDER"), language == "en" ? CourseLanguage::English : CourseLanguage::Chinese,
                arguments.has("--notebooks"));
  if (Status written = writer.run(); !written) return fail(arguments, written.error());
  if (arguments.json()) {
    std::cout << nlohmann::json{{"ok", true}, {"files", writer.files()}}.dump(2) << "\n";
  } else {
    std::cout << course->exercises.size() << " exercises in " << arguments.get("FOLDER")
              << "/students, with solutions in " << arguments.get("FOLDER") << "/instructor\n";
  }
  return kDone;
}

}  // namespace

Command courseCommand() {
  return {"course",
          "write a course to hand out, without solutions, and a copy for the instructor",
          {{"FOLDER", "the folder to write; students/ and instructor/ are made in it", "", OptionSpec::kRequired},
           {"--notebooks", "Jupyter notebooks in place of Python files", "", OptionSpec::kFlag},
           {"--language", "of tasks and hints: en or zh_CN", "en", OptionSpec::kValue},
           {"--course", "folder of another course than the one that is part of lw", "", OptionSpec::kValue}},
          run};
}

}  // namespace lw
