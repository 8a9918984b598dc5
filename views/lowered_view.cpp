#include "views/lowered_view.h"

#include <QPainter>
#include <QStyledItemDelegate>
#include <algorithm>

namespace lw {
namespace {

class StageDelegate : public QStyledItemDelegate {
 public:
  StageDelegate(const Theme& theme, QObject* parent) : QStyledItemDelegate(parent), theme_(theme) {}
  void setTheme(const Theme& theme) { theme_ = theme; }

  QSize sizeHint(const QStyleOptionViewItem&, const QModelIndex&) const override { return {150, 25}; }

  void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override {
    const bool chosen = option.state & QStyle::State_Selected, changed = index.data(StageModel::kChanged).toBool();
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    if (chosen) painter->fillRect(option.rect, theme_.selection);
    const QPointF dot(option.rect.left() + 15, option.rect.center().y() + 0.5);
    painter->setPen(QPen(changed ? theme_.accent : blend(theme_.dim, theme_.panel, 0.4), 1.2));
    painter->setBrush(changed ? QBrush(theme_.accent) : QBrush(Qt::NoBrush));
    painter->drawEllipse(dot, 3.6, 3.6);
    painter->setFont(interfaceFont(12, chosen ? QFont::DemiBold : QFont::Normal));
    painter->setPen(changed || chosen ? theme_.text : theme_.dim);
    painter->drawText(
        option.rect.adjusted(27, 0, -6, 0), Qt::AlignVCenter | Qt::AlignLeft,
        painter->fontMetrics().elidedText(index.data().toString(), Qt::ElideRight, option.rect.width() - 33));
    painter->restore();
  }

 private:
  Theme theme_;
};

template <class Id>
bool holds(const std::vector<Id>& list, Id id) {
  return id.valid() && std::find(list.begin(), list.end(), id) != list.end();
}

}  // namespace

LoweredView::LoweredView(QWidget* parent) : QSplitter(Qt::Horizontal, parent), model_(new StageModel(this)) {
  setHandleWidth(1);
  setChildrenCollapsible(false);
  list_ = new QListView(this);
  list_->setModel(model_);
  list_->setItemDelegate(new StageDelegate(loadTheme("dark"), list_));
  list_->setMinimumWidth(120);
  list_->setUniformItemSizes(true);
  list_->setAccessibleName(tr("Stages"));
  text_ = new CodeView(this);
  text_->setReadOnly(true);
  text_->setAccessibleName(tr("Text of the stage"));
  addWidget(list_);
  frame_ = new CodeFrame(text_, this);
  addWidget(frame_);
  setStretchFactor(0, 0);
  setStretchFactor(1, 1);
  setSizes({172, 400});
  connect(list_->selectionModel(), &QItemSelectionModel::currentChanged, this, [this](const QModelIndex& current) {
    const StageText* stage = model_->stage(current.row());
    if (!stage) return;
    chosen_ = stage->name;
    showStage();
  });
  connect(text_, &CodeView::offsetPicked, this, &LoweredView::pickAt);
}

void LoweredView::setTheme(const Theme& theme) {
  static_cast<StageDelegate*>(list_->itemDelegate())->setTheme(theme);
  text_->setTheme(theme);
  list_->viewport()->update();
}

void LoweredView::setStages(std::vector<StageText> stages, const QString& why) {
  const std::string wanted = chosen_;
  model_->setStages(std::move(stages));
  list_->setVisible(model_->rowCount() > 0);
  if (model_->rowCount() == 0) {
    text_->setLanguage(CodeLexer::Language::Script);
    text_->setCode(why.isEmpty() ? std::string() : "# " + why.toStdString());
    return;
  }
  const int row = model_->rowOf(wanted);
  list_->setCurrentIndex(model_->index(row >= 0 ? row : 0));
  chosen_ = row >= 0 || wanted.empty() ? model_->stage(list_->currentIndex().row())->name : wanted;
  showStage();
}

void LoweredView::setHideUnchanged(bool hide) {
  model_->setHideUnchanged(hide);
  const int row = model_->rowOf(chosen_);
  if (model_->rowCount() > 0) list_->setCurrentIndex(model_->index(std::max(0, row)));
}

void LoweredView::chooseStage(const std::string& name) {
  chosen_ = name;
  const int row = model_->rowOf(name);
  if (row >= 0) list_->setCurrentIndex(model_->index(row));
}

void LoweredView::setSelection(const Selection& withDescendants, const std::string& buffer) {
  selection_ = withDescendants;
  buffer_ = buffer;
  showHighlight(true);
}

void LoweredView::setDiff(bool on) {
  diff_ = on;
  showStage();
  if (on) text_->goToChange(1);
}

void LoweredView::setOther(std::vector<StageText> stages) {
  other_ = std::move(stages);
  showStage();
}

// Machine code has no likeness with the program that it was made from.
const StageText* LoweredView::partner() const {
  const int row = list_->currentIndex().row();
  const StageText* stage = model_->stage(row);
  if (!stage) return nullptr;
  const auto same = std::find_if(other_.begin(), other_.end(), [&](const StageText& s) { return s.name == stage->name; });
  if (!other_.empty()) return same == other_.end() ? nullptr : &*same;
  const StageText* before = diff_ ? model_->before(row) : nullptr;
  return before && before->language == stage->language ? before : nullptr;
}

void LoweredView::showStage() {
  const StageText* stage = model_->stage(list_->currentIndex().row());
  if (!stage) return;
  text_->setLanguage(stage->language);
  if (const StageText* other = partner())
    text_->setCompared(other->text, stage->text);
  else
    text_->setCode(stage->text);
  showHighlight(true);
  Q_EMIT stageChosen(stateText());
}

QString LoweredView::stateText() const {
  const StageText* stage = model_->stage(list_->currentIndex().row());
  if (const DiffText* d = text_->comparison())
    return d->added + d->removed == 0 ? tr("the same") : tr("+%1 −%2 lines").arg(d->added).arg(d->removed);
  const auto lines = std::count(stage->text.begin(), stage->text.end(), '\n');
  return (stage->changed ? tr("● changed · %1 lines") : tr("○ unchanged · %1 lines")).arg(lines);
}

std::vector<Span> LoweredView::highlighted() const {
  std::vector<Span> spans;
  const StageText* stage = model_->stage(list_->currentIndex().row());
  if (!stage) return spans;
  for (const TaggedSpan& tag : stage->tags)
    if (holds(selection_.loops, tag.loop) || holds(selection_.blocks, tag.block) ||
        (!buffer_.empty() && tag.buffer == buffer_))
      spans.push_back(tag.span);
  return spans;
}

void LoweredView::showHighlight(bool reveal) {
  const StageText* stage = model_->stage(list_->currentIndex().row());
  text_->highlight(highlighted(), reveal, stage ? stage->depth : std::vector<int>());
}

void LoweredView::pickAt(int offset) {
  const StageText* stage = model_->stage(list_->currentIndex().row());
  if (!stage) return;
  const TaggedSpan* innermost = nullptr;
  for (const TaggedSpan& tag : stage->tags) {
    if (offset < tag.span.begin || offset > tag.span.end || !(tag.loop.valid() || tag.block.valid())) continue;
    if (!innermost || tag.span.end - tag.span.begin <= innermost->span.end - innermost->span.begin) innermost = &tag;
  }
  if (!innermost) return;
  Q_EMIT picked(innermost->block.valid() && !innermost->loop.valid() ? LinkedSelection::of(innermost->block)
                : innermost->loop.valid()                            ? LinkedSelection::of(innermost->loop)
                                                                     : LinkedSelection::of(innermost->block));
}

}  // namespace lw
