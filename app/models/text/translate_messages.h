// Translates the core's messages, which are English, to the language of the window. The translations are in
// resources/i18n/core, in the context "core".
#pragma once

#include <QString>
#include <optional>
#include <string_view>

#include "core/text/source.h"

namespace lw {

// Translates a whole sentence, hint or phrase; returns it unchanged if there is no translation.
QString inWords(std::string_view english);
// Translates a heading or a name that is used alone, never as part of a sentence.
QString labelWords(std::string_view english);
// Translates a message: its sentence, and the phrases among its arguments. If an argument is the witness, translates
// that too.
QString messageWords(const Message& message, const std::optional<Witness>& witness = std::nullopt);
QString reasonWords(const Explanation& reason);  // Explanation::message
QString hintWords(const Explanation& reason);    // empty: there is no hint
QString reasonWords(const Diagnostic& diagnostic);
QString hintWords(const Diagnostic& diagnostic);
QString witnessWords(const Witness& witness);  // Witness::sentence()

}  // namespace lw
