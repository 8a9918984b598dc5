// Records what a widget draws: every text with its place and size on the screen, and every line.
#pragma once

#include <QFontMetricsF>
#include <QPaintDevice>
#include <QPaintEngine>
#include <QPolygonF>
#include <QWidget>
#include <cmath>
#include <vector>

namespace lw::test {

struct DrawnText {
  QString text;
  qreal pixels;     // size of the font on the screen
  QPolygonF place;  // of the letters, without the room for descenders
};
struct Drawn {
  std::vector<DrawnText> texts;
  std::vector<QLineF> lines;
};

class RecordingEngine : public QPaintEngine {
 public:
  RecordingEngine() : QPaintEngine(AllFeatures) {}
  bool begin(QPaintDevice*) override { return true; }
  bool end() override { return true; }
  Type type() const override { return User; }
  void updateState(const QPaintEngineState&) override {}
  void drawPixmap(const QRectF&, const QPixmap&, const QRectF&) override {}
  void drawPolygon(const QPointF*, int, PolygonDrawMode) override {}
  void drawPath(const QPainterPath&) override {}
  void drawLines(const QLineF* lines, int count) override {
    for (int i = 0; i < count; ++i) drawn.lines.push_back(painter()->combinedTransform().map(lines[i]));
  }
  void drawTextItem(const QPointF& at, const QTextItem& item) override {
    const QTransform shown = painter()->combinedTransform();
    const QFontMetricsF size(item.font(), painter()->device());
    const QRectF letters(at.x(), at.y() - size.capHeight(), item.width(), size.capHeight());
    const QFont font = item.font();
    const qreal pixels =
        font.pixelSize() > 0 ? font.pixelSize() : font.pointSizeF() * painter()->device()->logicalDpiY() / 72;
    drawn.texts.push_back(
        {item.text(), pixels * std::sqrt(std::abs(shown.determinant())), shown.map(QPolygonF(letters))});
  }

  Drawn drawn;
};

class RecordingDevice : public QPaintDevice {
 public:
  explicit RecordingDevice(const QSize& size) : size_(size) {}
  QPaintEngine* paintEngine() const override { return &engine_; }
  const Drawn& drawn() const { return engine_.drawn; }

 protected:
  int metric(PaintDeviceMetric metric) const override {
    switch (metric) {
      case PdmWidth:
        return size_.width();
      case PdmHeight:
        return size_.height();
      case PdmDpiX:
      case PdmDpiY:
      case PdmPhysicalDpiX:
      case PdmPhysicalDpiY:
        return 96;
      case PdmDepth:
        return 32;
      default:
        return QPaintDevice::metric(metric);
    }
  }

 private:
  QSize size_;
  mutable RecordingEngine engine_;
};

// Of the widget and its children.
inline Drawn drawnBy(QWidget* widget) {
  RecordingDevice device(widget->size());
  widget->render(&device, {}, {}, QWidget::DrawChildren);
  return device.drawn();
}

}  // namespace lw::test
