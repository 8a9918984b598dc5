// The address of a RabbitMQ server: amqps://user:password@host:port/vhost.
#pragma once

#include <string>

#include "core/support/result.h"

namespace lw {

struct QueueAddress {
  bool tls = true;
  std::string user = "guest", password = "guest";
  std::string host;
  int port = 5671;
  std::string vhost = "/";
  std::string authorities;  // file of the certificates that are trusted, PEM; empty: those of the system

  // User, password and vhost may have escapes (%2F). A password that is not in the text is that of $LW_QUEUE_PASSWORD.
  // amqp:// is for servers on this machine only.
  static Result<QueueAddress> parse(const std::string& url);
  std::string shown() const;  // without the password
};

}  // namespace lw
