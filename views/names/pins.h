// Names that stay marked in every text, each with a colour and a shape of its own, until they are taken away.
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
QIcon pinIcon(const Theme& theme, int look);  // its colour and shape below letters

struct Pin {
  std::string name;  // of a variable or a buffer, as texts show it
  int look = 0;
  bool seen = true;  // some text has it
};

class Pins : public QObject {
  Q_OBJECT

 public:
  using QObject::QObject;
  const std::vector<Pin>& all() const { return pins_; }
  bool holds(const std::string& name) const;
  void toggle(const std::string& name);  // one too many takes the place of the oldest
  void clear();
  void setSeen(const std::vector<bool>& seen);  // one for each

 Q_SIGNALS:
  void changed();
  void seenChanged();

 private:
  std::vector<Pin> pins_;
};

}  // namespace lw
