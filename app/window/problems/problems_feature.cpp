#include "app/window/problems/problems_feature.h"

#include <algorithm>

#include "app/models/document/document.h"
#include "app/models/document/document_text.h"
#include "app/models/document/messages.h"
#include "app/models/schedule/steps.h"
#include "app/models/support/services.h"
#include "app/window/code/code_feature.h"
#include "app/window/loop_tree/loop_tree_feature.h"
#include "app/window/results/results_feature.h"
#include "app/window/window_context.h"

namespace lw {

ProblemsFeature::ProblemsFeature(WindowContext& window)
    : Feature(window), results_(window.feature<ResultsFeature>()), problems_(new ProblemsView) {
  results_.addPage(kPage, tr("Problems"), problems_, ResultsFeature::PageSize::OfPage);
  addAction(
      MenuSection::ViewPlaces, tr("&Problems"), "Alt+8", [this] { results_.showPage(kPage), problems_->setFocus(); },
      1);
}

void ProblemsFeature::connectFeatures() {
  connect(services_.get<Messages>(), &Messages::problemsChanged, this, &ProblemsFeature::showProblems);
  connect(services_.get<DocumentText>(), &DocumentText::parsed, this, [this] {
    if (services_.get<Document>()->source()->hasErrors() && !services_.get<Document>()->hasProgram())
      results_.showPage(kPage);
  });
  connect(problems_, &ProblemsView::repairRequested, services_.get<Steps>(), &Steps::applyText);
  connect(problems_, &ProblemsView::chosen, this, &ProblemsFeature::goTo);
}

void ProblemsFeature::setTheme(const Theme& theme) {
  problems_->setTheme(theme);
  showProblems();
}

void ProblemsFeature::showProblems() {
  const std::vector<Problem> all = services_.get<Messages>()->problems();
  problems_->setProblems(all);
  const auto count = std::count_if(all.begin(), all.end(), [](const Problem& p) { return !p.follows; });
  results_.setTitle(kPage, count == 0 ? tr("Problems") : tr("Problems (%1)").arg(count));
}

void ProblemsFeature::goTo(const Problem& problem) {
  if (problem.span.valid()) window_.feature<CodeFeature>().goToProblem(problem.span, problem.inOrigin);
  window_.feature<LoopTreeFeature>().tree()->setConflict(problem.loops, problem.blocks, problem.conflict);
}

}  // namespace lw
