#include "app/models/lowering/stage_model.h"

#include "app/models/text/translate_messages.h"

namespace lw {

const StageText* stageNamed(const Stages& stages, const std::string& name) {
  for (const auto& stage : stages)
    if (stage->name == name) return stage.get();
  return nullptr;
}

void StageModel::filter() {
  shown_.clear();
  for (size_t i = 0; i < stages_.size(); ++i)
    if (!hideUnchanged_ || stages_[i]->changed || i == 0) shown_.push_back(int(i));
}

// Most steps do not change the list of stages: then only the changed rows are repainted.
void StageModel::setStages(Stages stages) {
  const bool same =
      std::equal(stages.begin(), stages.end(), stages_.begin(), stages_.end(), [this](const auto& a, const auto& b) {
        return a->name == b->name && (!hideUnchanged_ || a->changed == b->changed);
      });
  if (!same) {
    beginResetModel();
    stages_ = std::move(stages);
    filter();
    return endResetModel();
  }
  stages_.swap(stages);
  for (int row = 0; row < int(shown_.size()); ++row)
    if (const size_t at = size_t(shown_[size_t(row)]); stages_[at]->changed != stages[at]->changed)
      Q_EMIT dataChanged(index(row), index(row), {kChanged});
}

void StageModel::setHideUnchanged(bool hide) {
  if (hide == hideUnchanged_) return;
  beginResetModel();
  hideUnchanged_ = hide;
  filter();
  endResetModel();
}

std::shared_ptr<const StageText> StageModel::stage(int row) const {
  return row >= 0 && row < int(shown_.size()) ? stages_[size_t(shown_[size_t(row)])] : nullptr;
}

std::shared_ptr<const StageText> StageModel::before(int row) const {
  const int at = row >= 0 && row < int(shown_.size()) ? shown_[size_t(row)] : 0;
  return at > 0 ? stages_[size_t(at - 1)] : nullptr;
}

int StageModel::rowOf(const std::string& name) const {
  for (size_t row = 0; row < shown_.size(); ++row)
    if (stages_[size_t(shown_[row])]->name == name) return int(row);
  return -1;
}

int StageModel::firstShown() const {
  if (!stages_.empty() && stages_.front()->group == StageGroup::Schedule) return 0;
  for (size_t row = shown_.size(); row-- > 0;)
    if (stages_[size_t(shown_[row])]->language == TextLanguage::Script) return int(row);
  return 0;
}

int StageModel::rowCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : int(shown_.size()); }

QVariant StageModel::data(const QModelIndex& index, int role) const {
  const std::shared_ptr<const StageText> s = index.isValid() ? stage(index.row()) : nullptr;
  if (!s) return {};
  const QString label = QString::fromStdString(s->label.empty() ? s->name : s->label);
  if (role == Qt::DisplayRole) return label;
  if (role == Qt::ToolTipRole) {
    QStringList beside;
    for (const LineNotes& notes : s->notes) beside << QString::fromStdString(notes.about);
    return QString::fromStdString(s->name) + ": " + inWords(s->help) +
           (beside.isEmpty() ? QString() : tr("\nBeside the lines: %1").arg(beside.join("; "))) +
           (s->changed ? QString() : tr("\nDid not change the program"));
  }
  if (role == Qt::AccessibleTextRole) return label + (s->changed ? tr(", changed") : tr(", unchanged"));
  if (role == kChanged) return s->changed;
  if (role == kGroup && index.row() > 0 && stage(index.row() - 1)->group != s->group)
    return s->group == StageGroup::MachineCode ? tr("MACHINE CODE") : tr("PASSES");
  return {};
}

}  // namespace lw
