// The states of the shown schedule as they are in the lecture, for a handout.
#pragma once

#include <QString>
#include <functional>

namespace lw {

class Lecture;

// Pages of a PDF if `path` ends in .pdf; else step_00.png and so on in the folder `path`, which is made. `settle` waits
// until the window has shown a state; false: it did not. Returns the number of pages; 0: a file could not be written.
int writeLecture(Lecture* lecture, const QString& path, const std::function<bool()>& settle);

}  // namespace lw
