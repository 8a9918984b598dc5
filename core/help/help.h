// Help pages of the primitives: the written text (resources/help/primitives), the facts of the catalogue, and an
// example that is carried out when the page is requested, so that a page cannot be outdated.
//
// A page starts with lines "key: value", up to the first empty line; the rest is markdown.
//   program: NAME     of resources/help/programs
//   prepare: STEP     steps before the example, any number
//   step: STEP        the example
//   refused: STEP     instead of the example: a refused step, shown with its explanation; any number
//
// Pages in other languages are in their own folders, for example resources/help/zh_CN, and contain only the text. Each
// starts with the line "of: SUM", the checksum of the English text (sumOf) that it translates, so that a test finds
// outdated translations.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "core/script/composite.h"

namespace lw {

// The language of a page. The core speaks only English; a window with another language passes its translations in.
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

// The page as written; an explanation if it does not exist.
Result<HelpSource> helpSource(std::string_view primitive, std::string_view language = {});

// The whole page as markdown: summary, call, text, the example before and after, refusals, parameters.
Result<std::string> helpPage(const Primitive& primitive, const HelpWords& words = inEnglish());

// The page of a composite: its docstring, its parameters, and its steps as written.
std::string helpPage(const Composite& composite, const HelpWords& words = inEnglish());

// Pages about the language of files, as written in resources/help/topics; the title is their first line.
struct HelpTopic {
  std::string_view name, title, text;
};
std::vector<HelpTopic> helpTopics(std::string_view language = {});  // in English where there is no other

// FNV-1a over the bytes, as eight digits.
std::string sumOf(std::string_view text);

// The files of resources/help are compiled into the program.
std::string_view helpFile(std::string_view path);  // "primitives/split.md", "images/gebp.svg"; empty: there is none
std::vector<std::string_view> helpPaths();         // of all files, by name

}  // namespace lw
