// The steps of a trace without what says nothing about them: the numbers of handles, and queries that nothing uses.
#pragma once

#include <string>
#include <vector>

namespace lw {

// `json`: a trace in TVM's form. One step a line: its kind, its inputs and attributes; handles are numbered in the
// order in which they are made. Two students with the same text went the same way, whatever they called their
// variables. Empty: there is no step, or the text is no trace.
std::string stepsOfTrace(const std::string& json);

// The kinds of these steps in small letters without underscores, each once: "cachewrite", "split".
std::vector<std::string> primitivesOf(const std::string& steps);

}  // namespace lw
