#include "app/window/arithmetic/float_choices.h"

#include "app/models/runs/target_choice.h"
#include "backends/targets/targets.h"

namespace lw {
namespace {

// The description of a choice in the user's language.
QString wordsOf(std::string_view name) {
  if (name == "contract") return QObject::tr("a · b + c &rounds once");
  if (name == "reassociate") return QObject::tr("&Sums in any order, so that reductions use vectors");
  if (name == "reciprocal") return QObject::tr("a / b as a · (1 / b), where one b &divides many");
  if (name == "approximate") return QObject::tr("&Less accurate processor instructions");
  return QString::fromUtf8(name.data(), qsizetype(name.size()));
}

}  // namespace

FloatChoices::FloatChoices(TargetChoice& target, QWidget* window)
    : QObject(window),
      target_(target),
      menu_(new QMenu(QObject::tr("&Floating-point arithmetic"), window)),
      button_(new QToolButton) {
  menu_->setToolTipsVisible(true);
  noEffect_ = menu_->addAction(QString());
  noEffect_->setEnabled(false);
  for (const FloatChoice& choice : floatChoices()) {
    const QString name = QString::fromUtf8(choice.name.data(), qsizetype(choice.name.size()));
    QAction* action = menu_->addAction(QStringLiteral("%1  (%2)").arg(wordsOf(choice.name), name));
    action->setCheckable(true);
    action->setObjectName("math_" + name);
    connect(action, &QAction::triggered, this, [this, allowed = choice.allowed](bool on) {
      FloatMath math = target_.math();
      math.*allowed = on;
      target_.chooseMath(math);
    });
    choices_.push_back(action);
  }
  menu_->addSeparator();
  usual_ = menu_->addAction(QObject::tr("&Only the default: one rounding"), this, [this] { target_.chooseMath({}); });
  menu_->addAction(QObject::tr("&What these options change…"), this, &FloatChoices::helpRequested);
  button_->setObjectName("mathChooser");
  button_->setProperty("class", "tight");
  button_->setMenu(menu_);
  button_->setPopupMode(QToolButton::InstantPopup);
  button_->setFocusPolicy(Qt::TabFocus);
  connect(&target_, &TargetChoice::mathChanged, this, &FloatChoices::refresh);
  connect(&target_, &TargetChoice::changed, this, &FloatChoices::refresh);
  refresh();
}

void FloatChoices::refresh() {
  const FloatMath& math = target_.math();
  const bool none = !target_.descriptor().floatMath;
  noEffect_->setVisible(none);
  noEffect_->setText(tr("No effect on %1: only code for the cpu has these options").arg(target_.name()));
  int changed = 0;
  for (size_t i = 0; i < choices_.size(); ++i) {
    const FloatChoice& choice = floatChoices()[i];
    choices_[i]->setChecked(math.*choice.allowed);
    choices_[i]->setEnabled(!none);
    changed += math.*choice.allowed != FloatMath().*choice.allowed;
  }
  const QString all = QString::fromStdString(toText(math)).replace(',', QStringLiteral(", "));
  usual_->setEnabled(!none && changed > 0);
  button_->setText(changed == 1 ? all : tr("%1 options").arg(changed));
  button_->setToolTip(tr("Floating-point arithmetic: %1").arg(all));
  button_->setAccessibleName(tr("Floating-point arithmetic: %1").arg(all));
  button_->setVisible(changed > 0 && !none);
}

}  // namespace lw
