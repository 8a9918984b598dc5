// Converts the text in the palette to a call: `split i 4 16` becomes split(i, [4, 16]). A text with a parenthesis is a
// call already.
#pragma once

#include <QString>
#include <vector>

#include "core/schedule/primitive.h"

namespace lw {

// Steps whose name begins with the first word, then those that contain it, in the order of the catalogue; all steps for
// an empty text. Composites come after primitives.
std::vector<const Primitive*> stepsNamed(const QString& typed, const std::vector<const Primitive*>& composites = {});

// Empty if the words name no step, or more than one.
QString callOfWords(const QString& typed, const std::vector<const Primitive*>& composites = {});

// True if the text contains more than a name: the step can be checked as typed.
bool hasArguments(const QString& typed);

}  // namespace lw
