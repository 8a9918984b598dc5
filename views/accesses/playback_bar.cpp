#include "views/accesses/playback_bar.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QShortcut>
#include <QToolButton>

namespace lw {

PlaybackBar::PlaybackBar(Playback* playback, QWidget* parent) : QWidget(parent), playback_(playback) {
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(0, 0, 0, 0);
  row->setSpacing(2);
  units_ = new QComboBox(this);
  units_->setObjectName("stepUnit");
  units_->addItems({tr("By access"), tr("By statement"), tr("By block")});
  units_->setCurrentIndex(1);
  units_->setAccessibleName(tr("Step size"));
  const auto button = [&](const char* name, const QString& text, const QString& tip, const char* keys, auto act) {
    auto* b = new QToolButton(this);
    b->setObjectName(name);
    b->setProperty("class", "quiet");
    b->setText(text);
    b->setToolTip(tip);
    b->setAccessibleName(tip);
    // Not the button's own shortcut, which animates the press and delays the action.
    connect(new QShortcut(QKeySequence(QLatin1String(keys)), b), &QShortcut::activated, b, &QToolButton::click);
    row->addWidget(b);
    connect(b, &QToolButton::clicked, this, act);
  };
  const auto unit = [this] { return Playback::Unit(units_->currentIndex()); };
  button("stepBreakBack", QStringLiteral("●◂"), tr("Go back to the previous breakpoint (Shift+F8)"), "Shift+F8",
         [this] { playback_->toBreakpoint(-1); });
  button("stepBack", QStringLiteral("◂"), tr("Step back (Shift+F10)"), "Shift+F10",
         [this, unit] { playback_->step(unit(), -1); });
  button("stepOn", QStringLiteral("▸"), tr("Step forward (F10)"), "F10", [this, unit] { playback_->step(unit(), 1); });
  button("stepBreakOn", QStringLiteral("▸●"), tr("Go to the next breakpoint (F8)"), "F8",
         [this] { playback_->toBreakpoint(1); });
  row->addWidget(units_);
  row->addSpacing(8);
  place_ = new QLabel(this);
  place_->setObjectName("dim");
  sentence_ = new QLabel(this);
  sentence_->setObjectName("mono");
  sentence_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
  row->addWidget(place_);
  row->addSpacing(8);
  row->addWidget(sentence_, 1);
  connect(playback_, &Playback::moved, this, [this] {
    place_->setText(tr("%L1 of %L2").arg(playback_->position()).arg(playback_->size()));
    sentence_->setText(playback_->sentence());
    sentence_->setToolTip(playback_->sentence());
  });
}

}  // namespace lw
