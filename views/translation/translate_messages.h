// What the core says, in the language of the window: the core speaks English, and knows of no other. The words are in
// resources/i18n/core, looked up in the context "core".
#pragma once

#include <QString>
#include <optional>
#include <string_view>

#include "core/text/source.h"

namespace lw {

// A sentence, a hint, a phrase as a whole; what there are no words for stays.
QString inWords(std::string_view english);
// A heading or a name that stands alone: never part of another sentence.
QString labelWords(std::string_view english);
// What a message says: its sentence in other words, with the same arguments. Phrases among them are translated too, and
// where the witness is one, that.
QString messageWords(const Message& message, const std::optional<Witness>& witness = std::nullopt);
QString reasonWords(const Explanation& reason);  // Explanation::message
QString hintWords(const Explanation& reason);    // empty where there is none
QString reasonWords(const Diagnostic& diagnostic);
QString hintWords(const Diagnostic& diagnostic);
QString witnessWords(const Witness& witness);  // Witness::sentence()

}  // namespace lw
