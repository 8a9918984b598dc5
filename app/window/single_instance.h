// One window for a person: a second start hands its files to the first and ends.
#pragma once

#include <QLocalServer>
#include <QObject>

#include <QStringList>

namespace lw {

class SingleInstance : public QObject {
  Q_OBJECT

 public:
  // `name`: of the program; the person's own is added. Nothing is done yet.
  explicit SingleInstance(const QString& name, QObject* parent = nullptr);
  // Hands the files to the instance that runs; false: there is none that answers.
  bool handOver(const QStringList& files) const;
  // From now on others hand over to this one. A socket that a crashed instance left is taken over; false: nobody can
  // reach us.
  bool listen();
  QString socketName() const { return name_; }

 Q_SIGNALS:
  void filesHanded(const QStringList& files);  // may be empty: only come to the front

 private:
  void receive();
  QString name_;
  QLocalServer server_;
};

}  // namespace lw
