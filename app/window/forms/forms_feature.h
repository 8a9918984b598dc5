// Steps with parameters: the form for them, its preview, and the menu of steps on the loop tree.
#pragma once

#include <QElapsedTimer>

#include "app/window/feature.h"
#include "backends/target/target.h"
#include "views/forms/primitive_form.h"

namespace lw {

struct StepPreview;

class FormsFeature : public Feature {
  Q_OBJECT

 public:
  explicit FormsFeature(WindowContext& window);
  PrimitiveForm* form() const { return form_; }
  void openForm(const Primitive& primitive, const QPoint& at);  // in the window's coordinates
  void openFormAtTree(const Primitive& primitive);              // in the upper corner of the loop tree
  // Applies a step at once if the selection provides all its arguments; otherwise opens the form.
  void requestStep(const Primitive& primitive, const QPoint& at);
  void requestStep(const Primitive& primitive, const QWidget* from);  // opens the form below `from`
  void requestStepAtTree(const Primitive& primitive);
  // Shows the result of a step in `view`, or the refusal on the code, and marks it in the loop tree. `complete`: the
  // step has all its arguments.
  void showResult(StepPreviewView& view, const StepPreview& preview, bool complete = true);

  void connectFeatures() override;
  void setTheme(const Theme& theme) override;

 private:
  void connectForm();
  void connectSteps();
  QPoint treeCorner() const;
  void showPreview(const std::shared_ptr<const StepPreview>& preview);
  void showWitness(const std::optional<Explanation>& reason);
  void openStepMenu(const QPoint& globalPosition);
  void showStepMenu(const QPoint& globalPosition);
  void addGroups(QMenu& menu, const std::function<void(QMenu& to, const StepOffer& offer)>& add);
  std::vector<const StepOffer*> firstOffers(size_t most) const;
  void pressStepKey(QChar key);
  bool selectionIsParallel() const;

  PrimitiveForm* form_ = nullptr;
  QElapsedTimer lastKey_;                              // since a letter was typed at the loop tree
  QChar pressed_;                                      // the key of a step that was requested without a form
  bool witnessShown_ = false;                          // in the loop tree, for the form
  const int vectorLanes_ = cpuInfo().vectorBits / 32;  // of float32 on this machine
};

}  // namespace lw
