// Slides: what a lecture shows of each state, as pages of a PDF or as pictures.
#pragma once

#include <QObject>
#include <QTimer>
#include <functional>
#include <memory>

#include "app/window/lecture/lecture.h"

class QPainter;
class QPdfWriter;

namespace lw {

struct SlidesWritten {
  int count = 0;
  QString error;  // empty: they were written
};

class Slides : public QObject {
  Q_OBJECT

 public:
  // `idle`: returns whether nothing is being computed. `window`: the parent of the lecture, which is on no screen.
  Slides(const Services& services, std::function<bool()> idle, QWidget* window, const Theme& theme);
  ~Slides() override;

  // Goes through all states of the shown trace, and back. "mm.pdf" is one file; for "mm.png", a state is a picture:
  // "mm_0.png", "mm_1.png". `done` is called once, with the number of slides or with what went wrong.
  void write(const QString& path, std::function<void(const SlidesWritten&)> done);
  // The shown state alone, as one picture.
  void writeShown(const QString& path, std::function<void(const SlidesWritten&)> done);

 private:
  void start(std::vector<int> nodes, const QString& path, std::function<void(const SlidesWritten&)> done);
  void look();
  bool paint();
  void finish(const QString& error);
  QString pictureOf(size_t slide) const;

  const std::function<bool()> idle_;
  Theme theme_;
  std::unique_ptr<Lecture> lecture_;
  std::unique_ptr<QPdfWriter> pdf_;
  std::unique_ptr<QPainter> painter_;
  QTimer timer_;
  std::vector<int> nodes_;
  size_t at_ = 0;
  int back_ = 0;    // the state that was shown
  int calm_ = 0;    // looks since something was last running
  int waited_ = 0;  // looks for this slide
  bool single_ = false;
  QString path_;
  std::function<void(const SlidesWritten&)> done_;
};

}  // namespace lw
