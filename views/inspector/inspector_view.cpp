#include "views/inspector/inspector_view.h"

#include <QCoreApplication>
#include <QVBoxLayout>
#include <algorithm>

#include "app/models/text/witness_text.h"
#include "views/inspector/inspector_body.h"

namespace lw {

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
    return a.primitive == b.primitive && a.state == b.state && a.call == b.call && a.soughtRepairs == b.soughtRepairs &&
           a.reason.message == b.reason.message && a.reason.hint == b.reason.hint &&
           a.reason.repairs == b.reason.repairs && a.reason.witness.has_value() == b.reason.witness.has_value() &&
           (!a.reason.witness || shortSentence(*a.reason.witness) == shortSentence(*b.reason.witness));
  };
  return title == other.title && chip == other.chip && chipColor == other.chipColor && sentence == other.sentence &&
         made == other.made && facts == other.facts &&
         std::equal(offers.begin(), offers.end(), other.offers.begin(), other.offers.end(), sameOffer);
}

void InspectorView::setContent(InspectorContent content) {
  const bool same = content.sameAs(content_);
  content_ = std::move(content);
  if (!same) rebuild_.request();
}

// Reuses the body and changes its texts; creates or deletes it only if the selection becomes non-empty or empty.
void InspectorView::rebuild() {
  if (content_.title.isEmpty()) {
    body_ = nullptr;
    setWidget(emptyBody());
    return;
  }
  if (!body_) {
    body_ = new InspectorBody;
    connect(body_, &InspectorBody::stepRequested, this, &InspectorView::stepRequested);
    connect(body_, &InspectorBody::repairRequested, this, &InspectorView::repairRequested);
    connect(body_, &InspectorBody::repairsRequested, this, &InspectorView::repairsRequested);
    connect(body_, &InspectorBody::assumeRequested, this, &InspectorView::assumeRequested);
    connect(body_, &InspectorBody::stepChosen, this, &InspectorView::stepChosen);
    body_->setContent(content_, theme_);
    return setWidget(body_);
  }
  body_->setContent(content_, theme_);
  // Lays out before the next repaint, which would otherwise be followed by another one.
  QCoreApplication::sendPostedEvents(body_, QEvent::LayoutRequest);
  QCoreApplication::sendPostedEvents(viewport(), QEvent::LayoutRequest);
}

QWidget* InspectorView::emptyBody() const {
  auto* body = new QWidget;
  body->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
  auto* column = new QVBoxLayout(body);
  column->setContentsMargins(14, 12, 12, 10);
  column->setSpacing(6);
  for (const QString& words :
       {tr("Nothing selected"),
        tr("Click a loop or a block to see its facts, the steps that are legal on it, and why the others are not.")}) {
    auto* label = new WrappingLabel("dim");
    label->setWords(words);
    column->addWidget(label);
  }
  column->addStretch(1);
  return body;
}

}  // namespace lw
