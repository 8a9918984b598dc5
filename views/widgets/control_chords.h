// Chords with Ctrl, and what they never do: write. Many layouts give a chord such as Ctrl+= the text of its key, and
// editors of Qt and Scintilla insert it where no shortcut takes the chord.
#pragma once

#include <QKeyEvent>
#include <QKeySequence>
#include <QList>
#include <QObject>

namespace lw {

// The chord is a command and no text. Ctrl+Alt is AltGr on some systems: there it composes a character that is not the
// key's own.
bool isCommand(const QKeyEvent& event);

// Zooming in (1), out (-1) or back to the actual size (0), on every layout: with Shift and without it, on the keypad
// too.
QList<QKeySequence> zoomKeys(int by);
bool isZoom(const QKeyEvent& event);

// Installed on the application: a command comes to its widget without a text.
class ControlChords : public QObject {
  Q_OBJECT

 public:
  explicit ControlChords(QObject* parent = nullptr);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;
};

}  // namespace lw
