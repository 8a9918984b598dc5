// The content of a text of the window: the positions of names, and their meanings.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/models/program/linked_selection.h"
#include "core/analysis/program/meaning.h"
#include "views/code/code_lexer.h"

namespace lw {

struct CodeContent {
  const SourceMap* map = nullptr;          // nullptr: the text is not TVMScript, or is being edited
  std::vector<const PrimFunc*> functions;  // in the text
  CodeLexer::Language language = CodeLexer::Language::Script;
};

// The variable or buffer at an offset of the text; empty if there is none.
std::string nameAt(const CodeContent& content, const std::string& text, int offset);
// All occurrences of a variable or buffer. In LLVM IR these are its values `%name`; assembly has no names.
std::vector<Span> placesOf(const CodeContent& content, const std::string& text, const std::string& name);
// The spans of the selection in the text of the map.
std::vector<Span> spansOf(const SourceMap& map, const LinkedSelection& selection);
// The innermost loop, block or buffer at an offset; empty: there is none.
LinkedSelection selectionAt(const SourceMap& map, int offset);
std::optional<Meaning> meaningIn(const CodeContent& content, int offset);

}  // namespace lw
