#include "views/lowered/lowered_view.h"

#include <QPainter>
#include <QStyledItemDelegate>
#include <QVBoxLayout>
#include <algorithm>

#include "views/theme/prepared_texts.h"

namespace lw {
namespace {

constexpr int kLeastList = 120, kList = 152;  // pixels: the minimum, and a width at which all names fit
constexpr int kNarrowStages = 600;            // of the pane: below, lines of the text would wrap beside the names
constexpr int kRail = 24;                     // of the list without names
constexpr int kRow = 25, kTitle = 20;

class StageDelegate : public QStyledItemDelegate {
 public:
  StageDelegate(const Theme& theme, QObject* parent)
      : QStyledItemDelegate(parent),
        theme_(theme),
        plain_(interfaceFont(12)),
        strong_(interfaceFont(12, QFont::DemiBold)),
        title_(interfaceFont(10, QFont::DemiBold)) {}
  void setTheme(const Theme& theme) { theme_ = theme; }

  QSize sizeHint(const QStyleOptionViewItem&, const QModelIndex& index) const override {
    return {kRail, kRow + (index.data(StageModel::kGroup).isValid() ? kTitle : 0)};
  }

  void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override {
    const bool chosen = option.state & QStyle::State_Selected, changed = index.data(StageModel::kChanged).toBool();
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    const QString title = index.data(StageModel::kGroup).toString();
    const bool named = option.rect.width() > kRail;
    const QRect row = option.rect.adjusted(0, title.isEmpty() ? 0 : kTitle, 0, 0);
    if (!title.isEmpty()) {
      const QRect above(row.left(), option.rect.top(), row.width(), kTitle);
      if (named)
        texts_.drawIn(*painter, above.adjusted(8, 4, -3, 0), title_, title, theme_.dim);
      else
        painter->fillRect(above.adjusted(5, kTitle / 2, -5, 1 - kTitle / 2), theme_.hairline);
    }
    if (chosen) painter->fillRect(row, theme_.selection);
    const QPointF dot(row.left() + 12, row.center().y() + 0.5);
    painter->setPen(QPen(changed ? theme_.text : blend(theme_.dim, theme_.panel, 0.4), 1.2));
    painter->setBrush(changed ? QBrush(theme_.text) : QBrush(Qt::NoBrush));
    painter->drawEllipse(dot, 3.6, 3.6);
    if (named)
      texts_.drawIn(*painter, row.adjusted(22, 0, -3, 0), chosen ? strong_ : plain_, index.data().toString(),
                    changed || chosen ? theme_.text : theme_.dim);
    painter->restore();
  }

 private:
  Theme theme_;
  QFont plain_, strong_, title_;
  mutable PreparedTexts texts_;
};

// When only the dots of stages change, this repaints them without laying the list out again.
class StageList : public QListView {
 public:
  using QListView::QListView;

 protected:
  void dataChanged(const QModelIndex& first, const QModelIndex& last, const QList<int>& roles) override {
    if (roles == QList<int>{StageModel::kChanged}) return viewport()->update(visualRect(first) | visualRect(last));
    QListView::dataChanged(first, last, roles);
  }
};

template <class Id>
bool holds(const std::vector<Id>& list, Id id) {
  return id.valid() && std::find(list.begin(), list.end(), id) != list.end();
}

}  // namespace

LoweredView::LoweredView(QWidget* parent) : QSplitter(Qt::Horizontal, parent), model_(new StageModel(this)) {
  setHandleWidth(1);
  setChildrenCollapsible(false);
  side_ = new QWidget(this);  // in the order of Tab
  list_ = new StageList(side_);
  list_->setModel(model_);
  list_->setItemDelegate(new StageDelegate(loadTheme("dark"), list_));
  list_->setMinimumWidth(kLeastList);
  list_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  list_->setAccessibleName(tr("Stages"));
  auto* rows = new QVBoxLayout(side_);
  rows->setContentsMargins(0, 0, 0, 0);
  rows->setSpacing(0);
  rows->addWidget(list_, 1);
  fold_ = new QToolButton(side_);
  fold_->setProperty("class", "quiet");
  fold_->setObjectName("foldStages");
  fold_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
  connect(fold_, &QToolButton::clicked, this, [this] { setListFolded(!folded_); });
  rows->addWidget(fold_);
  text_ = new CodeView(this);
  text_->setReadOnly(true);
  text_->setAccessibleName(tr("Text of the stage"));
  addWidget(side_);
  frame_ = new CodeFrame(text_, this);
  addWidget(frame_);
  note_ = new QLabel(this);
  note_->setObjectName("dim");
  note_->setAlignment(Qt::AlignCenter);
  note_->setWordWrap(true);
  note_->setContentsMargins(24, 0, 24, 0);
  addWidget(note_);
  showFold();
  setStages({}, {});
  setStretchFactor(0, 0);
  setStretchFactor(1, 1);
  connect(this, &QSplitter::splitterMoved, this, [this] { moved_ = true; });
  connect(list_->selectionModel(), &QItemSelectionModel::currentChanged, this, [this](const QModelIndex& current) {
    const std::shared_ptr<const StageText> stage = model_->stage(current.row());
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

void LoweredView::setStages(Stages stages, const QString& why) {
  const std::string wanted = chosen_;
  model_->setStages(std::move(stages));
  const bool none = model_->rowCount() == 0;
  side_->setHidden(none);
  frame_->setHidden(none);
  note_->setVisible(none);
  if (none) {
    note_->setText(why.isEmpty()
                       ? tr("Open a program to see every lowering stage, from the scheduled program to the assembly")
                       : why);
    shown_.reset();
    text_->setLanguage(CodeLexer::Language::Script);
    text_->setCode({});
    return;
  }
  const int row = model_->rowOf(wanted);
  list_->setCurrentIndex(model_->index(row >= 0 ? row : model_->firstShown()));
  chosen_ = row >= 0 || wanted.empty() ? model_->stage(list_->currentIndex().row())->name : wanted;
  // The stage may have arrived before the other stages.
  if (!shown_ || shown_ != chosen() || diff_ || !other_.empty()) showStage();
}

void LoweredView::setHideUnchanged(bool hide) {
  model_->setHideUnchanged(hide);
  const int row = model_->rowOf(chosen_);
  if (model_->rowCount() > 0) list_->setCurrentIndex(model_->index(row >= 0 ? row : model_->firstShown()));
}

void LoweredView::chooseStage(const std::string& name) {
  chosen_ = name;
  const int row = model_->rowOf(name);
  if (row >= 0) list_->setCurrentIndex(model_->index(row));
}

void LoweredView::setSelection(const Selection& withDescendants, const std::string& buffer, bool now) {
  selection_ = withDescendants;
  buffer_ = buffer;
  if (now) showHighlight(true);
}

void LoweredView::setDiff(bool on) {
  diff_ = on;
  showStage();
  if (on) text_->form()->goToChange(1);
}

void LoweredView::setOther(Stages stages) {
  other_ = std::move(stages);
  showStage();
}

// Machine code is not compared with the program that it was generated from.
const StageText* LoweredView::partner() const {
  if (!shown_) return nullptr;
  if (!other_.empty()) return stageNamed(other_, shown_->name);
  const std::shared_ptr<const StageText> before = diff_ ? model_->before(list_->currentIndex().row()) : nullptr;
  return before && before->language == shown_->language ? before.get() : nullptr;
}

std::shared_ptr<const StageText> LoweredView::chosen() const { return model_->stage(list_->currentIndex().row()); }

std::string LoweredView::chosenStage() const {
  const std::shared_ptr<const StageText> stage = chosen();
  return stage ? stage->name : chosen_;
}

std::set<std::string> LoweredView::wantedStages() const {
  std::set<std::string> names;
  if (!isVisible() || !chosen()) return names;
  names.insert(chosen()->name);
  if (const auto before = diff_ ? model_->before(list_->currentIndex().row()) : nullptr) names.insert(before->name);
  return names;
}

// The text gets the space rather than the names of the stages, unless the user has set the width. In a narrow pane,
// names are elided.
void LoweredView::resizeEvent(QResizeEvent* event) {
  QSplitter::resizeEvent(event);
  if (const bool narrow = width() < kNarrowStages; narrow != narrow_) {
    narrow_ = narrow;
    foldList(asked_ || narrow);
  }
  const int list = folded_ ? kRail : std::clamp(width() * 4 / 10, kLeastList, kList);
  if ((!moved_ || folded_) && width() > list) setSizes({list, width() - list});
  if (list_->currentIndex().isValid())
    list_->scrollTo(list_->currentIndex());  // the chosen row could be hidden when the list shrinks
}

void LoweredView::setListFolded(bool folded) {
  asked_ = folded;
  if (folded == folded_) return;
  foldList(folded);
  Q_EMIT listFolded(folded);
}

void LoweredView::foldList(bool folded) {
  if (folded == folded_) return;
  if (folded) unfolded_ = side_->width();
  folded_ = folded;
  showFold();
  const int list = folded ? kRail : std::max(kLeastList, unfolded_);
  setSizes({list, width() - list});
  list_->doItemsLayout();
  list_->scrollTo(list_->currentIndex());
}

void LoweredView::showFold() {
  fold_->setText(folded_ ? QStringLiteral("»") : QStringLiteral("«"));
  const QString tip = folded_ ? tr("Show the names of the stages") : tr("Fold the list of stages to its dots");
  fold_->setToolTip(tip);
  fold_->setAccessibleName(tip);
  list_->setMinimumWidth(folded_ ? kRail : kLeastList);
  side_->setMinimumWidth(folded_ ? kRail : kLeastList);
  side_->setMaximumWidth(folded_ ? kRail : QWIDGETSIZE_MAX);
  list_->setVerticalScrollBarPolicy(folded_ ? Qt::ScrollBarAlwaysOff : Qt::ScrollBarAsNeeded);
}

void LoweredView::showEvent(QShowEvent* event) {
  QSplitter::showEvent(event);
  if (chosen() && !chosen()->ready) Q_EMIT stageRequested();
}

void LoweredView::showStage() {
  const std::shared_ptr<const StageText> stage = chosen();
  if (!stage) return;
  if (!stage->ready) {
    // The text of the previous state remains until the new one is ready, but the text of another stage would be
    // misleading.
    if (shown_ && shown_->name != stage->name) {
      shown_.reset();
      text_->setCode({});
    }
    Q_EMIT stageChosen(tr("Generating…"));
    if (isVisible()) Q_EMIT stageRequested();
    return;
  }
  shown_ = stage;
  text_->setLanguage(stage->language);
  text_->form()->setProse(stage->refusal);
  const StageText* other = partner();
  if (other && other->ready)
    text_->setCompared(other->text, stage->text);
  else
    text_->setCode(stage->text, notesOf(*stage));
  if (other && !other->ready && isVisible()) Q_EMIT stageRequested();
  showSigns();
  showHighlight(true);
  Q_EMIT stageChosen(stateText());
}

void LoweredView::setBlocks(const BlockSigns& signs) {
  if (signs == signs_) return;
  signs_ = signs;
  showSigns();
}

void LoweredView::showSigns() {
  std::vector<std::pair<Span, BlockId>> places;
  for (const TaggedSpan& tag : shown_ ? shown_->tags : std::vector<TaggedSpan>())
    if (tag.block.valid()) places.emplace_back(tag.span, tag.block);
  text_->signs()->set(signedLines(shown_ ? shown_->text : std::string(), std::move(places), signs_), signs_.names);
}

void LoweredView::showAgain() {
  showSigns();
  showHighlight(true);
}

void LoweredView::setMetric(TreeMetric metric) {
  metric_ = metric;
  if (shown_ && !text_->comparison())
    text_->setCode(text_->plainCode(), notesOf(*shown_));  // a comparison shows its marks there
}

std::vector<std::string> LoweredView::notesOf(const StageText& stage) const {
  const LineNotes* notes = stage.notesFor(size_t(metric_));
  return notes ? notes->lines : std::vector<std::string>();
}

QString LoweredView::stateText() const {
  if (const DiffText* d = text_->comparison())
    return d->added + d->removed == 0 ? tr("Identical") : tr("+%1 −%2 lines").arg(d->added).arg(d->removed);
  if (shown_->refusal) return tr("Not generated");
  const auto lines = std::count(shown_->text.begin(), shown_->text.end(), '\n');
  return (shown_->changed ? tr("● Changed · %1 lines") : tr("○ Unchanged · %1 lines")).arg(lines);
}

std::vector<Span> LoweredView::highlighted() const {
  std::vector<Span> spans;
  if (!shown_) return spans;
  for (const TaggedSpan& tag : shown_->tags)
    if (holds(selection_.loops, tag.loop) || holds(selection_.blocks, tag.block) ||
        (!buffer_.empty() && tag.buffer == buffer_))
      spans.push_back(tag.span);
  return spans;
}

void LoweredView::showHighlight(bool reveal) {
  text_->highlight(highlighted(), reveal, shown_ ? shown_->depth : std::vector<int>());
}

void LoweredView::pickAt(int offset) {
  if (!shown_) return;
  const TaggedSpan* innermost = nullptr;
  for (const TaggedSpan& tag : shown_->tags) {
    if (offset < tag.span.begin || offset > tag.span.end || !(tag.loop.valid() || tag.block.valid())) continue;
    if (!innermost || tag.span.end - tag.span.begin <= innermost->span.end - innermost->span.begin) innermost = &tag;
  }
  if (!innermost) return;
  Q_EMIT picked(innermost->block.valid() && !innermost->loop.valid() ? LinkedSelection::of(innermost->block)
                : innermost->loop.valid()                            ? LinkedSelection::of(innermost->loop)
                                                                     : LinkedSelection::of(innermost->block));
}

}  // namespace lw
