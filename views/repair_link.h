// A repair as a line of text: a link when it begins with a complete step of the catalogue, or is a chain of steps (one a
// line), which a click applies; plain words otherwise.
#pragma once

#include <QLabel>
#include <functional>

#include "core/schedule/all_primitives.h"

namespace lw {

// The complete step that a repair begins with, or all steps of a chain; empty: it is plain words.
inline QString stepOfRepair(const std::string& repair) {
  const QString text = QString::fromStdString(repair);
  if (text.contains('\n')) return text;
  const QString step = text.left(text.indexOf(')') + 1);
  const QString name = step.left(std::max<qsizetype>(0, step.indexOf('(')));
  const bool complete = !name.isEmpty() && !name.contains(' ') && !step.contains("...");
  return complete && findPrimitive(name.toStdString()) ? step : QString();
}

// The steps of a chain in one line.
inline QString repairInWords(QString step) { return step.replace('\n', QObject::tr(", then ")); }

inline QLabel* repairLabel(const std::string& repair, const std::function<void(const QString&)>& apply) {
  const QString text = QString::fromStdString(repair);
  const QString step = stepOfRepair(repair);
  auto* label = new QLabel(
      !step.isEmpty()
          ? QObject::tr("<a href='step' style='text-decoration:none; font-weight:600'>Make it legal: %1 ▸</a>%2")
                .arg(repairInWords(step).toHtmlEscaped(), text.mid(step.size()).toHtmlEscaped())
          : QObject::tr("Or: %1").arg(text.toHtmlEscaped()));
  if (step.isEmpty()) label->setObjectName("dim");
  label->setTextFormat(Qt::RichText);
  label->setWordWrap(true);
  label->setTextInteractionFlags(Qt::LinksAccessibleByMouse | Qt::LinksAccessibleByKeyboard);
  if (!step.isEmpty()) QObject::connect(label, &QLabel::linkActivated, label, [apply, step] { apply(step); });
  return label;
}

}  // namespace lw
