// Help pages of the primitives: what people wrote (resources/help/primitives), together with what the catalogue knows
// and with an example that is carried out when the page is asked for, so that a page cannot be out of date.
//
// A page begins with lines "key: value", up to the first empty line; the rest is markdown.
//   program: NAME     of resources/help/programs
//   prepare: STEP     steps before the example, any number
//   step: STEP        the example
//   refused: STEP     in the place of the example; refused, and shown with its explanation; any number
//
// Pages in other languages lie in folders of their own, resources/help/zh_CN for example, as the text alone. Each
// begins with the line "of: SUM", the sum of the English text (sumOf) that it was made from, so that a test finds those
// that have become old.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "core/script/composite.h"

namespace lw {

// How a page speaks. The core speaks English and knows of no other language: a window that does hands its words in.
struct HelpWords {
  std::string language;                                // the folder of its pages; empty: English
  std::function<std::string(const std::string&)> say;  // a sentence or phrase
  std::function<std::string(const Explanation&)> reason, hint;
  std::function<std::string(const Witness&)> witness;
};
const HelpWords& inEnglish();

struct HelpSource {
  std::string program, step, text;
  std::vector<std::string> prepare, refused;
};

// The page as it is written; not there: an explanation that says so.
Result<HelpSource> helpSource(std::string_view primitive, std::string_view language = {});

// The whole page as markdown: summary, call, text, the example before and after, refusals, parameters.
Result<std::string> helpPage(const Primitive& primitive, const HelpWords& words = inEnglish());

// Of a composite: its docstring, its parameters, and its steps as they are written.
std::string helpPage(const Composite& composite, const HelpWords& words = inEnglish());

// Pages on the language of files, as they are written in resources/help/topics; the title is their first line. Those
// that helpTopics() does not put in an order come last, by name.
struct HelpTopic {
  std::string_view name, title, text;
};
std::vector<HelpTopic> helpTopics(std::string_view language = {});  // in English where there is no other

// FNV-1a over the bytes, as eight digits.
std::string sumOf(std::string_view text);

// Built from the files of resources/help when the program is compiled.
std::string_view helpFile(std::string_view path);  // "primitives/split.md", "images/gebp.svg"; empty: there is none
std::vector<std::string_view> helpPaths();         // of all files, by name

}  // namespace lw
