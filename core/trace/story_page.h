// Parts of the page of all steps, which toHtml(Story) puts together.
#pragma once

#include <string>
#include <string_view>

namespace lw {

std::string_view storyStyle();
// Steps by keys, the search, and addresses that name a step, one of its texts and a line of it.
std::string_view storyScript();

// A whole text; `label` says of what, for readers of screens.
std::string storyCode(const std::string& text, const std::string& label);
// What a step changed: lines that are unchanged are folded.
std::string storyDiff(const std::string& before, const std::string& after, const std::string& label);

}  // namespace lw
