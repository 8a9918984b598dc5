#include "app/window/status/status_feature.h"

#include <QAction>
#include <QLabel>

#include "app/models/document/change_queue.h"
#include "app/models/document/document.h"
#include "app/models/document/document_files.h"
#include "app/models/program/shown_program.h"
#include "app/models/support/job_runner.h"
#include "app/models/support/services.h"
#include "app/services/lowering/lowering.h"
#include "app/services/runs/auto_measure.h"
#include "app/window/lowered/lowered_feature.h"
#include "app/window/roofline/roofline_feature.h"
#include "app/window/status/speed_meter.h"
#include "app/window/window_context.h"
#include "views/model/opening_bar.h"

namespace lw {
namespace {

constexpr int kBusyPause = 150;  // ms

}  // namespace

StatusFeature::StatusFeature(WindowContext& window)
    : Feature(window),
      opening_(new OpeningBar),
      busy_(new QLabel),
      meter_(new SpeedMeter(&window.settings(), window.window())) {
  addToStatus(opening_, 0);
  addToStatus(busy_, 1);
  addToStatus(meter_, 2);
  busySoon_.setSingleShot(true);
  busySoon_.setInterval(kBusyPause);
  QAction* show = addAction(MenuSection::ViewLayout, tr("Spee&d of steps in the status bar"), "", {}, 0);
  show->setCheckable(true);
  show->setChecked(meter_->isTimingShown());
  connect(show, &QAction::toggled, meter_, &SpeedMeter::setTimingShown);
}

void StatusFeature::connectFeatures() {
  connect(&busySoon_, &QTimer::timeout, this, [this] { busy_->setText(tr("Working…")); });
  connect(services_.get<AutoMeasure>(), &AutoMeasure::measuringChanged, this, &StatusFeature::showBackground);
  connect(&window_.feature<RooflineFeature>(), &RooflineFeature::measuringChanged, this,
          &StatusFeature::showBackground);
  connect(services_.get<JobRunner>(), &JobRunner::busyChanged, this, &StatusFeature::showBusy);
  connect(services_.get<DocumentFiles>(), &DocumentFiles::progressed, opening_, &OpeningBar::setProgress);
  connect(opening_, &OpeningBar::cancelRequested, services_.get<DocumentFiles>(), &DocumentFiles::cancelOpening);
  connectMeter();
}

void StatusFeature::connectMeter() {
  connect(services_.get<Document>()->changes(), &ChangeQueue::changeRequested, meter_, &SpeedMeter::begin);
  connect(services_.get<ShownProgram>(), &ShownProgram::changed, meter_,
          [this] { meter_->shown(SpeedMeter::Panes::Program); });
  connect(services_.get<Lowering>(), &Lowering::stagesChanged, meter_, [this] {
    const LoweredView* lowered = window_.feature<LoweredFeature>().view();
    if (lowered->ready() || !lowered->isVisible()) meter_->shown(SpeedMeter::Panes::Lowered);
  });
}

void StatusFeature::showBackground(const QString& what) {
  background_ = what;
  showBusy();
}

void StatusFeature::showBusy() {
  if (!services_.get<JobRunner>()->busy(Channel::Open)) opening_->end();
  if (!services_.get<JobRunner>()->busy()) {
    busySoon_.stop();
    busy_->setText(background_);
  } else if (!busySoon_.isActive()) {
    busySoon_.start();
  }
}

}  // namespace lw
