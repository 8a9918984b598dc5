// What the views of tuning show of the service.
#pragma once

#include "views/tune/candidate_row.h"
#include "views/tune/importance_chart.h"
#include "views/tune/tune_controls.h"

namespace lw {

class SizeTuning;
class TuneImportance;
class Tuning;

CandidateRow rowOf(const Tuning& tuning, size_t candidate);
CandidateContent candidatesOf(const Tuning& tuning);
std::vector<CandidateRow::Choice> pinsOf(const Tuning& tuning);
std::vector<std::pair<int, QString>> refusalsOf(const Tuning& tuning);  // the most frequent first
std::vector<ImportanceRow> importanceOf(const TuneImportance& importance);
// `hasProgram`: there is something to tune.
TuneState stateOf(const Tuning& tuning, const SizeTuning& sizes, bool hasProgram);

}  // namespace lw
