// Errors and legal steps as JSON, for programs that read what `lw` says.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <vector>

#include "app/shared/legal_steps.h"
#include "core/text/source.h"

namespace lw {

// Kind, message and hint, and the place in the source if the span is valid: file, line, column.
nlohmann::json errorJson(const std::string& kind, const std::string& message, const std::string& hint, Span span,
                         const SourceText* source);
// Adds "repairs", steps as text, and "repair_warnings", the warnings by the text of their step.
void addRepairs(nlohmann::json& to, const std::vector<Repair>& repairs);
// Of a refused step: its witness with both iterations, and the repairs.
nlohmann::json explanationJson(const Explanation& refused);
nlohmann::json legalJson(const std::vector<LegalAnswer>& answers);

}  // namespace lw
