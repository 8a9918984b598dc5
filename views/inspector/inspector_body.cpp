#include "views/inspector/inspector_body.h"

#include <QPaintEvent>
#include <QPainter>
#include <QPushButton>
#include <QStyle>
#include <QVBoxLayout>
#include <algorithm>
#include <functional>

#include "app/models/text/translate_messages.h"
#include "views/inspector/effect_figures.h"
#include "views/palette/step_groups.h"
#include "views/widgets/flow_layout.h"

namespace lw {
namespace {

constexpr size_t kRefusalsShown = 8, kLegalShown = 9;
constexpr size_t kBest = 3;       // next steps that show their figures
constexpr int kFactRows = 3;      // rows of the grid: the name, the value if it is below, the line
constexpr int kChipEdge = 8;      // padding in pixels on each side of the text
constexpr int kBesideFrom = 190;  // pixels: in a narrower pane, a value is below its name, so that numbers do not wrap

PreparedLabel* label(const char* name, QLayout* layout) {
  auto* made = new PreparedLabel(name);
  layout->addWidget(made);
  return made;
}

QLabel* sectionTitle(const QString& words, QLayout* layout) {
  PreparedLabel* title = label("section", layout);
  title->setText(words);
  title->setContentsMargins(0, 8, 0, 0);
  return title;
}

// ", made by steps 4 and 7", each a link; and the plain text of it.
std::pair<QString, QString> madeText(const std::vector<std::pair<int, int>>& made, const QColor& color) {
  QStringList links, numbers;
  for (const auto& [number, node] : made) {
    links << QStringLiteral("<a href='%1' style='color:%3; text-decoration:none'>%2</a>")
                 .arg(node)
                 .arg(number)
                 .arg(color.name());
    numbers << QString::number(number);
  }
  const auto sentence = [](QStringList steps) {
    if (steps.size() == 1) return InspectorView::tr(", made by step %1").arg(steps.front());
    const QString last = steps.takeLast();
    return InspectorView::tr(", made by steps %1 and %2").arg(steps.join(QStringLiteral(", ")), last);
  };
  return {sentence(links), sentence(numbers)};
}

QString groupWords(NextStep::Effect effect) {
  switch (effect) {
    case NextStep::Effect::Helps:
      return InspectorView::tr("▲ Helps");
    case NextStep::Effect::Neutral:
      return InspectorView::tr("● Neutral");
    case NextStep::Effect::Costs:
      return InspectorView::tr("▼ Costs");
  }
  return {};
}

// Deletes the widgets of removed steps, and puts the others into `layout` in the new order.
template <class Key, class Widget, class Make>
void follow(QLayout* layout, std::map<Key, Widget*>& widgets, const std::vector<Key>& steps, Make make) {
  while (QLayoutItem* item = layout->takeAt(0)) delete item;
  std::erase_if(widgets, [&](const auto& entry) {
    const bool gone = std::find(steps.begin(), steps.end(), entry.first) == steps.end();
    if (gone) delete entry.second;
    return gone;
  });
  for (const Key& step : steps) {
    auto [found, fresh] = widgets.try_emplace(step, nullptr);
    if (fresh) found->second = make(step.first);
    layout->addWidget(found->second);
    if (!fresh) continue;
    found->second->move(0, -10000);  // out of view until it is laid out
    found->second->show();
  }
}

// Every show() or hide() lays the widgets out again; this class defers it until all changes are made.
class OneLayout {
 public:
  explicit OneLayout(QLayout* layout) : layout_(layout), outermost_(layout->isEnabled()) { layout_->setEnabled(false); }
  ~OneLayout() {
    if (!outermost_) return;
    layout_->setEnabled(true);
    layout_->update();
  }
  OneLayout(const OneLayout&) = delete;
  OneLayout& operator=(const OneLayout&) = delete;

 private:
  QLayout* layout_;
  bool outermost_;
};

}  // namespace

InspectorBody::InspectorBody(QWidget* parent)
    : QWidget(parent), sentence_(new WrappingLabel("dim")), made_(new WrappingLabel("madeBy")) {
  setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);  // never wider than the pane, however long a word is
  setAttribute(Qt::WA_OpaquePaintEvent);                        // the background is not painted
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(14, 12, 12, 10);
  column->setSpacing(6);
  auto* top = new QHBoxLayout;
  top->setSpacing(8);
  auto* title = label("objectName", top);
  title->setSelectable();
  title_ = title;
  chip_ = label("chip", top);
  chip_->setFixedHeight(19);
  chip_->setAlignment(Qt::AlignCenter);
  top->addStretch(1);
  column->addLayout(top);
  column->addWidget(sentence_);
  column->addWidget(made_);
  for (WrappingLabel* words : {sentence_, made_}) {
    words->setLeastLines(2);  // "made by step 3" then moves nothing below
    words->setAlignment(Qt::AlignTop | Qt::AlignLeft);
  }
  connect(made_, &QLabel::linkActivated, this, [this](const QString& node) { Q_EMIT stepChosen(node.toInt()); });
  grid_ = new QGridLayout;
  grid_->setContentsMargins(0, 4, 0, 0);
  grid_->setVerticalSpacing(4);
  grid_->setHorizontalSpacing(12);
  grid_->setColumnStretch(1, 1);
  column->addLayout(grid_);
  legalTitle_ = sectionTitle(InspectorView::tr("LEGAL HERE"), column);
  steps_ = new QWidget;
  new FlowLayout(steps_, 6, 6);
  more_ = new QPushButton(steps_);
  more_->setObjectName("moreLegal");
  more_->setProperty("class", "link");
  connect(more_, &QPushButton::clicked, this, [this] {
    allLegal_ = !allLegal_;
    showLegal();
  });
  column->addWidget(steps_);
  auto* next = new QHBoxLayout;
  nextTitle_ = sectionTitle(InspectorView::tr("WHAT THEY DO"), next);
  nextTitle_->setWordWrap(true);
  next->setStretch(0, 1);
  measure_ = new QPushButton;
  measure_->setObjectName("measureNext");
  measure_->setProperty("class", "link");
  measure_->setToolTip(InspectorView::tr("Times the shown state and each of these steps, on copies"));
  next->addWidget(measure_, 0, Qt::AlignBottom);
  connect(measure_, &QPushButton::clicked, this, &InspectorBody::measureRequested);
  column->addLayout(next);
  nextColumn_ = new QVBoxLayout;
  nextColumn_->setSpacing(1);
  column->addLayout(nextColumn_);
  setNext({}, false, false);
  refusedTitle_ = sectionTitle(InspectorView::tr("NOT LEGAL HERE"), column);
  cardColumn_ = new QVBoxLayout;
  cardColumn_->setSpacing(6);
  column->addLayout(cardColumn_);
  column->addStretch(1);
}

void InspectorBody::paintEvent(QPaintEvent* event) { QPainter(this).fillRect(event->rect(), ground_); }

void InspectorBody::setContent(const InspectorContent& content, const Theme& theme) {
  ground_ = theme.panel;
  const OneLayout pause(layout());
  setHead(content, theme);
  setFacts(content.facts);
  std::vector<Step> legal;
  std::vector<const StepOffer*> refused;
  for (const StepOffer& offer : content.offers) {
    if (offer.state == StepOffer::State::Refused) refused.push_back(&offer);
    const bool offered = offer.state == StepOffer::State::Legal || offer.state == StepOffer::State::Undecided ||
                         offer.state == StepOffer::State::NeedsInput;
    if (offered) legal.push_back(stepOf(offer));
  }
  std::stable_sort(legal.begin(), legal.end(),
                   [](const Step& a, const Step& b) { return rankOf(*a.first) < rankOf(*b.first); });
  const auto drawn = [](const Step& step) { return step.first->group == Group::Sampling; };
  std::stable_partition(legal.begin(), legal.end(), std::not_fn(drawn));
  const auto asks = [](const Step& step) { return step.second != step.first->name; };
  std::stable_partition(legal.begin(), legal.end(), std::not_fn(asks));
  setLegal(legal);
  setRefused(refused);
}

void InspectorBody::setHead(const InspectorContent& content, const Theme& theme) {
  title_->setText(content.title);
  title_->setToolTip(content.title);  // a long name is shortened
  chip_->setHidden(content.chip.isEmpty());
  chip_->setText(content.chip);
  const QString look =
      QStringLiteral(
          "color: %1; border: 1px solid %1; border-radius: 9px; padding: 1px 7px; font-size: 11px; font-weight: 500;")
          .arg(content.chipColor.name());
  if (chip_->styleSheet() != look) chip_->setStyleSheet(look);
  chip_->ensurePolished();
  chip_->setFixedWidth(chip_->fontMetrics().horizontalAdvance(content.chip) + 2 * kChipEdge);
  const bool links = !content.made.empty();
  const auto [html, words] = links ? madeText(content.made, theme.link) : std::pair<QString, QString>();
  made_->setLinks(links ? QStringLiteral("<span style='color:%1'>%2%3</span>")
                              .arg(theme.dim.name(), content.sentence.toHtmlEscaped(), html)
                        : QString(),
                  links ? content.sentence + words : QString());
  sentence_->setWords(links ? QString() : content.sentence);
}

void InspectorBody::setFacts(const std::vector<std::pair<QString, QString>>& facts) {
  while (facts_.size() < facts.size()) {
    const int row = kFactRows * int(facts_.size());
    const Fact fact{new PreparedLabel("dim"), new WrappingLabel("mono"), new QFrame};
    fact.line->setObjectName("factLine");
    fact.line->setFixedHeight(1);
    grid_->addWidget(fact.name, row, 0, Qt::AlignTop);
    placeValue(fact.value, row);
    grid_->addWidget(fact.line, row + 2, 0, 1, 2);
    fact.name->show();
    fact.line->show();
    facts_.push_back(fact);
  }
  // Unused rows are hidden and not deleted, because the next selection may use them.
  for (size_t i = 0; i < facts_.size(); ++i) {
    const bool wanted = i < facts.size();
    facts_[i].name->setHidden(!wanted);
    facts_[i].line->setHidden(!wanted);
    facts_[i].value->setWords(wanted ? facts[i].second : QString());
    if (wanted) facts_[i].name->setText(facts[i].first);
  }
}

void InspectorBody::placeValue(WrappingLabel* value, int row) {
  if (below_)
    grid_->addWidget(value, row + 1, 0, 1, 2);
  else
    grid_->addWidget(value, row, 1);
}

void InspectorBody::placeValues() {
  const bool below = width() < kBesideFrom;
  if (below == below_) return;
  below_ = below;
  for (size_t i = 0; i < facts_.size(); ++i) {
    grid_->removeWidget(facts_[i].value);
    placeValue(facts_[i].value, kFactRows * int(i));
  }
}

void InspectorBody::setLegal(const std::vector<Step>& steps) {
  legalTitle_->setHidden(steps.empty());
  steps_->setHidden(steps.empty());
  if (steps == legal_) return;
  legal_ = steps;
  follow(steps_->layout(), buttons_, steps, [this](const Primitive* step) {
    auto* button = new QPushButton(steps_);
    button->setObjectName("legal_" + QString::fromStdString(step->name));
    connect(button, &QPushButton::clicked, this, [this, step, button] { Q_EMIT stepRequested(step, button); });
    return button;
  });
  for (const Step& step : steps) {
    const QString name = QString::fromStdString(step.second);
    QPushButton* button = buttons_.at(step);
    button->setText(name);
    const QString summary = inWords(step.first->summary);
    button->setToolTip(name.endsWith(QChar(0x2026))
                           ? InspectorView::tr("%1\nIts arguments decide whether it is legal.").arg(summary)
                           : summary);
  }
  steps_->layout()->addWidget(more_);
  showLegal();
}

// The frequent steps first; the next steps with their effects are below and remain visible.
void InspectorBody::showLegal() {
  const size_t shown = allLegal_ || legal_.size() <= kLegalShown + 1 ? legal_.size() : kLegalShown;
  for (size_t i = 0; i < legal_.size(); ++i) buttons_.at(legal_[i])->setVisible(i < shown);
  more_->setVisible(legal_.size() > kLegalShown + 1);
  more_->setText(allLegal_ ? InspectorView::tr("Fewer ▴") : InspectorView::tr("%1 more ▾").arg(legal_.size() - shown));
}

// A click on a call applies its step.
void InspectorBody::setNext(const std::vector<NextStep>& next, bool measuring, bool stale) {
  Next wanted{next, measuring, stale};
  if (next_ == wanted) return;
  const bool sameRows = next_ && next_->steps == next;
  next_ = std::move(wanted);
  measure_->setEnabled(!measuring && !stale);
  measure_->setText(measuring ? InspectorView::tr("Measuring…") : InspectorView::tr("Measure ▸"));
  if (!sameRows) setRows(next);
  for (const Row& row : rows_) {
    if (row.call->property("stale").toBool() == stale) continue;
    row.call->setProperty("stale", stale);
    row.call->style()->unpolish(row.call);
    row.call->style()->polish(row.call);
  }
}

void InspectorBody::setRows(const std::vector<NextStep>& next) {
  const OneLayout pause(layout());
  nextTitle_->setHidden(next.empty());
  measure_->setHidden(next.empty());
  for (; rows_.size() > next.size(); rows_.pop_back()) {
    const Row& row = rows_.back();
    for (QWidget* gone : std::initializer_list<QWidget*>{row.group, row.call, row.words, row.figures, row.time}) {
      nextColumn_->removeWidget(gone);  // a layout that is suspended does not notice the deletion
      delete gone;
    }
  }
  while (rows_.size() < next.size()) rows_.push_back(makeRow());
  for (size_t i = 0; i < next.size(); ++i) {
    const NextStep& step = next[i];
    const bool first = i == 0 || next[i - 1].effect != step.effect;
    rows_[i].group->setWords(first ? groupWords(step.effect) : QString());
    rows_[i].call->setAccessibleName(step.call);
    rows_[i].call->setToolTip(step.call + '\n' + step.words);
    rows_[i].words->setWords(step.reason);
    const bool best = i < kBest && step.effect == NextStep::Effect::Helps;
    rows_[i].figures->setFigures(best ? step.figures : std::vector<EffectFigure>());
    rows_[i].time->setWords(step.time);
    if (rows_[i].time->property("wrong").toBool() != step.wrong) {
      rows_[i].time->setProperty("wrong", step.wrong);
      rows_[i].time->style()->polish(rows_[i].time);
    }
  }
  fitCalls();
}

InspectorBody::Row InspectorBody::makeRow() {
  const Row row{new WrappingLabel("effectGroup", this), new QPushButton(this), new WrappingLabel("dim", this),
                new EffectFigures(this), new WrappingLabel("stepTime", this)};
  row.group->setMinimumHeight(24);
  row.group->setAlignment(Qt::AlignBottom | Qt::AlignLeft);
  row.call->setProperty("class", "link");
  row.call->setObjectName("nextStep");
  row.call->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
  row.call->setMinimumHeight(24);
  row.call->setCursor(Qt::PointingHandCursor);
  row.figures->hide();
  connect(row.call, &QPushButton::clicked, this, [this, call = row.call] {
    if (next_ && next_->stale) return Q_EMIT staleRequested();
    Q_EMIT repairRequested(call->accessibleName());
  });
  for (QWidget* widget : std::initializer_list<QWidget*>{row.group, row.call, row.words, row.figures, row.time})
    nextColumn_->addWidget(widget);
  row.call->show();
  return row;
}

// Elides long calls; the tooltip shows the whole call.
void InspectorBody::fitCalls() {
  for (const Row& row : rows_)
    row.call->setText(
        row.call->fontMetrics().elidedText(row.call->accessibleName(), Qt::ElideRight, std::max(60, width() - 30)));
}

void InspectorBody::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  placeValues();
  fitCalls();
}

// Refusals with a witness or a repair come first.
void InspectorBody::setRefused(const std::vector<const StepOffer*>& refused) {
  std::vector<const StepOffer*> shown = refused;
  std::stable_sort(shown.begin(), shown.end(), [](const StepOffer* a, const StepOffer* b) {
    const auto weight = [](const StepOffer* o) {
      return (o->reason.witness ? 2 : 0) + (o->reason.repairs.empty() ? 0 : 1);
    };
    return weight(a) > weight(b);
  });
  if (shown.size() > kRefusalsShown) shown.resize(kRefusalsShown);
  std::vector<Step> steps;
  for (const StepOffer* offer : shown) steps.push_back(stepOf(*offer));
  refusedTitle_->setHidden(steps.empty());
  if (steps != refused_) {
    refused_ = steps;
    follow(cardColumn_, cards_, steps, [this](const Primitive*) {
      auto* card = new RefusalCard(this);
      connect(card, &RefusalCard::repairRequested, this, &InspectorBody::repairRequested);
      connect(card, &RefusalCard::repairsRequested, this, &InspectorBody::repairsRequested);
      connect(card, &RefusalCard::assumeRequested, this, &InspectorBody::assumeRequested);
      return card;
    });
  }
  for (const StepOffer* offer : shown) cards_.at(stepOf(*offer))->setOffer(*offer);
}

}  // namespace lw
