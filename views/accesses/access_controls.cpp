// The controls of the access view, and the texts beside the grids.
#include <QComboBox>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QScrollArea>
#include <QSlider>
#include <QSpinBox>
#include <QStyle>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>

#include "views/accesses/access_view.h"
#include "views/widgets/flow_layout.h"
#include "views/widgets/wrapping_label.h"

namespace lw {
namespace {

constexpr int kSignWidth = 34;

}  // namespace

AccessView::AccessView(Playback* playback, QWidget* parent) : QWidget(parent), playback_(playback) {
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(10, 6, 10, 4);
  column->setSpacing(4);
  buildControls(column);
  auto* row = new QHBoxLayout;
  row->setSpacing(14);
  grids_ = new AccessGrids(playback_, this);
  row->addWidget(grids_, 1);
  side_ = buildSide();
  row->addWidget(side_);
  column->addLayout(row, 1);
  sentence_ = new QLabel(this);
  sentence_->setObjectName("mono");
  sentence_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
  column->addWidget(sentence_);
  setFocusProxy(grids_);
  timer_.setInterval(33);
  connect(&timer_, &QTimer::timeout, this, &AccessView::tick);
  smaller_->setEnabled(false);
  connect(grids_, &AccessGrids::enlarged, this, [this] { smaller_->setEnabled(!grids_->showsAll()); });
  connect(grids_, &AccessGrids::stepRequested, this, [this](int by) { play(false), playback_->step(unit(), by); });
  connect(grids_, &AccessGrids::playRequested, this, [this] { play(!playing()); });
  connect(grids_, &AccessGrids::breakpointRequested, this,
          [this](int direction) { play(false), playback_->toBreakpoint(direction); });
  connect(playback_, &Playback::programChanged, this, &AccessView::showProgram);
  connect(playback_, &Playback::moved, this, &AccessView::showMoment);
  connect(playback_, &Playback::cacheChanged, this, &AccessView::showCache);
  showProgram();
}

void AccessView::setTheme(const Theme& theme) {
  grids_->setTheme(theme);
  reuse_->setTheme(theme);
  warp_->setTheme(theme);
}

Playback::Unit AccessView::unit() const { return Playback::Unit(units_->currentIndex()); }

QToolButton* AccessView::addButton(QLayout* row, const char* name, const QString& text, const QString& tip) {
  auto* button = new QToolButton(this);
  button->setObjectName(name);
  button->setProperty("class", "quiet");
  button->setText(text);
  const bool sign = std::none_of(text.begin(), text.end(), [](QChar c) { return c.isLetter(); });
  if (sign) button->setFixedWidth(kSignWidth);  // so that all controls fit into one row
  button->setToolTip(tip);
  button->setAccessibleName(tip);
  row->addWidget(button);
  return button;
}

void AccessView::buildControls(QVBoxLayout* column) {
  auto* bar = new QWidget(this);
  auto* row = new FlowLayout(bar, 2, 2);
  const auto button = [&](const char* name, const QString& text, const QString& tip, auto act) {
    connect(addButton(row, name, text, tip), &QToolButton::clicked, this, act);
  };
  button("accessStart", QStringLiteral("|◂"), tr("Go to the start (Home)"), [this] { playback_->setPosition(0); });
  button("accessBreakBack", QStringLiteral("●◂"), tr("Go back to the previous breakpoint (Page Up)"),
         [this] { play(false), playback_->toBreakpoint(-1); });
  button("accessBack", QStringLiteral("◂"), tr("Step back (Left)"),
         [this] { play(false), playback_->step(unit(), -1); });
  play_ = addButton(row, "accessPlay", tr("Play"), tr("Play or pause (space bar)"));
  connect(play_, &QToolButton::clicked, this, [this] { play(!playing()); });
  button("accessForward", QStringLiteral("▸"), tr("Step forward (Right; with Shift ten steps)"),
         [this] { play(false), playback_->step(unit(), 1); });
  button("accessBreakOn", QStringLiteral("▸●"), tr("Go to the next breakpoint (Page Down)"),
         [this] { play(false), playback_->toBreakpoint(1); });
  button("accessEnd", QStringLiteral("▸|"), tr("Go to the end (End)"),
         [this] { playback_->setPosition(playback_->size()); });
  units_ = new QComboBox(this);
  units_->setObjectName("accessUnit");
  units_->addItems({QString(), QString(), QString()});
  sayUnits();
  units_->setAccessibleName(tr("Step size"));
  row->addWidget(units_);
  speeds_ = new QComboBox(this);
  speeds_->setObjectName("accessSpeed");
  for (const int speed : {5, 30, 120, 600, 3000}) speeds_->addItem(tr("%1/s").arg(speed), speed);
  speeds_->setCurrentIndex(2);
  speeds_->setAccessibleName(tr("Speed"));
  connect(speeds_, &QComboBox::currentIndexChanged, this,
          [this] { timer_.setInterval(std::max(33, 1000 / std::max(1, speeds_->currentData().toInt()))); });
  row->addWidget(speeds_);
  scrubber_ = new QSlider(Qt::Horizontal, this);
  scrubber_->setObjectName("accessScrubber");
  scrubber_->setAccessibleName(tr("Position in the run"));
  connect(scrubber_, &QSlider::valueChanged, this, [this](int value) { playback_->setPosition(size_t(value)); });
  const auto cells = [&](const char* name, const QString& text, const QString& tip, int steps) {
    QToolButton* made = addButton(row, name, text, tip);
    connect(made, &QToolButton::clicked, this, [this, steps] { grids_->enlarge(steps); });
    return made;
  };
  smaller_ =
      cells("accessSmaller", QStringLiteral("−"), tr("Smaller cells (−, or Ctrl and the wheel; 0 shows all)"), -1);
  larger_ = cells("accessLarger", QStringLiteral("+"),
                  tr("Larger cells (+, or Ctrl and the wheel); each buffer then shows the part accessed last"), 1);
  export_ =
      addButton(row, "accessExport", tr("Export…"), tr("Save the run as an animated picture, or as single pictures"));
  connect(export_, &QToolButton::clicked, this, &AccessView::exportRequested);
  column->addWidget(bar);
  column->addWidget(scrubber_);
}

QWidget* AccessView::buildSide() {
  auto* side = new QWidget(this);
  side->setFixedWidth(264);
  auto* column = new QVBoxLayout(side);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(3);
  counts_ = new QLabel(side);
  misses_ = new WrappingLabel("dim", side);
  misses_->setLeastLines(2);
  column->addWidget(counts_);
  column->addWidget(misses_);
  reuse_ = new ReuseChart(playback_, side);
  column->addWidget(reuse_, 1);
  warp_ = new WarpChart(playback_, side);
  column->addWidget(warp_, 1);
  auto* grid = new QGridLayout;
  grid->setContentsMargins(0, 0, 0, 0);
  grid->setSpacing(4);
  buildCache(grid);
  column->addLayout(grid);
  // In a low pane the side is scrolled rather than cut.
  auto* scroll = new QScrollArea(this);
  scroll->setFrameShape(QFrame::NoFrame);
  scroll->setWidgetResizable(true);
  scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  scroll->setFocusPolicy(Qt::NoFocus);
  scroll->setWidget(side);
  scroll->setFixedWidth(side->width() + scroll->style()->pixelMetric(QStyle::PM_ScrollBarExtent));
  return scroll;
}

// In a recording of kernels, one access is that of a whole warp.
void AccessView::sayUnits() {
  units_->setItemText(0, playback_->ofWarps() ? tr("By warp") : tr("By access"));
  units_->setItemText(1, tr("By statement"));
  units_->setItemText(2, tr("By block"));
}

// The numbers of sets and the line size are powers of two, because addresses are divided by them.
void AccessView::buildCache(QGridLayout* grid) {
  const auto box = [&](const char* name, const QString& label, int least, int most, int column) {
    auto* spin = new QSpinBox(this);
    spin->setObjectName(name);
    spin->setRange(least, most);
    spin->setAccessibleName(tr("L1: %1").arg(label));
    spin->setSuffix(QStringLiteral(" ") + label);
    grid->addWidget(spin, 0, column);
    return spin;
  };
  sets_ = box("cacheSets", tr("sets"), 1, 4096, 0);
  ways_ = box("cacheWays", tr("ways"), 1, 64, 1);
  line_ = new QComboBox(this);
  line_->setObjectName("cacheLine");
  for (const int bytes : {16, 32, 64, 128}) line_->addItem(tr("%1 B").arg(bytes), bytes);
  line_->setAccessibleName(tr("L1: bytes per line"));
  line_->setFixedWidth(76);
  grid->addWidget(line_, 0, 2);
  const auto change = [this] {
    if (!playback_->empty()) playback_->setCache({sets_->value(), ways_->value(), line_->currentData().toInt()});
  };
  connect(sets_, &QSpinBox::valueChanged, this, change);
  connect(ways_, &QSpinBox::valueChanged, this, change);
  connect(line_, &QComboBox::currentIndexChanged, this, change);
}

void AccessView::showProgram() {
  play(false);
  const bool any = !playback_->empty();
  for (QWidget* widget : findChildren<QWidget*>(Qt::FindDirectChildrenOnly))
    if (widget != grids_) widget->setVisible(any);
  {
    const QSignalBlocker quiet(scrubber_);
    scrubber_->setRange(0, int(playback_->size()));
    scrubber_->setPageStep(std::max(1, int(playback_->size() / 20)));
  }
  if (!any) return;
  sayUnits();
  reuse_->setVisible(!playback_->ofWarps());
  warp_->setVisible(playback_->ofWarps());
  for (QWidget* box : std::initializer_list<QWidget*>{sets_, ways_, line_}) box->setVisible(!playback_->ofWarps());
  QStringList sizes;
  bool smaller = false;
  for (const auto& [from, to] : playback_->program().sizes) {
    smaller = smaller || from != to;
    sizes << (from == to ? QString::number(from) : tr("%1 → %2").arg(from).arg(to));
  }
  QString text = smaller ? tr("smaller copy: %1").arg(sizes.join(", ")) : tr("program at full size");
  if (!playback_->recording().complete) text += tr("; only its start");
  copy_ = text;
  QString tip = smaller ? tr("The same steps on smaller extents: %1").arg(sizes.join(", "))
                        : tr("Smaller extents would change the loops or tiles, or are not needed");
  if (!playback_->recording().complete) tip += tr("\nOnly the first %L1 accesses are recorded").arg(playback_->size());
  if (playback_->ofWarps()) tip += tr("\nKernels run on a model of a GPU, one warp of 32 threads at a time");
  if (const QString& why = playback_->program().noKernels; !why.isEmpty())
    tip += tr("\nPlayed as a CPU would run it: %1").arg(why);
  counts_->setToolTip(tip);
  showCache();
}

void AccessView::showCache() {
  const CacheShape& shape = playback_->cache().shape;
  const QSignalBlocker quietSets(sets_), quietWays(ways_), quietLine(line_);
  sets_->setValue(shape.sets);
  ways_->setValue(shape.ways);
  line_->setCurrentIndex(std::max(0, line_->findData(shape.lineBytes)));
  const CacheShape& machine = playback_->program().machine;
  const auto kib = [](int64_t bytes) {
    return bytes >= 1024 ? AccessView::tr("%1 KiB").arg(double(bytes) / 1024) : AccessView::tr("%1 B").arg(bytes);
  };
  const QString tip =
      tr("The simulated L1 has %1, this machine's %2: scaled to the smaller copy, with at least eight lines")
          .arg(kib(shape.bytes()), kib(machine.bytes()));
  for (QWidget* box : std::initializer_list<QWidget*>{sets_, ways_, line_}) box->setToolTip(tip);
  showMoment();
}

void AccessView::showMoment() {
  if (playback_->empty()) return;
  {
    const QSignalBlocker quiet(scrubber_);
    scrubber_->setValue(int(playback_->position()));
  }
  sentence_->setText(playback_->sentence());
  sentence_->setToolTip(playback_->sentence());
  grids_->setAccessibleDescription(playback_->sentence());
  if (playback_->ofWarps()) {
    counts_->setText(
        tr("%L1 of %L2 · %3").arg(playback_->requests()).arg(playback_->recording().requests.size()).arg(copy_));
    const QString registers = registersText(playback_->recording());
    return misses_->setWords(warpText(playback_->totals()) +
                             (registers.isEmpty() ? QString() : QStringLiteral("; ") + registers));
  }
  const CacheRun::Counts counts = playback_->cache().countUpTo(playback_->position());
  counts_->setText(tr("%L1 of %L2 · %3").arg(playback_->position()).arg(playback_->size()).arg(copy_));
  const double share = counts.accesses() > 0 ? 100.0 * double(counts.misses()) / double(counts.accesses()) : 0;
  misses_->setWords(tr("%L1 misses (%2 %): %L3 cold, %L4 capacity, %L5 conflict")
                        .arg(counts.misses())
                        .arg(share, 0, 'f', 1)
                        .arg(counts.cold)
                        .arg(counts.capacity)
                        .arg(counts.conflict));
}

}  // namespace lw
