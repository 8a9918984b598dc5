// What a person types into the palette, made a call: `split i 4 16` is split(i, [4, 16]). A text with a parenthesis is
// a call already.
#pragma once

#include <QString>
#include <vector>

#include "core/schedule/primitive.h"

namespace lw {

// Steps whose name begins with the first word, then those that hold it, in the order of the catalogue. Nothing typed:
// all. Composites come after primitives.
std::vector<const Primitive*> stepsNamed(const QString& typed, const std::vector<const Primitive*>& composites = {});

// Empty: the words name no step, or more than one.
QString callOfWords(const QString& typed, const std::vector<const Primitive*>& composites = {});

// True when there is more than a name: the step can be tried as it stands.
bool hasArguments(const QString& typed);

}  // namespace lw
