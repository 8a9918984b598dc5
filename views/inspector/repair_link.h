// A repair as a line of text: a link that applies it, with a warning if there is one.
#pragma once

#include <QRegularExpression>
#include <functional>

#include "app/models/text/repair_text.h"
#include "views/widgets/wrapping_label.h"

namespace lw {

inline WrappingLabel* repairLabel(const Repair& repair, QWidget* parent,
                                  const std::function<void(const QString&)>& apply) {
  const QString steps = QString::fromStdString(repair.text()), warning = repairWarning(repair);
  auto* label = new WrappingLabel("", parent);
  const QString link =
      QObject::tr("<a href='step' style='text-decoration:none; font-weight:600'>Make it legal: %1 ▸</a>%2");
  const QString words = link.arg(repairInWords(steps), warning);
  label->setLinks(link.arg(repairInWords(steps).toHtmlEscaped(), warning.toHtmlEscaped()),
                  QString(words).remove(QRegularExpression(QStringLiteral("</?a[^>]*>"))), QFont::DemiBold);
  QObject::connect(label, &QLabel::linkActivated, label, [apply, steps] { apply(steps); });
  return label;
}

}  // namespace lw
