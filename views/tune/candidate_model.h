// The table of candidates: one row each, in the order of measuring, with a column for each decision if they are few.
#pragma once

#include <QAbstractTableModel>
#include <QSortFilterProxyModel>

#include "views/theme/theme.h"
#include "views/tune/candidate_row.h"

namespace lw {

class CandidateModel : public QAbstractTableModel {
  Q_OBJECT

 public:
  enum Column { kNumber, kTime, kRelative, kExpected, kOutcome, kFirstChoice };  // then why it failed
  enum Role { kSort = Qt::UserRole + 1, kKind };

  using QAbstractTableModel::QAbstractTableModel;
  void setTheme(const Theme& theme);
  void setContent(CandidateContent content);
  void add(CandidateRow row, int best);  // `best`: the position of the best, which may be the new one
  const CandidateContent& content() const { return content_; }
  int best() const;
  int whyColumn() const { return kFirstChoice + choiceColumns(); }
  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 private:
  int choiceColumns() const { return names_.isEmpty() ? 1 : int(names_.size()); }
  bool hasNames(const CandidateRow& row) const;
  void collectNames();
  QString textOf(int row, int column) const;
  QString toolTipOf(int row) const;
  QVariant sortOf(int row, int column) const;
  QString choiceText(const CandidateRow& row, int choice) const;
  QColor colorOf(int row, int column) const;

  CandidateContent content_;
  QStringList names_;  // of decisions with a column of their own; empty: all share one
  Theme theme_;
};

// Candidates with a chosen outcome, in a chosen order.
class CandidateFilter : public QSortFilterProxyModel {
  Q_OBJECT

 public:
  using QSortFilterProxyModel::QSortFilterProxyModel;
  void show(std::optional<CandidateRow::Kind> kind);  // nothing: all

 protected:
  bool filterAcceptsRow(int row, const QModelIndex& parent) const override;
  bool lessThan(const QModelIndex& a, const QModelIndex& b) const override;

 private:
  std::optional<CandidateRow::Kind> kind_;
};

}  // namespace lw
