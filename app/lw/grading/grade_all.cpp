#include "app/lw/grading/grade_all.h"

#include <algorithm>
#include <atomic>
#include <fstream>
#include <map>
#include <mutex>
#include <thread>

#include "app/lw/command.h"
#include "app/lw/errors.h"
#include "core/support/json.h"

namespace lw {
namespace {

// Of FNV, with 64 bits.
uint64_t hashOf(std::string_view text, uint64_t hash = 0xcbf29ce484222325) {
  for (const unsigned char c : text) hash = (hash ^ c) * 0x100000001b3;
  return (hash ^ text.size()) * 0x100000001b3;
}

// Two hashes that begin differently: what decides about points is not mixed up by chance.
std::string keyOf(const Exercise& exercise, const SubmittedText& submitted, const JudgeLimits& limits) {
  const std::string form = std::to_string(static_cast<int>(submitted.form)) + (submitted.notebook ? "n" : "");
  const std::string rest = LW_VERSION "\n" + exercise.name + "\n" + form + "\n" + limits.function + "\n" +
                           std::to_string(limits.seconds) + "\n" + std::to_string(limits.mebibytes);
  char key[40];
  const auto both = [&](uint64_t start) { return hashOf(submitted.text, hashOf(exercise.text, hashOf(rest, start))); };
  std::snprintf(key, sizeof key, "%016llx%016llx", static_cast<unsigned long long>(both(0xcbf29ce484222325)),
                static_cast<unsigned long long>(both(0x9e3779b97f4a7c15)));
  return key;
}

struct Job {
  const Exercise* exercise;
  SubmittedText submitted;
};

// Verdicts by key, one a line in the file. A line that was written halfway when a grading ended is passed over.
class Verdicts {
 public:
  Status open(const std::string& path) {
    if (path.empty()) return success();
    std::ifstream in(path);
    bool whole = true;
    for (std::string line; std::getline(in, line);) {
      const nlohmann::json j = nlohmann::json::parse(line, nullptr, false);
      whole = j.is_object() && j.contains("key") && j["key"].is_string() && j.contains("judged");
      if (!whole && !in.eof() && !line.starts_with("{\"key\":"))
        return explain(err::kGradeKept(path), "name a file that does not exist yet");
      if (whole) known_[j["key"].get<std::string>()] = judgedOf(j["judged"]);
    }
    in.close();
    out_.open(path, std::ios::app);
    if (!out_)
      return explain(err::kFileCannotWrite(path, "it cannot be opened"), "check the folder and its permissions");
    if (!whole) out_ << "\n";
    return success();
  }
  const Judged* find(const std::string& key) const {
    const auto found = known_.find(key);
    return found == known_.end() ? nullptr : &found->second;
  }
  void add(const std::string& key, Judged judged) {
    const std::lock_guard lock(mutex_);
    if (out_.is_open()) {
      const nlohmann::ordered_json line{{"key", key}, {"judged", judgedJson(judged)}};
      out_ << line.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) << std::endl;
    }
    known_[key] = std::move(judged);
  }

 private:
  std::map<std::string, Judged> known_;
  std::ofstream out_;
  std::mutex mutex_;
};

class Grading {
 public:
  Grading(const std::vector<Exercise>& course, const GradeOptions& options) : course_(course), options_(options) {}

  Result<std::vector<GradedStudent>> run(std::vector<Student> students) {
    if (Status opened = verdicts_.open(options_.kept); !opened) return opened.error();
    std::vector<GradedStudent> graded;
    for (Student& student : students) graded.push_back(prepare(std::move(student)));
    all_ = jobs_.size();
    judge(false, options_.jobs);
    if (!failed_) judge(true, 1);
    if (failed_) return *failed_;
    for (GradedStudent& student : graded)
      for (GradedFile& file : student.files) finish(file);
    return graded;
  }

 private:
  // Reads the files; those that have to be judged become jobs.
  GradedStudent prepare(Student student) {
    GradedStudent graded{student.name, {}, std::move(student.unknown)};
    for (const Exercise& exercise : course_) {
      GradedFile& file = graded.files.emplace_back(GradedFile{exercise.name, "", {}});
      const auto own = std::find_if(student.files.begin(), student.files.end(),
                                    [&](const Submission& s) { return s.exercise == exercise.name; });
      if (own == student.files.end()) {
        file.judged = {.outcome = "none", .words = "nothing was submitted", .advice = {}};
        continue;
      }
      file.file = own->file;
      Result<SubmittedText> submitted = readSubmission(*own, exercise, options_.limits.function);
      if (!submitted) {
        file.judged = {.outcome = "unreadable", .words = submitted.error().message, .advice = submitted.error().hint};
        continue;
      }
      std::string key = keyOf(exercise, *submitted, options_.limits);
      if (!verdicts_.find(key)) jobs_.emplace(key, Job{&exercise, std::move(*submitted)});
      file.key = std::move(key);
    }
    return graded;
  }

  void judge(bool timed, int threads) {
    std::vector<std::pair<const std::string, Job>*> work;
    for (auto& job : jobs_)
      if (job.second.exercise->challenge.timed() == timed) work.push_back(&job);
    std::atomic<size_t> next = 0;
    const auto worker = [&] {
      for (size_t i; (i = next++) < work.size();) {
        const Job& job = work[i]->second;
        Result<Judged> judged = judgeSubmission(*job.exercise, job.submitted, options_.limits);
        if (judged) verdicts_.add(work[i]->first, std::move(*judged));
        const std::lock_guard lock(progressing_);
        if (!judged) failed_ = judged.error(), next = work.size();
        if (judged && options_.progress) options_.progress(++done_, all_);
      }
    };
    std::vector<std::jthread> others;
    for (int i = 1; i < threads && static_cast<size_t>(i) < work.size(); ++i) others.emplace_back(worker);
    worker();
  }

  void finish(GradedFile& file) const {
    if (!file.key.empty()) file.judged = *verdicts_.find(file.key);
    const auto exercise =
        std::find_if(course_.begin(), course_.end(), [&](const Exercise& e) { return e.name == file.exercise; });
    file.points =
        pointsOf(exercise->rules.points, file.judged.outcome == "reached", file.judged.right(), file.judged.share);
  }

  const std::vector<Exercise>& course_;
  const GradeOptions& options_;
  Verdicts verdicts_;
  std::map<std::string, Job> jobs_;  // by key
  std::optional<Explanation> failed_;
  std::mutex progressing_;
  size_t done_ = 0, all_ = 0;
};

}  // namespace

int64_t GradedStudent::reached() const {
  return std::count_if(files.begin(), files.end(), [](const GradedFile& f) { return f.judged.outcome == "reached"; });
}

double GradedStudent::points() const {
  double sum = 0;
  for (const GradedFile& file : files) sum += file.points;
  return sum;
}

Result<std::vector<GradedStudent>> gradeAll(const std::vector<Exercise>& course, std::vector<Student> students,
                                            const GradeOptions& options) {
  return Grading(course, options).run(std::move(students));
}

bool hasFaults(const std::vector<GradedStudent>& students) {
  return std::any_of(students.begin(), students.end(), [](const GradedStudent& student) {
    return !student.unknown.empty() || std::any_of(student.files.begin(), student.files.end(), [](const GradedFile& f) {
      return f.judged.outcome == "unreadable";
    });
  });
}

double mostPoints(const std::vector<Exercise>& course) {
  double sum = 0;
  for (const Exercise& exercise : course) sum += exercise.rules.points.most;
  return sum;
}

}  // namespace lw
