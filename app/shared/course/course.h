// The course that is a part of the program (samples/course), and what is handed out of a course.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace lw {

// The files of samples/course, sorted by name: the exercises and zh_CN.txt. CMake writes this function.
std::vector<std::pair<std::string_view, std::string_view>> courseFiles();

// The exercise of that number ("04"), name ("04_registers") or file ("04_registers.py"); nullopt: there is none.
std::optional<std::pair<std::string, std::string>> exerciseOfCourse(std::string_view name);

// What an exercise says in another language.
struct LocalText {
  std::string said;  // title and task
  std::vector<std::string> hints;
};
// `list`: as samples/course/zh_CN.txt. nullopt: it says nothing of this file.
std::optional<LocalText> localText(std::string_view list, std::string_view fileName);

// The file with this text in place of its docstring.
std::string withLocalText(const std::string& text, const LocalText& local);

// What a student gets of an exercise: the program, its reference and its prepared functions, whose docstrings begin
// with "Prepared:", but no other functions that take a schedule; and an empty schedule function.
struct HandedOut {
  std::string program;   // everything in front of the functions that take a schedule
  std::string prepared;  // empty: there are no prepared functions
  std::string others;    // what is left out
  std::string begin;     // the empty schedule function
};
HandedOut handedOut(const std::string& text);

// The Python file of a student.
std::string studentFile(const std::string& text);

}  // namespace lw
