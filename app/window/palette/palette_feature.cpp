#include "app/window/palette/palette_feature.h"

#include <QHBoxLayout>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <algorithm>

#include "app/models/document/document.h"
#include "app/models/document/no_program.h"
#include "app/models/program/selection_model.h"
#include "app/models/program/shown_program.h"
#include "app/models/schedule/steps.h"
#include "app/models/schedule/typed_preview.h"
#include "app/models/support/services.h"
#include "app/models/text/translate_messages.h"
#include "app/services/offers/offers.h"
#include "app/services/schedule/composites.h"
#include "app/window/forms/forms_feature.h"
#include "app/window/loop_tree/loop_tree_feature.h"
#include "app/window/window_context.h"
#include "core/schedule/all_primitives.h"
#include "views/palette/step_groups.h"

namespace lw {

PaletteFeature::PaletteFeature(WindowContext& window) : Feature(window), bar_(new PrimitiveBar) {
  addHint();
  addToTop(bar_, TopPlace::ToolRow);
  addAction(MenuSection::EditStep, tr("Type a &step…"), "Ctrl+K", [this] { openPalette(); });
  functions_ = addMenu(MenuSection::ScheduleFile, tr("&Apply from the file"));
  programs_ = addMenu(MenuSection::ScheduleFile, tr("&Function of the file"));
  composites_ = addMenu(MenuSection::ScheduleFile, tr("&Composites"));
  for (const Group group : stepGroups()) addGroupMenu(group);
  addTourStop(3, bar_, tr("The steps"),
              tr("Each button is a step. Grey steps are not legal on the selection; hover over one to see why. Press "
                 "Ctrl+K to type a step instead."));
}

void PaletteFeature::addHint() {
  auto* hint = new QPushButton(tr("Ctrl+K  Type a step…"));
  hint->setObjectName("paletteHint");
  hint->setFocusPolicy(Qt::NoFocus);
  connect(hint, &QPushButton::clicked, this, &PaletteFeature::openPalette);
  addToTop(hint, TopPlace::TitleEnd);
}

void PaletteFeature::addGroupMenu(Group group) {
  QMenu* menu = addMenu(MenuSection::ScheduleSteps, groupName(group));
  for (const Primitive* p : allPrimitives()) {
    if (p->query || p->group != group) continue;
    menu->addAction(QString::fromStdString(p->name), this,
                    [this, p] { window_.feature<FormsFeature>().openFormAtTree(*p); })
        ->setStatusTip(inWords(p->summary));
  }
}

void PaletteFeature::connectFeatures() {
  fillRowEnd();
  palette_ = new StepPalette(window_.window());
  auto& forms = window_.feature<FormsFeature>();
  connect(bar_, &PrimitiveBar::stepRequested, &forms,
          [&forms](const Primitive* p, QWidget* from) { forms.requestStep(*p, from); });
  connect(bar_, &PrimitiveBar::hintChanged, &window_, &WindowContext::say);
  connect(palette_, &StepPalette::typed, services_.get<Steps>(), &Steps::applyText);
  connect(palette_, &StepPalette::chosen, &forms, [&forms](const Primitive* p) { forms.requestStepAtTree(*p); });
  connect(palette_, &StepPalette::textTyped, services_.get<Steps>(), &Steps::previewTyped);
  connect(palette_, &StepPalette::closed, this, [this] {
    services_.get<Steps>()->endPreview();
    window_.feature<LoopTreeFeature>().setPreview({});
  });
  connect(services_.get<Steps>(), &Steps::typedPreviewed, this, &PaletteFeature::showPreview);
  connect(services_.get<Offers>(), &Offers::changed, this, [this] {
    bar_->setOffers(services_.get<Offers>()->all());
    const Selection& selected = services_.get<SelectionModel>()->current().nodes;
    const bool nothing = selected.loops.empty() && selected.blocks.empty();
    bar_->setHint(nothing ? tr("Click a loop or a block, then a step:") : QString());
  });
  connect(services_.get<ShownProgram>(), &ShownProgram::changed, this, &PaletteFeature::showProgram);
  connect(services_.get<CompositeShelf>(), &CompositeShelf::changed, this, [this] {
    palette_->hide();
    window_.refreshActions();
    bar_->setComposites(services_.get<CompositeShelf>()->forms());
  });
}

// Adds the features' widgets at the end of the row: Tab moves in the order of the features.
void PaletteFeature::fillRowEnd() {
  auto* end = new QWidget(bar_);
  auto* row = new QHBoxLayout(end);
  row->setContentsMargins(0, 0, 0, 0);
  row->setSpacing(6);
  std::vector<TopWidget> widgets;
  for (const auto& feature : window_.features())
    for (const TopWidget& part : feature->parts().top)
      if (part.place == TopPlace::ToolRowEnd) widgets.push_back(part);
  for (const TopWidget& part : widgets) part.widget->setParent(end);
  std::stable_sort(widgets.begin(), widgets.end(),
                   [](const TopWidget& a, const TopWidget& b) { return a.order < b.order; });
  for (const TopWidget& part : widgets) row->addWidget(part.widget);
  bar_->setRight(end);
}

void PaletteFeature::openPalette() {
  if (!services_.get<Document>()->hasProgram()) return window_.say(noProgramWords(*services_.get<Document>()));
  const std::vector<const Primitive*> composites = services_.get<CompositeShelf>()->forms();
  palette_->open(services_.get<Offers>()->all(), composites,
                 [schedule = services_.get<Document>()->workingSchedule(), composites,
                  selected = services_.get<SelectionModel>()->current().nodes](const std::string& text) {
                   return readTypedStep(text, {schedule, composites, selected});
                 });
}

void PaletteFeature::showPreview(const std::shared_ptr<const TypedPreview>& made) {
  if (!palette_->isVisible() || made->text != palette_->edit()->text()) return;
  palette_->setVerdict(made->text, made->error, made->completions, made->chain);
  window_.feature<FormsFeature>().showResult(*palette_->preview(), made->preview, !made->step.call.empty());
}

void PaletteFeature::showProgram() {
  if (!services_.get<Document>()->hasProgram() || !services_.get<ShownProgram>()->hasViews())
    bar_->setNoProgram(tr("There is no program"));
}

void PaletteFeature::refreshActions() {
  functions_->clear();
  for (const QString& name : services_.get<Document>()->scheduleFunctions())
    functions_->addAction(name, this, [this, name] { services_.get<Steps>()->applyFunction(name); });
  functions_->setEnabled(!functions_->isEmpty());
  composites_->clear();
  for (const Primitive* p : services_.get<CompositeShelf>()->forms())
    composites_
        ->addAction(QString::fromStdString(p->name), this,
                    [this, p] { window_.feature<FormsFeature>().openFormAtTree(*p); })
        ->setStatusTip(inWords(p->summary));
  composites_->setEnabled(!composites_->isEmpty());
  programs_->clear();
  const QStringList programs = services_.get<Document>()->functionNames();
  for (const QString& name : programs) {
    QAction* action =
        programs_->addAction(name, this, [this, name] { services_.get<Document>()->chooseFunction(name); });
    action->setCheckable(true);
    action->setChecked(name == services_.get<Document>()->function());
  }
  programs_->menuAction()->setVisible(programs.size() > 1);
}

}  // namespace lw
