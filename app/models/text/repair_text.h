// The words of a repair.
#pragma once

#include <QString>

#include "app/models/text/translate_messages.h"
#include "core/support/explanation.h"

namespace lw {

// The steps of a chain in one line.
inline QString repairInWords(QString step) { return step.replace('\n', QObject::tr(", then ")); }

// " — allocates ..."; empty if there is no warning.
inline QString repairWarning(const Repair& repair) {
  return repair.warning.empty() ? QString() : QObject::tr(" — %1").arg(messageWords(repair.warning));
}

}  // namespace lw
