#include "app/window/forms/forms_feature.h"

#include <QApplication>
#include <utility>

#include "app/models/document/document.h"
#include "app/models/document/no_program.h"
#include "app/models/program/selection_model.h"
#include "app/models/program/shown_program.h"
#include "app/models/schedule/steps.h"
#include "app/models/support/services.h"
#include "app/models/text/translate_messages.h"
#include "app/services/offers/offer_search.h"
#include "app/services/offers/offers.h"
#include "app/services/offers/repair_search.h"
#include "app/services/schedule/composites.h"
#include "app/services/schedule/step_preview.h"
#include "app/window/inspector/inspector_feature.h"
#include "app/window/loop_tree/loop_tree_feature.h"
#include "app/window/problems/problems_feature.h"
#include "app/window/results/results_feature.h"
#include "app/window/window_context.h"
#include "core/schedule/all_primitives.h"
#include "core/script/composite.h"

namespace lw {
namespace {

constexpr QPoint kTreeCorner(24, 48);

}  // namespace

FormsFeature::FormsFeature(WindowContext& window) : Feature(window) {}

// The form is a child of the window, above all other widgets.
void FormsFeature::connectFeatures() {
  form_ = new PrimitiveForm(window_.window());
  connectForm();
  connectSteps();
  const LoopTreeView* tree = window_.feature<LoopTreeFeature>().tree();
  connect(tree, &LoopTreeView::menuRequested, this, &FormsFeature::openStepMenu);
  connect(tree, &LoopTreeView::stepKeyPressed, this, &FormsFeature::pressStepKey);
  connect(tree, &LoopTreeView::activated, this, [this](const QPoint& at) {
    if (services_.get<SelectionModel>()->current().loop().valid())
      openForm(kSplit, window_.window()->mapFromGlobal(at));
  });
  connect(window_.feature<InspectorFeature>().view(), &InspectorView::stepRequested, this,
          [this](const Primitive* p, QWidget* from) { requestStep(*p, from); });
}

void FormsFeature::connectForm() {
  connect(form_, &PrimitiveForm::changed, this, [this] {
    if (!form_->primitive()) return;
    services_.get<Steps>()->check(*form_->primitive(), form_->arguments());
    services_.get<Steps>()->preview(*form_->primitive(), form_->arguments());
  });
  connect(form_, &PrimitiveForm::applied, this,
          [this](const Primitive* p, const Arguments& args) { services_.get<Steps>()->apply(*p, args); });
  connect(form_, &PrimitiveForm::repairRequested, services_.get<Steps>(), &Steps::applyText);
  connect(form_, &PrimitiveForm::assumeRequested, services_.get<Steps>(), &Steps::applyAssuming);
  connect(form_, &PrimitiveForm::closed, this, [this] {
    LoopTreeView* tree = window_.feature<LoopTreeFeature>().tree();
    services_.get<Steps>()->endPreview();
    window_.feature<LoopTreeFeature>().setPreview({});
    showWitness({});
    // Not if a click moved the focus elsewhere.
    if (form_->isAncestorOf(QApplication::focusWidget())) tree->setFocus();
  });
  connect(services_.get<Steps>(), &Steps::previewed, this, &FormsFeature::showPreview);
  connect(services_.get<CompositeShelf>(), &CompositeShelf::changed, this, [this] {
    if (form_->isVisible() && form_->primitive() && isComposite(*form_->primitive())) form_->hide();
  });
  connect(services_.get<Steps>(), &Steps::checked, this,
          [this](const QString& call, const std::optional<Explanation>& reason) {
            form_->setVerdict(call, reason);
            if (form_->isVisible()) showWitness(reason);
          });
  connect(services_.get<Offers>(), &Offers::candidatesChecked, form_, &PrimitiveForm::setCandidateVerdicts);
  connect(services_.get<RepairSearch>(), &RepairSearch::found, this,
          [this](const QString& call, const Explanation& reason) {
            if (form_->isVisible()) form_->setRepairs(call, reason.repairs);
          });
}

// The two conflicting iterations in the loop tree, which the form does not hide.
void FormsFeature::showWitness(const std::optional<Explanation>& reason) {
  const auto& feature = window_.feature<LoopTreeFeature>();
  LoopTreeView* tree = feature.tree();
  const bool shown = reason && reason->witness;
  if (feature.locked() || (!shown && !witnessShown_)) return;
  witnessShown_ = shown;
  if (!shown) return tree->setConflict({}, {});
  tree->setConflict(reason->loops, reason->blocks, reason->witness);
  const LoopTreeScene& picture = tree->picture();
  if (picture.witnessAt() < 0) return;
  const QRect place = tree->mapFromScene(picture.layout().boxes[size_t(picture.witnessAt())].callout).boundingRect();
  form_->avoid(QRect(tree->viewport()->mapTo(window_.window(), place.topLeft()), place.size()));
}

void FormsFeature::connectSteps() {
  connect(services_.get<Steps>(), &Steps::applied, this, [this](const QString& title) {
    const QChar key = form_->isVisible() ? QChar() : std::exchange(pressed_, QChar());
    form_->hide();
    window_.say(key.isNull() ? tr("Applied %1").arg(title)
                             : tr("Key %1: applied %2; Ctrl+Z takes it back").arg(key).arg(title));
  });
  connect(services_.get<Steps>(), &Steps::refused, this, [this](const QString& call, const Explanation& reason) {
    if (form_->isVisible())
      form_->setVerdict(call, reason);
    else
      window_.feature<ResultsFeature>().showPage(ProblemsFeature::kPage);
    window_.say(tr("Refused: %1: %2").arg(call, reasonWords(reason)));
  });
}

void FormsFeature::setTheme(const Theme& theme) { form_->preview()->setTheme(theme); }

void FormsFeature::openForm(const Primitive& primitive, const QPoint& at) {
  if (!services_.get<Document>()->hasProgram() || !services_.get<ShownProgram>()->hasViews())
    return window_.say(noProgramWords(*services_.get<Document>()));
  pressed_ = QChar();  // a form says what it applies
  const StepOffer* offer = services_.get<Offers>()->of(primitive.name);
  const bool known = offer && !offer->args.empty();
  form_->setVectors(vectorLanes_, window_.theme().vectorized);
  form_->open(primitive, services_.get<ShownProgram>()->views().choices,
              offer ? offer->candidates : std::vector<Candidate>{},
              known ? offer->args : argumentsFor(primitive, services_.get<SelectionModel>()->current().nodes), at);
  if (offer) services_.get<Offers>()->checkCandidates(primitive, offer->candidates);
}

void FormsFeature::openFormAtTree(const Primitive& primitive) { openForm(primitive, treeCorner()); }

QPoint FormsFeature::treeCorner() const {
  return window_.feature<LoopTreeFeature>().tree()->mapTo(window_.window(), kTreeCorner);
}

// A step may drop this, which the form says before.
bool FormsFeature::selectionIsParallel() const {
  const LoopId loop = services_.get<SelectionModel>()->current().loop();
  const LoopTree& tree = window_.feature<LoopTreeFeature>().tree()->tree();
  const int node = loop.valid() ? tree.find(loop) : -1;
  return node >= 0 && tree.nodes[size_t(node)].forKind == ForKind::Parallel;
}

void FormsFeature::requestStep(const Primitive& primitive, const QPoint& at) {
  const StepOffer* offer = services_.get<Offers>()->of(primitive.name);
  const bool list = takesSeveralLoops(primitive);
  const bool asks = primitive.params.size() > 1 || (offer && offer->candidates.size() > 1) ||
                    (list && services_.get<SelectionModel>()->current().nodes.loops.size() < 2) ||
                    selectionIsParallel();
  if (!asks && offer && (offer->state == StepOffer::State::Legal || offer->state == StepOffer::State::Undecided))
    return services_.get<Steps>()->apply(primitive, offer->args);
  openForm(primitive, at);
}

void FormsFeature::requestStep(const Primitive& primitive, const QWidget* from) {
  requestStep(primitive, from->mapTo(window_.window(), QPoint(0, from->height() + 4)));
}

void FormsFeature::requestStepAtTree(const Primitive& primitive) { requestStep(primitive, treeCorner()); }

void FormsFeature::showPreview(const std::shared_ptr<const StepPreview>& preview) {
  if (form_->isVisible() && form_->primitive() == preview->primitive) showResult(*form_->preview(), *preview);
}

void FormsFeature::showResult(StepPreviewView& view, const StepPreview& preview, bool complete) {
  if (preview.legal)
    view.showChange(preview.before, preview.after, preview.change);
  else if (!preview.conflict.lines.empty())
    view.showConflict(preview.conflict);
  else
    view.showNothing(complete ? tr("No result: refused") : QString());
  window_.feature<LoopTreeFeature>().setPreview(preview.marks);
}

}  // namespace lw
