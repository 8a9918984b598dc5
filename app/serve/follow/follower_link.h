// The socket by which one window follows this session. A thread of its own reads and writes, so that a window that does
// not read holds nothing up; a window that has fallen too far behind is let go.
#pragma once

#include <atomic>
#include <functional>
#include <mutex>
#include <string>
#include <thread>

#include "backends/process/fd.h"
#include "core/support/result.h"

namespace lw::serve {

class FollowerLink {
 public:
  // Called on the link's thread.
  struct Events {
    std::function<std::string()> greeting;           // the first line that whoever connects gets
    std::function<void(std::string line)> received;  // from the window that follows
    std::function<void()> left;                      // that window is gone
  };
  explicit FollowerLink(Events events) : events_(std::move(events)) {}
  ~FollowerLink() { close(); }

  // Listens at a new path in the folder where windows look; again: nothing changes.
  Status open();
  void close();  // what was sent is written, for a second at most
  bool isOpen() const { return open_; }
  const std::string& path() const { return path_; }
  void send(std::string line);  // from any thread; dropped where no window follows
  bool followed() const { return followed_; }

 private:
  struct Peer {
    Fd socket;
    std::string read;
    bool follows = false;
  };
  void serve();
  void accept(std::vector<Peer>& peers);
  bool receive(Peer& peer, bool taken);  // false: the peer is gone
  bool flush(const Peer& peer);
  void wake();

  Events events_;
  std::string path_;
  Fd listening_, wakeRead_, wakeWrite_;
  mutable std::mutex openMutex_;  // of the thread's start and end
  std::thread thread_;
  std::mutex mutex_;
  std::string waiting_;  // bytes for the window
  std::atomic<bool> open_ = false, closing_ = false, followed_ = false;
};

}  // namespace lw::serve
