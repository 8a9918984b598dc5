// What an editor offers in a schedule function: steps that are legal at the cursor, and what would make a refused step
// legal. Also where schedule functions are refused, as diagnostics.
#pragma once

#include "app/serve/context.h"
#include "app/serve/editor/text/edited_text.h"

namespace lw::serve {

// Each action has its change of the text: a line before the statement at the cursor, or the repair in its place.
Json scheduleActions(const EditedText& text, int offset, const Context& context);

// Carries out the schedule functions of a text without errors, each on the function where it gets furthest. Stops where
// the context does.
std::vector<Diagnostic> scheduleDiagnostics(const SourceFile& file, const Context& context);

}  // namespace lw::serve
