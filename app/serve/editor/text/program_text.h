// The text of one function of a file, and the function printed in its place.
#pragma once

#include <optional>

#include "app/serve/editor/text/edited_text.h"
#include "core/schedule/schedule.h"

namespace lw::serve {

struct NamedFunction {
  std::string title;  // "f", "M.f"
  const PrimFunc* function;
};
std::vector<NamedFunction> functionsOf(const SourceFile& file);

// What the schedule functions of the file may be applied to: each function, those of classes with the others of the
// class.
std::vector<Schedule> startsOf(const SourceFile& file);

// The definition of a function ("f", "M.f") in the syntax tree; nullptr: tensor expressions make it.
const py::StmtNode* definitionOf(const SourceFile& file, const std::string& title);
// From the first decorator, at the beginning of its line, to the end of the last line.
Span linesOf(const SourceFile& file, const std::string& title);  // invalid: there is no such definition
// The change of the text that puts the function in the place of the definition, with its indentation.
std::optional<Json> replacementJson(const EditedText& text, const std::string& title, const PrimFunc& function);
std::string printedAt(const EditedText& text, Span lines, const PrimFunc& function);

}  // namespace lw::serve
