#include "views/widgets/control_chords.h"

#include <QApplication>
#include <algorithm>
#include <array>

namespace lw {

bool isCommand(const QKeyEvent& event) {
  const Qt::KeyboardModifiers held = event.modifiers();
  if (!(held & (Qt::ControlModifier | Qt::MetaModifier))) return false;
  const QString text = event.text();
  const bool altGr =
      (held & Qt::ControlModifier) && (held & Qt::AltModifier) && !text.isEmpty() && text.front().isPrint();
  return !altGr || text.front().toUpper().unicode() == event.key();
}

QList<QKeySequence> zoomKeys(int by) {
  const auto keys = [](std::initializer_list<Qt::Key> all) {
    QList<QKeySequence> found;
    for (const Qt::Key key : all) found << QKeySequence(Qt::CTRL | key);
    for (const Qt::Key key : all) found << QKeySequence(Qt::CTRL | Qt::SHIFT | key);
    return found;
  };
  if (by > 0) return keys({Qt::Key_Plus, Qt::Key_Equal});
  return by < 0 ? keys({Qt::Key_Minus, Qt::Key_Underscore}) : keys({Qt::Key_0});
}

bool isZoom(const QKeyEvent& event) {
  const QKeySequence chord(QKeyCombination(event.modifiers() & ~Qt::KeypadModifier, Qt::Key(event.key())));
  constexpr std::array kAll{-1, 0, 1};
  return std::any_of(kAll.begin(), kAll.end(), [&](int by) { return zoomKeys(by).contains(chord); });
}

ControlChords::ControlChords(QObject* parent) : QObject(parent) { qApp->installEventFilter(this); }

bool ControlChords::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() != QEvent::KeyPress || !watched->isWidgetType()) return false;
  auto* key = static_cast<QKeyEvent*>(event);
  if (key->text().isEmpty() || !isCommand(*key)) return false;
  QKeyEvent bare(QEvent::KeyPress, key->key(), key->modifiers(), key->nativeScanCode(), key->nativeVirtualKey(),
                 key->nativeModifiers(), QString(), key->isAutoRepeat(), quint16(key->count()), key->device());
  QCoreApplication::sendEvent(watched, &bare);  // also passed to parent widgets
  key->accept();
  return true;
}

}  // namespace lw
