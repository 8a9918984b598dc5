// Named arrangements of the panes: four built-in ones, and those that the user saved. A pane that is missing in an
// arrangement, which an older version saved, keeps its default place.
#pragma once

#include <QMainWindow>
#include <QSettings>
#include <QStringList>
#include <functional>

namespace lw {

class Layouts {
 public:
  // `reset` moves every pane of the window to its default place.
  // `windowState`: the state of the window that is saved.
  Layouts(QMainWindow& window, QSettings& settings, std::function<void()> reset,
          std::function<QByteArray()> windowState);

  static QStringList builtIn();  // "Explore", "Teach", "Tune", "Compare"; identifiers, not translated
  QStringList saved() const;
  void show(const QString& name);
  void save(const QString& name);
  void remove(const QString& name);

  // The arrangement of the whole window with its panes, as sessions and settings store it.
  QByteArray state() const;
  void restore(const QByteArray& state);

 private:
  QMainWindow& window_;
  QSettings& settings_;
  std::function<void()> reset_;
  std::function<QByteArray()> windowState_;
};

}  // namespace lw
