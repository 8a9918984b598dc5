// A repair as a line of text: a link when it begins with a complete step of the catalogue, or is a chain of steps (one a
// line), which a click applies; plain words otherwise.
#pragma once

#include <QRegularExpression>
#include <functional>

#include "core/schedule/all_primitives.h"
#include "views/core_words.h"
#include "views/words_label.h"

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

inline WordsLabel* repairLabel(const std::string& repair, QWidget* parent, const std::function<void(const QString&)>& apply) {
  const QString text = QString::fromStdString(repair);
  const QString step = stepOfRepair(repair);
  auto* label = new WordsLabel(step.isEmpty() ? "dim" : "", parent);
  if (step.isEmpty()) {
    label->setWords(QObject::tr("Or: %1").arg(inWords(repair)));
    return label;
  }
  const QString link = QObject::tr("<a href='step' style='text-decoration:none; font-weight:600'>Make it legal: %1 ▸</a>%2");
  const QString rest = inWords(text.mid(step.size()).toStdString()), words = link.arg(repairInWords(step), rest);
  label->setLinks(link.arg(repairInWords(step).toHtmlEscaped(), rest.toHtmlEscaped()), QString(words).remove(QRegularExpression(QStringLiteral("</?a[^>]*>"))), QFont::DemiBold);
  QObject::connect(label, &QLabel::linkActivated, label, [apply, step] { apply(step); });
  return label;
}

}  // namespace lw
