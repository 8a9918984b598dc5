// A layer over the lecture: a pointer that follows the mouse, a pen that draws, and a black or white screen.
#pragma once

#include <QPolygonF>
#include <QWidget>
#include <optional>
#include <vector>

#include "views/theme/theme.h"

namespace lw {

class PenLayer : public QWidget {
  Q_OBJECT

 public:
  enum class Tool : uint8_t { None, Pointer, Pen };

  explicit PenLayer(QWidget* parent);
  void setTheme(const Theme& theme);
  void setTool(Tool tool);  // None: the mouse reaches what is below
  Tool tool() const { return tool_; }
  void erase();
  const std::vector<QPolygonF>& lines() const { return lines_; }
  void setBlank(std::optional<QColor> color);  // hides everything; nullopt: shows it again
  bool isBlank() const { return blank_.has_value(); }
  std::optional<QPointF> pointer() const { return pointer_; }  // where the pointer is shown

 protected:
  void paintEvent(QPaintEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void leaveEvent(QEvent* event) override;

 private:
  void follow();

  Theme theme_;
  Tool tool_ = Tool::None;
  std::vector<QPolygonF> lines_;
  std::optional<QPointF> pointer_;
  std::optional<QColor> blank_;
};

}  // namespace lw
