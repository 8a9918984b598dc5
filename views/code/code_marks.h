// The numbers of markers, indicators and margins in a code view. Private to views/code/.
#pragma once

#include <string>

namespace lw {

// Markers of lines; where one hides another, the last one wins. In the margin of folds Background shows nothing: it has
// its own.
inline constexpr int kAddedMarker = 1, kRemovedMarker = 2, kHighlightMarker = 3, kHighlightMarginMarker = 4,
                     kBreakpointMarker = 5;
// Indicators below letters.
inline constexpr int kErrorIndicator = 8, kWarningIndicator = 9, kAddedIndicator = 10, kRemovedIndicator = 11;
inline constexpr int kMatchIndicator = 12, kCurrentMatchIndicator = 13;
inline constexpr int kPinIndicator = 14;                // and the next ones, one for each look
inline constexpr int kFoldMargin = 1, kFoldWidth = 10;  // pixels; its arrows are as large
inline constexpr int kSignMargin = 2, kSignWidth = 8, kSignDigit = 7,
                     kSignBar =
                         4;  // the letters of blocks: one of them, what each further sign takes, and the bar below
inline constexpr int kScrolledMargin = 4, kScrolledWidth = 2;  // a line, where lines begin out of sight
inline constexpr int kGapMargin = 3, kGapWidth = 5;            // between that and the text

size_t longestLine(const std::string& text);  // in letters

}  // namespace lw
