// Shows some elements around the one under the mouse enlarged, with facts about that element. It is shown over the
// window beside the mouse and ignores events.
#pragma once

#include <QStringList>
#include <QWidget>

#include "views/accesses/access_painter.h"

namespace lw {

class AccessLens : public QWidget {
  Q_OBJECT

 public:
  AccessLens(Playback* playback, QWidget* window);
  // Shows the lens beside `at`, in the window's coordinates.
  void look(const AccessLayout& all, int memory, int64_t element, const QStringList& facts, const Theme& theme,
            const QPoint& at);
  const QStringList& facts() const { return facts_; }
  QRectF rectOf(int64_t element) const;  // of a cell, in the lens

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  Playback* playback_;
  AccessLayout layout_;
  int64_t element_ = 0;
  QStringList facts_;
  Theme theme_;
};

}  // namespace lw
