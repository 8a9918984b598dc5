// A repair as a line of text: a link when it begins with a complete step of the catalogue, which a click applies; plain
// words otherwise.
#pragma once

#include <QLabel>
#include <functional>

#include "core/schedule/all_primitives.h"

namespace lw {

inline QLabel* repairLabel(const std::string& repair, const std::function<void(const QString&)>& apply) {
  const QString text = QString::fromStdString(repair);
  const int end = int(text.indexOf(')'));
  const QString step = end > 0 ? text.left(end + 1) : QString();
  const bool complete =
      !step.isEmpty() && step.indexOf('(') > 0 && !step.left(step.indexOf('(')).contains(' ') && !step.contains("...") &&
      findPrimitive(step.left(step.indexOf('(')).toStdString());
  auto* label = new QLabel(
      complete ? QObject::tr("<a href='step' style='text-decoration:none; font-weight:600'>Make it legal: %1 ▸</a>%2")
                     .arg(step.toHtmlEscaped(), text.mid(end + 1).toHtmlEscaped())
               : QObject::tr("Or: %1").arg(text.toHtmlEscaped()));
  label->setTextFormat(Qt::RichText);
  label->setWordWrap(true);
  label->setTextInteractionFlags(Qt::LinksAccessibleByMouse | Qt::LinksAccessibleByKeyboard);
  if (complete) QObject::connect(label, &QLabel::linkActivated, label, [apply, step] { apply(step); });
  return label;
}

}  // namespace lw
