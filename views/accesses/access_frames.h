// Paints a recorded run as pictures, off the UI thread.
#pragma once

#include <QImage>
#include <functional>

#include "views/accesses/access_painter.h"

namespace lw {

struct AccessFilm {
  RecordedProgram program;
  CacheShape cache;
  Theme theme;
  int most = 240;  // pictures
};

// Receives a picture, its number from 0, and the number of pictures; returns false to stop.
using EachFrame = std::function<bool(const QImage& picture, int number, int count)>;
// Paints pictures of 960 x 540 pixels at even intervals of the run, the last one at its end. Returns false if the run
// is empty or `each` returned false.
bool paintFilm(const AccessFilm& film, const EachFrame& each);

// Writes "run.webp", one animated picture, or for "run.png" the files run0001.png, run0002.png and so on. Returns the
// number of pictures; -1: the file cannot be written; 0: `goOn` returned false. `goOn` receives the number of finished
// pictures and their total.
int writeFilm(const AccessFilm& film, const QString& path, const std::function<bool(int done, int count)>& goOn);

}  // namespace lw
