#include "views/inspector_view.h"

#include <QGridLayout>
#include <QLabel>
#include <QPushButton>
#include <QScrollBar>
#include <QVBoxLayout>
#include <algorithm>

#include "views/flow_layout.h"
#include "views/repair_link.h"
#include "views/witness_text.h"

namespace lw {
namespace {

constexpr size_t kRefusalsShown = 8;

QLabel* addLabel(QLayout* layout, const QString& text, const char* name, bool wrap = false) {
  auto* label = new QLabel(text);
  label->setObjectName(name);
  label->setWordWrap(wrap);
  label->setTextInteractionFlags(Qt::TextSelectableByMouse);
  layout->addWidget(label);
  return label;
}

}  // namespace

InspectorView::InspectorView(QWidget* parent) : QScrollArea(parent), theme_(loadTheme("dark")) {
  setWidgetResizable(true);
  setFrameShape(QFrame::NoFrame);
  setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  setAccessibleName(tr("Inspector"));
  rebuild();
}

void InspectorView::setTheme(const Theme& theme) {
  theme_ = theme;
  rebuild();
}

bool InspectorContent::sameAs(const InspectorContent& other) const {
  if (title.isEmpty() && other.title.isEmpty()) return true;
  const auto sameOffer = [](const StepOffer& a, const StepOffer& b) {
    return a.primitive == b.primitive && a.state == b.state && a.call == b.call && a.soughtRepairs == b.soughtRepairs && a.reason.message == b.reason.message && a.reason.hint == b.reason.hint &&
           a.reason.repairs == b.reason.repairs && a.reason.witness.has_value() == b.reason.witness.has_value() && (!a.reason.witness || shortSentence(*a.reason.witness) == shortSentence(*b.reason.witness));
  };
  return title == other.title && chip == other.chip && chipColor == other.chipColor && sentence == other.sentence && made == other.made && facts == other.facts &&
         std::equal(offers.begin(), offers.end(), other.offers.begin(), other.offers.end(), sameOffer);
}

void InspectorView::setContent(InspectorContent content) {
  const bool same = content.sameAs(content_);
  content_ = std::move(content);
  if (!same) rebuild_.request();
}

QLabel* InspectorView::searchLink(const Primitive& primitive) {
  auto* label = new QLabel(tr("<a href='search' style='text-decoration:none'>Look for steps that make it legal ▸</a>"));
  label->setObjectName("seek_" + QString::fromStdString(primitive.name));
  label->setTextInteractionFlags(Qt::LinksAccessibleByMouse | Qt::LinksAccessibleByKeyboard);
  connect(label, &QLabel::linkActivated, this, [this, label, &primitive] {
    label->setText(tr("looking…"));
    Q_EMIT repairsWanted(&primitive);
  });
  return label;
}

QWidget* InspectorView::refusalCard(const StepOffer& offer) {
  auto* card = new QFrame;
  card->setObjectName("refusal");
  auto* column = new QVBoxLayout(card);
  column->setContentsMargins(11, 8, 10, 8);
  column->setSpacing(3);
  addLabel(column, QString::fromStdString(offer.call), "refusalTitle", true);
  QString text = QString::fromStdString(offer.reason.message);
  if (offer.reason.witness) text += ": " + shortSentence(*offer.reason.witness);
  if (!text.endsWith('.')) text += ".";
  QLabel* words = addLabel(column, text, "dim", true);
  if (offer.reason.witness) words->setToolTip(QString::fromStdString(offer.reason.witness->sentence()));
  if (!offer.reason.hint.empty()) addLabel(column, QString::fromStdString(offer.reason.hint), "dim", true);
  for (const std::string& repair : offer.reason.repairs)
    column->addWidget(repairLabel(repair, [this](const QString& step) { Q_EMIT repairWanted(step); }));
  if (offer.soughtRepairs && offer.reason.repairs.empty()) addLabel(column, tr("no one or two steps before it make it legal"), "dim", true);
  if (!offer.soughtRepairs && findPrimitive(offer.primitive->name) == offer.primitive) column->addWidget(searchLink(*offer.primitive));
  return card;
}

void InspectorView::addOffers(QVBoxLayout* column) {
  auto* steps = new QWidget;
  auto* flow = new FlowLayout(steps, 6, 6);
  std::vector<const StepOffer*> refused;
  for (const StepOffer& offer : content_.offers) {
    if (offer.state == StepOffer::State::Refused) refused.push_back(&offer);
    if (offer.state != StepOffer::State::Legal && offer.state != StepOffer::State::NeedsInput) continue;
    auto* button = new QPushButton(QString::fromStdString(offer.primitive->name), steps);
    button->setObjectName("legal_" + QString::fromStdString(offer.primitive->name));
    button->setToolTip(QString::fromStdString(offer.primitive->summary));
    connect(button, &QPushButton::clicked, this,
            [this, primitive = offer.primitive, button] { Q_EMIT stepWanted(primitive, button); });
    flow->addWidget(button);
  }
  if (flow->count() > 0) {
    column->addSpacing(8);
    addLabel(column, tr("LEGAL HERE"), "section");
    column->addWidget(steps);
  } else {
    delete steps;
  }
  if (refused.empty()) return;
  column->addSpacing(8);
  addLabel(column, tr("NOT HERE, AND WHY"), "section");
  // Refusals with a witness or a repair say most.
  std::stable_sort(refused.begin(), refused.end(), [](const StepOffer* a, const StepOffer* b) {
    const auto weight = [](const StepOffer* o) {
      return (o->reason.witness ? 2 : 0) + (o->reason.repairs.empty() ? 0 : 1);
    };
    return weight(a) > weight(b);
  });
  for (size_t i = 0; i < refused.size() && i < kRefusalsShown; ++i) column->addWidget(refusalCard(*refused[i]));
}

// ", made by steps 4 and 7", each a link.
QString InspectorView::madeText() const {
  QStringList links;
  for (const auto& [number, node] : content_.made)
    links << QStringLiteral("<a href='%1' style='color:%3; text-decoration:none'>%2</a>").arg(node).arg(number).arg(theme_.accent.name());
  if (links.size() == 1) return tr(", made by step %1").arg(links.front());
  const QString last = links.takeLast();
  return tr(", made by steps %1 and %2").arg(links.join(QStringLiteral(", ")), last);
}

void InspectorView::rebuild() {
  auto* body = new QWidget;
  body->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);  // never wider than the pane, whatever a word needs
  auto* column = new QVBoxLayout(body);
  column->setContentsMargins(14, 12, 12, 10);
  column->setSpacing(6);
  if (content_.title.isEmpty()) {
    addLabel(column, tr("nothing selected"), "dim");
    addLabel(column,
             tr("click a loop or a block: here stand its facts, the steps that are legal on it, and why the others are "
                "not."),
             "dim", true);
  } else {
    auto* top = new QHBoxLayout;
    top->setSpacing(8);
    addLabel(top, content_.title, "objectName");
    if (!content_.chip.isEmpty()) {
      auto* chip = addLabel(top, content_.chip, "chip");
      chip->setStyleSheet(QStringLiteral("color: %1; border: 1px solid %1; border-radius: 9px; padding: 1px 7px; "
                                         "font-size: 11px; font-weight: 500;")
                              .arg(content_.chipColor.name()));
      chip->setFixedHeight(19);
    }
    top->addStretch(1);
    column->addLayout(top);
    QLabel* sentence = addLabel(column, content_.made.empty() ? content_.sentence : content_.sentence.toHtmlEscaped() + madeText(), "dim", true);
    if (!content_.made.empty()) {
      sentence->setObjectName("madeBy");
      sentence->setStyleSheet(QStringLiteral("color: %1;").arg(theme_.dim.name()));
      sentence->setTextFormat(Qt::RichText);
      sentence->setTextInteractionFlags(Qt::TextBrowserInteraction);
      connect(sentence, &QLabel::linkActivated, this, [this](const QString& node) { Q_EMIT stepChosen(node.toInt()); });
    }
    auto* grid = new QGridLayout;
    grid->setContentsMargins(0, 4, 0, 0);
    grid->setVerticalSpacing(4);
    grid->setHorizontalSpacing(12);
    for (const auto& [name, value] : content_.facts) {
      const int row = grid->rowCount();
      auto *left = new QLabel(name), *right = new QLabel(value);
      left->setObjectName("dim");
      right->setObjectName("mono");
      right->setWordWrap(true);
      right->setTextInteractionFlags(Qt::TextSelectableByMouse);
      grid->addWidget(left, row, 0, Qt::AlignTop);
      grid->addWidget(right, row, 1);
      auto* line = new QFrame;
      line->setObjectName("factLine");
      line->setFixedHeight(1);
      grid->addWidget(line, row + 1, 0, 1, 2);
    }
    grid->setColumnStretch(1, 1);
    column->addLayout(grid);
    addOffers(column);
  }
  column->addStretch(1);
  const int scrolled = verticalScrollBar()->value();
  setWidget(body);
  verticalScrollBar()->setValue(scrolled);
}

}  // namespace lw
