// Reads and previews a step as it is typed. Safe on any thread.
#pragma once

#include "app/models/schedule/typed_preview.h"
#include "app/models/support/stop.h"
#include "core/script/typed_chain.h"

namespace lw {

// The steps of a chain on the schedule. Safe on any thread.
TypedChain chainOf(const std::string& text, const TypingContext& context,
                   const std::shared_ptr<const SourceFile>& source, const Stop& stop);

TypedPreview typedPreviewOf(const QString& text, const TypingContext& context,
                            const std::shared_ptr<const SourceFile>& source, int function, const Stop& stop);

}  // namespace lw
