#include "app/window/graph/model_controls.h"

#include <QFileInfo>
#include <QJsonArray>
#include <algorithm>

#include "app/models/support/job_runner.h"
#include "app/models/support/services.h"
#include "app/models/text/translate_messages.h"
#include "app/services/models/model_runs.h"
#include "app/services/models/parameter_table.h"
#include "app/window/window_context.h"
#include "views/forms/parameters_dialog.h"
#include "views/graph/graph_drag.h"
#include "views/graph/graph_panel.h"

namespace lw {

ModelControls::ModelControls(WindowContext& window, GraphPanel& panel)
    : window_(window), models_(*window.services().get<ModelRuns>()), panel_(panel), bar_(*panel.runBar()) {
  connect(&bar_, &GraphRunBar::runRequested, &models_, &ModelRuns::run);
  connect(&bar_, &GraphRunBar::cancelRequested, &models_, &ModelRuns::cancel);
  connect(&bar_, &GraphRunBar::bindRequested, this, &ModelControls::openParameters);
  connect(&bar_, &GraphRunBar::undoRequested, &models_, &ModelRuns::undoFusion);
  connect(&models_, &ModelRuns::progressed, &bar_, &GraphRunBar::setProgress);
  connect(&models_, &ModelRuns::changed, this, &ModelControls::showState);
  connect(&models_, &ModelRuns::progressed, this, [this] { window_.refreshActions(); });
  connect(panel_.drag(), &GraphDrag::movedOver, this, &ModelControls::drag);
  connect(panel_.drag(), &GraphDrag::dropped, this, &ModelControls::drop);
}

QString ModelControls::boundText() const {
  QStringList parts;
  if (!models_.binding().path.empty()) parts << QFileInfo(QString::fromStdString(models_.binding().path)).fileName();
  for (const auto& [name, size] : models_.binding().sizes)
    parts << QStringLiteral("%1 = %2").arg(QString::fromStdString(name)).arg(size);
  return parts.join(QStringLiteral(", "));
}

void ModelControls::showState() {
  bar_.setVisible(models_.hasModel());
  GraphRunTimes shown;
  const ModelTime *now = models_.time(), *before = models_.before();
  if (before) shown.beforeMs = before->ms;
  if (now) {
    shown.ms = now->ms;
    shown.indistinguishable = before && before->lowMs <= now->highMs && now->lowMs <= before->highMs;
    shown.modelled = now->modelled;
    shown.kernels = int(now->steps.size());
    shown.wrong = (now->checked && !now->ok) || now->findings > 0;
    shown.check = !now->checked ? tr("not compared")
                  : now->ok     ? tr("✓ equals %1").arg(inWords(now->reference.toStdString()))
                                : tr("✗ wrong: %1").arg(now->difference);
    const auto wrong =
        std::count_if(now->outputs.begin(), now->outputs.end(), [](const auto& o) { return !o.right(); });
    if (wrong > 0)
      shown.check = tr("✗ %1 of %2 outputs are not the expected ones").arg(wrong).arg(now->outputs.size()),
      shown.wrong = true;
    else if (!now->outputs.empty())
      shown.check += tr(", and the expected outputs");
    if (now->referenceMs > 0 && now->ms > 0)
      shown.check += tr(", %1 × its speed").arg(now->referenceMs / now->ms, 0, 'f', 2);
  }
  shown.waiting = models_.isWaiting();
  shown.failure = models_.failure();
  shown.bound = boundText();
  shown.fused = int(models_.fused().size());
  shown.note = dragged_;
  bar_.setTimes(shown);
  panel_.view()->setFigures(models_.figures());
  window_.refreshActions();
}

// ---- parameters ----

void ModelControls::openParameters() {
  if (!models_.hasModel()) return;
  std::vector<std::pair<QString, QString>> sizes;
  for (const std::string& name : symbolicSizes(models_.model())) {
    const auto bound = models_.binding().sizes.find(name);
    sizes.emplace_back(QString::fromStdString(name),
                       bound == models_.binding().sizes.end() ? QString() : QString::number(bound->second));
  }
  ParametersDialog dialog(QString::fromStdString(models_.model().name()),
                          QString::fromStdString(models_.binding().path), sizes, window_.window());
  const auto asked = [&dialog] {
    ModelBinding binding{dialog.path().toStdString(), {}, {}};
    for (const auto& [name, size] : dialog.sizes()) binding.sizes[name.toStdString()] = size;
    return binding;
  };
  const auto compare = [this, &dialog, asked] {
    window_.services().get<JobRunner>()->run<ParametersFound>(
        Channel::ModelParameters,
        [model = models_.model(), binding = asked()](const Stop&) { return parametersFor(model, binding); },
        [shown = QPointer<ParametersDialog>(&dialog)](const ParametersFound& found) {
          if (shown) shown->setFound(found);
        });
  };
  connect(&dialog, &ParametersDialog::changed, &dialog, compare);
  compare();
  if (dialog.exec() != QDialog::Accepted) return;
  models_.bind(asked());
  const QString bound = boundText();
  window_.say(bound.isEmpty() ? tr("No parameters are bound") : tr("Bound: %1").arg(bound));
}

void ModelControls::saveLayout(QJsonObject& layout) const {
  QJsonObject sizes;
  for (const auto& [name, size] : models_.binding().sizes) sizes[QString::fromStdString(name)] = qint64(size);
  QJsonArray fused;
  for (const auto& [producer, consumer] : models_.fused())
    fused.append(QJsonArray{QString::fromStdString(producer), QString::fromStdString(consumer)});
  layout["model"] =
      QJsonObject{{"parameters", QString::fromStdString(models_.binding().path)}, {"sizes", sizes}, {"fused", fused}};
}

void ModelControls::restoreLayout(const QJsonObject& layout) {
  if (!layout.contains("model")) return;
  const QJsonObject model = layout["model"].toObject(), sizes = model["sizes"].toObject();
  ModelBinding binding{model["parameters"].toString().toStdString(), {}, {}};
  for (auto size = sizes.begin(); size != sizes.end(); ++size)
    binding.sizes[size.key().toStdString()] = size.value().toInteger();
  std::vector<std::pair<std::string, std::string>> fused;
  for (const auto& pair : model["fused"].toArray())
    fused.emplace_back(pair[0].toString().toStdString(), pair[1].toString().toStdString());
  models_.bind(std::move(binding));
  models_.setFused(std::move(fused));
}

// ---- fusing by hand ----

QString ModelControls::nameOf(int node) const {
  return QString::fromStdString(models_.model().outline->nodes[size_t(node)].value);
}

// The verdict on the nodes, as soon as it is known; -1: the mouse is over none.
void ModelControls::drag(int from, int to) {
  if (!models_.hasModel() || from < 0 || to < 0 || from == to) {
    from_ = to_ = -1;
    verdict_.reset();
    dragged_ = from < 0 ? QString() : tr("Drop it on a node that uses it, or that it uses, to make one kernel of both");
    panel_.drag()->setAllowed(std::nullopt);
    return showState();
  }
  if (from == from_ && to == to_) return;
  from_ = from, to_ = to;
  verdict_.reset();
  dragged_ = tr("Can %1 and %2 be one kernel?…").arg(nameOf(from), nameOf(to));
  panel_.drag()->setAllowed(std::nullopt);
  showState();
  models_.judge(nameOf(from).toStdString(), nameOf(to).toStdString(), [this, from, to](FusionVerdict verdict) {
    if (from != from_ || to != to_) return;
    verdict_ = std::move(verdict);
    const QString names = tr("%1 and %2").arg(nameOf(from), nameOf(to));
    if (verdict_->already)
      dragged_ = tr("%1 are one kernel already").arg(names);
    else if (verdict_->apart)
      dragged_ = tr("✗ %1 stay apart: %2").arg(names, reasonWords(*verdict_->apart));
    else
      dragged_ = tr("✓ Drop to make one kernel of %1").arg(names);
    if (verdict_->apart && verdict_->apart->witness) dragged_ += "; " + witnessWords(*verdict_->apart->witness);
    panel_.drag()->setAllowed(verdict_->legal());
    showState();
  });
}

void ModelControls::drop(int from, int to) {
  const bool judged = verdict_ && from == from_ && to == to_;
  const std::optional<FusionVerdict> verdict = judged ? verdict_ : std::nullopt;
  const QString told = dragged_;
  from_ = to_ = -1;
  verdict_.reset();
  dragged_.clear();
  panel_.drag()->setAllowed(std::nullopt);
  if (verdict && verdict->legal()) {
    models_.fuse(*verdict);
    window_.say(tr("%1 and %2 are one kernel now").arg(nameOf(from), nameOf(to)));
  } else if (judged) {
    window_.say(told);
  } else if (to >= 0 && from != to) {  // dropped before the verdict was known
    models_.judge(nameOf(from).toStdString(), nameOf(to).toStdString(), [this](const FusionVerdict& late) {
      if (late.legal()) return models_.fuse(late);
      window_.say(late.already ? tr("They are one kernel already") : reasonWords(*late.apart));
    });
  }
  showState();
}

}  // namespace lw
