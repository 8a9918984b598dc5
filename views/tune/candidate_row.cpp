#include "views/tune/candidate_row.h"

#include <QObject>
#include <algorithm>
#include <cmath>
#include <numeric>

#include "app/models/text/number_text.h"

namespace lw {
namespace {

// Equal values share the mean of their ranks.
std::vector<double> ranksOf(const std::vector<double>& values) {
  std::vector<size_t> order(values.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](size_t a, size_t b) { return values[a] < values[b]; });
  std::vector<double> ranks(values.size());
  for (size_t i = 0; i < order.size();) {
    size_t end = i;
    while (end < order.size() && values[order[end]] == values[order[i]]) ++end;
    for (size_t k = i; k < end; ++k) ranks[order[k]] = double(i + end - 1) / 2;
    i = end;
  }
  return ranks;
}

}  // namespace

QString nameOf(const CandidateRow& row, int number, bool expectation) {
  QString name = QObject::tr("candidate %1").arg(number);
  QStringList facts;
  if (row.ms > 0) facts << (row.modelled ? QObject::tr("%1 modelled").arg(timeOf(row.ms)) : timeOf(row.ms));
  facts << row.outcome;
  if (expectation && row.expectedMs > 0) facts << QObject::tr("expected %1").arg(timeOf(row.expectedMs));
  return name + QStringLiteral(": ") + facts.join(QStringLiteral(", "));
}

bool areModelled(const std::vector<CandidateRow>& rows) { return !rows.empty() && rows.front().modelled; }

bool expectationsDiffer(const std::vector<CandidateRow>& rows) {
  double first = 0;
  for (const CandidateRow& row : rows) {
    if (row.expectedMs <= 0) continue;
    if (first <= 0) first = row.expectedMs;
    if (row.expectedMs != first) return true;
  }
  return false;
}

std::optional<double> rankCorrelation(const std::vector<CandidateRow>& rows) {
  std::vector<double> expected, measured;
  for (const CandidateRow& row : rows)
    if (row.kind == CandidateRow::Kind::Right && row.expectedMs > 0)
      expected.push_back(row.expectedMs), measured.push_back(row.ms);
  if (expected.size() < 3) return std::nullopt;
  const std::vector<double> a = ranksOf(expected), b = ranksOf(measured);
  const double mean = double(a.size() - 1) / 2;
  double ab = 0, aa = 0, bb = 0;
  for (size_t i = 0; i < a.size(); ++i) {
    ab += (a[i] - mean) * (b[i] - mean);
    aa += (a[i] - mean) * (a[i] - mean);
    bb += (b[i] - mean) * (b[i] - mean);
  }
  if (aa <= 0 || bb <= 0) return std::nullopt;
  return ab / std::sqrt(aa * bb);
}

std::optional<double> lastCorrelation(const std::vector<CandidateRow>& rows) {
  std::vector<CandidateRow> last;
  for (auto row = rows.rbegin(); row != rows.rend() && int(last.size()) < kLastCandidates; ++row)
    if (row->kind == CandidateRow::Kind::Right && row->expectedMs > 0) last.push_back(*row);
  return rankCorrelation(last);
}

bool expectationsHold(const std::vector<CandidateRow>& rows) { return lastCorrelation(rows).value_or(0) > 0; }

QString hiddenWords(const std::vector<CandidateRow>& rows) {
  if (!expectationsDiffer(rows) || expectationsHold(rows)) return {};
  const std::optional<double> correlation = lastCorrelation(rows);
  return correlation ? QObject::tr(
                           "The model's expectation is hidden: on the last %1 candidates its rank correlation "
                           "with the measured times is %2. It is shown once that is positive.")
                           .arg(kLastCandidates)
                           .arg(*correlation, 0, 'f', 2)
                     : QObject::tr(
                           "The model's expectation is hidden until three candidates show whether it says "
                           "anything about the measured times.");
}

bool isUnproven(const CandidateRow& row, const CandidateRow& best) {
  return best.again && !row.again && !row.best && row.kind == CandidateRow::Kind::Right && row.ms > 0 &&
         row.ms <= best.ms;
}

}  // namespace lw
