// What an editor asks of a text: one function for each request of the protocol that is about a text. Each returns the
// result of the request. Offsets are bytes of the text.
#pragma once

#include <map>
#include <variant>

#include "app/serve/context.h"
#include "app/serve/editor/text/edited_text.h"
#include "core/support/ids.h"

namespace lw::serve {

// What the last run of a function said.
struct RunShown {
  std::string words;                      // for people, behind its name
  std::map<BlockId, std::string> blocks;  // and behind its blocks
};
// By the function and the schedule function that was carried out on it (empty: the function as it is written).
using RunsShown = std::map<std::pair<std::string, std::string>, RunShown>;

Json diagnosticsJson(const EditedText& text);
Json diagnosticsJson(const EditedText& text, const std::vector<Diagnostic>& diagnostics);
Json symbolsJson(const EditedText& text);
Json hoverJson(const EditedText& text, int offset);  // null: nothing is known of the place

// editor_names.cpp
Json definitionJson(const EditedText& text, int offset);
Json referencesJson(const EditedText& text, int offset, bool definition);
Json highlightsJson(const EditedText& text, int offset);
Json renameableJson(const EditedText& text, int offset);
// Refused unless the text after it is shown to be the same program up to the name.
std::variant<Json, Failure> renameJson(const EditedText& text, int offset, const std::string& name,
                                       const Context& context);

// editor_layout.cpp
Json foldsJson(const EditedText& text);
// Functions with comments, or with names that printing leaves out, stay as they are; refused where all are such.
std::variant<Json, Failure> formattedJson(const EditedText& text);

// editor_tokens.cpp
Json tokenLegend();
Json tokensJson(const EditedText& text);

// editor_hints.cpp
Json hintsJson(const EditedText& text, const Json& range, const RunsShown& runs);
Json lensesJson(const EditedText& text);

// editor_completions.cpp
Json completionsJson(const EditedText& text, int offset, const Context& context);
Json signatureJson(const EditedText& text, int offset);

// Legal steps first, those that are expected to help most in front; refused ones are disabled, with the reason. In a
// schedule function: steps that are legal where the cursor is, and repairs of a refused one.
Json actionsJson(const EditedText& text, Span place, const Context& context);
// The action with its change of the text: the function as the step leaves it.
std::variant<Json, Failure> resolvedAction(const EditedText& text, Json action);

}  // namespace lw::serve
