// What a session keeps of the window, as text: the arrangement of the panes, the stage in the lowered pane, the panes
// that were opened beside with the stages and rows of the trace that they show, and the pinned names. Sessions of older
// versions hold the arrangement alone.
#pragma once

#include <string>

namespace lw {

class ExtraPanes;
class Layouts;
class LoweredView;
class Pins;

std::string sessionLayout(const Layouts& layouts, const LoweredView& lowered, const ExtraPanes& extras,
                          const Pins& pins);
// What cannot be read is left as it is. Rows are shown once the program is there.
void restoreSessionLayout(const std::string& text, Layouts& layouts, LoweredView& lowered, ExtraPanes& extras,
                          Pins& pins);

}  // namespace lw
