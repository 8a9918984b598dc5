// A candidate of a search as the views show it.
#pragma once

#include <QString>
#include <QStringList>
#include <optional>
#include <vector>

namespace lw {

struct CandidateRow {
  enum class Kind : uint8_t {
    Right,
    Stopped,  // right, but so slow that timing ended early
    Failed
  };
  struct Choice {
    QString name, text;
    bool operator==(const Choice&) const = default;
  };
  Kind kind = Kind::Right;
  QString outcome;        // "right", "crashed"
  double ms = 0;          // 0: not timed
  bool modelled = false;  // `ms` is the time of a model of a device
  double expectedMs = 0;  // 0: the model was not asked
  double seconds = 0;     // since the search began
  std::vector<Choice> choices;
  QString why;  // it failed or was stopped
  bool best = false, tied = false;
  bool again = false;  // its time comes from turns with the best; otherwise from one measurement during the search
  bool operator==(const CandidateRow&) const = default;
};

struct CandidateContent {
  std::vector<CandidateRow> rows;
  double referenceMs = 0;  // 0: unknown
};

// "candidate 12: 2.31 ms, right, expected 2.50 ms"; the latter unless the expectation is hidden.
QString nameOf(const CandidateRow& row, int number, bool expectation = true);
bool areModelled(const std::vector<CandidateRow>& rows);         // their times are those of a model
bool expectationsDiffer(const std::vector<CandidateRow>& rows);  // else the model says nothing about them
// Spearman's correlation of the ranks of expected and measured times of right candidates; no value if fewer than three
// differ, or if the model expects the same of all.
std::optional<double> rankCorrelation(const std::vector<CandidateRow>& rows);
// The same over the last candidates for which the model was asked.
inline constexpr int kLastCandidates = 16;
std::optional<double> lastCorrelation(const std::vector<CandidateRow>& rows);
// Whether what the model expects says anything about what is measured: that correlation is positive. Until then the
// views hide it.
bool expectationsHold(const std::vector<CandidateRow>& rows);
QString hiddenWords(const std::vector<CandidateRow>& rows);  // why they do; empty: they show it, or there is nothing
// Its time reads faster than the best's, which was measured again in turns, but it was measured only once.
bool isUnproven(const CandidateRow& row, const CandidateRow& best);

}  // namespace lw
