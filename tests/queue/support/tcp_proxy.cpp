#include "tests/queue/support/tcp_proxy.h"

#include <arpa/inet.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <utility>
#include <vector>

namespace lw::test {
namespace {

sockaddr_in loopback(int port) {
  sockaddr_in at{};
  at.sin_family = AF_INET;
  at.sin_port = htons(static_cast<uint16_t>(port));
  at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  return at;
}

// False: an end has closed.
bool passOn(int from, int to) {
  char bytes[65536];
  const ssize_t got = recv(from, bytes, sizeof bytes, 0);
  for (ssize_t sent = 0; sent < got;) {
    const ssize_t n = send(to, bytes + sent, static_cast<size_t>(got - sent), MSG_NOSIGNAL);
    if (n <= 0) return false;
    sent += n;
  }
  return got > 0;
}

}  // namespace

TcpProxy::TcpProxy(int to) : to_(to) {
  listener_ = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in at = loopback(0);
  socklen_t length = sizeof at;
  (void)bind(listener_, reinterpret_cast<sockaddr*>(&at), sizeof at);
  (void)listen(listener_, 16);
  (void)getsockname(listener_, reinterpret_cast<sockaddr*>(&at), &length);
  port_ = ntohs(at.sin_port);
  thread_ = std::thread([this] { run(); });
}

TcpProxy::~TcpProxy() {
  ended_ = true;
  thread_.join();
  close(listener_);
}

void TcpProxy::run() {
  std::vector<std::pair<int, int>> pairs;
  const auto drop = [&](size_t i) {
    close(pairs[i].first), close(pairs[i].second);
    pairs.erase(pairs.begin() + static_cast<std::ptrdiff_t>(i));
  };
  while (!ended_) {
    if (cut_.exchange(false)) {
      cuts_ += static_cast<int>(pairs.size());
      while (!pairs.empty()) drop(0);
    }
    std::vector<pollfd> waiting{{listener_, POLLIN, 0}};
    for (const auto& [a, b] : pairs) waiting.push_back({a, POLLIN, 0}), waiting.push_back({b, POLLIN, 0});
    if (poll(waiting.data(), waiting.size(), 10) <= 0) continue;
    for (size_t i = pairs.size(); i-- > 0;) {
      const bool fromFirst = waiting[1 + 2 * i].revents != 0, fromSecond = waiting[2 + 2 * i].revents != 0;
      if ((fromFirst && !passOn(pairs[i].first, pairs[i].second)) ||
          (fromSecond && !passOn(pairs[i].second, pairs[i].first)))
        drop(i);
    }
    if (waiting[0].revents == 0) continue;
    const int near = accept4(listener_, nullptr, nullptr, SOCK_CLOEXEC);
    const int far = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    const sockaddr_in to = loopback(to_);
    if (near >= 0 && connect(far, reinterpret_cast<const sockaddr*>(&to), sizeof to) == 0)
      pairs.emplace_back(near, far);
    else
      close(near), close(far);
  }
  while (!pairs.empty()) drop(0);
}

}  // namespace lw::test
