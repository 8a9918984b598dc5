// The roofline of a page: performance over operations per byte from memory, both on logarithmic scales.
#include <algorithm>
#include <cmath>
#include <cstdio>

#include "app/shared/pages/state_page.h"

namespace lw {
namespace {

constexpr double kWidth = 620, kHeight = 330, kLeft = 56, kRight = 16, kTop = 18, kBottom = 44;
constexpr double kLetter = 6.6;  // width of a letter in pixels, on average

std::string number(double value, const char* format = "%.1f") {
  char text[32];
  std::snprintf(text, sizeof text, format, value);
  return text;
}

class Plot {
 public:
  explicit Plot(const PageRoofline& content) : content_(content) {
    double left = 1e300, right = 0, bottom = 1e300, top = 0;
    const auto see = [&](double x, double y) {
      if (x <= 0 || y <= 0) return;
      left = std::min(left, x), right = std::max(right, x), bottom = std::min(bottom, y), top = std::max(top, y);
    };
    for (const PageRoofline::Roof& roof : content.roofs)
      if (roof.gbps > 0) see(content.peak / roof.gbps, content.peak);
    for (const PageRoofline::Point& p : content.points) see(p.intensity, p.gflops);
    left_ = left / 3, right_ = right * 4, bottom_ = bottom / 2.5, top_ = top * 2.2;
  }

  std::string write() {
    axes();
    roofs();
    // The shown state is labelled first.
    for (const bool here : {true, false})
      for (const PageRoofline::Point& p : content_.points)
        if (p.here == here && p.intensity > 0 && p.gflops > 0) point(p);
    return "<svg viewBox=\"0 0 620 330\" role=\"img\" aria-label=\"Roofline\">\n" + out_ + "</svg>\n";
  }

 private:
  double x(double v) const {
    return kLeft + (kWidth - kLeft - kRight) * std::log(v / left_) / std::log(right_ / left_);
  }
  double y(double v) const {
    return kHeight - kBottom - (kHeight - kTop - kBottom) * std::log(v / bottom_) / std::log(top_ / bottom_);
  }

  void line(const char* kind, double x1, double y1, double x2, double y2) {
    out_ += std::string("<line class=\"") + kind + "\" x1=\"" + number(x1) + "\" y1=\"" + number(y1) + "\" x2=\"" +
            number(x2) + "\" y2=\"" + number(y2) + "\"/>\n";
  }
  void text(const char* kind, double at, double down, const std::string& words, const char* anchor,
            const std::string& more = {}) {
    out_ += std::string("<text class=\"") + kind + "\" x=\"" + number(at) + "\" y=\"" + number(down) +
            "\" text-anchor=\"" + anchor + "\"" + more + ">" + htmlText(words) + "</text>\n";
  }

  // Ticks at 1, 2, 5, 10 ..., or at powers of ten if the range is wide.
  static std::vector<double> ticks(double from, double to) {
    const bool wide = to / from > 2000;
    std::vector<double> all;
    for (int power = static_cast<int>(std::floor(std::log10(from))); power <= std::ceil(std::log10(to)); ++power)
      for (const double step : {1.0, 2.0, 5.0}) {
        const double tick = step * std::pow(10.0, power);
        if (tick >= from && tick <= to && (step == 1.0 || !wide)) all.push_back(tick);
      }
    return all;
  }

  void axes() {
    for (const double tick : ticks(left_, right_)) {
      line("grid", x(tick), kTop, x(tick), kHeight - kBottom);
      text("dim", x(tick), kHeight - kBottom + 16, number(tick, "%g"), "middle");
    }
    for (const double tick : ticks(bottom_, top_)) {
      line("grid", kLeft, y(tick), kWidth - kRight, y(tick));
      text("dim", kLeft - 6, y(tick) + 4, number(tick, "%g"), "end");
    }
    text("dim", (kLeft + kWidth - kRight) / 2, kHeight - 8, "Operations per byte from memory", "middle");
    text("dim", 14, (kTop + kHeight - kBottom) / 2, "GFLOP/s", "middle",
         " transform=\"rotate(-90 14 " + number((kTop + kHeight - kBottom) / 2) + ")\"");
  }

  void roofs() {
    if (content_.peak <= 0) return;
    double corner = left_;
    for (size_t i = 0; i < content_.roofs.size(); ++i) {
      const PageRoofline::Roof& roof = content_.roofs[i];
      if (roof.gbps <= 0) continue;
      const bool memory = i + 1 == content_.roofs.size();
      const double begin = std::max(left_, bottom_ / roof.gbps), end = content_.peak / roof.gbps;
      if (memory) corner = end;
      line(memory ? "roof" : "other", x(begin), y(begin * roof.gbps), x(end), y(content_.peak));
      const double from = begin * 1.2, angle = std::atan2(y(from * roof.gbps) - y(content_.peak), x(end) - x(from));
      // The label is below the line if the roof of a slightly faster path is directly above.
      const bool close =
          std::any_of(content_.roofs.begin(), content_.roofs.end(), [&](const PageRoofline::Roof& other) {
            return other.gbps > roof.gbps && y(from * roof.gbps) - y(from * other.gbps) < 22;
          });
      text("dim", x(from), y(from * roof.gbps) + (close ? 15 : -5),
           roof.name + " " + number(roof.gbps, "%.0f") + " GB/s", "start",
           " transform=\"rotate(" + number(-angle * 180 / M_PI) + " " + number(x(from)) + " " +
               number(y(from * roof.gbps)) + ")\"");
    }
    line("roof", x(corner), y(content_.peak), kWidth - kRight, y(content_.peak));
    text("dim", kWidth - kRight - 2, y(content_.peak) - 6,
         "Multiply-adds: " + number(content_.peak, "%.0f") + " GFLOP/s", "end");
    if (content_.peakOne > 0 && content_.peakOne < 0.9 * content_.peak) {
      line("other", x(corner * content_.peakOne / content_.peak), y(content_.peakOne), kWidth - kRight,
           y(content_.peakOne));
      text("dim", kWidth - kRight - 2, y(content_.peakOne) + 14, "One thread: " + number(content_.peakOne, "%.0f"),
           "end");
    }
  }

  void point(const PageRoofline::Point& p) {
    const double at = x(p.intensity), down = y(p.gflops);
    if (p.low > 0 && p.high > p.low) line("spread", at, y(p.low), at, y(p.high));
    const std::string kind = p.wrong ? "wrong" : p.here ? "here" : "run";
    out_ += "<circle class=\"" + kind + "\" cx=\"" + number(at) + "\" cy=\"" + number(down) + "\" r=\"5\"><title>" +
            htmlText(p.label + ": " + number(p.gflops, "%.3g") + " GFLOP/s at " + number(p.intensity, "%.3g") +
                     " operations per byte") +
            "</title></circle>\n";
    if (p.here) out_ += "<circle class=\"ring\" cx=\"" + number(at) + "\" cy=\"" + number(down) + "\" r=\"8.5\"/>\n";
    // A label to the right, else to the left, where no other dot or label is.
    const double width = kLetter * static_cast<double>(p.label.size());
    for (const double left : {at + 12, at - 12 - width}) {
      const bool inside = left > kLeft && left + width < kWidth - kRight;
      const bool free = std::none_of(labels_.begin(), labels_.end(), [&](const Label& other) {
        return std::abs(other.down - down) < 13 && other.left < left + width && left < other.right;
      });
      if (!inside || (!free && !p.here)) continue;
      labels_.push_back({left, left + width, down});
      return text(p.here ? "here" : "dim", left, down + 4, p.label, "start");
    }
  }

  struct Label {
    double left, right, down;
  };
  const PageRoofline& content_;
  double left_ = 0.1, right_ = 10, bottom_ = 1, top_ = 100;
  std::vector<Label> labels_;
  std::string out_;
};

}  // namespace

std::string htmlRoofline(const PageRoofline& roofline) {
  const bool drawn =
      roofline.peak > 0 && std::any_of(roofline.points.begin(), roofline.points.end(),
                                       [](const PageRoofline::Point& p) { return p.intensity > 0 && p.gflops > 0; });
  return (drawn ? Plot(roofline).write() : std::string()) +
         (roofline.note.empty() ? "" : "<p class=\"dim\">" + htmlText(roofline.note) + "</p>\n") +
         (drawn && !roofline.machine.empty() ? "<p class=\"dim\">" + htmlText(roofline.machine) + "</p>\n" : "");
}

}  // namespace lw
