// Named arrangements of the panes: four that come with the program, and those that a person saved. A pane that a saved
// arrangement does not know, because it is of an older version, keeps its default place.
#pragma once

#include <QMainWindow>
#include <QSettings>
#include <QStringList>
#include <functional>

namespace lw {

class Layouts {
 public:
  // `reset` puts every pane of the window to its default place.
  Layouts(QMainWindow& window, QSettings& settings, std::function<void()> reset);

  static QStringList builtIn();  // "Explore", "Teach", "Tune", "Compare"; names to keep, not to show
  QStringList saved() const;
  void show(const QString& name);
  void save(const QString& name);
  void remove(const QString& name);

  // Of the whole window, with the panes that it knows: what sessions and settings keep.
  QByteArray state() const;
  void restore(const QByteArray& state);

 private:
  QMainWindow& window_;
  QSettings& settings_;
  std::function<void()> reset_;
};

}  // namespace lw
