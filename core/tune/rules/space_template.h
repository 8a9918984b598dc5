// Parts of spaces as templates, which are in resources/spaces: Python with holes, and with directives in comments.
//
//   {rows}            a hole: a value, or a choice that was made
//   # words           a comment of the space, whose holes are filled, too
//   #: let ROWS ...   makes choices: each writes the lines that draw it, unless it is known
//   #: note ...       nothing of the space
//   #: call NAME      lines that a function writes here
//   #: if FLAG        the lines up to `#: else` or `#: end` are written where the flag holds; also `if not FLAG`
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
  const std::string& chosen(const std::string& hole) const { return values_.at(hole); }
  void write(std::string_view pattern);

 private:
  struct Part {
    bool isWritten;
    bool isInner;  // its lines are those of the suite around it
  };
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
  std::map<std::string, bool, std::less<>> flags_;
  std::vector<Part> parts_;      // that are open
  bool skipsHeader_ = false;     // of a suite that is left out
  int level_ = 0, dropped_ = 0;  // open suites of the text; suites that are left out
  std::string pending_;          // a line that may be the header of a suite; empty: none
  int pendingLevel_ = 0;
};

}  // namespace lw::tune
