// Tables of wrong inputs: what each is refused with, word for word, and which piece of the input is marked.
#pragma once

#include <gtest/gtest.h>

#include "core/support/explanation.h"

namespace lw {

struct ErrorCase {
  std::string input;
  const ErrorKind& kind;
  std::string message;
  std::string at;  // of what is marked: the first line, at most 40 characters
};

inline std::string repeated(const std::string& piece, int times) {
  std::string text;
  for (int i = 0; i < times; ++i) text += piece;
  return text;
}

// i0, i1, ... in a row.
inline std::string numbered(int count) {
  std::string text;
  for (int i = 0; i < count; ++i) text += (i ? ", i" : "i") + std::to_string(i);
  return text;
}

// The lines as the body of a function.
inline std::string indented(const std::string& lines) {
  std::string text;
  for (size_t begin = 0; begin < lines.size();) {
    const size_t end = std::min(lines.find('\n', begin), lines.size());
    text += "    " + lines.substr(begin, end - begin) + "\n";
    begin = end + 1;
  }
  return text;
}

// Conditions, each inside of the one before it.
inline std::string nested(int levels) {
  std::string text;
  for (int i = 0; i < levels; ++i) text += std::string(static_cast<size_t>(i), ' ') + "if n > 0:\n";
  return text + std::string(static_cast<size_t>(levels), ' ') + "pass";
}

inline std::string marked(Span span, std::string_view text) {
  if (!span.valid()) return "";
  text = text.substr(static_cast<size_t>(span.begin), static_cast<size_t>(span.end - span.begin));
  return std::string(text.substr(0, text.find('\n')).substr(0, 40));
}

// `said`: all errors of the input, in the text with the spans.
inline void expectError(const ErrorCase& c, const std::vector<Explanation>& said, std::string_view text) {
  std::string others;
  for (const Explanation& e : said) {
    if (e.reason.sentence != c.kind.sentence) {
      others += e.kind + ": " + e.message + " | " + marked(e.span, text) + "\n";
      continue;
    }
    EXPECT_EQ(e.kind, c.kind.id) << c.input;
    EXPECT_EQ(e.message, c.message) << c.input;
    EXPECT_EQ(marked(e.span, text), c.at) << c.input;
    EXPECT_EQ(e.reason.text(), e.message) << c.input;
    EXPECT_EQ(e.remedy.text(), e.hint) << c.input;
    return;
  }
  ADD_FAILURE() << c.input << "\nis not refused with: " << c.kind.sentence << "\nbut with:\n" << others;
}

}  // namespace lw
