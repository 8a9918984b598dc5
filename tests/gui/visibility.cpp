#include "tests/gui/visibility.h"

#include <QAbstractButton>
#include <QAbstractScrollArea>
#include <QApplication>
#include <QComboBox>
#include <QDialog>
#include <QDir>
#include <QEvent>
#include <QHeaderView>
#include <QLabel>
#include <QMainWindow>
#include <QScopedValueRollback>
#include <QScreen>
#include <QTabBar>
#include <QTest>
#include <QToolButton>
#include <QWindow>
#include <algorithm>

#include "views/widgets/pane.h"

namespace lw::test {
namespace {

constexpr int kTipWidth = 480, kTipFrame = 20;
constexpr int kIdleMs = 120, kAgainMs = 80;  // before a check, and between the looks that confirm a finding
constexpr int kLooks = 6;
constexpr int kLeastArea = 20;  // smaller parts have no content that could be missing
constexpr int kComboArrow = 24;
int paused = 0;

QString nameOf(const QWidget* widget) {
  QStringList names;
  for (const QWidget* at = widget; at && names.size() < 4; at = at->parentWidget())
    if (!at->objectName().isEmpty() && !at->objectName().startsWith("qt_")) names.prepend(at->objectName());
  return QString::fromLatin1(widget->metaObject()->className()) + ' ' + names.join('/');
}

// The part of the widget that its ancestors do not cut off. (QWidget::visibleRegion() lacks opaque children.)
QRect shownPart(const QWidget* widget) {
  QRect part = widget->rect();
  for (const QWidget* at = widget; !at->isWindow() && at->parentWidget(); at = at->parentWidget())
    part &= QRect(widget->mapFrom(at->parentWidget(), QPoint()), at->parentWidget()->size());
  return part;
}

// Whether a scroll area hides the widget, which is then reached by scrolling.
bool isSeen(const QWidget* widget) { return widget->isVisible() && !shownPart(widget).isEmpty(); }

QString plainText(QString text) { return text.remove('&'); }

bool isWide(const QFontMetrics& letters, const QString& text, int room) {
  const QStringList lines = text.split('\n');
  return std::any_of(lines.begin(), lines.end(),
                     [&](const QString& line) { return letters.horizontalAdvance(line) > room + 1; });
}

bool cuts(const QLabel* label) {
  if (label->text().isEmpty() || !label->pixmap().isNull()) return false;
  const QRect room = label->contentsRect();
  if (label->wordWrap()) return label->heightForWidth(label->width()) > label->height() + 1;
  if (Qt::mightBeRichText(label->text())) return label->sizeHint().width() > label->width() + 1;
  return isWide(label->fontMetrics(), plainText(label->text()), room.width() - 2 * label->margin()) ||
         label->fontMetrics().height() > label->height() + 1;
}

bool cuts(const QAbstractButton* button) {
  const auto* tool = qobject_cast<const QToolButton*>(button);
  const bool showsIcon = tool && tool->toolButtonStyle() == Qt::ToolButtonIconOnly && !tool->icon().isNull();
  if (button->text().isEmpty() || showsIcon) return false;  // a button for an icon that has none shows its text
  if (button->objectName() == QLatin1String("rail") || button->objectName() == QLatin1String("foldStages"))
    return false;  // painted from top to bottom; as wide as the list
  const int icon = button->icon().isNull() ? 0 : button->iconSize().width() + 4;
  // What the style takes at the sides of a tool button: its size hint is that of its text, two blanks and the sides.
  const QString text = plainText(button->text());
  const QFontMetrics letters = button->fontMetrics();
  const int sides = tool && tool->icon().isNull() && !tool->menu() && !text.contains('\n')
                        ? std::max(0, tool->sizeHint().width() - letters.horizontalAdvance(text + QStringLiteral("  ")))
                        : 0;
  return isWide(letters, text, button->width() - icon - sides);
}

bool cuts(const QComboBox* box) { return isWide(box->fontMetrics(), box->currentText(), box->width() - kComboArrow); }

bool isTip(const QWidget* widget) { return widget->inherits("QTipLabel"); }

// Children that a main window does not lay out: forms, the palette, cards.
std::vector<const QWidget*> overlaysOf(const QMainWindow& window) {
  std::vector<const QWidget*> found;
  for (const QObject* child : window.children()) {
    const auto* widget = qobject_cast<const QWidget*>(child);
    if (!widget || !widget->isVisible() || widget->isWindow()) continue;
    const bool placed = qobject_cast<const QDockWidget*>(widget) || qobject_cast<const QTabBar*>(widget) ||
                        widget == window.menuWidget() || widget->inherits("QStatusBar") ||
                        widget->inherits("QRubberBand") || widget == window.centralWidget() ||
                        widget->objectName().startsWith("qt_");
    if (!placed) found.push_back(widget);
  }
  return found;
}

class Finder {
 public:
  explicit Finder(Pixels pixels) : pixels_(pixels) {}

  QStringList run() {
    for (const QWidget* window : QApplication::topLevelWidgets())
      if (window->isVisible() && !window->testAttribute(Qt::WA_DontShowOnScreen)) lookAt(*window);
    if (const QWidget* keys = QApplication::focusWidget()) lookAtFocus(*keys);
    found_.removeDuplicates();
    return found_;
  }

 private:
  void report(const QWidget* widget, const QString& what) { found_ << nameOf(widget) + ": " + what; }
  static QString text(const QSize& size) { return QStringLiteral("%1x%2").arg(size.width()).arg(size.height()); }

  // The place where a window may be: the screens, and whatever lies below a larger main window of a test.
  static QRegion roomOfWindows() {
    QRegion room;
    for (const QScreen* screen : QGuiApplication::screens()) room += screen->geometry();
    for (const QWidget* window : QApplication::topLevelWidgets())
      if (window->isVisible() && qobject_cast<const QMainWindow*>(window)) room += window->frameGeometry();
    return room;
  }

  void lookAt(const QWidget& window) {
    const auto* main = qobject_cast<const QMainWindow*>(&window);
    // Before it is exposed, a window has no pixels.
    const bool exposed = window.windowHandle() && window.windowHandle()->isExposed() && window.screen();
    const QPixmap painted = pixels_ == Pixels::Compared && exposed && !isTip(&window)
                                ? window.screen()->grabWindow(window.winId())
                                : QPixmap();
    picture_ = painted.isNull() ? QImage() : painted.toImage();
    window_ = &window;
    if (!main) {
      lookAtSize(window);
      const QRect room = roomOfWindows().boundingRect();  // tests show windows that are larger than the screen
      const bool fits = window.width() <= room.width() && window.height() <= room.height();
      if (fits && !room.contains(window.geometry())) report(&window, "is outside of the screen");
      if (isTip(&window) && window.width() > kTipWidth + kTipFrame)
        report(&window, QStringLiteral("is %1 pixels wide").arg(window.width()));
      lookAtPixels(window);
    }
    found_ << cutTexts(window, Shortened::Allowed);
    if (!main) return;
    const std::vector<const QWidget*> overlays = overlaysOf(*main);
    for (const Pane* pane : window.findChildren<Pane*>())
      if (isSeen(pane)) {
        lookAtSize(*pane);
        const bool covered = std::any_of(overlays.begin(), overlays.end(), [&](const QWidget* overlay) {
          return overlay->geometry().contains(pane->geometry());
        });
        if (pane->widget()->isVisible() && !covered) lookAtPixels(*pane->widget());
      }
    for (const QWidget* overlay : overlays) {
      lookAtSize(*overlay);
      if (!window.rect().contains(overlay->geometry())) report(overlay, "is outside of its window");
      if (overlay->mask().isEmpty()) lookAtPixels(*overlay);
    }
  }

  void lookAtSize(const QWidget& widget) {
    const QSize least = widget.minimumSizeHint().boundedTo(widget.maximumSize());
    const QSize drawn = widget.size();
    if (drawn.width() < least.width() || drawn.height() < least.height())
      report(&widget, QStringLiteral("is %1, and needs %2").arg(text(drawn), text(least)));
    if (drawn.isEmpty()) report(&widget, "has no size");
  }

  void lookAtFocus(const QWidget& keys) {
    if (!keys.isVisible() || keys.window()->isHidden()) return;
    bool scrolled = false;
    for (const QWidget* at = keys.parentWidget(); at; at = at->parentWidget())
      scrolled = scrolled || (qobject_cast<const QAbstractScrollArea*>(at) && at != &keys);
    if (scrolled) return;  // is reached by scrolling
    // The hint of a scroll area has room for scroll bars; a list may be folded to a strip.
    const bool area = qobject_cast<const QAbstractScrollArea*>(&keys);
    QSize hint = area ? QSize(kLeastArea, kLeastArea) : keys.minimumSizeHint();
    if (!keys.toolTip().isEmpty()) hint.setWidth(std::min(hint.width(), kLeastArea));  // it may be shortened
    const QSize least = hint.boundedTo(keys.maximumSize()).expandedTo({1, 1});
    const QSize seen = shownPart(&keys).size();
    if (seen.width() < least.width() || seen.height() < least.height())
      report(&keys, QStringLiteral("has the keys, and shows %1 of %2").arg(text(seen), text(least)));
  }

  // As a person sees it: the pixels of the window, not those of another painting.
  void lookAtPixels(const QWidget& widget) {
    if (picture_.isNull()) return;
    const qreal scale = picture_.devicePixelRatio();
    QRect part(widget.mapTo(window_, QPoint()), widget.size());
    part = part.intersected(window_->rect());
    if (part.width() < kLeastArea || part.height() < kLeastArea) return;
    constexpr int kFrame = 6;  // the border is no content
    const QRect inner = part.adjusted(kFrame, kFrame, -kFrame, -kFrame);
    const QRect pixels(QPoint(int(inner.left() * scale), int(inner.top() * scale)), inner.size() * scale);
    const QImage image = picture_.copy(pixels.intersected(picture_.rect())).convertToFormat(QImage::Format_RGB32);
    if (image.isNull()) return;
    const QRgb first = image.pixel(0, 0);
    for (int y = 0; y < image.height(); ++y) {
      const auto* row = reinterpret_cast<const QRgb*>(image.constScanLine(y));
      if (std::any_of(row, row + image.width(), [first](QRgb pixel) { return pixel != first; })) return;
    }
    report(&widget, QStringLiteral("shows nothing but %1").arg(QColor(first).name()));
  }

  const Pixels pixels_;
  const QWidget* window_ = nullptr;
  QImage picture_;
  QStringList found_;
};

}  // namespace

QStringList cutTexts(const QWidget& window, Shortened shortened) {
  QStringList found;
  const auto report = [&](const QWidget* widget, const QString& text) {
    found << QStringLiteral("%1: \"%2\" is cut at %3x%4")
                 .arg(nameOf(widget), text)
                 .arg(widget->width())
                 .arg(widget->height());
  };
  const auto told = [shortened](const QWidget* widget) {
    return shortened == Shortened::Allowed && !widget->toolTip().isEmpty();
  };
  if (const auto* label = qobject_cast<const QLabel*>(&window); label && cuts(label)) report(label, label->text());
  for (const QLabel* label : window.findChildren<QLabel*>())
    if (isSeen(label) && !label->window()->inherits("QTipLabel") && label->window() == &window && cuts(label) &&
        !told(label))
      report(label, label->text());
  for (const QAbstractButton* button : window.findChildren<QAbstractButton*>())
    if (button->window() == &window && isSeen(button) && cuts(button) && !told(button)) report(button, button->text());
  for (const QComboBox* box : window.findChildren<QComboBox*>())
    if (box->window() == &window && isSeen(box) && cuts(box) && !told(box)) report(box, box->currentText());
  for (const QHeaderView* header : window.findChildren<QHeaderView*>()) {
    if (header->window() != &window || !isSeen(header) || header->orientation() == Qt::Vertical) continue;
    for (int section = 0; section < header->count(); ++section)
      if (const QString title = header->model()->headerData(section, Qt::Horizontal).toString();
          !header->isSectionHidden(section) && isWide(header->fontMetrics(), title, header->sectionSize(section)))
        report(header, title);
  }
  return found;
}

QStringList unseenParts(Pixels pixels) { return Finder(pixels).run(); }

QStringList lastingUnseenParts(Pixels pixels) {
  QStringList found = unseenParts(pixels);
  for (int look = 0; look < kLooks && !found.isEmpty(); ++look) {
    QTest::qWait(kAgainMs);
    const QStringList now = unseenParts(pixels);
    found.removeIf([&](const QString& line) { return !now.contains(line); });
  }
  return found;
}

VisibilityGuard::VisibilityGuard(QObject* parent) : QObject(parent) {
  idle_.setSingleShot(true);
  idle_.setInterval(kIdleMs);
  connect(&idle_, &QTimer::timeout, this, &VisibilityGuard::check);
  qApp->installEventFilter(this);
}

// The events after which a window can look different.
bool VisibilityGuard::eventFilter(QObject*, QEvent* event) {
  switch (event->type()) {
    case QEvent::Show:
    case QEvent::Hide:
    case QEvent::Resize:
    case QEvent::FocusIn:
    case QEvent::KeyRelease:
    case QEvent::MouseButtonRelease:
    case QEvent::LanguageChange:
    case QEvent::LayoutRequest:
      if (paused == 0 && !idle_.isActive()) idle_.start();
      break;
    default:
      break;
  }
  return false;
}

void VisibilityGuard::check() {
  if (paused > 0 || looking_ || !QTest::currentTestFunction()) return;
  const QScopedValueRollback once(looking_, true);
  const QStringList found = lastingUnseenParts(Pixels::Compared);
  if (found.isEmpty() || paused > 0 || !QTest::currentTestFunction()) return;
  QDir().mkpath(LW_BINARY_DIR "/screenshots");
  for (QWidget* window : QApplication::topLevelWidgets())
    if (window->isVisible() && qobject_cast<QMainWindow*>(window))
      window->screen()
          ->grabWindow(window->winId())
          .save(QStringLiteral(LW_BINARY_DIR "/screenshots/not_seen_%1.png").arg(QTest::currentTestFunction()));
  QTest::qFail(qPrintable(QStringLiteral("not seen:\n  ") + found.join("\n  ")), __FILE__, __LINE__);
}

VisibilityGuard::Paused::Paused() { ++paused; }
VisibilityGuard::Paused::~Paused() { --paused; }

}  // namespace lw::test
