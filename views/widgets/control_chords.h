// Ensures that key combinations with Ctrl never insert text. On many layouts a combination such as Ctrl+= has the text
// of its key, and editors of Qt and Scintilla insert it if no shortcut handles it.
#pragma once

#include <QKeyEvent>
#include <QKeySequence>
#include <QList>
#include <QObject>

namespace lw {

// Whether the key event is a command and no text. Ctrl+Alt is AltGr on some systems: there it composes a character that
// is not the key's own.
bool isCommand(const QKeyEvent& event);

// The keys for zooming in (1), out (-1) or to the actual size (0), on every layout: with and without Shift, and on the
// keypad.
QList<QKeySequence> zoomKeys(int by);
bool isZoom(const QKeyEvent& event);

// Installed on the application: removes the text from commands before they reach their widget.
class ControlChords : public QObject {
  Q_OBJECT

 public:
  explicit ControlChords(QObject* parent = nullptr);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;
};

}  // namespace lw
