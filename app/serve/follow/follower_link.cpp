#include "app/serve/follow/follower_link.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <random>
#include <vector>

#include "app/shared/errors.h"
#include "app/shared/follow/place.h"

namespace lw::serve {
namespace {

constexpr size_t kMostWaiting = 256 << 20;  // bytes
constexpr size_t kMostPeers = 16;           // windows that look at the session before they follow it
constexpr std::string_view kFollows = "{\"kind\":\"follow\"}";
constexpr std::chrono::seconds kLastBytes{1};

std::string newName() {
  std::random_device random;
  char name[40];
  std::snprintf(name, sizeof name, "/%d-%08x%08x", static_cast<int>(getpid()), random(), random());
  return name;
}

}  // namespace

Status FollowerLink::open() {
  const std::lock_guard lock(openMutex_);
  if (open_) return success();
  const Result<std::string> folder = follow::folder();
  if (!folder) return folder.error();
  const std::string path = *folder + newName();
  int ends[2];
  if (pipe2(ends, O_CLOEXEC | O_NONBLOCK) != 0)
    return explain(err::kFollowSocket(path, say("this process has too many open files")), "close documents");
  wakeRead_ = Fd(ends[0]), wakeWrite_ = Fd(ends[1]);
  const Result<int> listening = follow::listenAt(path);
  if (!listening) return listening.error();
  listening_ = Fd(*listening);
  fcntl(listening_.get(), F_SETFL, O_NONBLOCK);
  path_ = path;
  closing_ = false;
  thread_ = std::thread([this] { serve(); });
  open_ = true;
  return success();
}

void FollowerLink::close() {
  const std::lock_guard lock(openMutex_);
  if (!open_) return;
  unlink(path_.c_str());
  closing_ = true;
  wake();
  thread_.join();
  listening_ = Fd();
  open_ = false;
}

void FollowerLink::wake() {
  const char byte = 0;
  (void)!write(wakeWrite_.get(), &byte, 1);  // a full pipe wakes as well
}

void FollowerLink::send(std::string line) {
  if (!followed_) return;
  {
    const std::lock_guard lock(mutex_);
    waiting_ += std::move(line);
    waiting_ += '\n';
  }
  wake();
}

void FollowerLink::accept(std::vector<Peer>& peers) {
  const int accepted = accept4(listening_.get(), nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK);
  if (accepted < 0) return;
  Peer peer{Fd(accepted), {}};
  if (!follow::sameUser(accepted) || peers.size() >= kMostPeers) return;
  const std::string greeting = events_.greeting() + '\n';  // fits into the buffer of a new socket
  if (::send(accepted, greeting.data(), greeting.size(), MSG_NOSIGNAL) == static_cast<ssize_t>(greeting.size()))
    peers.push_back(std::move(peer));
}

bool FollowerLink::receive(Peer& peer, bool taken) {
  char bytes[1 << 16];
  const ssize_t count = recv(peer.socket.get(), bytes, sizeof bytes, 0);
  if (count < 0) return errno == EAGAIN || errno == EINTR;
  if (count == 0) return false;
  peer.read.append(bytes, static_cast<size_t>(count));
  for (size_t end; (end = peer.read.find('\n')) != std::string::npos;) {
    std::string line = peer.read.substr(0, end);
    peer.read.erase(0, end + 1);
    if (!peer.follows) {
      if (line != kFollows || taken) return false;  // one window at a time
      peer.follows = followed_ = true;
    }
    events_.received(std::move(line));
  }
  return peer.read.size() <= follow::kMostLine;
}

// false: the window is gone, or too far behind.
bool FollowerLink::flush(const Peer& peer) {
  const std::lock_guard lock(mutex_);
  if (waiting_.size() > kMostWaiting) return false;
  while (!waiting_.empty()) {
    const ssize_t count = ::send(peer.socket.get(), waiting_.data(), waiting_.size(), MSG_NOSIGNAL);
    if (count < 0) return errno == EAGAIN || errno == EINTR;
    waiting_.erase(0, static_cast<size_t>(count));
  }
  return true;
}

void FollowerLink::serve() {
  std::vector<Peer> peers;
  std::optional<std::chrono::steady_clock::time_point> end;
  const auto unsent = [this] {
    const std::lock_guard lock(mutex_);
    return !waiting_.empty();
  };
  for (;;) {
    if (closing_ && !end) end = std::chrono::steady_clock::now() + kLastBytes;
    if (end && (!followed_ || !unsent() || std::chrono::steady_clock::now() > *end)) break;
    std::vector<pollfd> all{{wakeRead_.get(), POLLIN, 0}, {listening_.get(), POLLIN, 0}};
    for (const Peer& peer : peers)
      all.push_back({peer.socket.get(), static_cast<short>(POLLIN | (peer.follows && unsent() ? POLLOUT : 0)), 0});
    if (poll(all.data(), all.size(), end ? 100 : -1) < 0 && errno != EINTR) break;
    char drained[256];
    while (read(wakeRead_.get(), drained, sizeof drained) > 0) {
    }
    for (size_t i = peers.size(); i-- > 0;) {
      const bool before = peers[i].follows;
      bool there = !(all[i + 2].revents & (POLLIN | POLLHUP | POLLERR)) || receive(peers[i], followed_);
      there = there && (!peers[i].follows || flush(peers[i]));
      if (there) continue;
      peers.erase(peers.begin() + static_cast<std::ptrdiff_t>(i));
      if (!before) continue;
      {
        const std::lock_guard lock(mutex_);
        waiting_.clear();
        followed_ = false;
      }
      events_.left();
    }
    if (all[1].revents & POLLIN && !closing_) accept(peers);
  }
  followed_ = false;
}

}  // namespace lw::serve
