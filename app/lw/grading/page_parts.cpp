#include "app/lw/grading/page_parts.h"

#include <algorithm>
#include <cctype>
#include <cstdio>

#include "app/lw/grading/grade_tables.h"
#include "app/lw/grading/next_hint.h"
#include "core/trace/html_code.h"

namespace lw {
namespace {

constexpr std::string_view kStyle = R"(
:root { color-scheme: light dark; --line: #8884; --weak: #666; --bar: #3b6ea8; --good: #1b7f3b; --bad: #b3261e; }
@media (prefers-color-scheme: dark) { :root { --weak: #aaa; --bar: #7fb0e8; --good: #6fcf8d; --bad: #ff8a80; } }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 72rem; margin: 0 auto; padding: 1rem; }
h1 { font-size: 1.5rem; } h2 { font-size: 1.15rem; margin-top: 2rem; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; } th, td { padding: .3rem .6rem; border-bottom: 1px solid var(--line); text-align: left; }
td.n, th.n { text-align: right; font-variant-numeric: tabular-nums; }
td.s { text-align: center; } .reached { color: var(--good); } .wrong, .refused, .crashed, .timeout, .memory { color: var(--bad); }
.none, .weak { color: var(--weak); }
.bar { background: var(--bar); height: .9rem; min-width: 1px; }
section { border-top: 1px solid var(--line); margin-top: 1.5rem; } code { overflow-wrap: anywhere; }
@media print { body { font-size: 11pt; } section { break-inside: avoid; } a { color: inherit; text-decoration: none; } }
)";

std::string number(double value) {
  char text[40];
  std::snprintf(text, sizeof text, value >= 1000 && value < 1e6 ? "%.0f" : "%.3g", value);
  return text;
}

std::string paragraph(const std::string& label, const std::string& text) {
  return text.empty() ? "" : "<p><b>" + label + "</b> " + htmlText(text) + "</p>\n";
}

// What is said of one exercise.
std::string sectionOf(const Exercise& exercise, const GradedFile& file) {
  const Judged& judged = file.judged;
  std::string title = exerciseText(exercise.text).title;
  title = title.empty() ? exercise.name : exercise.name + ": " + title;
  std::string text = "<section>\n<h2>" + htmlText(title) + "</h2>\n<p><span class=\"" + judged.outcome + "\">" +
                     judged.outcome + "</span>, " + pointsText(file.points) + " of " +
                     pointsText(exercise.rules.points.most) + " points</p>\n";
  text += paragraph("Goal:", exercise.asked());
  if (judged.right())
    for (const Judged::Goal& goal : judged.goals) text += paragraph("Achieved:", goalText(goal));
  if (judged.steps && judged.right())
    text += paragraph("Steps:", std::to_string(*judged.steps) +
                                    (judged.mostSteps > 0 ? " of at most " + std::to_string(judged.mostSteps) : ""));
  if (judged.byHand)
    text += paragraph("Submitted:", judged.checkedBy.empty() ? std::string("a program by hand")
                                                             : "a program by hand, compared by " + judged.checkedBy);
  if (judged.outcome == "wrong" && judged.difference) {
    text += paragraph("Wrong element:", judged.words);
  } else if (!judged.right() && judged.outcome != "none") {
    text += paragraph("Error:", sentenceOf(judged));
    text += paragraph("What to do:", judged.advice);
  }
  text += paragraph("Hint:", nextHint(exercise, judged));
  return text + "</section>\n";
}

}  // namespace

std::string gradePage(const std::string& title, const std::string& body) {
  return "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
         "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>" +
         htmlText(title) + "</title>\n<style>" + std::string(kStyle) + "</style>\n</head>\n<body>\n<main>\n<h1>" +
         htmlText(title) + "</h1>\n" + body + "</main>\n</body>\n</html>\n";
}

std::string studentFile(size_t place, const std::string& name) {
  std::string plain;
  for (const char c : name)
    if (std::isalnum(static_cast<unsigned char>(c)) || c == '-' || c == '_') plain += c;
  if (plain.size() > 60) plain.resize(60);
  char digits[24];
  std::snprintf(digits, sizeof digits, "%03zu", place + 1);
  return "students/" + std::string(digits) + (plain.empty() ? "" : "-" + plain) + ".html";
}

std::string goalText(const Judged::Goal& goal) {
  const std::string value = goal.value ? number(*goal.value) : "not counted";
  if (goal.bound) return value + " " + goal.what + ", and at most " + number(goal.goal) + " are allowed";
  const bool timed = goal.what == "the start" || goal.what == "the reference";
  return value + (timed ? " times the speed of " : " times fewer ") + goal.what + "; the goal is " + number(goal.goal);
}

std::string studentPage(const std::vector<Exercise>& course, const GradedStudent& student) {
  std::string body = "<p>" + std::to_string(student.reached()) + " of " + std::to_string(course.size()) +
                     " goals reached, " + pointsText(student.points()) + " of " + pointsText(mostPoints(course)) +
                     " points</p>\n";
  for (size_t i = 0; i < student.files.size(); ++i) body += sectionOf(course[i], student.files[i]);
  if (!student.unknown.empty()) body += "<section>\n<h2>Files that were not judged</h2>\n<ul>\n";
  for (const UnknownFile& file : student.unknown) body += "<li>" + htmlText(file.words) + "</li>\n";
  if (!student.unknown.empty()) body += "</ul>\n</section>\n";
  return gradePage(student.name, body);
}

}  // namespace lw
