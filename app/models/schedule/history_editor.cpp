#include "app/models/schedule/history_editor.h"

namespace lw {

HistoryEditor::~HistoryEditor() = default;

}  // namespace lw
