// Operates menus and dialogs as a user does: by mouse and keys.
#pragma once

#include <QAbstractItemView>
#include <QApplication>
#include <QCompleter>
#include <QDialog>
#include <QFileDialog>
#include <QFileInfo>
#include <QLineEdit>
#include <QMenu>
#include <QMenuBar>
#include <QMessageBox>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QTest>
#include <QTimer>
#include <functional>

namespace lw {

inline QString plain(QString text) { return text.remove('&').remove(QStringLiteral("…")); }

inline QAction* entryOf(const QWidget* menu, const QString& name) {
  for (QAction* action : menu->actions())
    if (plain(action->text()) == name) return action;
  return nullptr;
}

// Clicks through the menus: {"File", "Open recent", "a.py"}. Returns false if there is no such entry, or if it is
// disabled.
inline bool clickMenu(QWidget* window, const QStringList& path) {
  auto* bar = window->findChild<QMenuBar*>();
  QAction* at = entryOf(bar, path.first());
  if (!at) return false;
  QTest::mouseClick(bar, Qt::LeftButton, {}, bar->actionGeometry(at).center());
  QMenu* menu = at->menu();
  for (int i = 1; i < path.size(); ++i) {
    QAction* entry = menu->isVisible() ? entryOf(menu, path[i]) : nullptr;
    if (!entry || !entry->isEnabled()) {
      while (QWidget* open = QApplication::activePopupWidget()) open->close();
      return false;
    }
    QMenu* below = entry->menu();
    QTest::mouseClick(menu, Qt::LeftButton, {}, menu->actionGeometry(entry).center());
    if (below) {  // the action may have refilled the menu, and a plain entry may be deleted
      menu = below;
      (void)QTest::qWaitFor([&] { return menu->isVisible(); }, 2000);
    }
  }
  // Waits until the window is active again, a moment after the menu has closed, so that it receives the next key.
  (void)QTest::qWaitFor([] { return !QApplication::activePopupWidget(); }, 2000);
  (void)QTest::qWaitFor([&] { return window->isActiveWindow(); }, 100);
  window->activateWindow();
  (void)QTest::qWaitForWindowActive(window, 2000);
  return true;
}

// Runs an action on the next dialog, which has its own event loop.
class InDialog {
 public:
  explicit InDialog(std::function<void(QDialog*)> act) : act_(std::move(act)) {
    timer_.setInterval(20);
    QObject::connect(&timer_, &QTimer::timeout, [this] {
      auto* dialog = qobject_cast<QDialog*>(QApplication::activeModalWidget());
      if (!dialog || !dialog->isVisible()) return;
      if (came_) {  // a dialog that does not close must not block a failing test
        if (++ticks_ > 250) dialog->reject();
        return;
      }
      came_ = true;
      act_(dialog);
    });
    timer_.start();
  }
  bool came() const { return came_; }

 private:
  std::function<void(QDialog*)> act_;
  QTimer timer_;
  bool came_ = false;
  int ticks_ = 0;
};

// Types into the dialog's line edit (the name of a file, a step, a variant), and presses Enter or the default button.
inline std::function<void(QDialog*)> typeAndEnter(const QString& text) {
  return [text](QDialog* dialog) {
    auto* files = qobject_cast<QFileDialog*>(dialog);
    auto* line = dialog->findChild<QLineEdit*>(files ? "fileNameEdit" : QString());
    line->setFocus();
    line->selectAll();
    if (files) files->setDirectory(QFileInfo(text).absolutePath());
    QTest::keyClicks(line, files ? QFileInfo(text).fileName() : text);
    if (files) line->completer()->popup()->hide();  // it would handle the key
    QTest::keyClick(line, Qt::Key_Return);
  };
}

inline std::function<void(QDialog*)> press(QMessageBox::StandardButton button) {
  return [button](QDialog* dialog) {
    QTest::mouseClick(qobject_cast<QMessageBox*>(dialog)->button(button), Qt::LeftButton);
  };
}

}  // namespace lw
