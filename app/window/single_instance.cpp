#include "app/window/single_instance.h"

#include <unistd.h>

#include <QDataStream>
#include <QLocalSocket>
#include <QStandardPaths>
#include <QTimer>

#include "app/services/document/arguments.h"

namespace lw {
namespace {

constexpr int kTimeoutMs = 1500;  // ms to wait for a busy instance
constexpr qint64 kLongest = 1 << 20;
constexpr quint32 kHello = 0x4c575231;
const QByteArray kTaken = "taken";

// The socket is in the user's own folder if there is one, so that no other user can impersonate an instance.
QString nameFor(const QString& program) {
  const QString folder = QStandardPaths::writableLocation(QStandardPaths::RuntimeLocation);
  const QString name = program + "-" + QString::number(getuid());
  return folder.isEmpty() ? name : folder + "/" + name;
}

}  // namespace

SingleInstance::SingleInstance(const QString& name, QObject* parent) : QObject(parent), name_(nameFor(name)) {
  server_.setSocketOptions(QLocalServer::UserAccessOption);
  connect(&server_, &QLocalServer::newConnection, this, &SingleInstance::receive);
}

bool SingleInstance::handOver(const QStringList& files) const {
  QLocalSocket socket;
  socket.connectToServer(name_);
  if (!socket.waitForConnected(kTimeoutMs)) return false;
  QStringList full;
  for (const QString& file : files) full << pathOfArgument(file);
  QByteArray message;
  QDataStream stream(&message, QIODevice::WriteOnly);
  stream.setVersion(QDataStream::Qt_6_4);
  stream << kHello << full;
  socket.write(message);
  // Only an answer shows that the other instance is alive and will open the files.
  while (socket.bytesAvailable() < kTaken.size())
    if (!socket.waitForReadyRead(kTimeoutMs)) return false;
  return socket.readAll() == kTaken;
}

// Asks first, because listening would take over the name of a running instance.
bool SingleInstance::listen() {
  QLocalSocket probe;
  probe.connectToServer(name_);
  if (probe.waitForConnected(kTimeoutMs)) return false;
  QLocalServer::removeServer(name_);
  return server_.listen(name_);
}

void SingleInstance::receive() {
  while (QLocalSocket* socket = server_.nextPendingConnection()) {
    connect(socket, &QLocalSocket::disconnected, socket, &QObject::deleteLater);
    QTimer::singleShot(10 * kTimeoutMs, socket, &QLocalSocket::abort);  // for a client that sends nothing
    const auto read = [this, socket] {
      if (socket->bytesAvailable() > kLongest) return socket->abort();
      QDataStream stream(socket);
      stream.setVersion(QDataStream::Qt_6_4);
      stream.startTransaction();
      quint32 hello = 0;
      QStringList files;
      stream >> hello >> files;
      if (hello != 0 && hello != kHello) return socket->abort();
      if (!stream.commitTransaction()) return;
      socket->write(kTaken);
      socket->flush();
      socket->disconnectFromServer();
      Q_EMIT filesHanded(files);
    };
    connect(socket, &QLocalSocket::readyRead, this, read);
    if (socket->bytesAvailable() > 0) read();
  }
}

}  // namespace lw
