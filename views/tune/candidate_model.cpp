#include "views/tune/candidate_model.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "app/models/text/number_text.h"

namespace lw {
namespace {

constexpr qsizetype kMostChoiceColumns = 8;
constexpr double kLast = std::numeric_limits<double>::infinity();  // what has no time is sorted to the end

}  // namespace

void CandidateModel::setTheme(const Theme& theme) {
  theme_ = theme;
  if (!content_.rows.empty()) Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
}

void CandidateModel::setContent(CandidateContent content) {
  beginResetModel();
  content_ = std::move(content);
  collectNames();
  endResetModel();
}

void CandidateModel::collectNames() {
  names_.clear();
  for (const CandidateRow& row : content_.rows)
    for (const CandidateRow::Choice& choice : row.choices)
      if (!names_.contains(choice.name)) names_ << choice.name;
  if (names_.size() > kMostChoiceColumns) names_.clear();
}

bool CandidateModel::hasNames(const CandidateRow& row) const {
  if (content_.rows.empty()) return row.choices.empty();
  return names_.isEmpty() || std::all_of(row.choices.begin(), row.choices.end(),
                                         [this](const CandidateRow::Choice& c) { return names_.contains(c.name); });
}

void CandidateModel::add(CandidateRow row, int best) {
  if (!hasNames(row)) {  // it adds columns
    CandidateContent content = content_;
    content.rows.push_back(std::move(row));
    for (size_t i = 0; i < content.rows.size(); ++i) content.rows[i].best = int(i) == best;
    return setContent(std::move(content));
  }
  const int last = rowCount(), before = this->best();
  beginInsertRows({}, last, last);
  content_.rows.push_back(std::move(row));
  endInsertRows();
  if (best == before) return;
  for (int i = 0; i <= last; ++i) content_.rows[size_t(i)].best = i == best;
  Q_EMIT dataChanged(index(0, kTime), index(last, kOutcome));
}

int CandidateModel::best() const {
  for (size_t i = 0; i < content_.rows.size(); ++i)
    if (content_.rows[i].best) return int(i);
  return -1;
}

int CandidateModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : int(content_.rows.size());
}

int CandidateModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : whyColumn() + 1; }

QString CandidateModel::choiceText(const CandidateRow& row, int choice) const {
  if (names_.isEmpty()) {
    QStringList all;
    for (const CandidateRow::Choice& c : row.choices) all << QStringLiteral("%1 = %2").arg(c.name, c.text);
    return all.join(QStringLiteral(", "));
  }
  for (const CandidateRow::Choice& c : row.choices)
    if (c.name == names_[choice]) return c.text;
  return {};
}

QString CandidateModel::textOf(int row, int column) const {
  const CandidateRow& r = content_.rows[size_t(row)];
  const int best = this->best();
  switch (column) {
    case kNumber:
      return QString::number(row + 1);
    case kTime:
      if (r.ms > 0 && best >= 0 && isUnproven(r, content_.rows[size_t(best)])) return tr("%1 once").arg(timeOf(r.ms));
      return r.ms > 0 ? timeOf(r.ms) : QStringLiteral("–");
    case kRelative:
      if (r.ms > 0 && best >= 0 && isUnproven(r, content_.rows[size_t(best)])) return QStringLiteral("–");
      return r.ms > 0 && best >= 0 ? QStringLiteral("%1×").arg(r.ms / content_.rows[size_t(best)].ms, 0, 'f', 2)
                                   : QStringLiteral("–");
    case kExpected:
      return r.expectedMs > 0 && expectationsHold(content_.rows) ? timeOf(r.expectedMs) : QStringLiteral("–");
    case kOutcome:
      return r.best   ? tr("✓ best")
             : r.tied ? tr("✓ tied with the best")
                      : (r.kind == CandidateRow::Kind::Right     ? QStringLiteral("✓ ")
                         : r.kind == CandidateRow::Kind::Stopped ? QStringLiteral("△ ")
                                                                 : QStringLiteral("✗ ")) +
                            r.outcome;
    default:
      return column == whyColumn() ? r.why : choiceText(r, column - kFirstChoice);
  }
}

QString CandidateModel::toolTipOf(int row) const {
  const CandidateRow& r = content_.rows[size_t(row)];
  QStringList lines{nameOf(r, row + 1, expectationsHold(content_.rows))};
  if (const int best = this->best(); best >= 0 && isUnproven(r, content_.rows[size_t(best)]))
    lines << tr("Measured once, during the search, and not again in turns with the best: it need not be faster");
  if (!r.why.isEmpty()) lines << r.why;
  return lines.join(QStringLiteral("\n"));
}

QVariant CandidateModel::sortOf(int row, int column) const {
  const CandidateRow& r = content_.rows[size_t(row)];
  switch (column) {
    case kNumber:
      return row;
    case kTime:
    case kRelative:
      if (const int best = this->best(); best >= 0 && isUnproven(r, content_.rows[size_t(best)]))
        return std::nextafter(content_.rows[size_t(best)].ms, kLast);
      return r.ms > 0 ? r.ms : kLast;
    case kExpected:
      return r.expectedMs > 0 ? r.expectedMs : kLast;
    case kOutcome:
      return (r.best ? 0.0 : r.tied ? 1.0 : 2.0 + double(r.kind));
    default: {
      const QString text = textOf(row, column);
      bool number = false;
      const double value = text.toDouble(&number);
      return number ? QVariant(value) : QVariant(text);
    }
  }
}

QColor CandidateModel::colorOf(int row, int column) const {
  const CandidateRow& r = content_.rows[size_t(row)];
  if (column == kOutcome)
    return r.kind == CandidateRow::Kind::Right     ? theme_.vectorized
           : r.kind == CandidateRow::Kind::Stopped ? theme_.parallel
                                                   : theme_.reduce;
  if (r.best && (column == kTime || column == kRelative)) return theme_.data;
  return column == kNumber || column == kExpected || column == whyColumn() ? theme_.dim : theme_.text;
}

QVariant CandidateModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid()) return {};
  const int row = index.row(), column = index.column();
  const CandidateRow& r = content_.rows[size_t(row)];
  switch (role) {
    case Qt::DisplayRole:
      return textOf(row, column);
    case Qt::ToolTipRole:
      return toolTipOf(row);
    case Qt::TextAlignmentRole:
      return int(column < kOutcome ? Qt::AlignRight | Qt::AlignVCenter : Qt::AlignLeft | Qt::AlignVCenter);
    case Qt::FontRole:
      // Digits of the same width, so that the numbers of a column can be compared.
      return column == kOutcome || column == whyColumn() ? interfaceFont(12)
                                                         : codeFont(12, r.best ? QFont::Bold : QFont::Normal);
    case Qt::ForegroundRole:
      return colorOf(row, column);
    case kSort:
      return sortOf(row, column);
    case kKind:
      return int(r.kind);
    default:
      return {};
  }
}

QVariant CandidateModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal) return {};
  if (role == Qt::TextAlignmentRole)
    return int(section < kOutcome ? Qt::AlignRight | Qt::AlignVCenter : Qt::AlignLeft | Qt::AlignVCenter);
  if (role != Qt::DisplayRole) return {};
  switch (section) {
    case kNumber:
      return tr("#");
    case kTime:
      return areModelled(content_.rows) ? tr("Modelled") : tr("Time");
    case kRelative:
      return tr("× best");
    case kExpected:
      return tr("Expected");
    case kOutcome:
      return tr("Outcome");
    default:
      if (section == whyColumn()) return tr("Reason");
      return names_.isEmpty() ? tr("Decisions") : names_[section - kFirstChoice];
  }
}

void CandidateFilter::show(std::optional<CandidateRow::Kind> kind) {
  kind_ = kind;
  invalidateFilter();
}

bool CandidateFilter::filterAcceptsRow(int row, const QModelIndex& parent) const {
  return !kind_ || sourceModel()->index(row, 0, parent).data(CandidateModel::kKind).toInt() == int(*kind_);
}

bool CandidateFilter::lessThan(const QModelIndex& a, const QModelIndex& b) const {
  const QVariant x = a.data(CandidateModel::kSort), y = b.data(CandidateModel::kSort);
  const bool numbers = x.typeId() != QMetaType::QString && y.typeId() != QMetaType::QString;
  return numbers ? x.toDouble() < y.toDouble() : x.toString() < y.toString();
}

}  // namespace lw
