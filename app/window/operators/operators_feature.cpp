#include "app/window/operators/operators_feature.h"

#include "app/models/document/document_files.h"
#include "app/models/support/services.h"
#include "app/window/window_context.h"
#include "views/forms/operator_form.h"

namespace lw {

OperatorsFeature::OperatorsFeature(WindowContext& window) : Feature(window) {
  addAction(MenuSection::FileOpen, tr("&New from operator…"), "Ctrl+N", [this] { newFromOperator(); });
}

void OperatorsFeature::newFromOperator() {
  if (!form_) {
    form_ = new OperatorForm(window_.window());
    connect(form_, &OperatorForm::created, services_.get<DocumentFiles>(), &DocumentFiles::openText);
  }
  form_->setTheme(window_.theme());
  form_->open();
}

void OperatorsFeature::setTheme(const Theme& theme) {
  if (form_) form_->setTheme(theme);
}

}  // namespace lw
