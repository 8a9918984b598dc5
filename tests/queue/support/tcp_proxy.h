// Passes connections on to another port of this machine, until they are cut.
#pragma once

#include <atomic>
#include <thread>

namespace lw::test {

class TcpProxy {
 public:
  explicit TcpProxy(int to);
  ~TcpProxy();
  TcpProxy(const TcpProxy&) = delete;
  int port() const { return port_; }
  void cut() { cut_ = true; }         // all connections; later ones are passed on
  int cuts() const { return cuts_; }  // connections that were cut

 private:
  void run();
  int to_, port_ = 0, listener_ = -1;
  std::atomic<bool> cut_ = false, ended_ = false;
  std::atomic<int> cuts_ = 0;
  std::thread thread_;
};

}  // namespace lw::test
