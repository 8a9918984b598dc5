#include "views/stage_model.h"

namespace lw {

void StageModel::filter() {
  shown_.clear();
  for (size_t i = 0; i < stages_.size(); ++i)
    if (!hideUnchanged_ || stages_[i].changed || i == 0) shown_.push_back(int(i));
}

void StageModel::setStages(std::vector<StageText> stages) {
  beginResetModel();
  stages_ = std::move(stages);
  filter();
  endResetModel();
}

void StageModel::setHideUnchanged(bool hide) {
  if (hide == hideUnchanged_) return;
  beginResetModel();
  hideUnchanged_ = hide;
  filter();
  endResetModel();
}

const StageText* StageModel::stage(int row) const {
  return row >= 0 && row < int(shown_.size()) ? &stages_[size_t(shown_[size_t(row)])] : nullptr;
}

const StageText* StageModel::before(int row) const {
  const StageText* s = stage(row);
  return s && s != stages_.data() ? s - 1 : nullptr;
}

int StageModel::rowOf(const std::string& name) const {
  for (size_t row = 0; row < shown_.size(); ++row)
    if (stages_[size_t(shown_[row])].name == name) return int(row);
  return -1;
}

int StageModel::rowCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : int(shown_.size()); }

QVariant StageModel::data(const QModelIndex& index, int role) const {
  const StageText* s = index.isValid() ? stage(index.row()) : nullptr;
  if (!s) return {};
  if (role == Qt::DisplayRole) return QString::fromStdString(s->name).replace('_', ' ');
  if (role == Qt::ToolTipRole)
    return QString::fromStdString(s->help) + (s->changed ? QString() : tr("\nleft the program as it was"));
  if (role == Qt::AccessibleTextRole)
    return QString::fromStdString(s->name) + (s->changed ? tr(", changed") : tr(", unchanged"));
  if (role == kChanged) return s->changed;
  return {};
}

}  // namespace lw
