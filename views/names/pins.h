// Names that are marked in every text, each with its own colour and shape, until they are removed.
#pragma once

#include <QColor>
#include <QIcon>
#include <QObject>
#include <string>
#include <vector>

#include "views/theme/theme.h"

namespace lw {

inline constexpr int kPinLooks = 6;
QColor pinColor(const Theme& theme, int look);
QIcon pinIcon(const Theme& theme, int look);  // an underline in the colour and shape of the look

struct Pin {
  std::string name;  // of a variable or a buffer, as in the texts
  int look = 0;
  bool seen = true;  // occurs in some text
};

class Pins : public QObject {
  Q_OBJECT

 public:
  using QObject::QObject;
  const std::vector<Pin>& all() const { return pins_; }
  bool holds(const std::string& name) const;
  void toggle(const std::string& name);  // replaces the oldest if there are too many
  void clear();
  void setSeen(const std::vector<bool>& seen);  // one for each pin

 Q_SIGNALS:
  void changed();
  void seenChanged();

 private:
  std::vector<Pin> pins_;
};

}  // namespace lw
