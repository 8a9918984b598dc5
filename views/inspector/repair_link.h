// A repair as a line of text: a link that applies it, with a warning if there is one.
#pragma once

#include <QRegularExpression>
#include <functional>

#include "core/support/explanation.h"
#include "views/translation/translate_messages.h"
#include "views/widgets/wrapping_label.h"

namespace lw {

// The steps of a chain in one line.
inline QString repairInWords(QString step) { return step.replace('\n', QObject::tr(", then ")); }

// " — allocates ..."; empty if there is no warning.
inline QString repairWarning(const Repair& repair) {
  return repair.warning.empty() ? QString() : QObject::tr(" — %1").arg(messageWords(repair.warning));
}

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
