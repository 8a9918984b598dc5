#include "app/lw/grading/grade_tables.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdio>
#include <set>

#include "app/lw/grading/duplicates.h"
#include "app/lw/grading/next_hint.h"
#include "core/support/json.h"

namespace lw {
namespace {

struct Sign {
  std::string_view outcome;
  char sign;
};
constexpr std::array<Sign, 9> kSigns = {{{"reached", '+'},
                                         {"missed", 'o'},
                                         {"wrong", '!'},
                                         {"refused", 'x'},
                                         {"crashed", 'c'},
                                         {"timeout", 't'},
                                         {"memory", 'm'},
                                         {"unreadable", 'u'},
                                         {"none", '.'}}};

// Characters that a terminal shows in one place: the bytes of UTF-8 that begin one.
size_t widthOf(const std::string& text) {
  return static_cast<size_t>(std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xC0) != 0x80; }));
}

std::string padded(const std::string& text, size_t width) {
  return text + std::string(width - std::min(width, widthOf(text)), ' ');
}

// "01_order" is column 1; an exercise without a number gets the one of its place.
std::string columnOf(const std::vector<Exercise>& course, size_t place) {
  const std::string& name = course[place].name;
  const size_t end = std::min(name.find_first_not_of("0123456789"), name.size());
  const size_t first = std::min(name.find_first_not_of('0'), end);
  return first < end && end - first <= 3 ? name.substr(first, end - first) : std::to_string(place + 1);
}

bool givesPoints(const std::vector<Exercise>& course) {
  return std::any_of(course.begin(), course.end(), [](const Exercise& e) { return e.rules.points.given; });
}

// A cell of a table. What a spreadsheet would take for a formula is made a text.
std::string csvCell(std::string text) {
  if (!text.empty() && std::string_view("=+-@\t\r").find(text[0]) != std::string_view::npos) text.insert(0, "'");
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char c : text) quoted += c == '"' ? "\"\"" : std::string(1, c);
  return quoted + "\"";
}

}  // namespace

std::string pointsText(double points) {
  char text[40];
  std::snprintf(text, sizeof text, "%.1f", points);
  std::string shown = text;
  if (shown.ends_with(".0")) shown.resize(shown.size() - 2);
  return shown;
}

char signOf(const Judged& judged) {
  for (const Sign& one : kSigns)
    if (one.outcome == judged.outcome) return one.sign;
  return '?';
}

std::string sentenceOf(const Judged& judged) {
  const std::string place = placeOf(judged);
  return place.empty() ? judged.words : place + ": " + judged.words;
}

std::string gradeMatrix(const std::vector<Exercise>& course, const std::vector<GradedStudent>& students) {
  std::vector<std::string> columns;
  size_t width = 7;
  for (size_t i = 0; i < course.size(); ++i) columns.push_back(columnOf(course, i));
  for (const GradedStudent& student : students) width = std::max(width, std::min<size_t>(32, widthOf(student.name)));
  const bool points = givesPoints(course);
  std::string text = padded("", width);
  for (const std::string& column : columns) text += "  " + column;
  text += points ? "  reached  points\n" : "  reached\n";
  std::set<char> signs;
  for (const GradedStudent& student : students) {
    text += padded(student.name, width);
    for (size_t i = 0; i < student.files.size(); ++i) {
      const char sign = signOf(student.files[i].judged);
      signs.insert(sign);
      text += std::string(columns[i].size() + 1, ' ') + sign;
    }
    const std::string reached = std::to_string(student.reached());
    text += std::string(9 - std::min<size_t>(8, reached.size()), ' ') + reached;
    if (points)
      text += "  " + std::string(6 - std::min<size_t>(6, pointsText(student.points()).size()), ' ') +
              pointsText(student.points());
    text += "\n";
  }
  std::string legend;
  for (const Sign& one : kSigns)
    if (signs.contains(one.sign))
      legend += (legend.empty() ? "" : ", ") + std::string(1, one.sign) + " " + std::string(one.outcome);
  text += "\n" + legend + "\n";
  for (const GradedStudent& student : students)
    for (const UnknownFile& file : student.unknown) text += student.name + ": " + file.words + "\n";
  return text;
}

std::string gradeDetails(const std::vector<Exercise>& course, const std::vector<GradedStudent>& students) {
  size_t width = 0;
  std::string text;
  for (const Exercise& exercise : course) width = std::max(width, widthOf(exercise.name));
  for (const GradedStudent& student : students) {
    text += student.name + ": " + std::to_string(student.reached()) + " of " + std::to_string(course.size());
    if (givesPoints(course))
      text += ", " + pointsText(student.points()) + " of " + pointsText(mostPoints(course)) + " points";
    text += "\n";
    for (const GradedFile& file : student.files)
      text +=
          "  " + padded(file.exercise, width + 2) + padded(file.judged.outcome, 12) + sentenceOf(file.judged) + "\n";
    for (const UnknownFile& file : student.unknown) text += "  " + padded("unknown", width + 14) + file.words + "\n";
  }
  return text;
}

std::string gradeCsv(const std::vector<Exercise>& course, const std::vector<GradedStudent>& students) {
  std::string text = "student,reached,points";
  for (const Exercise& exercise : course)
    text += "," + csvCell(exercise.name) + "," + csvCell(exercise.name + " points");
  text += "\n";
  for (const GradedStudent& student : students) {
    text += csvCell(student.name) + "," + std::to_string(student.reached()) + "," + pointsText(student.points());
    for (const GradedFile& file : student.files) text += "," + file.judged.outcome + "," + pointsText(file.points);
    text += "\n";
  }
  return text;
}

nlohmann::ordered_json gradeJson(const std::vector<Exercise>& course, const std::vector<GradedStudent>& students) {
  using Json = nlohmann::ordered_json;
  Json asked = Json::array(), all = Json::array(), same = Json::array();
  for (const Exercise& e : course)
    asked.push_back({{"challenge", e.name}, {"asked", e.asked()}, {"points", e.rules.points.most}});
  for (const GradedStudent& student : students) {
    Json list = Json::array();
    for (size_t i = 0; i < student.files.size(); ++i) {
      const GradedFile& file = student.files[i];
      Json one{{"challenge", file.exercise}, {"file", file.file}, {"points", file.points}};
      Judged judged = file.judged;
      judged.trace.clear();
      one.update(judgedJson(judged));
      if (const std::string hint = nextHint(course[i], file.judged); !hint.empty()) one["next_hint"] = hint;
      list.push_back(std::move(one));
    }
    for (const UnknownFile& file : student.unknown)
      list.push_back(
          {{"challenge", ""}, {"file", file.file}, {"points", 0}, {"outcome", "unknown"}, {"words", file.words}});
    all.push_back({{"student", student.name},
                   {"reached", student.reached()},
                   {"of", course.size()},
                   {"points", student.points()},
                   {"submissions", std::move(list)}});
  }
  for (const SameSteps& group : sameSteps(students, kTellingSteps))
    same.push_back({{"challenge", group.exercise},
                    {"steps", group.steps},
                    {"same_text", group.sameText},
                    {"students", group.students}});
  return {{"ok", !hasFaults(students)},
          {"course", std::move(asked)},
          {"students", std::move(all)},
          {"same_steps", std::move(same)}};
}

}  // namespace lw
