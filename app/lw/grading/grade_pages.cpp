#include "app/lw/grading/grade_pages.h"

#include <algorithm>
#include <map>
#include <numeric>

#include "app/lw/grading/duplicates.h"
#include "app/lw/grading/grade_tables.h"
#include "app/lw/grading/page_parts.h"
#include "core/support/text.h"
#include "core/trace/html_code.h"

namespace lw {
namespace {

constexpr size_t kBins = 10;

std::string cell(const std::string& text, const std::string& kind = "") {
  return "<td" + (kind.empty() ? "" : " class=\"" + kind + "\"") + ">" + text + "</td>";
}

std::string bar(size_t count, size_t most) {
  const size_t percent = most > 0 ? 100 * count / most : 0;
  return "<td style=\"width: 20rem\"><div class=\"bar\" style=\"width: " + std::to_string(percent) + "%\"></div></td>";
}

// With its heading, by which a reader of screens names it.
std::string table(const std::string& title, const std::string& head, const std::string& rows) {
  return "<div class=\"scroll\" role=\"region\" aria-label=\"" + title + "\" tabindex=\"0\">\n<table>\n<thead><tr>" +
         head + "</tr></thead>\n<tbody>\n" + rows + "</tbody>\n</table>\n</div>\n";
}

std::string heading(const std::string& text, bool number = false) {
  return std::string("<th scope=\"col\"") + (number ? " class=\"n\"" : "") + ">" + htmlText(text) + "</th>";
}

// How many students have how many points.
std::string distribution(double most, const std::vector<GradedStudent>& students) {
  std::vector<size_t> bins(kBins, 0);
  std::vector<double> all;
  for (const GradedStudent& student : students) {
    all.push_back(student.points());
    const double share = most > 0 ? student.points() / most : 0;
    ++bins[std::min(kBins - 1, static_cast<size_t>(share * kBins))];
  }
  std::sort(all.begin(), all.end());
  const double mean = std::accumulate(all.begin(), all.end(), 0.0) / static_cast<double>(all.size());
  std::string rows;
  for (size_t i = 0; i < kBins; ++i)
    rows += "<tr>" +
            cell(pointsText(most * static_cast<double>(i) / kBins) + " to " +
                 pointsText(most * static_cast<double>(i + 1) / kBins)) +
            cell(std::to_string(bins[i]), "n") + bar(bins[i], *std::max_element(bins.begin(), bins.end())) + "</tr>\n";
  return "<h2>Points</h2>\n<p>Mean " + pointsText(mean) + ", median " + pointsText(all[all.size() / 2]) + ", of " +
         pointsText(most) + "</p>\n" +
         table("Points", heading("Points") + heading("Students", true) + heading("Distribution"), rows);
}

// The exercises with the fewest who reached the goal first.
std::string hardest(const std::vector<Exercise>& course, const std::vector<GradedStudent>& students) {
  struct Count {
    size_t place, reached = 0, submitted = 0;
    double points = 0;
    std::map<std::string, size_t> outcomes = {};
  };
  std::vector<Count> counts;
  for (size_t i = 0; i < course.size(); ++i) {
    Count& count = counts.emplace_back(Count{i});
    for (const GradedStudent& student : students) {
      const GradedFile& file = student.files[i];
      count.reached += file.judged.outcome == "reached";
      count.submitted += file.judged.outcome != "none";
      count.points += file.points;
      ++count.outcomes[file.judged.outcome];
    }
  }
  std::stable_sort(counts.begin(), counts.end(), [](const Count& a, const Count& b) { return a.reached < b.reached; });
  std::string rows;
  for (const Count& count : counts) {
    const std::string others =
        join(count.outcomes, [](const auto& one) { return one.first + " " + std::to_string(one.second); });
    rows += "<tr>" + cell(htmlText(course[count.place].name)) + cell(std::to_string(count.reached), "n") +
            cell(std::to_string(count.submitted), "n") +
            cell(pointsText(count.points / static_cast<double>(students.size())), "n") +
            bar(count.reached, students.size()) + cell(others) + "</tr>\n";
  }
  return "<h2>Exercises, the hardest first</h2>\n" +
         table("Exercises",
               heading("Exercise") + heading("Reached", true) + heading("Submitted", true) +
                   heading("Mean points", true) + heading("Share that reached it") + heading("Outcomes"),
               rows);
}

std::string matrix(const std::vector<Exercise>& course, const std::vector<GradedStudent>& students) {
  std::string head = heading("Student") + heading("Reached", true) + heading("Points", true), rows;
  for (const Exercise& exercise : course) head += heading(exercise.name);
  for (size_t i = 0; i < students.size(); ++i) {
    const GradedStudent& student = students[i];
    rows += "<tr><th scope=\"row\"><a href=\"" + studentFile(i, student.name) + "\">" + htmlText(student.name) +
            "</a></th>" + cell(std::to_string(student.reached()), "n") + cell(pointsText(student.points()), "n");
    for (const GradedFile& file : student.files)
      rows += "<td class=\"" + file.judged.outcome + "\" title=\"" + htmlText(sentenceOf(file.judged)) + "\">" +
              file.judged.outcome + "</td>";
    rows += "</tr>\n";
  }
  return "<h2>Students</h2>\n" + table("Students", head, rows);
}

std::string duplicates(const std::vector<GradedStudent>& students) {
  std::string rows;
  for (const SameSteps& group : sameSteps(students, kTellingSteps))
    rows += "<tr>" + cell(htmlText(group.exercise)) + cell(std::to_string(group.steps), "n") +
            cell(group.sameText ? "the files too" : "the steps") + cell(htmlText(join(group.students))) + "</tr>\n";
  std::string text = "<h2>The same steps</h2>\n<p>Equal up to the names of variables; those with fewer than " +
                     std::to_string(kTellingSteps) +
                     " steps and queries are left out. Equal steps prove nothing: a hint may lead to them.</p>\n";
  if (rows.empty()) return text + "<p>There are none.</p>\n";
  return text + table("The same steps",
                      heading("Exercise") + heading("Steps and queries", true) + heading("Equal") + heading("Students"),
                      rows);
}

std::string unknownFiles(const std::vector<GradedStudent>& students) {
  std::string rows;
  for (const GradedStudent& student : students)
    for (const UnknownFile& file : student.unknown)
      rows += "<tr>" + cell(htmlText(student.name)) + cell(htmlText(file.words)) + "</tr>\n";
  return rows.empty() ? ""
                      : "<h2>Files that were not judged</h2>\n" +
                            table("Files that were not judged", heading("Student") + heading("File"), rows);
}

}  // namespace

std::vector<std::pair<std::string, std::string>> gradePages(const std::vector<Exercise>& course,
                                                            const std::vector<GradedStudent>& students) {
  const std::string body = "<p>" + std::to_string(students.size()) + " students, " + std::to_string(course.size()) +
                           (course.size() == 1 ? " exercise" : " exercises") + "</p>\n" +
                           distribution(mostPoints(course), students) + hardest(course, students) +
                           duplicates(students) + unknownFiles(students) + matrix(course, students);
  std::vector<std::pair<std::string, std::string>> pages = {{"index.html", gradePage("Results of the course", body)}};
  for (size_t i = 0; i < students.size(); ++i)
    pages.emplace_back(studentFile(i, students[i].name), studentPage(course, students[i]));
  return pages;
}

}  // namespace lw
