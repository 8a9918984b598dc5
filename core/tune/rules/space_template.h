// Parts of spaces as templates, which are in resources/spaces: Python with holes, and with directives in comments.
//
//   {rows}            a hole: a value, or a choice that was made
//   # words           a comment of the space, whose holes are filled, too
//   #: let ROWS ...   makes choices: each writes the lines that draw it, unless it is known
//   #: note ...       nothing of the space
//   #: call NAME      lines that a function of C++ writes here
//   #: use NAME       the function of the space in resources/spaces/NAME.py is defined here, if it is not yet
//   #: if FLAG        the lines up to `#: else` or `#: end` are written where the flag holds; also `if not FLAG`
//   #: for LIST       the lines up to `#: end` are written for each item of a list, which fills their holes
//   #: suite FLAG     where the flag does not hold, the next line, the header of a suite, is left out, and the lines up
//                     to `#: end` are those of the suite around it
#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>

#include "core/tune/rules/rule.h"

namespace lw::tune {

// The text of resources/spaces/NAME.py.
std::string_view spaceTemplate(std::string_view name);
// What is wrong with directives and holes of the text, with its line; empty: it is a template.
std::string faultOfTemplate(std::string_view pattern);
// Defines a function that several rules use, which is a template of its own, unless the space has it.
void defineFunction(SpaceText& text, std::string_view name);

class SpaceTemplate {
 public:
  explicit SpaceTemplate(SpaceText& text) : text_(text) {}
  void set(const std::string& hole, std::string value) { values_[hole] = std::move(value); }
  void set(const std::string& hole, int64_t value) { values_[hole] = std::to_string(value); }
  // A value that depends on choices: asked for where it is written.
  void set(const std::string& hole, std::function<std::string()> value) { later_[hole] = std::move(value); }
  void setFlag(const std::string& flag, bool holds) { flags_[flag] = holds; }
  // `choose` writes the lines of the choice and returns what the hole is filled with.
  void setChoice(const std::string& hole, std::function<std::string()> choose) { choices_[hole] = std::move(choose); }
  void setLines(const std::string& name, std::function<void()> write) { lines_[name] = std::move(write); }
  // `item` sets what is written for the i-th item: holes, flags, choices.
  void setList(const std::string& name, size_t size, std::function<void(size_t)> item) {
    lists_[name] = {size, std::move(item)};
  }
  const std::string& chosen(const std::string& hole) const { return values_.at(hole); }
  void write(std::string_view pattern);

 private:
  struct List {
    size_t size = 0;
    std::function<void(size_t)> item;
  };
  struct Part {
    bool isWritten;
    bool isInner = false;         // its lines are those of the suite around it
    const List* list = nullptr;   // for each of whose items it is written
    std::string_view repeated{};  // what follows the head of the list
    size_t item = 0;
  };
  void end();
  void open(std::string_view kind, std::string_view words);
  void directive(std::string_view words, int level);
  void startLine(int level);
  void putLine(std::string_view code, int level);
  bool holds(std::string_view flag) const;
  bool isWritten() const { return parts_.empty() || parts_.back().isWritten; }
  std::string filled(std::string_view code) const;

  SpaceText& text_;
  std::map<std::string, std::string, std::less<>> values_;
  std::map<std::string, std::function<std::string()>, std::less<>> later_, choices_;
  std::map<std::string, std::function<void()>, std::less<>> lines_;
  std::map<std::string, List, std::less<>> lists_;
  std::map<std::string, bool, std::less<>> flags_;
  std::string_view rest_;        // of the pattern
  std::vector<Part> parts_;      // that are open
  bool skipsHeader_ = false;     // of a suite that is left out
  int level_ = 0, dropped_ = 0;  // open suites of the text; suites that are left out
  std::string pending_;          // a line that may be the header of a suite; empty: none
  int pendingLevel_ = 0;
};

}  // namespace lw::tune
