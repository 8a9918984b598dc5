#include "app/services/follow/session_link.h"

#include <fcntl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>

#include "app/shared/follow/place.h"

namespace lw {

SessionLink::SessionLink(int socket, QObject* parent)
    : QObject(parent),
      socket_(socket),
      readable_(socket, QSocketNotifier::Read),
      writable_(socket, QSocketNotifier::Write) {
  fcntl(socket_, F_SETFL, O_NONBLOCK);
  writable_.setEnabled(false);
  connect(&readable_, &QSocketNotifier::activated, this, &SessionLink::read);
  connect(&writable_, &QSocketNotifier::activated, this, &SessionLink::write);
}

SessionLink::~SessionLink() {
  readable_.setEnabled(false);
  writable_.setEnabled(false);
  close(socket_);
}

void SessionLink::send(const QByteArray& line) {
  out_ += line;
  out_ += '\n';
  write();
}

void SessionLink::read() {
  char bytes[1 << 16];
  const ssize_t count = recv(socket_, bytes, sizeof bytes, 0);
  if (count < 0 && (errno == EAGAIN || errno == EINTR)) return;
  if (count <= 0) return end();
  in_.append(bytes, count);
  qsizetype from = 0;
  for (qsizetype at = 0; (at = in_.indexOf('\n', from)) >= 0; from = at + 1) Q_EMIT received(in_.mid(from, at - from));
  in_.remove(0, from);
  if (size_t(in_.size()) > follow::kMostLine) end();
}

void SessionLink::write() {
  while (!out_.isEmpty()) {
    const ssize_t count = ::send(socket_, out_.constData(), size_t(out_.size()), MSG_NOSIGNAL);
    if (count < 0) break;  // an end is found by reading
    out_.remove(0, count);
  }
  writable_.setEnabled(!out_.isEmpty() && (errno == EAGAIN || errno == EINTR));
}

void SessionLink::end() {
  if (!readable_.isEnabled()) return;
  readable_.setEnabled(false);
  writable_.setEnabled(false);
  Q_EMIT ended();
}

}  // namespace lw
