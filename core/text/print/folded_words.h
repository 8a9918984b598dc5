// Words that a compact text leaves out, and the parts of it that stand for them.
#pragma once

#include <string_view>
#include <vector>

#include "core/text/print/compact_text.h"
#include "core/text/source.h"

namespace lw {

// The part of the compact text that stands for a line of the full text: `reads A, B` for `T.reads(A[i, k], B[k, j])`.
Span standInFor(const CompactText& compact, std::string_view full, const Span& words);

// Where `what` is in the full text, but not in the compact one. Case is ignored for ASCII letters only.
std::vector<Span> foldedMatches(const CompactText& compact, std::string_view full, std::string_view what,
                                bool matchCase, bool wholeWord);

}  // namespace lw
