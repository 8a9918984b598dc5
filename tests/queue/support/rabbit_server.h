// A RabbitMQ server for tests, on ports, folders, a cookie and a node name of its own, and with nothing left when it
// ends. It takes some seconds to start, so that the tests of a program share one.
#pragma once

#include <gtest/gtest.h>
#include <sys/types.h>

#include <filesystem>
#include <string>

#include "backends/queue/address.h"

namespace lw::test {

// Users: `lw` may do everything in the virtual hosts / and small, `reader` only read in /, `stranger` nothing. The
// password of all is `secret`. In `small` a queue of trials takes two messages.
class RabbitServer {
 public:
  RabbitServer();  // waits until it takes connections; a failure is a failure of the test
  ~RabbitServer();
  RabbitServer(const RabbitServer&) = delete;

  int port() const { return port_; }  // without TLS
  int tlsPort() const { return tlsPort_; }
  std::string authorities() const { return (folder_ / "cert.pem").string(); }  // that signed its certificate
  QueueAddress address() const;                                                // of `lw` in /, without TLS
  std::string url() const;                                                     // the same, with the password

 private:
  std::filesystem::path folder_;
  int port_ = 0, tlsPort_ = 0;
  pid_t names_ = -1, server_ = -1;  // epmd, which tells where nodes are, and the server
};

int freePort();  // of this machine

}  // namespace lw::test
