#include "app/window/pane_layout.h"

#include <QApplication>
#include <QPointer>
#include <algorithm>
#include <array>
#include <utility>

#include "views/widgets/pane.h"

namespace lw {
namespace {

constexpr int kNarrow = 1400;  // in a narrower window, operands of machine code would not fit
constexpr std::array kRows{PaneRow::Top, PaneRow::Bottom};
constexpr int kTopHeight = 62, kBottomHeight = 26;  // hundredths of the window's height
constexpr int kLargeShare = 74, kLargeHeight = 56,
              kRestHeight = 32;  // of a pane that is enlarged, and of the other row

}  // namespace

PaneLayout::PaneLayout(QMainWindow& window, std::vector<PanePlace> places)
    : window_(window), places_(std::move(places)) {
  for (const PanePlace& place : places_) window_.addDockWidget(Qt::TopDockWidgetArea, place.pane);
}

std::vector<PanePlace> PaneLayout::rowOf(PaneRow row) const {
  std::vector<PanePlace> panes;
  std::copy_if(places_.begin(), places_.end(), std::back_inserter(panes),
               [row](const PanePlace& place) { return place.row == row; });
  return panes;
}

QDockWidget* PaneLayout::firstOf(PaneRow row) const {
  const std::vector<PanePlace> panes = rowOf(row);
  return panes.empty() ? nullptr : panes.front().pane;
}

void PaneLayout::resizeRow(PaneRow row) {
  const bool narrow = window_.width() < kNarrow;
  const auto shareOf = [narrow](const PanePlace& place) { return narrow ? place.narrowShare : place.share; };
  int all = 0;  // of the panes that are not folded
  for (const PanePlace& place : rowOf(row)) all += place.pane->isFolded() ? 0 : shareOf(place);
  QList<QDockWidget*> docks;
  QList<int> widths;
  for (const PanePlace& place : rowOf(row)) {
    if (place.share == 0) continue;
    docks << place.pane;
    widths << (place.pane->isFolded() ? place.pane->width() : window_.width() * shareOf(place) / std::max(1, all));
  }
  window_.resizeDocks(docks, widths, Qt::Horizontal);
}

void PaneLayout::reset() {
  before_.clear();
  const QPointer<QWidget> keys = QApplication::focusWidget();  // hidden panes lose the focus
  for (const PanePlace& place : places_) {
    window_.removeDockWidget(place.pane);
    place.pane->setFloating(false);
  }
  for (const PaneRow row : kRows) {
    QDockWidget* before = nullptr;
    for (const PanePlace& place : rowOf(row)) {
      if (before)
        window_.splitDockWidget(before, place.pane, Qt::Horizontal);
      else
        window_.addDockWidget(row == PaneRow::Top ? Qt::TopDockWidgetArea : Qt::BottomDockWidgetArea, place.pane);
      before = place.pane;
    }
  }
  for (const PanePlace& place : places_) place.pane->setVisible(place.share > 0);
  for (const PaneRow row : kRows) resizeRow(row);
  window_.resizeDocks({firstOf(PaneRow::Top), firstOf(PaneRow::Bottom)},
                      {window_.height() * kTopHeight / 100, window_.height() * kBottomHeight / 100}, Qt::Vertical);
  if (keys) keys->setFocus();
}

void PaneLayout::maximize(const QDockWidget* pane) {
  if (maximized()) return restore();
  if (!pane || pane->isFloating()) return;
  const QPointer<QWidget> keys = QApplication::focusWidget();
  before_ = window_.saveState();
  window_.setUpdatesEnabled(false);
  for (QDockWidget* other : window_.findChildren<QDockWidget*>(Qt::FindDirectChildrenOnly))
    if (other != pane) other->hide();
  window_.setUpdatesEnabled(true);
  if (keys && keys->isVisible()) keys->setFocus();
}

void PaneLayout::restore() {
  if (!maximized()) return;
  const QPointer<QWidget> keys = QApplication::focusWidget();
  window_.setUpdatesEnabled(false);
  window_.restoreState(std::exchange(before_, {}));
  window_.setUpdatesEnabled(true);
  if (keys && keys->isVisible()) keys->setFocus();
}

void PaneLayout::setTabs(bool tabs) {
  restore();
  const QPointer<QWidget> keys = QApplication::focusWidget();
  std::vector<QDockWidget*> panes;
  for (const PanePlace& place : rowOf(PaneRow::Bottom))
    if (place.share > 0 && !place.pane->isFloating() && !place.pane->isHidden()) panes.push_back(place.pane);
  if (panes.empty()) return;
  if (!tabs) {  // a pane beside one with tabs would be another tab
    for (QDockWidget* pane : panes) window_.removeDockWidget(pane);
    window_.addDockWidget(Qt::BottomDockWidgetArea, panes.front());
  }
  for (size_t i = 1; i < panes.size(); ++i)
    if (tabs)
      window_.tabifyDockWidget(panes[i - 1], panes[i]);
    else
      window_.splitDockWidget(panes[i - 1], panes[i], Qt::Horizontal);
  for (QDockWidget* pane : panes) pane->show();
  if (!tabs) resizeRow(PaneRow::Bottom);
  panes.front()->raise();
  if (keys) keys->setFocus();
}

bool PaneLayout::hasTabs() const {
  const std::vector<PanePlace> row = rowOf(PaneRow::Bottom);
  return std::any_of(row.begin(), row.end(), [&](const PanePlace& place) {
    const QList<QDockWidget*> mates = window_.tabifiedDockWidgets(place.pane);
    return place.share > 0 && std::any_of(row.begin(), row.end(), [&](const PanePlace& other) {
             return other.share > 0 && mates.contains(other.pane);
           });
  });
}

QByteArray PaneLayout::state() const { return maximized() ? before_ : window_.saveState(); }

void PaneLayout::enlarge(const Pane* pane, bool larger) {
  const auto found =
      std::find_if(places_.begin(), places_.end(), [pane](const PanePlace& place) { return place.pane == pane; });
  if (found == places_.end()) return;
  restore();
  int others = 0;
  QList<QDockWidget*> docks;
  QList<int> widths;
  for (const PanePlace& place : rowOf(found->row)) others += place.pane == pane ? 0 : place.share;
  for (const PanePlace& place : rowOf(found->row)) {
    const int share = !larger              ? place.share
                      : place.pane == pane ? kLargeShare
                                           : (100 - kLargeShare) * place.share / others;
    docks << place.pane;
    widths << window_.width() * share / 100;
  }
  window_.resizeDocks(docks, widths, Qt::Horizontal);
  const bool top = found->row == PaneRow::Top;
  const int own = larger ? kLargeHeight : top ? kTopHeight : kBottomHeight;
  const int rest = larger ? kRestHeight : top ? kBottomHeight : kTopHeight;
  window_.resizeDocks({firstOf(top ? PaneRow::Bottom : PaneRow::Top), found->pane},
                      {window_.height() * rest / 100, window_.height() * own / 100}, Qt::Vertical);
}

}  // namespace lw
