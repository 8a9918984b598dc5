// What a name means, in words: a small table for tooltips, a line for the status line and for those who hear the
// window.
#pragma once

#include <QString>
#include <vector>

#include "core/analysis/meaning.h"

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
