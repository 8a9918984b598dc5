// The settings of the runs that the user starts: samples, threads and the time limit. They are kept between sessions.
#pragma once

#include <QMenu>
#include <QSettings>

namespace lw {

class RunJobs;

// Fills the menu with a choice for each setting.
void fillRunSettings(QMenu& menu, RunJobs& jobs, QSettings& settings);

}  // namespace lw
