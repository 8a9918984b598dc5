#include "views/names/pin_legend.h"

#include <QHBoxLayout>
#include <QToolButton>

namespace lw {

PinLegend::PinLegend(Pins* pins, QWidget* parent)
    : QWidget(parent), pins_(pins), row_(new QHBoxLayout(this)), theme_(loadTheme("dark")) {
  setObjectName("pinLegend");
  setAccessibleName(tr("Pinned names"));
  row_->setContentsMargins(0, 0, 8, 0);
  row_->setSpacing(2);
  connect(pins_, &Pins::changed, this, &PinLegend::rebuild);
  connect(pins_, &Pins::seenChanged, this, &PinLegend::rebuild);
  hide();
}

void PinLegend::setTheme(const Theme& theme) {
  theme_ = theme;
  rebuild();
}

void PinLegend::rebuild() {
  while (QLayoutItem* item = row_->takeAt(0)) {
    if (item->widget()) item->widget()->hide(), item->widget()->deleteLater();
    delete item;
  }
  for (const Pin& pin : pins_->all()) {
    const QString name = QString::fromStdString(pin.name);
    auto* chip = new QToolButton(this);
    chip->setProperty("class", "pin");
    chip->setIcon(pinIcon(theme_, pin.look));
    chip->setIconSize({22, 16});
    chip->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    chip->setText(' ' + (pin.seen ? name : tr("%1, not here").arg(name)) + QStringLiteral("  ✕"));
    chip->setToolTip(pin.seen ? tr("Unpin %1").arg(name) : tr("No shown text contains %1. Unpin it").arg(name));
    chip->setAccessibleName(tr("Unpin %1").arg(name));
    chip->setFocusPolicy(Qt::TabFocus);
    connect(chip, &QToolButton::clicked, pins_, [pins = pins_, name = pin.name] { pins->toggle(name); });
    row_->addWidget(chip);
  }
  setVisible(!pins_->all().empty());
}

}  // namespace lw
