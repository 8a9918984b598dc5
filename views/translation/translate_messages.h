// What the core says, in the language of the window: the core speaks English, and knows of no other. The words are in
// resources/i18n/core, looked up in the context "core".
#pragma once

#include <QString>
#include <string_view>

#include "core/support/explanation.h"

namespace lw {

// A sentence, a hint, a phrase; what there are no words for stays.
QString inWords(std::string_view english);
// The same for what somebody else may have written: as a whole, or not at all.
QString inWholeWords(std::string_view english);
// A heading or a name that stands alone: never part of another sentence.
QString labelWords(std::string_view english);
QString reasonWords(const Explanation& reason);  // Explanation::message
QString hintWords(const Explanation& reason);    // empty where there is none
QString witnessWords(const Witness& witness);    // Witness::sentence()

}  // namespace lw
