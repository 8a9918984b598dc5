#include "backends/runner/channel.h"

#include <poll.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <vector>
#include "core/support/json.h"

namespace lw {

bool sendMessage(int socket, const nlohmann::json& message, int fd) {
  std::string text = message.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
  if (text.size() > kLongestMessage) return false;
  iovec part{text.data(), text.size()};
  msghdr header{};
  header.msg_iov = &part;
  header.msg_iovlen = 1;
  alignas(cmsghdr) char control[CMSG_SPACE(sizeof(int))] = {};
  if (fd >= 0) {
    header.msg_control = control;
    header.msg_controllen = sizeof control;
    cmsghdr* attached = CMSG_FIRSTHDR(&header);
    attached->cmsg_level = SOL_SOCKET;
    attached->cmsg_type = SCM_RIGHTS;
    attached->cmsg_len = CMSG_LEN(sizeof(int));
    memcpy(CMSG_DATA(attached), &fd, sizeof(int));
  }
  ssize_t sent;
  do sent = sendmsg(socket, &header, MSG_NOSIGNAL);
  while (sent < 0 && errno == EINTR);
  return sent == static_cast<ssize_t>(text.size());
}

Received receiveMessage(int socket, nlohmann::json& message, Fd& fd,
                        std::optional<std::chrono::steady_clock::time_point> deadline) {
  using namespace std::chrono;
  pollfd waiting{socket, POLLIN, 0};
  while (true) {
    int milliseconds = -1;
    if (deadline) {
      const auto left = ceil<std::chrono::milliseconds>(*deadline - steady_clock::now()).count();
      if (left <= 0) return Received::TimedOut;
      milliseconds = static_cast<int>(std::min<int64_t>(left, 1 << 30));
    }
    const int ready = poll(&waiting, 1, milliseconds);
    if (ready > 0) break;
    if (ready < 0 && errno != EINTR) return Received::Closed;
  }
  std::vector<char> text(kLongestMessage);
  iovec part{text.data(), text.size()};
  alignas(cmsghdr) char control[CMSG_SPACE(sizeof(int))] = {};
  msghdr header{};
  header.msg_iov = &part;
  header.msg_iovlen = 1;
  header.msg_control = control;
  header.msg_controllen = sizeof control;
  ssize_t got;
  do got = recvmsg(socket, &header, MSG_CMSG_CLOEXEC);
  while (got < 0 && errno == EINTR);
  if (got <= 0) return Received::Closed;
  for (cmsghdr* attached = CMSG_FIRSTHDR(&header); attached; attached = CMSG_NXTHDR(&header, attached)) {
    if (attached->cmsg_level != SOL_SOCKET || attached->cmsg_type != SCM_RIGHTS) continue;
    for (size_t i = 0; i + sizeof(int) <= attached->cmsg_len - CMSG_LEN(0); i += sizeof(int)) {  // the last one is kept
      int received;
      memcpy(&received, CMSG_DATA(attached) + i, sizeof(int));
      fd = Fd(received);
    }
  }
  message = nlohmann::json::parse(text.begin(), text.begin() + got, nullptr, false);
  return message.is_object() ? Received::Message : Received::Malformed;
}

Fd makeMemoryFile(const char* name, size_t bytes) {
  Fd fd(memfd_create(name, MFD_CLOEXEC));
  if (fd && ftruncate(fd.get(), static_cast<off_t>(bytes)) != 0) return Fd();
  return fd;
}

}  // namespace lw
