// The window's end of the socket to a session: whole lines, without waiting.
#pragma once

#include <QByteArray>
#include <QObject>
#include <QSocketNotifier>
#include <memory>

namespace lw {

class SessionLink : public QObject {
  Q_OBJECT

 public:
  explicit SessionLink(int socket, QObject* parent = nullptr);  // which it closes
  ~SessionLink() override;
  void send(const QByteArray& line);

 Q_SIGNALS:
  void received(const QByteArray& line);
  void ended();  // once; the other end closed it, or its process is gone

 private:
  void read();
  void write();
  void end();

  int socket_;
  QSocketNotifier readable_, writable_;
  QByteArray in_, out_;
};

}  // namespace lw
