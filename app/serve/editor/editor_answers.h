// What an editor shows of a text: its errors, its functions with their loops and blocks, what a name is, and the steps
// that are legal at a loop or block, as changes of the text.
#pragma once

#include "app/serve/editor/edited_text.h"

namespace lw::serve {

Json diagnosticsJson(const EditedText& text);
Json symbolsJson(const EditedText& text);
Json hoverJson(const EditedText& text, int offset);  // null: nothing is known of the place
// Legal steps first, those that are expected to help most in front; refused ones are disabled, with the reason.
Json actionsJson(const EditedText& text, int offset);
// The action with its change of the text: the function as the step leaves it.
std::variant<Json, Failure> resolvedAction(const EditedText& text, Json action);

}  // namespace lw::serve
