#include "app/shared/course/notebooks.h"

#include <algorithm>
#include <cstdio>

#include "core/support/json.h"
#include "core/text/challenge.h"
#include "core/text/exercise.h"

namespace lw {
namespace {

using Json = nlohmann::ordered_json;

struct Words {
  std::string_view goal, hint, program, yours, check, solution, prepared;
};
constexpr Words kEnglish = {"Goal",
                            "Hint",
                            "The program as it is written:",
                            "Write your steps in this function. Only this function and those that it calls are graded.",
                            "Checks the result and counts how far the schedule comes:",
                            "For instructors: the first try and the solution.",
                            "Prepared for this exercise:"};
constexpr Words kChinese = {"目标",
                            "提示",
                            "程序原文：",
                            "在这个函数中写出你的步骤。只评判这个函数和它调用的函数。",
                            "检查结果，并计算调度达到的程度：",
                            "供教师使用：初次尝试和解答。",
                            "为本练习准备的函数："};

// Each line with its end, as notebooks store them.
Json linesOf(const std::string& text) {
  Json lines = Json::array();
  for (size_t at = 0; at < text.size();) {
    const size_t end = std::min(text.find('\n', at), text.size() - 1);
    lines.push_back(text.substr(at, end - at + 1));
    at = end + 1;
  }
  return lines;
}

class Cells {
 public:
  void markdown(const std::string& text) { add("markdown", text); }
  void code(const std::string& text) {
    add("code", text);
    cells_.back()["execution_count"] = nullptr;
    cells_.back()["outputs"] = Json::array();
  }
  std::string document() const {
    const Json kernel{{"display_name", "Python 3"}, {"language", "python"}, {"name", "python3"}};
    const Json all{{"cells", cells_},
                   {"metadata", {{"kernelspec", kernel}, {"language_info", {{"name", "python"}}}}},
                   {"nbformat", 4},
                   {"nbformat_minor", 5}};
    return all.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
  }

 private:
  void add(const char* kind, const std::string& text) {
    char id[24];
    std::snprintf(id, sizeof id, "cell-%02zu", cells_.size() + 1);
    cells_.push_back({{"cell_type", kind}, {"id", id}, {"metadata", Json::object()}, {"source", linesOf(text)}});
  }
  Json cells_ = Json::array();
};

// The line `# challenge: ...` without its mark.
std::string goalOf(const std::string& text) {
  constexpr std::string_view kMark = "# challenge:";
  const size_t at = text.find("\n" + std::string(kMark));
  if (at == std::string::npos) return {};
  const size_t begin = text.find_first_not_of(' ', at + 1 + kMark.size());
  return text.substr(begin, text.find('\n', begin) - begin);
}

// The title ends with its first sentence.
ExerciseText saidIn(const std::string& text, CourseLanguage language) {
  if (language == CourseLanguage::English) return exerciseText(text);
  ExerciseText said = exerciseText(text);
  const std::string all = said.title + said.task, stop = "。";
  const size_t end = all.find(stop);
  return end == std::string::npos ? said : ExerciseText{all.substr(0, end), all.substr(end + stop.size())};
}

std::string checkOf(const NotebookRequest& request, const std::string& function) {
  return "challenge = lw.challenge(\"" + request.challenge + "\")\nsch = challenge.schedule()\n" + function +
         "(sch)\nchallenge.check(sch)";
}

}  // namespace

std::string exerciseNotebook(const NotebookRequest& request) {
  const Words& words = request.language == CourseLanguage::Chinese ? kChinese : kEnglish;
  const std::string colon = request.language == CourseLanguage::Chinese ? "：" : ":";
  const ExerciseText said = saidIn(request.text, request.language);
  const HandedOut parts = handedOut(request.text);
  Cells cells;
  cells.markdown("# " + std::to_string(request.number) + ". " + said.title + "\n\n" + said.task + "\n\n**" +
                 std::string(words.goal) + colon + "** `" + goalOf(request.text) + "`");
  std::string folded;
  int number = 0;
  for (const std::string& hint : hintsOf(request.text)) {
    if (number > 0) folded += "\n\n";
    folded += "<details>\n<summary>" + std::string(words.hint) + " " + std::to_string(++number) + "</summary>\n\n" +
              hint + "\n\n</details>";
  }
  if (!folded.empty()) cells.markdown(folded);
  cells.markdown(std::string(words.program));
  cells.code("import loopwright as lw\n\nlw.challenge(\"" + request.challenge + "\").schedule().show()");
  if (!parts.prepared.empty()) {
    cells.markdown(std::string(words.prepared));
    cells.code(parts.prepared);
  }
  cells.markdown(std::string(words.yours));
  cells.code(parts.begin);
  cells.markdown(std::string(words.check));
  cells.code(checkOf(request, "schedule"));
  if (request.solutions && !parts.others.empty()) {
    cells.markdown(std::string(words.solution));
    cells.code(parts.others);
    for (const char* function : {"first_try", "solution"})
      if (parts.others.find("def " + std::string(function) + "(") != std::string::npos)
        cells.code(checkOf(request, function));
  }
  return cells.document();
}

}  // namespace lw
