// One window for each user: a second start sends its files to the first instance and ends.
#pragma once

#include <QLocalServer>
#include <QObject>

#include <QStringList>

namespace lw {

class SingleInstance : public QObject {
  Q_OBJECT

 public:
  // `name`: the name of the program, to which the user's is added. The constructor does not connect.
  explicit SingleInstance(const QString& name, QObject* parent = nullptr);
  // Sends the files to the running instance; false: no instance answers.
  bool handOver(const QStringList& files) const;
  // From now on, other instances send their files to this one. Takes over the socket of a crashed instance. Returns
  // false if this instance cannot be reached.
  bool listen();
  QString socketName() const { return name_; }

 Q_SIGNALS:
  void filesHanded(const QStringList& files);  // may be empty: only raise the window

 private:
  void receive();
  QString name_;
  QLocalServer server_;
};

}  // namespace lw
