// The numbers of markers, indicators and margins in a code view. Private to views/code/.
#pragma once

#include <string>

namespace lw {

// Markers of lines; where markers overlap, the one with the highest number is visible. A Background marker is not
// visible in the margin of folds, which has its own.
inline constexpr int kMovedMarker = 0, kAddedMarker = 1, kRemovedMarker = 2, kHighlightMarker = 3,
                     kHighlightMarginMarker = 4, kBreakpointMarker = 5;
// Indicators below letters.
inline constexpr int kErrorIndicator = 8, kWarningIndicator = 9, kAddedIndicator = 10, kRemovedIndicator = 11;
inline constexpr int kMatchIndicator = 12, kCurrentMatchIndicator = 13;
inline constexpr int kPinIndicator = 14;                // and the following ones, one for each look
inline constexpr int kFoldMargin = 1, kFoldWidth = 10;  // pixels; also the size of the arrows
// The margin with the letters of blocks: the gap after the arrows of folds, the width of the first character, of each
// further one, and of the bar below.
inline constexpr int kSignMargin = 2, kSignGap = 2, kSignWidth = 8, kSignDigit = 7, kSignBar = 4;
// A margin with a line, shown while the view is scrolled to the right.
inline constexpr int kScrolledMargin = 4, kScrolledWidth = 2;
inline constexpr int kGapMargin = 3, kGapWidth = 5;  // between that margin and the text

size_t longestLine(const std::string& text);  // in characters

}  // namespace lw
