// What names a thing besides Python's names: strings in schedule functions, comments with inputs, and parameters of the
// reference.
#pragma once

#include <map>

#include "app/serve/editor/text/names.h"

namespace lw::serve {

struct NamedString {
  Span span;  // without quotes
  std::string value;
  bool buffer = false;  // the argument of a step that takes a buffer
};
// Of functions at the top of the file, by the names of function and parameter: the thing.
using ParametersOf = std::map<std::string, std::map<std::string, int>>;

// A string names a block, or a buffer where the step takes one, if there is exactly one of the name.
void linkStrings(NameIndex& index, const std::vector<NamedString>& strings);
// Parameters of the reference are matched by their names with the buffers of the program.
void linkReference(NameIndex& index, const ParametersOf& parameters);
// "# inputs: A=-1..1" and "# bind: n=64" name parameters.
void linkComments(NameIndex& index, const SourceText& source, const ParametersOf& parameters);

// The first place of the whole word; invalid: there is none.
Span wordIn(const std::string& text, Span span, std::string_view word);

}  // namespace lw::serve
