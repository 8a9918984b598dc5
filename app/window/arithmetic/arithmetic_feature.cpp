#include "app/window/arithmetic/arithmetic_feature.h"

#include "app/window/help/help_feature.h"
#include "app/window/window_context.h"

namespace lw {

ArithmeticFeature::ArithmeticFeature(WindowContext& window)
    : Feature(window), choices_(new FloatChoices(*services_.get<TargetChoice>(), window.window())) {
  setHelp("floating_point");
  addMenu(MenuSection::RunArithmetic, choices_->menu());
  addToTop(choices_->button(), TopPlace::ToolRowEnd, 0);
}

void ArithmeticFeature::connectFeatures() {
  connect(choices_, &FloatChoices::helpRequested, this,
          [this] { window_.feature<HelpFeature>().view()->showStep(parts().help.topic); });
}

}  // namespace lw
