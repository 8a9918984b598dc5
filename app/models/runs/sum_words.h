// What the run pane says about sums in half precision.
#pragma once

#include <QString>

#include "core/session/sum_note.h"

namespace lw {

// "Block Y sums 4096 terms in float16: as written, results are off by up to 33 % of the largest one (1 % is
// tolerated)."
QString sumWords(const SumNote& note);
// What sums in float32 change, and the steps: "The error is then 40 times smaller.\nsch.cache_write(...)".
QString remedyWords(const SumNote& note);

}  // namespace lw
