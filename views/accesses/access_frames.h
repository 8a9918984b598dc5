// A recorded run as pictures, painted off the UI thread.
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

// What `each` may say: number of the picture, from 0, and how many there are; false: no more are wanted.
using EachFrame = std::function<bool(const QImage& picture, int number, int count)>;
// Pictures of 960 x 540 pixels, evenly over the run, the last one at its end. False: there is nothing to show, or
// `each` said no.
bool paintFilm(const AccessFilm& film, const EachFrame& each);

// "run.webp": one animated picture; "run.png": run0001.png, run0002.png and so on. How many pictures it has; -1: it
// cannot be written; 0: `goOn` said no. `goOn` is told how many pictures are done, of how many.
int writeFilm(const AccessFilm& film, const QString& path, const std::function<bool(int done, int count)>& goOn);

}  // namespace lw
