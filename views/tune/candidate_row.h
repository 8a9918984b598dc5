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
  bool operator==(const CandidateRow&) const = default;
};

struct CandidateContent {
  std::vector<CandidateRow> rows;
  double referenceMs = 0;  // 0: unknown
};

QString nameOf(const CandidateRow& row, int number);             // "candidate 12: 2.31 ms, right, expected 2.50 ms"
bool areModelled(const std::vector<CandidateRow>& rows);         // their times are those of a model
bool expectationsDiffer(const std::vector<CandidateRow>& rows);  // else the model says nothing about them
// Spearman's correlation of the ranks of expected and measured times of right candidates; no value if fewer than three
// differ, or if the model expects the same of all.
std::optional<double> rankCorrelation(const std::vector<CandidateRow>& rows);

}  // namespace lw
