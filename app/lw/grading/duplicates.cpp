#include "app/lw/grading/duplicates.h"

#include <algorithm>
#include <map>

namespace lw {

std::vector<SameSteps> sameSteps(const std::vector<GradedStudent>& students, size_t least) {
  struct Group {
    std::vector<std::string> students;
    std::string key;
    bool sameText = true;
  };
  std::map<std::pair<std::string, std::string>, Group> groups;  // by exercise and steps
  for (const GradedStudent& student : students)
    for (const GradedFile& file : student.files) {
      if (file.judged.trace.empty()) continue;
      Group& group = groups[{file.exercise, file.judged.trace}];
      if (group.students.empty()) group.key = file.key;
      group.sameText = group.sameText && group.key == file.key;
      group.students.push_back(student.name);
    }
  std::vector<SameSteps> found;
  for (auto& [place, group] : groups) {
    const auto lines = static_cast<size_t>(std::count(place.second.begin(), place.second.end(), '\n'));
    if (group.students.size() > 1 && lines >= least)
      found.push_back({place.first, lines, group.sameText, std::move(group.students)});
  }
  std::stable_sort(found.begin(), found.end(),
                   [](const SameSteps& a, const SameSteps& b) { return a.steps > b.steps; });
  return found;
}

}  // namespace lw
