#include "tests/gui/walker.h"

#include <QElapsedTimer>
#include <QLabel>
#include <QMenu>
#include <QProcess>
#include <QScreen>
#include <QWindow>
#include <algorithm>

#include "tests/gui/visibility.h"

namespace lw::test {
namespace {

constexpr int kPauseMs = 60;
constexpr double kOtherwise = 0.002;  // the share of pixels that may differ: a caret, an antialiased edge

}  // namespace

Walker::Walker(const WalkPlan& plan, WindowFixture& f) : plan_(plan), f_(f) {
  QDir().mkpath(plan_.folder);
  f_.window->move(0, 0);
  f_.window->resize(plan_.size);
  f_.resetLayout();
  (void)QTest::qWaitForWindowActive(f_.window.get());
  settle();
}

Walker::~Walker() { write(); }

bool Walker::wait(const std::function<bool()>& until, int ms) {
  return QTest::qWaitFor(
      [&] {
        QCoreApplication::sendPostedEvents();
        return until();
      },
      ms);
}

// ---- the hands ----

// The loop of events runs while xdotool works: menus and drags answer meanwhile.
void Walker::act(const QStringList& arguments, const QString& told) {
  QProcess hand;
  hand.start("xdotool", arguments);
  if (!wait([&] { return hand.state() == QProcess::NotRunning; }, 20000) || hand.exitCode() != 0)
    expect(false, "xdotool " + arguments.join(' ') + ": " + QString::fromLocal8Bit(hand.readAllStandardError()));
  QTest::qWait(kPauseMs);
  if (!told.isEmpty()) acts_ << told;
}

void Walker::moveTo(const QWidget* widget, const QPoint& at) {
  const QPoint place = widget->mapToGlobal(at);
  act({"mousemove", QString::number(place.x()), QString::number(place.y())}, {});
}

void Walker::click(const QWidget* widget, const QPoint& at, int button) {
  if (!widget || !widget->isVisible()) return expect(false, "nothing to click on");
  const QPoint place = widget->mapToGlobal(at);
  const auto* named = qobject_cast<const QAbstractButton*>(widget);
  const QString name = named && !named->text().isEmpty()     ? named->text()
                       : !widget->accessibleName().isEmpty() ? widget->accessibleName()
                                                             : widget->objectName();
  const QWidget* hit = QApplication::widgetAt(place);
  expect(hit && (hit == widget || widget->isAncestorOf(hit) || hit->isAncestorOf(widget)),
         QStringLiteral("%1 is covered where it is clicked").arg(name));
  act({"mousemove", QString::number(place.x()), QString::number(place.y()), "click", QString::number(button)},
      (button == 3   ? "right-click "
       : button == 5 ? "wheel down at "
                     : "click ") +
          name);
}

void Walker::drag(const QWidget* widget, const QPoint& from, const QPoint& to) {
  const QPoint start = widget->mapToGlobal(from), end = widget->mapToGlobal(to);
  QStringList words{"mousemove", QString::number(start.x()), QString::number(start.y()), "mousedown", "1"};
  constexpr int kMoves = 8;
  for (int i = 1; i <= kMoves; ++i) {
    const QPoint at = start + (end - start) * i / kMoves;
    words << "sleep" << "0.03" << "mousemove" << QString::number(at.x()) << QString::number(at.y());
  }
  act(words << "sleep" << "0.1" << "mouseup" << "1", {});
}

void Walker::clickLoop(const std::string& name) {
  const LoopId id = f_.loop(name);
  if (!id.valid()) return expect(false, "there is no loop " + QString::fromStdString(name));
  const QRect box = f_.tree()->rectOf(id);
  click(f_.tree()->viewport(), QPoint(box.left() + 24, box.center().y()));
  acts_.removeLast();
  acts_ << "click loop " + QString::fromStdString(name);
  settle();
}

void Walker::dragLoop(const std::string& name, const std::string& onto) {
  const QRect from = f_.tree()->rectOf(f_.loop(name)), to = f_.tree()->rectOf(f_.loop(onto));
  drag(f_.tree()->viewport(), {from.left() + 24, from.center().y()}, {to.left() + 24, to.center().y()});
  acts_ << QStringLiteral("drag loop %1 onto %2").arg(QString::fromStdString(name), QString::fromStdString(onto));
  settle();
}

void Walker::keys(const QString& chord) { act({"key", chord}, chord); }

void Walker::type(const QString& text) { act({"type", "--delay", "30", text}, "type \"" + text + '"'); }

// ---- the eyes ----

void Walker::expect(bool holds, const QString& what) {
  if (holds) return;
  ++faults_;
  notes_ << what;
  qWarning("%s: %s", qPrintable(plan_.folder), qPrintable(what));
}

// What the screen shows against what the widgets would paint now.
QStringList Walker::paintedOtherwise() const {
  QStringList found;
  const QImage seen =
      f_.window->screen()->grabWindow(f_.window->winId()).toImage().convertToFormat(QImage::Format_RGB32);
  const QImage painted = f_.window->grab().toImage().convertToFormat(QImage::Format_RGB32);
  if (seen.size() != painted.size()) return {QStringLiteral("the screen shows another size than the window has")};
  for (const Pane* pane : f_.window->findChildren<Pane*>()) {
    if (!pane->isVisible() || pane->isFloating() || pane->visibleRegion().isEmpty()) continue;
    const QRect part = QRect(pane->mapTo(f_.window.get(), QPoint()), pane->size()).intersected(seen.rect());
    int64_t other = 0;
    for (int y = part.top(); y <= part.bottom(); ++y)
      for (int x = part.left(); x <= part.right(); ++x) {
        const QRgb a = seen.pixel(x, y), b = painted.pixel(x, y);
        other += std::abs(qRed(a) - qRed(b)) + std::abs(qGreen(a) - qGreen(b)) + std::abs(qBlue(a) - qBlue(b)) > 48;
      }
    if (double(other) > kOtherwise * part.width() * part.height())
      found << QStringLiteral("%1: %2 pixels are not painted anew").arg(pane->objectName()).arg(other);
  }
  return found;
}

void Walker::station(const QString& name, const QString& what) {
  settle();
  (void)wait([this] { return lw::atRest(f_.window.get()); }, 5000);
  QTest::qWait(2 * kPauseMs);
  for (const QString& line : lastingUnseenParts(Pixels::Compared)) expect(false, line);
  // Popups and tooltips lie over the window on the screen.
  const QWidgetList windows = QApplication::topLevelWidgets();
  const bool alone = std::none_of(windows.begin(), windows.end(), [this](const QWidget* window) {
    return window->isVisible() && window != f_.window.get();
  });
  if (alone && !QApplication::activePopupWidget() && !QApplication::activeModalWidget() && f_.window->isVisible() &&
      QApplication::activeWindow() == f_.window.get())
    for (const QString& line : paintedOtherwise()) expect(false, line);
  const QString file = QStringLiteral("%1_%2.png").arg(++pictures_, 2, 10, QLatin1Char('0')).arg(name);
  if (!f_.window->screen()->grabWindow(0).save(plan_.folder + '/' + file)) expect(false, "the picture is not written");
  page_ += QStringLiteral("<figure><a href='%1/%2'><img loading='lazy' src='%1/%2'></a><figcaption><b>%3</b> %4")
               .arg(QDir(plan_.folder).dirName(), file, what.toHtmlEscaped(),
                    acts_.isEmpty() ? QString() : "<kbd>" + acts_.join(QStringLiteral("</kbd> <kbd>")) + "</kbd>");
  if (!notes_.isEmpty()) page_ += "<pre class=bad>" + notes_.join('\n').toHtmlEscaped() + "</pre>";
  page_ += "</figcaption></figure>\n";
  acts_.clear();
  notes_.clear();
}

void Walker::write() {
  QFile file(plan_.folder + ".part.html");
  if (!file.open(QIODevice::WriteOnly | QIODevice::Append)) return;
  file.write(page_.toUtf8());
}

}  // namespace lw::test
