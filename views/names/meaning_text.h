// The explanation of a name: a small table for tooltips, and a line for the status line and screen readers.
#pragma once

#include <QString>
#include <vector>

#include "core/analysis/program/meaning.h"

namespace lw {

struct MeaningText {
  QString title;  // "loop io"
  std::vector<std::pair<QString, QString>> facts;
  bool empty() const { return title.isEmpty(); }
  QString html() const;
  QString line() const;
};

MeaningText meaningText(const Meaning& meaning);

}  // namespace lw
